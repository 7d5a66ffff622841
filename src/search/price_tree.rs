//! One case of a block problem by branch and bound over sub-problems, each with the best prices of its own.
//!
//! Where life is tight and creatures come in swarms, many blocks cost nearly the same, and prices of the whole problem
//! tell too little. Here the linear relaxation is solved again for every sub-problem (Land and Doig 1960): it says by
//! which number a split tells most (Driebeck 1966), its prices say what every block of the sub-problem costs at least,
//! and its values rounded down make a beginning of a good block. A split adds a limit: so many attackers on a column at
//! most, or one more at least; or so many left over of a class.
//!
//! The relaxation is in floating point. What cuts off is its prices, rounded, and what follows from them in whole
//! numbers.

use super::cut::cut;
use super::partition::{Assembled, Search};
use super::relaxation::{Prices, Row};
use super::simplex::{Basis, Limit, Linear, Outcome};
use super::solution::SearchError;
use super::tree::{End, Problem};

/// Values so near to a whole number count as one.
const WHOLE: f64 = 1e-6;
/// Most numbers of a relaxation that a split is tried on.
const TRIED: usize = 16;
/// Sub-problems after which a problem is no easy one, and cuts are made.
const EASY: u64 = 60;
/// Rounds of cuts, and how many are made in each.
const CUT_ROUNDS: usize = 12;
const CUTS: usize = 6;
/// In how many parts of a number prices are counted, as long as costs are below the limit.
const FINE: i128 = 1 << 10;
const FINE_LIMIT: i128 = 1 << 60;
/// Splits within splits.
const DEPTH_LIMIT: usize = 200;
/// How often prices that grow beyond all bounds are made four times as large.
const GROWTHS: usize = 24;

/// Searches a case to the end, or for so many sub-problems. Columns of `problem` that can't be part of a better block
/// than the best are left out on the way.
pub(super) fn search_by_prices(
    search: &mut Search<'_>,
    problem: &mut Problem<'_>,
    patience: u64,
) -> Result<End, SearchError> {
    loop {
        let before = problem.size();
        let all: Vec<Vec<usize>> = problem.rows.iter().map(|row| row.order.clone()).collect();
        let mut tree = PriceTree::new(search, problem, &all);
        let Some(mut basis) = Basis::cheapest(&tree.linear) else { return Ok(End::Exhausted) };
        let bound = match tree.settle(&mut basis).0 {
            Settled::Cut => return Ok(End::Exhausted),
            Settled::Unknown => return Ok(End::GaveUp),
            Settled::Open(bound) => bound,
        };
        tree.round(&basis);
        let reduced = tree.reduced(&basis.prices(&tree.linear));
        let least: Vec<i128> = tree.firsts(|column| reduced[column]).collect();
        let highest = tree.search.highest();
        let fine = tree.fine;
        let left = |(column, (place, _)): (usize, &(usize, usize))| {
            (bound - 1) * fine + reduced[column] - least[*place] <= highest * fine
        };
        let left: Vec<bool> = tree.columns.iter().enumerate().map(left).collect();
        if tree.search.is_refuted() {
            return Ok(End::Found);
        }
        let after = left.iter().filter(|left| **left).count();
        if after * 5 > before * 4 {
            tree.patience = patience.min(EASY);
            tree.explore(&basis, bound, 0)?;
            if tree.nodes > EASY && patience > EASY && !tree.search.is_refuted() {
                tree.patience = patience;
                match tree.cut(&mut basis, bound)? {
                    Settled::Cut => return Ok(End::Exhausted),
                    Settled::Open(bound) => {
                        tree.complete = true;
                        tree.explore(&basis, bound, 0)?;
                    }
                    Settled::Unknown => return Ok(End::GaveUp),
                }
            }
            return Ok(match () {
                () if tree.search.is_refuted() => End::Found,
                () if tree.nodes > patience || !tree.complete => End::GaveUp,
                () => End::Exhausted,
            });
        }
        let mut left = left.into_iter();
        for row in &mut problem.rows {
            row.order.retain(|_| left.next().unwrap_or(true));
            if row.order.is_empty() {
                return Ok(End::Exhausted);
            }
        }
    }
}

/// Prices for a case from some of its columns, which for each row are `chosen`; also a block of those by the way. `None`
/// where the relaxation can't be solved.
pub(super) fn prices_of(search: &mut Search<'_>, problem: &Problem<'_>, chosen: &[Vec<usize>]) -> Option<Prices> {
    let mut tree = PriceTree::new(search, problem, chosen);
    let mut basis = Basis::cheapest(&tree.linear)?;
    let (settled, prices) = tree.settle(&mut basis);
    match settled {
        Settled::Open(_) => tree.round(&basis),
        Settled::Cut => {}
        Settled::Unknown => return None,
    }
    Some(Prices::of(tree.whole(&prices, 1)))
}

/// What became of a sub-problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Settled {
    /// No block of it is better than the best.
    Cut,
    /// Its blocks cost so much at least.
    Open(i128),
    Unknown,
}

struct PriceTree<'t, 's, 'p> {
    search: &'t mut Search<'s>,
    rows: &'t [Row<'p>],
    /// For each row which of its columns are looked at.
    chosen: &'t [Vec<usize>],
    /// For each column its place among the rows and which it is there.
    columns: Vec<(usize, usize)>,
    costs: Vec<i128>,
    linear: Linear,
    /// What every block costs, but for multiples of `unit`.
    base: i128,
    unit: i128,
    /// In how many parts of a number prices are counted: where numbers of blockers matter a price may be half of one.
    fine: i128,
    nodes: u64,
    patience: u64,
    /// Whether all sub-problems so far are settled.
    complete: bool,
}

impl<'t, 's, 'p> PriceTree<'t, 's, 'p> {
    #[expect(clippy::cast_precision_loss, reason = "the relaxation decides nothing")]
    fn new(search: &'t mut Search<'s>, problem: &'t Problem<'p>, chosen: &'t [Vec<usize>]) -> PriceTree<'t, 's, 'p> {
        let rows = &problem.rows[..];
        let mut base = problem.constant;
        let mut unit = 0;
        let (mut columns, mut costs) = (Vec::new(), Vec::new());
        for (place, (row, own)) in rows.iter().zip(chosen).enumerate() {
            let least = own.iter().map(|column| row.cost[*column]).min().unwrap_or(0);
            base += least * row.count as i128;
            for column in own {
                columns.push((place, *column));
                costs.push(row.cost[*column] - least);
                unit = common_divisor(unit, row.cost[*column] - least);
            }
        }
        let unit = unit.max(1);
        let fine = if costs.iter().all(|cost| *cost < FINE_LIMIT) { FINE } else { 1 };
        let counts: Vec<usize> = rows.iter().map(|row| row.count).collect();
        let in_units = columns.iter().zip(&costs).map(|((place, _), cost)| (*place, (cost / unit) as f64));
        let mut linear = Linear::new(&counts, in_units);
        let all = |factor: &dyn Fn(usize, usize) -> i64| -> Vec<(usize, i64)> {
            let factors = columns.iter().enumerate().map(|(index, (place, column))| (index, factor(*place, *column)));
            factors.filter(|(_, factor)| *factor != 0).collect()
        };
        for (class, there) in problem.limits.there.iter().enumerate() {
            let uses = |place: usize, column: usize| {
                let own = rows[place].columns[column].groups.iter().find(|(other, _)| *other == class);
                own.map_or(0, |(_, count)| *count as i64)
            };
            linear.push(Limit { factors: all(&uses), most: *there });
        }
        for (sum, most) in &problem.limits.caps {
            let adds = |place: usize, column: usize| rows[place].columns[column].upper.sums[*sum];
            linear.push(Limit { factors: all(&adds), most: *most });
        }
        PriceTree {
            search,
            rows,
            chosen,
            columns,
            costs,
            linear,
            base,
            unit,
            fine,
            nodes: 0,
            patience: 0,
            complete: true,
        }
    }

    /// For each row the least of its columns' numbers.
    fn firsts(&self, number: impl Fn(usize) -> i128) -> impl Iterator<Item = i128> {
        let mut least: Vec<Option<i128>> = vec![None; self.rows.len()];
        for (column, (place, _)) in self.columns.iter().enumerate() {
            let own = number(column);
            least[*place] = Some(least[*place].map_or(own, |other| other.min(own)));
        }
        least.into_iter().map(|least| least.unwrap_or(0))
    }

    /// Prices in whole numbers, in so many parts.
    #[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, reason = "any prices do")]
    fn whole(&self, prices: &[f64], fine: i128) -> Vec<i128> {
        let scale = (self.unit * fine) as f64;
        prices.iter().map(|price| Prices::fitting((price * scale).round() as i128)).collect()
    }

    /// What each column costs with prices, from the cheapest of its row without prices on, in fine parts.
    fn reduced(&self, prices: &[f64]) -> Vec<i128> {
        let mut reduced: Vec<i128> = self.costs.iter().map(|cost| cost * self.fine).collect();
        for (price, limit) in self.whole(prices, self.fine).into_iter().zip(self.linear.limits()) {
            if price > 0 {
                limit.factors.iter().for_each(|(column, factor)| reduced[*column] += price * i128::from(*factor));
            }
        }
        reduced
    }

    /// What every block that keeps the limits costs at least, by these prices.
    fn bound(&self, prices: &[f64]) -> i128 {
        let reduced = self.reduced(prices);
        let firsts = self.firsts(|column| reduced[column]);
        let sum: i128 = firsts.zip(self.rows).map(|(least, row)| least * row.count as i128).sum();
        let back = self.whole(prices, self.fine).into_iter().zip(self.linear.limits());
        let sum = sum - back.map(|(price, limit)| price * i128::from(limit.most)).sum::<i128>();
        // Costs are whole, so a part of one counts as one.
        self.base - (-sum).div_euclid(self.fine)
    }

    /// The least number from a bound on that a block can cost: costs are multiples of the unit.
    fn raised(&self, bound: i128) -> i128 {
        self.base + (bound - self.base + self.unit - 1).div_euclid(self.unit) * self.unit
    }

    /// Solves the relaxation and says what its prices prove, and which those are.
    #[expect(clippy::cast_precision_loss, reason = "any prices do")]
    fn settle(&self, basis: &mut Basis) -> (Settled, Vec<f64>) {
        let highest = self.search.highest();
        let outcome = basis.mend(&self.linear);
        let prices = basis.prices(&self.linear);
        let bound = self.bound(&prices);
        match outcome {
            _ if self.raised(bound) > highest => (Settled::Cut, prices),
            Outcome::Optimal => (Settled::Open(bound), prices),
            Outcome::Broken(direction) => {
                let mut far = ((highest - bound) / self.unit + 1) as f64;
                for _ in 0..GROWTHS {
                    let beyond: Vec<f64> =
                        prices.iter().zip(&direction).map(|(price, way)| price + far * way).collect();
                    if self.raised(self.bound(&beyond)) > highest {
                        return (Settled::Cut, beyond);
                    }
                    far *= 4.0;
                }
                (Settled::Unknown, prices)
            }
            Outcome::Unknown => (Settled::Unknown, prices),
        }
    }

    /// Adds cuts for as long as they raise the bound.
    fn cut(&mut self, basis: &mut Basis, bound: i128) -> Result<Settled, SearchError> {
        let mut settled = Settled::Open(bound);
        let mut stale = 0;
        for _ in 0..CUT_ROUNDS {
            self.search.tables.budget.check()?;
            let mut lines: Vec<(f64, usize)> = Vec::new();
            for (line, value) in basis.values.iter().enumerate() {
                lines.push(((value - value.round()).abs(), line));
            }
            lines.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
            let cuts = lines.into_iter().filter_map(|(_, line)| cut(&self.linear, basis, line));
            let cuts: Vec<Limit> = cuts.take(CUTS).collect();
            if cuts.is_empty() {
                break;
            }
            for cut in cuts {
                self.linear.push(cut);
                *basis = basis.extended(&self.linear);
            }
            let before = settled;
            settled = self.settle(basis).0;
            let (Settled::Open(before), Settled::Open(after)) = (before, settled) else { return Ok(settled) };
            self.round(basis);
            if self.search.is_refuted() || self.raised(after) > self.search.highest() {
                return Ok(Settled::Cut);
            }
            stale = if (after - before) * 20 > self.unit { 0 } else { stale + 1 };
            if stale == 3 {
                break;
            }
        }
        Ok(settled)
    }

    /// Offers the block that the values of a relaxation make, rounded down, with what is then open by its prices.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "values are small and not negative")]
    fn round(&mut self, basis: &Basis) {
        let reduced = self.reduced(&basis.prices(&self.linear));
        let mut costs: Vec<Vec<i128>> = self.rows.iter().map(|row| vec![0; row.columns.len()]).collect();
        for ((place, column), cost) in self.columns.iter().zip(reduced) {
            costs[*place][*column] = cost;
        }
        let mut beginning = Vec::new();
        for (variable, value) in basis.basic.iter().zip(&basis.values) {
            if let Some((place, column)) = self.columns.get(*variable) {
                beginning.push((self.rows[*place].number, *column, (value + WHOLE).max(0.0) as usize));
            }
        }
        let rows = self.rows.iter().zip(self.chosen).zip(&costs);
        let rows: Vec<Assembled<'_>> =
            rows.map(|((row, chosen), costs)| (row.number, &chosen[..], &costs[..])).collect();
        self.search.assemble(&rows, &beginning);
    }

    fn explore(&mut self, basis: &Basis, bound: i128, depth: usize) -> Result<(), SearchError> {
        self.nodes += 1;
        self.search.tables.budget.spend(1)?;
        self.search.tables.budget.check()?;
        self.round(basis);
        if self.nodes > self.patience || self.search.is_refuted() || self.raised(bound) > self.search.highest() {
            return Ok(());
        }
        let Some(split) = self.split(basis).filter(|_| depth < DEPTH_LIMIT) else {
            self.complete = false;
            return Ok(());
        };
        let mut open: Vec<(i128, f64, Limit, Basis)> = Vec::new();
        for limit in split {
            self.linear.push(limit);
            let mut own = basis.extended(&self.linear);
            match self.settle(&mut own).0 {
                Settled::Cut => {}
                Settled::Unknown => self.complete = false,
                Settled::Open(bound) => {
                    let cost = own.cost(&self.linear);
                    let limit = self.linear.limits().last().cloned();
                    open.extend(limit.map(|limit| (bound, cost, limit, own)));
                }
            }
            self.linear.pop();
        }
        open.sort_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
        for (bound, _, limit, own) in open {
            if self.nodes > self.patience || self.search.is_refuted() {
                return Ok(());
            }
            self.linear.push(limit);
            let result = self.explore(&own, bound, depth + 1);
            self.linear.pop();
            result?;
        }
        Ok(())
    }

    /// The two limits by which to split a sub-problem; `None` where all values are whole.
    #[expect(clippy::cast_possible_truncation, reason = "values are small")]
    fn split(&self, basis: &Basis) -> Option<[Limit; 2]> {
        let mut lines: Vec<(f64, usize)> = Vec::new();
        for (line, value) in basis.values.iter().enumerate() {
            let off = (value - value.round()).abs();
            if off > WHOLE {
                lines.push((off, line));
            }
        }
        lines.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        let mut best: Option<(f64, usize)> = None;
        for (_, line) in lines.into_iter().take(TRIED) {
            let (down, up) = basis.penalties(&self.linear, line);
            let part = basis.values[line] - basis.values[line].floor();
            let (down, up) = (down * part, up * (1.0 - part));
            // Both sides should cost, the dearer one counts most; no side at all is beyond all costs.
            let (down, up) = (down.min(1e12), up.min(1e12));
            let score = 5.0 * down.min(up) + down.max(up);
            if best.is_none_or(|(most, _)| score > most + WHOLE) {
                best = Some((score, line));
            }
        }
        let (_, line) = best?;
        let below = basis.values[line].floor() as i64;
        let variable = basis.basic[line];
        Some(match variable.checked_sub(self.columns.len()) {
            None => [
                Limit { factors: vec![(variable, 1)], most: below },
                Limit { factors: vec![(variable, -1)], most: -below - 1 },
            ],
            Some(index) => {
                let Limit { factors, most } = &self.linear.limits()[index];
                let against = factors.iter().map(|(column, factor)| (*column, -factor)).collect();
                [
                    Limit { factors: against, most: below - most },
                    Limit { factors: factors.clone(), most: most - below - 1 },
                ]
            }
        })
    }
}

/// The greatest number that divides both.
pub(super) fn common_divisor(one: i128, other: i128) -> i128 {
    if other == 0 { one.abs() } else { common_divisor(other, one % other) }
}
