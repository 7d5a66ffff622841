//! Binaries that say whether something holds, exact in both directions.
//!
//! For `y = 1` exactly where an expression `e`, which lies in `low..=high` by the bounds of its variables, is at least
//! `t`:
//!
//! ```text
//! e >= low + (t - low) y           y = 1 gives e >= t, y = 0 asks for nothing
//! e <= t - 1 + (high - t + 1) y    y = 0 gives e <= t - 1, y = 1 asks for nothing
//! ```
//!
//! Both factors are the least that will do. For `y = 1` exactly where one of several binaries is 1: `y` is at least
//! each and at most their sum.

use super::expression::Expression;
use super::model::{Comparison, Model};

/// One of several reasons for which something holds: its expression is at least its threshold.
#[derive(Clone, Debug)]
pub(super) struct Cause {
    /// What to call it in names.
    pub name: String,
    /// What is compared.
    pub expression: Expression,
    /// From where on it holds.
    pub threshold: i64,
}

impl Cause {
    /// A cause.
    pub fn new(name: &str, expression: Expression, threshold: i64) -> Cause {
        Cause { name: name.to_owned(), expression, threshold }
    }
}

/// What an expression's range says about reaching a threshold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// It is reached in any case.
    Always,
    /// It can't be reached.
    Never,
    /// It depends.
    Open,
}

/// Whether a value within `range` is at least `threshold`.
pub(super) fn reach((low, high): (i64, i64), threshold: i64) -> Reach {
    if low >= threshold {
        Reach::Always
    } else if high < threshold {
        Reach::Never
    } else {
        Reach::Open
    }
}

/// The indicators of one model; the same question is asked once.
#[derive(Clone, Debug, Default)]
pub(super) struct Indicators {
    known: Vec<(Expression, i64, Expression)>,
}

impl Indicators {
    /// 1 where `expression >= threshold`, else 0: a number where the bounds decide, else a binary called `name`.
    pub fn at_least(&mut self, model: &mut Model, name: &str, expression: &Expression, threshold: i64) -> Expression {
        let (low, high) = model.range(expression);
        match reach((low, high), threshold) {
            Reach::Always => return Expression::constant(1),
            Reach::Never => return Expression::constant(0),
            Reach::Open => {}
        }
        if let [(variable, 1)] = expression.terms()
            && expression.offset() == 0
            && threshold == 1
            && model.variable(*variable).is_binary()
        {
            return expression.clone();
        }
        let same = |(other, at, _): &&(Expression, i64, Expression)| *at == threshold && other == expression;
        if let Some((_, _, known)) = self.known.iter().find(same) {
            return known.clone();
        }
        let holds = Expression::variable(model.add_binary(name));
        let if_so = expression.clone().plus(&holds, low.saturating_sub(threshold));
        model.add_constraint(&format!("{name}_if"), &if_so, Comparison::AtLeast, low);
        let if_not = expression.clone().plus(&holds, threshold.saturating_sub(high).saturating_sub(1));
        model.add_constraint(&format!("{name}_only_if"), &if_not, Comparison::AtMost, threshold.saturating_sub(1));
        self.known.push((expression.clone(), threshold, holds.clone()));
        holds
    }

    /// 1 where at least one of the causes holds, else 0.
    pub fn any(&mut self, model: &mut Model, name: &str, causes: &[Cause]) -> Expression {
        let mut open = Vec::new();
        for cause in causes {
            match reach(model.range(&cause.expression), cause.threshold) {
                Reach::Always => return Expression::constant(1),
                Reach::Never => {}
                Reach::Open => open.push(cause),
            }
        }
        match open.as_slice() {
            [] => Expression::constant(0),
            [only] => self.at_least(model, name, &only.expression, only.threshold),
            several => {
                let each: Vec<Expression> = several
                    .iter()
                    .map(|cause| {
                        self.at_least(model, &format!("{name}_{}", cause.name), &cause.expression, cause.threshold)
                    })
                    .collect();
                let holds = Expression::variable(model.add_binary(name));
                let mut sum = Expression::default();
                for (cause, indicator) in several.iter().zip(&each) {
                    let row = format!("{name}_by_{}", cause.name);
                    model.add_constraint(&row, &holds.clone().plus(indicator, -1), Comparison::AtLeast, 0);
                    sum.add_times(indicator, 1);
                }
                model.add_constraint(&format!("{name}_only_if"), &holds.clone().plus(&sum, -1), Comparison::AtMost, 0);
                holds
            }
        }
    }
}
