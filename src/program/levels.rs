//! All levels of an objective, one program after the other, and the answer replayed through the rules.

use super::damage::DamageProgram;
use super::error::SolveError;
use super::solve::SolverOptions;
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
/// is illegal or worth something else in the rules, and what [`solve`](super::solve()) fails with.
pub fn optimise(program: &DamageProgram<'_, '_, '_>) -> Result<Optimum, SolveError> {
    optimise_with(program, &SolverOptions::default())
}

/// As [`optimise`], with a solver and a time.
///
/// # Errors
///
/// As [`optimise`].
pub fn optimise_with(program: &DamageProgram<'_, '_, '_>, options: &SolverOptions) -> Result<Optimum, SolveError> {
    let levels = program.levels();
    // A split that reaches what the bounds allow at every level needs no proof.
    if let Some((value, assignments)) = simplest(program)
        && (0..levels.level_count()).all(|level| value.0[level] == levels.bound(level))
    {
        return Ok(Optimum { value, assignments, programs: 0 });
    }
    let title = program.title();
    let Some(best) = levels.best(&title, options)? else {
        return Err(SolveError::Contradiction { model: title, text: "it has no solution".to_owned() });
    };
    let assignments = program.decode_values(&best.values);
    match replay(program, &assignments) {
        Ok(value) if value.0[..] == best.optima[..] => Ok(Optimum { value, assignments, programs: best.programs }),
        Ok(value) => {
            let text = format!("the levels come to {:?} by the program, to {:?} by the rules", best.optima, value.0);
            Err(SolveError::Contradiction { model: title, text })
        }
        Err(text) => Err(SolveError::Contradiction { model: title, text }),
    }
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
