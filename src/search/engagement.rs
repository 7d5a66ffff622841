//! A part of a declared combat that nothing links to the rest: attackers, their blockers, and everything that both
//! sides can make of their damage.

use std::sync::Arc;

use super::score::{Score, Scorer, prune_within};
use super::solution::SearchError;
use super::split::splits;
use crate::position::{Assignment, CreatureId, Target};
use crate::rules::{Combat, DeclaredAttack, DeclaredAttacker, Side};

/// Attackers that blockers or an attacked permanent link, and the creatures that block them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) attackers: Vec<DeclaredAttacker>,
    /// Blockers with the attackers they block, in file order.
    pub(super) blocks: Vec<(CreatureId, Vec<CreatureId>)>,
}

/// Splits a declared combat into parts.
///
/// Besides blockers, a planeswalker or battle links its attackers where what one of them assigns decides what another
/// may or has to do: trample over planeswalkers (CR 702.19c), or a first damage step in which it may go (CR 506.4c).
pub(super) fn parts(
    scorer: &Scorer<'_, '_>,
    attack: &DeclaredAttack,
    block: &[(CreatureId, Vec<CreatureId>)],
) -> Vec<Part> {
    let attackers = attack.attackers();
    let mut group: Vec<usize> = (0..attackers.len()).collect();
    let index_of = |creature: CreatureId| attackers.binary_search_by_key(&creature, |attacker| attacker.creature).ok();
    for (_, blocked) in block {
        let mut found = blocked.iter().filter_map(|attacker| index_of(*attacker));
        if let Some(first) = found.next() {
            found.for_each(|other| join(&mut group, first, other));
        }
    }
    let board = scorer.board();
    for (index, attacker) in attackers.iter().enumerate() {
        let it = board.characteristics(attacker.creature);
        if !matches!(attacker.target, Target::Player(_)) && (it.trample_over_planeswalkers || it.strikes_first) {
            for (other, fellow) in attackers.iter().enumerate() {
                if fellow.target == attacker.target {
                    join(&mut group, index, other);
                }
            }
        }
    }
    let mut parts: Vec<Part> = Vec::new();
    let mut part_of = vec![usize::MAX; attackers.len()];
    for (index, attacker) in attackers.iter().enumerate() {
        let root = group[index];
        if part_of[root] == usize::MAX {
            part_of[root] = parts.len();
            parts.push(Part { attackers: Vec::new(), blocks: Vec::new() });
        }
        parts[part_of[root]].attackers.push(*attacker);
    }
    for (blocker, blocked) in block {
        if let Some(index) = blocked.iter().find_map(|attacker| index_of(*attacker)) {
            parts[part_of[group[index]]].blocks.push((*blocker, blocked.clone()));
        }
    }
    parts
}

/// Puts two attackers, and whatever is grouped with them, into one group; a group is named by its first attacker.
fn join(group: &mut [usize], one: usize, other: usize) {
    let (low, high) = (group[one].min(group[other]), group[one].max(group[other]));
    group.iter_mut().filter(|name| **name == high).for_each(|name| *name = low);
}

/// A choice with what it is worth; its rows are kept only where a line is wanted.
#[derive(Clone, Debug)]
pub(super) struct Play {
    pub(super) score: Score,
    pub(super) rows: Vec<Assignment>,
}

/// What the active player may announce in the last step, and what the defenders may answer. One empty-handed answer
/// is taken up in the announcement: then `replies` is empty.
#[derive(Clone, Debug)]
pub(super) struct Final {
    pub(super) play: Play,
    pub(super) replies: Arc<[Play]>,
}

/// What follows once both sides have announced in the first step.
#[derive(Clone, Debug)]
pub(super) struct Second {
    pub(super) play: Play,
    pub(super) finals: Vec<Final>,
}

/// Everything that can become of a part.
#[derive(Clone, Debug, Default)]
pub(super) struct Engagement {
    /// Where the defenders choose, if at all, only after the active player has made all its choices: those choices.
    pub(super) flat: Option<Vec<Final>>,
    /// Where the first step leaves a choice: for each announcement of the active player there, one entry for each
    /// answer.
    pub(super) firsts: Vec<Vec<Second>>,
}

/// Plays a part out in all ways that differ.
///
/// # Errors
///
/// [`SearchError::TooLarge`] where there are too many, [`SearchError::Stopped`] beyond the budget.
pub(super) fn engage(scorer: &Scorer<'_, '_>, part: &Part, keep_rows: bool) -> Result<Engagement, SearchError> {
    let blocks = part.blocks.iter().map(|(blocker, blocked)| (*blocker, blocked.as_slice()));
    let combat = Combat::of(scorer.board(), part.attackers.iter(), blocks);
    if combat.steps().len() == 1 {
        let start = Play { score: scorer.score(combat.tally()), rows: Vec::new() };
        let flat = after(scorer, &start, finals(scorer, &combat, keep_rows)?)?;
        return Ok(Engagement { flat: Some(flat), firsts: Vec::new() });
    }
    let announcements = splits(scorer, &combat, Side::Active)?;
    let answers = splits(scorer, &combat, Side::Defending)?;
    let mut firsts = Vec::with_capacity(announcements.len());
    for announced in &announcements {
        let mut seconds = Vec::with_capacity(answers.len());
        for answered in &answers {
            scorer.budget().check()?;
            let rows: Vec<Assignment> = announced.iter().chain(answered).copied().collect();
            let mut combat = combat.clone();
            combat.deal(&rows);
            let score = scorer.score(combat.tally());
            let play = Play { score, rows: if keep_rows { rows } else { Vec::new() } };
            seconds.push(Second { play, finals: finals(scorer, &combat, keep_rows)? });
        }
        firsts.push(seconds);
    }
    if answers.len() > 1 {
        return Ok(Engagement { flat: None, firsts });
    }
    let mut flat = Vec::new();
    for second in firsts.iter().flatten() {
        flat.extend(after(scorer, &second.play, second.finals.clone())?);
    }
    let flat = prune_finals(scorer, flat)?;
    // A single announcement is no choice.
    let firsts = if announcements.len() > 1 { firsts } else { Vec::new() };
    Ok(Engagement { flat: Some(flat), firsts })
}

/// The last step: the active player's announcements and the defenders' answers, without what is never better.
fn finals(scorer: &Scorer<'_, '_>, combat: &Combat<'_, '_>, keep_rows: bool) -> Result<Vec<Final>, SearchError> {
    let before = scorer.score(combat.tally());
    let plays = |side: Side| -> Result<Vec<Play>, SearchError> {
        let all = splits(scorer, combat, side)?;
        let plays = all.into_iter().map(|rows| {
            scorer.budget().check()?;
            let mut combat = combat.clone();
            combat.deal(&rows);
            // What leaves at end of combat is an attacker that the defenders' damage has not killed.
            let tally = if side == Side::Active { combat.tally().clone() } else { combat.finish() };
            let score = scorer.score(&tally).minus(&before);
            Ok(Play { score, rows: if keep_rows { rows } else { Vec::new() } })
        });
        plays.collect()
    };
    let budget = scorer.budget();
    let dominates = |one: &Play, other: &Play| scorer.dominates(&one.score, &other.score);
    let announcements = prune_within(budget, plays(Side::Active)?, dominates)?;
    let answers = prune_within(budget, plays(Side::Defending)?, |one, other| dominates(other, one))?;
    let finals = match answers.as_slice() {
        [only] => announcements.iter().map(|play| Final { play: play.then(only), replies: Arc::new([]) }).collect(),
        _ => {
            let replies: Arc<[Play]> = answers.into();
            announcements.into_iter().map(|play| Final { play, replies: Arc::clone(&replies) }).collect()
        }
    };
    Ok(finals)
}

impl Play {
    /// This play, then another.
    pub(super) fn then(&self, next: &Play) -> Play {
        let rows = self.rows.iter().chain(&next.rows).copied().collect();
        Play { score: self.score.plus(&next.score), rows }
    }
}

/// The same finals with a play before them.
fn after(scorer: &Scorer<'_, '_>, first: &Play, finals: Vec<Final>) -> Result<Vec<Final>, SearchError> {
    let finals = finals.into_iter().map(|last| Final { play: first.then(&last.play), replies: last.replies });
    prune_finals(scorer, finals.collect())
}

/// Leaves out announcements that another one beats whatever is answered.
pub(super) fn prune_finals(scorer: &Scorer<'_, '_>, finals: Vec<Final>) -> Result<Vec<Final>, SearchError> {
    prune_within(scorer.budget(), finals, |one, other| {
        let same_replies =
            Arc::ptr_eq(&one.replies, &other.replies) || one.replies.is_empty() && other.replies.is_empty();
        same_replies && scorer.dominates(&one.play.score, &other.play.score)
    })
}
