//! The perft of combat: how many legal attacks, legal blocks and optimal answers there are.

use super::attack::count_attacks;
use super::attacks::AttackChoices;
use super::block::{LegalBlocks, count_blocks};
use super::budget::Stop;
use super::exhaustive::{legal_splits, worth_of};
use super::score::Scorer;
use super::solution::{Counts, Question, SearchError};
use super::solve::{Options, answer, declared_attack, declared_block, expect_open, in_threads, open_question};
use crate::position::{Attack, Block};
use crate::rules::{Board, Combat, DeclaredAttack, Side, Value};

/// Most divisions of damage that are gone through one by one.
const SPLIT_LIMIT: u64 = 300_000;

/// Counts legal attacks, legal blocks and optimal answers to the question that the position leaves open.
///
/// # Errors
///
/// As [`solve`](super::solve), and [`SearchError::Stopped`]: what is counted in part is no answer.
pub fn count(board: &Board<'_>, options: &Options) -> Result<Counts, SearchError> {
    let question = open_question(board.position());
    expect_open(board.position(), question, "count")?;
    let budget = options.budget();
    in_threads(options, || {
        let scorer = Scorer::within(board, budget);
        let best = answer(&scorer, question, options)?;
        match best.stop {
            None => {}
            // Without the best value there is nothing to count.
            Some(Stop::Size(text)) => return Err(SearchError::TooLarge(text)),
            Some(stop) => return Err(SearchError::Stopped(stop)),
        }
        let choices = AttackChoices::new(board);
        let attacks = choices.legal(scorer.budget())?;
        let number = attacks.len() as u64;
        if question == Question::Attack {
            let (optimal, blocks) = count_attacks(&scorer, &attacks, &best.value)?;
            return Ok(Counts { attacks: number, blocks, optimal });
        }
        let attack = declared_attack(&scorer)?;
        let declared = DeclaredAttack::new(board, &attack);
        let legal = LegalBlocks::new(&scorer, &declared)?;
        let optimal = if question == Question::Block {
            count_blocks(&scorer, &declared, &legal, |value| *value == best.value)?
        } else {
            optimal_splits(&scorer, &attack, &declared_block(&scorer, &attack)?, &best.value)?
        };
        Ok(Counts { attacks: number, blocks: legal.count(), optimal })
    })?
}

/// How many of the active player's splits of the first damage step reach the best value.
fn optimal_splits(scorer: &Scorer<'_, '_>, attack: &Attack, block: &Block, best: &Value) -> Result<u64, SearchError> {
    let board = scorer.board();
    let combat = Combat::declare(board, attack, block);
    if most_splits(&combat).is_none_or(|splits| splits > SPLIT_LIMIT) {
        let text = format!("the damage can be divided in too many ways to count: the limit is {SPLIT_LIMIT}");
        return Err(SearchError::TooLarge(text));
    }
    let splits = legal_splits(&combat, Side::Active);
    splits.iter().try_fold(0, |sum, announced| {
        scorer.budget().spend(1)?;
        Ok(sum + u64::from(worth_of(board, &combat, announced) == *best))
    })
}

/// In how many ways the active player's creatures can divide their damage if nothing restricts them; `None`: too many for
/// the number.
fn most_splits(combat: &Combat<'_, '_>) -> Option<u64> {
    let of = |amount: i64, parts: usize| {
        // Compositions of the amount: a binomial, one factor after the other.
        (1..parts as u64).try_fold(1u64, |all, part| Some(all.checked_mul(amount as u64 + part)? / part))
    };
    combat.division(Side::Active).assigners.iter().try_fold(1u64, |all, assigner| {
        let ways = assigner.ways.iter().try_fold(0u64, |sum, way| sum.checked_add(of(assigner.amount, way.len())?));
        all.checked_mul(ways?.checked_add(u64::from(assigner.may_decline))?)
    })
}
