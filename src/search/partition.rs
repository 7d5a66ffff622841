//! `block` as set partitioning: one column for each attacker, no blocker in two.
//!
//! A depth-first search over the attackers with two kinds of bounds, both exact whole numbers. What the active player
//! gets at least by always taking the option of most additive value: a Lagrangian relaxation of "no blocker twice"
//! (Held and Karp 1971; Fisher 1981) over the attackers that are left. And what a defending player loses at least where
//! the active player always takes the option of most damage: where that is enough to lose, the loss is certain. The
//! multipliers are found by a subgradient method and are any numbers of 0 or more; bounds hold for all of them.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::classes::Classes;
use super::columns::Column;
use super::scale::Scale;
use super::score::{Score, Scorer, prune};
use super::solution::SearchError;
use crate::position::Term;
use crate::rules::Value;

/// Below the last level of the objective the number of blockers breaks ties; it is below this.
pub(super) const TIE: i128 = 1 << 16;
/// Steps of the subgradient method.
const SUBGRADIENT_STEPS: usize = 50;
/// Most partial blocks that are remembered.
const MEMO_LIMIT: usize = 200_000;

/// A column with what the bounds need, worked out once.
#[derive(Clone, Debug)]
pub(super) struct Priced {
    pub(super) column: Column,
    /// The option of most additive value, as a number with room for ties.
    most_value: i128,
    /// Its sums.
    value_sums: SmallVec<[i64; 6]>,
    /// For each need, the most of its sum, and the additive value of the option that has it.
    most_sums: SmallVec<[(i64, i128); 2]>,
    /// At least as good for the active player as every option, in every respect.
    pub(super) upper: Score,
    /// How many creatures of which classes it uses.
    uses: SmallVec<[(usize, i64); 4]>,
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

    /// What its blockers cost by these multipliers.
    fn weigh(&self, multipliers: &[i128]) -> i128 {
        self.uses.iter().map(|(kind, count)| multipliers[*kind] * i128::from(*count)).sum()
    }
}

/// One attacker of a block problem.
struct Row<'a> {
    /// Which of the caller's rows it is.
    number: usize,
    /// Rows of one kind have the same columns and stand together.
    kind: usize,
    columns: &'a [Priced],
    /// The columns that can be part of a best block, in the order in which they are tried.
    order: Vec<usize>,
}

/// What is the same in all block problems of one board.
pub(super) struct Tables<'s, 'b, 'p> {
    pub(super) scorer: &'s Scorer<'b, 'p>,
    pub(super) scale: Scale,
    pub(super) classes: Classes,
    pub(super) needs: Vec<(usize, i64)>,
}

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
/// [`SearchError::Contradiction`] where there is none, which can't be: nobody has to block.
pub(super) fn best_partition(
    tables: &Tables<'_, '_, '_>,
    rows: &[(usize, &[Priced])],
    ceiling: Option<i128>,
) -> Result<(Partition, u64), SearchError> {
    let rows: Vec<Row<'_>> = rows
        .iter()
        .enumerate()
        .map(|(number, (kind, columns))| Row { number, kind: *kind, columns, order: (0..columns.len()).collect() })
        .collect();
    let mut search = Search::new(tables, rows, ceiling);
    if !search.refuted {
        search.descend(0);
    }
    let nodes = search.nodes;
    match search.best {
        Some((_, partition)) => Ok((partition, nodes)),
        None => Err(SearchError::Contradiction("there is no legal block".to_owned())),
    }
}

/// A lower bound that adds up over rows: for the rows from each index on, the least of cost plus multipliers.
struct Relaxation {
    multipliers: Vec<i128>,
    suffix: Vec<i128>,
}

impl Relaxation {
    /// Finds good multipliers for these costs; `target` is what some block costs, or what the bound is to reach.
    fn new(tables: &Tables<'_, '_, '_>, rows: &[Row<'_>], cost: &dyn Fn(&Priced) -> i128, target: i128) -> Relaxation {
        let classes = &tables.classes;
        let kinds = classes.members.len();
        let there: Vec<i64> = (0..kinds).map(|kind| classes.count(classes.full(), kind) as i64).collect();
        let mut multipliers = vec![0i128; kinds];
        let mut best = (i128::MIN, multipliers.clone());
        let (mut pace, mut stale) = (1.6f64, 0);
        for _ in 0..SUBGRADIENT_STEPS {
            // How often the relaxed choice uses each class beyond what there is.
            let mut excess: Vec<i64> = there.iter().map(|count| -count).collect();
            let mut bound = -multipliers.iter().zip(&there).map(|(m, count)| m * i128::from(*count)).sum::<i128>();
            for row in rows {
                let reduced = |index: &usize| cost(&row.columns[*index]) + row.columns[*index].weigh(&multipliers);
                if let Some(index) = row.order.iter().min_by_key(|index| reduced(index)) {
                    bound += reduced(index);
                    row.columns[*index].uses.iter().for_each(|(kind, count)| excess[*kind] += *count);
                }
            }
            if bound > best.0 {
                best = (bound, multipliers.clone());
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
            let moves = |excess: &i64, multiplier: &i128| *excess > 0 || *multiplier > 0;
            let norm: i64 = excess.iter().zip(&multipliers).filter(|(e, m)| moves(e, m)).map(|(e, _)| e * e).sum();
            if norm == 0 {
                break;
            }
            // The length of the step is all that floating point decides: any multipliers give a bound that holds.
            let length = pace * (target - bound) as f64 / norm as f64;
            for (multiplier, excess) in multipliers.iter_mut().zip(&excess) {
                *multiplier = (*multiplier + (length * *excess as f64) as i128).max(0);
            }
        }
        let multipliers = best.1;
        Relaxation { suffix: Relaxation::suffix(rows, cost, &multipliers), multipliers }
    }

    fn suffix(rows: &[Row<'_>], cost: &dyn Fn(&Priced) -> i128, multipliers: &[i128]) -> Vec<i128> {
        let mut suffix = vec![0i128; rows.len() + 1];
        for (index, row) in rows.iter().enumerate().rev() {
            let costs = row.order.iter().map(|index| &row.columns[*index]);
            let least = costs.map(|column| cost(column) + column.weigh(multipliers)).min();
            suffix[index] = suffix[index + 1] + least.unwrap_or(0);
        }
        suffix
    }

    /// What the rows from `row` on cost at least when these blockers are left.
    fn bound(&self, classes: &Classes, row: usize, left: u128) -> i128 {
        self.suffix[row] - dot(classes, &self.multipliers, left)
    }
}

fn dot(classes: &Classes, multipliers: &[i128], set: u128) -> i128 {
    if set == 0 {
        return 0;
    }
    multipliers.iter().enumerate().filter(|(_, m)| **m != 0).map(|(kind, m)| m * classes.count(set, kind) as i128).sum()
}

struct Search<'a, 's, 'b, 'p> {
    tables: &'a Tables<'s, 'b, 'p>,
    rows: Vec<Row<'a>>,
    value: Relaxation,
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
        let nothing =
            Relaxation { multipliers: vec![0; tables.classes.members.len()], suffix: vec![0; rows.len() + 1] };
        let mut search = Search {
            tables,
            rows,
            value: nothing,
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
            path: vec![start],
            memo: FxHashMap::default(),
        };
        search.prepare();
        search
    }

    /// A first block, the bounds, and which columns and rows come first.
    fn prepare(&mut self) {
        self.greedy(&|column, _| column.most_value);
        let Some((first, _)) = self.best else { return };
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
        let constant = self.constant.unwrap_or(0);
        let value = Relaxation::new(self.tables, &self.rows, &|column| column.most_value, first - constant);
        self.value = value;
        let multipliers = self.value.multipliers.clone();
        self.greedy(&|column, _| column.most_value + column.weigh(&multipliers));
        if self.refuted {
            return;
        }
        self.floors(&reached);
        self.fix();
        self.sort(&multipliers);
        self.value.suffix = Relaxation::suffix(&self.rows, &|column| column.most_value, &multipliers);
        self.pressure = reached
            .iter()
            .map(|need| {
                let target = i128::from(needs[*need].1);
                (
                    *need,
                    Relaxation::new(self.tables, &self.rows, &|column| i128::from(column.most_sums[*need].0), target),
                )
            })
            .collect();
        self.floors(&reached);
    }

    /// A block by choosing, row by row, what costs least and fits; it may be the best so far.
    fn greedy(&mut self, cost: &dyn Fn(&Priced, usize) -> i128) {
        let mut rows: Vec<(i128, usize)> = self
            .rows
            .iter()
            .enumerate()
            .map(|(index, row)| {
                let least = row.order.iter().map(|column| cost(&row.columns[*column], index)).min().unwrap_or(0);
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
            let least = fitting.min_by_key(|column| cost(&row.columns[**column], index)).copied().unwrap_or(0);
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

    /// Leaves out columns that can't be part of a better block than the best so far.
    fn fix(&mut self) {
        let Some((best, _)) = self.best else { return };
        let root = self.bound(0);
        let multipliers = &self.value.multipliers;
        for row in &mut self.rows {
            let columns = row.columns;
            let reduced = |column: &usize| columns[*column].most_value + columns[*column].weigh(multipliers);
            let least = row.order.iter().map(reduced).min().unwrap_or(0);
            row.order.retain(|column| root + reduced(column) - least < best || *column == 0);
        }
    }

    /// Columns by reduced cost; rows by how much their second choice costs, the most first.
    fn sort(&mut self, multipliers: &[i128]) {
        for row in &mut self.rows {
            let columns = row.columns;
            row.order.sort_by_key(|column| columns[*column].most_value + columns[*column].weigh(multipliers));
        }
        let regret = |row: &Row<'_>| {
            let cost = |place: usize| {
                row.order
                    .get(place)
                    .map(|column| row.columns[*column].most_value + row.columns[*column].weigh(multipliers))
            };
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
        let classes = &self.tables.classes;
        let threshold = self.constant.unwrap_or_else(|| {
            let sums = partial.sums.iter().zip(&self.floor_sums[row]).map(|(sum, floor)| sum + floor);
            self.threshold(&sums.collect::<SmallVec<[i64; 6]>>())
        });
        let mut bound = partial.value + self.value.bound(classes, row, self.left) + threshold;
        for ((need, relaxation), floors) in self.pressure.iter().zip(&self.floor_values) {
            let (sum, value) = partial.pressure[*need];
            if i128::from(sum) + relaxation.bound(classes, row, self.left) >= i128::from(self.tables.needs[*need].1) {
                bound = bound.max(self.win + value + floors[row]);
            }
        }
        bound
    }

    /// What reaching thresholds is worth.
    fn threshold(&self, sums: &[i64]) -> i128 {
        self.tables.scale.number(&self.tables.scorer.worth(&self.tables.scorer.sums_only(sums))) * TIE
    }

    fn descend(&mut self, row: usize) {
        self.nodes += 1;
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
            if self.refuted {
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
