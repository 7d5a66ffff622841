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
}

impl Priced {
    pub(super) fn new(
        scorer: &Scorer<'_, '_>,
        scale: &Scale,
        needs: &[(usize, i64)],
        column: Column,
    ) -> Option<Priced> {
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
            column,
        })
        .filter(|_| scorer.is_natural())
    }
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
/// together. Stops at the first block below `ceiling`, a value's number with room for ties, and says so by `true`. The
/// last number counts partial blocks.
pub(super) fn best_partition(
    tables: &Tables<'_, '_, '_>,
    rows: &[(usize, &[Priced])],
    ceiling: Option<i128>,
) -> Result<(Partition, bool, u64), SearchError> {
    let mut search = Search::new(tables, rows, ceiling);
    search.descend(0)?;
    let nodes = search.nodes;
    let refuted = search.refuted;
    match search.best {
        Some((_, partition)) => Ok((partition, refuted, nodes)),
        None => Err(SearchError::Contradiction("there is no legal block".to_owned())),
    }
}

/// A lower bound that adds up over rows: for the rows from each index on, the least of cost plus multipliers.
struct Relaxation {
    multipliers: Vec<i128>,
    suffix: Vec<i128>,
}

impl Relaxation {
    /// Finds good multipliers for these costs.
    fn new(
        tables: &Tables<'_, '_, '_>,
        rows: &[(usize, &[Priced])],
        cost: &dyn Fn(&Priced) -> i128,
        target: Option<i128>,
    ) -> Relaxation {
        let classes = &tables.classes;
        let kinds = classes.members.len();
        let mut multipliers = vec![0i128; kinds];
        let mut best = Relaxation {
            suffix: Relaxation::suffix(tables, rows, cost, &multipliers),
            multipliers: multipliers.clone(),
        };
        let mut best_bound = best.bound(classes, 0, classes.full());
        let mut step = 1.0f64;
        for _ in 0..SUBGRADIENT_STEPS {
            // How often the relaxed choice uses each class beyond what there is.
            let mut excess: Vec<i64> = (0..kinds).map(|kind| -(classes.count(classes.full(), kind) as i64)).collect();
            let mut bound = 0i128;
            for (_, columns) in rows {
                let reduced = |column: &&Priced| cost(column) + dot(classes, &multipliers, column.column.used);
                if let Some(column) = columns.iter().min_by_key(reduced) {
                    bound += reduced(&column);
                    excess
                        .iter_mut()
                        .enumerate()
                        .for_each(|(kind, sum)| *sum += classes.count(column.column.used, kind) as i64);
                }
            }
            bound -= dot(classes, &multipliers, classes.full());
            if bound > best_bound {
                best_bound = bound;
                best.multipliers.clone_from(&multipliers);
            } else {
                step *= 0.85;
            }
            let norm: i64 =
                excess.iter().zip(&multipliers).map(|(e, m)| if *e > 0 || *m > 0 { e * e } else { 0 }).sum();
            if norm == 0 {
                break;
            }
            // The direction is all that floating point decides: any multipliers give a bound that holds.
            let goal = target.map_or(best_bound as f64 * 0.05 + 1.0, |target| (target - bound) as f64).abs().max(1.0);
            let length = step * goal / norm as f64;
            for (multiplier, excess) in multipliers.iter_mut().zip(&excess) {
                *multiplier = (*multiplier + (length * *excess as f64) as i128).max(0);
            }
        }
        best.suffix = Relaxation::suffix(tables, rows, cost, &best.multipliers);
        best
    }

    fn suffix(
        tables: &Tables<'_, '_, '_>,
        rows: &[(usize, &[Priced])],
        cost: &dyn Fn(&Priced) -> i128,
        multipliers: &[i128],
    ) -> Vec<i128> {
        let mut suffix = vec![0i128; rows.len() + 1];
        for (index, (_, columns)) in rows.iter().enumerate().rev() {
            let least =
                columns.iter().map(|column| cost(column) + dot(&tables.classes, multipliers, column.column.used)).min();
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
    rows: &'a [(usize, &'a [Priced])],
    /// The order in which each row's columns are tried.
    order: Vec<Vec<usize>>,
    value: Relaxation,
    /// One for each need.
    pressure: Vec<Relaxation>,
    /// Least sums of the value options of the rows from each index on.
    floor_sums: Vec<SmallVec<[i64; 6]>>,
    /// For each need, the least additive value of the pressure options of the rows from each index on.
    floor_values: Vec<Vec<i128>>,
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
    single: bool,
}

impl<'a, 's, 'b, 'p> Search<'a, 's, 'b, 'p> {
    fn new(
        tables: &'a Tables<'s, 'b, 'p>,
        rows: &'a [(usize, &'a [Priced])],
        ceiling: Option<i128>,
    ) -> Search<'a, 's, 'b, 'p> {
        let scorer = tables.scorer;
        let entries = scorer.zero().sums().len();
        let value = Relaxation::new(tables, rows, &|column| column.most_value, None);
        let pressure = (0..tables.needs.len())
            .map(|need| {
                Relaxation::new(
                    tables,
                    rows,
                    &move |column| i128::from(column.most_sums[need].0),
                    Some(i128::from(tables.needs[need].1)),
                )
            })
            .collect();
        let mut floor_sums = vec![SmallVec::from_elem(0, entries); rows.len() + 1];
        let mut floor_values = vec![vec![0i128; rows.len() + 1]; tables.needs.len()];
        for (index, (_, columns)) in rows.iter().enumerate().rev() {
            for entry in 0..entries {
                let least = columns.iter().map(|column| column.value_sums[entry]).min().unwrap_or(0);
                floor_sums[index][entry] = floor_sums[index + 1][entry] + least;
            }
            for (need, floors) in floor_values.iter_mut().enumerate() {
                floors[index] =
                    floors[index + 1] + columns.iter().map(|column| column.most_sums[need].1).min().unwrap_or(0);
            }
        }
        let order = rows
            .iter()
            .map(|(_, columns)| {
                let mut order: Vec<usize> = (0..columns.len()).collect();
                order.sort_by_key(|index| {
                    let column = &columns[*index];
                    column.most_value + dot(&tables.classes, &value.multipliers, column.column.used)
                });
                order
            })
            .collect();
        let win = tables.scale.number(scorer.valuation().factor(crate::position::Term::Win)) * TIE;
        let start = Partial {
            value: 0,
            sums: SmallVec::from_elem(0, entries),
            pressure: tables.needs.iter().map(|_| (0, 0)).collect(),
            single: true,
        };
        Search {
            tables,
            rows,
            order,
            value,
            pressure,
            floor_sums,
            floor_values,
            win,
            chosen: Vec::with_capacity(rows.len()),
            left: tables.classes.full(),
            best: None,
            ceiling,
            refuted: false,
            nodes: 0,
            path: vec![start],
            memo: FxHashMap::default(),
        }
    }

    /// The least that any completion of the path is worth, ties included.
    fn bound(&self, row: usize) -> i128 {
        let Some(partial) = self.path.last() else { return i128::MIN };
        let classes = &self.tables.classes;
        let sums: SmallVec<[i64; 6]> =
            partial.sums.iter().zip(&self.floor_sums[row]).map(|(sum, floor)| sum + floor).collect();
        let threshold = self.threshold(&sums);
        let mut bound = partial.value + self.value.bound(classes, row, self.left) + threshold;
        for (need, (_, amount)) in self.tables.needs.iter().enumerate() {
            let (sum, value) = partial.pressure[need];
            if i128::from(sum) + self.pressure[need].bound(classes, row, self.left) >= i128::from(*amount) {
                bound = bound.max(self.win + value + self.floor_values[need][row]);
            }
        }
        bound
    }

    /// What reaching thresholds is worth.
    fn threshold(&self, sums: &[i64]) -> i128 {
        self.tables.scale.number(&self.tables.scorer.worth(&self.tables.scorer.sums_only(sums))) * TIE
    }

    fn descend(&mut self, row: usize) -> Result<(), SearchError> {
        self.nodes += 1;
        if row == self.rows.len() {
            self.leaf();
            return Ok(());
        }
        if let Some((best, _)) = &self.best
            && self.bound(row) >= *best
        {
            return Ok(());
        }
        if self.seen(row) {
            return Ok(());
        }
        let (kind, columns) = self.rows[row];
        // Of two attackers of one kind the second takes no column before the first one's: the rest is symmetry.
        let first = if row > 0 && self.rows[row - 1].0 == kind {
            let before = self.chosen[row - 1];
            self.order[row].iter().position(|index| *index == before).unwrap_or(0)
        } else {
            0
        };
        for place in first..self.order[row].len() {
            let index = self.order[row][place];
            let column = &columns[index];
            if !self.tables.classes.fits(column.column.used, self.left) {
                continue;
            }
            let Some(before) = self.path.last() else { return Ok(()) };
            let partial = Partial {
                value: before.value + column.most_value,
                sums: before.sums.iter().zip(&column.value_sums).map(|(sum, more)| sum + more).collect(),
                pressure: before
                    .pressure
                    .iter()
                    .zip(&column.most_sums)
                    .map(|(sum, more)| (sum.0 + more.0, sum.1 + more.1))
                    .collect(),
                single: before.single && column.column.options.len() == 1,
            };
            self.path.push(partial);
            self.chosen.push(index);
            self.left -= column.column.used;
            let result = self.descend(row + 1);
            self.left += column.column.used;
            self.chosen.pop();
            self.path.pop();
            result?;
            if self.refuted {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Whether a path to the same rows and blockers that was no worse has been searched; else this one is noted.
    fn seen(&mut self, row: usize) -> bool {
        let same_kind_above = row > 0 && row < self.rows.len() && self.rows[row - 1].0 == self.rows[row].0;
        let Some(partial) = self.path.last() else { return false };
        // Paths with a choice left inside, or with an order still to keep, don't compare by their sums.
        if !partial.single || same_kind_above {
            return false;
        }
        let no_worse =
            |other: &Partial| other.value <= partial.value && other.sums.iter().zip(&partial.sums).all(|(a, b)| a <= b);
        let full = self.memo.len() >= MEMO_LIMIT;
        let key = (row, self.left);
        match self.memo.get_mut(&key) {
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
                self.memo.insert(key, SmallVec::from_iter([partial.clone()]));
            }
        }
        false
    }

    fn leaf(&mut self) {
        let scorer = self.tables.scorer;
        let mut all = vec![scorer.zero()];
        for (row, index) in self.chosen.iter().enumerate() {
            let options = &self.rows[row].1[*index].column.options;
            match options.as_slice() {
                [only] => all.iter_mut().for_each(|sum| sum.add(only)),
                _ => {
                    let together =
                        all.iter().flat_map(|sum| options.iter().map(move |option| sum.plus(option))).collect();
                    all = prune(together, |one, other| scorer.dominates(one, other));
                }
            }
        }
        let Some(value) = all.iter().map(|total| scorer.worth(total)).max() else { return };
        let blockers: usize =
            self.chosen.iter().enumerate().map(|(row, index)| self.rows[row].1[*index].column.size).sum();
        let number = self.tables.scale.number(&value) * TIE + blockers as i128;
        if self.best.as_ref().is_none_or(|(best, _)| number < *best) {
            self.best = Some((number, Partition { value, chosen: self.chosen.clone() }));
            self.refuted = self.ceiling.is_some_and(|ceiling| number < ceiling);
        }
    }
}
