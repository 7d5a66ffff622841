//! Blocks that hold down one attack, made to fit another.
//!
//! A block fits another attack less what it blocks that doesn't attack. It bounds what the attack is worth only where
//! it is legal against it, so that is asked of the rules each time. Where no known block refutes an attack, one is
//! changed creature by creature as long as that obeys more requirements or leaves the attack less.

use super::super::block::Blocks;
use crate::position::{Block, CreatureId};
use crate::rules::{
    BlockLimits, Board, DeclaredAttack, Value, block_restrictions, can_block, may_block, unobeyed_block_requirements,
};
use crate::search::evaluate::Evaluator;
use crate::search::legality::most_block_requirements;
use crate::search::score::Scorer;
use crate::search::solution::SearchError;

/// Of the blocks that an attack has not been held against, so many are: the newest.
const NEWEST: usize = 48;
/// Most rounds in which a block is changed.
const ROUNDS: usize = 3;

/// The known blocks.
pub(super) struct Fitted<'s, 'b, 'p> {
    scorer: &'s Scorer<'b, 'p>,
    evaluator: Evaluator<'s, 'b, 'p>,
    known: Vec<Blocks>,
}

/// One attack, with what is known of the blocks against it.
pub(super) struct Against<'a, 'b, 'p> {
    board: &'b Board<'p>,
    attack: &'a DeclaredAttack,
    limits: Vec<BlockLimits>,
    /// How many requirements a legal block obeys (CR 509.1c), once that is known.
    most: Option<usize>,
    /// Of the known blocks, less what they block that doesn't attack, the one that leaves it least, legal or not.
    least: Option<(Value, Blocks)>,
}

impl<'a, 'b, 'p> Against<'a, 'b, 'p> {
    pub(super) fn new(scorer: &Scorer<'b, 'p>, attack: &'a DeclaredAttack) -> Against<'a, 'b, 'p> {
        let board = scorer.board();
        let limits = board.position().defending_players().map(|defender| BlockLimits::new(board, attack, defender));
        Against { board, attack, limits: limits.collect(), most: None, least: None }
    }

    /// A block less what it blocks that doesn't attack.
    fn fit(&self, block: &[(CreatureId, Vec<CreatureId>)]) -> Blocks {
        let own = |(blocker, attackers): &(CreatureId, Vec<CreatureId>)| {
            let here = attackers.iter().copied().filter(|attacker| self.attack.attacker(*attacker).is_some());
            (*blocker, here.collect::<Vec<_>>())
        };
        block.iter().map(own).filter(|(_, attackers)| !attackers.is_empty()).collect()
    }

    /// How many requirements a block obeys (CR 509.1c), and whether there are others.
    fn obeyed(&self, block: &Block) -> (usize, bool) {
        let defenders = self.board.position().defending_players();
        let each = defenders.map(|defender| unobeyed_block_requirements(self.board, self.attack, defender, block));
        each.fold((0, false), |(sum, more), (obeyed, not)| (sum + obeyed, more || !not.is_empty()))
    }

    /// Whether a block is legal.
    fn allows(&mut self, scorer: &Scorer<'_, '_>, block: &Block) -> Result<bool, SearchError> {
        let position = self.board.position();
        let breaks = |defender| !block_restrictions(self.board, self.attack, defender, block).is_empty();
        if position.defending_players().any(breaks) {
            return Ok(false);
        }
        let (obeyed, more) = self.obeyed(block);
        if !more {
            return Ok(true);
        }
        let most = match self.most {
            Some(most) => most,
            None => {
                let each = position
                    .defending_players()
                    .map(|defender| Ok(most_block_requirements(scorer.budget(), self.board, self.attack, defender)?.0));
                each.sum::<Result<usize, SearchError>>()?
            }
        };
        self.most = Some(most);
        Ok(obeyed == most)
    }

    /// Whether as many block each attacker as may (CR 509.1b).
    fn counts(&self, block: &[(CreatureId, Vec<CreatureId>)]) -> bool {
        self.limits.iter().flat_map(|limits| &limits.counts).all(|(attacker, least, most)| {
            let count = block.iter().filter(|(_, attackers)| attackers.contains(attacker)).count();
            count == 0 || count >= *least && count <= *most
        })
    }
}

impl<'s, 'b, 'p> Fitted<'s, 'b, 'p> {
    pub(super) fn new(scorer: &'s Scorer<'b, 'p>) -> Self {
        Fitted { scorer, evaluator: Evaluator::new(scorer), known: Vec::new() }
    }

    /// Takes in a block that has held down an attack.
    pub(super) fn note(&mut self, block: Blocks) {
        if !self.known.contains(&block) {
            self.known.push(block);
        }
    }

    /// Of the known blocks from `seen` on the next that is legal and leaves an attack less than `bound`.
    pub(super) fn next(
        &mut self,
        against: &mut Against<'_, 'b, 'p>,
        seen: &mut usize,
        bound: &Value,
    ) -> Result<Option<(Value, Blocks)>, SearchError> {
        *seen = (*seen).max(self.known.len().saturating_sub(NEWEST));
        while *seen < self.known.len() {
            let block = Block(against.fit(&self.known[*seen]));
            *seen += 1;
            let Some(value) = self.value(against, &block.0)? else { continue };
            if value < *bound && against.allows(self.scorer, &block)? {
                return Ok(Some((value, block.0)));
            }
            if against.least.as_ref().is_none_or(|(least, _)| value < *least) {
                against.least = Some((value, block.0));
            }
        }
        Ok(None)
    }

    /// What the attack is worth against a block; `None` where that takes too long.
    fn value(
        &mut self,
        against: &Against<'_, '_, '_>,
        block: &[(CreatureId, Vec<CreatureId>)],
    ) -> Result<Option<Value>, SearchError> {
        match self.evaluator.value(against.attack, block) {
            Err(SearchError::TooLarge(_)) => Ok(None),
            value => value.map(Some),
        }
    }

    /// A legal block against the attack with a value that refutes it, if changing one creature after the other leads to
    /// one.
    pub(super) fn improved(
        &mut self,
        against: &mut Against<'_, 'b, 'p>,
        refutes: impl Fn(&Value) -> bool,
    ) -> Result<Option<Blocks>, SearchError> {
        let start = match against.least.take() {
            Some((_, block)) => block,
            None => self.known.last().map(|block| against.fit(block)).unwrap_or_default(),
        };
        let Some(value) = self.value(against, &start)? else { return Ok(None) };
        let mut block = Block(start);
        let mut best = (usize::MAX - against.obeyed(&block).0, value);
        let able = able(against);
        for _ in 0..ROUNDS {
            let mut changed = false;
            for (blocker, attackers) in &able {
                let now = block.0.iter().position(|(other, _)| other == blocker);
                let now: Vec<CreatureId> = now.map(|index| block.0[index].1.clone()).unwrap_or_default();
                for choice in attackers.iter().map(|attacker| vec![*attacker]).chain([Vec::new()]) {
                    if choice == now {
                        continue;
                    }
                    let mut other = block.clone();
                    other.0.retain(|(other, _)| other != blocker);
                    if !choice.is_empty() {
                        other.0.push((*blocker, choice));
                        other.0.sort_unstable();
                    }
                    if !against.counts(&other.0) {
                        continue;
                    }
                    let Some(value) = self.value(against, &other.0)? else { continue };
                    let score = (usize::MAX - against.obeyed(&other).0, value);
                    if score < best {
                        (best, block, changed) = (score, other, true);
                    }
                }
                if changed && refutes(&best.1) && against.allows(self.scorer, &block)? {
                    return Ok(Some(block.0));
                }
            }
            if !changed {
                break;
            }
        }
        Ok(None)
    }
}

/// What each creature can block.
fn able(against: &Against<'_, '_, '_>) -> Vec<(CreatureId, Vec<CreatureId>)> {
    let (board, attack) = (against.board, against.attack);
    let position = board.position();
    let creatures = position.defending_players().flat_map(|defender| position.creatures_of(defender));
    let own = |blocker: CreatureId| {
        let able = attack.attackers().iter().filter(|attacker| can_block(board, attack, blocker, attacker));
        (blocker, able.map(|attacker| attacker.creature).collect::<Vec<_>>())
    };
    creatures.filter(|blocker| may_block(board, *blocker)).map(own).filter(|(_, able)| !able.is_empty()).collect()
}
