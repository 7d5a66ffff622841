//! What is worth something only from an amount on, over the whole combat: players who lose, planeswalkers, battles.
//!
//! A combat is made of parts: an attacker and its blockers. What a part contributes is a value for each level, which
//! adds up, and sums (life lost, poison, damage to a planeswalker), which add up too and count against thresholds:
//!
//! ```text
//! worth = constant + sum of values + sum over losses of worth * reached
//!         + sum over permanents of factor * min(sum, had) + bonus * [sum >= had]
//! reached = [some sum of the loss >= its amount]
//! ```
//!
//! As rows, for sums that lie in `low..=high`: `reached` is the indicator of `indicator`, exact in both directions, and
//! for a permanent with `gone = [sum >= had]`
//!
//! ```text
//! removed = min(sum, had):   removed <= sum,   removed >= had * gone,   removed >= sum - (high - had) * gone
//! ```
//!
//! A loss is one binary whatever brings it about, so it counts once. What goes over planeswalkers comes first: it is worth
//! something for each point, and adds to sums (see [`Overflow`]).

use super::expression::Expression;
use super::indicator::{Cause, Indicators, Reach, reach};
use super::model::{Comparison, Model};
use super::overflow::Overflow;

/// What a part of a combat contributes.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Contribution {
    /// For each level of the objective, what adds up whatever the rest of the combat does.
    pub value: Vec<i64>,
    /// For each of [`Thresholds::sums`], how much.
    pub sums: Vec<i64>,
}

impl Contribution {
    /// Adds another part, so many times; what is missing counts as 0.
    pub fn add_times(&mut self, other: &Contribution, times: i64) {
        add(&mut self.value, &other.value, times);
        add(&mut self.sums, &other.sums, times);
    }
}

/// Adds `times` the second to the first.
pub(super) fn add(to: &mut Vec<i64>, more: &[i64], times: i64) {
    if to.len() < more.len() {
        to.resize(more.len(), 0);
    }
    to.iter_mut().zip(more).for_each(|(sum, more)| *sum = sum.saturating_add(more.saturating_mul(times)));
}

/// A defending player's loss (CR 704.5a, 704.5c, 903.10a): reached once, whatever brings it about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// What the model calls it.
    pub name: String,
    /// What it is worth, for each level.
    pub worth: Vec<i64>,
    /// The sums that bring it about, and how much of each is enough.
    pub reached_by: Vec<(usize, i64)>,
}

/// A planeswalker or battle (CR 120.3c, 120.3h): damage counts up to what it has, and once more when that is gone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permanent {
    /// What the model calls it.
    pub name: String,
    /// The sum of what is dealt to it.
    pub sum: usize,
    /// Loyalty or defense before combat.
    pub had: i64,
    /// What a point of it is worth, for each level.
    pub factor: Vec<i64>,
    /// What it is worth to remove all, for each level.
    pub bonus: Vec<i64>,
}

/// How contributions turn into a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thresholds {
    /// What is there in any case, for each level; their number is the number of levels.
    pub constant: Vec<i64>,
    /// What the model calls the sums.
    pub sums: Vec<String>,
    /// Players that may lose.
    pub losses: Vec<Loss>,
    /// Planeswalkers and battles.
    pub permanents: Vec<Permanent>,
    /// Damage that goes over planeswalkers.
    pub overflows: Vec<Overflow>,
}

/// A linear expression with bounds that are closer than those of its variables.
#[derive(Clone, Debug, Default)]
pub(super) struct Ranged {
    pub expression: Expression,
    pub low: i64,
    pub high: i64,
}

impl Ranged {
    /// Only a number.
    pub fn constant(number: i64) -> Ranged {
        Ranged { expression: Expression::constant(number), low: number, high: number }
    }

    /// Adds `factor` times an expression that lies between the bounds.
    pub fn add_times(&mut self, other: &Expression, (low, high): (i64, i64), factor: i64) {
        let (one, two) = (low.saturating_mul(factor), high.saturating_mul(factor));
        self.expression.add_times(other, factor);
        self.low = self.low.saturating_add(one.min(two));
        self.high = self.high.saturating_add(one.max(two));
    }
}

/// A level of something that has a number for each level.
pub(super) fn at(of: &[i64], index: usize) -> i64 {
    of.get(index).copied().unwrap_or(0)
}

impl Thresholds {
    /// How many levels the objective has.
    pub fn levels(&self) -> usize {
        self.constant.len()
    }

    /// What a combat is worth whose parts contribute `total`, level by level.
    ///
    /// ```
    /// use alphastrike::program::{Contribution, Loss, Thresholds};
    ///
    /// let loss = Loss { name: "win_opp".to_owned(), worth: vec![1, 0], reached_by: vec![(0, 9)] };
    /// let names = vec!["lost_opp".to_owned()];
    /// let (sums, losses) = (names, vec![loss]);
    /// let thresholds = Thresholds { constant: vec![0, 0], sums, losses, ..Thresholds::default() };
    /// assert_eq!(thresholds.worth(&Contribution { value: vec![0, 8], sums: vec![8] }), [0, 8]);
    /// assert_eq!(thresholds.worth(&Contribution { value: vec![0, 9], sums: vec![9] }), [1, 9]);
    /// ```
    pub fn worth(&self, total: &Contribution) -> Vec<i64> {
        let mut worth: Vec<i64> = (0..self.levels()).map(|level| at(&total.value, level)).collect();
        add(&mut worth, &self.constant, 1);
        let mut sums = total.sums.clone();
        sums.resize(sums.len().max(self.sums.len()), 0);
        for overflow in &self.overflows {
            let points = overflow.points(&total.sums);
            add(&mut worth, &overflow.factor, points);
            for raised in &overflow.raises {
                if let Some(sum) = sums.get_mut(*raised) {
                    *sum = sum.saturating_add(points);
                }
            }
        }
        for loss in &self.losses {
            let reached = loss.reached_by.iter().any(|(sum, amount)| at(&sums, *sum) >= *amount);
            add(&mut worth, &loss.worth, i64::from(reached));
        }
        for permanent in &self.permanents {
            let sum = at(&sums, permanent.sum);
            add(&mut worth, &permanent.factor, sum.min(permanent.had));
            add(&mut worth, &permanent.bonus, i64::from(sum >= permanent.had));
        }
        worth.truncate(self.levels());
        worth
    }

    /// Whether more of a sum is never worth less: 1; never worth more: -1; else 0. Sums that count nowhere are 1 and -1
    /// at once, which is `None`.
    pub(super) fn direction(&self, sum: usize) -> Option<i64> {
        let overflows = || self.overflows.iter().filter(|overflow| overflow.over == sum || overflow.all == sum);
        let raised = |own: usize| own == sum || overflows().any(|overflow| overflow.raises.contains(&own));
        let losses = self.losses.iter().filter(|loss| loss.reached_by.iter().any(|(own, _)| raised(*own)));
        let permanents = self.permanents.iter().filter(|permanent| raised(permanent.sum));
        let vectors = losses.map(|loss| &loss.worth).chain(permanents.flat_map(|it| [&it.factor, &it.bonus]));
        let vectors = vectors.chain(overflows().map(|overflow| &overflow.factor));
        let mut signs = vectors.map(|vector| vector.iter().copied().find(|it| *it != 0).unwrap_or(0).signum());
        let first = signs.find(|sign| *sign != 0)?;
        Some(if signs.all(|sign| sign == first || sign == 0) { first } else { 0 })
    }

    /// What a combat is worth, as one expression a level; `values` and `sums` are what its parts contribute. `suffix`
    /// ends the names of what is added to the model.
    pub(super) fn encode(
        &self,
        model: &mut Model,
        indicators: &mut Indicators,
        suffix: &str,
        mut values: Vec<Ranged>,
        sums: &[Ranged],
    ) -> Vec<Ranged> {
        values.resize_with(self.levels(), Ranged::default);
        for (level, value) in values.iter_mut().enumerate() {
            value.add_times(&Expression::constant(1), (1, 1), at(&self.constant, level));
        }
        let named: Vec<Expression> = sums.iter().map(|sum| sum.expression.clone()).collect();
        let mut encoding = Encoding { of: self, model, indicators, suffix, sums: sums.to_vec(), named };
        let points: Vec<Ranged> = self.overflows.iter().map(|overflow| encoding.points(overflow)).collect();
        for (overflow, points) in self.overflows.iter().zip(points) {
            for (level, value) in values.iter_mut().enumerate() {
                value.add_times(&points.expression, (points.low, points.high), at(&overflow.factor, level));
            }
            overflow.raises.iter().for_each(|sum| encoding.raise(*sum, &points));
        }
        for loss in &self.losses {
            let reached = encoding.reached(loss);
            for (level, value) in values.iter_mut().enumerate() {
                value.add_times(&reached, encoding.model.range(&reached), at(&loss.worth, level));
            }
        }
        for permanent in &self.permanents {
            let (removed, gone) = encoding.removed(permanent);
            for (level, value) in values.iter_mut().enumerate() {
                value.add_times(&removed.expression, (removed.low, removed.high), at(&permanent.factor, level));
                value.add_times(&gone, encoding.model.range(&gone), at(&permanent.bonus, level));
            }
        }
        values
    }
}

/// What [`Thresholds::encode`] works with.
struct Encoding<'a> {
    of: &'a Thresholds,
    model: &'a mut Model,
    indicators: &'a mut Indicators,
    suffix: &'a str,
    sums: Vec<Ranged>,
    /// The sums, those that were asked for as variables of their own.
    named: Vec<Expression>,
}

impl Encoding<'_> {
    fn name(&self, name: &str) -> String {
        format!("{name}{}", self.suffix)
    }

    /// A sum as a variable whose bounds are the sum's own: what an indicator asks of it is as tight as can be.
    fn sum(&mut self, index: usize) -> Expression {
        let Some(sum) = self.sums.get(index) else { return Expression::default() };
        let named = self.named[index].clone();
        if self.model.range(&named) == (sum.low, sum.high) {
            return named;
        }
        let name = self.name(self.of.sums.get(index).map_or("sum", String::as_str));
        let variable = Expression::variable(self.model.add_variable(&name, sum.low, sum.high));
        let row = variable.clone().plus(&named, -1);
        self.model.add_constraint(&format!("{name}_is"), &row, Comparison::Equal, 0);
        self.named[index] = variable.clone();
        variable
    }

    fn range(&self, index: usize) -> (i64, i64) {
        self.sums.get(index).map_or((0, 0), |sum| (sum.low, sum.high))
    }

    /// How much goes over a planeswalker.
    fn points(&mut self, overflow: &Overflow) -> Ranged {
        let sum = |encoding: &mut Self, index: usize| {
            let (low, high) = encoding.range(index);
            Ranged { expression: encoding.sum(index), low, high }
        };
        let (over, all) = (sum(self, overflow.over), sum(self, overflow.all));
        let name = self.name(&overflow.name);
        overflow.encode(self.model, self.indicators, &name, (&over, &all))
    }

    /// Adds to a sum what goes over.
    fn raise(&mut self, index: usize, points: &Ranged) {
        if let Some(sum) = self.sums.get_mut(index) {
            sum.add_times(&points.expression, (points.low, points.high), 1);
            self.named[index] = sum.expression.clone();
        }
    }

    /// 1 where a loss is reached, else 0.
    fn reached(&mut self, loss: &Loss) -> Expression {
        let within = |(sum, amount): &(usize, i64)| reach(self.range(*sum), *amount);
        if loss.reached_by.iter().any(|it| within(it) == Reach::Always) {
            return Expression::constant(1);
        }
        let open: Vec<(usize, i64)> = loss.reached_by.iter().filter(|it| within(it) == Reach::Open).copied().collect();
        let cause = |(sum, amount): (usize, i64)| {
            let name = self.of.sums.get(sum).map_or("sum", String::as_str).to_owned();
            Cause::new(&name, self.sum(sum), amount)
        };
        let causes: Vec<Cause> = open.into_iter().map(cause).collect();
        let name = self.name(&loss.name);
        self.indicators.any(self.model, &name, &causes)
    }

    /// How much of a permanent is removed, and 1 where that is all.
    fn removed(&mut self, permanent: &Permanent) -> (Ranged, Expression) {
        let (low, high) = self.range(permanent.sum);
        let had = permanent.had;
        match reach((low, high), had) {
            Reach::Always => return (Ranged::constant(had), Expression::constant(1)),
            Reach::Never => {
                let sum = self.sums.get(permanent.sum).cloned().unwrap_or_default();
                return (sum, Expression::constant(0));
            }
            Reach::Open => {}
        }
        let sum = self.sum(permanent.sum);
        let name = self.name(&permanent.name);
        let gone = self.indicators.at_least(self.model, &format!("gone_{name}"), &sum, had);
        if permanent.factor.iter().all(|factor| *factor == 0) {
            return (Ranged::default(), gone);
        }
        if high == had {
            return (Ranged { expression: sum, low, high }, gone);
        }
        let removed = Expression::variable(self.model.add_variable(&format!("removed_{name}"), low, had));
        let most = removed.clone().plus(&sum, -1);
        self.model.add_constraint(&format!("removed_{name}_dealt"), &most, Comparison::AtMost, 0);
        // `low` and not 0 where the sum may be negative: then no more is removed than that.
        let all = removed.clone().plus(&gone, low.saturating_sub(had));
        self.model.add_constraint(&format!("removed_{name}_all"), &all, Comparison::AtLeast, low);
        let some = most.plus(&gone, high.saturating_sub(had));
        self.model.add_constraint(&format!("removed_{name}_if_left"), &some, Comparison::AtLeast, 0);
        (Ranged { expression: removed, low, high: had }, gone)
    }
}
