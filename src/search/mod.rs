//! The three questions: which attack, which blocks, which split of damage. Exact, or an error that says why not.

mod attack;
mod attacks;
mod block;
mod blocks;
mod bounds;
mod branch;
mod budget;
mod by_program;
mod candidates;
mod case;
mod case_program;
mod certificate;
mod check;
mod classes;
mod column_count;
mod columns;
mod combine;
mod count;
mod cut;
mod departure;
mod duel;
mod duties;
mod encode;
mod engagement;
mod evaluate;
pub mod exhaustive;
mod explain;
mod fewest;
mod fighter;
mod flow;
mod found;
mod freed_aside;
mod gain;
mod generation;
mod leaders;
mod legality;
mod listed;
mod obedient_attack;
mod obedient_block;
mod packed;
mod partition;
mod planner;
mod pool;
mod price_tree;
mod program;
#[cfg(test)]
mod random;
mod relaxation;
mod reply;
mod scale;
mod score;
mod several;
mod simplex;
mod solution;
mod solve;
mod spill;
mod split;
mod spot;
mod stopped;
mod top;
mod tree;

pub use budget::{Progress, Stop, Watch};
pub use certificate::{attack_program, block_program, certificate};
pub use column_count::column_count;
pub use count::count;
pub use explain::{Alternative, Change, Explanation, LeftOff, Why, explain};
pub use legality::legality_model;
pub use planner::Planner;
pub use program::model;
pub use solution::{Better, Counts, Line, Question, SearchError, Solution, Statistics, Verdict};
pub use solve::{Method, Options, open_question, solve};
pub use top::{Ranked, Top, top};

use crate::rules::Board;

/// Judges the declared attacks, blocks and damage.
///
/// # Errors
///
/// [`SearchError::WrongVerb`] without a declared attack; [`SearchError::TooLarge`] where the maximum of the
/// requirements is out of reach, [`SearchError::LegalityUnknown`] where it is not found in time.
pub fn check(board: &Board<'_>, options: &Options) -> Result<Verdict, SearchError> {
    check::verdict(&options.budget(), board)
}
