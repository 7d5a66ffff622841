//! Lower bounds on block problems that add up over attackers: Lagrangian relaxations (Fisher 1981).
//!
//! "No blocker twice" is taken into the cost: each class of blockers has a price, and what is there counts back. The
//! same can be done with the damage that a defending player may take without losing. The prices are found by a
//! subgradient method (Held and Karp 1971); they are any numbers of 0 or more, and the bounds hold for all of them.

use smallvec::SmallVec;

use super::classes::Classes;
use super::columns::Column;
use super::scale::Scale;
use super::score::{Score, Scorer};
use super::solution::SearchError;

/// Below the last level of the objective the number of blockers breaks ties; it is below this.
pub(super) const TIE: i128 = 1 << 16;
/// Most partial attacks and blocks that are looked at for one answer.
pub(super) const NODE_LIMIT: u64 = 20_000_000;

pub(super) fn too_many_nodes() -> SearchError {
    SearchError::TooLarge(format!(
        "the proof takes more than {NODE_LIMIT} partial attacks and blocks, which is the limit"
    ))
}

/// Steps of the subgradient method.
const SUBGRADIENT_STEPS: usize = 50;

/// What is the same in all block problems of one board.
pub(super) struct Tables<'s, 'b, 'p> {
    pub(super) scorer: &'s Scorer<'b, 'p>,
    pub(super) scale: Scale,
    pub(super) classes: Classes,
    pub(super) needs: Vec<(usize, i64)>,
}

/// A column with what the bounds need, worked out once.
#[derive(Clone, Debug)]
pub(super) struct Priced {
    pub(super) column: Column,
    /// The option of most additive value, as a number with room for ties.
    pub(super) most_value: i128,
    /// Its sums.
    pub(super) value_sums: SmallVec<[i64; 6]>,
    /// For each need, the most of its sum, and the additive value of the option that has it.
    pub(super) most_sums: SmallVec<[(i64, i128); 2]>,
    /// At least as good for the active player as every option, in every respect.
    pub(super) upper: Score,
    /// How many creatures of which classes it uses.
    pub(super) uses: SmallVec<[(usize, i64); 4]>,
}

impl Priced {
    /// `None` where there are no options.
    pub(super) fn new(tables: &Tables<'_, '_, '_>, column: Column) -> Option<Priced> {
        let Tables { scale, classes, needs, .. } = tables;
        let best = column.options.iter().max_by_key(|option| option.value())?;
        let most_sums = needs.iter().map(|(index, _)| {
            let best = column.options.iter().max_by_key(|option| (option.sums()[*index], option.value()));
            best.map_or((0, 0), |option| (option.sums()[*index], scale.additive(option) * TIE))
        });
        let upper = column.options.iter().skip(1).fold(column.options[0].clone(), |upper, option| upper.upper(option));
        Some(Priced {
            most_value: scale.additive(best) * TIE + column.size as i128,
            value_sums: SmallVec::from_slice(best.sums()),
            most_sums: most_sums.collect(),
            upper,
            uses: (0..classes.members.len())
                .map(|kind| (kind, classes.count(column.used, kind) as i64))
                .filter(|(_, count)| *count > 0)
                .collect(),
            column,
        })
    }

    /// What its sums cost by these prices.
    pub(super) fn press(&self, caps: &Caps, prices: &[i128]) -> i128 {
        caps.iter().zip(prices).map(|((need, _), price)| price * i128::from(self.most_sums[*need].0)).sum()
    }

    /// What its blockers cost by these multipliers.
    pub(super) fn weigh(&self, multipliers: &[i128]) -> i128 {
        self.uses.iter().map(|(kind, count)| multipliers[*kind] * i128::from(*count)).sum()
    }
}

/// One attacker of a block problem.
pub(super) struct Row<'a> {
    /// Which of the caller's rows it is.
    pub(super) number: usize,
    /// Rows of one kind have the same columns and stand together.
    pub(super) kind: usize,
    pub(super) columns: &'a [Priced],
    /// The columns that can be part of a best block, in the order in which they are tried.
    pub(super) order: Vec<usize>,
}

/// The needs that blocks under a bound must not reach: numbers of needs, and how much of each is still no loss.
pub(super) type Caps = [(usize, i64)];

/// What a column costs in some relaxation.
pub(super) type Cost<'c> = &'c dyn Fn(&Priced) -> i128;

/// A lower bound that adds up over rows: for the rows from each index on, the least of cost and prices.
pub(super) struct Relaxation {
    /// What one creature of each class costs.
    pub(super) multipliers: Vec<i128>,
    /// What one point of the sum of each capped need costs.
    pub(super) prices: Vec<i128>,
    suffix: Vec<i128>,
}

impl Relaxation {
    /// No prices, and nothing known of any row.
    pub(super) fn nothing(tables: &Tables<'_, '_, '_>, rows: usize) -> Relaxation {
        let multipliers = vec![0; tables.classes.members.len()];
        Relaxation { multipliers, prices: Vec::new(), suffix: vec![0; rows + 1] }
    }

    /// Finds good prices for these costs; `target` is what some block costs, or what the bound is to reach.
    pub(super) fn new(
        tables: &Tables<'_, '_, '_>,
        rows: &[Row<'_>],
        cost: Cost<'_>,
        caps: &Caps,
        target: i128,
    ) -> Relaxation {
        let classes = &tables.classes;
        let kinds = classes.members.len();
        let there: Vec<i64> = (0..kinds).map(|kind| classes.count(classes.full(), kind) as i64).collect();
        let mut multipliers = vec![0i128; kinds];
        let mut prices = vec![0i128; caps.len()];
        let mut best = (i128::MIN, multipliers.clone(), prices.clone());
        let (mut pace, mut stale) = (1.6f64, 0);
        for _ in 0..SUBGRADIENT_STEPS {
            // How much the relaxed choice uses of each class, and takes of each capped sum, beyond what there is.
            let mut excess: Vec<i64> = there.iter().map(|count| -count).collect();
            let mut over: Vec<i64> = caps.iter().map(|(_, most)| -most).collect();
            let mut bound =
                -multipliers.iter().zip(&there).map(|(price, count)| price * i128::from(*count)).sum::<i128>();
            bound -= prices.iter().zip(caps).map(|(price, (_, most))| price * i128::from(*most)).sum::<i128>();
            for row in rows {
                let reduced = |column: &Priced| cost(column) + column.weigh(&multipliers) + column.press(caps, &prices);
                let costs = row.order.iter().map(|index| (reduced(&row.columns[*index]), *index));
                if let Some((least, index)) = costs.min() {
                    let column = &row.columns[index];
                    bound += least;
                    column.uses.iter().for_each(|(kind, count)| excess[*kind] += *count);
                    over.iter_mut().zip(caps).for_each(|(over, (need, _))| *over += column.most_sums[*need].0);
                }
            }
            if bound > best.0 {
                best = (bound, multipliers.clone(), prices.clone());
                stale = 0;
            } else {
                stale += 1;
                if stale == 4 {
                    (pace, stale) = (pace * 0.6, 0);
                }
            }
            if bound >= target {
                break;
            }
            // The length of the step is all that floating point decides: any prices give a bound that holds.
            let square = |beyond: &[i64], prices: &[i128]| -> f64 {
                let moving = beyond.iter().zip(prices).filter(|(beyond, price)| **beyond > 0 || **price > 0);
                moving.map(|(beyond, _)| (*beyond as f64) * (*beyond as f64)).sum()
            };
            let square = square(&excess, &multipliers) + square(&over, &prices);
            if square < 0.5 {
                break;
            }
            let length = pace * (target - bound) as f64 / square;
            let step = |price: &mut i128, beyond: i64| *price = (*price + (length * beyond as f64) as i128).max(0);
            multipliers.iter_mut().zip(&excess).for_each(|(price, beyond)| step(price, *beyond));
            prices.iter_mut().zip(&over).for_each(|(price, beyond)| step(price, *beyond));
        }
        let (_, multipliers, prices) = best;
        let mut relaxation = Relaxation { multipliers, prices, suffix: Vec::new() };
        relaxation.sum_up(rows, cost, caps);
        relaxation
    }

    /// Works out the sums again, for other rows or another order.
    pub(super) fn sum_up(&mut self, rows: &[Row<'_>], cost: Cost<'_>, caps: &Caps) {
        let mut suffix = vec![0i128; rows.len() + 1];
        for (index, row) in rows.iter().enumerate().rev() {
            let costs = row.order.iter().map(|column| self.reduced(&row.columns[*column], cost, caps));
            suffix[index] = suffix[index + 1] + costs.min().unwrap_or(0);
        }
        self.suffix = suffix;
    }

    /// What a column costs with prices.
    pub(super) fn reduced(&self, column: &Priced, cost: Cost<'_>, caps: &Caps) -> i128 {
        cost(column) + column.weigh(&self.multipliers) + column.press(caps, &self.prices)
    }

    /// What the rows from `row` on cost at least when these blockers are left.
    pub(super) fn bound(&self, classes: &Classes, row: usize, left: u128) -> i128 {
        let priced = self.multipliers.iter().enumerate().filter(|(_, price)| **price != 0);
        self.suffix[row] - priced.map(|(kind, price)| price * classes.count(left, kind) as i128).sum::<i128>()
    }
}
