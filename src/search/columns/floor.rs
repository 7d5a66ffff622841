//! What every larger set of blockers leaves to the active player: what it made of a smaller one.
//!
//! Blockers that are added to a set take nothing away from the damage that the attacker dealt without them, unless they
//! kill it before it strikes (CR 702.7b) or it was to trample past the others (CR 702.19b). So against the larger set it
//! can do the same again: those die that died before, and what is new is that it may die and that the added blockers may
//! gain life. This is for creatures with nothing but evergreen abilities.

use smallvec::SmallVec;

use super::{Generator, State};
use crate::search::duel::Duel;
use crate::search::fighter::Fighter;
use crate::search::gain::Gain;

/// What the active player made of a set.
pub(super) struct Floor {
    options: SmallVec<[Gain; 1]>,
    /// Most life that the creatures of the set can gain, and what the requirements that they obey are worth.
    link: i64,
    obeyed: i128,
    /// Whether the attacker died whatever was done.
    dies: bool,
}

/// The damage that blockers can deal before the attacker strikes for the last time.
pub(super) struct Early {
    /// How much of it keeps the attacker from striking, if any does.
    lethal: Option<i64>,
    /// Whether the numbers of this module are all that matters.
    known: bool,
    /// By class, and what all classes from each place of the order on can deal.
    each: Vec<i64>,
    reach: Vec<i64>,
}

impl Early {
    /// `members` says how many there are of each class.
    pub(super) fn new(
        duel: Option<&Duel<'_>>,
        fighters: &[Option<Fighter>],
        order: &[usize],
        members: &[usize],
    ) -> Early {
        let known = duel.is_some() && order.iter().all(|class| fighters[*class].is_some());
        let lethal = duel.and_then(Duel::lethal_early);
        let early = |fighter: &Option<Fighter>| match fighter {
            Some(it) if it.first && it.deathtouch && it.power > 0 => i64::MAX / 4,
            Some(it) if it.first => it.power,
            _ => 0,
        };
        let each: Vec<i64> = fighters.iter().map(early).collect();
        let mut reach = vec![0i64; order.len() + 1];
        for (place, class) in order.iter().enumerate().rev() {
            reach[place] = reach[place + 1].saturating_add(each[*class].saturating_mul(members[*class] as i64));
        }
        Early { lethal, known, each, reach }
    }

    /// The most that a blocker of a class deals before the attacker's last strike.
    pub(super) fn each(&self, class: usize) -> i64 {
        self.each[class]
    }
}

impl Generator<'_, '_, '_, '_, '_> {
    /// What is left to the active player against every set that has more creatures than one that was priced; `None`
    /// where that is not known.
    pub(super) fn floor(&self, state: &State, options: &[Gain], obeyed: usize, dies: bool) -> Option<Floor> {
        (self.early.known && self.bound.is_none() && !state.through).then(|| Floor {
            options: options.iter().cloned().collect(),
            link: state.link,
            obeyed: self.demand.weight * obeyed as i128,
            dies,
        })
    }

    /// Whether one of the columns found is better than all sets with more creatures of the classes from `place` on, by
    /// what the active player makes of a part of them.
    pub(super) fn is_beaten_by_floor(&self, place: usize, state: &State) -> bool {
        let Some(floor) = state.floor.and_then(|floor| self.floors.get(floor)) else { return false };
        let early = state.early.saturating_add(self.early.reach[place]);
        if self.early.lethal.is_some_and(|lethal| early >= lethal) {
            return false;
        }
        let link = (state.link - floor.link).saturating_add(self.link[place]);
        let obeyed = self.demand.most_obeyed(state.asked + self.asked[place]) as i128 * self.demand.weight;
        let death = if self.mortal && !floor.dies { self.death } else { 0 };
        let change = death - self.life * i128::from(link) - (obeyed - floor.obeyed);
        self.standing().any(|options| {
            let is_left = |option: &Gain| {
                floor.options.iter().any(|own| {
                    let sums = option.sums.iter().zip(&own.sums).take(self.sums);
                    option.value <= own.value + change && sums.into_iter().all(|(sum, own)| *sum <= own - link)
                })
            };
            options.iter().all(is_left) && !self.takes_part(options)
        })
    }
}
