//! Which attack is best against the best blocks: all legal ones, each refuted as soon as one block shows that it is
//! not better than the best so far.

mod by_columns;
mod fitted;

use std::sync::RwLock;

use rayon::prelude::*;

pub(super) use self::by_columns::best_attack_by_columns;

use super::attacks::AttackList;
use super::block::{BestBlock, LegalBlocks, Replies, best_unless};
use super::budget::Stop;
use super::evaluate::Evaluator;
use super::found::{Found, FoundAttack};
use super::score::Scorer;
use super::solution::SearchError;
use crate::position::Block;
use crate::rules::{DeclaredAttack, Value};

/// Fewest attacks for which more than one thread pays.
const PARALLEL_ATTACKS: usize = 64;

/// The best attack: its place among the legal ones, ordered by how many attack, and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Leader {
    value: Value,
    rank: usize,
    /// The block that holds the attack to its value.
    reply: Block,
}

impl Leader {
    /// Whether an attack of that rank can't lead if it is worth no more than `value`.
    fn refutes(&self, value: &Value, rank: usize) -> bool {
        *value < self.value || *value == self.value && rank > self.rank
    }
}

/// The best of the legal attacks; of equals one with fewest attackers, and of those the first in order.
///
/// # Errors
///
/// [`SearchError::Contradiction`] where there is none, which can't be.
pub(super) fn best_attack(
    scorer: &Scorer<'_, '_>,
    attacks: &AttackList<'_, '_, '_>,
) -> Result<Found<FoundAttack>, SearchError> {
    // Of attacks of one size the order of the list decides.
    let order = attacks.smallest_first();
    let leader: RwLock<Option<Leader>> = RwLock::new(None);
    let pieces = if attacks.len() < PARALLEL_ATTACKS { 1 } else { scorer.budget().threads() };
    // Large attacks first: they tend to be good or to show replies that refute many others. The leader's rank, not the
    // order of arrival, breaks ties, so the answer doesn't depend on it.
    let search = |piece: usize, pieces: usize| -> Result<(), SearchError> {
        let mut evaluator = Evaluator::new(scorer);
        let mut replies = Replies::default();
        for rank in (piece..order.len()).step_by(pieces).rev() {
            let declared = DeclaredAttack::new(scorer.board(), &attacks.get(order[rank] as usize));
            let legal = LegalBlocks::new(scorer, &declared)?;
            let refuted = |value: &Value| read(&leader).as_ref().is_some_and(|leader| leader.refutes(value, rank));
            if let Some(best) = best_unless(&mut evaluator, &mut replies, &declared, &legal, refuted)? {
                let reply = best.block(&legal);
                let BestBlock { value, .. } = best;
                let mut leader = write(&leader);
                if leader.as_ref().is_none_or(|leader| !leader.refutes(&value, rank)) {
                    scorer.budget().note_best(&value);
                    *leader = Some(Leader { value, rank, reply });
                }
            }
        }
        Ok(())
    };
    let mut searched = if pieces == 1 {
        search(0, 1)
    } else {
        (0..pieces).into_par_iter().try_for_each(|piece| search(piece, pieces))
    };
    // Which attacks were looked at before one that is too large depends on the threads, so one thread says.
    if pieces > 1 && matches!(searched, Err(SearchError::TooLarge(_))) {
        *write(&leader) = None;
        searched = search(0, 1);
    }
    let best = leader.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
    let best = best.map(|Leader { value, rank, reply }| FoundAttack {
        attack: attacks.get(order[rank] as usize),
        value,
        reply,
    });
    match (searched, best) {
        (Err(error), best) => Ok(Found::Stopped { best, bound: None, stop: Stop::of(error)? }),
        (Ok(()), Some(best)) => Ok(Found::Proved(best)),
        (Ok(()), None) => Err(SearchError::Contradiction("there is no legal attack".to_owned())),
    }
}

fn write(leader: &RwLock<Option<Leader>>) -> std::sync::RwLockWriteGuard<'_, Option<Leader>> {
    leader.write().unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn read(leader: &RwLock<Option<Leader>>) -> std::sync::RwLockReadGuard<'_, Option<Leader>> {
    // A thread that panicked has not left the leader half written.
    leader.read().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// How many of the legal attacks are worth as much as the best, and how many legal blocks they have together.
pub(super) fn count_attacks(
    scorer: &Scorer<'_, '_>,
    attacks: &AttackList<'_, '_, '_>,
    best: &Value,
) -> Result<(u64, u64), SearchError> {
    let mut evaluator = Evaluator::new(scorer);
    let mut replies = Replies::default();
    let (mut optimal, mut blocks) = (0u64, 0u64);
    for number in 0..attacks.len() {
        let declared = DeclaredAttack::new(scorer.board(), &attacks.get(number));
        let legal = LegalBlocks::new(scorer, &declared)?;
        blocks = blocks.saturating_add(legal.count());
        let found = best_unless(&mut evaluator, &mut replies, &declared, &legal, |value| value < best)?;
        optimal += u64::from(found.is_some());
    }
    Ok((optimal, blocks))
}
