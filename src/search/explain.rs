//! What an answer's natural alternatives are worth: nobody, everybody, one creature more, one less.

use super::attacks::AttackChoices;
use super::check::{judge_attack, judge_block};
use super::classes::alike;
use super::evaluate::Evaluator;
use super::found::Found;
use super::score::Scorer;
use super::solution::{Question, SearchError, Solution};
use super::solve::{Method, Options, find_block, in_threads};
use crate::position::{Attack, Block, CreatureId, Target};
use crate::rules::{Board, DeclaredAttack, Value, may_attack};

/// Most alternatives that are looked at.
const MOST: usize = 24;

/// How an alternative differs from the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Nobody attacks, or blocks.
    Nobody,
    /// Everybody attacks that can.
    Everybody,
    /// This creature attacks as well.
    With(CreatureId),
    /// This creature doesn't attack, or block.
    Without(CreatureId),
}

/// Another declaration than the answer's, with what comes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// How it differs.
    pub change: Change,
    /// The attack.
    pub attack: Attack,
    /// The block: the best one against another attack, or the other block itself.
    pub block: Block,
    /// What the attack is worth against it.
    pub value: Value,
}

/// The legal alternatives to an answer's attack or block, each with its value; of creatures that are alike one stands
/// for all. None for a split of damage, and none that is too much to be looked at.
///
/// # Errors
///
/// Only such as show a defect.
pub fn explain(board: &Board<'_>, solution: &Solution, options: &Options) -> Result<Vec<Alternative>, SearchError> {
    let scorer = Scorer::within(board, options.budget());
    in_threads(options, || match solution.question {
        Question::Attack => attacks(&scorer, &solution.line.attack),
        Question::Block => blocks(&scorer, &solution.line.attack, &solution.line.block),
        Question::Assign => Ok(Vec::new()),
    })?
}

fn attacks(scorer: &Scorer<'_, '_>, best: &Attack) -> Result<Vec<Alternative>, SearchError> {
    let board = scorer.board();
    let choices = AttackChoices::new(board);
    let attacks = |creature: CreatureId| best.0.iter().any(|(attacker, _)| *attacker == creature);
    let mut able: Vec<CreatureId> = Vec::new();
    let mut first_targets: Vec<(CreatureId, Target)> = Vec::new();
    for (creature, own) in choices.creatures() {
        able.push(creature);
        first_targets.extend(own.iter().find_map(|(target, _)| target.map(|target| (creature, target))));
    }
    // Whom another attacker would attack: what another one does, or else the first that it may.
    let target = |creature: CreatureId| {
        let another = best.0.iter().map(|(_, target)| *target).find(|target| may_attack(board, creature, *target));
        another.or_else(|| first_targets.iter().find(|(own, _)| *own == creature).map(|(_, target)| *target))
    };
    let all = able.iter().filter_map(|creature| {
        let declared = best.0.iter().find(|(attacker, _)| attacker == creature).map(|(_, target)| *target);
        Some((*creature, declared.or_else(|| target(*creature))?))
    });
    let mut others = vec![(Change::Nobody, Attack::default()), (Change::Everybody, Attack(all.collect()))];
    for creature in one_of_each(scorer, able.iter().copied().filter(|creature| !attacks(*creature))) {
        let Some(target) = target(creature) else { continue };
        let mut attack = best.clone();
        attack.0.push((creature, target));
        attack.0.sort_unstable();
        others.push((Change::With(creature), attack));
    }
    for creature in one_of_each(scorer, best.0.iter().map(|(attacker, _)| *attacker)) {
        let left = best.0.iter().copied().filter(|(attacker, _)| *attacker != creature);
        others.push((Change::Without(creature), Attack(left.collect())));
    }
    let mut seen: Vec<Attack> = vec![best.clone()];
    let mut found = Vec::new();
    for (change, attack) in others {
        if found.len() == MOST || seen.contains(&attack) {
            continue;
        }
        seen.push(attack.clone());
        let result = judge_attack(scorer.budget(), board, &attack).and_then(|verdict| {
            if verdict.reasons.is_empty() { find_block(scorer, &attack, Method::Columns).map(Some) } else { Ok(None) }
        });
        if let Some(Found::Proved(reply)) = within(result)?.flatten() {
            found.push(Alternative { change, attack, block: reply.block, value: reply.value });
        }
    }
    Ok(found)
}

fn blocks(scorer: &Scorer<'_, '_>, attack: &Attack, best: &Block) -> Result<Vec<Alternative>, SearchError> {
    let board = scorer.board();
    let declared = DeclaredAttack::new(board, attack);
    let mut evaluator = Evaluator::new(scorer);
    let mut others = vec![(Change::Nobody, Block::default())];
    for creature in one_of_each(scorer, best.0.iter().map(|(blocker, _)| *blocker)) {
        let left = best.0.iter().filter(|(blocker, _)| *blocker != creature).cloned();
        others.push((Change::Without(creature), Block(left.collect())));
    }
    let mut seen: Vec<Block> = vec![best.clone()];
    let mut found = Vec::new();
    for (change, block) in others {
        if found.len() == MOST || seen.contains(&block) {
            continue;
        }
        seen.push(block.clone());
        let result = judge_block(scorer.budget(), board, attack, &block).and_then(|verdict| {
            if verdict.reasons.is_empty() { evaluator.value(&declared, &block.0).map(Some) } else { Ok(None) }
        });
        if let Some(value) = within(result)?.flatten() {
            found.push(Alternative { change, attack: attack.clone(), block, value });
        }
    }
    Ok(found)
}

/// `None` for what is too much to be looked at: an explanation goes on without it.
fn within<T>(result: Result<T, SearchError>) -> Result<Option<T>, SearchError> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(SearchError::TooLarge(_) | SearchError::Stopped(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Creatures of which no two are alike.
fn one_of_each(scorer: &Scorer<'_, '_>, creatures: impl Iterator<Item = CreatureId>) -> Vec<CreatureId> {
    let position = scorer.board().position();
    let mut kept: Vec<CreatureId> = Vec::new();
    for creature in creatures {
        if !kept.iter().any(|other| alike(position, *other, creature)) {
            kept.push(creature);
        }
    }
    kept
}
