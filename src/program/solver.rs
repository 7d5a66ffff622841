//! The one file that knows a solver: good_lp with microlp. Floating point stays in here.
//!
//! What the solver is asked is a relaxation: only binaries have to be whole, the other variables may be fractions.
//! In programs of damage the binaries say what dies and what is lethal; once they are chosen the rest is nearly always
//! a flow whose best corner is whole by itself, while branching on damage in the thousands would never end. Where a
//! fraction is left, [`solve`](super::solve) splits the range of that variable and asks again.

use std::panic::{AssertUnwindSafe, catch_unwind};

use good_lp::solvers::{ObjectiveDirection, SolutionStatus};
use good_lp::{Expression, ProblemVariables, ResolutionError, Solution, SolverModel, microlp, variable};

use super::model::{Comparison, Direction, Model, VariableId};

/// How far a value may be from a whole number and still count as one. Rounding is checked against every row later, so
/// this only decides when to split a range.
const WHOLE: f64 = 1e-4;

/// What rounding may do to an objective value, absolutely and relative to its size; below 1 for all sums that
/// [`solve`](super::solve) lets through.
const NOISE: (f64, f64) = (1e-3, 1e-13);

/// The least and greatest value of each variable.
pub(super) type Bounds = [(i64, i64)];

/// A row over the variables that are not fixed.
pub(super) struct OpenRow {
    /// Variables with their factors.
    pub terms: Vec<(VariableId, i64)>,
    /// How the sum compares with `bound`.
    pub comparison: Comparison,
    /// The right-hand side without what fixed variables contribute.
    pub bound: i64,
}

/// The best of a relaxation.
pub(super) enum Relaxed {
    /// There is none.
    Infeasible,
    /// All values are whole, up to noise.
    Whole {
        /// One for each variable.
        values: Vec<i64>,
        /// No whole solution has a better objective than this, its constant left out.
        limit: i64,
    },
    /// A variable is between `below` and the next number.
    Fraction {
        /// Which.
        variable: VariableId,
        /// The whole number below its value.
        below: i64,
        /// No whole solution has a better objective than this, its constant left out.
        limit: i64,
    },
}

/// Solves the relaxation within `bounds`. `rows` are what is open of the model's rows within them.
///
/// # Errors
///
/// What the solver says when it fails or panics.
pub(super) fn relax(model: &Model, bounds: &Bounds, rows: &[OpenRow]) -> Result<Relaxed, String> {
    match catch_unwind(AssertUnwindSafe(|| call(model, bounds, rows))) {
        Ok(Ok(relaxed)) => Ok(relaxed),
        Ok(Err(ResolutionError::Infeasible)) => Ok(Relaxed::Infeasible),
        Ok(Err(error)) => Err(error.to_string()),
        Err(payload) => {
            let text = payload.downcast_ref::<String>().map(String::as_str);
            Err(text.or(payload.downcast_ref::<&str>().copied()).unwrap_or("it panicked").to_owned())
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "all sums stay far below 2^53")]
fn call(model: &Model, bounds: &Bounds, rows: &[OpenRow]) -> Result<Relaxed, ResolutionError> {
    let mut problem = ProblemVariables::new();
    let column = |(lower, upper): &(i64, i64)| {
        let it = variable().min(*lower as f64).max(*upper as f64);
        let whole = (*lower, *upper) == (0, 1);
        (lower != upper).then(|| problem.add(if whole { it.integer() } else { it }))
    };
    let columns: Vec<Option<good_lp::Variable>> = bounds.iter().map(column).collect();
    let sum = |terms: &[(VariableId, i64)]| {
        let mut sum = Expression::with_capacity(terms.len());
        for (id, factor) in terms {
            if let Some(column) = columns[id.index()] {
                sum.add_mul(*factor as f64, column);
            }
        }
        sum
    };
    let direction = match model.direction() {
        Direction::Maximise => ObjectiveDirection::Maximisation,
        Direction::Minimise => ObjectiveDirection::Minimisation,
    };
    let mut solver = problem.optimise(direction, sum(model.objective().terms())).using(microlp);
    for row in rows {
        let (left, right) = (sum(&row.terms), row.bound as f64);
        solver.add_constraint(match row.comparison {
            Comparison::AtMost => left.leq(right),
            Comparison::AtLeast => left.geq(right),
            Comparison::Equal => left.eq(right),
        });
    }
    let solution = solver.solve()?;
    if !matches!(solution.status(), SolutionStatus::Optimal) {
        return Err(ResolutionError::Other("it stopped before its proof was complete"));
    }
    let values: Vec<f64> = bounds
        .iter()
        .zip(&columns)
        .map(|((lower, _), column)| column.map_or(*lower as f64, |column| solution.value(column)))
        .collect();
    Ok(read(model, &values))
}

/// Rounds what can be rounded.
#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "all sums stay far below 2^53")]
fn read(model: &Model, values: &[f64]) -> Relaxed {
    let objective: f64 = model.objective().terms().iter().map(|(id, factor)| *factor as f64 * values[id.index()]).sum();
    let noise = NOISE.0 + NOISE.1 * objective.abs();
    let limit = match model.direction() {
        Direction::Maximise => (objective + noise).floor() as i64,
        Direction::Minimise => (objective - noise).ceil() as i64,
    };
    let off = |value: &f64| (value - value.round()).abs();
    let worst = model
        .variable_ids()
        .max_by(|one, other| off(&values[one.index()]).total_cmp(&off(&values[other.index()])).then(other.cmp(one)));
    match worst {
        Some(variable) if off(&values[variable.index()]) > WHOLE => {
            Relaxed::Fraction { variable, below: values[variable.index()].floor() as i64, limit }
        }
        _ => Relaxed::Whole { values: values.iter().map(|value| value.round() as i64).collect(), limit },
    }
}
