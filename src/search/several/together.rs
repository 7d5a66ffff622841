//! Blocks in which certain creatures are shared and no others: what they come to at least.

use smallvec::SmallVec;

use super::problem::Problem;
use super::sets::Priced;
use crate::search::case::Case;
use crate::search::columns::{Column, undominated};
use crate::search::freed_aside::{FreedAside, Part};
use crate::search::gain::{Gain, TIE};
use crate::search::partition::{Chosen, Searched, Tables, better_partition};
use crate::search::relaxation::{Limits, Prices, Row, subgradient};
use crate::search::solution::SearchError;

/// Steps of the subgradient method in each case.
const STEPS: usize = 300;

/// A block problem in which certain creatures are shared, each by two attackers at least, and no others.
pub(super) struct Together {
    pub(super) shared: u32,
    /// Each is one blocker, and obeys what it does by blocking at all: no column counts that.
    constant: i128,
    /// Sums that may not grow beyond a cap.
    pub(super) caps: Vec<(usize, i64)>,
    /// Prices to begin with.
    hints: Vec<f64>,
    /// For each row the columns that may be chosen, of bounds and of those in which nobody is shared.
    relaxed: Vec<Vec<Column>>,
    alone: Vec<Vec<Column>>,
}

impl Part for Together {
    fn number(&self) -> usize {
        self.relaxed.number() + self.alone.number()
    }
}

impl Together {
    /// `None` where more of them would block than may.
    pub(super) fn new(
        problem: &Problem<'_, '_, '_>,
        relaxed: &[Vec<Column>],
        shared: u32,
    ) -> Result<Option<Together>, SearchError> {
        let (sharing, held) = (problem.sharing, &problem.held);
        let mut caps = held.caps(problem.scorer, sharing, shared);
        let least = |row: usize| problem.demands.iter().filter_map(|demand| demand.least_sums().nth(row)).sum::<i64>();
        if caps.iter().enumerate().any(|(row, (_, most))| *most < least(row)) {
            return Ok(None);
        }
        caps.extend_from_slice(&sharing.caps);
        // A sharer takes one of its class where it is shared, else all.
        let fits = |column: &&Column| {
            column.groups.iter().all(|(class, count)| {
                sharing.of_class(*class).is_none_or(|sharer| (*count == 1) == (shared & (1 << sharer) != 0))
            })
        };
        let kept = |rows: &[Vec<Column>]| -> Result<Vec<Vec<Column>>, SearchError> {
            let mut kept: FreedAside<Vec<Vec<Column>>> = FreedAside::default();
            for columns in rows {
                let own = columns.iter().filter(fits).cloned().collect();
                kept.push(undominated(problem.scorer.budget(), &sharing.classes, own)?);
            }
            Ok(kept.into_inner())
        };
        Ok(Some(Together {
            shared,
            constant: i128::from(shared.count_ones()) - held.worth_once(sharing, shared) * TIE,
            caps,
            hints: held.first_prices(problem.candidates, |class| sharing.copies(class)),
            relaxed: kept(relaxed)?,
            alone: kept(&problem.alone)?,
        }))
    }

    /// What all blocks come to at least, as far as it takes little to see; `None` where none is better than the best so
    /// far. The best that is found on the way is played out.
    pub(super) fn least(&self, problem: &mut Problem<'_, '_, '_>) -> Result<Option<i128>, SearchError> {
        let below = problem.highest() + 1 - self.constant;
        let rows = self.rows(&problem.counts);
        let tables = Tables { gives_up: true, ..problem.relaxed_tables(&self.caps) };
        let Searched { best, stopped, gave_up } = better_partition(tables, &rows, below, &mut self.hints.clone())?;
        if let Some((stop, _)) = stopped {
            return Err(SearchError::Stopped(stop));
        }
        if best.number < below {
            self.try_out(problem, &best.chosen)?;
        }
        let least = if gave_up { i128::MIN } else { best.number + self.constant };
        Ok((least <= problem.highest()).then_some(least))
    }

    /// Plays out the block of some columns.
    fn try_out(&self, problem: &mut Problem<'_, '_, '_>, chosen: &[Chosen]) -> Result<(), SearchError> {
        let block = problem.relaxed_block(&self.relaxed, chosen);
        match problem.consider(block) {
            // Then it is not known whether it is any good.
            Err(SearchError::TooLarge(_)) => Ok(()),
            considered => considered,
        }
    }

    /// What the blocks of one case come to at least; `None` where none is better than the best so far. The best of them
    /// by its bounds is played out.
    pub(super) fn least_of(&self, problem: &mut Problem<'_, '_, '_>, case: &Case) -> Result<Option<i128>, SearchError> {
        let start = case.constant * TIE + self.constant;
        let single = |column: &Column| {
            let value = case.cost(column, false).div_euclid(TIE);
            let gain = Gain { value, sums: column.upper.sums.clone() };
            Column { options: SmallVec::from_elem(gain.clone(), 1), upper: gain, ..column.clone() }
        };
        let mut columns: FreedAside<Vec<Vec<Column>>> = FreedAside::default();
        for own in &self.relaxed {
            problem.scorer.budget().check()?;
            columns.push(own.iter().map(single).collect());
        }
        let rows: Vec<(usize, &[Column])> =
            problem.counts.iter().zip(columns.iter()).map(|(count, columns)| (*count, columns.as_slice())).collect();
        let numbers = problem.sharing.numbers.without_goals();
        let tables = Tables { numbers: &numbers, gives_up: true, ..problem.relaxed_tables(&case.caps) };
        let below = problem.highest() + 1 - start;
        let Searched { best, stopped, gave_up } = better_partition(tables, &rows, below, &mut self.hints.clone())?;
        if let Some((stop, _)) = stopped {
            return Err(SearchError::Stopped(stop));
        }
        if best.number < below {
            self.try_out(problem, &best.chosen)?;
        }
        let least = if gave_up { Bound::new(problem, self, case).least } else { start + best.number };
        Ok((least <= problem.highest()).then_some(least))
    }

    pub(super) fn rows<'t>(&'t self, counts: &[usize]) -> Vec<(usize, &'t [Column])> {
        counts.iter().zip(&self.relaxed).map(|(count, columns)| (*count, columns.as_slice())).collect()
    }
}

/// What the blocks of one case come to at least, by prices.
pub(super) struct Bound {
    pub(super) limits: Limits,
    pub(super) prices: Prices,
    /// What all cost from the start: the case's worth, less what the limits count back.
    pub(super) base: i128,
    /// What of that is for sharers alone, which a plan has played out.
    pub(super) for_sharers: i128,
    /// For each row what one of its attackers costs at least, and what it does where none of its blockers is shared.
    pub(super) each: Vec<i128>,
    pub(super) alone: Vec<i128>,
    pub(super) least: i128,
}

impl Bound {
    pub(super) fn new(problem: &Problem<'_, '_, '_>, together: &Together, case: &Case) -> Bound {
        let sharing = problem.sharing;
        let limits = Limits::new(&sharing.classes, case.caps.clone());
        let rows = together.relaxed.iter().zip(&problem.counts).enumerate();
        let cost = |column: &Column| case.cost(column, true);
        let mut rows: Vec<Row<'_>> =
            rows.map(|(number, (columns, count))| Row::new(number, *count, columns, cost)).collect();
        let start = case.constant * TIE + together.constant;
        #[expect(clippy::cast_precision_loss, reason = "prices are hints")]
        let target = (problem.highest() - start) as f64;
        let budget = problem.scorer.budget();
        let prices = Prices::round(&subgradient(budget, (&rows, &limits), &together.hints, target, STEPS));
        let base = start - prices.reduce(&mut rows, &limits);
        let priced = Priced { case, prices: &prices, limits: &limits };
        let least = |columns: &Vec<Column>| columns.iter().map(|column| priced.reduced(column)).min().unwrap_or(0);
        let alone: Vec<i128> = together.alone.iter().map(least).collect();
        let each: Vec<i128> = rows.iter().zip(&alone).map(|(row, alone)| row.least().min(*alone)).collect();
        let sum: i128 = each.iter().zip(&problem.counts).map(|(least, count)| least * *count as i128).sum();
        // Goals and caps of sharers are about shared blockers alone.
        let of_sharer = |sum: &usize| *sum >= sharing.rows.end;
        let goal = if case.needs.iter().any(of_sharer) { case.constant * TIE } else { 0 };
        let caps = case.caps.iter().enumerate().filter(|(_, (sum, _))| of_sharer(sum));
        let caps =
            caps.map(|(cap, (_, most))| prices.on_limit(sharing.classes.members.len() + cap) * i128::from(*most));
        let for_sharers = goal + together.constant - caps.sum::<i128>();
        Bound { limits, prices, base, for_sharers, each, alone, least: base + sum }
    }
}
