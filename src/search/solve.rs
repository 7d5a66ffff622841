//! One question from the board to the checked answer.

use std::sync::Arc;
use std::time::Duration;

use super::attack::{best_attack, best_attack_by_columns};
use super::attacks::AttackChoices;
use super::block::{LegalBlocks, best_block};
use super::bounds::Bounds;
use super::budget::{Budget, Stop, Watch};
use super::by_program;
use super::check::{judge_attack, judge_block};
use super::evaluate::best_line;
use super::found::{Found, FoundAttack, FoundBlock};
use super::pool;
use super::program::confirm;
use super::score::Scorer;
use super::solution::{Question, SearchError, Solution, Verdict};
use super::stopped::{Claim, finish, stopped_assign, stopped_attack, stopped_block};
use crate::position::{Attack, Block, Position};
use crate::program::Solver;
use crate::rules::{Board, DeclaredAttack};

/// How to search.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Threads to use; `None` for as many as there are cores. The answer is the same for every number.
    pub threads: Option<usize>,
    /// How attacks and blocks are looked for; the value is the same for every method.
    pub method: Method,
    /// Solver of the integer programs; the value is the same for every one.
    pub solver: Solver,
    /// Time after which the search ends with the best so far, a little of it for the answer not counted.
    pub time_limit: Option<Duration>,
    /// Nodes after which the search ends with the best so far; the answer is the same for every number of threads.
    pub node_limit: Option<u64>,
    /// To see from another thread how far the search is, and to end it.
    pub watch: Option<Watch>,
}

impl Options {
    /// What a search that begins now may cost.
    pub(super) fn budget(&self) -> Arc<Budget> {
        let watch = self.watch.clone().unwrap_or_default();
        Arc::new(Budget::new(self.time_limit, self.node_limit, watch).solving_with(self.solver))
    }
}

/// How attacks and blocks are looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// By columns where attackers don't depend on each other, else one by one.
    #[default]
    Columns,
    /// All legal declarations, one by one: slower, for comparison.
    OneByOne,
    /// Blocks by integer program alone where attackers don't depend on each other, for each attack one by one, else as
    /// `OneByOne`: slower, for comparison.
    Program,
}

/// The question that a position leaves open.
pub fn open_question(position: &Position) -> Question {
    match (position.attacks(), position.blocks()) {
        (None, _) => Question::Attack,
        (Some(_), None) => Question::Block,
        (Some(_), Some(_)) => Question::Assign,
    }
}

/// Answers one question. A search that is stopped answers too: with the best so far and a bound.
///
/// # Errors
///
/// [`SearchError`] where the position doesn't leave the question open, a declaration is illegal, or it isn't even
/// clear what is legal.
pub fn solve(board: &Board<'_>, question: Question, options: &Options) -> Result<Solution, SearchError> {
    expect_open(board.position(), question, question.name())?;
    let budget = options.budget();
    in_threads(options, || answer(&Scorer::within(board, budget), question, options))?
}

/// Answers a question that is open.
pub(super) fn answer(scorer: &Scorer<'_, '_>, question: Question, options: &Options) -> Result<Solution, SearchError> {
    match question {
        Question::Attack => {
            if options.watch.is_some() {
                scorer.budget().note_bound(&Bounds::of_board(scorer).upper);
            }
            solve_attack(scorer, options.method)
        }
        Question::Block => {
            let attack = declared_attack(scorer)?;
            if options.watch.is_some() {
                let declared = DeclaredAttack::new(scorer.board(), &attack);
                scorer.budget().note_bound(&Bounds::of_attack(scorer, &declared).lower);
            }
            solve_block(scorer, &attack, options.method)
        }
        Question::Assign => {
            let attack = declared_attack(scorer)?;
            let block = declared_block(scorer, &attack)?;
            solve_assign(scorer, &attack, &block)
        }
    }
}

/// Whether the question, asked by `verb`, fits the declarations that are there.
pub(super) fn expect_open(position: &Position, question: Question, verb: &str) -> Result<(), SearchError> {
    expect(position, question, verb, |open| format!("the verb that fits is {}", open.name()))
}

/// Whether a program of the question, asked for as `model --program` with its `name`, fits the declarations.
pub(super) fn expect_program(position: &Position, question: Question, name: &str) -> Result<(), SearchError> {
    let program = |question| match question {
        Question::Attack => "certificate",
        Question::Block => "block",
        Question::Assign => "damage",
    };
    let fits = |open| format!("what fits is model --program {}", program(open));
    expect(position, question, &format!("model --program {name}"), fits)
}

fn expect(
    position: &Position,
    question: Question,
    asked: &str,
    fits: impl FnOnce(Question) -> String,
) -> Result<(), SearchError> {
    let open = open_question(position);
    if position.damage().is_some() {
        return Err(SearchError::WrongVerb(format!(
            "damage is declared, so {asked} does not fit; the verb that fits is check"
        )));
    }
    if open != question {
        let declared = match open {
            Question::Attack => "no attacks are declared",
            Question::Block => "attacks are declared but no blocks",
            Question::Assign => "attacks and blocks are declared",
        };
        return Err(SearchError::WrongVerb(format!("{declared}, so {asked} does not fit; {}", fits(open))));
    }
    Ok(())
}

/// Runs a search in a pool of so many threads.
pub(super) fn in_threads<T: Send>(options: &Options, search: impl FnOnce() -> T + Send) -> Result<T, SearchError> {
    match options.threads {
        None => Ok(search()),
        Some(threads) => {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let pool =
                pool.map_err(|error| SearchError::TooLarge(format!("can't start {threads} threads: {error}")))?;
            Ok(pool.install(search))
        }
    }
}

/// The declared attack, if it is legal.
pub(super) fn declared_attack(scorer: &Scorer<'_, '_>) -> Result<Attack, SearchError> {
    let board = scorer.board();
    let attack = board.position().attacks().cloned().unwrap_or_default();
    legal(judge_attack(scorer.budget(), board, &attack)?)?;
    Ok(attack)
}

/// The declared block, if it is legal against the declared attack.
pub(super) fn declared_block(scorer: &Scorer<'_, '_>, attack: &Attack) -> Result<Block, SearchError> {
    let board = scorer.board();
    let block = board.position().blocks().cloned().unwrap_or_default();
    legal(judge_block(scorer.budget(), board, attack, &block)?)?;
    Ok(block)
}

/// Whether no rule is broken.
pub(super) fn legal(verdict: Verdict) -> Result<(), SearchError> {
    if verdict.reasons.is_empty() { Ok(()) } else { Err(SearchError::Illegal(verdict.reasons)) }
}

fn solve_attack(scorer: &Scorer<'_, '_>, method: Method) -> Result<Solution, SearchError> {
    conclude_attack(scorer, find_attack(scorer, method))
}

/// The answer with what was found.
pub(super) fn conclude_attack(
    scorer: &Scorer<'_, '_>,
    found: Result<Found<FoundAttack>, SearchError>,
) -> Result<Solution, SearchError> {
    match or_stopped(found)? {
        Found::Proved(FoundAttack { attack, value, reply }) => {
            let claim = Claim { bound: value.clone(), value, exact: true, stop: None };
            finish(&scorer.late(), Question::Attack, &attack, &reply, claim)
        }
        Found::Stopped { best, bound, stop } => stopped_attack(scorer, best, bound, stop),
    }
}

fn solve_block(scorer: &Scorer<'_, '_>, attack: &Attack, method: Method) -> Result<Solution, SearchError> {
    conclude_block(scorer, attack, find_block(scorer, attack, method))
}

/// The answer with what was found.
pub(super) fn conclude_block(
    scorer: &Scorer<'_, '_>,
    attack: &Attack,
    found: Result<Found<FoundBlock>, SearchError>,
) -> Result<Solution, SearchError> {
    match or_stopped(found)? {
        Found::Proved(FoundBlock { block, value }) => {
            let claim = Claim { bound: value.clone(), value, exact: true, stop: None };
            finish(&scorer.late(), Question::Block, attack, &block, claim)
        }
        Found::Stopped { best, bound, stop } => stopped_block(scorer, attack, best, bound, stop),
    }
}

/// The best split of the damage of legal declarations.
pub(super) fn solve_assign(scorer: &Scorer<'_, '_>, attack: &Attack, block: &Block) -> Result<Solution, SearchError> {
    let found = scorer.budget().spend(1).and_then(|()| best_line(scorer, attack, block));
    match found {
        Ok((value, line, outcome)) => {
            confirm(scorer, &line, &value)?;
            let statistics = scorer.budget().statistics();
            let bound = value.clone();
            Ok(Solution { question: Question::Assign, value, bound, line, outcome, statistics, stop: None })
        }
        Err(error) => stopped_assign(scorer, attack, block, Stop::of(error)?),
    }
}

/// A search that was stopped before it had anything to hand over.
fn or_stopped<T>(found: Result<Found<T>, SearchError>) -> Result<Found<T>, SearchError> {
    found.or_else(|error| Ok(Found::Stopped { best: None, bound: None, stop: Stop::of(error)? }))
}

/// The best attack, with the best block against it that has the fewest blockers.
pub(super) fn find_attack(scorer: &Scorer<'_, '_>, method: Method) -> Result<Found<FoundAttack>, SearchError> {
    let board = scorer.board();
    if method == Method::Columns
        && let Some(found) = pool::best_attack(scorer)?
    {
        return Ok(found);
    }
    if method == Method::Program
        && let Some(found) = by_program::best_attack(scorer)?
    {
        return Ok(found);
    }
    let choices = AttackChoices::new(board);
    let attacks =
        if method == Method::Columns { choices.distinct(scorer.budget())? } else { choices.legal(scorer.budget())? };
    if method == Method::Columns
        && let Some(found) = best_attack_by_columns(scorer, &attacks)?
    {
        return Ok(found);
    }
    let found = best_attack(scorer, &attacks)?;
    let Found::Proved(best) = found else { return Ok(found) };
    match find_block(scorer, &best.attack, method) {
        Ok(Found::Proved(reply)) if reply.value == best.value => {
            Ok(Found::Proved(FoundAttack { reply: reply.block, ..best }))
        }
        Ok(Found::Proved(reply)) => {
            let text = format!("an attack found to be worth {:?} is worth {:?}", best.value, reply.value);
            Err(SearchError::Contradiction(text))
        }
        // The reply that the search knows is as good.
        Ok(Found::Stopped { .. }) | Err(SearchError::Stopped(_)) => Ok(Found::Proved(best)),
        Err(error) => Err(error),
    }
}

/// The best block against an attack.
pub(super) fn find_block(
    scorer: &Scorer<'_, '_>,
    attack: &Attack,
    method: Method,
) -> Result<Found<FoundBlock>, SearchError> {
    let declared = DeclaredAttack::new(scorer.board(), attack);
    if method == Method::Columns
        && let Some(found) = pool::best_block(scorer, &declared)?
    {
        return Ok(found);
    }
    if method == Method::Program
        && let Some(found) = by_program::best_block(scorer, &declared)?
    {
        return Ok(Found::Proved(found));
    }
    best_block(scorer, &declared, &LegalBlocks::new(scorer, &declared)?)
}
