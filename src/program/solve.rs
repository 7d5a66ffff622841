//! Solving a model to proved optimality.
//!
//! The solver works in floating point, so it is believed as little as possible. Its values are rounded and checked in
//! whole numbers against every row. That nothing better exists can't be checked that way; what is done instead:
//!
//! - A model whose sums go beyond [`SUM_LIMIT`] is not given to it at all.
//! - Where a factor goes beyond [`FACTOR_TRUSTED`], or a solution is worth less than the relaxation allows, the solver
//!   must also find that the same model with its objective at least one better has no solution. If it finds one, that
//!   is the new answer and must stand the same trial.
//!
//! Work is limited by counts, not by a clock, so that the same model always has the same answer; only a guard against
//! a relaxation that would never end is in seconds.

use std::time::{Duration, Instant};

use super::error::SolveError;
use super::model::{Comparison, Direction, Model, Solution, VariableId};
use super::solver::{Bounds, OpenRow, Relaxed, Solver, Whole, common_divisor, relax};
use super::verify::verify;

/// Greatest magnitude of a row or of the objective over all values within bounds. A double holds whole numbers up to
/// 2^53; what is left is for what the simplex method loses to rounding.
const SUM_LIMIT: i128 = 1 << 40;

/// Greatest factor or right-hand side for which the solver's claim of optimality is believed at once: with its
/// tolerance of 1e-6 on whole numbers, such a factor can't hide a hundredth of a unit.
const FACTOR_TRUSTED: i128 = 10_000;

/// How often a claim of optimality may turn out wrong before the model is given up.
const TRIALS: usize = 16;

/// How many relaxations a model may take. Nearly all take one: only where a variable other than a binary comes out as
/// a fraction is its range split.
const RELAXATIONS: usize = 2_000;

/// With what to solve, and how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolverOptions {
    /// The solver.
    pub solver: Solver,
    /// Most programs that may be solved one after the other, where it is not known before how many it takes.
    pub programs: u64,
    /// Time after which a program is given up. Most take milliseconds; this keeps one that would never end
    /// from hanging.
    pub time: Duration,
}

impl Default for SolverOptions {
    fn default() -> SolverOptions {
        SolverOptions { solver: Solver::default(), programs: 1_000, time: Duration::from_secs(20) }
    }
}

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

/// Solves a model to proved optimality, with the default solver.
///
/// # Errors
///
/// [`SolveError::Solver`] where the solver fails or panics, [`SolveError::Wrong`] where its answer fails [`verify`];
/// where factors are large, both are [`SolverOutcome::Unknown`].
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
    solve_with(model, &SolverOptions::default())
}

/// As [`solve`], with a solver and a time.
///
/// # Errors
///
/// As [`solve`].
pub fn solve_with(model: &Model, options: &SolverOptions) -> Result<SolverOutcome, SolveError> {
    if let Some(text) = beyond_limits(model) {
        return Ok(SolverOutcome::Unknown(text));
    }
    let trusted = largest_factor(model) <= FACTOR_TRUSTED;
    let begun = Instant::now();
    let answer = split_ranges(model, options).and_then(|(found, proved)| match found {
        SolverOutcome::Optimal(best) if !(proved && trusted) => {
            let left = SolverOptions { time: options.time.saturating_sub(begun.elapsed()), ..*options };
            confirmed(model, best, &left)
        }
        found => Ok(found),
    });
    match answer {
        Err(SolveError::Solver { text, .. }) if !trusted => Ok(SolverOutcome::Unknown(text)),
        Err(SolveError::Wrong { source, .. }) if !trusted => Ok(SolverOutcome::Unknown(source.to_string())),
        answer => answer,
    }
}

/// Solves the question whether a model has a better solution than `best`, until it has none.
fn confirmed(model: &Model, mut best: Solution, options: &SolverOptions) -> Result<SolverOutcome, SolveError> {
    let begun = Instant::now();
    for _ in 0..TRIALS {
        let left = SolverOptions { time: options.time.saturating_sub(begun.elapsed()), ..*options };
        match split_ranges(&better_than(model, best.objective), &left)?.0 {
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
pub(super) fn beyond_limits(model: &Model) -> Option<String> {
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

/// A relaxation, with the solver's failures as errors.
pub(super) fn relaxation(
    model: &Model,
    bounds: &Bounds,
    rows: &[OpenRow],
    whole: Whole,
    options: &SolverOptions,
) -> Result<Relaxed, SolveError> {
    relax(model, bounds, rows, whole, options)
        .map_err(|text| SolveError::Solver { model: model.name().to_owned(), text })
}

/// Branch and bound over the variables that come out of a relaxation as fractions; also whether the best solution is
/// worth as much as the relaxations allow.
pub(super) fn split_ranges(model: &Model, options: &SolverOptions) -> Result<(SolverOutcome, bool), SolveError> {
    let constant = i128::from(model.objective().offset());
    let mut best: Option<Solution> = None;
    let mut open: Vec<Vec<(i64, i64)>> = vec![model.variables().iter().map(|it| (it.lower, it.upper)).collect()];
    let (mut relaxations, mut proved) = (0, true);
    let begun = Instant::now();
    while let Some(bounds) = open.pop() {
        let Some(rows) = open_rows(model, &bounds) else { continue };
        let relaxed = if rows.is_empty() {
            best_ends(model, &bounds)
        } else {
            relaxations += 1;
            if relaxations > RELAXATIONS {
                return Ok((SolverOutcome::Unknown(format!("more than {RELAXATIONS} relaxations")), false));
            }
            let left = SolverOptions { time: options.time.saturating_sub(begun.elapsed()), ..*options };
            if left.time.is_zero() {
                return Ok((SolverOutcome::Unknown("the solver ran out of time".to_owned()), false));
            }
            relaxation(model, &bounds, &rows, Whole::Binaries, &left)?
        };
        let hopeless = |limit: i64| {
            best.as_ref().is_some_and(|best| match model.direction() {
                Direction::Maximise => i128::from(limit) + constant <= i128::from(best.objective),
                Direction::Minimise => i128::from(limit) + constant >= i128::from(best.objective),
            })
        };
        match relaxed {
            Relaxed::Infeasible => {}
            Relaxed::Unfinished => return Ok((SolverOutcome::Unknown("the solver ran out of time".to_owned()), false)),
            Relaxed::Whole { limit, .. } | Relaxed::Fraction { limit, .. } if hopeless(limit) => {}
            Relaxed::Whole { values, limit } => {
                let solution = checked(model, values)?;
                proved &= i128::from(solution.objective) == i128::from(limit) + constant;
                best = best.filter(|best| !better(model, &solution, best)).or(Some(solution));
            }
            Relaxed::Fraction { variable, below, .. } => {
                let (lower, upper) = bounds[variable.index()];
                let (mut low, mut high) = (bounds.clone(), bounds);
                low[variable.index()] = (lower, below.clamp(lower, upper));
                high[variable.index()] = (below.saturating_add(1).clamp(lower, upper), upper);
                open.extend([low, high]);
            }
        }
    }
    Ok((best.map_or(SolverOutcome::Infeasible, SolverOutcome::Optimal), proved))
}

/// Whether one solution is better than another.
fn better(model: &Model, one: &Solution, other: &Solution) -> bool {
    match model.direction() {
        Direction::Maximise => one.objective > other.objective,
        Direction::Minimise => one.objective < other.objective,
    }
}

/// A solution of these values that stands the check.
pub(super) fn checked(model: &Model, values: Vec<i64>) -> Result<Solution, SolveError> {
    let stated = model.objective().at(&values);
    let solution = Solution { values, objective: i64::try_from(stated).unwrap_or(i64::MAX) };
    match verify(model, &solution) {
        Ok(()) => Ok(solution),
        Err(source) => Err(SolveError::Wrong { model: model.name().to_owned(), source }),
    }
}

/// What is left of the rows once fixed variables are numbers and rows that hold in any case are gone; `None` if one
/// can't hold.
pub(super) fn open_rows(model: &Model, bounds: &Bounds) -> Option<Vec<OpenRow>> {
    let mut rows = Vec::with_capacity(model.constraints().len());
    for row in model.constraints() {
        let mut terms = Vec::with_capacity(row.terms.len());
        let mut right = i128::from(row.bound);
        let (mut low, mut high) = (0_i128, 0_i128);
        for (id, factor) in &row.terms {
            let (lower, upper) = bounds[id.index()];
            let (at_lower, at_upper) =
                (i128::from(*factor) * i128::from(lower), i128::from(*factor) * i128::from(upper));
            if lower == upper {
                right -= at_lower;
            } else {
                low += at_lower.min(at_upper);
                high += at_lower.max(at_upper);
                terms.push((*id, *factor));
            }
        }
        let comparison = row.comparison;
        let (always, never) = match comparison {
            Comparison::AtMost => (high <= right, low > right),
            Comparison::AtLeast => (low >= right, high < right),
            Comparison::Equal => (low == right && high == right, low > right || high < right),
        };
        if never {
            return None;
        }
        if !always {
            rows.push(reduced(OpenRow { terms, comparison, bound: i64::try_from(right).ok()? })?);
        }
    }
    Some(rows)
}

/// A row divided by what all its factors share, its bound rounded to what whole numbers can reach; `None` if they
/// can't reach it.
fn reduced(mut row: OpenRow) -> Option<OpenRow> {
    let divisor = common_divisor(&row.terms);
    if divisor > 1 {
        row.terms.iter_mut().for_each(|(_, factor)| *factor /= divisor);
        let (whole, rest) = (row.bound.div_euclid(divisor), row.bound.rem_euclid(divisor));
        row.bound = match row.comparison {
            Comparison::AtMost => whole,
            Comparison::AtLeast => whole + i64::from(rest > 0),
            Comparison::Equal if rest == 0 => whole,
            Comparison::Equal => return None,
        };
    }
    Some(row)
}

/// Without rows each variable goes to the end of its range that the objective likes best, the lower one if it doesn't
/// care.
fn best_ends(model: &Model, bounds: &Bounds) -> Relaxed {
    let mut values: Vec<i64> = bounds.iter().map(|(lower, _)| *lower).collect();
    let mut limit = 0_i64;
    for (id, factor) in model.objective().terms() {
        let (lower, upper) = bounds[id.index()];
        let up = match model.direction() {
            Direction::Maximise => *factor > 0,
            Direction::Minimise => *factor < 0,
        };
        values[id.index()] = if up { upper } else { lower };
        limit = limit.saturating_add(factor.saturating_mul(values[id.index()]));
    }
    Relaxed::Whole { values, limit }
}
