//! Solving a model whose objective counts things.
//!
//! Of such a model the linear relaxation promises little too much, most often nothing: then its solution is whole and
//! the answer. Else the model is asked for as much as the relaxation promises, rounded down, then for one less, until
//! there is a solution. A branch that falls short of that by a fraction is cut off at once, where a solver that doesn't
//! know its objective to be whole would go into it: seven creatures against attackers that take two each can block three,
//! and each way to give the seventh a half is a branch as good as three and a half.

use super::error::SolveError;
use super::model::{Comparison, Direction, Model};
use super::solve::{
    SolverOptions, SolverOutcome, beyond_limits, checked, open_rows, relaxation, solve_with, split_ranges,
};
use super::solver::{Relaxed, Whole};

/// How much more than there is a linear relaxation may promise before the model is given up.
const STEPS: i64 = 64;

/// Solves a model whose factors are small to proved optimality.
///
/// # Errors
///
/// As [`solve_with`].
pub(super) fn solve_counting(model: &Model, options: &SolverOptions) -> Result<SolverOutcome, SolveError> {
    if let Some(text) = beyond_limits(model) {
        return Ok(SolverOutcome::Unknown(text));
    }
    let bounds: Vec<(i64, i64)> = model.variables().iter().map(|it| (it.lower, it.upper)).collect();
    let Some(rows) = open_rows(model, &bounds) else { return Ok(SolverOutcome::Infeasible) };
    if rows.is_empty() {
        return solve_with(model, options);
    }
    let (limit, values) = match relaxation(model, &bounds, &rows, Whole::Nothing, options)? {
        Relaxed::Infeasible => return Ok(SolverOutcome::Infeasible),
        Relaxed::Unfinished => return solve_with(model, options),
        Relaxed::Fraction { limit, .. } => (limit, None),
        Relaxed::Whole { values, limit } => (limit, Some(values)),
    };
    let promised = limit.saturating_add(model.objective().offset());
    // Values near to whole numbers may still break a row once they are rounded; then they are no answer yet.
    if let Some(Ok(solution)) = values.map(|values| checked(model, values))
        && solution.objective == promised
    {
        return Ok(SolverOutcome::Optimal(solution));
    }
    let (least, greatest) = model.range(model.objective());
    let steps = match model.direction() {
        Direction::Maximise => promised.saturating_sub(least),
        Direction::Minimise => greatest.saturating_sub(promised),
    };
    for step in 0..=steps.min(STEPS) {
        let bound = match model.direction() {
            Direction::Maximise => promised.saturating_sub(step),
            Direction::Minimise => promised.saturating_add(step),
        };
        match split_ranges(&worth(model, bound), options)?.0 {
            SolverOutcome::Infeasible => {}
            found => return Ok(found),
        }
    }
    if steps > STEPS {
        return Ok(SolverOutcome::Unknown(format!("the relaxation promises more than {STEPS} too much")));
    }
    Ok(SolverOutcome::Infeasible)
}

/// The model with one more row: its objective is `bound`. That nothing is better is known then, and with an equation the
/// solver knows it too, and stops at its first solution.
fn worth(model: &Model, bound: i64) -> Model {
    let mut bounded = model.clone();
    bounded.add_constraint("worth", model.objective(), Comparison::Equal, bound);
    bounded
}
