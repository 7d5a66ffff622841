//! A plan whose linked attackers are known by bounds only: all ways to block the others, each played out whole.

use super::problem::{Problem, Shared};
use super::sets::Priced;
use crate::search::partition::Chosen;
use crate::search::solution::SearchError;

/// After how many columns the clock is looked at, few of which may be part of a block.
const COLUMNS_A_CHECK: usize = 64;

/// The search for the best block with one plan.
pub(super) struct Completion<'q, 'a, 'b, 'p> {
    problem: &'q mut Problem<'a, 'b, 'p>,
    plan: &'q [Shared],
    /// For each row what one of its attackers costs at least.
    alone: &'q [i128],
    /// How many attackers of each row are left.
    counts: Vec<usize>,
    /// For each row its columns and what they cost with prices, the cheapest first.
    columns: Vec<Vec<(i128, usize)>>,
    left: u128,
    chosen: Vec<Chosen>,
}

impl<'q, 'a, 'b, 'p> Completion<'q, 'a, 'b, 'p> {
    pub(super) fn new(
        problem: &'q mut Problem<'a, 'b, 'p>,
        priced: &Priced<'_>,
        alone: &'q [i128],
        plan: &'q [Shared],
    ) -> Self {
        let columns = problem.alone.iter().map(|columns| {
            let mut own: Vec<(i128, usize)> =
                columns.iter().enumerate().map(|(index, column)| (priced.reduced(column), index)).collect();
            own.sort_unstable();
            own
        });
        let columns: Vec<_> = columns.collect();
        let counts = problem.counts_without(plan);
        let left = problem.candidates.classes.full() - problem.taken(plan);
        let chosen = counts.iter().map(|_| Chosen::new()).collect();
        Completion { problem, plan, alone, counts, columns, left, chosen }
    }

    /// Looks through all blocks that can be better than the best so far; each costs at least `cost`.
    pub(super) fn search(&mut self, cost: i128) -> Result<(), SearchError> {
        self.choose(0, 0, self.counts.first().copied().unwrap_or(0), cost)
    }

    /// Chooses for so many attackers of a row among its columns from `place` on.
    fn choose(&mut self, row: usize, place: usize, open: usize, cost: i128) -> Result<(), SearchError> {
        self.problem.scorer.budget().spend(1)?;
        if self.problem.is_refuted() {
            return Ok(());
        }
        if row == self.counts.len() {
            let block = self.problem.block(self.plan, &self.chosen);
            return self.problem.consider(block);
        }
        if open == 0 {
            let next = self.counts.get(row + 1).copied().unwrap_or(0);
            return self.choose(row + 1, 0, next, cost);
        }
        for at in place..self.columns[row].len() {
            if at % COLUMNS_A_CHECK == 0 {
                self.problem.scorer.budget().check()?;
            }
            let (reduced, column) = self.columns[row][at];
            let cost = cost + reduced - self.alone[row];
            if cost > self.problem.highest() {
                break;
            }
            let used = self.problem.candidates.all[row].choices[0].columns[column].used;
            if !self.problem.candidates.classes.fits(used, self.left) {
                continue;
            }
            self.left -= used;
            self.chosen[row].push((column, 1));
            let result = self.choose(row, at, open - 1, cost);
            self.chosen[row].pop();
            self.left += used;
            result?;
        }
        Ok(())
    }
}
