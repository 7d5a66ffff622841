//! The certificate of an answer: an integer program whose optimum, level by level, is the answer's value. Any solver can
//! check it.

use std::time::Duration;

use super::candidates::Candidates;
use super::pool::prove;
use super::program::{ended, failed, model};
use super::score::Scorer;
use super::several::bounded_problem;
use super::solution::{Question, SearchError, Solution};
use super::solve::{Options, answer, declared_attack, expect_program, in_threads};
use super::{encode, listed};
use crate::position::Step;
use crate::program::{CertificateProgram, Model, PartitionProgram, SolveError, SolverOptions, Thresholds};
use crate::rules::{Board, DeclaredAttack, Value};

/// Most replies times candidates for which the solver is asked for its own opinion: beyond, it would take long, and the
/// search has proved the replies.
const CONFIRM_LIMIT: usize = 60;

/// How long it may take for that.
const CONFIRM_TIME: Duration = Duration::from_secs(5);

/// The program of the declared attack's best block, for one level of the objective, counted from 1; the earlier levels
/// stand as rows at their proved optimum. Set partitioning where attackers don't depend on each other, or by no more than
/// shared blockers, which are bounded then; else a choice among all legal blocks.
///
/// # Errors
///
/// As [`solve`](super::solve), and [`SearchError::WrongVerb`] for a level that the objective doesn't have.
pub fn block_program(board: &Board<'_>, level: usize, options: &Options) -> Result<Model, SearchError> {
    expect_program(board.position(), Question::Block, "block")?;
    expect_level(board, level)?;
    solved(board, Question::Block, options, |scorer, solution| of_block(scorer, &solution.value, level))
}

/// The certificate of the best attack, for one level of the objective, counted from 1.
///
/// # Errors
///
/// As [`block_program`].
pub fn attack_program(board: &Board<'_>, level: usize, options: &Options) -> Result<Model, SearchError> {
    expect_program(board.position(), Question::Attack, "certificate")?;
    expect_level(board, level)?;
    solved(board, Question::Attack, options, |scorer, solution| of_attack(scorer, &solution.value, level))
}

/// The certificate of an answer: the program of the last level of the objective, in which all levels before it stand as
/// rows at their optimum. Of an attack over replies that hold every attack to the value, of a block over all blocks, of
/// a split of damage over all splits of the last step.
///
/// # Errors
///
/// [`SearchError::Stopped`] for an answer that is not proved, and [`SearchError::TooLarge`] where there is too much to
/// list.
pub fn certificate(board: &Board<'_>, solution: &Solution, options: &Options) -> Result<Model, SearchError> {
    if let Some(stop) = &solution.stop {
        return Err(SearchError::Stopped(stop.clone()));
    }
    let level = board.objective().levels.len();
    let scorer = Scorer::within(board, options.budget());
    match solution.question {
        Question::Attack => in_threads(options, || of_attack(&scorer, &solution.value, level))?,
        Question::Block => in_threads(options, || of_block(&scorer, &solution.value, level))?,
        Question::Assign => model(board, Some(Step::Regular), level, options),
    }
}

/// Answers a question and goes on with the answer.
fn solved(
    board: &Board<'_>,
    question: Question,
    options: &Options,
    program: impl Fn(&Scorer<'_, '_>, &Solution) -> Result<Model, SearchError> + Sync + Send,
) -> Result<Model, SearchError> {
    let scorer = Scorer::within(board, options.budget());
    in_threads(options, || {
        let solution = answer(&scorer, question, options)?;
        match &solution.stop {
            Some(stop) => Err(SearchError::Stopped(stop.clone())),
            None => program(&scorer, &solution),
        }
    })?
}

fn expect_level(board: &Board<'_>, level: usize) -> Result<(), SearchError> {
    let levels = board.objective().levels.len();
    if (1..=levels).contains(&level) {
        return Ok(());
    }
    Err(SearchError::WrongVerb(format!("the objective has {levels} levels, so level {level} does not exist")))
}

fn of_block(scorer: &Scorer<'_, '_>, value: &Value, level: usize) -> Result<Model, SearchError> {
    let declared = DeclaredAttack::new(scorer.board(), &declared_attack(scorer)?);
    if let Some(program) = by_bounds(scorer, &declared, value)? {
        return Ok(program.level(level - 1, &value.0[..level - 1]));
    }
    let mut problem = match Candidates::of_free_attack(scorer, &declared)? {
        Some(candidates) => encode::block_problem(scorer, &candidates),
        None => listed::block_problem(scorer, &declared)?,
    };
    problem.title = title(scorer, "the best block", value);
    let chooses = problem.rows.iter().flat_map(|row| &row.columns).any(|column| column.options.len() > 1);
    let mut program = PartitionProgram::new(problem);
    if chooses {
        // Which options the active player takes against which block, the program finds out one by one.
        let best = program.solve(&scorer.budget().solver_in_time()).map_err(|error| ended(scorer, error))?;
        agree(value, best.map(|best| best.value))?;
    }
    Ok(program.level(level - 1, &value.0[..level - 1]))
}

/// The program of bounds on blocks in which creatures block several attackers, where its optimum is what the best block
/// is worth; then no block is better.
fn by_bounds(
    scorer: &Scorer<'_, '_>,
    declared: &DeclaredAttack,
    value: &Value,
) -> Result<Option<PartitionProgram>, SearchError> {
    if !can_share(scorer, declared) {
        return Ok(None);
    }
    let Some(mut problem) = bounded_problem(scorer, declared)? else { return Ok(None) };
    problem.title = title(scorer, "no block is worth less", value);
    let mut program = PartitionProgram::new(problem);
    let options = scorer.budget().solver_in_time();
    let options = SolverOptions { time: options.time.min(CONFIRM_TIME), ..options };
    match program.solve(&options) {
        Ok(Some(best)) if best.value == value.0.to_vec() => Ok(Some(program)),
        Ok(Some(best)) if best.value < value.0.to_vec() => Ok(None),
        Ok(best) => agree(value, best.map(|best| best.value)).map(|()| None),
        Err(SolveError::Unknown { .. }) => Ok(None),
        Err(error) => Err(failed(error)),
    }
}

/// Whether some creature can block several attackers.
fn can_share(scorer: &Scorer<'_, '_>, declared: &DeclaredAttack) -> bool {
    let board = scorer.board();
    let defenders = board.position().defending_players().flat_map(|player| board.position().creatures_of(player));
    declared.attackers().len() > 1 && defenders.into_iter().any(|it| board.characteristics(it).capacity > 1)
}

fn of_attack(scorer: &Scorer<'_, '_>, value: &Value, level: usize) -> Result<Model, SearchError> {
    let mut problem = match prove(scorer, value)? {
        Some(proof) => encode::attack_problem(scorer, &proof),
        None => listed::attack_problem(scorer)?,
    };
    problem.title = title(scorer, "no attack is worth more", value);
    let size = problem.replies.len() * problem.candidates.len();
    let listed = is_plain(&problem.thresholds);
    let program = CertificateProgram::new(problem);
    if listed || size <= CONFIRM_LIMIT {
        let options = scorer.budget().solver_in_time();
        let options = SolverOptions { time: options.time.min(CONFIRM_TIME), ..options };
        match program.solve(&options) {
            Ok(best) => agree(value, best.map(|best| best.value))?,
            // The search has proved it without the solver.
            Err(SolveError::Unknown { .. }) => {}
            Err(error) => return Err(failed(error)),
        }
    }
    Ok(program.level(level - 1, &value.0[..level - 1]))
}

/// Whether values only add up.
fn is_plain(thresholds: &Thresholds) -> bool {
    thresholds.losses.is_empty() && thresholds.permanents.is_empty() && thresholds.overflows.is_empty()
}

/// What the file says first: what it is about, and all optima.
fn title(scorer: &Scorer<'_, '_>, what: &str, value: &Value) -> String {
    let board = scorer.board();
    let levels = board.objective().levels.iter().zip(&value.0);
    let optima: Vec<String> = levels.map(|(level, value)| format!("{level} = {value}")).collect();
    let name = board.position().title().map(|title| format!("{title}: ")).unwrap_or_default();
    format!("{name}{what}: optima {}", optima.join(", "))
}

fn agree(value: &Value, found: Option<Vec<i64>>) -> Result<(), SearchError> {
    match found {
        Some(found) if found == value.0.to_vec() => Ok(()),
        found => Err(SearchError::Contradiction(format!("the search finds {value:?}, the integer program {found:?}"))),
    }
}
