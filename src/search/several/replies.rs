//! Columns in which blockers are shared, for replies that hold against every attack.
//!
//! A block is a reply to every attack, with what it lets through at most for each attacker. A creature that blocks several
//! does at least what one does that deals no damage, is killed by every attacker at no cost, and is in no trampler's way.
//! So no block is worth more than these columns say.

use smallvec::SmallVec;

use super::sharing::{Sharer, Sharing, is_able};
use crate::position::{CreatureId, Term};
use crate::search::candidates::Candidates;
use crate::search::columns::{Column, undominated};
use crate::search::duel::Duel;
use crate::search::fighter::Fighter;
use crate::search::freed_aside::FreedAside;
use crate::search::gain::Numbers;
use crate::search::score::Scorer;
use crate::search::solution::SearchError;

/// The same candidates, where creatures can block several attackers with columns in which those are shared; `None` where
/// their numbers are not enough for that.
pub(in crate::search) fn widen(
    scorer: &Scorer<'_, '_>,
    candidates: Candidates,
) -> Result<Option<Candidates>, SearchError> {
    let board = scorer.board();
    let several = |class: &Vec<CreatureId>| board.characteristics(class[0]).capacity > 1;
    if !candidates.classes.members.iter().any(several) {
        return Ok(Some(candidates));
    }
    let Some(sharing) = Sharing::new(scorer, &candidates, 0) else { return Ok(None) };
    if sharing.sharers.is_empty() {
        return Ok(Some(candidates));
    }
    let Candidates { numbers, classes, mut all, .. } = candidates;
    let own = classes.members.iter().map(|members| Fighter::blocker(scorer, &numbers, members[0]));
    let shared: Vec<Fighter> = sharing.sharers.iter().map(|sharer| at_worst(scorer, &numbers, sharer)).collect();
    let fighters: Vec<Option<Fighter>> = own.chain(shared.iter().cloned().map(Some)).collect();
    // Who gains life by both strikes (CR 702.15b, 510.4) kills them, and has them to strike again.
    let lasting = |fighter: &Option<Fighter>| fighter.clone().map(|it| Fighter { indestructible: true, ..it });
    let own = classes.members.len();
    let lasting: Vec<Option<Fighter>> =
        fighters[..own].iter().cloned().chain(fighters[own..].iter().map(lasting)).collect();
    for candidate in &mut all {
        let it = board.characteristics(candidate.members[0]);
        for choice in &mut candidate.choices {
            scorer.budget().check()?;
            let strikes_again = it.lifelink && it.double_strike;
            let fighters = if strikes_again { &lasting } else { &fighters };
            let duel = Duel::new(scorer, &numbers, &choice.attacker, fighters);
            let mut columns: Vec<Column> = choice.columns.iter().map(|column| sharing.exclusive(column)).collect();
            for (number, sharer) in sharing.sharers.iter().enumerate() {
                if !is_able(board, sharer.creature, &choice.attacker) {
                    continue;
                }
                for column in choice.columns.iter() {
                    let size = column.size + 1;
                    let has_sharers = column.groups.iter().any(|(class, _)| sharing.of_class(*class).is_some());
                    if size < it.least_blockers || size > it.most_blockers || has_sharers {
                        continue;
                    }
                    let with = |class: usize| -> Vec<(usize, usize)> {
                        column.groups.iter().copied().chain([(class, 1)]).collect()
                    };
                    let set = with(classes.members.len() + number);
                    if let Some(mut played) = duel.as_ref().and_then(|duel| duel.play(&set)) {
                        if strikes_again {
                            played.options.iter_mut().for_each(|option| option.value += shared[number].death);
                        }
                        let set = with(sharer.class);
                        columns.push(Column::new(sharing.classes.set(&set), &set, played.options, 0));
                    }
                }
            }
            choice.columns = FreedAside::new(undominated(scorer.budget(), &sharing.classes, columns)?);
        }
    }
    Ok(Some(Candidates { numbers, classes: sharing.classes, all, bounds: true }))
}

/// How a sharer fights where what comes of it is a bound from above: whatever abilities it has, it does no less.
fn at_worst(scorer: &Scorer<'_, '_>, numbers: &Numbers, sharer: &Sharer) -> Fighter {
    let value = i128::from(scorer.board().characteristics(sharer.creature).value);
    let factor = |term: Term| numbers.scale().number(scorer.valuation().factor(term));
    Fighter {
        power: 0,
        left: 0,
        first: false,
        double: false,
        deathtouch: false,
        lifelink: false,
        indestructible: false,
        death: (value * (factor(Term::Kills) + factor(Term::Material))).max(0),
        life: 0,
        lowers: [SmallVec::new(), SmallVec::new()],
    }
}
