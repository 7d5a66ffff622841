//! The perft of combat: how many legal attacks, legal blocks and optimal answers there are.

use super::attack::count_attacks;
use super::attacks::AttackChoices;
use super::block::{LegalBlocks, count_blocks};
use super::exhaustive::{legal_splits, worth_of};
use super::score::Scorer;
use super::solution::{Counts, Question, SearchError};
use super::solve::{Options, declared_attack, declared_block, expect_open, in_threads, open_question, solve};
use crate::position::{Attack, Block};
use crate::rules::{Board, Combat, DeclaredAttack, Side, Value};

/// Counts legal attacks, legal blocks and optimal answers to the question that the position leaves open.
///
/// # Errors
///
/// As [`solve`].
pub fn count(board: &Board<'_>, options: &Options) -> Result<Counts, SearchError> {
    let question = open_question(board.position());
    expect_open(board.position(), question, "count")?;
    let best = solve(board, question, options)?;
    in_threads(options, || {
        let scorer = Scorer::new(board);
        let attacks = AttackChoices::new(board).legal()?;
        let number = attacks.len() as u64;
        if question == Question::Attack {
            let (optimal, blocks) = count_attacks(&scorer, &attacks, &best.value)?;
            return Ok(Counts { attacks: number, blocks, optimal });
        }
        let attack = declared_attack(board)?;
        let declared = DeclaredAttack::new(board, &attack);
        let legal = LegalBlocks::new(&scorer, &declared)?;
        let optimal = if question == Question::Block {
            count_blocks(&scorer, &declared, &legal, |value| *value == best.value)?
        } else {
            optimal_splits(board, &attack, &declared_block(board, &attack)?, &best.value)
        };
        Ok(Counts { attacks: number, blocks: legal.count(), optimal })
    })?
}

/// How many of the active player's splits of the first damage step reach the best value.
fn optimal_splits(board: &Board<'_>, attack: &Attack, block: &Block, best: &Value) -> u64 {
    let combat = Combat::declare(board, attack, block);
    let splits = legal_splits(&combat, Side::Active);
    splits.iter().filter(|announced| worth_of(board, &combat, announced) == *best).count() as u64
}
