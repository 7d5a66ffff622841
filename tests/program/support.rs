//! Positions from text, and every legal split of a side.

use alphastrike::position::{self, Assignment, Notation, Position, Recipient, Step};
use alphastrike::program::{DamageProgram, Optimum, optimise};
use alphastrike::rules::{Assigner, Board, Combat, Side, Valuation, Value};

/// The position that a JSON text describes.
pub fn position(text: &str) -> Position {
    match position::read(text.as_bytes(), Notation::Json, false) {
        Ok(position) => position,
        Err(error) => panic!("{error:?}\n{text}"),
    }
}

/// The combat of the declared attacks and blocks.
pub fn combat<'b, 'p>(board: &'b Board<'p>) -> Combat<'b, 'p> {
    let position = board.position();
    let attack = position.attacks().cloned().unwrap_or_default();
    let block = position.blocks().cloned().unwrap_or_default();
    Combat::declare(board, &attack, &block)
}

/// The best split by program.
pub fn best(combat: &Combat<'_, '_>, side: Side, given: &[Assignment]) -> Optimum {
    let program = DamageProgram::new(combat, side, given);
    match optimise(&program) {
        Ok(optimum) => optimum,
        Err(error) => panic!("{error}: {error:?}"),
    }
}

/// What the combat is worth once both sides' damage of the coming step is dealt.
pub fn value_after(combat: &Combat<'_, '_>, rows: &[Assignment], given: &[Assignment]) -> Value {
    let valuation = Valuation::new(combat.board().objective());
    let last = combat.step() == Step::Regular;
    let mut after = combat.clone();
    after.deal(&[rows, given].concat());
    let tally = if last { after.finish() } else { after.tally().clone() };
    valuation.value(&tally.outcome(combat.board()))
}

/// Every way in which one creature's damage can be written down, legal or not: all divisions of its amount among all
/// that any of its ways names.
fn divisions(step: Step, assigner: &Assigner) -> Vec<Vec<Assignment>> {
    let mut recipients: Vec<Recipient> = assigner.ways.iter().flatten().map(|share| share.recipient).collect();
    recipients.sort_unstable();
    recipients.dedup();
    let mut all = Vec::new();
    if assigner.may_decline {
        all.push(Vec::new());
    }
    let mut amounts = vec![0; recipients.len()];
    divide(assigner.amount, &mut amounts, 0, &mut |amounts| {
        let row = |(recipient, amount): (&Recipient, &i64)| Assignment {
            step,
            source: assigner.creature,
            recipient: *recipient,
            amount: *amount,
        };
        all.push(recipients.iter().zip(amounts).filter(|(_, amount)| **amount > 0).map(row).collect());
    });
    all
}

fn divide(left: i64, amounts: &mut Vec<i64>, at: usize, found: &mut impl FnMut(&[i64])) {
    if at + 1 == amounts.len() {
        amounts[at] = left;
        found(amounts);
        return;
    }
    for amount in 0..=left {
        amounts[at] = amount;
        divide(left - amount, amounts, at + 1, found);
    }
}

/// Every legal split of a side in the coming step, by trying all; `None` if there are more than `most` to try.
pub fn legal_splits(combat: &Combat<'_, '_>, side: Side, most: usize) -> Option<Vec<Vec<Assignment>>> {
    let division = combat.division(side);
    let each: Vec<Vec<Vec<Assignment>>> =
        division.assigners.iter().map(|assigner| divisions(division.step, assigner)).collect();
    let count = each.iter().try_fold(1_usize, |product, own| product.checked_mul(own.len()))?;
    if count > most {
        return None;
    }
    let mut splits: Vec<Vec<Assignment>> = vec![Vec::new()];
    for own in &each {
        splits = splits.iter().flat_map(|split| own.iter().map(|rows| [split.as_slice(), rows].concat())).collect();
    }
    splits.retain(|split| division.violations(combat, split).is_empty());
    Some(splits)
}
