//! One combat, question by question.

use std::fmt;
use std::sync::OnceLock;

use super::check::{judge_attack, judge_block};
use super::pool::SharedColumns;
use super::score::Scorer;
use super::solution::{Question, SearchError, Solution};
use super::solve::{
    Method, Options, conclude_attack, conclude_block, expect_open, find_attack, find_block, in_threads, legal,
    solve_assign,
};
use crate::position::{Attack, Block, CreatureId, Position, Target};
use crate::rules::Board;

/// Answers the questions of one combat one after the other: which attack, then which blocks against the attack that was
/// declared, then which split of the damage. What they have in common is worked out once, by the first that needs it.
///
/// Each question has the limits of the options for itself. The answers are those of [`solve`](super::solve), except
/// that of several best blocks it may be another one.
///
/// ```
/// use alphastrike::position::read_short_forms;
/// use alphastrike::rules::Board;
/// use alphastrike::search::{Options, Planner};
///
/// let position = read_short_forms("Ogre 3/3; 3 x Elf 1/1", "Wall 0/4", 20, 5, false).expect("a position");
/// let board = Board::new(&position, None).expect("small numbers");
/// let planner = Planner::new(&board, Options::default()).expect("nothing is declared yet");
/// // What to attack with …
/// let attack = planner.attack().expect("an answer");
/// // … what the opponent does best against any attack, here against the Ogre alone …
/// let mut ogre = attack.line.attack.clone();
/// ogre.0.truncate(1);
/// let block = planner.block(&ogre).expect("a legal attack");
/// assert_eq!(block.line.block.0.len(), 1);
/// // … and how to split the damage then.
/// let split = planner.assign(&ogre, &block.line.block).expect("legal blocks");
/// assert_eq!(split.value, block.value);
/// ```
pub struct Planner<'b, 'p> {
    board: &'b Board<'p>,
    options: Options,
    /// Empty until it is needed; `None` where columns don't do.
    columns: OnceLock<Option<SharedColumns>>,
}

impl fmt::Debug for Planner<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Planner").field("options", &self.options).finish_non_exhaustive()
    }
}

impl<'b, 'p> Planner<'b, 'p> {
    /// For a board on which nothing is declared yet. The options hold for each question.
    ///
    /// # Errors
    ///
    /// [`SearchError::WrongVerb`] where something is declared.
    pub fn new(board: &'b Board<'p>, options: Options) -> Result<Planner<'b, 'p>, SearchError> {
        expect_open(board.position(), Question::Attack, "planning")?;
        Ok(Planner { board, options, columns: OnceLock::new() })
    }

    /// Which attack is best against the best blocks (CR 508.1)?
    ///
    /// # Errors
    ///
    /// As [`solve`](super::solve).
    pub fn attack(&self) -> Result<Solution, SearchError> {
        self.ask(|scorer| {
            let found = self.columns(scorer).and_then(|columns| match columns {
                Some(columns) => columns.best_attack(scorer),
                None => find_attack(scorer, self.options.method),
            });
            conclude_attack(scorer, found)
        })
    }

    /// Which blocks are best against an attack (CR 509.1)?
    ///
    /// # Errors
    ///
    /// As [`solve`](super::solve); [`SearchError::Unknown`] where something attacks or is attacked that isn't there.
    pub fn block(&self, attack: &Attack) -> Result<Solution, SearchError> {
        self.ask(|scorer| {
            let attack = &self.declared_attack(scorer, attack)?;
            let shared = self.columns(scorer).and_then(|columns| match columns {
                Some(columns) => columns.best_block(scorer, attack),
                None => Ok(None),
            });
            // Attackers that a whole board links may be independent in this attack.
            let found = shared.and_then(|found| match found {
                Some(found) => Ok(found),
                None => find_block(scorer, attack, self.options.method),
            });
            conclude_block(scorer, attack, found)
        })
    }

    /// Which split of the damage is best once attack and blocks are declared (CR 510.1)?
    ///
    /// # Errors
    ///
    /// As [`Planner::block`].
    pub fn assign(&self, attack: &Attack, block: &Block) -> Result<Solution, SearchError> {
        self.ask(|scorer| {
            let attack = self.declared_attack(scorer, attack)?;
            let creatures = block.0.iter().flat_map(|(blocker, blocked)| blocked.iter().chain([blocker]));
            exist(self.board.position(), creatures)?;
            let mut block = block.clone();
            block.0.sort_unstable();
            legal(judge_block(scorer.budget(), self.board, &attack, &block)?)?;
            solve_assign(scorer, &attack, &block)
        })
    }

    fn ask(
        &self,
        answer: impl FnOnce(&Scorer<'b, 'p>) -> Result<Solution, SearchError> + Send,
    ) -> Result<Solution, SearchError> {
        let budget = self.options.budget();
        in_threads(&self.options, || answer(&Scorer::within(self.board, budget)))?
    }

    /// The columns of the board; where a limit ends working them out, the next question tries again.
    fn columns(&self, scorer: &Scorer<'_, '_>) -> Result<Option<&SharedColumns>, SearchError> {
        if self.options.method == Method::OneByOne {
            return Ok(None);
        }
        if let Some(known) = self.columns.get() {
            return Ok(known.as_ref());
        }
        let fresh = SharedColumns::new(scorer)?;
        Ok(self.columns.get_or_init(|| fresh).as_ref())
    }

    /// The attack in file order, if it is legal.
    fn declared_attack(&self, scorer: &Scorer<'_, '_>, attack: &Attack) -> Result<Attack, SearchError> {
        let position = self.board.position();
        exist(position, attack.0.iter().map(|(attacker, _)| attacker))?;
        for (_, target) in &attack.0 {
            let (index, number) = match target {
                Target::Player(player) => (player.0, position.players().len()),
                Target::Planeswalker(walker) => (walker.0, position.planeswalkers().len()),
                Target::Battle(battle) => (battle.0, position.battles().len()),
            };
            if index as usize >= number {
                let text =
                    format!("{target:?} is attacked, which the position doesn't have: give ids of this position");
                return Err(SearchError::Unknown(text));
            }
        }
        let mut attack = attack.clone();
        attack.0.sort_unstable();
        if let Some(twice) = attack.0.windows(2).find(|pair| pair[0].0 == pair[1].0) {
            let name = self.board.name(twice[0].0);
            return Err(SearchError::Unknown(format!("{name} attacks twice: give each attacker once")));
        }
        legal(judge_attack(scorer.budget(), self.board, &attack)?)?;
        Ok(attack)
    }
}

/// Whether these creatures are on the table.
fn exist<'c>(position: &Position, mut creatures: impl Iterator<Item = &'c CreatureId>) -> Result<(), SearchError> {
    match creatures.find(|creature| creature.0 as usize >= position.creatures().len()) {
        None => Ok(()),
        Some(creature) => {
            let text = format!("{creature:?} is declared, which the position doesn't have: give ids of this position");
            Err(SearchError::Unknown(text))
        }
    }
}
