//! The one file that knows a solver: good_lp with microlp.
//!
//! The solver works in floating point, so it is believed as little as possible. Its values are rounded and checked in
//! whole numbers against every row. That nothing better exists can't be checked that way; what is done instead:
//!
//! - A model whose sums go beyond [`SUM_LIMIT`] is not given to it at all.
//! - Where a factor goes beyond [`FACTOR_TRUSTED`], the solver must also find that the same model with its objective
//!   at least one better has no solution. If it finds one, that is the new answer and must stand the same trial.

use std::panic::{AssertUnwindSafe, catch_unwind};

use good_lp::solvers::{ObjectiveDirection, SolutionStatus};
use good_lp::{Expression as Sum, ProblemVariables, ResolutionError, Solution as _, SolverModel, microlp, variable};
use thiserror::Error;

use super::model::{Comparison, Constraint, Direction, Model, Solution, VariableId};
use super::verify::{Defect, objective, verify};

/// Greatest magnitude of a row or of the objective over all values within bounds. A double holds every whole number
/// up to 2^53; a thousandth of that range is left for what the simplex method loses to rounding.
const SUM_LIMIT: i128 = 1 << 43;

/// Greatest factor or right-hand side for which the solver's claim of optimality is believed at once: with its
/// tolerance of 1e-6 on whole numbers, such a factor can't hide a hundredth of a unit.
const FACTOR_TRUSTED: i128 = 10_000;

/// How often a claim of optimality may turn out wrong before the model is given up.
const TRIALS: usize = 16;

/// What became of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolverOutcome {
    /// A solution that stands [`verify`], and none is better.
    Optimal(Solution),
    /// There is no solution.
    Infeasible,
    /// The solver can't be trusted with this model, or has given it up; why.
    Unknown(String),
}

/// Why a program has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The solver failed.
    #[error("the solver failed on {model}: {text}")]
    Solver {
        /// Title of the model.
        model: String,
        /// What the solver says.
        text: String,
    },
    /// The solver's answer is wrong.
    #[error("the solver's answer to {model} is wrong")]
    Wrong {
        /// Title of the model.
        model: String,
        /// What is wrong with it.
        source: Defect,
    },
    /// The answer could not be proved within the exact range of the solver.
    #[error("no proved answer to {model}: {text}")]
    Unknown {
        /// Title of the model.
        model: String,
        /// Why not.
        text: String,
    },
    /// The answer does something else in the rules than in the program.
    #[error("program and rules disagree on {model}: {text}")]
    Contradiction {
        /// Title of the model.
        model: String,
        /// How.
        text: String,
    },
}

/// Solves a model to proved optimality.
///
/// # Errors
///
/// [`SolveError::Solver`] where the solver fails or panics, [`SolveError::Wrong`] where its answer fails [`verify`].
///
/// ```
/// use alphastrike::program::{Comparison, Direction, Expression, Model, SolverOutcome, solve};
///
/// let mut model = Model::new("knapsack");
/// let (x, y) = (model.add_variable("x", 0, 9), model.add_variable("y", 0, 9));
/// let weight = Expression::variable(x).plus(&Expression::variable(y), 2);
/// model.add_constraint("weight", &weight, Comparison::AtMost, 7);
/// model.set_objective(Direction::Maximise, Expression::variable(x).plus(&Expression::variable(y), 3));
/// let SolverOutcome::Optimal(solution) = solve(&model)? else { return Ok(()) };
/// assert_eq!((solution.values, solution.objective), (vec![1, 3], 10));
/// # Ok::<(), alphastrike::program::SolveError>(())
/// ```
pub fn solve(model: &Model) -> Result<SolverOutcome, SolveError> {
    if let Some(text) = beyond_limits(model) {
        return Ok(SolverOutcome::Unknown(text));
    }
    let found = attempt(model)?;
    if largest_factor(model) <= FACTOR_TRUSTED {
        return Ok(found);
    }
    let SolverOutcome::Optimal(mut best) = found else { return Ok(found) };
    for _ in 0..TRIALS {
        match attempt(&better_than(model, best.objective))? {
            SolverOutcome::Optimal(better) => best = better,
            SolverOutcome::Infeasible => return Ok(SolverOutcome::Optimal(best)),
            unknown @ SolverOutcome::Unknown(_) => return Ok(unknown),
        }
    }
    Ok(SolverOutcome::Unknown(format!("{TRIALS} claims of optimality were wrong")))
}

/// The model with one more row: an objective better than `than`.
fn better_than(model: &Model, than: i64) -> Model {
    let mut better = model.clone();
    let (comparison, bound) = match model.direction() {
        Direction::Maximise => (Comparison::AtLeast, than.saturating_add(1)),
        Direction::Minimise => (Comparison::AtMost, than.saturating_sub(1)),
    };
    better.add_constraint("better", model.objective(), comparison, bound);
    better
}

/// Why a model is more than can be solved exactly, if it is.
fn beyond_limits(model: &Model) -> Option<String> {
    for variable in model.variables() {
        if i32::try_from(variable.lower).is_err() || i32::try_from(variable.upper).is_err() {
            return Some(format!("the bounds of {} are beyond 32 bits", variable.name));
        }
    }
    let largest = |terms: &[(VariableId, i64)], constant: i64| -> i128 {
        let greatest = |id: &VariableId| {
            let variable = model.variable(*id);
            i128::from(variable.lower.unsigned_abs().max(variable.upper.unsigned_abs()))
        };
        i128::from(constant).abs()
            + terms.iter().map(|(id, factor)| i128::from(*factor).abs() * greatest(id)).sum::<i128>()
    };
    let row = model.constraints().iter().find(|row| largest(&row.terms, row.bound) > SUM_LIMIT);
    if let Some(row) = row {
        return Some(format!("the sums of {} are too large for an exact answer", row.name));
    }
    let objective = model.objective();
    (largest(objective.terms(), objective.offset()) > SUM_LIMIT)
        .then(|| "the objective is too large for an exact answer".to_owned())
}

fn largest_factor(model: &Model) -> i128 {
    let factors = |terms: &[(VariableId, i64)]| terms.iter().map(|(_, f)| i128::from(*f).abs()).max().unwrap_or(0);
    let rows = model.constraints().iter().map(|row| factors(&row.terms).max(i128::from(row.bound).abs()));
    rows.chain([factors(model.objective().terms())]).max().unwrap_or(0)
}

/// A row over the variables that are not fixed.
struct OpenRow {
    terms: Vec<(VariableId, i64)>,
    comparison: Comparison,
    bound: i128,
}

/// What is left of a row once fixed variables are numbers; `Err` says whether the row holds in any case or never.
fn open_row(model: &Model, row: &Constraint) -> Result<OpenRow, bool> {
    let mut open = OpenRow { terms: Vec::new(), comparison: row.comparison, bound: i128::from(row.bound) };
    let (mut low, mut high) = (0_i128, 0_i128);
    for (id, factor) in &row.terms {
        let variable = model.variable(*id);
        let (lower, upper) = (i128::from(variable.lower), i128::from(variable.upper));
        let factor_wide = i128::from(*factor);
        if variable.is_fixed() {
            open.bound -= factor_wide * lower;
        } else {
            low += (factor_wide * lower).min(factor_wide * upper);
            high += (factor_wide * lower).max(factor_wide * upper);
            open.terms.push((*id, *factor));
        }
    }
    let (always, never) = match open.comparison {
        Comparison::AtMost => (high <= open.bound, low > open.bound),
        Comparison::AtLeast => (low >= open.bound, high < open.bound),
        Comparison::Equal => (low == open.bound && high == open.bound, low > open.bound || high < open.bound),
    };
    if always || never { Err(always) } else { Ok(open) }
}

/// One call of the solver, where one is needed, and the check of what it says.
fn attempt(model: &Model) -> Result<SolverOutcome, SolveError> {
    let mut rows = Vec::new();
    for row in model.constraints() {
        match open_row(model, row) {
            Ok(open) => rows.push(open),
            Err(true) => {}
            Err(false) => return Ok(SolverOutcome::Infeasible),
        }
    }
    let values = if rows.is_empty() {
        best_ends(model)
    } else {
        match catch_unwind(AssertUnwindSafe(|| call(model, &rows))) {
            Ok(Ok(values)) => values,
            Ok(Err(ResolutionError::Infeasible)) => return Ok(SolverOutcome::Infeasible),
            Ok(Err(ResolutionError::Other(text))) => return Ok(SolverOutcome::Unknown(text.to_owned())),
            Ok(Err(error)) => {
                return Err(SolveError::Solver { model: model.name().to_owned(), text: error.to_string() });
            }
            Err(payload) => {
                let text = payload.downcast_ref::<String>().map(String::as_str);
                let text = text.or(payload.downcast_ref::<&str>().copied()).unwrap_or("it panicked").to_owned();
                return Err(SolveError::Solver { model: model.name().to_owned(), text });
            }
        }
    };
    let wrong = |source| SolveError::Wrong { model: model.name().to_owned(), source };
    if values.len() != model.variables().len() {
        return Err(wrong(Defect::Count { found: values.len(), expected: model.variables().len() }));
    }
    let stated = i64::try_from(objective(model, &values)).unwrap_or(i64::MAX);
    let solution = Solution { values, objective: stated };
    verify(model, &solution).map_err(wrong)?;
    Ok(SolverOutcome::Optimal(solution))
}

/// Without rows each variable goes to the end of its range that the objective likes best, the lower one if it doesn't
/// care.
fn best_ends(model: &Model) -> Vec<i64> {
    let mut values: Vec<i64> = model.variables().iter().map(|variable| variable.lower).collect();
    for (id, factor) in model.objective().terms() {
        let up = match model.direction() {
            Direction::Maximise => *factor > 0,
            Direction::Minimise => *factor < 0,
        };
        if up {
            values[id.index()] = model.variable(*id).upper;
        }
    }
    values
}

/// Gives the open variables and rows to the solver. Its values are whole numbers already or it panics.
#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "limits keep all within 2^53")]
fn call(model: &Model, rows: &[OpenRow]) -> Result<Vec<i64>, ResolutionError> {
    let mut problem = ProblemVariables::new();
    let columns: Vec<Option<good_lp::Variable>> = model
        .variables()
        .iter()
        .map(|it| {
            let column = || problem.add(variable().integer().min(it.lower as f64).max(it.upper as f64));
            (!it.is_fixed()).then(column)
        })
        .collect();
    let sum = |terms: &[(VariableId, i64)]| {
        let mut sum = Sum::with_capacity(terms.len());
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
        return Err(ResolutionError::Other("the solver stopped before its proof was complete"));
    }
    let value = |(it, column): (&super::model::Variable, &Option<good_lp::Variable>)| match column {
        Some(column) => solution.value(*column).round() as i64,
        None => it.lower,
    };
    Ok(model.variables().iter().zip(&columns).map(value).collect())
}
