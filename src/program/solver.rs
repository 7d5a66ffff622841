//! The one file that knows a solver: good_lp with microlp. Floating point stays in here.
//!
//! What the solver is asked is a relaxation: only binaries have to be whole, the other variables may be fractions.
//! In programs of damage the binaries say what dies and what is lethal; once they are chosen the rest is nearly always
//! a flow whose best corner is whole by itself, while branching on damage in the thousands would never end. Where a
//! fraction is left, [`solve`](super::solve) splits the range of that variable and asks again.
//!
//! Variables, rows and the objective are scaled by powers of two: microlp takes pivots below 1e-10 for zero, and damage
//! in the hundred thousands beside binaries comes down to that.

use std::panic::{AssertUnwindSafe, catch_unwind};

use good_lp::solvers::{ObjectiveDirection, SolutionStatus};
use good_lp::{Expression, ProblemVariables, ResolutionError, Solution, SolverModel, microlp, variable};

use super::model::{Comparison, Direction, Model, VariableId};

/// How far a value may be from a whole number and still count as one. Rounding is checked against every row later, so
/// this only decides when to split a range.
const WHOLE: f64 = 1e-2;

/// What rounding may do to an objective value. A limit that is one too high costs work, one too low would be wrong.
const NOISE: f64 = 0.25;

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

/// The greatest power of two that is at most `size`, and 1 for less than 2: dividing by it changes no digit.
fn power_of_two(size: f64) -> f64 {
    if size < 2.0 { 1.0 } else { size.log2().floor().exp2() }
}

/// A sum for the solver, in the units of the columns.
fn scaled(terms: &[(VariableId, i64)], columns: &[Column]) -> Vec<(good_lp::Variable, f64)> {
    let term = |(id, factor): &(VariableId, i64)| {
        let column = &columns[id.index()];
        Some((column.open?, number(*factor) * column.unit))
    };
    terms.iter().filter_map(term).collect()
}

/// The largest factor of a sum, as a power of two.
fn size_of(terms: &[(good_lp::Variable, f64)]) -> f64 {
    power_of_two(terms.iter().map(|(_, factor)| factor.abs()).fold(0.0, f64::max))
}

fn sum(terms: &[(good_lp::Variable, f64)], unit: f64) -> Expression {
    let mut sum = Expression::with_capacity(terms.len());
    for (column, factor) in terms {
        sum.add_mul(factor / unit, *column);
    }
    sum
}

/// A variable as the solver sees it: `None` if it is fixed; else in multiples of `unit`.
struct Column {
    open: Option<good_lp::Variable>,
    unit: f64,
}

fn call(model: &Model, bounds: &Bounds, rows: &[OpenRow]) -> Result<Relaxed, ResolutionError> {
    let mut problem = ProblemVariables::new();
    let column = |(lower, upper): &(i64, i64)| {
        if (*lower, *upper) == (0, 1) {
            return Column { open: Some(problem.add(variable().binary())), unit: 1.0 };
        }
        let (lower, upper) = (number(*lower), number(*upper));
        let unit = power_of_two(lower.abs().max(upper.abs()));
        let open = (lower < upper).then(|| problem.add(variable().min(lower / unit).max(upper / unit)));
        Column { open, unit }
    };
    let columns: Vec<Column> = bounds.iter().map(column).collect();
    let direction = match model.direction() {
        Direction::Maximise => ObjectiveDirection::Maximisation,
        Direction::Minimise => ObjectiveDirection::Minimisation,
    };
    let objective = scaled(model.objective().terms(), &columns);
    // Half of the size, so that neither the factors are large nor one unit of the objective lost to tolerances.
    let objective = sum(&objective, power_of_two(size_of(&objective).sqrt()));
    let mut solver = problem.optimise(direction, objective).using(microlp);
    for row in rows {
        let left = scaled(&row.terms, &columns);
        let unit = size_of(&left);
        let (left, right) = (sum(&left, unit), number(row.bound) / unit);
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
    let value = |((lower, _), column): (&(i64, i64), &Column)| match column.open {
        Some(open) => solution.value(open) * column.unit,
        None => number(*lower),
    };
    Ok(read(model, &bounds.iter().zip(&columns).map(value).collect::<Vec<f64>>()))
}

#[expect(clippy::cast_precision_loss, reason = "all sums stay far below 2^53")]
fn number(whole: i64) -> f64 {
    whole as f64
}

/// Rounds what can be rounded.
#[expect(clippy::cast_possible_truncation, reason = "all sums stay far below 2^53")]
fn read(model: &Model, values: &[f64]) -> Relaxed {
    let objective: f64 =
        model.objective().terms().iter().map(|(id, factor)| number(*factor) * values[id.index()]).sum();
    let limit = match model.direction() {
        Direction::Maximise => (objective + NOISE).floor() as i64,
        Direction::Minimise => (objective - NOISE).ceil() as i64,
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
