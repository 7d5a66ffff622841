//! `block` as set partitioning: one column for each attacker, no blocker in two.
//!
//! Whether a player loses, or a planeswalker goes, depends on sums over the whole combat. So the problem is solved in
//! [cases](Case): in each, some of these goals are taken as reached, at their full worth, and the others must not be
//! reached, which is a limit on their sums. In a case a block costs the sum of its columns, and a depth-first search
//! with Lagrangian bounds finds the cheapest. What a block is worth is then worked out exactly, whatever the case.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use smallvec::SmallVec;

use super::budget::{Budget, Stop};
use super::case::{Case, cases};
use super::case_program::{Programmed, cheapest};
use super::classes::Classes;
use super::columns::Column;
use super::gain::{Gain, Numbers, TIE, offer};
use super::price_tree::search_by_prices;
use super::relaxation::{Limits, Prices, Row, subgradient};
use super::solution::SearchError;
use super::tree::{End, Problem, descend};
use crate::program::SolverOptions;

/// Steps of the subgradient method before columns are left out, and how often.
const STEPS: usize = 30;
const ROUNDS: usize = 4;
/// Beyond so many columns prices are found from few of them.
const MANY: usize = 1_000;
/// How many sub-problems with prices of their own are looked at before an integer program is solved, and how many where
/// no proof is asked for.
const SUB_PROBLEMS: u64 = 20_000;
const FEW_SUB_PROBLEMS: u64 = 200;
/// For how many nodes columns are tried one by one where a block may be worth more than a case counts.
const PATIENCE: u64 = 2_000;

/// What is the same in all block problems of one board.
#[derive(Clone, Copy)]
pub(super) struct Tables<'t> {
    pub(super) numbers: &'t Numbers,
    pub(super) classes: &'t Classes,
    pub(super) budget: &'t Budget,
    /// How integer programs are solved.
    pub(super) solver: SolverOptions,
    /// Whether of blocks of the same value the one with fewest blockers is sought. Then their number is part of every
    /// number, else it is not.
    pub(super) ties: bool,
    /// Sums that may not grow beyond a cap in any block but that in which nobody blocks.
    pub(super) caps: &'t [(usize, i64)],
    /// Whether nothing short of a proof will do. Else what is found with little effort is.
    pub(super) proves: bool,
    /// Whether to give up where it takes long.
    pub(super) gives_up: bool,
}

/// The columns of one row, and how many of its attackers each is for.
pub(super) type Chosen = SmallVec<[(usize, usize); 1]>;

/// A row that a block is put together from: its number, which columns, and the costs of all its columns.
pub(super) type Assembled<'a> = (usize, &'a [usize], &'a [i128]);

/// A block: its number, with the blockers as ties, and the columns of each row.
#[derive(Clone, Debug)]
pub(super) struct Partition {
    pub(super) number: i128,
    pub(super) chosen: Vec<Chosen>,
}

/// What was found.
pub(super) struct Searched {
    /// The best block so far: the best there is, or one below the ceiling, unless stopped.
    pub(super) best: Partition,
    /// Where the search was stopped: why, and what every block comes to at least, if that doesn't take long to say.
    pub(super) stopped: Option<(Stop, Option<i128>)>,
    /// Whether it gave up: then there may be better blocks.
    pub(super) gave_up: bool,
}

/// After a search was stopped so many columns may be looked at for a bound: within a millisecond.
const LATE_COLUMNS: usize = 100_000;

/// Finds the best block against attackers: for each kind how many, and its columns, of which the first is not to block.
/// Stops at the first block below `ceiling`. `known` is some block, `hints` prices from a similar problem.
///
/// # Errors
///
/// [`SearchError::Stopped`] where the search was stopped before there were more than those, and such as show a defect.
pub(super) fn best_partition(
    tables: Tables<'_>,
    rows: &[(usize, &[Column])],
    ceiling: Option<i128>,
    known: Option<Vec<Chosen>>,
    hints: &mut Vec<f64>,
) -> Result<Searched, SearchError> {
    let open: Vec<Chosen> = rows.iter().map(|(count, _)| Chosen::from_slice(&[(0, *count)])).collect();
    let mut search = Search {
        tables,
        rows,
        best: Partition { number: number_below(tables, rows, &open, i128::MAX).unwrap_or(i128::MAX), chosen: open },
        ceiling: ceiling.unwrap_or(i128::MIN),
        aim: ceiling,
        gave_up: false,
    };
    known.into_iter().for_each(|known| search.offer(known));
    search.all_cases(hints)
}

/// Finds the best block if its number is below `below`; else what is found is nothing but that number.
///
/// # Errors
///
/// As [`best_partition`].
pub(super) fn better_partition(
    tables: Tables<'_>,
    rows: &[(usize, &[Column])],
    below: i128,
    hints: &mut Vec<f64>,
) -> Result<Searched, SearchError> {
    let open: Vec<Chosen> = rows.iter().map(|(count, _)| Chosen::from_slice(&[(0, *count)])).collect();
    let best = Partition { number: below, chosen: open.clone() };
    let mut search = Search { tables, rows, best, ceiling: i128::MIN, aim: None, gave_up: false };
    // Other blockers may be counted in the caps, so that even this may not keep them.
    search.offer(open);
    search.all_cases(hints)
}

/// What a block is worth, exactly, if that is below a number: the active player chooses among the options of all columns
/// together.
fn number_below(tables: Tables<'_>, rows: &[(usize, &[Column])], chosen: &[Chosen], below: i128) -> Option<i128> {
    let mut fixed = tables.numbers.zero();
    let mut open: SmallVec<[(&[Gain], usize); 4]> = SmallVec::new();
    let mut blockers = 0;
    for ((_, columns), chosen) in rows.iter().zip(chosen) {
        for (index, count) in chosen {
            let Column { options, size, .. } = &columns[*index];
            blockers += if tables.ties { (*size * *count) as i128 } else { 0 };
            match options.as_slice() {
                [only] => fixed.add_times(only, *count as i64),
                several => open.push((several, *count)),
            }
        }
    }
    let number = |total: &Gain| tables.numbers.worth(total) * TIE + blockers;
    // The active player gets at least what the options of most value come to.
    let mut least = fixed.clone();
    for (options, count) in &open {
        options.iter().max_by_key(|option| option.value).into_iter().for_each(|it| least.add_times(it, *count as i64));
    }
    if number(&least) >= below {
        return None;
    }
    let mut all: SmallVec<[Gain; 1]> = SmallVec::from_elem(fixed, 1);
    for (options, count) in open {
        for _ in 0..count {
            let mut next = SmallVec::new();
            for sum in &all {
                options.iter().for_each(|option| offer(&mut next, sum.plus(option)));
            }
            all = next;
        }
    }
    all.iter().map(number).max().filter(|number| *number < below)
}

pub(super) struct Search<'a> {
    pub(super) tables: Tables<'a>,
    rows: &'a [(usize, &'a [Column])],
    pub(super) best: Partition,
    ceiling: i128,
    /// Where only blocks below this are looked for.
    aim: Option<i128>,
    gave_up: bool,
}

impl Search<'_> {
    /// Looks through all cases.
    fn all_cases(mut self, hints: &mut Vec<f64>) -> Result<Searched, SearchError> {
        let columns: usize = self.rows.iter().map(|(_, columns)| columns.len()).sum();
        // To look at few columns takes less than an answer may be late; of many each look is asked for.
        if columns > MANY {
            self.tables.budget.check()?;
        }
        self.greedy(&|column| column.upper.value * TIE);
        if columns > MANY {
            self.tables.budget.check()?;
        }
        let cases = cases(self.tables, self.rows, false);
        // Mostly there is a block below the ceiling, or it takes little to show that there is none. Only then it is
        // asked for the best.
        let aims: &[Option<i128>] = match self.aim {
            None => &[None],
            aim if self.tables.proves => &[aim, None],
            aim => &[aim],
        };
        for aim in aims {
            self.aim = *aim;
            for (index, case) in cases.iter().enumerate() {
                if self.is_refuted() {
                    return Ok(Searched { best: self.best, stopped: None, gave_up: self.gave_up });
                }
                if let Err(error) = self.solve(case, hints) {
                    let stop = Stop::of(error)?;
                    let open = if aim.is_some() { &cases[..] } else { &cases[index..] };
                    let bounds = open.iter().map(|case| case.simple_bound(self.rows, self.tables.ties));
                    let bound = (open.len() * columns <= LATE_COLUMNS)
                        .then(|| bounds.min().unwrap_or(self.best.number).min(self.best.number));
                    return Ok(Searched { best: self.best, stopped: Some((stop, bound)), gave_up: false });
                }
            }
        }
        Ok(Searched { best: self.best, stopped: None, gave_up: self.gave_up })
    }

    pub(super) fn is_refuted(&self) -> bool {
        self.best.number < self.ceiling
    }

    /// The most that the number of a better block can be: where there are no ties all numbers are whole values.
    pub(super) fn highest(&self) -> i128 {
        let better = self.best.number - if self.tables.ties { 1 } else { TIE };
        self.aim.map_or(better, |aim| better.min(aim - 1))
    }

    /// Whether a row is one of attackers.
    pub(super) fn is_of_attackers(&self, number: usize) -> bool {
        number < self.rows.len()
    }

    /// Takes a block if it is the best so far; what is chosen beyond the rows of attackers says nothing of it.
    pub(super) fn offer(&mut self, mut chosen: Vec<Chosen>) {
        chosen.truncate(self.rows.len());
        if let Some(number) = number_below(self.tables, self.rows, &chosen, self.best.number)
            && self.is_within_caps(&chosen)
        {
            self.best = Partition { number, chosen };
        }
    }

    fn is_within_caps(&self, chosen: &[Chosen]) -> bool {
        self.tables.caps.iter().all(|(sum, most)| {
            let all = self.rows.iter().zip(chosen).flat_map(|((_, columns), chosen)| {
                chosen.iter().map(|(column, count)| columns[*column].upper.sums[*sum] * *count as i64)
            });
            all.sum::<i64>() <= *most
        })
    }

    /// A block by choosing, row by row, what costs least and fits; it may be the best so far.
    fn greedy(&mut self, cost: &dyn Fn(&Column) -> i128) {
        let costs: Vec<Vec<i128>> = self.rows.iter().map(|(_, columns)| columns.iter().map(cost).collect()).collect();
        let order: Vec<Vec<usize>> = costs.iter().map(|costs| (0..costs.len()).collect()).collect();
        let all: Vec<Assembled<'_>> =
            order.iter().zip(&costs).enumerate().map(|(row, (order, costs))| (row, &order[..], &costs[..])).collect();
        self.assemble(&all, &[]);
    }

    /// The same for some columns of each row. It goes on from a beginning: row numbers, columns, and for how many
    /// attackers.
    pub(super) fn assemble(&mut self, rows: &[Assembled<'_>], beginning: &[(usize, usize, usize)]) {
        let classes = self.tables.classes;
        let rows = || rows.iter().filter(|(row, ..)| self.is_of_attackers(*row));
        let mut sorted: Vec<(i128, &Assembled<'_>)> = rows()
            .map(|all @ (_, order, costs)| {
                let least = order.iter().map(|column| costs[*column]).min().unwrap_or(0);
                (least - costs[0], all)
            })
            .collect();
        sorted.sort_by_key(|(gain, (row, ..))| (*gain, *row));
        let mut left = classes.full();
        let mut chosen: Vec<Chosen> = self.rows.iter().map(|_| Chosen::new()).collect();
        let open = |chosen: &[(usize, usize)], all: usize| all - chosen.iter().map(|(_, count)| count).sum::<usize>();
        for (row, column, count) in beginning.iter().filter(|(row, ..)| self.is_of_attackers(*row)) {
            let (all, columns) = self.rows[*row];
            let fit = classes.most(&columns[*column].groups, left).min(open(&chosen[*row], all)).min(*count);
            if fit > 0 {
                left -= columns[*column].used * fit as u128;
                chosen[*row].push((*column, fit));
            }
        }
        for (_, (row, order, costs)) in sorted {
            let row = *row;
            let (all, columns) = self.rows[row];
            let mut open = open(&chosen[row], all);
            // Mostly one of the first fits, so the rest need not be sorted; of equals the first comes first.
            let places = order.iter().enumerate().map(|(place, column)| Reverse((costs[*column], place)));
            let mut cheapest: BinaryHeap<Reverse<(i128, usize)>> = places.collect();
            while open > 0
                && let Some(Reverse((_, place))) = cheapest.pop()
            {
                let column = order[place];
                let fit = classes.most(&columns[column].groups, left).min(open);
                if fit > 0 {
                    left -= columns[column].used * fit as u128;
                    chosen[row].push((column, fit));
                    open -= fit;
                }
            }
            if open > 0 {
                chosen[row].push((0, open));
            }
        }
        self.offer(chosen);
    }

    /// Finds the best block of a case, if it is better than the best so far.
    fn solve(&mut self, case: &Case, hints: &mut Vec<f64>) -> Result<(), SearchError> {
        if case.simple_bound(self.rows, self.tables.ties) > self.highest() {
            return Ok(());
        }
        let limits = Limits::new(self.tables.classes, case.caps.iter().chain(&case.short).copied().collect());
        let ties = self.tables.ties;
        let by_value: Vec<Option<Vec<Column>>> =
            self.rows.iter().map(|(_, columns)| case.with_sums_by_value(columns)).collect();
        let own = self.rows.iter().zip(&by_value);
        let own = own.map(|((count, columns), by_value)| (*count, by_value.as_deref().unwrap_or(columns)));
        let overflows = case.overflows.iter().map(|overflow| (overflow.points, &overflow.columns[..]));
        let rows = own.chain(overflows).enumerate().map(|(number, (count, columns))| {
            self.tables.budget.check()?;
            Ok(Row::new(number, count, columns, |column| case.cost(column, ties)))
        });
        let rows = rows.collect::<Result<Vec<Row<'_>>, SearchError>>()?;
        let mut prices = hints.clone();
        if !case.prices.is_empty() {
            prices.resize(limits.there.len() + limits.caps.len(), 0.0);
            let own = Prices::of(case.prices.iter().map(|(_, price)| *price).collect()).hints();
            case.prices.iter().zip(own).for_each(|((cap, _), price)| prices[limits.there.len() + cap] = price);
        }
        let mut problem = Problem { rows, limits, constant: case.constant * TIE, back: 0, exact: case.exact };
        if problem.size() > MANY && self.generate(&mut problem, &mut prices)? {
            return Ok(());
        }
        for _ in 0..ROUNDS {
            if problem.size() > MANY {
                break;
            }
            let before = problem.size();
            let target = problem.float(self.best.number);
            prices = subgradient(self.tables.budget, (&problem.rows, &problem.limits), &prices, target, STEPS);
            if self.apply(&mut problem, &prices) {
                return Ok(());
            }
            if problem.size() * 10 > before * 9 {
                break;
            }
        }
        if hints.len() <= prices.len() {
            hints.clone_from(&prices);
            hints.truncate(self.tables.classes.members.len());
        }
        // Where a block may be worth more than it costs here, only the search by columns takes that into account.
        let exact = case.exact;
        let patience = if self.tables.gives_up { 50 * PATIENCE } else { PATIENCE };
        if !exact && self.tables.proves && descend(self, &mut problem, patience)? != End::GaveUp {
            return Ok(());
        }
        if !exact && self.tables.gives_up {
            self.gave_up = true;
            return Ok(());
        }
        let patience = match (self.tables.proves, self.tables.gives_up) {
            (false, _) => FEW_SUB_PROBLEMS,
            (true, true) => SUB_PROBLEMS / 10,
            (true, false) => SUB_PROBLEMS,
        };
        if search_by_prices(self, &mut problem, patience)? != End::GaveUp || !self.tables.proves {
            return Ok(());
        }
        if self.tables.gives_up {
            self.gave_up = true;
            return Ok(());
        }
        self.tables.budget.check()?;
        match cheapest(self.tables, &problem, self.highest())? {
            Programmed::Hopeless => return Ok(()),
            Programmed::Cheapest(chosen) if exact => {
                self.offer(chosen);
                return Ok(());
            }
            Programmed::Cheapest(_) | Programmed::Unknown => {}
        }
        // Then the search goes on as long as it may.
        descend(self, &mut problem, u64::MAX).map(|_| ())
    }

    /// Takes new prices into a problem: reduced costs, a block by them, and which columns are left. Whether that
    /// settles it.
    fn apply(&mut self, problem: &mut Problem<'_>, prices: &[f64]) -> bool {
        let prices = Prices::round(prices);
        let back = prices.reduce(&mut problem.rows, &problem.limits);
        let all: Vec<Assembled<'_>> =
            problem.rows.iter().map(|row| (row.number, &row.order[..], &row.reduced[..])).collect();
        self.assemble(&all, &[]);
        if self.is_refuted() {
            return true;
        }
        problem.back = back;
        self.leave_out(problem)
    }

    /// Leaves out columns that by the prices can't be part of a better block. Whether that settles the case.
    pub(super) fn leave_out(&self, problem: &mut Problem<'_>) -> bool {
        let bound = problem.bound();
        let highest = self.highest();
        if bound > highest {
            return true;
        }
        for row in &mut problem.rows {
            let least = row.least();
            let Row { order, reduced, .. } = row;
            order.retain(|column| bound - least + reduced[*column] <= highest);
            if order.is_empty() {
                return true;
            }
        }
        false
    }
}
