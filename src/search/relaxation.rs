//! Lower bounds on block problems that add up over attackers: Lagrangian relaxations (Fisher 1981).
//!
//! "No blocker twice" is taken into the cost: each class of blockers has a price, and what is there counts back. The
//! same is done with the damage that a defending player may take without losing. The prices are found by a
//! subgradient method (Held and Karp 1971) in floating point. They are hints: whatever they are, once rounded to whole numbers of 0 or more, the bounds that come of them hold exactly.

use smallvec::SmallVec;

use super::budget::Budget;
use super::classes::Classes;
use super::columns::Column;

/// One kind of attacker of a block problem.
pub(super) struct Row<'a> {
    /// Which of the caller's rows it is.
    pub(super) number: usize,
    /// How many attackers it stands for.
    pub(super) count: usize,
    pub(super) columns: &'a [Column],
    /// What each column costs in this relaxation.
    pub(super) cost: Vec<i128>,
    /// What each column costs with prices.
    pub(super) reduced: Vec<i128>,
    /// The columns that can be part of a better block than the best so far, in the order in which they are tried.
    pub(super) order: Vec<usize>,
}

impl<'a> Row<'a> {
    /// All columns of a row at these costs.
    pub(super) fn new(number: usize, count: usize, columns: &'a [Column], cost: impl Fn(&Column) -> i128) -> Row<'a> {
        Row {
            number,
            count,
            columns,
            cost: columns.iter().map(cost).collect(),
            reduced: vec![0; columns.len()],
            order: (0..columns.len()).collect(),
        }
    }

    /// The least that a column costs with prices.
    pub(super) fn least(&self) -> i128 {
        self.order.iter().map(|column| self.reduced[*column]).min().unwrap_or(0)
    }
}

/// What all rows share: creatures of classes, and sums that must not grow beyond a limit.
pub(super) struct Limits {
    /// How many there are of each class.
    pub(super) there: Vec<i64>,
    /// Numbers of sums, and the most each may come to.
    pub(super) caps: Vec<(usize, i64)>,
}

impl Limits {
    pub(super) fn new(classes: &Classes, caps: Vec<(usize, i64)>) -> Limits {
        Limits { there: classes.members.iter().map(|class| class.len() as i64).collect(), caps }
    }

    fn all(&self) -> impl Iterator<Item = i64> {
        self.there.iter().copied().chain(self.caps.iter().map(|(_, most)| *most))
    }

    /// What a column takes of the limits.
    fn taken<'c>(&'c self, column: &'c Column) -> impl Iterator<Item = (usize, i64)> + 'c {
        let groups = column.groups.iter().map(|(class, count)| (*class, *count as i64));
        let caps = self.caps.iter().enumerate();
        let sums = caps.map(|(cap, (sum, _))| (self.there.len() + cap, column.upper.sums[*sum]));
        groups.chain(sums.filter(|(_, amount)| *amount != 0))
    }
}

/// A problem in floating point, in one piece of memory.
struct Flat {
    limits: Vec<f64>,
    /// For each row its count and where its columns end.
    rows: Vec<(f64, usize)>,
    costs: Vec<f64>,
    /// Where what each column takes ends.
    ends: Vec<usize>,
    taken: Vec<(u32, f64)>,
}

impl Flat {
    #[expect(clippy::cast_precision_loss, reason = "prices are hints")]
    fn new(rows: &[Row<'_>], limits: &Limits) -> Flat {
        let mut flat = Flat {
            limits: limits.all().map(|limit| limit as f64).collect(),
            rows: Vec::with_capacity(rows.len()),
            costs: Vec::new(),
            ends: Vec::new(),
            taken: Vec::new(),
        };
        for row in rows {
            for index in &row.order {
                flat.costs.push(row.cost[*index] as f64);
                let taken = limits.taken(&row.columns[*index]);
                flat.taken.extend(taken.map(|(limit, amount)| (limit as u32, amount as f64)));
                flat.ends.push(flat.taken.len());
            }
            flat.rows.push((row.count as f64, flat.costs.len()));
        }
        flat
    }

    /// What these prices prove, and how far the relaxed choice goes beyond each limit.
    fn bound(&self, prices: &[f64], beyond: &mut [f64]) -> f64 {
        let mut bound = 0.0;
        for ((over, limit), price) in beyond.iter_mut().zip(&self.limits).zip(prices) {
            *over = -limit;
            bound -= price * limit;
        }
        let (mut column, mut from) = (0, 0);
        for (count, end) in &self.rows {
            let (mut least, mut best) = (f64::INFINITY, 0..0);
            while column < *end {
                let to = self.ends[column];
                let taken: f64 =
                    self.taken[from..to].iter().map(|(limit, amount)| prices[*limit as usize] * amount).sum();
                let reduced = self.costs[column] + taken;
                if reduced < least {
                    (least, best) = (reduced, from..to);
                }
                (column, from) = (column + 1, to);
            }
            if least.is_finite() {
                bound += least * count;
                self.taken[best].iter().for_each(|(limit, amount)| beyond[*limit as usize] += amount * count);
            }
        }
        bound
    }
}

/// Better prices from `start` on by so many steps, fewer where the budget is used up; `target` is what some block costs.
pub(super) fn subgradient(
    budget: &Budget,
    (rows, limits): (&[Row<'_>], &Limits),
    start: &[f64],
    target: f64,
    steps: usize,
) -> Vec<f64> {
    let flat = Flat::new(rows, limits);
    let mut prices = start.to_vec();
    prices.resize(flat.limits.len(), 0.0);
    let mut beyond = vec![0.0; prices.len()];
    let mut direction = vec![0.0; prices.len()];
    let mut best = (f64::NEG_INFINITY, prices.clone());
    let (mut pace, mut stale) = (1.4, 0);
    for _ in 0..steps {
        // Whoever wants the prices asks as well whether to go on.
        if budget.check().is_err() {
            break;
        }
        let bound = flat.bound(&prices, &mut beyond);
        if bound > best.0 {
            best = (bound, prices.clone());
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
        let mut square = 0.0;
        for ((way, over), price) in direction.iter_mut().zip(&beyond).zip(&prices) {
            *way = over + 0.4 * *way;
            if *price > 0.0 || *way > 0.0 {
                square += *way * *way;
            }
        }
        if square < 1e-9 {
            break;
        }
        let length = pace * (target - bound) / square;
        prices.iter_mut().zip(&direction).for_each(|(price, way)| *price = (*price + length * way).max(0.0));
    }
    best.1
}

/// The highest price. Values go up to 2^103 and blockers as ties take 16 bits more; this times a million of damage and all
/// creatures that a position may have, for each of some hundred limits, leaves the sums room in 128 bits.
const PRICE_MOST: i128 = 1 << 76;

/// Prices in whole numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Prices(SmallVec<[i128; 24]>);

impl Prices {
    #[expect(clippy::cast_possible_truncation, reason = "any prices do")]
    pub(super) fn round(prices: &[f64]) -> Prices {
        Prices::of(prices.iter().map(|price| price.round() as i128).collect())
    }

    /// These prices, as far as they are between 0 and what sums have room for.
    pub(super) fn of(prices: Vec<i128>) -> Prices {
        Prices(prices.into_iter().map(Prices::fitting).collect())
    }

    /// The price nearest to a number that is between 0 and what sums have room for.
    pub(super) fn fitting(price: i128) -> i128 {
        price.clamp(0, PRICE_MOST)
    }

    /// As hints.
    #[expect(clippy::cast_precision_loss, reason = "prices are hints")]
    pub(super) fn hints(&self) -> Vec<f64> {
        self.0.iter().map(|price| *price as f64).collect()
    }

    /// What a column takes of the limits, by price.
    pub(super) fn on(&self, column: &Column, limits: &Limits) -> i128 {
        limits.taken(column).map(|(limit, amount)| self.0[limit] * i128::from(amount)).sum()
    }

    /// The price of a limit: those of the classes come first, then those of the caps.
    pub(super) fn on_limit(&self, limit: usize) -> i128 {
        self.0[limit]
    }

    /// Works out reduced costs, and what the limits count back.
    pub(super) fn reduce(&self, rows: &mut [Row<'_>], limits: &Limits) -> i128 {
        for row in rows {
            for index in &row.order {
                row.reduced[*index] = row.cost[*index] + self.on(&row.columns[*index], limits);
            }
        }
        self.0.iter().zip(limits.all()).map(|(price, limit)| price * i128::from(limit)).sum()
    }
}
