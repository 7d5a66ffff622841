//! The one file that knows solvers: good_lp with microlp, or with HiGHS where that is built in. Floating point stays in
//! here.
//!
//! What the solver is asked is a relaxation: only binaries have to be whole, the other variables may be fractions.
//! In programs of damage the binaries say what dies and what is lethal; once they are chosen the rest is nearly always
//! a flow whose best corner is whole by itself, while branching on damage in the thousands would never end. Where a
//! fraction is left, [`solve`](super::solve()) splits the range of that variable and asks again.
//!
//! Variables, rows and the objective are scaled by powers of two: microlp takes pivots below 1e-10 for zero, and damage
//! in the hundred thousands beside binaries comes down to that.

use std::panic::{AssertUnwindSafe, catch_unwind};

use good_lp::solvers::{ObjectiveDirection, SolutionStatus};
use good_lp::{Expression, ProblemVariables, ResolutionError, Solution, SolverModel, WithTimeLimit, microlp, variable};

use super::model::{Comparison, Direction, Model, VariableId};
use super::solve::SolverOptions;

/// How far a value may be from a whole number and still count as one. Rounding is checked against every row later, so
/// this only decides when to split a range.
const WHOLE: f64 = 1e-2;

/// What rounding may do to an objective value: so much at least, and so much of the largest sum it could come to. A
/// limit that is too high costs work, one too low would be wrong.
const NOISE: (f64, f64) = (0.25, 1e-11);

/// A solver of integer programs; every one finds the same values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Solver {
    /// microlp: a simplex method with branch and bound, in Rust.
    #[default]
    Microlp,
    /// HiGHS: a large solver in C++, slow to start and the better one at programs of thousands of variables.
    #[cfg(feature = "highs")]
    Highs,
}

impl Solver {
    /// Those that are built in.
    pub const ALL: &'static [Solver] = &[
        Solver::Microlp,
        #[cfg(feature = "highs")]
        Solver::Highs,
    ];

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Solver::Microlp => "microlp",
            #[cfg(feature = "highs")]
            Solver::Highs => "highs",
        }
    }
}

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
    /// It was given up.
    Unfinished,
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

/// What has to be whole in a relaxation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whole {
    /// Binaries.
    Binaries,
    /// Nothing: a linear program.
    Nothing,
}

/// Solves the relaxation within `bounds`. `rows` are what is open of the model's rows within them.
///
/// # Errors
///
/// What the solver says when it fails or panics.
pub(super) fn relax(
    model: &Model,
    bounds: &Bounds,
    rows: &[OpenRow],
    whole: Whole,
    options: &SolverOptions,
) -> Result<Relaxed, String> {
    // The two meet different pivots; where one fails on its numbers the other may not.
    attempt(model, bounds, rows, whole, options, true).or_else(|_| attempt(model, bounds, rows, whole, options, false))
}

fn attempt(
    model: &Model,
    bounds: &Bounds,
    rows: &[OpenRow],
    whole: Whole,
    options: &SolverOptions,
    scale: bool,
) -> Result<Relaxed, String> {
    match catch_unwind(AssertUnwindSafe(|| call(model, bounds, rows, whole, options, scale))) {
        Ok(Ok(relaxed)) => Ok(relaxed),
        Ok(Err(ResolutionError::Infeasible)) => Ok(Relaxed::Infeasible),
        // good_lp's errors of this kind: a limit was met before any solution.
        Ok(Err(ResolutionError::Other(_))) => Ok(Relaxed::Unfinished),
        Ok(Err(error)) => Err(error.to_string()),
        Err(payload) => {
            let text = payload.downcast_ref::<String>().map(String::as_str);
            Err(text.or(payload.downcast_ref::<&str>().copied()).unwrap_or("it panicked").to_owned())
        }
    }
}

/// The greatest number that divides all factors; 1 without any.
pub(super) fn common_divisor(terms: &[(VariableId, i64)]) -> i64 {
    let mut divisor = 0_i64;
    for (_, factor) in terms {
        let mut other = factor.saturating_abs();
        while other != 0 {
            (divisor, other) = (other, divisor % other);
        }
    }
    divisor.max(1)
}

/// The greatest power of two that is at most `size`, and 1 for less than 2 or without scaling: dividing by it changes
/// no digit.
fn power_of_two(size: f64, scale: bool) -> f64 {
    if size < 2.0 || !scale { 1.0 } else { size.log2().floor().exp2() }
}

/// A sum for the solver, in the units of the columns.
fn scaled(terms: &[(VariableId, i64)], columns: &[Column]) -> Vec<(good_lp::Variable, f64)> {
    let term = |(id, factor): &(VariableId, i64)| {
        let column = &columns[id.index()];
        Some((column.open?, number(*factor) * column.unit))
    };
    terms.iter().filter_map(term).collect()
}

/// The largest factor of a sum.
fn largest(terms: &[(good_lp::Variable, f64)]) -> f64 {
    terms.iter().map(|(_, factor)| factor.abs()).fold(0.0, f64::max)
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

fn call(
    model: &Model,
    bounds: &Bounds,
    rows: &[OpenRow],
    whole: Whole,
    options: &SolverOptions,
    scale: bool,
) -> Result<Relaxed, ResolutionError> {
    let mut problem = ProblemVariables::new();
    let column = |(lower, upper): &(i64, i64)| {
        if whole == Whole::Binaries && (*lower, *upper) == (0, 1) {
            return Column { open: Some(problem.add(variable().binary())), unit: 1.0 };
        }
        let (lower, upper) = (number(*lower), number(*upper));
        let unit = power_of_two(lower.abs().max(upper.abs()), scale);
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
    let objective = sum(&objective, power_of_two(largest(&objective).sqrt(), scale));
    let constraint = |row: &OpenRow| {
        let left = scaled(&row.terms, &columns);
        let unit = power_of_two(largest(&left), scale);
        let (left, right) = (sum(&left, unit), number(row.bound) / unit);
        match row.comparison {
            Comparison::AtMost => left.leq(right),
            Comparison::AtLeast => left.geq(right),
            Comparison::Equal => left.eq(right),
        }
    };
    let problem = problem.optimise(direction, objective);
    let rows = rows.iter().map(constraint);
    let seconds = options.time.as_secs_f64();
    let open: Vec<Option<good_lp::Variable>> = columns.iter().map(|column| column.open).collect();
    let found = match options.solver {
        Solver::Microlp => optimal_values(problem.using(microlp).with_time_limit(seconds), rows, &open)?,
        #[cfg(feature = "highs")]
        Solver::Highs => optimal_values(exact_highs(problem, seconds)?, rows, &open)?,
    };
    let Some(Found { values, gap }) = found else { return Ok(Relaxed::Unfinished) };
    let value = |(((lower, _), column), found): ((&(i64, i64), &Column), f64)| match column.open {
        Some(_) => found * column.unit,
        None => number(*lower),
    };
    Ok(read(model, &bounds.iter().zip(&columns).zip(values).map(value).collect::<Vec<f64>>(), gap))
}

/// What a solver calls optimal.
struct Found {
    /// 0 for what is not open.
    values: Vec<f64>,
    /// Whether its own bound is apart from the values, were it only by noise.
    gap: bool,
}

/// An optimum by the solver's word; `None` without it.
fn optimal_values<M>(
    mut solver: M,
    rows: impl Iterator<Item = good_lp::Constraint>,
    open: &[Option<good_lp::Variable>],
) -> Result<Option<Found>, ResolutionError>
where
    M: SolverModel<Error = ResolutionError>,
{
    for row in rows {
        solver.add_constraint(row);
    }
    let solution = solver.solve()?;
    let found =
        |gap| Found { values: open.iter().map(|open| open.map_or(0.0, |open| solution.value(open))).collect(), gap };
    Ok(match solution.status() {
        SolutionStatus::Optimal => Some(found(false)),
        SolutionStatus::GapLimit => Some(found(true)),
        SolutionStatus::TimeLimit => None,
    })
}

/// HiGHS without gaps, by which it would call nearly best solutions optimal, and on one thread: the search has its own.
#[cfg(feature = "highs")]
fn exact_highs(
    problem: variable::UnsolvedProblem,
    seconds: f64,
) -> Result<good_lp::solvers::highs::HighsProblem, ResolutionError> {
    use good_lp::solvers::highs::{HighsParallelType, highs};
    let no_gap = |_| ResolutionError::Other("no gap");
    let solver = highs(problem).set_mip_rel_gap(0.0).map_err(no_gap)?.set_mip_abs_gap(0.0).map_err(no_gap)?;
    Ok(solver.set_parallel(HighsParallelType::Off).set_threads(1).set_time_limit(seconds))
}

#[expect(clippy::cast_precision_loss, reason = "all sums stay far below 2^53")]
fn number(whole: i64) -> f64 {
    whole as f64
}

/// Rounds what can be rounded. With a gap, the limit is one step beyond the values, which asks for another proof.
#[expect(clippy::cast_possible_truncation, reason = "all sums stay far below 2^53")]
fn read(model: &Model, values: &[f64], gap: bool) -> Relaxed {
    let objective: f64 =
        model.objective().terms().iter().map(|(id, factor)| number(*factor) * values[id.index()]).sum();
    let (least, greatest) = model.range(model.objective());
    let noise = NOISE.0 + NOISE.1 * number(least).abs().max(number(greatest).abs());
    // Whole solutions are worth multiples of what all factors share.
    let unit = common_divisor(model.objective().terms());
    let multiple = |limit: i64| limit.div_euclid(unit).saturating_add(i64::from(gap)).saturating_mul(unit);
    let limit = match model.direction() {
        Direction::Maximise => multiple((objective + noise).floor() as i64),
        Direction::Minimise => multiple((noise - objective).floor() as i64).saturating_neg(),
    };
    let off = |value: &f64| (value - value.round()).abs();
    // What counts most decides most: splitting what costs little moves the bound little.
    let mut weights = vec![0_i64; values.len()];
    model.objective().terms().iter().for_each(|(id, factor)| weights[id.index()] = factor.saturating_abs());
    let order = |id: &VariableId| {
        let off = off(&values[id.index()]);
        (off > WHOLE, weights[id.index()], off)
    };
    let worst = model.variable_ids().max_by(|one, other| {
        let ((a, b, c), (x, y, z)) = (order(one), order(other));
        (a, b).cmp(&(x, y)).then(c.total_cmp(&z)).then(other.cmp(one))
    });
    match worst {
        Some(variable) if off(&values[variable.index()]) > WHOLE => {
            Relaxed::Fraction { variable, below: values[variable.index()].floor() as i64, limit }
        }
        _ => Relaxed::Whole { values: values.iter().map(|value| value.round() as i64).collect(), limit },
    }
}
