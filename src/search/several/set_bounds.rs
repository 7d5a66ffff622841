//! Bounds from below on what comes of sets of blockers against one attacker of which some block others as well.

use itertools::Itertools;
use smallvec::SmallVec;

use super::problem::each_sharer;
use super::sharing::{Sharing, is_able};
use super::standing::{BoundDuel, StandIns};
use crate::position::{CreatureId, Term};
use crate::rules::DeclaredAttacker;
use crate::search::candidates::Candidates;
use crate::search::columns::Column;
use crate::search::duties::Demand;
use crate::search::fighter::Fighter;
use crate::search::gain::Gain;
use crate::search::score::Scorer;

/// What is known of an attacker and those that may block it.
pub(super) struct SetBounds<'a> {
    sharing: &'a Sharing,
    stand_ins: &'a StandIns<'a>,
    demand: &'a Demand,
    /// `None` where the attacker has more to it than numbers.
    bound: Option<BoundDuel<'a>>,
    /// Less than anything that can come of a set.
    pub(super) least: Column,
}

/// Whether an attacker can die by any of its blockers.
pub(super) fn is_mortal(scorer: &Scorer<'_, '_>, attacker: &DeclaredAttacker, stand_ins: &StandIns<'_>) -> bool {
    let it = scorer.board().characteristics(attacker.creature);
    !it.indestructible || it.decayed || stand_ins.fighters[..stand_ins.first].iter().any(Option::is_none)
}

impl<'a> SetBounds<'a> {
    /// Where the creatures that are shared at all are some of those `together`.
    pub(super) fn new(
        scorer: &Scorer<'_, '_>,
        (candidates, sharing, together): (&Candidates, &'a Sharing, u32),
        (attacker, demand): (&DeclaredAttacker, &'a Demand),
        stand_ins: &'a StandIns<'a>,
    ) -> Self {
        let board = scorer.board();
        let it = board.characteristics(attacker.creature);
        let life_of = |fighter: Option<&Fighter>, creature: CreatureId| match fighter {
            Some(fighter) if fighter.lifelink => 2 * fighter.power,
            Some(_) => 0,
            // Of what is not in numbers nothing is known.
            None => {
                let it = board.characteristics(creature);
                if it.lifelink { 2 * (it.power.max(it.toughness) + it.bushido).max(0) } else { 0 }
            }
        };
        let links = each_sharer(together).map(|sharer| &sharing.sharers[sharer]);
        let mut life: i64 = links.map(|sharer| life_of(sharer.fighter.as_ref(), sharer.creature)).sum();
        for (class, members) in candidates.classes.members.iter().enumerate() {
            if is_able(board, members[0], attacker) {
                life += life_of(stand_ins.fighters[class].as_ref(), members[0]) * members.len() as i64;
            }
        }
        let factor = |term: Term| sharing.numbers.scale().number(scorer.valuation().factor(term));
        let death = i128::from(it.value) * (factor(Term::Losses) - factor(Term::Material));
        let mut least = sharing.numbers.zero();
        let dies = if is_mortal(scorer, attacker, stand_ins) { death.min(0) } else { 0 };
        least.value = dies - factor(Term::Lifegain) * i128::from(life);
        least.sums.iter_mut().for_each(|sum| *sum = -life);
        sharing.set_rows(&mut least, demand.least_sums());
        let least = sharing.padded(Column::new(0, &[], SmallVec::from_elem(least, 1), 0));
        SetBounds { sharing, stand_ins, demand, bound: stand_ins.against(scorer, attacker), least }
    }

    /// The columns of a set, one for each way in which its shared creatures may use parts of their power; the groups are
    /// those that block nothing else.
    pub(super) fn columns(&self, shared: u32, groups: &[(usize, usize)]) -> Vec<Column> {
        let (sharing, stand_ins) = (self.sharing, self.stand_ins);
        let stands = |class: usize, sharer: usize| stand_ins.all[class - stand_ins.first].sharer == sharer;
        let end = stand_ins.fighters.len();
        let all = each_sharer(shared).map(|sharer| {
            let own = (stand_ins.first..end).filter(|class| stands(*class, sharer));
            // Where nothing is known of the set one of them stands for all.
            own.take(if self.bound.is_some() { usize::MAX } else { 1 }).collect::<SmallVec<[usize; 8]>>()
        });
        let all: SmallVec<[SmallVec<[usize; 8]>; 4]> = all.collect();
        let own = groups.iter().map(|(class, count)| (*class, count * sharing.copies(*class)));
        let once = each_sharer(shared).map(|sharer| (sharing.sharers[sharer].class, 1));
        let taken: SmallVec<[(usize, usize); 4]> = own.chain(once).collect();
        let used = sharing.classes.set(&taken);
        let size = groups.iter().map(|(_, count)| count).sum();
        let all_shared = shared.count_ones() as usize;
        let mut columns = Vec::new();
        for classes in all.into_iter().multi_cartesian_product() {
            let set: Vec<(usize, usize)> =
                groups.iter().copied().chain(classes.into_iter().map(|class| (class, 1))).collect();
            if self.bound.as_ref().is_some_and(|bound| bound.is_idle(&set)) {
                continue;
            }
            // Where duels in numbers don't do, nothing is known.
            let least = || self.least.options.iter().cloned().map(|gain| self.without_parts(gain)).collect();
            let played = self.bound.as_ref().and_then(|bound| bound.play(&set));
            let mut options: SmallVec<[Gain; 1]> = played.map_or_else(least, |played| played.options);
            let parts = match &self.bound {
                Some(bound) => bound.parts(&set),
                None => stand_ins.no_parts(),
            };
            let obeyed = self.demand.obeyed(&set) as i128;
            for option in &mut options {
                option.value -= self.demand.weight * obeyed;
                sharing.set_rows(option, self.demand.sums(size + all_shared, all_shared));
                option.sums.extend_from_slice(&parts);
            }
            columns.push(Column { size, ..Column::new(used, &taken, options, 0) });
        }
        columns
    }

    fn without_parts(&self, mut gain: Gain) -> Gain {
        gain.sums.truncate(self.sharing.numbers.zero().sums.len());
        gain
    }
}
