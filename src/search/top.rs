//! The K best attacks or blocks, and how many reach the best value: what makers of puzzles ask for.
//!
//! The best value is proved first, as without this. Then a second search keeps the K-th best where the first kept the
//! best, and does not cut off what is only as good as the best. Attacks are searched for by columns where columns do;
//! they leave out sets of blockers that are never better than others, so blocks are searched for by all sets, or looked
//! at one by one.

mod alike;
mod plans;
mod ranking;
mod relaxed_sets;
mod walk;

use std::cmp::Reverse;

use alike::Alike;
use ranking::Ranking;

use super::attacks::AttackChoices;
use super::block::{LegalBlocks, Replies, best_unless};
use super::budget::Stop;
use super::evaluate::Evaluator;
use super::leaders::{Leader, Leaders, RankedSoFar};
use super::pool;
use super::score::Scorer;
use super::solution::{Question, SearchError, Solution};
use super::solve::{Method, Options, answer, expect_open, in_threads};
use crate::position::{Attack, Block};
use crate::rules::{Board, DeclaredAttack, Value};

/// One of the best attacks or blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// What it is worth when both sides go on as well as they can; for the active player, as always.
    pub value: Value,
    /// The attack.
    pub attack: Attack,
    /// The blocks: of an attack the best reply to it.
    pub block: Block,
}

/// The best attacks or blocks of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Top {
    /// Best first; of equal values fewer declared creatures first, then file order. Of declarations that differ only
    /// in which of several alike creatures are declared there is one. Where creatures can block several attackers, and
    /// more blocks are as good as the last one than are wanted, which of them are listed is open.
    pub ranked: Vec<Ranked>,
    /// How many legal declarations reach the best value, alike creatures distinct: at least so many unless `exact`.
    pub optimal: u64,
    /// Whether `optimal` is the number of all that there are.
    pub exact: bool,
    /// Why the search has ended early: then others may be better than all but the first of those ranked.
    pub stop: Option<Stop>,
}

/// Answers `attack` or `block` as [`solve`](super::solve) does, with the `wanted` best declarations (at least one), and
/// how many reach the best value.
///
/// ```
/// use alphastrike::position::read_short_forms;
/// use alphastrike::rules::Board;
/// use alphastrike::search::{Options, Question, top};
///
/// let position = read_short_forms("Ogre 3/3; 2 x Elf 1/1", "Wall 0/4", 20, 20, false).expect("a position");
/// let board = Board::new(&position, None).expect("small numbers");
/// let (best, top) = top(&board, Question::Attack, 3, &Options::default()).expect("an open question");
/// assert_eq!(top.ranked[0].value, best.value);
/// // The Wall stops the Ogre, and the two Elves get through: nothing less does as much.
/// assert_eq!((best.line.attack.0.len(), top.optimal, top.exact), (3, 1, true));
/// assert_eq!(top.ranked.len(), 3);
/// ```
///
/// # Errors
///
/// As [`solve`](super::solve), and [`SearchError::WrongVerb`] for a question other than those two.
pub fn top(
    board: &Board<'_>,
    question: Question,
    wanted: usize,
    options: &Options,
) -> Result<(Solution, Top), SearchError> {
    expect_open(board.position(), question, question.name())?;
    if question == Question::Assign {
        let text = "the best of several are attacks or blocks, and here both are declared";
        return Err(SearchError::WrongVerb(text.to_owned()));
    }
    let budget = options.budget();
    in_threads(options, || {
        let scorer = Scorer::within(board, budget);
        let mut best = answer(&scorer, question, options)?;
        let top = match best.stop {
            // Without the best value there is nothing to rank by.
            Some(_) => unranked(&best),
            None if question == Question::Attack => top_attacks(&scorer, &best, wanted, options.method)?,
            None => top_blocks(&scorer, &best, wanted, options.method)?,
        };
        best.statistics = scorer.budget().statistics();
        Ok((best, top))
    })?
}

/// Only the answer itself.
fn unranked(best: &Solution) -> Top {
    let ranked = Ranked { value: best.value.clone(), attack: best.line.attack.clone(), block: best.line.block.clone() };
    Top { ranked: vec![ranked], optimal: 1, exact: false, stop: best.stop.clone() }
}

/// What was found.
fn ranked(best: &Solution, leaders: Leaders<Value>, stop: Option<Stop>) -> Result<Top, SearchError> {
    let wanted = leaders.wanted();
    let (list, optimal) = leaders.into_parts();
    let list = list.into_iter().map(|Leader { value, attack, block, .. }| Ranked { value, attack, block });
    let mut ranked: Vec<Ranked> = list.collect();
    if ranked.first().is_none_or(|first| first.value != best.value) {
        if stop.is_none() {
            let text = format!("the best of several are {ranked:?}, and the best is worth {:?}", best.value);
            return Err(SearchError::Contradiction(text));
        }
        // The answer is known to be one of the best, however little was looked at again.
        ranked.splice(0..0, unranked(best).ranked);
        ranked.truncate(wanted);
    }
    let exact = stop.is_none() && optimal.is_some();
    Ok(Top { ranked, optimal: optimal.unwrap_or(u64::MAX).max(1), exact, stop })
}

fn top_attacks(scorer: &Scorer<'_, '_>, best: &Solution, wanted: usize, method: Method) -> Result<Top, SearchError> {
    if method == Method::Columns
        && let Some((leaders, stop)) = by_columns(scorer, best, wanted)?
    {
        return ranked(best, leaders, stop);
    }
    let mut leaders = Leaders::new(wanted, best.value.clone());
    let stop = stop_of(rank_attacks(scorer, &mut leaders))?;
    ranked(best, leaders, stop)
}

/// As [`pool::best_attacks`]; a search that was stopped before it had begun has found nothing.
fn by_columns(scorer: &Scorer<'_, '_>, best: &Solution, wanted: usize) -> Result<Option<RankedSoFar>, SearchError> {
    pool::best_attacks(scorer, wanted, &best.value).or_else(|error| {
        let stop = Stop::of(error)?;
        Ok(Some((Leaders::new(wanted, best.value.clone()), Some(stop))))
    })
}

/// Looks at all legal attacks; each is refuted by one block that shows that it can't be among the best.
fn rank_attacks(scorer: &Scorer<'_, '_>, leaders: &mut Leaders<Value>) -> Result<(), SearchError> {
    let board = scorer.board();
    let choices = AttackChoices::new(board);
    let attacks = choices.legal(scorer.budget())?;
    let alike = Alike::new(board.position(), board.position().active());
    let mut evaluator = Evaluator::new(scorer);
    let mut replies = Replies::default();
    // Large attacks first, which tend to be good.
    for number in attacks.smallest_first().into_iter().rev() {
        let attack = attacks.get(number as usize);
        let size = attack.0.len();
        let declared = DeclaredAttack::new(board, &attack);
        let legal = LegalBlocks::new(scorer, &declared)?;
        let unwanted = |value: &Value| !leaders.wants(value, size);
        if let Some(found) = best_unless(&mut evaluator, &mut replies, &declared, &legal, unwanted)? {
            let block = found.block(&legal);
            let shape = alike.of_attack(&attack);
            leaders.add(Leader { value: found.value, size, attack, block, shape }, Some(1));
        }
    }
    Ok(())
}

fn top_blocks(scorer: &Scorer<'_, '_>, best: &Solution, wanted: usize, method: Method) -> Result<Top, SearchError> {
    let by_sets = if method == Method::Columns { by_sets(scorer, best, wanted)? } else { None };
    // Where there are too many ways to be best, they may still be few enough to look at one by one.
    if let Some(top) = by_sets.as_ref().filter(|top| !matches!(top.stop, Some(Stop::Size(_)))) {
        return Ok(top.clone());
    }
    let mut leaders = Leaders::new(wanted, Reverse(best.value.clone()));
    let stop = stop_of(rank_blocks(scorer, &best.line.attack, &mut leaders))?;
    match (by_sets, &stop) {
        (Some(top), Some(_)) => Ok(top),
        _ => ranked(best, leaders.map(|Reverse(value)| value), stop),
    }
}

/// By sets of blockers for each attacker, where blocks are independent of each other and sets are not too many.
fn by_sets(scorer: &Scorer<'_, '_>, best: &Solution, wanted: usize) -> Result<Option<Top>, SearchError> {
    let Ranking { leaders, optimal, exact, stop } =
        match ranking::best_blocks(scorer, &best.line.attack, &best.value, wanted) {
            Ok(Some(ranking)) => ranking,
            Ok(None) | Err(SearchError::TooLarge(_)) => return Ok(None),
            Err(error) => {
                let stop = Some(Stop::of(error)?);
                return Ok(Some(Top { stop, ..unranked(best) }));
            }
        };
    let top = ranked(best, leaders.map(|Reverse(value)| value), stop)?;
    Ok(Some(Top { optimal: optimal.max(1), exact, ..top }))
}

/// Looks at all legal blocks.
fn rank_blocks(
    scorer: &Scorer<'_, '_>,
    attack: &Attack,
    leaders: &mut Leaders<Reverse<Value>>,
) -> Result<(), SearchError> {
    let board = scorer.board();
    let position = board.position();
    let declared = DeclaredAttack::new(board, attack);
    let legal = LegalBlocks::new(scorer, &declared)?;
    let attackers = Alike::new(position, position.active());
    let blockers = Alike::of(position, position.defending_players().flat_map(|player| position.creatures_of(player)));
    let mut evaluator = Evaluator::new(scorer);
    for number in 0..legal.count() {
        let block = Block(legal.get(number));
        let value = Reverse(evaluator.value(&declared, &block.0)?);
        let size = block.0.len();
        if leaders.wants(&value, size) {
            let shape = blockers.of_block(&attackers, attack, &block);
            leaders.add(Leader { value, size, attack: attack.clone(), block, shape }, Some(1));
        }
    }
    Ok(())
}

/// Why a search was stopped, if it was.
fn stop_of(searched: Result<(), SearchError>) -> Result<Option<Stop>, SearchError> {
    searched.map_or_else(|error| Stop::of(error).map(Some), |()| Ok(None))
}
