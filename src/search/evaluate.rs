//! What a declared combat is worth: its parts played out, each kind of part once.

use std::sync::Arc;

use smallvec::SmallVec;

use super::combine::combine;
use super::engagement::{Engagement, Part, engage, parts};
use super::freed_aside::Memo;
use super::program::line_by_program;
use super::score::Scorer;
use super::solution::{Line, SearchError};
use crate::position::{Assignment, Attack, Block, CreatureId, Step, Target};
use crate::rules::{Combat, DeclaredAttack, Outcome, Side, Value};

/// A part as a key: attackers with targets and bonuses, blockers with what they block.
type Key = SmallVec<[i64; 16]>;

/// Beyond so many different states of one damage step a line is sought by integer program: where many creatures attack
/// one planeswalker over which some trample, that takes less. What is no question for a program is gone through.
const QUICK_STATES: usize = 10_000;

/// Most parts that are remembered; then all are forgotten, as those that come next mostly repeat each other.
const MEMO_LIMIT: usize = 100_000;

/// Evaluates declared combats of one board, remembering parts.
pub(super) struct Evaluator<'s, 'b, 'p> {
    scorer: &'s Scorer<'b, 'p>,
    memo: Memo<Key, Arc<Engagement>>,
}

impl<'s, 'b, 'p> Evaluator<'s, 'b, 'p> {
    pub(super) fn new(scorer: &'s Scorer<'b, 'p>) -> Evaluator<'s, 'b, 'p> {
        Evaluator { scorer, memo: Memo::default() }
    }

    /// What the combat is worth when both sides divide damage as well as they can.
    pub(super) fn value(
        &mut self,
        attack: &DeclaredAttack,
        block: &[(CreatureId, Vec<CreatureId>)],
    ) -> Result<Value, SearchError> {
        self.scorer.budget().spend(1)?;
        match self.value_by_parts(attack, block) {
            Err(too_large @ SearchError::TooLarge(_)) => {
                let block = Block(block.to_vec());
                Ok(line_by_program(self.scorer, attack.attack(), &block, too_large)?.0)
            }
            other => other,
        }
    }

    fn value_by_parts(
        &mut self,
        attack: &DeclaredAttack,
        block: &[(CreatureId, Vec<CreatureId>)],
    ) -> Result<Value, SearchError> {
        let mut engagements = Vec::with_capacity(attack.attackers().len());
        for part in parts(self.scorer, attack, block) {
            let key = key(&part);
            let engagement = match self.memo.get(&key) {
                Some(known) => Arc::clone(known),
                None => {
                    let fresh = Arc::new(engage(self.scorer, &part, false)?);
                    if self.memo.len() == MEMO_LIMIT {
                        self.memo = Memo::default();
                    }
                    self.memo.insert(key, Arc::clone(&fresh));
                    fresh
                }
            };
            engagements.push(engagement);
        }
        Ok(combine(self.scorer, &engagements)?.0)
    }
}

fn key(part: &Part) -> Key {
    let mut key = Key::new();
    for attacker in &part.attackers {
        let target = match attacker.target {
            Target::Player(player) => 3 * i64::from(player.0),
            Target::Planeswalker(walker) => 3 * i64::from(walker.0) + 1,
            Target::Battle(battle) => 3 * i64::from(battle.0) + 2,
        };
        key.extend([i64::from(attacker.creature.0), target, attacker.bonus.power, attacker.bonus.toughness]);
    }
    for (blocker, blocked) in &part.blocks {
        // Negative numbers set blockers apart from attackers and from each other.
        key.push(-1 - i64::from(blocker.0));
        key.extend(blocked.iter().map(|attacker| i64::from(attacker.0)));
    }
    key
}

/// One line in which both sides divide damage as well as they can, checked by replaying it.
///
/// # Errors
///
/// [`SearchError::TooLarge`], [`SearchError::Stopped`], or [`SearchError::Contradiction`] where the replay is illegal or worth something else.
pub(super) fn best_line(
    scorer: &Scorer<'_, '_>,
    attack: &Attack,
    block: &Block,
) -> Result<(Value, Line, Outcome), SearchError> {
    let board = scorer.board();
    let declared = DeclaredAttack::new(board, attack);
    let play = |scorer: &Scorer<'_, '_>| {
        let parts = parts(scorer, &declared, &block.0).into_iter();
        let engagements = parts.map(|part| engage(scorer, &part, true).map(Arc::new));
        combine(scorer, &engagements.collect::<Result<Vec<_>, SearchError>>()?)
    };
    let (value, mut damage) = match play(&scorer.with_states(QUICK_STATES)) {
        Err(too_large @ SearchError::TooLarge(_)) => match line_by_program(scorer, attack, block, too_large) {
            Err(SearchError::TooLarge(_)) => play(scorer)?,
            other => other?,
        },
        other => other?,
    };
    let position = board.position();
    damage.sort_by_key(|row| (row.step, position.creature(row.source).controller != position.active(), row.source));
    let line = Line { attack: attack.clone(), block: block.clone(), damage };
    let outcome = replay(scorer, &line)?;
    let worth = scorer.valuation().value(&outcome);
    if worth != value {
        return Err(SearchError::Contradiction(format!("a line found to be worth {value:?} is worth {worth:?}")));
    }
    Ok((value, line, outcome))
}

/// Plays a line through the rules, checking every announcement.
///
/// # Errors
///
/// [`SearchError::Contradiction`] where an announcement is illegal.
pub(super) fn replay(scorer: &Scorer<'_, '_>, line: &Line) -> Result<Outcome, SearchError> {
    let board = scorer.board();
    let mut combat = Combat::declare(board, &line.attack, &line.block);
    for step in combat.steps() {
        for side in [Side::Active, Side::Defending] {
            let rows = rows_of(scorer, &line.damage, *step, side);
            if let Some(reason) = combat.division(side).violations(&combat, &rows).first() {
                return Err(SearchError::Contradiction(format!("a line found is illegal: {reason}")));
            }
        }
        combat.deal(&line.damage);
    }
    Ok(combat.finish().outcome(board))
}

/// The rows of one side in one step.
pub(super) fn rows_of(scorer: &Scorer<'_, '_>, rows: &[Assignment], step: Step, side: Side) -> Vec<Assignment> {
    let position = scorer.board().position();
    let own = |row: &&Assignment| {
        let active = position.creature(row.source).controller == position.active();
        row.step == step && active == (side == Side::Active)
    };
    rows.iter().filter(own).copied().collect()
}
