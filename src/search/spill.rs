//! Trample over planeswalkers: damage past a planeswalker that several attack, as sums over the whole combat.
//!
//! What attackers get past their blockers in a step each assigns to the planeswalker, or, if it has the ability, past it
//! to the controller, where all together assign its loyalty (CR 702.19c). So two sums say what comes of it: `all` that
//! attackers have got past blockers up to and in this step, and what those with the ability get past blockers in it,
//! which may go `over`. Goes over what is beyond the loyalty, as far as it may: min(over, all - loyalty), if that is more
//! than nothing. With objectives that never want less damage the active player wants no less to go over, since what is
//! beyond the loyalty does nothing else.
//!
//! That holds for both steps. Where the planeswalker is gone after the first, `all - loyalty` is no less than `over` in
//! the second, and all of it goes to the player (CR 702.19e), whatever the others would have dealt (CR 506.4c).

use smallvec::SmallVec;

use super::gain::{Gain, Numbers};
use super::score::Scorer;
use crate::position::{PlaneswalkerId, Target, Term};
use crate::rules::{Board, DeclaredAttacker, Tally};

/// What goes over a planeswalker to its controller in one step.
#[derive(Clone, Debug)]
pub(super) struct Spill {
    /// The planeswalker.
    pub(super) target: Target,
    /// Whether it is the first of two steps.
    pub(super) first: bool,
    /// The sum of what all get past their blockers, up to and in this step.
    pub(super) all: usize,
    /// The sum of what may go over in this step.
    pub(super) over: usize,
    pub(super) loyalty: i64,
    /// What a point of damage to the controller is worth.
    pub(super) point: i128,
    /// The sums that it raises.
    pub(super) raises: SmallVec<[usize; 2]>,
}

impl Spill {
    /// How much goes over.
    pub(super) fn points(&self, sums: &[i64]) -> i64 {
        sums[self.over].min(sums[self.all] - self.loyalty).max(0)
    }
}

/// Whether an attacker may assign damage past the planeswalker that it attacks.
pub(super) fn goes_over(board: &Board<'_>, attacker: &DeclaredAttacker) -> bool {
    matches!(attacker.target, Target::Planeswalker(_))
        && board.characteristics(attacker.creature).trample_over_planeswalkers
}

/// All planeswalkers of a board.
fn planeswalkers(board: &Board<'_>) -> impl Iterator<Item = Target> {
    (0..board.position().planeswalkers().len() as u32).map(|index| Target::Planeswalker(PlaneswalkerId(index)))
}

/// Whether the objective may count what goes over planeswalkers.
fn counts(scorer: &Scorer<'_, '_>) -> bool {
    [Term::Face, Term::Win, Term::Poison].into_iter().any(|term| scorer.counts(term))
}

/// Whether some of these attackers may assign damage past a planeswalker, and it is more than an amount: damage that is
/// poison or a commander's, or that is prevented, or where nothing is left of the loyalty.
pub(super) fn is_special(scorer: &Scorer<'_, '_>, attackers: &[&DeclaredAttacker]) -> bool {
    let board = scorer.board();
    let special = |attacker: &&&DeclaredAttacker| {
        let it = board.characteristics(attacker.creature);
        let commander = board.position().creature(attacker.creature).commander;
        goes_over(board, attacker) && (it.infect || it.toxic > 0 || commander)
    };
    let at = |walker: Target| attackers.iter().filter(move |attacker| attacker.target == walker);
    counts(scorer)
        && planeswalkers(board).any(|walker| {
            let controller = board.position().player(board.position().defender_of(walker));
            let Target::Planeswalker(id) = walker else { return false };
            at(walker).any(|attacker| goes_over(board, attacker))
                && (board.position().planeswalker(id).loyalty <= 0
                    || !controller.protection.is_empty()
                    || at(walker).any(|attacker| board.characteristics(attacker.creature).deals_nothing)
                    || at(walker).any(|attacker| special(&attacker)))
        })
}

impl Numbers {
    /// Takes in what may go over planeswalkers that these attack, where it is not special.
    pub(super) fn add_spills(&mut self, scorer: &Scorer<'_, '_>, attackers: &[&DeclaredAttacker]) {
        let board = scorer.board();
        if !counts(scorer) || is_special(scorer, attackers) {
            return;
        }
        let point = self.scale().number(scorer.valuation().factor(Term::Face));
        for target in planeswalkers(board) {
            let Target::Planeswalker(id) = target else { continue };
            let over = attackers.iter().filter(|attacker| attacker.target == target && goes_over(board, attacker));
            let over: Vec<_> = over.map(|attacker| board.characteristics(attacker.creature)).collect();
            let controller = Target::Player(board.position().defender_of(target));
            let steps = [over.iter().any(|it| it.strikes_first), !over.is_empty()];
            for (first, happens) in [true, false].into_iter().zip(steps) {
                let raised = scorer.raised_by_damage(controller, first);
                let raises: SmallVec<[usize; 2]> = raised.into_iter().filter_map(|entry| self.sum_of(entry)).collect();
                if !happens || point == 0 && raises.is_empty() {
                    continue;
                }
                // All damage to the planeswalker may be a sum already.
                let known = scorer.raised_by_damage(target, first).first().and_then(|entry| self.sum_of(*entry));
                let all = known.filter(|_| !first).unwrap_or_else(|| self.add_sum());
                let over = self.add_sum();
                let loyalty = board.position().planeswalker(id).loyalty;
                self.spills.push(Spill { target, first, all, over, loyalty, point, raises });
            }
        }
    }

    /// Whether it is counted what goes over a planeswalker.
    pub(super) fn spills_at(&self, target: Target) -> bool {
        self.spills.iter().any(|spill| spill.target == target)
    }

    /// The sums that a point of an attacker's damage past its blockers raises, in the first step or in the last.
    pub(super) fn raised_by(
        &self,
        scorer: &Scorer<'_, '_>,
        attacker: &DeclaredAttacker,
        first: bool,
    ) -> SmallVec<[usize; 2]> {
        let entries = scorer.raised_by_damage(attacker.target, first);
        let mut sums: SmallVec<[usize; 2]> = entries.into_iter().filter_map(|entry| self.sum_of(entry)).collect();
        let goes_over = goes_over(scorer.board(), attacker);
        for spill in self.spills.iter().filter(|spill| spill.target == attacker.target) {
            if (first || !spill.first) && !sums.contains(&spill.all) {
                sums.push(spill.all);
            }
            if goes_over && first == spill.first {
                sums.push(spill.over);
            }
        }
        sums
    }

    /// How an attacker is played out on its own: where what it gets past its blockers may go over, as if it attacked the
    /// controller. It may divide its damage in the same ways.
    pub(super) fn alone(&self, board: &Board<'_>, attacker: &DeclaredAttacker) -> DeclaredAttacker {
        if goes_over(board, attacker) && self.spills_at(attacker.target) {
            DeclaredAttacker { target: Target::Player(attacker.defender), ..*attacker }
        } else {
            *attacker
        }
    }

    /// The gain of an attacker that was played [alone](Numbers::alone) and has dealt so much past its blockers in the
    /// first of two steps.
    pub(super) fn gain_alone(
        &self,
        scorer: &Scorer<'_, '_>,
        attacker: &DeclaredAttacker,
        early: i64,
        tally: &Tally,
    ) -> Gain {
        let mut gain = self.gain(&scorer.score(tally));
        if !self.spills_at(attacker.target) {
            return gain;
        }
        let played = self.alone(scorer.board(), attacker);
        let late = dealt(tally, played.target) - early;
        for (first, amount) in [(true, early), (false, late)] {
            let entries = scorer.raised_by_damage(played.target, first);
            let counted = entries.into_iter().filter_map(|entry| self.sum_of(entry));
            counted.for_each(|sum| gain.sums[sum] -= amount);
            self.raised_by(scorer, attacker, first).into_iter().for_each(|sum| gain.sums[sum] += amount);
        }
        if let Target::Player(_) = played.target {
            let point = self.scale().number(scorer.valuation().factor(Term::Face));
            gain.value -= point * i128::from(early + late);
        }
        gain
    }
}

/// Combat damage dealt to a player or planeswalker.
pub(super) fn dealt(tally: &Tally, target: Target) -> i64 {
    match target {
        Target::Player(player) => tally.players[player.index()].damage,
        Target::Planeswalker(walker) => tally.loyalty[walker.index()],
        Target::Battle(battle) => tally.defense[battle.index()],
    }
}
