//! An answer against its model, in whole numbers: no solver is believed.

use thiserror::Error;

use super::model::{Model, Solution, VariableId};

/// What is wrong with an answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Defect {
    /// Not one value for each variable.
    #[error("{found} values for {expected} variables")]
    Count {
        /// Values given.
        found: usize,
        /// Variables of the model.
        expected: usize,
    },
    /// A value is outside its variable's bounds.
    #[error("{variable} = {value} is not between {lower} and {upper}")]
    Bound {
        /// Name of the variable.
        variable: String,
        /// Its value.
        value: i64,
        /// Least value allowed.
        lower: i64,
        /// Greatest value allowed.
        upper: i64,
    },
    /// A constraint does not hold.
    #[error("{constraint} does not hold: {activity} {sign} {bound}")]
    Row {
        /// Name of the constraint.
        constraint: String,
        /// What its left-hand side comes to.
        activity: i128,
        /// The comparison that fails.
        sign: &'static str,
        /// Its right-hand side.
        bound: i64,
    },
    /// The stated objective is not what the values come to.
    #[error("the objective is stated as {stated}, the values come to {found}")]
    Objective {
        /// As the answer says.
        stated: i64,
        /// As recomputed.
        found: i128,
    },
}

/// Checks every bound, every row and the objective's value.
///
/// # Errors
///
/// The first [`Defect`], in the order of the model.
///
/// ```
/// use alphastrike::program::{Defect, Direction, Expression, Model, Solution, verify};
///
/// let mut model = Model::new("");
/// let x = model.add_variable("x", 0, 3);
/// model.set_objective(Direction::Maximise, Expression::variable(x));
/// assert_eq!(verify(&model, &Solution { values: vec![3], objective: 3 }), Ok(()));
/// assert!(matches!(verify(&model, &Solution { values: vec![4], objective: 4 }), Err(Defect::Bound { .. })));
/// ```
pub fn verify(model: &Model, solution: &Solution) -> Result<(), Defect> {
    let (found, expected) = (solution.values.len(), model.variables().len());
    if found != expected {
        return Err(Defect::Count { found, expected });
    }
    for (variable, value) in model.variables().iter().zip(&solution.values) {
        if !(variable.lower..=variable.upper).contains(value) {
            return Err(Defect::Bound {
                variable: variable.name.to_string(),
                value: *value,
                lower: variable.lower,
                upper: variable.upper,
            });
        }
    }
    for constraint in model.constraints() {
        let activity = activity(&constraint.terms, &solution.values);
        if !constraint.comparison.holds(activity, i128::from(constraint.bound)) {
            return Err(Defect::Row {
                constraint: constraint.name.to_string(),
                activity,
                sign: constraint.comparison.sign(),
                bound: constraint.bound,
            });
        }
    }
    let found = model.objective().at(&solution.values);
    if found != i128::from(solution.objective) {
        return Err(Defect::Objective { stated: solution.objective, found });
    }
    Ok(())
}

fn activity(terms: &[(VariableId, i64)], values: &[i64]) -> i128 {
    terms.iter().map(|(id, factor)| i128::from(*factor) * i128::from(values[id.index()])).sum()
}
