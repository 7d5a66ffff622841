//! Which shared blockers block which attackers, together with whom: depth first over the attackers, by prices.
//!
//! What is chosen so far costs at least what its columns say, and all others at least their cheapest column. Once a plan
//! is whole its linked attackers are played out, and what they really come to replaces the bounds; the attackers and
//! blockers that are left are a block problem of their own.

use smallvec::SmallVec;

use super::completion::Completion;
use super::problem::{Problem, Shared, each_sharer};
use super::sets::{Priced, SharedSet};
use crate::search::columns::Column;
use crate::search::freed_aside::FreedAside;
use crate::search::solution::SearchError;

/// After how many sets the clock is looked at, few of which may be part of a plan.
const SETS_A_CHECK: usize = 64;

/// The search for plans in one case.
pub(super) struct Plans<'q, 'a, 'b, 'p> {
    problem: &'q mut Problem<'a, 'b, 'p>,
    priced: &'q Priced<'q>,
    /// For each row what one of its attackers costs at least where none of its blockers is shared.
    alone: &'q [i128],
    /// For each row its sets, the cheapest first.
    sets: FreedAside<Vec<Vec<SharedSet>>>,
    /// The least that the attackers of the rows from each index on cost.
    least: Vec<i128>,
    shared: u32,
    /// How often each sharer is part of the plan.
    uses: Vec<usize>,
    /// The parts of powers that the plan takes.
    spent: Vec<i64>,
    /// What every block costs at least from the start, and what of that is for sharers alone.
    base: i128,
    for_sharers: i128,
    /// The blockers that are left, as the classes of the sharing count them.
    left: u128,
    plan: Vec<Shared>,
}

/// What the plan so far comes to.
#[derive(Clone, Copy)]
pub(super) struct Cost {
    /// At least, with all rows that are done.
    pub(super) all: i128,
    /// Of that, what the columns of the plan say.
    pub(super) bounds: i128,
}

impl<'q, 'a, 'b, 'p> Plans<'q, 'a, 'b, 'p> {
    pub(super) fn new(
        problem: &'q mut Problem<'a, 'b, 'p>,
        priced: &'q Priced<'q>,
        alone: &'q [i128],
        mut sets: FreedAside<Vec<Vec<SharedSet>>>,
        (base, for_sharers): (i128, i128),
    ) -> Self {
        let mut least = vec![0; sets.len() + 1];
        for (row, own) in sets.iter_mut().enumerate().rev() {
            own.sort_by_key(|set| set.reduced);
            let each = own.first().map_or(alone[row], |set| set.reduced.min(alone[row]));
            least[row] = least[row + 1] + each * problem.counts[row] as i128;
        }
        let uses = vec![0; problem.sharing.sharers.len()];
        let left = problem.sharing.classes.full();
        let spent = vec![0; problem.sharing.caps.len()];
        Plans { problem, priced, alone, sets, least, shared: 0, uses, spent, base, for_sharers, left, plan: Vec::new() }
    }

    /// Looks through all plans in which these sharers block several attackers each.
    pub(super) fn search(&mut self, shared: u32) -> Result<(), SearchError> {
        self.shared = shared;
        let open = self.problem.counts.first().copied().unwrap_or(0);
        self.choose(0, 0, open, Cost { all: self.base, bounds: 0 })
    }

    /// Chooses for so many attackers of a row among its sets from `place` on.
    fn choose(&mut self, row: usize, place: usize, open: usize, cost: Cost) -> Result<(), SearchError> {
        self.problem.scorer.budget().spend(1)?;
        if self.problem.is_refuted() || cost.all + self.floor(row, open) > self.problem.highest() {
            return Ok(());
        }
        if row == self.sets.len() {
            return self.whole(cost);
        }
        for number in if open > 0 { place..self.sets[row].len() } else { 0..0 } {
            if number % SETS_A_CHECK == 0 {
                self.problem.scorer.budget().check()?;
            }
            let set = &self.sets[row][number];
            if cost.all + set.reduced + self.floor(row, open - 1) > self.problem.highest() {
                break;
            }
            let sharing = self.problem.sharing;
            let parts = |set: &SharedSet| -> SmallVec<[i64; 4]> {
                // All of its options take the same.
                sharing.caps.iter().map(|(sum, _)| set.options[0].sums[*sum]).collect()
            };
            let parts = parts(set);
            let spends = |((spent, part), (_, most)): ((&i64, &i64), &(usize, i64))| spent + part <= *most;
            let affords = self.spent.iter().zip(&parts).zip(&sharing.caps).all(spends);
            if !affords || !sharing.classes.fits(set.used, self.left) {
                continue;
            }
            let (used, sharers) = (set.used, set.shared);
            let next = Cost { all: cost.all + set.reduced, bounds: cost.bounds + set.reduced };
            let options = set.options.clone();
            self.plan.push(Shared { row, sharers, groups: set.groups.clone(), options });
            each_sharer(sharers).for_each(|sharer| self.uses[sharer] += 1);
            self.left -= used;
            self.spent.iter_mut().zip(&parts).for_each(|(spent, part)| *spent += part);
            let result = self.choose(row, number, open - 1, next);
            self.left += used;
            self.spent.iter_mut().zip(&parts).for_each(|(spent, part)| *spent -= part);
            each_sharer(sharers).for_each(|sharer| self.uses[sharer] -= 1);
            self.plan.pop();
            result?;
        }
        let next = self.problem.counts.get(row + 1).copied().unwrap_or(0);
        let rest = self.alone[row] * open as i128;
        self.choose(row + 1, 0, next, Cost { all: cost.all + rest, ..cost })
    }

    /// The least that so many attackers of a row, and the rows after it, cost.
    fn floor(&self, row: usize, open: usize) -> i128 {
        let Some(sets) = self.sets.get(row) else { return 0 };
        let each = sets.first().map_or(self.alone[row], |set| set.reduced.min(self.alone[row]));
        each * open as i128 + self.least[row + 1]
    }

    fn whole(&mut self, cost: Cost) -> Result<(), SearchError> {
        if each_sharer(self.shared).any(|sharer| self.uses[sharer] < 2) {
            return Ok(());
        }
        self.problem.scorer.budget().check()?;
        let others = cost.all - cost.bounds - self.for_sharers;
        let with = |columns: &[Column]| others + columns.iter().map(|it| self.priced.reduced(it)).sum::<i128>();
        // Playing out takes much longer than adding up bounds.
        if with(&self.problem.bounded(&self.plan)) > self.problem.highest() {
            return Ok(());
        }
        let linked = self.problem.linked(&self.plan)?;
        let cost = with(&linked.columns);
        if cost > self.problem.highest() {
            return Ok(());
        }
        if !linked.exact {
            return Completion::new(self.problem, self.priced, self.alone, &self.plan).search(cost);
        }
        if self.problem.is_new(&self.plan) { self.problem.solve_rest(&self.plan, &linked) } else { Ok(()) }
    }
}
