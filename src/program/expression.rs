//! Linear expressions over the variables of a model.

use super::model::VariableId;

/// A whole-number linear expression: terms in order of the variables, each variable once, none with factor 0, and a
/// constant.
///
/// Sums saturate: what comes near the ends of `i64` is far beyond what a solver is asked (see
/// [`solve`](super::solve())), so a saturated expression is turned down there and never answered wrongly.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expression {
    terms: Vec<(VariableId, i64)>,
    constant: i64,
}

impl Expression {
    /// Only a number.
    pub fn constant(constant: i64) -> Expression {
        Expression { terms: Vec::new(), constant }
    }

    /// Only a variable.
    pub fn variable(variable: VariableId) -> Expression {
        Expression { terms: vec![(variable, 1)], constant: 0 }
    }

    /// The variables with their factors, in order.
    pub fn terms(&self) -> &[(VariableId, i64)] {
        &self.terms
    }

    /// The constant.
    pub fn offset(&self) -> i64 {
        self.constant
    }

    /// Adds a number.
    pub fn add_constant(&mut self, more: i64) {
        self.constant = self.constant.saturating_add(more);
    }

    /// Adds `factor` times a variable.
    pub fn add_term(&mut self, variable: VariableId, factor: i64) {
        match self.terms.binary_search_by_key(&variable, |(other, _)| *other) {
            Ok(index) => {
                let sum = self.terms[index].1.saturating_add(factor);
                if sum == 0 {
                    self.terms.remove(index);
                } else {
                    self.terms[index].1 = sum;
                }
            }
            Err(index) if factor != 0 => self.terms.insert(index, (variable, factor)),
            Err(_) => {}
        }
    }

    /// Adds `factor` times another expression.
    pub fn add_times(&mut self, other: &Expression, factor: i64) {
        for (variable, times) in &other.terms {
            self.add_term(*variable, times.saturating_mul(factor));
        }
        self.add_constant(other.constant.saturating_mul(factor));
    }

    /// What it comes to for these values, one for each variable in order; a variable beyond them counts as 0.
    pub fn at(&self, values: &[i64]) -> i128 {
        let value = |id: &VariableId| values.get(id.index()).copied().unwrap_or(0);
        i128::from(self.constant)
            + self.terms.iter().map(|(id, factor)| i128::from(*factor) * i128::from(value(id))).sum::<i128>()
    }

    /// The sum with `factor` times another expression.
    #[must_use]
    pub fn plus(mut self, other: &Expression, factor: i64) -> Expression {
        self.add_times(other, factor);
        self
    }
}
