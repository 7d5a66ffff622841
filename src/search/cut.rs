//! Cuts: limits that all whole solutions keep and the values of a relaxation don't.
//!
//! A line of the tableau is a sum of rows and limits, with their slacks as further variables, so it is an equation.
//! Rounding all its factors down leaves something that is at most its right-hand side; if all variables are whole, at
//! most that rounded down as well (Gomory 1958). With the slacks replaced by what they stand for, it is a limit of
//! columns. The multipliers come from floating point, but as any whole multiples of a fraction do, the cut holds exactly.

use super::simplex::{Basis, Limit, Linear};

/// Largest denominator of multipliers that is tried.
const DENOMINATORS: i32 = 240;
/// How near multiples of multipliers have to be to whole numbers.
const NEAR: f64 = 1e-6;
/// Factors beyond this are left to others.
const FACTORS: i128 = 100_000;
/// By how much a value has to be off for a cut.
const OFF: f64 = 1e-3;

/// The cut that a line of the tableau gives, if it gives one.
pub(super) fn cut(linear: &Linear, basis: &Basis, line: usize) -> Option<Limit> {
    let value = basis.values[line];
    if (value - value.round()).abs() < OFF {
        return None;
    }
    let (multipliers, denominator) = fractions(basis.inverse_line(line))?;
    let rows = linear.counts().len();
    let floor = |number: i128| number.div_euclid(denominator);
    // What is left of each limit's multiplier once its slack's factor is taken out.
    let limits = || linear.limits().iter().zip(&multipliers[rows..]);
    let mut right: i128 = multipliers.iter().zip(linear.counts()).map(|(by, count)| by * *count as i128).sum();
    right += limits().map(|(limit, by)| by * i128::from(limit.most)).sum::<i128>();
    let slack: i128 = limits().map(|(limit, by)| floor(*by) * i128::from(limit.most)).sum();
    let most = floor(right) - slack;
    let mut sums: Vec<(i128, i128)> = linear.columns().map(|(row, _)| (multipliers[row], 0)).collect();
    for (limit, by) in limits().filter(|(_, by)| **by != 0) {
        for (column, factor) in &limit.factors {
            sums[*column].0 += by * i128::from(*factor);
            sums[*column].1 += floor(*by) * i128::from(*factor);
        }
    }
    let mut factors = Vec::new();
    for (column, (sum, slack)) in sums.into_iter().enumerate() {
        let factor = floor(sum) - slack;
        if factor.abs() > FACTORS {
            return None;
        }
        if factor != 0 {
            factors.push((column, i64::try_from(factor).ok()?));
        }
    }
    Some(Limit { factors, most: i64::try_from(most).ok().filter(|most| i128::from(*most).abs() <= FACTORS * FACTORS)? })
}

/// Numbers as whole multiples of one fraction: the multiples and its denominator.
#[expect(clippy::cast_possible_truncation, reason = "any multiples do")]
fn fractions(numbers: &[f64]) -> Option<(Vec<i128>, i128)> {
    let fits = |denominator: &i32| {
        let near = |number: &f64| {
            let multiple = number * f64::from(*denominator);
            (multiple - multiple.round()).abs() < NEAR
        };
        numbers.iter().all(near)
    };
    let denominator = (1..=DENOMINATORS).find(fits)?;
    let multiples = numbers.iter().map(|number| (number * f64::from(denominator)).round() as i128).collect();
    Some((multiples, i128::from(denominator)))
}
