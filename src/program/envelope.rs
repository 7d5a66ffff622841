//! Levels that the worst of several cases decides: the lexicographic maximum of some vectors minimised, or their minimum
//! maximised.
//!
//! For a minimum, with cases r whose vectors are V(r) and levels z, the rows say that z is lexicographically at least
//! every V(r), and `tight(r, k)` that the two are equal on levels 1 to k. `tight(r, 0)` is 1, or a binary that says
//! whether the case counts at all:
//!
//! ```text
//! z_k >= V(r)_k - (most V(r)_k - least z_k) * (1 - tight(r, k-1))
//! tight(r, k) >= V(r)_k - z_k + 1 - (most V(r)_k - least z_k + 1) * (1 - tight(r, k-1))
//! ```
//!
//! Where r counts and is equal on the levels before k, the first row makes z_k at least V(r)_k, so that the second one's
//! right-hand side is at most 1, and is 1 exactly where they are equal on level k too. So level k asks nothing of cases
//! that an earlier level has decided. All of it holds with the negated vectors for a maximum.

use super::expression::Expression;
use super::lexicographic::Lexicographic;
use super::model::{Comparison, Direction};
use super::threshold::Ranged;

/// One of the vectors.
#[derive(Clone, Debug)]
pub(super) struct Case {
    /// Ends the names of its rows.
    pub name: String,
    /// 1 where it counts, else 0: a number or a binary.
    pub counts: Expression,
    /// A number for each level.
    pub values: Vec<Ranged>,
}

/// Adds one level for each level of the cases, all of which have the same number of them.
pub(super) fn add_levels(levels: &mut Lexicographic, cases: Vec<Case>) {
    let certain = Expression::constant(1);
    if let [only] = cases.as_slice()
        && only.counts == certain
    {
        for value in &only.values {
            levels.add_level(value.expression.clone());
        }
        return;
    }
    let sign = match levels.direction() {
        Direction::Minimise => 1,
        Direction::Maximise => -1,
    };
    let mut tight: Vec<Expression> = cases.iter().map(|case| case.counts.clone()).collect();
    let count = cases.iter().map(|case| case.values.len()).min().unwrap_or(0);
    for level in 0..count {
        // Bounds of each case and of z, negated for a maximum.
        let bounds: Vec<(i64, i64)> = cases
            .iter()
            .map(|case| &case.values[level])
            .map(|value| if sign > 0 { (value.low, value.high) } else { (-value.high, -value.low) })
            .collect();
        let all = bounds.iter().map(|(low, _)| *low);
        // A case that is tight in any case is one that z is never below.
        let always = bounds.iter().zip(&tight).filter(|(_, tight)| **tight == certain).map(|((low, _), _)| *low);
        let least = always.max().or(all.min()).unwrap_or(0);
        let most = bounds.iter().map(|(_, high)| *high).max().unwrap_or(0).max(least);
        let name = format!("level_{}", level + 1);
        let (low, high) = if sign > 0 { (least, most) } else { (-most, -least) };
        let z = Expression::variable(levels.model_mut().add_variable(&name, low, high));
        for ((case, tight), (_, high)) in cases.iter().zip(&tight).zip(&bounds) {
            let relaxed = high.saturating_sub(least).max(0);
            let mut row = Expression::default();
            row.add_times(&z, sign);
            row.add_times(&case.values[level].expression, -sign);
            row.add_times(tight, -relaxed);
            let name = format!("{name}_{}", case.name);
            levels.model_mut().add_constraint(&name, &row, Comparison::AtLeast, -relaxed);
        }
        levels.add_level(z.clone());
        if level + 1 == count {
            return;
        }
        for ((case, tight), (_, high)) in cases.iter().zip(&mut tight).zip(&bounds) {
            let relaxed = high.saturating_sub(least).saturating_add(1).max(0);
            if relaxed == 0 {
                // It never comes near z.
                *tight = Expression::constant(0);
                continue;
            }
            let name = format!("tight_{}_{}", level + 1, case.name);
            let model = levels.model_mut();
            let mut row = Expression::variable(model.add_binary(&name));
            let next = row.clone();
            row.add_times(&z, sign);
            row.add_times(&case.values[level].expression, -sign);
            row.add_times(tight, -relaxed);
            model.add_constraint(&format!("{name}_if"), &row, Comparison::AtLeast, 1 - relaxed);
            *tight = next;
        }
    }
}
