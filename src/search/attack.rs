//! Which attack is best against the best blocks: all legal ones, each refuted as soon as one block shows that it is
//! not better than the best so far.

use std::sync::RwLock;

use rayon::prelude::*;

use super::block::{BestBlock, LegalBlocks, Replies, best_unless};
use super::evaluate::Evaluator;
use super::score::Scorer;
use super::solution::SearchError;
use crate::position::Attack;
use crate::rules::{DeclaredAttack, Value};

/// Fewest attacks for which more than one thread pays.
const PARALLEL_ATTACKS: usize = 64;

/// The best attack: its place among the legal ones, ordered by how many attack, and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Leader {
    value: Value,
    rank: usize,
}

impl Leader {
    /// Whether an attack of that rank can't lead if it is worth no more than `value`.
    fn refutes(&self, value: &Value, rank: usize) -> bool {
        *value < self.value || *value == self.value && rank > self.rank
    }
}

/// What was found, and the work it was.
pub(super) struct BestAttack {
    pub(super) attack: Attack,
    pub(super) nodes: u64,
}

/// The best of the legal attacks; of equals one with fewest attackers, and of those the first in order.
pub(super) fn best_attack(scorer: &Scorer<'_, '_>, mut attacks: Vec<Attack>) -> Result<BestAttack, SearchError> {
    // Stable, so that the order of the list decides among attacks of one size.
    attacks.sort_by_key(|attack| attack.0.len());
    let leader: RwLock<Option<Leader>> = RwLock::new(None);
    let pieces = if attacks.len() < PARALLEL_ATTACKS { 1 } else { rayon::current_num_threads() };
    // Large attacks first: they tend to be good or to show replies that refute many others. The leader's rank, not the
    // order of arrival, breaks ties, so the answer doesn't depend on it.
    let search = |piece: usize| -> Result<u64, SearchError> {
        let mut evaluator = Evaluator::new(scorer);
        let mut replies = Replies::default();
        for rank in (piece..attacks.len()).step_by(pieces).rev() {
            let declared = DeclaredAttack::new(scorer.board(), &attacks[rank]);
            let legal = LegalBlocks::new(scorer, &declared)?;
            let refuted = |value: &Value| read(&leader).as_ref().is_some_and(|leader| leader.refutes(value, rank));
            if let Some(BestBlock { value, .. }) =
                best_unless(&mut evaluator, &mut replies, &declared, &legal, refuted)?
            {
                let mut leader = leader.write().unwrap_or_else(std::sync::PoisonError::into_inner);
                if leader.as_ref().is_none_or(|leader| !leader.refutes(&value, rank)) {
                    *leader = Some(Leader { value, rank });
                }
            }
        }
        Ok(evaluator.nodes)
    };
    let nodes = if pieces == 1 {
        search(0)?
    } else {
        let nodes: Vec<u64> = (0..pieces).into_par_iter().map(search).collect::<Result<_, _>>()?;
        nodes.iter().sum()
    };
    let best = read(&leader).clone().map(|leader| leader.rank);
    match best {
        Some(rank) => Ok(BestAttack { attack: attacks.swap_remove(rank), nodes }),
        None => Err(SearchError::Contradiction("there is no legal attack".to_owned())),
    }
}

fn read(leader: &RwLock<Option<Leader>>) -> std::sync::RwLockReadGuard<'_, Option<Leader>> {
    // A thread that panicked has not left the leader half written.
    leader.read().unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// How many of the legal attacks are worth as much as the best, and how many legal blocks they have together.
pub(super) fn count_attacks(
    scorer: &Scorer<'_, '_>,
    attacks: &[Attack],
    best: &Value,
) -> Result<(u64, u64), SearchError> {
    let mut evaluator = Evaluator::new(scorer);
    let mut replies = Replies::default();
    let (mut optimal, mut blocks) = (0u64, 0u64);
    for attack in attacks {
        let declared = DeclaredAttack::new(scorer.board(), attack);
        let legal = LegalBlocks::new(scorer, &declared)?;
        blocks = blocks.saturating_add(legal.count());
        let found = best_unless(&mut evaluator, &mut replies, &declared, &legal, |value| value < best)?;
        optimal += u64::from(found.is_some());
    }
    Ok((optimal, blocks))
}
