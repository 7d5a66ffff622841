//! A creature with nothing but evergreen abilities as the numbers that decide its fights.

use smallvec::SmallVec;

use super::gain::Numbers;
use super::score::Scorer;
use super::spill::goes_over;
use crate::position::{CreatureId, PlayerId, Target, Term};
use crate::rules::{Board, Characteristics, DeclaredAttacker};

/// A creature that fights, in numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fighter {
    pub(super) power: i64,
    /// Damage that is lethal now (CR 704.5g).
    pub(super) left: i64,
    /// CR 702.7, 702.4: deals damage in the first of two steps.
    pub(super) first: bool,
    /// CR 702.4.
    pub(super) double: bool,
    /// CR 702.2.
    pub(super) deathtouch: bool,
    /// CR 702.15.
    pub(super) lifelink: bool,
    /// CR 702.12.
    pub(super) indestructible: bool,
    /// What its death is worth to the active player.
    pub(super) death: i128,
    /// What a point of life that its controller gains is worth to the active player.
    pub(super) life: i128,
    /// The sums that a point of life gained lowers: in the first step, in the last.
    pub(super) lowers: [SmallVec<[usize; 2]>; 2],
}

impl Fighter {
    /// A blocker; `None` where it has more to it than these numbers.
    pub(super) fn blocker(scorer: &Scorer<'_, '_>, numbers: &Numbers, creature: CreatureId) -> Option<Fighter> {
        let board = scorer.board();
        let value = i128::from(board.characteristics(creature).value);
        let factor = |term: Term| numbers.scale().number(scorer.valuation().factor(term));
        let death = value * (factor(Term::Kills) + factor(Term::Material));
        let controller = board.position().creature(creature).controller;
        let life = -factor(Term::Lifegain);
        Fighter::new(scorer, numbers, creature, death, life, Some(controller))
    }

    /// An attacker; `None` where it has more to it than these numbers.
    pub(super) fn attacker(scorer: &Scorer<'_, '_>, numbers: &Numbers, attacker: &DeclaredAttacker) -> Option<Fighter> {
        let board = scorer.board();
        let it = board.characteristics(attacker.creature);
        let over = goes_over(board, attacker);
        // A planeswalker or battle may be gone by the second strike (CR 506.4c), unless that is counted; what goes over
        // hits the player.
        let counted = over || numbers.departure(attacker.target).is_some();
        let simple = counted || !it.double_strike || matches!(attacker.target, Target::Player(_));
        if !simple || over && !numbers.spills_at(attacker.target) {
            return None;
        }
        let factor = |term: Term| numbers.scale().number(scorer.valuation().factor(term));
        let death = i128::from(it.value) * (factor(Term::Losses) - factor(Term::Material));
        let mut fighter = Fighter::new(scorer, numbers, attacker.creature, death, factor(Term::Lifegain), None)?;
        fighter.power = (it.power + attacker.bonus.power).max(0);
        fighter.left += attacker.bonus.toughness;
        Some(fighter)
    }

    fn new(
        scorer: &Scorer<'_, '_>,
        numbers: &Numbers,
        creature: CreatureId,
        death: i128,
        life: i128,
        controller: Option<PlayerId>,
    ) -> Option<Fighter> {
        let board = scorer.board();
        let it = board.characteristics(creature);
        if !is_evergreen(board, creature) {
            return None;
        }
        let lowered = |first: bool| -> SmallVec<[usize; 2]> {
            let entries = controller.map(|player| scorer.raised_by_damage(Target::Player(player), first));
            entries.into_iter().flatten().filter_map(|entry| numbers.sum_of(entry)).collect()
        };
        Some(Fighter {
            power: it.power.max(0),
            left: (it.toughness - board.position().creature(creature).damage).max(0),
            first: it.strikes_first,
            double: it.double_strike,
            deathtouch: it.deathtouch,
            lifelink: it.lifelink,
            indestructible: it.indestructible,
            death,
            life,
            lowers: [lowered(true), lowered(false)],
        })
    }

    pub(super) fn strikes_last(&self) -> bool {
        !self.first || self.double
    }
}

/// Whether a creature has nothing that matters to a fight but what [`Fighter`] has.
pub(super) fn is_evergreen(board: &Board<'_>, creature: CreatureId) -> bool {
    let it = board.characteristics(creature);
    let plain = Characteristics {
        power: it.power,
        toughness: it.toughness,
        strikes_first: it.strikes_first,
        double_strike: it.double_strike,
        deathtouch: it.deathtouch,
        trample: it.trample,
        trample_over_planeswalkers: it.trample_over_planeswalkers,
        lifelink: it.lifelink,
        indestructible: it.indestructible,
        exalted: it.exalted,
        battle_cry: it.battle_cry,
        melee: it.melee,
        capacity: it.capacity,
        least_blockers: it.least_blockers,
        most_blockers: it.most_blockers,
        value: it.value,
        ..Characteristics::default()
    };
    *it == plain && !board.position().creature(creature).commander
}

/// The most that an attacker deals in a step; `None` where it has more to it.
pub(super) fn most_power(board: &Board<'_>, attacker: &DeclaredAttacker) -> Option<i64> {
    let it = board.characteristics(attacker.creature);
    is_evergreen(board, attacker.creature).then(|| (it.power + attacker.bonus.power).max(0))
}

/// For each sum of a score, the most that combat damage of these attackers, each by one of its choices, can raise it
/// to; `None` where one of them has more to it. Attackers come with how many there are of them.
pub(super) fn damage_reach(scorer: &Scorer<'_, '_>, attackers: &[(usize, Vec<&DeclaredAttacker>)]) -> Option<Vec<i64>> {
    let board = scorer.board();
    let mut reach = vec![0i64; scorer.zero().sums().len()];
    for (count, choices) in attackers {
        let mut own = vec![0i64; reach.len()];
        for attacker in choices {
            let it = board.characteristics(attacker.creature);
            let power = most_power(board, attacker)? * if it.double_strike { 2 } else { 1 };
            let over = goes_over(board, attacker).then_some(Target::Player(attacker.defender));
            for entry in [attacker.target].into_iter().chain(over).flat_map(|at| scorer.raised_by_damage(at, true)) {
                own[entry] = own[entry].max(power);
            }
        }
        reach.iter_mut().zip(&own).for_each(|(sum, more)| *sum += more * *count as i64);
    }
    Some(reach)
}
