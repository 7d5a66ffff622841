//! `block` as set partitioning: one column for each attacker, no blocker in two.
//!
//! A depth-first search over the attackers with two kinds of bounds, both exact whole numbers. What the active player
//! gets at least by always taking the option of most additive value: a Lagrangian relaxation of "no blocker twice"
//! (Held and Karp 1971; Fisher 1981) over the attackers that are left. And what a defending player loses at least where
//! the active player always takes the option of most damage: where that is enough to lose, the loss is certain. The
//! multipliers are found by a subgradient method and are any numbers of 0 or more; bounds hold for all of them.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::columns::Column;
use super::relaxation::{Cost, Priced, Relaxation, Row, TIE, Tables, too_many_nodes};
use super::score::prune;
use super::solution::SearchError;
use crate::position::Term;
use crate::rules::Value;

/// Most partial blocks that are remembered.
const MEMO_LIMIT: usize = 200_000;

/// The best block of a problem: what it is worth, and the column of each row.
#[derive(Clone, Debug)]
pub(super) struct Partition {
    pub(super) value: Value,
    pub(super) chosen: Vec<usize>,
}

/// Finds the best block against the attackers whose columns are `rows`; rows of one kind, the first number, stand
/// together. Stops at the first block below `ceiling`, a value's number with room for ties. The number counts partial
/// blocks.
///
/// # Errors
///
/// [`SearchError::TooLarge`] beyond `most_nodes`; [`SearchError::Contradiction`] where there is none, which can't be: nobody has to block.
pub(super) fn best_partition(
    tables: &Tables<'_, '_, '_>,
    rows: &[(usize, &[Priced])],
    ceiling: Option<i128>,
    most_nodes: u64,
) -> Result<(Partition, u64), SearchError> {
    let rows: Vec<Row<'_>> = rows
        .iter()
        .enumerate()
        .map(|(number, (kind, columns))| Row { number, kind: *kind, columns, order: (0..columns.len()).collect() })
        .collect();
    let mut search = Search::new(tables, rows, ceiling);
    search.most_nodes = most_nodes;
    if !search.refuted {
        search.descend(0);
    }
    let nodes = search.nodes;
    if nodes > most_nodes {
        return Err(too_many_nodes());
    }
    match search.best {
        Some((_, partition)) => Ok((partition, nodes)),
        None => Err(SearchError::Contradiction("there is no legal block".to_owned())),
    }
}

struct Search<'a, 's, 'b, 'p> {
    tables: &'a Tables<'s, 'b, 'p>,
    rows: Vec<Row<'a>>,
    value: Relaxation,
    /// Where a need is within reach: a bound on what blocks are worth by which nobody loses.
    safe: Option<Relaxation>,
    /// The needs within reach, each with the most that is no loss.
    caps: Vec<(usize, i64)>,
    /// For each need within reach: its number, and a relaxation of its sum.
    pressure: Vec<(usize, Relaxation)>,
    /// Least sums of the value options of the rows from each index on.
    floor_sums: Vec<SmallVec<[i64; 6]>>,
    /// For each need within reach, the least additive value of the pressure options of the rows from each index on.
    floor_values: Vec<Vec<i128>>,
    /// What the thresholds are worth where none is within reach.
    constant: Option<i128>,
    win: i128,
    chosen: Vec<usize>,
    left: u128,
    best: Option<(i128, Partition)>,
    ceiling: Option<i128>,
    refuted: bool,
    nodes: u64,
    most_nodes: u64,
    /// Partial sums of the path.
    path: Vec<Partial>,
    memo: FxHashMap<(usize, u128), SmallVec<[Partial; 2]>>,
}

/// What the columns chosen so far come to.
#[derive(Clone, Debug)]
struct Partial {
    value: i128,
    sums: SmallVec<[i64; 6]>,
    pressure: SmallVec<[(i64, i128); 2]>,
    /// Whether no column leaves the active player a choice.
    single: bool,
}

impl<'a, 's, 'b, 'p> Search<'a, 's, 'b, 'p> {
    fn new(tables: &'a Tables<'s, 'b, 'p>, rows: Vec<Row<'a>>, ceiling: Option<i128>) -> Search<'a, 's, 'b, 'p> {
        let scorer = tables.scorer;
        let start = Partial {
            value: 0,
            sums: SmallVec::from_elem(0, scorer.zero().sums().len()),
            pressure: tables.needs.iter().map(|_| (0, 0)).collect(),
            single: true,
        };
        let nothing = Relaxation::nothing(tables, rows.len());
        let mut search = Search {
            tables,
            rows,
            value: nothing,
            safe: None,
            caps: Vec::new(),
            pressure: Vec::new(),
            floor_sums: Vec::new(),
            floor_values: Vec::new(),
            constant: None,
            win: tables.scale.number(scorer.valuation().factor(Term::Win)) * TIE,
            chosen: Vec::new(),
            left: tables.classes.full(),
            best: None,
            ceiling,
            refuted: false,
            nodes: 0,
            most_nodes: u64::MAX,
            path: vec![start],
            memo: FxHashMap::default(),
        };
        search.prepare();
        search
    }

    /// A first block, the bounds, and which columns and rows come first.
    fn prepare(&mut self) {
        self.greedy(&|column| column.most_value);
        if self.refuted {
            return;
        }
        let needs = &self.tables.needs;
        let within_reach = |need: &usize| {
            let most = |row: &Row<'_>| row.columns.iter().map(|column| column.most_sums[*need].0).max().unwrap_or(0);
            self.rows.iter().map(most).sum::<i64>() >= needs[*need].1
        };
        let reached: Vec<usize> = (0..needs.len()).filter(within_reach).collect();
        if reached.is_empty() && !self.tables.scorer.counts_permanents() {
            self.constant = Some(self.threshold(&self.path[0].sums.clone()));
        }
        self.caps = reached.iter().map(|need| (*need, needs[*need].1 - 1)).collect();
        let caps = self.caps.clone();
        let most_value: Cost<'_> = &|column| column.most_value;
        // Where somebody may lose, a block by which nobody does is worth looking for first.
        if !caps.is_empty() {
            let heavy = self.win.max(1);
            let pressed =
                |column: &Priced| caps.iter().map(|(need, _)| i128::from(column.most_sums[*need].0)).sum::<i128>();
            self.greedy(&|column| column.most_value + heavy * pressed(column));
        }
        let Some((first, _)) = self.best else { return };
        self.value = Relaxation::new(self.tables, &self.rows, most_value, &[], first - self.constant.unwrap_or(0));
        let multipliers = self.value.multipliers.clone();
        self.greedy(&|column| column.most_value + column.weigh(&multipliers));
        if !caps.is_empty() {
            let target = self.best.as_ref().map_or(first, |(best, _)| *best);
            let safe = Relaxation::new(self.tables, &self.rows, most_value, &caps, target);
            self.greedy(&|column| safe.reduced(column, most_value, &caps));
            self.safe = Some(safe);
        }
        if self.refuted {
            return;
        }
        self.floors(&reached);
        self.fix(most_value);
        self.sort(most_value);
        self.value.sum_up(&self.rows, most_value, &[]);
        if let Some(safe) = &mut self.safe {
            safe.sum_up(&self.rows, most_value, &caps);
        }
        self.pressure = reached
            .iter()
            .map(|need| {
                let sum: Cost<'_> = &|column| i128::from(column.most_sums[*need].0);
                (*need, Relaxation::new(self.tables, &self.rows, sum, &[], i128::from(needs[*need].1)))
            })
            .collect();
        self.floors(&reached);
    }

    /// A block by choosing, row by row, what costs least and fits; it may be the best so far.
    fn greedy(&mut self, cost: Cost<'_>) {
        let mut rows: Vec<(i128, usize)> = self
            .rows
            .iter()
            .enumerate()
            .map(|(index, row)| {
                let least = row.order.iter().map(|column| cost(&row.columns[*column])).min().unwrap_or(0);
                (least - row.columns[0].most_value, index)
            })
            .collect();
        rows.sort_unstable();
        let mut left = self.tables.classes.full();
        let mut chosen = vec![0; self.rows.len()];
        for (_, index) in rows {
            let row = &self.rows[index];
            let fitting =
                row.order.iter().filter(|column| self.tables.classes.fits(row.columns[**column].column.used, left));
            // The empty column always fits.
            let least = fitting.min_by_key(|column| cost(&row.columns[**column])).copied().unwrap_or(0);
            left -= row.columns[least].column.used;
            chosen[index] = least;
        }
        self.chosen = chosen;
        self.leaf();
        self.chosen.clear();
    }

    fn floors(&mut self, reached: &[usize]) {
        let rows = &self.rows;
        let mut floor_sums: Vec<SmallVec<[i64; 6]>> = vec![self.path[0].sums.clone(); rows.len() + 1];
        let mut floor_values = vec![vec![0i128; rows.len() + 1]; reached.len()];
        for (index, row) in rows.iter().enumerate().rev() {
            let columns = || row.order.iter().map(|column| &row.columns[*column]);
            let least = |entry: usize| columns().map(|column| column.value_sums[entry]).min().unwrap_or(0);
            floor_sums[index] =
                floor_sums[index + 1].iter().enumerate().map(|(entry, sum)| sum + least(entry)).collect();
            for (need, floors) in reached.iter().zip(&mut floor_values) {
                floors[index] =
                    floors[index + 1] + columns().map(|column| column.most_sums[*need].1).min().unwrap_or(0);
            }
        }
        self.floor_sums = floor_sums;
        self.floor_values = floor_values;
    }

    /// Leaves out columns that can't be part of a better block than the best so far, by the bounds of
    /// [`bound`](Search::bound).
    fn fix(&mut self, most_value: Cost<'_>) {
        let Some((best, _)) = self.best else { return };
        let safe = self.safe.as_ref().map(|safe| (safe, self.safe_bound(safe, 0)));
        let (plain, loss) = (self.plain(0), self.loss_bound(0));
        let (value, caps) = (&self.value, &self.caps);
        for row in &mut self.rows {
            let columns = row.columns;
            let reduced = |column: &usize| value.reduced(&columns[*column], most_value, &[]);
            let least = row.order.iter().map(reduced).min().unwrap_or(0);
            let safe = safe.map(|(safe, bound)| {
                let least = row.order.iter().map(|column| safe.reduced(&columns[*column], most_value, caps)).min();
                (safe, bound - least.unwrap_or(0))
            });
            row.order.retain(|column| {
                let with = plain + reduced(column) - least;
                let with_safe = safe.map(|(safe, bound)| bound + safe.reduced(&columns[*column], most_value, caps));
                with.max(with_safe.map_or(i128::MIN, |bound| bound.min(loss))) < best || *column == 0
            });
        }
    }

    /// Columns by reduced cost; rows by how much their second choice costs, the most first.
    fn sort(&mut self, most_value: Cost<'_>) {
        let (relaxation, caps) =
            self.safe.as_ref().map_or((&self.value, [].as_slice()), |safe| (safe, self.caps.as_slice()));
        let reduced = |column: &Priced| relaxation.reduced(column, most_value, caps);
        for row in &mut self.rows {
            let columns = row.columns;
            row.order.sort_by_key(|column| reduced(&columns[*column]));
        }
        let regret = |row: &Row<'_>| {
            let cost = |place: usize| row.order.get(place).map(|column| reduced(&row.columns[*column]));
            match (cost(0), cost(1)) {
                (Some(first), Some(second)) => second - first,
                _ => i128::MAX,
            }
        };
        self.rows.sort_by_cached_key(|row| (std::cmp::Reverse(regret(row)), row.kind));
    }

    /// The least that any completion of the path is worth, ties included.
    fn bound(&self, row: usize) -> i128 {
        let Some(partial) = self.path.last() else { return i128::MIN };
        let mut bound = self.plain(row);
        // Either nobody loses, and then the priced bound holds, or somebody does.
        if let Some(safe) = &self.safe {
            bound = bound.max(self.safe_bound(safe, row).min(self.loss_bound(row)));
        }
        for ((need, relaxation), floors) in self.pressure.iter().zip(&self.floor_values) {
            let (sum, value) = partial.pressure[*need];
            let least = i128::from(sum) + relaxation.bound(&self.tables.classes, row, self.left);
            if least >= i128::from(self.tables.needs[*need].1) {
                bound = bound.max(self.win + value + floors[row]);
            }
        }
        bound
    }

    /// The bound that knows of a loss only where the options of most value come to one.
    fn plain(&self, row: usize) -> i128 {
        let Some(partial) = self.path.last() else { return i128::MIN };
        let threshold = self.constant.unwrap_or_else(|| {
            let sums = partial.sums.iter().zip(&self.floor_sums[row]).map(|(sum, floor)| sum + floor);
            self.threshold(&sums.collect::<SmallVec<[i64; 6]>>())
        });
        partial.value + self.value.bound(&self.tables.classes, row, self.left) + threshold
    }

    /// The bound on completions by which somebody loses: the active player can take the options of most damage to the
    /// one who does.
    fn loss_bound(&self, row: usize) -> i128 {
        let Some(partial) = self.path.last() else { return i128::MIN };
        let needs = self.caps.iter().zip(&self.floor_values);
        let values = needs.map(|((need, _), floors)| partial.pressure[*need].1 + floors[row]);
        self.win + values.min().unwrap_or(0)
    }

    /// The bound on completions by which nobody loses.
    fn safe_bound(&self, safe: &Relaxation, row: usize) -> i128 {
        let Some(partial) = self.path.last() else { return i128::MIN };
        let left = self.caps.iter().map(|(need, most)| i128::from(most - partial.pressure[*need].0));
        let pressed: i128 = left.zip(&safe.prices).map(|(left, price)| left * price).sum();
        partial.value + safe.bound(&self.tables.classes, row, self.left) - pressed
    }

    /// What reaching thresholds is worth.
    fn threshold(&self, sums: &[i64]) -> i128 {
        self.tables.scale.number(&self.tables.scorer.worth(&self.tables.scorer.sums_only(sums))) * TIE
    }

    fn descend(&mut self, row: usize) {
        self.nodes += 1;
        if self.nodes > self.most_nodes {
            return;
        }
        if row == self.rows.len() {
            self.leaf();
            return;
        }
        let cut =
            |search: &Search<'_, '_, '_, '_>, bound: i128| search.best.as_ref().is_some_and(|(best, _)| bound >= *best);
        if cut(self, self.bound(row)) || self.seen(row) {
            return;
        }
        // Of two attackers of one kind the second takes no column before the first one's: the rest is symmetry.
        let first = if row > 0 && self.rows[row - 1].kind == self.rows[row].kind {
            let before = self.chosen[row - 1];
            self.rows[row].order.iter().position(|index| *index == before).unwrap_or(0)
        } else {
            0
        };
        for place in first..self.rows[row].order.len() {
            let index = self.rows[row].order[place];
            let column = &self.rows[row].columns[index];
            if !self.tables.classes.fits(column.column.used, self.left) {
                continue;
            }
            let Some(before) = self.path.last() else { return };
            let partial = Partial {
                value: before.value + column.most_value,
                sums: before.sums.iter().zip(&column.value_sums).map(|(sum, more)| sum + more).collect(),
                pressure: (before.pressure.iter().zip(&column.most_sums))
                    .map(|(sum, more)| (sum.0 + more.0, sum.1 + more.1))
                    .collect(),
                single: before.single && column.column.options.len() == 1,
            };
            let used = column.column.used;
            self.path.push(partial);
            self.chosen.push(index);
            self.left -= used;
            self.descend(row + 1);
            self.left += used;
            self.chosen.pop();
            self.path.pop();
            if self.refuted || self.nodes > self.most_nodes {
                return;
            }
        }
    }

    /// Whether a path to the same rows and blockers that was no worse has been searched; else this one is noted.
    fn seen(&mut self, row: usize) -> bool {
        let same_kind_above = row > 0 && self.rows[row - 1].kind == self.rows[row].kind;
        let Some(partial) = self.path.last() else { return false };
        // Paths with a choice left inside, or with an order still to keep, don't compare by their sums.
        if !partial.single || same_kind_above {
            return false;
        }
        let no_worse = |other: &Partial| {
            other.value <= partial.value && other.sums.iter().zip(&partial.sums).all(|(one, two)| one <= two)
        };
        let full = self.memo.len() >= MEMO_LIMIT;
        match self.memo.get_mut(&(row, self.left)) {
            Some(others) => {
                if others.iter().any(no_worse) {
                    return true;
                }
                if others.len() < 8 {
                    others.push(partial.clone());
                }
            }
            None if full => {}
            None => {
                self.memo.insert((row, self.left), SmallVec::from_iter([partial.clone()]));
            }
        }
        false
    }

    /// What a whole block is worth, exactly: the active player chooses among the options of all columns together.
    fn leaf(&mut self) {
        let scorer = self.tables.scorer;
        let mut all = vec![scorer.zero()];
        let mut blockers = 0;
        for (row, index) in self.rows.iter().zip(&self.chosen) {
            let Column { options, size, .. } = &row.columns[*index].column;
            blockers += *size as i128;
            match options.as_slice() {
                [only] => all.iter_mut().for_each(|sum| sum.add(only)),
                _ => {
                    let together = all.iter().flat_map(|sum| options.iter().map(move |option| sum.plus(option)));
                    all = prune(together.collect(), |one, other| scorer.dominates(one, other));
                }
            }
        }
        let Some(value) = all.iter().map(|total| scorer.worth(total)).max() else { return };
        let number = self.tables.scale.number(&value) * TIE + blockers;
        if self.best.as_ref().is_none_or(|(best, _)| number < *best) {
            let mut chosen = vec![0; self.rows.len()];
            self.rows.iter().zip(&self.chosen).for_each(|(row, index)| chosen[row.number] = *index);
            self.best = Some((number, Partition { value, chosen }));
            self.refuted = self.ceiling.is_some_and(|ceiling| number < ceiling);
        }
    }
}
