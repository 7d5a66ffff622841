//! Where the search meets the integer program: the program to show, the second opinion on a line, and the way out
//! where damage can be divided in too many ways to go through.

use super::evaluate::{best_line, rows_of};
use super::score::{Scorer, prune_within};
use super::solution::{Line, SearchError};
use super::solve::{Options, declared_attack, declared_block, expect_program};
use super::split::splits;
use crate::position::{Assignment, Attack, Block, Step};
use crate::program::{DamageProgram, Model, Optimum, SolveError, optimise_with};
use crate::rules::{Assigner, Board, Combat, Division, Side, Value};

/// The integer program of the active player's damage in one step of the declared combat, for one level of the
/// objective, counted from 1; the earlier levels stand as rows at their proved optimum. Without a step, the first that
/// happens. A later step takes the earlier one of the best line as given, and every step what the defenders announce
/// in that line.
///
/// # Errors
///
/// As [`solve`](super::solve), and [`SearchError::WrongVerb`] for a step that doesn't happen or a level that the
/// objective doesn't have.
pub fn model(board: &Board<'_>, step: Option<Step>, level: usize, options: &Options) -> Result<Model, SearchError> {
    expect_program(board.position(), super::Question::Assign, "damage")?;
    let scorer = Scorer::within(board, options.budget());
    let attack = declared_attack(&scorer)?;
    let block = declared_block(&scorer, &attack)?;
    let mut combat = Combat::declare(board, &attack, &block);
    let steps = combat.steps();
    let step = step.unwrap_or(steps[0]);
    if !steps.contains(&step) {
        let text = format!("this combat has no {} damage step, only the {} one", step.name(), steps[0].name());
        return Err(SearchError::WrongVerb(text));
    }
    let levels = scorer.valuation().levels();
    if !(1..=levels).contains(&level) {
        let text = format!("the objective has {levels} levels, so level {level} does not exist");
        return Err(SearchError::WrongVerb(text));
    }
    scorer.budget().spend(1)?;
    scorer.budget().check()?;
    let (value, line, _) = best_line(&scorer, &attack, &block)?;
    while combat.step() != step {
        combat.deal(&line.damage);
    }
    let given = rows_of(&scorer, &line.damage, step, Side::Defending);
    let program = DamageProgram::new(&combat, Side::Active, &given);
    if level == 1 {
        return Ok(program.level(0, &[]));
    }
    // Where the defenders have no choice the line is the proof of the earlier optima; else the program is solved.
    let forced = !has_choice(&combat.division(Side::Defending));
    let earlier = if step == Step::Regular && forced {
        value
    } else {
        optimum(&scorer, &program).map_err(|error| ended(&scorer, error))?.value
    };
    Ok(program.level(level - 1, &earlier.0[..level - 1]))
}

/// The best of a program, by the solver that was asked for and in the time that is left; the search counts it.
fn optimum(scorer: &Scorer<'_, '_>, program: &DamageProgram<'_, '_, '_>) -> Result<Optimum, SolveError> {
    let optimum = optimise_with(program, &scorer.budget().solver_in_time())?;
    scorer.budget().count_programs(optimum.programs);
    Ok(optimum)
}

pub(super) fn failed(error: SolveError) -> SearchError {
    match error {
        SolveError::Unknown { .. } => SearchError::TooLarge(error.to_string()),
        other => SearchError::Contradiction(other.to_string()),
    }
}

/// As [`failed`], but a program that has run out of the search's time is not too large.
pub(super) fn ended(scorer: &Scorer<'_, '_>, error: SolveError) -> SearchError {
    scorer.budget().check().err().unwrap_or_else(|| failed(error))
}

/// Most creatures that assign damage in a step for which the program is asked for its opinion: beyond, it may take long.
const CONFIRM_LIMIT: usize = 24;

/// The integer program's opinion on the last step of a line: neither side can do better there.
///
/// # Errors
///
/// [`SearchError::Contradiction`] where a program finds another value.
pub(super) fn confirm(scorer: &Scorer<'_, '_>, line: &Line, value: &Value) -> Result<(), SearchError> {
    let mut combat = Combat::declare(scorer.board(), &line.attack, &line.block);
    while combat.step() != Step::Regular {
        combat.deal(&line.damage);
    }
    let rows = |side: Side| rows_of(scorer, &line.damage, Step::Regular, side);
    let (active, defending) = (combat.division(Side::Active), combat.division(Side::Defending));
    if active.assigners.len() + defending.assigners.len() > CONFIRM_LIMIT {
        return Ok(());
    }
    let mut sides = Vec::new();
    if has_choice(&defending) {
        // The defenders announce last: theirs is a best answer to what they see.
        sides.push((Side::Defending, rows(Side::Active)));
    } else if has_choice(&active) {
        sides.push((Side::Active, rows(Side::Defending)));
    }
    for (side, given) in sides {
        // The line is proved without it.
        if scorer.budget().check().is_err() {
            break;
        }
        match optimum(scorer, &DamageProgram::new(&combat, side, &given)) {
            Ok(optimum) if optimum.value == *value => {}
            Ok(optimum) => {
                let text = format!("the search finds {value:?}, the integer program {:?}", optimum.value);
                return Err(SearchError::Contradiction(text));
            }
            // Too large for floating point to prove anything: the direct answer stands alone.
            Err(SolveError::Unknown { .. }) => {}
            Err(error) => return Err(failed(error)),
        }
    }
    Ok(())
}

/// Whether anybody has more than one way to assign.
pub(super) fn has_choice(division: &Division) -> bool {
    let chooses = |assigner: &Assigner| {
        assigner.may_decline || assigner.ways.len() > 1 || assigner.ways.iter().any(|way| way.len() > 1)
    };
    division.assigners.iter().any(chooses)
}

/// The best line of a declared combat by integer program, where only the active player's last announcement is a
/// choice that matters.
///
/// # Errors
///
/// `too_large` where there are other choices, and what the program fails with.
pub(super) fn line_by_program(
    scorer: &Scorer<'_, '_>,
    attack: &Attack,
    block: &Block,
    too_large: SearchError,
) -> Result<(Value, Vec<Assignment>), SearchError> {
    let mut combat = Combat::declare(scorer.board(), attack, block);
    let mut damage = Vec::new();
    for step in combat.steps() {
        let last = *step == Step::Regular;
        let before = scorer.score(combat.tally());
        let answers = splits(scorer, &combat, Side::Defending)?;
        let scored = answers.into_iter().map(|rows| {
            scorer.budget().check()?;
            let mut after = combat.clone();
            after.deal(&rows);
            Ok((scorer.score(&after.finish()).minus(&before), rows))
        });
        let scored = scored.collect::<Result<Vec<_>, SearchError>>()?;
        let answers = prune_within(scorer.budget(), scored, |one, other| scorer.dominates(&other.0, &one.0))?;
        let [(_, answered)] = answers.as_slice() else { return Err(too_large) };
        if last {
            let program = DamageProgram::new(&combat, Side::Active, answered);
            let optimum = optimum(scorer, &program).map_err(|error| ended(scorer, error))?;
            damage.extend(optimum.assignments);
            damage.extend(answered);
            return Ok((optimum.value, damage));
        }
        if has_choice(&combat.division(Side::Active)) || has_choice(&combat.division(Side::Defending)) {
            return Err(too_large);
        }
        let announced = splits(scorer, &combat, Side::Active)?;
        damage.extend(announced.into_iter().flatten());
        damage.extend(answered);
        combat.deal(&damage);
    }
    Err(too_large)
}
