//! How many sets of blockers there are to choose from where attackers don't depend on each other.

use super::attacks::AttackChoices;
use super::branch::Branch;
use super::candidates::{Candidates, Several};
use super::score::Scorer;
use super::solution::{Question, SearchError};
use super::solve::{Options, expect_open, in_threads};
use crate::rules::Board;

/// How many columns a board has: for each creature that may attack, and each thing that it may attack there, the sets of
/// blockers that are not worse than another one for the defenders, no blocker among them. Creatures that are alike have
/// theirs together. `None` where attackers depend on each other, so that whole declarations are looked at.
///
/// ```
/// use alphastrike::position::read_short_forms;
/// use alphastrike::rules::Board;
/// use alphastrike::search::{Options, column_count};
///
/// // Nobody or one of the two alike Walls for the Ox, nobody for the Bird.
/// let position = read_short_forms("Ox 2/2; Bird 1/1 flying", "2 x Wall 0/4", 20, 20, false).expect("a position");
/// let board = Board::new(&position, None).expect("small numbers");
/// assert_eq!(column_count(&board, &Options::default()), Ok(Some(3)));
/// ```
///
/// # Errors
///
/// [`SearchError::WrongVerb`] where something is declared, [`SearchError::TooLarge`] where there are too many,
/// [`SearchError::Stopped`] at a limit of the options.
pub fn column_count(board: &Board<'_>, options: &Options) -> Result<Option<usize>, SearchError> {
    expect_open(board.position(), Question::Attack, "counting columns")?;
    let scorer = Scorer::within(board, options.budget());
    in_threads(options, || {
        let choices = AttackChoices::new(board);
        let Some(branches) = Branch::of_board(board, &choices) else { return Ok(None) };
        let mut count = 0;
        for branch in &branches {
            let Some(candidates) = Candidates::of_board(&scorer, &choices, branch, Several::Refused)? else {
                return Ok(None);
            };
            let choices = candidates.all.iter().flat_map(|candidate| &candidate.choices);
            count += choices.map(|choice| choice.columns.len()).sum::<usize>();
        }
        Ok(Some(count))
    })?
}
