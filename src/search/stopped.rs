//! The answer of a search that was stopped: a legal line, what the side that decides is sure of, and a bound.

use super::bounds::Bounds;
use super::budget::Stop;
use super::evaluate::{best_line, replay};
use super::fewest::has_fewest;
use super::found::{FoundAttack, FoundBlock};
use super::legality::{most_attack_requirements, most_block_requirements};
use super::program::has_choice;
use super::score::Scorer;
use super::solution::{Line, Question, SearchError, Solution};
use crate::position::{Assignment, Attack, Block, CreatureId, Recipient};
use crate::rules::{
    Combat, DeclaredAttack, Division, Outcome, Side, Value, attack_requirements, attack_restrictions,
    block_requirements, block_restrictions,
};

/// The answer to `attack`.
pub(super) fn stopped_attack(
    scorer: &Scorer<'_, '_>,
    best: Option<FoundAttack>,
    bound: Option<Value>,
    stop: Stop,
) -> Result<Solution, SearchError> {
    let late = scorer.late();
    let first = first_attack(&late, best.is_none())?;
    // Of equals the one with fewer attackers.
    let (best, exact) = match (best, first) {
        (Some(best), Some((first, exact))) if best.value <= first.value => (first, exact),
        (Some(best), _) => (best, true),
        (None, Some(first)) => first,
        (None, None) => return Err(SearchError::LegalityUnknown(stop)),
    };
    let upper = Bounds::of_board(scorer).upper;
    let bound = bound.map_or(upper.clone(), |bound| bound.min(upper));
    let FoundAttack { attack, value, reply } = best;
    finish(&late, Question::Attack, &attack, &reply, Claim { value, exact, bound, stop: Some(stop) })
}

/// The answer to `block`.
pub(super) fn stopped_block(
    scorer: &Scorer<'_, '_>,
    attack: &Attack,
    best: Option<FoundBlock>,
    bound: Option<Value>,
    stop: Stop,
) -> Result<Solution, SearchError> {
    let late = scorer.late();
    let declared = DeclaredAttack::new(scorer.board(), attack);
    let exact = best.is_some();
    let FoundBlock { block, value } = best.map_or_else(|| first_block(&late, &declared), Ok)?;
    let lower = Bounds::of_attack(scorer, &declared).lower;
    let bound = bound.map_or(lower.clone(), |bound| bound.max(lower));
    finish(&late, Question::Block, attack, &block, Claim { value, exact, bound, stop: Some(stop) })
}

/// The answer to `assign`.
pub(super) fn stopped_assign(
    scorer: &Scorer<'_, '_>,
    attack: &Attack,
    block: &Block,
    stop: Stop,
) -> Result<Solution, SearchError> {
    let bounds = Bounds::of_combat(scorer, &DeclaredAttack::new(scorer.board(), attack), block);
    let plain = PlainLine::new(scorer, attack, block)?;
    // Where the defenders have no choice the line is what the split comes to.
    let value = if plain.defenders_choose { bounds.lower } else { plain.value };
    let claim = Claim { value, exact: !plain.defenders_choose, bound: bounds.upper, stop: Some(stop) };
    claim.solution(scorer, Question::Assign, plain.line, plain.outcome)
}

/// What is said of a line.
pub(super) struct Claim {
    /// What the side that decides is sure of.
    pub(super) value: Value,
    /// Whether the line is worth just that, not only at least as good.
    pub(super) exact: bool,
    /// What it can't do better than.
    pub(super) bound: Value,
    /// Why the search ended early, if it did.
    pub(super) stop: Option<Stop>,
}

/// An answer with its line. A search that was stopped may after all have proved its best.
///
/// The time for it comes on top of the budget, and where that isn't enough to divide the damage as well as possible,
/// the line has any legal division.
///
/// # Errors
///
/// [`SearchError::Contradiction`] where the line is worth something else, or the bound is no bound.
pub(super) fn finish(
    late: &Scorer<'_, '_>,
    question: Question,
    attack: &Attack,
    block: &Block,
    mut claim: Claim,
) -> Result<Solution, SearchError> {
    expect_allowed(late, attack, block)?;
    match best_line(late, attack, block) {
        Ok((worth, line, outcome)) => {
            let fits = worth == claim.value || !claim.exact && at_least(question, &worth, &claim.value);
            if !fits {
                let text = format!("a line found to be worth {:?} is worth {worth:?}", claim.value);
                return Err(SearchError::Contradiction(text));
            }
            // Of a block the line shows what it holds the attack to; of an attack only what it comes to against one.
            if question == Question::Block {
                claim.value = worth;
                claim.exact = true;
            } else {
                claim.exact |= worth == claim.value;
            }
            claim.solution(late, question, line, outcome)
        }
        Err(error) => {
            let late_stop = Stop::of(error)?;
            let PlainLine { line, outcome, .. } = PlainLine::new(late, attack, block)?;
            claim.stop = claim.stop.or(Some(late_stop));
            claim.exact = false;
            claim.solution(late, question, line, outcome)
        }
    }
}

/// Whether declarations that a search has found break no restriction (CR 508.1c, 509.1b).
fn expect_allowed(scorer: &Scorer<'_, '_>, attack: &Attack, block: &Block) -> Result<(), SearchError> {
    let board = scorer.board();
    let declared = DeclaredAttack::new(board, attack);
    let defenders = board.position().defending_players();
    let blocks = defenders.flat_map(|defender| block_restrictions(board, &declared, defender, block));
    match attack_restrictions(board, attack).into_iter().chain(blocks).next() {
        None => Ok(()),
        Some(reason) => Err(SearchError::Contradiction(format!("a line was found that breaks {reason}"))),
    }
}

/// Whether `one` is no worse than `other` for the side that decides.
fn at_least(question: Question, one: &Value, other: &Value) -> bool {
    if question == Question::Block { one <= other } else { one >= other }
}

impl Claim {
    fn solution(
        self,
        scorer: &Scorer<'_, '_>,
        question: Question,
        line: Line,
        outcome: Outcome,
    ) -> Result<Solution, SearchError> {
        let Claim { value, exact, bound, stop } = self;
        if !at_least(question, &bound, &value) {
            return Err(SearchError::Contradiction(format!("a bound of {bound:?} for a value of {value:?}")));
        }
        // A search that was stopped may have found the best all the same. Fewest creatures are part of the answer: while
        // as good a one with fewer may be left, it is not proved.
        let stop = stop.filter(|_| value != bound || !exact || !has_fewest(scorer, question, &line, &value));
        let statistics = scorer.budget().statistics();
        Ok(Solution { question, value, bound, line, outcome, statistics, stop })
    }
}

/// A legal attack without a search, and whether its value is exact: none if nothing has to attack, else, if it is
/// `needed`, the first that obeys the requirements.
fn first_attack(late: &Scorer<'_, '_>, needed: bool) -> Result<Option<(FoundAttack, bool)>, SearchError> {
    let board = late.board();
    if attack_requirements(board).is_empty() {
        let value = late.worth(&late.zero());
        return Ok(Some((FoundAttack { attack: Attack::default(), value, reply: Block::default() }, true)));
    }
    if !needed {
        return Ok(None);
    }
    let (_, attack) = most_attack_requirements(late.budget(), board).map_err(SearchError::about_legality)?;
    let declared = DeclaredAttack::new(board, &attack);
    let value = Bounds::of_attack(late, &declared).lower;
    let reply = obedient_block(late, &declared)?;
    Ok(Some((FoundAttack { attack, value, reply }, false)))
}

/// A legal block without a search, with the most that it lets the attacker get.
fn first_block(late: &Scorer<'_, '_>, attack: &DeclaredAttack) -> Result<FoundBlock, SearchError> {
    let block = obedient_block(late, attack)?;
    let plain = PlainLine::new(late, attack.attack(), &block)?;
    let value = if plain.attacker_chooses { Bounds::of_combat(late, attack, &block).upper } else { plain.value };
    Ok(FoundBlock { block, value })
}

/// For each defending player no blocks, or if there are requirements the first that obey the most (CR 509.1c).
fn obedient_block(late: &Scorer<'_, '_>, attack: &DeclaredAttack) -> Result<Block, SearchError> {
    let board = late.board();
    let mut block: Vec<(CreatureId, Vec<CreatureId>)> = Vec::new();
    for defender in board.position().defending_players() {
        if !block_requirements(board, attack, defender).is_empty() {
            let most = most_block_requirements(late.budget(), board, attack, defender);
            block.extend(most.map_err(SearchError::about_legality)?.1.0);
        }
    }
    block.sort_unstable_by_key(|(blocker, _)| *blocker);
    Ok(Block(block))
}

/// A line of a declared combat in which both sides divide their damage in a plain way: what is lethal to one creature
/// after the other.
struct PlainLine {
    line: Line,
    outcome: Outcome,
    /// What the line is worth.
    value: Value,
    attacker_chooses: bool,
    defenders_choose: bool,
}

impl PlainLine {
    fn new(scorer: &Scorer<'_, '_>, attack: &Attack, block: &Block) -> Result<PlainLine, SearchError> {
        let mut combat = Combat::declare(scorer.board(), attack, block);
        let mut damage: Vec<Assignment> = Vec::new();
        let mut choices = [false, false];
        for _ in combat.steps() {
            for (side, chooses) in [Side::Active, Side::Defending].into_iter().zip(&mut choices) {
                let division = combat.division(side);
                *chooses |= has_choice(&division);
                damage.extend(plain(&combat, &division));
            }
            combat.deal(&damage);
        }
        let [attacker_chooses, defenders_choose] = choices;
        let line = Line { attack: attack.clone(), block: block.clone(), damage };
        let outcome = replay(scorer, &line)?;
        let value = scorer.valuation().value(&outcome);
        Ok(PlainLine { line, outcome, value, attacker_chooses, defenders_choose })
    }
}

/// Announced damage that is legal: one creature after the other is dealt what is lethal, the last share takes what is
/// left; or, where that is against a condition, each creature deals all to its first recipient.
fn plain(combat: &Combat<'_, '_>, division: &Division) -> Vec<Assignment> {
    let row = |source: CreatureId, recipient: Recipient, amount: i64| Assignment {
        step: division.step,
        source,
        recipient,
        amount,
    };
    let mut rows: Vec<Assignment> = Vec::new();
    for assigner in &division.assigners {
        let mut left = assigner.amount;
        let Some((last, others)) = assigner.ways.first().and_then(|way| way.split_last()) else { continue };
        for share in others {
            let assigned = rows.iter().filter(|row| row.recipient == share.recipient);
            let assigned: i64 = assigned.map(|row| row.amount).sum();
            let needed = match share.recipient {
                Recipient::Creature(creature) => combat.fighter_index(creature).map_or(0, |index| {
                    let fighter = &combat.fighters()[index];
                    let lethal = (fighter.toughness - fighter.marked - assigned).max(0);
                    if assigner.deathtouch { lethal.min(1) } else { lethal }
                }),
                Recipient::Target(target) => (combat.loyalty(target) - assigned).max(0),
            };
            let amount = needed.min(left);
            if amount > 0 {
                rows.push(row(assigner.creature, share.recipient, amount));
                left -= amount;
            }
        }
        if left > 0 {
            rows.push(row(assigner.creature, last.recipient, left));
        }
    }
    if division.violations(combat, &rows).is_empty() {
        return rows;
    }
    let first = |assigner: &crate::rules::Assigner| {
        let share = assigner.ways.first().and_then(|way| way.first());
        share.map(|share| row(assigner.creature, share.recipient, assigner.amount))
    };
    division.assigners.iter().filter_map(first).collect()
}
