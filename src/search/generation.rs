//! Prices of cases with thousands of columns: from few of them, to which those are added that the prices overlook.

use super::partition::Search;
use super::price_tree::prices_of;
use super::relaxation::Prices;
use super::solution::SearchError;
use super::tree::Problem;

/// How many columns of each row there are at first, by each of two orders, and how many more each time.
const FIRST: usize = 6;
/// How often columns are added at most.
const GENERATIONS: usize = 40;

impl Search<'_> {
    /// Finds the best prices of a case of many columns from few of them, to which those are added that they overlook
    /// (Dantzig and Wolfe 1960). Whether that settles the case.
    pub(super) fn generate(&mut self, problem: &mut Problem<'_>, hints: &mut Vec<f64>) -> Result<bool, SearchError> {
        hints.resize(problem.limits.there.len() + problem.limits.caps.len(), 0.0);
        problem.back = Prices::round(hints).reduce(&mut problem.rows, &problem.limits);
        let mut chosen: Vec<Vec<usize>> = Vec::with_capacity(problem.rows.len());
        for row in &problem.rows {
            self.tables.budget.check()?;
            let mut own = vec![0];
            let by = |costs: &[i128], own: &mut Vec<usize>| {
                let mut order = row.order.clone();
                let most = FIRST.min(order.len() - 1);
                order.select_nth_unstable_by_key(most, |column| (costs[*column], *column));
                own.extend_from_slice(&order[..=most]);
            };
            by(&row.reduced, &mut own);
            by(&row.cost, &mut own);
            own.sort_unstable();
            own.dedup();
            chosen.push(own);
        }
        for _ in 0..GENERATIONS {
            self.tables.budget.check()?;
            let Some(prices) = prices_of(self, problem, &chosen) else { return Ok(false) };
            if self.is_refuted() {
                return Ok(true);
            }
            problem.back = prices.reduce(&mut problem.rows, &problem.limits);
            *hints = prices.hints();
            if self.leave_out(problem) {
                return Ok(true);
            }
            let mut complete = true;
            for (row, chosen) in problem.rows.iter().zip(&mut chosen) {
                let least = chosen.iter().map(|column| row.reduced[*column]).min().unwrap_or(i128::MAX);
                let mut overlooked: Vec<usize> =
                    row.order.iter().copied().filter(|column| row.reduced[*column] < least).collect();
                overlooked.sort_unstable_by_key(|column| (row.reduced[*column], *column));
                overlooked.truncate(FIRST);
                complete &= overlooked.is_empty();
                chosen.extend(overlooked);
            }
            if complete {
                break;
            }
        }
        Ok(false)
    }
}
