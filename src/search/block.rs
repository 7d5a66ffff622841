//! Which blocks are best against an attack: all legal ones, cut off as soon as the attack is refuted.

use rayon::prelude::*;

use super::blocks::{BlockChoices, ChosenList};
use super::budget::Stop;
use super::evaluate::Evaluator;
use super::found::{Found, FoundBlock};
use super::legality::block_maximum;
use super::score::Scorer;
use super::solution::SearchError;
use crate::position::{Block, CreatureId};
use crate::rules::{DeclaredAttack, Value};

/// Fewest blocks for which more than one thread pays.
const PARALLEL_BLOCKS: u64 = 2_000;

/// All legal blocks against one attack: for each defending player a list, independent of the others (CR 802.4b).
pub(super) struct LegalBlocks {
    defenders: Vec<(BlockChoices, ChosenList)>,
}

/// A block while it is looked at: blockers in file order with what they block.
pub(super) type Blocks = Vec<(CreatureId, Vec<CreatureId>)>;

impl LegalBlocks {
    /// # Errors
    ///
    /// [`SearchError::TooLarge`] where there are too many, [`SearchError::Stopped`] beyond the budget.
    pub(super) fn new(scorer: &Scorer<'_, '_>, attack: &DeclaredAttack) -> Result<LegalBlocks, SearchError> {
        let board = scorer.board();
        let mut defenders = Vec::new();
        for defender in board.position().defending_players() {
            if attack.against(defender).next().is_some() {
                let choices = BlockChoices::new(scorer.budget(), board, attack, defender)?;
                let most = block_maximum(scorer.budget(), board, attack, defender, &choices)?;
                let legal = choices.legal(scorer.budget(), most)?;
                defenders.push((choices, legal));
            }
        }
        Ok(LegalBlocks { defenders })
    }

    /// How many there are, saturating.
    pub(super) fn count(&self) -> u64 {
        self.defenders.iter().fold(1u64, |count, (_, legal)| count.saturating_mul(legal.len() as u64))
    }

    /// One of them, by its number below [`LegalBlocks::count`].
    pub(super) fn get(&self, mut number: u64) -> Blocks {
        let mut block = Blocks::new();
        for (choices, legal) in self.defenders.iter().rev() {
            let size = legal.len() as u64;
            // The remainder is below the length of the list.
            block.extend(choices.block(legal.get((number % size) as usize)));
            number /= size;
        }
        block.sort_unstable_by_key(|(blocker, _)| *blocker);
        block
    }

    /// The number of a block, less what it blocks that does not attack; `None` where that is not legal.
    fn number_of(&self, block: &[(CreatureId, Vec<CreatureId>)]) -> Option<u64> {
        self.defenders.iter().try_fold(0, |number, (choices, legal)| {
            let chosen = choices.choose(block)?;
            let found = legal.find(&chosen)?;
            Some(number * legal.len() as u64 + found as u64)
        })
    }
}

/// The best block found, with its number as the last tie-break.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct BestBlock {
    pub(super) value: Value,
    /// Of equal values fewer blocking creatures are better.
    blockers: usize,
    number: u64,
}

impl BestBlock {
    pub(super) fn block(&self, legal: &LegalBlocks) -> Block {
        Block(legal.get(self.number))
    }
}

/// Blocks that have refuted other attacks: likely to refute the next one too.
#[derive(Debug, Default)]
pub(super) struct Replies(Vec<Blocks>);

impl Replies {
    /// Most that are kept.
    const LIMIT: usize = 12;

    /// Puts a reply first.
    fn note(&mut self, block: Blocks) {
        self.0.retain(|other| *other != block);
        self.0.insert(0, block);
        self.0.truncate(Replies::LIMIT);
    }
}

/// Whether some legal block refutes the attack: `refuted` is true of its value. Otherwise the best block.
pub(super) fn best_unless(
    evaluator: &mut Evaluator<'_, '_, '_>,
    replies: &mut Replies,
    attack: &DeclaredAttack,
    legal: &LegalBlocks,
    refuted: impl Fn(&Value) -> bool,
) -> Result<Option<BestBlock>, SearchError> {
    for index in 0..replies.0.len() {
        if let Some(number) = legal.number_of(&replies.0[index]) {
            let block = legal.get(number);
            if refuted(&evaluator.value(attack, &block)?) {
                let reply = replies.0.remove(index);
                replies.0.insert(0, reply);
                return Ok(None);
            }
        }
    }
    let mut best: Option<BestBlock> = None;
    for number in 0..legal.count() {
        let block = legal.get(number);
        let value = evaluator.value(attack, &block)?;
        if refuted(&value) {
            replies.note(block);
            return Ok(None);
        }
        let found = BestBlock { value, blockers: block.len(), number };
        if best.as_ref().is_none_or(|best| found < *best) {
            best = Some(found);
        }
    }
    if let Some(best) = &best {
        replies.note(legal.get(best.number));
    }
    Ok(best)
}

/// The best legal block, looked for by as many threads as pay.
pub(super) fn best_block(
    scorer: &Scorer<'_, '_>,
    attack: &DeclaredAttack,
    legal: &LegalBlocks,
) -> Result<Found<FoundBlock>, SearchError> {
    let count = legal.count();
    let pieces = if count < PARALLEL_BLOCKS { 1 } else { scorer.budget().threads() as u64 };
    let search = |piece: u64, pieces: u64| -> (Option<BestBlock>, Result<(), SearchError>) {
        let mut evaluator = Evaluator::new(scorer);
        let mut best: Option<BestBlock> = None;
        for number in (piece..count).step_by(pieces as usize) {
            let block = legal.get(number);
            let value = match evaluator.value(attack, &block) {
                Ok(value) => value,
                Err(error) => return (best, Err(error)),
            };
            let found = BestBlock { value, blockers: block.len(), number };
            if best.as_ref().is_none_or(|best| found < *best) {
                scorer.budget().note_best(&found.value);
                best = Some(found);
            }
        }
        (best, Ok(()))
    };
    let mut found: Vec<(Option<BestBlock>, Result<(), SearchError>)> = if pieces == 1 {
        vec![search(0, 1)]
    } else {
        (0..pieces).into_par_iter().map(|piece| search(piece, pieces)).collect()
    };
    // Which blocks were looked at before one that is too large depends on the threads, so one thread says.
    if pieces > 1 && found.iter().any(|(_, result)| matches!(result, Err(SearchError::TooLarge(_)))) {
        found = vec![search(0, 1)];
    }
    let (bests, results): (Vec<_>, Vec<_>) = found.into_iter().unzip();
    let best = bests.into_iter().flatten().min();
    let best = best.map(|best| FoundBlock { block: best.block(legal), value: best.value });
    match (results.into_iter().collect::<Result<(), SearchError>>(), best) {
        (Err(error), best) => Ok(Found::Stopped { best, bound: None, stop: Stop::of(error)? }),
        (Ok(()), Some(best)) => Ok(Found::Proved(best)),
        (Ok(()), None) => Err(SearchError::Contradiction("there is no legal block".to_owned())),
    }
}

/// How many legal blocks have a value for which `counts` is true.
pub(super) fn count_blocks(
    scorer: &Scorer<'_, '_>,
    attack: &DeclaredAttack,
    legal: &LegalBlocks,
    counts: impl Fn(&Value) -> bool,
) -> Result<u64, SearchError> {
    let mut evaluator = Evaluator::new(scorer);
    (0..legal.count()).try_fold(0, |sum, number| {
        let value = evaluator.value(attack, &legal.get(number))?;
        Ok(sum + u64::from(counts(&value)))
    })
}
