//! One case of a block problem, searched depth first.
//!
//! Row by row, the columns in order of what they cost with prices; a partial block is cut off where what it has cost,
//! what the rest costs at least and what the limits count back come to no less than the best block so far. Partial
//! blocks that leave the same blockers to the same rows are compared with each other.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::partition::{Chosen, Search};
use super::relaxation::{Limits, Row};
use super::solution::SearchError;

/// Most partial blocks that are remembered.
const MEMO_LIMIT: usize = 100_000;
/// Most partial blocks with the same blockers left that are compared.
const MEMO_WIDTH: usize = 8;

/// A case of a block problem.
pub(super) struct Problem<'a> {
    pub(super) rows: Vec<Row<'a>>,
    pub(super) limits: Limits,
    /// What the case is worth from the start.
    pub(super) constant: i128,
    /// What the limits count back by the prices.
    pub(super) back: i128,
    /// Whether blocks that belong to it are worth no more than it counts.
    pub(super) exact: bool,
}

/// How a search of a case ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Everything that could be better has been looked at.
    Exhausted,
    /// A block was found that is good enough.
    Found,
    /// It took too many nodes.
    GaveUp,
}

impl Problem<'_> {
    /// How many columns there are.
    pub(super) fn size(&self) -> usize {
        self.rows.iter().map(|row| row.order.len()).sum()
    }

    /// What any block costs at least, by the prices that the reduced costs are of.
    pub(super) fn bound(&self) -> i128 {
        let sum: i128 = self.rows.iter().map(|row| row.least() * row.count as i128).sum();
        self.constant - self.back + sum
    }

    /// What is left of a number for rows and limits, as prices see it.
    #[expect(clippy::cast_precision_loss, reason = "prices are hints")]
    pub(super) fn float(&self, number: i128) -> f64 {
        (number - self.constant) as f64
    }
}

/// Searches a case to the end, or for so many nodes.
pub(super) fn descend(search: &mut Search<'_>, problem: &mut Problem<'_>, patience: u64) -> Result<End, SearchError> {
    for row in &mut problem.rows {
        let Row { order, reduced, .. } = row;
        order.sort_by_key(|column| reduced[*column]);
    }
    // Where the second choice costs most there is least to decide.
    let regret = |row: &Row<'_>| match row.order.as_slice() {
        [first, second, ..] => row.reduced[*second] - row.reduced[*first],
        _ => i128::MAX,
    };
    let last = |row: &Row<'_>| !search.is_of_attackers(row.number);
    problem.rows.sort_by_cached_key(|row| (last(row), std::cmp::Reverse(regret(row)), row.number));
    let rows = &problem.rows;
    let mut least = vec![0i128; rows.len() + 1];
    let mut useful = vec![0u128; rows.len() + 1];
    let mut floors: Vec<SmallVec<[i64; 2]>> = vec![problem.limits.caps.iter().map(|_| 0).collect(); rows.len() + 1];
    for (index, row) in rows.iter().enumerate().rev() {
        let first = row.order.first().map_or(0, |column| row.reduced[*column]);
        least[index] = least[index + 1] + first * row.count as i128;
        let columns = || row.order.iter().map(|column| &row.columns[*column]);
        useful[index] = columns()
            .flat_map(|column| &column.groups)
            .fold(useful[index + 1], |useful, (class, _)| useful | mask(search, *class));
        floors[index] = (floors[index + 1].iter().zip(&problem.limits.caps))
            .map(|(sum, (cap, _))| {
                sum + columns().map(|column| column.upper.sums[*cap]).min().unwrap_or(0) * row.count as i64
            })
            .collect();
    }
    let mut tree = Tree {
        left: search.tables.classes.full(),
        search,
        problem,
        least,
        useful,
        floors,
        memo: FxHashMap::default(),
        chosen: Vec::new(),
        nodes: 0,
        patience,
    };
    let multiple = |row: &Row<'_>| row.order.iter().any(|column| row.columns[*column].options.len() > 1);
    // What the case doesn't count follows from sums as well.
    let choices = !tree.problem.exact || tree.problem.rows.iter().any(multiple);
    let sums = tree.problem.limits.caps.iter().map(|_| 0).collect();
    let all = if choices { tree.search.tables.numbers.zero().sums } else { SmallVec::new() };
    let start = Partial { bound: tree.problem.constant - tree.problem.back, cost: 0, sums, all, single: true };
    tree.row(0, &start)?;
    Ok(match () {
        () if tree.search.is_refuted() => End::Found,
        () if tree.nodes > tree.patience => End::GaveUp,
        () => End::Exhausted,
    })
}

/// The bits of a class in a packed set.
fn mask(search: &Search<'_>, class: usize) -> u128 {
    let classes = search.tables.classes;
    let one = classes.one(class);
    // A class of `n` takes as many bits as `n` does.
    one * (((classes.all_of(class) / one) + 1).next_power_of_two() - 1)
}

/// What the columns chosen so far come to.
#[derive(Clone, Debug)]
struct Partial {
    /// With prices, and what the limits count back.
    bound: i128,
    /// Without.
    cost: i128,
    /// Of the capped sums.
    sums: SmallVec<[i64; 2]>,
    /// Of all sums, where a column leaves the active player a choice, which it makes by them, or not all is counted.
    all: SmallVec<[i64; 4]>,
    /// Whether no column leaves the active player a choice.
    single: bool,
}

/// Costs and sums of partial blocks that leave the same blockers.
type Seen = SmallVec<[(i128, SmallVec<[i64; 2]>, SmallVec<[i64; 4]>); 1]>;

struct Tree<'t, 's, 'p> {
    search: &'t mut Search<'s>,
    problem: &'t Problem<'p>,
    left: u128,
    /// What the rows from each index on cost at least with prices.
    least: Vec<i128>,
    /// The blockers that can be of use to the rows from each index on.
    useful: Vec<u128>,
    /// The least that these rows add to the capped sums.
    floors: Vec<SmallVec<[i64; 2]>>,
    memo: FxHashMap<(usize, u128), Seen>,
    chosen: Vec<(usize, usize, usize)>,
    nodes: u64,
    patience: u64,
}

impl Tree<'_, '_, '_> {
    /// Whether the search is over, for one reason or another.
    fn is_over(&self) -> bool {
        self.nodes > self.patience || self.search.is_refuted()
    }

    /// Goes on with the row at `index`.
    fn row(&mut self, index: usize, partial: &Partial) -> Result<(), SearchError> {
        self.nodes += 1;
        self.search.tables.budget.spend(1)?;
        if self.nodes > self.patience {
            return Ok(());
        }
        // What goes over planeswalkers follows from the block.
        let row = self.problem.rows.get(index).filter(|row| self.search.is_of_attackers(row.number));
        let Some(row) = row else {
            self.leaf();
            return Ok(());
        };
        let caps = &self.problem.limits.caps;
        let beyond = partial.sums.iter().zip(&self.floors[index]).zip(caps).any(|((s, f), (_, most))| s + f > *most);
        if beyond || self.seen(index, partial) {
            return Ok(());
        }
        self.choose(index, 0, row.count, partial)
    }

    /// Chooses for so many attackers of a row that are left among its columns from `place` on.
    fn choose(&mut self, index: usize, place: usize, open: usize, partial: &Partial) -> Result<(), SearchError> {
        let problem = self.problem;
        let row = &problem.rows[index];
        if open == 1 {
            for place in place..row.order.len() {
                // Columns come in order of what they cost with prices: from here on none is cheap enough.
                if self.is_over() || self.is_cut(index, partial, row.reduced[row.order[place]]) {
                    return Ok(());
                }
                self.take(index, row.order[place], 1, partial, |tree, next| tree.row(index + 1, next))?;
            }
            return Ok(());
        }
        let Some(column) = row.order.get(place).copied() else { return Ok(()) };
        let later = row.order.get(place + 1).map(|column| row.reduced[*column]);
        let most = self.search.tables.classes.most(&row.columns[column].groups, self.left).min(open);
        for count in (0..=most).rev() {
            let rest = match later {
                _ if count == open => 0,
                Some(later) => later * (open - count) as i128,
                None => return Ok(()),
            };
            if self.is_over() || self.is_cut(index, partial, row.reduced[column] * count as i128 + rest) {
                return Ok(());
            }
            self.take(index, column, count, partial, |tree, next| {
                if count == open {
                    tree.row(index + 1, next)
                } else {
                    tree.nodes += 1;
                    tree.search.tables.budget.spend(1)?;
                    tree.choose(index, place + 1, open - count, next)
                }
            })?;
        }
        Ok(())
    }

    /// Whether nothing better can come where the row at `index` adds so much.
    fn is_cut(&self, index: usize, partial: &Partial, more: i128) -> bool {
        let bound = partial.bound + more + self.least[index + 1];
        bound > self.search.highest()
    }

    fn take(
        &mut self,
        index: usize,
        column: usize,
        count: usize,
        partial: &Partial,
        then: impl FnOnce(&mut Self, &Partial) -> Result<(), SearchError>,
    ) -> Result<(), SearchError> {
        if count == 0 {
            return then(self, partial);
        }
        let problem = self.problem;
        let row = &problem.rows[index];
        let it = &row.columns[column];
        if !self.search.tables.classes.fits(it.used * count as u128, self.left) {
            return Ok(());
        }
        let times = count as i128;
        let next = Partial {
            bound: partial.bound + row.reduced[column] * times,
            cost: partial.cost + row.cost[column] * times,
            sums: (partial.sums.iter().zip(&problem.limits.caps))
                .map(|(sum, (cap, _))| sum + it.upper.sums[*cap] * count as i64)
                .collect(),
            all: partial.all.iter().zip(&it.upper.sums).map(|(sum, more)| sum + more * count as i64).collect(),
            single: partial.single && it.options.len() == 1,
        };
        self.left -= it.used * count as u128;
        self.chosen.push((row.number, column, count));
        let result = then(self, &next);
        self.chosen.pop();
        self.left += it.used * count as u128;
        result
    }

    /// Whether a path to the same rows and blockers that was no worse has been searched; else this one is noted.
    fn seen(&mut self, index: usize, partial: &Partial) -> bool {
        // Paths with a choice left inside don't compare by their sums.
        if !partial.single || index == 0 {
            return false;
        }
        let full = self.memo.len() >= MEMO_LIMIT;
        let key = (index, self.left & self.useful[index]);
        match self.memo.get_mut(&key) {
            Some(others) => {
                let no_worse = |(cost, sums, all): &(i128, SmallVec<[i64; 2]>, SmallVec<[i64; 4]>)| {
                    let mut pairs = sums.iter().zip(&partial.sums).chain(all.iter().zip(&partial.all));
                    *cost <= partial.cost && pairs.all(|(one, two)| one <= two)
                };
                if others.iter().any(no_worse) {
                    return true;
                }
                if others.len() < MEMO_WIDTH {
                    others.push((partial.cost, partial.sums.clone(), partial.all.clone()));
                }
            }
            None if full => {}
            None => {
                self.memo.insert(key, SmallVec::from_iter([(partial.cost, partial.sums.clone(), partial.all.clone())]));
            }
        }
        false
    }

    fn leaf(&mut self) {
        let rows = self.problem.rows.len();
        let mut chosen: Vec<Chosen> = vec![Chosen::new(); rows];
        for (row, column, count) in &self.chosen {
            chosen[*row].push((*column, *count));
        }
        self.search.offer(chosen);
    }
}
