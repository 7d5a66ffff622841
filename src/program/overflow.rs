//! Damage that goes over a planeswalker to its controller (CR 702.19c).
//!
//! Of all damage that gets past blockers, some may go over, and as much does as is beyond the loyalty:
//!
//! ```text
//! points = max(0, min(over, all - loyalty))
//! ```
//!
//! As rows, for sums that lie in `low..=high`: `points` is at most either, where that is more than nothing, which an
//! indicator says, and at least one of them, which is left open by a binary `whole`:
//!
//! ```text
//! points >= over - high_over (1 - whole),   points >= all - loyalty - (high_all - loyalty) whole
//! ```

use super::expression::Expression;
use super::indicator::Indicators;
use super::model::{Comparison, Model};
use super::threshold::{Ranged, at};

/// What goes over a planeswalker to its controller in one damage step (CR 702.19c, 702.19e), in points of damage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overflow {
    /// What the model calls it.
    pub name: String,
    /// Which of [`Thresholds::sums`](super::Thresholds::sums) is the damage that may go over in this step.
    pub over: usize,
    /// Which of them is all damage of this step and those before that gets past blockers.
    pub all: usize,
    /// Loyalty before combat, 1 or more.
    pub loyalty: i64,
    /// What a point is worth, for each level.
    pub factor: Vec<i64>,
    /// Which of the sums a point raises besides.
    pub raises: Vec<usize>,
}

impl Overflow {
    /// How much goes over.
    pub(super) fn points(&self, sums: &[i64]) -> i64 {
        at(sums, self.over).min(at(sums, self.all).saturating_sub(self.loyalty)).max(0)
    }

    /// The same as a variable; `over` and `all` are those sums.
    pub(super) fn encode(
        &self,
        model: &mut Model,
        indicators: &mut Indicators,
        name: &str,
        (over, all): (&Ranged, &Ranged),
    ) -> Ranged {
        let mut beyond = all.clone();
        beyond.add_times(&Expression::constant(1), (1, 1), self.loyalty.saturating_neg());
        let most = over.high.min(beyond.high);
        if most <= 0 {
            return Ranged::constant(0);
        }
        let points = Expression::variable(model.add_variable(&format!("over_{name}"), 0, most));
        for (limit, what) in [(over, "may"), (&beyond, "beyond")] {
            let name = format!("over_{name}_{what}");
            let row = points.clone().plus(&limit.expression, -1);
            if limit.low >= 0 {
                model.add_constraint(&name, &row, Comparison::AtMost, 0);
                continue;
            }
            let some = indicators.at_least(model, &format!("{name}_some"), &limit.expression, 1);
            let row = row.plus(&some, limit.low.saturating_neg());
            model.add_constraint(&name, &row, Comparison::AtMost, limit.low.saturating_neg());
            model.add_constraint(&format!("{name}_none"), &points.clone().plus(&some, -most), Comparison::AtMost, 0);
        }
        let whole = Expression::variable(model.add_binary(&format!("over_{name}_whole")));
        let row = points.clone().plus(&over.expression, -1).plus(&whole, over.high.saturating_neg());
        model.add_constraint(&format!("over_{name}_all"), &row, Comparison::AtLeast, over.high.saturating_neg());
        let row = points.clone().plus(&beyond.expression, -1).plus(&whole, beyond.high);
        model.add_constraint(&format!("over_{name}_rest"), &row, Comparison::AtLeast, 0);
        Ranged { expression: points, low: 0, high: most }
    }
}
