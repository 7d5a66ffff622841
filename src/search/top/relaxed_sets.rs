//! What blocks come to at least, where attackers choose among all sets of blockers: by prices on the blockers.
//!
//! Any prices, 0 or more, give a bound: each attacker that is left takes the set that is cheapest with prices, whoever
//! blocks twice, and what the blockers that are left cost counts back.

use smallvec::SmallVec;

use crate::search::budget::Budget;
use crate::search::classes::Classes;
use crate::search::columns::Column;
use crate::search::gain::{Gain, Numbers, TIE};
use crate::search::solution::SearchError;

/// How prices are looked for by the subgradient method.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    steps: i32,
    /// How much shorter each step is than the one before.
    shorter: f64,
}

/// For sets that are exact.
pub(super) const QUICK: Pace = Pace { steps: 80, shorter: 0.95 };
/// For bounds on sets, where what a plan costs that comes to nothing is much more than a few steps.
pub(super) const THOROUGH: Pace = Pace { steps: 300, shorter: 0.985 };

/// A point of a sum, so that prices can be fractions of it.
const POINT: i128 = 1 << 20;

/// A number that every set has.
struct Priced {
    /// For each class.
    prices: Vec<i128>,
    /// For each kind the least that one of its attackers comes to, with prices and without.
    least: Vec<[i128; 2]>,
    /// For each kind and set, with prices.
    reduced: Vec<Vec<i128>>,
    /// How much is one.
    unit: i128,
}

/// The relaxations of the value and of each sum.
pub(super) struct Relaxed {
    value: Priced,
    sums: Vec<Priced>,
    /// For each kind the sets by what they cost with prices.
    order: Vec<Vec<usize>>,
}

/// What some attackers come to at least: the value and then each sum, with prices and without.
#[derive(Clone, Debug)]
pub(super) struct Rest(SmallVec<[[i128; 2]; 4]>);

impl Rest {
    /// Both together.
    pub(super) fn plus(&self, other: &Rest) -> Rest {
        let both = |([reduced, plain], [more, other]): (&[i128; 2], &[i128; 2])| [reduced + more, plain + other];
        Rest(self.0.iter().zip(&other.0).map(both).collect())
    }
}

impl Relaxed {
    /// `counts` says how many attackers each kind has, `sets` what may block each. Any that are as many or fewer are
    /// bounded as well.
    pub(super) fn new(
        budget: &Budget,
        numbers: &Numbers,
        classes: &Classes,
        counts: &[usize],
        sets: &[Vec<&Column>],
        pace: Pace,
    ) -> Result<Relaxed, SearchError> {
        // The active player may take what is worth most, and then gets of each sum the least at least.
        let highest = |column: &Column| {
            column.options.iter().map(|option| option.value).max().unwrap_or(0) * TIE + column.size as i128
        };
        let least = |column: &Column, sum: usize| column.options.iter().map(|option| option.sums[sum]).min();
        let value = Priced::new(budget, (classes, counts, sets), pace, 1, highest)?;
        let sum = |sum: usize| {
            let number = |column: &Column| i128::from(least(column, sum).unwrap_or(0)) * POINT;
            Priced::new(budget, (classes, counts, sets), QUICK, POINT, number)
        };
        let sums = (0..numbers.zero().sums.len()).map(sum).collect::<Result<_, SearchError>>()?;
        let order = |reduced: &Vec<i128>| -> Result<Vec<usize>, SearchError> {
            budget.check()?;
            let mut order: Vec<usize> = (0..reduced.len()).collect();
            order.sort_by_key(|set| (reduced[*set], *set));
            Ok(order)
        };
        Ok(Relaxed { order: value.reduced.iter().map(order).collect::<Result<_, _>>()?, value, sums })
    }

    /// The sets of a kind, cheapest first.
    pub(super) fn order(&self, kind: usize) -> &[usize] {
        &self.order[kind]
    }

    /// What no attackers come to.
    pub(super) fn nothing(&self) -> Rest {
        Rest(SmallVec::from_elem([0; 2], 1 + self.sums.len()))
    }

    /// The same with so many attackers of a kind more.
    pub(super) fn with(&self, rest: &Rest, kind: usize, count: usize) -> Rest {
        let more = std::iter::once(&self.value).chain(&self.sums).map(|priced| priced.least[kind]);
        let each = |(rest, more): (&[i128; 2], [i128; 2])| {
            [rest[0] + more[0] * count as i128, rest[1] + more[1] * count as i128]
        };
        Rest(rest.0.iter().zip(more).map(each).collect())
    }

    /// The same with one that takes a set of its kind from a place in the order on.
    pub(super) fn with_one_from(&self, rest: &Rest, kind: usize, place: usize) -> Rest {
        let mut with = self.with(rest, kind, 1);
        let own = self.order[kind].get(place).map_or(i128::MAX >> 8, |set| self.value.reduced[kind][*set]);
        with.0[0][0] = rest.0[0][0] + own;
        with
    }

    /// What blocks come to at least, with their blockers as [ties](TIE), that have left these blockers to the rest, with
    /// one of the options of so many that block already.
    pub(super) fn bound(
        &self,
        (numbers, classes): (&Numbers, &Classes),
        rest: &Rest,
        left: u128,
        options: &[Gain],
        size: usize,
    ) -> i128 {
        let least = |(priced, [reduced, plain]): (&Priced, &[i128; 2])| priced.least(classes, left, *reduced, *plain);
        let value = rest.0.first().map_or(0, |rest| least((&self.value, rest)));
        // A sum beyond what can be counted is not less by that.
        let sum = |sum: (&Priced, &[i128; 2])| i64::try_from(least(sum)).unwrap_or(i64::MIN / 4);
        let rest = Gain { value: 0, sums: self.sums.iter().zip(&rest.0[1..]).map(sum).collect() };
        let most = options.iter().map(|option| numbers.worth(&option.plus(&rest))).max();
        most.map_or(i128::MIN, |most| most * TIE + value + size as i128)
    }
}

impl Priced {
    fn new(
        budget: &Budget,
        (classes, counts, sets): (&Classes, &[usize], &[Vec<&Column>]),
        pace: Pace,
        unit: i128,
        number: impl Fn(&Column) -> i128,
    ) -> Result<Priced, SearchError> {
        let cost = |sets: &Vec<&Column>| -> Result<Vec<i128>, SearchError> {
            budget.check()?;
            Ok(sets.iter().map(|set| number(set)).collect())
        };
        let costs: Vec<Vec<i128>> = sets.iter().map(cost).collect::<Result<_, _>>()?;
        let prices = best_prices(budget, (classes, counts, sets), &costs, pace)?;
        let reduce = |(column, cost): (&&Column, &i128)| {
            cost + column.groups.iter().map(|(class, count)| prices[*class] * *count as i128).sum::<i128>()
        };
        let reduce = |(sets, costs): (&Vec<&Column>, &Vec<i128>)| -> Result<Vec<i128>, SearchError> {
            budget.check()?;
            Ok(sets.iter().zip(costs).map(reduce).collect())
        };
        let reduced: Vec<Vec<i128>> = sets.iter().zip(&costs).map(reduce).collect::<Result<_, _>>()?;
        let least = |(reduced, costs): (&Vec<i128>, &Vec<i128>)| {
            [reduced, costs].map(|numbers| numbers.iter().copied().min().unwrap_or(0))
        };
        let least = reduced.iter().zip(&costs).map(least).collect();
        Ok(Priced { prices, least, reduced, unit })
    }

    /// What the blockers that are left cost.
    fn back(&self, classes: &Classes, left: u128) -> i128 {
        let priced = self.prices.iter().enumerate().filter(|(_, price)| **price > 0);
        priced.map(|(class, price)| price * classes.count(left, class) as i128).sum()
    }

    /// What the rest comes to at least with these blockers, from what it does with prices and without.
    fn least(&self, classes: &Classes, left: u128, reduced: i128, plain: i128) -> i128 {
        let least = (reduced - self.back(classes, left)).max(plain);
        // Up to the next whole one.
        -(-least).div_euclid(self.unit)
    }
}

/// The prices by which the bound on all is highest, as far as a few steps come to it.
#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "any prices do")]
fn best_prices(
    budget: &Budget,
    (classes, counts, sets): (&Classes, &[usize], &[Vec<&Column>]),
    costs: &[Vec<i128>],
    pace: Pace,
) -> Result<Vec<i128>, SearchError> {
    let there: Vec<f64> = classes.members.iter().map(|class| class.len() as f64).collect();
    let mut prices = vec![0.0; there.len()];
    let mut best = (f64::MIN, prices.clone());
    // What prices can be about: what blocking is worth to all attackers together.
    let saved = |costs: &Vec<i128>| costs.first().zip(costs.iter().min()).map_or(0, |(open, least)| open - least);
    let range: i128 = costs.iter().zip(counts).map(|(costs, count)| saved(costs) * *count as i128).sum();
    let mut length = range as f64 / 2.0;
    for _ in 0..pace.steps {
        let mut bound: f64 = -prices.iter().zip(&there).map(|(price, there)| price * there).sum::<f64>();
        let mut beyond: Vec<f64> = there.iter().map(|there| -there).collect();
        for ((sets, costs), count) in sets.iter().zip(costs).zip(counts) {
            budget.check()?;
            let with_prices = |(column, cost): (&&Column, &i128)| {
                *cost as f64 + column.groups.iter().map(|(class, used)| prices[*class] * *used as f64).sum::<f64>()
            };
            let all = sets.iter().zip(costs).map(with_prices).enumerate();
            let Some((set, least)) = all.min_by(|one, other| one.1.total_cmp(&other.1)) else { continue };
            bound += least * *count as f64;
            sets[set].groups.iter().for_each(|(class, used)| beyond[*class] += (used * count) as f64);
        }
        if bound > best.0 {
            best = (bound, prices.clone());
        }
        let square: f64 = beyond.iter().map(|beyond| beyond * beyond).sum();
        if square < 1e-9 {
            break;
        }
        prices
            .iter_mut()
            .zip(&beyond)
            .for_each(|(price, beyond)| *price = (*price + length * beyond / square).max(0.0));
        length *= pace.shorter;
    }
    Ok(best.1.into_iter().map(|price| price.round() as i128).collect())
}
