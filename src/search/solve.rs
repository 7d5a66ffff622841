//! One question from the board to the checked answer.

use super::attack::{BestAttack, best_attack};
use super::attacks::{AttackChoices, targets};
use super::block::{LegalBlocks, best_block};
use super::check::{judge_attack, judge_block};
use super::evaluate::best_line;
use super::pool::Pool;
use super::program::confirm;
use super::score::Scorer;
use super::solution::{Question, SearchError, Solution, Statistics, Verdict};
use crate::position::{Attack, Block, Position};
use crate::rules::{Board, DeclaredAttack};

/// How to search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Threads to use; `None` for as many as there are cores. The answer is the same for every number.
    pub threads: Option<usize>,
    /// How attacks and blocks are looked for; the value is the same for every method.
    pub method: Method,
}

/// How attacks and blocks are looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// By columns where attackers don't depend on each other, else one by one.
    #[default]
    Columns,
    /// All legal declarations, one by one: slower, for comparison.
    OneByOne,
}

/// The question that a position leaves open.
pub fn open_question(position: &Position) -> Question {
    match (position.attacks(), position.blocks()) {
        (None, _) => Question::Attack,
        (Some(_), None) => Question::Block,
        (Some(_), Some(_)) => Question::Assign,
    }
}

/// Answers one question.
///
/// # Errors
///
/// [`SearchError`] where the position doesn't leave the question open, a declaration is illegal, or there is more to
/// look at than can be looked at exactly.
pub fn solve(board: &Board<'_>, question: Question, options: &Options) -> Result<Solution, SearchError> {
    expect_open(board.position(), question, question.name())?;
    in_threads(options, || {
        let scorer = Scorer::new(board);
        match question {
            Question::Attack => solve_attack(&scorer, options.method),
            Question::Block => solve_block(&scorer, &declared_attack(board)?, options.method),
            Question::Assign => {
                let attack = declared_attack(board)?;
                let block = declared_block(board, &attack)?;
                let mut answer = solution(&scorer, question, &attack, &block, Statistics { programs: 0, nodes: 1 })?;
                answer.statistics.programs = confirm(&scorer, &answer.line, &answer.value)?;
                Ok(answer)
            }
        }
    })?
}

/// Whether the question, asked by `verb`, fits the declarations that are there.
pub(super) fn expect_open(position: &Position, question: Question, verb: &str) -> Result<(), SearchError> {
    let open = open_question(position);
    if position.damage().is_some() {
        return Err(SearchError::WrongVerb(format!(
            "damage is declared, so {verb} does not fit; the verb that fits is check"
        )));
    }
    if open != question {
        let declared = match open {
            Question::Attack => "no attacks are declared",
            Question::Block => "attacks are declared but no blocks",
            Question::Assign => "attacks and blocks are declared",
        };
        return Err(SearchError::WrongVerb(format!(
            "{declared}, so {verb} does not fit; the verb that fits is {}",
            open.name()
        )));
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
pub(super) fn declared_attack(board: &Board<'_>) -> Result<Attack, SearchError> {
    let attack = board.position().attacks().cloned().unwrap_or_default();
    legal(judge_attack(board, &attack)?)?;
    Ok(attack)
}

/// The declared block, if it is legal against the declared attack.
pub(super) fn declared_block(board: &Board<'_>, attack: &Attack) -> Result<Block, SearchError> {
    let block = board.position().blocks().cloned().unwrap_or_default();
    legal(judge_block(board, attack, &block)?)?;
    Ok(block)
}

fn legal(verdict: Verdict) -> Result<(), SearchError> {
    if verdict.reasons.is_empty() { Ok(()) } else { Err(SearchError::Illegal(verdict.reasons)) }
}

fn solve_attack(scorer: &Scorer<'_, '_>, method: Method) -> Result<Solution, SearchError> {
    let board = scorer.board();
    let pool = match method {
        Method::Columns => Pool::of_board(scorer, &targets(board))?,
        Method::OneByOne => None,
    };
    let (attack, nodes) = match pool {
        Some(pool) => pool.best_attack()?,
        None => {
            let BestAttack { attack, nodes } = best_attack(scorer, AttackChoices::new(board).legal()?)?;
            (attack, nodes)
        }
    };
    let mut answer = solve_block(scorer, &attack, method)?;
    answer.question = Question::Attack;
    answer.statistics.nodes += nodes;
    Ok(answer)
}

fn solve_block(scorer: &Scorer<'_, '_>, attack: &Attack, method: Method) -> Result<Solution, SearchError> {
    let declared = DeclaredAttack::new(scorer.board(), attack);
    let pool = match method {
        Method::Columns => Pool::of_attack(scorer, &declared)?,
        Method::OneByOne => None,
    };
    let (value, block, nodes) = match pool {
        Some(pool) => pool.best_block()?,
        None => {
            let legal = LegalBlocks::new(scorer, &declared)?;
            let (best, nodes) = best_block(scorer, &declared, &legal)?;
            let block = best.block(&legal);
            (best.value, block, nodes)
        }
    };
    let found = solution(scorer, Question::Block, attack, &block, Statistics { programs: 0, nodes })?;
    if found.value != value {
        let text = format!("a block found to be worth {value:?} is worth {:?}", found.value);
        return Err(SearchError::Contradiction(text));
    }
    Ok(found)
}

/// The answer for a combat declared in full: its best line, replayed.
fn solution(
    scorer: &Scorer<'_, '_>,
    question: Question,
    attack: &Attack,
    block: &Block,
    statistics: Statistics,
) -> Result<Solution, SearchError> {
    let (value, line, outcome) = best_line(scorer, attack, block)?;
    Ok(Solution { question, bound: value.clone(), value, line, outcome, statistics })
}
