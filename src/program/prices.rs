//! The best prices of a block problem, by linear programming.
//!
//! Attackers choose among columns; a column takes from limits that all share: blockers of a class, or damage that a
//! player may take without losing. With a price on each limit the choices fall apart, one least reduced cost a row, and
//! what comes out bounds every choice that keeps the limits (Fisher 1981):
//!
//! ```text
//! bound(prices) = sum over rows of count * least(row, prices)  -  sum over limits of price * limit
//! least(row, prices) = min over the row's columns of cost + sum over limits of price * taken
//! ```
//!
//! The prices, 0 or more, for which that is greatest solve the dual of the linear relaxation, whose optimum it is:
//!
//! ```text
//! maximise   sum of count * least_r  -  sum of price_l * limit_l
//! subject to least_r  <=  cost_c + sum of price_l * taken_c_l     for each column c of row r
//! ```
//!
//! There are many columns and few that matter, so rows of the dual are generated (Kelley 1960): solve with some of the
//! columns, add for each row the one that its answer overlooks, until the bound of the prices is the optimum.
//!
//! All of this is in floating point, and nothing rests on it: any prices give a bound that holds, so the caller rounds
//! them and works out its bound in whole numbers.

use super::solver::{Cut, best_prices};

/// Rounds of columns after which the best prices so far are good enough.
const ROUNDS: usize = 60;

/// Columns of each row that are there from the start: those that cost least.
const FIRST: usize = 3;

/// The optimum is reached where the bound is this near to it, as a part of what the costs range over.
const NEAR: f64 = 1e-7;

/// A block problem as its prices see it.
///
/// ```
/// use alphastrike::program::PriceProblem;
///
/// // Two attackers, one blocker: each costs 5 unblocked, and 1 or 2 blocked.
/// let mut problem = PriceProblem::new(&[1]);
/// for blocked in [1.0, 2.0] {
///     problem.add_row(1);
///     problem.add_column(5.0, []);
///     problem.add_column(blocked, [(0, 1)]);
/// }
/// let prices = problem.best().expect("a small program");
/// // The blocker is worth what it saves where it is the second best.
/// assert!((prices.bound - 6.0).abs() < 1e-6 && (3.0..=4.0).contains(&prices.prices[0].round()));
/// ```
#[derive(Clone, Debug, Default)]
pub struct PriceProblem {
    limits: Vec<f64>,
    rows: Vec<Row>,
    columns: Vec<Column>,
    taken: Vec<(usize, f64)>,
}

/// Prices and what they prove, up to rounding.
#[derive(Clone, Debug, PartialEq)]
pub struct Prices {
    /// One for each limit, 0 or more.
    pub prices: Vec<f64>,
    /// What any choice within the limits costs at least.
    pub bound: f64,
}

#[derive(Clone, Copy, Debug)]
struct Row {
    count: f64,
    first: usize,
}

#[derive(Clone, Copy, Debug)]
struct Column {
    cost: f64,
    first: usize,
}

#[expect(clippy::cast_precision_loss, reason = "prices are hints")]
fn number(whole: i64) -> f64 {
    whole as f64
}

impl PriceProblem {
    /// No rows, and these limits.
    pub fn new(limits: &[i64]) -> PriceProblem {
        PriceProblem { limits: limits.iter().map(|limit| number(*limit)).collect(), ..PriceProblem::default() }
    }

    /// Begins a row: `count` alike attackers. Columns that are added next are theirs.
    pub fn add_row(&mut self, count: i64) {
        self.rows.push(Row { count: number(count), first: self.columns.len() });
    }

    /// Adds a column to the last row: what it costs, and how much it takes of which limits.
    pub fn add_column(&mut self, cost: f64, taken: impl IntoIterator<Item = (usize, i64)>) {
        self.columns.push(Column { cost, first: self.taken.len() });
        let known = self.limits.len();
        self.taken.extend(taken.into_iter().filter(|(limit, _)| *limit < known).map(|(l, much)| (l, number(much))));
    }

    /// The columns of a row.
    fn columns_of(&self, row: usize) -> std::ops::Range<usize> {
        let end = self.rows.get(row + 1).map_or(self.columns.len(), |next| next.first);
        self.rows[row].first..end
    }

    /// What a column takes.
    fn taken_by(&self, column: usize) -> &[(usize, f64)] {
        let end = self.columns.get(column + 1).map_or(self.taken.len(), |next| next.first);
        &self.taken[self.columns[column].first..end]
    }

    /// What a column costs by these prices.
    fn reduced(&self, column: usize, prices: &[f64]) -> f64 {
        let taken: f64 = self.taken_by(column).iter().map(|(limit, much)| prices[*limit] * much).sum();
        self.columns[column].cost + taken
    }

    /// What these prices prove; a missing one is 0.
    pub fn bound(&self, prices: &[f64]) -> f64 {
        let prices: Vec<f64> = (0..self.limits.len()).map(|limit| prices.get(limit).copied().unwrap_or(0.0)).collect();
        let least = |row: usize| self.least(row, &prices).map_or(0.0, |(least, _)| least);
        let rows = self.rows.iter().enumerate().map(|(index, row)| row.count * least(index));
        rows.sum::<f64>() - self.worth_of_limits(&prices)
    }

    fn worth_of_limits(&self, prices: &[f64]) -> f64 {
        prices.iter().zip(&self.limits).map(|(price, limit)| price * limit).sum()
    }

    /// The least reduced cost of a row, and the column that has it; `None` without columns.
    fn least(&self, row: usize, prices: &[f64]) -> Option<(f64, usize)> {
        let reduced = self.columns_of(row).map(|column| (self.reduced(column, prices), column));
        reduced.min_by(|one, other| one.0.total_cmp(&other.0))
    }

    /// The best prices, or the best that were found in a limited number of rounds; `None` where the solver fails or
    /// a row has no columns.
    pub fn best(&self) -> Option<Prices> {
        if (0..self.rows.len()).any(|row| self.columns_of(row).is_empty()) {
            return None;
        }
        // Costs count from the least of their row, in multiples of what all rows can differ by: no limit is worth more
        // than that, and a price beyond it says that the limits can't be kept.
        let costs = |row: usize| self.columns[self.columns_of(row)].iter().map(|column| column.cost);
        let bases: Vec<f64> = (0..self.rows.len()).map(|row| costs(row).fold(f64::MAX, f64::min)).collect();
        let base: f64 = bases.iter().zip(&self.rows).map(|(base, row)| base * row.count).sum();
        let range = |row: usize| (costs(row).fold(f64::MIN, f64::max) - bases[row]) * self.rows[row].count;
        let range: f64 = (0..self.rows.len()).map(range).sum();
        let unit = if range > 0.0 { range } else { 1.0 };
        let cut = |row: usize, column: usize| Cut {
            row,
            cost: (self.columns[column].cost - bases[row]) / unit,
            taken: self.taken_by(column).to_vec(),
        };
        let mut cuts: Vec<Cut> = Vec::new();
        let mut inside = vec![false; self.columns.len()];
        for row in 0..self.rows.len() {
            let mut columns: Vec<usize> = self.columns_of(row).collect();
            columns.sort_by(|one, other| self.columns[*one].cost.total_cmp(&self.columns[*other].cost));
            for column in columns.into_iter().take(FIRST) {
                inside[column] = true;
                cuts.push(cut(row, column));
            }
        }
        let mut best = Prices { prices: vec![0.0; self.limits.len()], bound: f64::MIN };
        let counts: Vec<f64> = self.rows.iter().map(|row| row.count).collect();
        for _ in 0..ROUNDS {
            let (optimum, prices) = best_prices(&counts, &self.limits, &cuts)?;
            let prices: Vec<f64> = prices.iter().map(|price| price.max(0.0) * unit).collect();
            let mut bound = -self.worth_of_limits(&prices);
            for row in 0..self.rows.len() {
                let Some((least, column)) = self.least(row, &prices) else { continue };
                bound += self.rows[row].count * least;
                if !inside[column] {
                    inside[column] = true;
                    cuts.push(cut(row, column));
                }
            }
            if bound > best.bound {
                best = Prices { prices, bound };
            }
            if base + optimum * unit - best.bound <= NEAR * unit {
                break;
            }
        }
        Some(best)
    }
}
