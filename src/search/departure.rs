//! Planeswalkers and battles that may be gone after the first of two steps, before life is gained by damage to them.
//!
//! What is gone takes no more combat damage (CR 506.4c), and damage that is not dealt gains no life (CR 702.15b). So two
//! sums say what comes of it: what attackers deal to the permanent in the first step, and the life that they gain by
//! damage to it in the last, as long as it is there. The first is counted downward: what is dealt spares so much less.
//! Then the active player wants both sums up, like all others, and bounds are bounds here too.
//!
//! That is for attackers that have no choice: one that strikes first deals its power if it is unblocked, else nothing.
//! Life gained counts by itself where damage to blockers gains it, as it does for a trampler whose blockers are there.

use super::fighter::{is_evergreen, most_power};
use super::gain::Numbers;
use super::score::Scorer;
use super::spill::goes_over;
use crate::position::{BattleId, PlaneswalkerId, Target, Term};
use crate::rules::{Board, DeclaredAttacker};

/// A planeswalker or battle that may be gone after the first step.
#[derive(Clone, Debug)]
pub(super) struct Departure {
    target: Target,
    /// The damage that removes it.
    pub(super) had: i64,
    /// The sum of what attackers deal to it in the first step, downward.
    pub(super) spared: usize,
    /// The sum of the life that they gain by damage to it in the last step.
    pub(super) late: usize,
    /// What a point of life is worth.
    pub(super) point: i128,
}

impl Departure {
    /// What the life gained in the last step is worth.
    pub(super) fn worth(&self, sums: &[i64]) -> i128 {
        if sums[self.spared] > -self.had { self.point * i128::from(sums[self.late]) } else { 0 }
    }
}

/// Attackers that may attack: how many there are of each kind, and what each may attack.
pub(super) type Kinds<'a> = [(usize, Vec<&'a DeclaredAttacker>)];

/// All planeswalkers and battles of a board, with the damage that removes each.
fn permanents(board: &Board<'_>) -> impl Iterator<Item = (Target, i64)> {
    let position = board.position();
    let walkers = position.planeswalkers().iter().enumerate();
    let walkers = walkers.map(|(index, it)| (Target::Planeswalker(PlaneswalkerId(index as u32)), it.loyalty));
    let battles = position.battles().iter().enumerate();
    walkers.chain(battles.map(|(index, it)| (Target::Battle(BattleId(index as u32)), it.defense)))
}

/// The attackers that may attack a permanent, with how many there are of each.
fn at<'a>(kinds: &'a Kinds<'a>, permanent: Target) -> impl Iterator<Item = (usize, &'a DeclaredAttacker)> {
    kinds.iter().filter_map(move |(count, choices)| {
        Some((*count, *choices.iter().find(|attacker| attacker.target == permanent)?))
    })
}

/// Whether an attacker gains life by damage in the last step to the permanent that it attacks. One that tramples over it
/// deals its damage to the controller once it is gone (CR 702.19e).
fn gains_late(board: &Board<'_>, attacker: &DeclaredAttacker) -> bool {
    let it = board.characteristics(attacker.creature);
    it.lifelink && (!it.strikes_first || it.double_strike) && !goes_over(board, attacker)
}

/// Whether a permanent may be gone after the first step by other creatures than one that is to gain life by its damage
/// there in the last: what one creature does to itself is part of its own columns.
fn may_go_before_lifelink(board: &Board<'_>, kinds: &Kinds<'_>, permanent: Target, had: i64) -> bool {
    let strikes_first = |attacker: &DeclaredAttacker| board.characteristics(attacker.creature).strikes_first;
    let power = |attacker: &DeclaredAttacker| most_power(board, attacker).unwrap_or(i64::MAX);
    let early = || at(kinds, permanent).filter(|(_, attacker)| strikes_first(attacker));
    let late = || at(kinds, permanent).filter(|(_, attacker)| gains_late(board, attacker));
    let dealt = early().fold(0i64, |sum, (count, attacker)| {
        sum.saturating_add(power(attacker).saturating_mul(i64::try_from(count).unwrap_or(i64::MAX)))
    });
    let only = |mut all: Vec<(usize, &DeclaredAttacker)>| match (all.pop(), all.is_empty()) {
        (Some((1, attacker)), true) => Some(attacker.creature),
        _ => None,
    };
    let alone = only(early().collect()).is_some_and(|creature| only(late().collect()) == Some(creature));
    late().next().is_some() && dealt >= had && !alone
}

/// Whether what attackers deal to a permanent in the first step, and what life they gain by it in the last, is decided by
/// who blocks them, and by nothing that either player chooses.
fn is_decided_by_blocks(board: &Board<'_>, kinds: &Kinds<'_>, permanent: Target, had: i64) -> bool {
    let position = board.position();
    let mut blockers = position.defending_players().flat_map(|player| position.creatures_of(player));
    let odd = blockers.any(|blocker| !is_evergreen(board, blocker));
    let mut all = at(kinds, permanent);
    had > 0
        && all.all(|(_, attacker)| {
            let it = board.characteristics(attacker.creature);
            let plain = is_evergreen(board, attacker.creature) && !(it.trample && (it.strikes_first || odd));
            !goes_over(board, attacker) && (plain || !it.strikes_first && !it.lifelink)
        })
}

impl Numbers {
    /// Takes in which permanents may be gone before life is gained by damage to them; whether that is all there is to
    /// know of it.
    pub(super) fn add_departures(&mut self, scorer: &Scorer<'_, '_>, kinds: &Kinds<'_>) -> bool {
        let board = scorer.board();
        if !scorer.counts(Term::Lifegain) || kinds.iter().map(|(count, _)| count).sum::<usize>() < 2 {
            return true;
        }
        for (target, had) in permanents(board) {
            if !may_go_before_lifelink(board, kinds, target, had) {
                continue;
            }
            if !is_decided_by_blocks(board, kinds, target, had) {
                return false;
            }
            let (spared, late) = (self.add_sum(), self.add_sum());
            let point = self.scale().number(scorer.valuation().factor(Term::Lifegain));
            self.departures.push(Departure { target, had, spared, late, point });
        }
        true
    }

    /// What is attacked, if it may be gone before life is gained by damage to it.
    pub(super) fn departure(&self, target: Target) -> Option<&Departure> {
        self.departures.iter().find(|departure| departure.target == target)
    }
}
