//! All levels of an objective, one program after the other, and the answer replayed through the rules.

use super::damage::DamageProgram;
use super::error::SolveError;
use super::model::{Direction, Model};
use super::solve::{SolverOutcome, solve};
use crate::position::{Assignment, Step};
use crate::rules::Value;

/// The best that a side can do in a step against what the other side announces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Optimum {
    /// What the combat is worth once the step is over.
    pub value: Value,
    /// What the side announces, in file order; rows of 0 left out.
    pub assignments: Vec<Assignment>,
    /// How many integer programs it took; levels that the bounds decide take none.
    pub programs: u64,
}

/// Solves a damage program level by level (lexicographically) and replays the answer.
///
/// # Errors
///
/// [`SolveError::Unknown`] where the numbers are too large for a proof, [`SolveError::Contradiction`] where an answer
/// is illegal or worth something else in the rules, and what [`solve`] fails with.
pub fn optimise(program: &DamageProgram<'_, '_, '_>) -> Result<Optimum, SolveError> {
    let mut programs = 0;
    let mut optima: Vec<i64> = Vec::with_capacity(program.level_count());
    let mut best = simplest(program);
    for level in 0..program.level_count() {
        let (low, high) = program.range(level);
        let bound = match program.direction() {
            Direction::Maximise => high,
            Direction::Minimise => low,
        };
        // The best answer so far keeps the earlier levels at their optima; where it also reaches what the bounds
        // allow, nothing is left to prove.
        let reached = best.as_ref().map(|(value, _)| value.0[level]);
        if reached == Some(bound) {
            optima.push(bound);
            continue;
        }
        let model = program.level(level, &optima);
        programs += 1;
        let solution = match solve(&model)? {
            SolverOutcome::Optimal(solution) => solution,
            SolverOutcome::Infeasible => return Err(contradiction(&model, "no split is legal".to_owned())),
            SolverOutcome::Unknown(text) => {
                return Err(SolveError::Unknown { model: model.name().to_owned(), text });
            }
        };
        optima.push(solution.objective);
        let assignments = program.decode(&solution);
        let value = replay(program, &assignments).map_err(|text| contradiction(&model, text))?;
        if value.0[..=level] != optima[..] {
            let text = format!("levels up to {} are {optima:?} by the program, {value:?} by the rules", level + 1);
            return Err(contradiction(&model, text));
        }
        best = Some((value, assignments));
    }
    match best {
        Some((value, assignments)) if value.0[..] == optima[..] => Ok(Optimum { value, assignments, programs }),
        _ => {
            let text = format!("the levels come to {optima:?}, but no split does");
            Err(contradiction(&program.level(program.level_count(), &optima), text))
        }
    }
}

fn contradiction(model: &Model, text: String) -> SolveError {
    SolveError::Contradiction { model: model.name().to_owned(), text }
}

/// What announced damage is worth once the step is over, by the rules.
///
/// # Errors
///
/// Why it is illegal.
fn replay(program: &DamageProgram<'_, '_, '_>, assignments: &[Assignment]) -> Result<Value, String> {
    let combat = program.combat();
    let reasons = program.division().violations(combat, assignments);
    if !reasons.is_empty() {
        let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
        return Err(reasons.join("; "));
    }
    let mut after = combat.clone();
    let all: Vec<Assignment> = assignments.iter().chain(program.given()).copied().collect();
    let last = combat.step() == Step::Regular;
    after.deal(&all);
    let tally = if last { after.finish() } else { after.tally().clone() };
    Ok(program.valuation().value(&tally.outcome(combat.board())))
}

/// A split that needs no thought, all damage of each creature on the first thing it may go to, and what it is worth;
/// `None` if it is illegal.
fn simplest(program: &DamageProgram<'_, '_, '_>) -> Option<(Value, Vec<Assignment>)> {
    let division = program.division();
    let rows = division.assigners.iter().filter_map(|assigner| {
        let share = assigner.ways.first()?.first()?;
        Some(Assignment {
            step: division.step,
            source: assigner.creature,
            recipient: share.recipient,
            amount: assigner.amount,
        })
    });
    let assignments: Vec<Assignment> = rows.collect();
    let value = replay(program, &assignments).ok()?;
    Some((value, assignments))
}
