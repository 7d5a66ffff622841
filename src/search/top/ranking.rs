//! The K best blocks of boards with too many to look at one by one, and how many reach the best value.
//!
//! Where attackers don't depend on each other a block is a set of blockers for each. Here every set counts, those too
//! that are never better than a smaller one. Depth first, attacker by attacker; what has been chosen and what the rest
//! comes to at least decide whether something is cut off: with a price on each blocker the attackers that are left take
//! their cheapest sets, and what the blockers that are left cost at these prices counts back (Fisher 1981). The same
//! bound on each sum that a goal looks at says which goals are reached in any case.
//!
//! Creatures that block several attackers link those. So first it is chosen who is shared by whom (see [`plans`]); what
//! they link is played out, and the attackers that are left are gone through as ever (see [`walk`]).
//!
//! Creatures between which nothing makes a difference are a class, and a set is how many of each it has: one place of
//! the search stands for as many declarations as there are ways to tell its creatures apart. First the best are listed,
//! cut off at the K-th; then those of the best value are counted, and paths that leave the same blockers to the same
//! attackers at the same gains are counted once.
//!
//! [`plans`]: super::plans
//! [`walk`]: super::walk

use std::cmp::Reverse;

use super::plans::{Plan, Plans};
use super::relaxed_sets::{QUICK, Relaxed};
use super::walk::{Aim, Walk};
use crate::position::{Attack, CreatureId};
use crate::rules::{BlockLimits, DeclaredAttack, Value, can_block};
use crate::search::budget::Stop;
use crate::search::candidates::{Candidates, Several};
use crate::search::columns::{Blockers, Column, sets_of};
use crate::search::duties::Duties;
use crate::search::freed_aside::FreedAside;
use crate::search::leaders::Leaders;
use crate::search::score::Scorer;
use crate::search::several::{EverySet, with_every_set};
use crate::search::solution::SearchError;

/// Most sets of blockers of all attackers together.
const SET_LIMIT: u64 = 600_000;
/// Most nodes of each of the two searches.
const NODE_LIMIT: u64 = 2_000_000;

/// The best blocks, how many reach the best value, and why the search has ended early.
pub(super) struct Ranking {
    /// The best, by values.
    pub(super) leaders: Leaders<Reverse<Value>>,
    /// How many reach the best value at least.
    pub(super) optimal: u64,
    /// Whether there are no more.
    pub(super) exact: bool,
    /// Why not everything was looked at; then others may be better than what is listed after the first.
    pub(super) stop: Option<Stop>,
}

/// The best blocks against an attack; `None` where attackers depend on each other by more than shared blockers, or their
/// blocks on each other.
pub(super) fn best_blocks(
    scorer: &Scorer<'_, '_>,
    attack: &Attack,
    best: &Value,
    wanted: usize,
) -> Result<Option<Ranking>, SearchError> {
    let declared = DeclaredAttack::new(scorer.board(), attack);
    let Some((duties, way)) = Duties::none_but_counts(scorer, &declared) else { return Ok(None) };
    let Some(mut candidates) = Candidates::of_attack(scorer, &declared, &duties, &way, Several::Once)? else {
        return Ok(None);
    };
    // How these sets are counted knows nothing of attackers that depend on each other by what they attack.
    let shares = |class: &Vec<CreatureId>| scorer.board().characteristics(class[0]).capacity > 1;
    let numbers = &candidates.numbers;
    if !numbers.departures.is_empty() || !numbers.spills.is_empty() && candidates.classes.members.iter().any(shares) {
        return Ok(None);
    }
    let sets = every_set(scorer, &candidates, &declared)?;
    for (candidate, sets) in candidates.all.iter_mut().zip(sets.into_inner()) {
        candidate.choices[0].columns = FreedAside::new(sets);
    }
    with_every_set(scorer, &candidates, &declared, (&duties, &way), SET_LIMIT, |every| {
        rank(scorer, (attack, &candidates), every, best, wanted)
    })
}

fn rank(
    scorer: &Scorer<'_, '_>,
    (attack, candidates): (&Attack, &Candidates),
    every: &mut EverySet<'_, '_, '_>,
    best: &Value,
    wanted: usize,
) -> Result<Ranking, SearchError> {
    let numbers = &candidates.numbers;
    let counts: Vec<usize> = candidates.all.iter().map(|candidate| candidate.members.len()).collect();
    let sets: Vec<Vec<&Column>> =
        candidates.all.iter().map(|candidate| candidate.choices[0].columns.iter().collect()).collect();
    let relaxed = Relaxed::new(scorer.budget(), numbers, &candidates.classes, &counts, &sets, QUICK)?;
    let nobody = Plan::nobody(every, &counts);
    let plans = if every.sharers() > 0 { Some(Plans::new(scorer.budget(), every, &counts)?) } else { None };
    // Blocks in which nobody is shared take least to look at.
    let all = |every: &mut EverySet<'_, '_, '_>, walk: &mut Walk<'_, '_, '_>| {
        walk.complete(every, &nobody)?;
        plans.as_ref().map_or(Ok(()), |plans| plans.each(every, walk))
    };
    let mut additive = best.clone();
    additive.add_times(scorer.constant(), -1);
    let optimum = numbers.scale().number(&additive);
    let orders = every.sharers() == 0;
    let walk =
        |aim: Aim| Walk::new(scorer.with_share(NODE_LIMIT), candidates, &relaxed, attack, optimum, (aim, orders));
    let mut listing = walk(Aim::List(wanted));
    let listed = all(every, &mut listing);
    let mut counting = walk(Aim::Count);
    let counted = match &listed {
        Ok(()) => all(every, &mut counting),
        Err(error) => Err(error.clone()),
    };
    let stop = match counted {
        Ok(()) => None,
        Err(error) => Some(match Stop::of(error)? {
            // The share is used up, not what the search may cost.
            Stop::Nodes if scorer.budget().spend(0).is_ok() => {
                Stop::Size(format!("more than the {NODE_LIMIT} nodes that the best blocks are looked for in"))
            }
            stop => stop,
        }),
    };
    let value = |Reverse(number): Reverse<i128>| Reverse(numbers.scale().value(number).plus(scorer.constant()));
    let optimal = u64::try_from(counting.counted());
    Ok(Ranking {
        leaders: listing.into_leaders().map(value),
        optimal: optimal.unwrap_or(u64::MAX),
        exact: stop.is_none() && optimal.is_ok(),
        stop,
    })
}

/// For each kind of attacker all sets that may block it.
fn every_set(
    scorer: &Scorer<'_, '_>,
    candidates: &Candidates,
    attack: &DeclaredAttack,
) -> Result<FreedAside<Vec<Vec<Column>>>, SearchError> {
    let board = scorer.board();
    let pricing = Blockers::new(scorer, &candidates.numbers, &candidates.classes);
    let members = &candidates.classes.members;
    let mut total = 0u64;
    let mut asked = Vec::with_capacity(candidates.all.len());
    for candidate in &candidates.all {
        let attacker = &candidate.choices[0].attacker;
        let able: Vec<bool> = members.iter().map(|class| can_block(board, attack, class[0], attacker)).collect();
        let defender = board.position().defender_of(attacker.target);
        let limits = BlockLimits::new(board, attack, defender);
        let counts = limits.counts.iter().find(|(creature, ..)| *creature == attacker.creature);
        let (least, most) = counts.map_or((0, 0), |(_, least, most)| (*least, *most));
        let classes = members.iter().zip(&able).filter(|(_, able)| **able).map(|(class, _)| class.len());
        total = total.saturating_add(sets_of(classes, most));
        asked.push((attacker, able, (least, most)));
    }
    if total > SET_LIMIT {
        let text = format!("the attackers have {total} sets of blockers, and the limit is {SET_LIMIT}");
        return Err(SearchError::TooLarge(text));
    }
    let mut sets: FreedAside<Vec<Vec<Column>>> = FreedAside::default();
    for (attacker, able, sizes) in asked {
        sets.push(pricing.every_column(attacker, &able, sizes)?);
    }
    Ok(sets)
}
