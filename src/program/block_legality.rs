//! The program of the legality of blocks; [`legality`](super::legality) has its mathematics.

use rustc_hash::FxHashSet;

use super::error::SolveError;
use super::expression::Expression;
use super::legality::{Extent, MostObeyed, Requirements};
use super::model::{Comparison, Model, Solution, VariableId};
use super::solve::SolverOptions;
use super::symbols::Symbols;
use crate::position::{Block, CreatureId, PlayerId, Recipient, Target};
use crate::rules::{
    BlockLimits, BlockRequirement, Board, DeclaredAttack, block_requirements, block_restrictions, can_block, may_block,
    unobeyed_block_requirements,
};

/// The integer program of the most requirements that blocks can obey (CR 509.1c), of one defending player or of
/// several, who are judged apart (CR 802.4b).
///
/// Its variables are `block_B_A`, creature B blocks attacker A; its rows are the restrictions of CR 509.1b.
#[derive(Clone, Debug)]
pub struct BlockLegality<'b, 'p> {
    board: &'b Board<'p>,
    attack: &'b DeclaredAttack,
    defenders: Vec<PlayerId>,
    program: Requirements,
    pairs: Vec<(CreatureId, CreatureId, VariableId)>,
}

/// The part of one defending player, while it is written.
struct Defender<'a> {
    program: &'a mut Requirements,
    symbols: &'a Symbols,
    limits: BlockLimits,
    requirements: Vec<BlockRequirement>,
    /// Creatures that a requirement says to block, whatever.
    must_block: FxHashSet<CreatureId>,
    /// Attackers that a requirement says to block, whoever does.
    must_be_blocked: FxHashSet<CreatureId>,
    /// Blocker, index of the attacker among the limits' counts, and the variable; blocker by blocker.
    pairs: Vec<(CreatureId, usize, VariableId)>,
}

impl<'b, 'p> BlockLegality<'b, 'p> {
    /// Encodes the blocks of these defending players against an attack.
    pub fn new(
        board: &'b Board<'p>,
        attack: &'b DeclaredAttack,
        defenders: &[PlayerId],
        extent: Extent,
    ) -> BlockLegality<'b, 'p> {
        let position = board.position();
        let title = format!("{}: requirements on the blocks", position.title().unwrap_or("combat"));
        let mut program = Requirements::new(title);
        let attackers = attack.attackers().iter().map(|attacker| attacker.creature);
        let blockers = defenders.iter().flat_map(|defender| position.creatures_of(*defender));
        let players = defenders.iter().map(|defender| Recipient::Target(Target::Player(*defender)));
        let things = attackers.chain(blockers).map(Recipient::Creature).chain(players).collect();
        let symbols = Symbols::of_things(position, things);
        let mut pairs = Vec::new();
        let mut obeyed = Expression::default();
        for player in defenders {
            let requirements = block_requirements(board, attack, *player);
            let mut defender = Defender {
                program: &mut program,
                symbols: &symbols,
                limits: BlockLimits::new(board, attack, *player),
                must_block: requirements.iter().filter_map(must_block).collect(),
                must_be_blocked: requirements.iter().filter_map(must_be_blocked).collect(),
                requirements,
                pairs: Vec::new(),
            };
            defender.add_pairs(board, attack, *player, extent);
            obeyed.add_times(&defender.add_rows(board, *player), 1);
            let attacker = |index: usize| defender.limits.counts[index].0;
            pairs.extend(
                defender.pairs.iter().map(|(blocker, index, variable)| (*blocker, attacker(*index), *variable)),
            );
        }
        program.count(obeyed);
        BlockLegality { board, attack, defenders: defenders.to_vec(), program, pairs }
    }

    /// The integer program.
    pub fn model(&self) -> Model {
        self.program.model()
    }

    /// The block that a solution stands for.
    pub fn decode(&self, solution: &Solution) -> Block {
        self.decode_values(&solution.values)
    }

    fn decode_values(&self, values: &[i64]) -> Block {
        let mut block: Vec<(CreatureId, Vec<CreatureId>)> = Vec::new();
        for (blocker, attacker, variable) in &self.pairs {
            if values.get(variable.index()).is_some_and(|value| *value > 0) {
                match block.last_mut() {
                    Some((last, blocked)) if last == blocker => blocked.push(*attacker),
                    _ => block.push((*blocker, vec![*attacker])),
                }
            }
        }
        block.sort_unstable_by_key(|(blocker, _)| *blocker);
        Block(block)
    }

    /// The most requirements that blocks can obey, and blocks that do.
    ///
    /// # Errors
    ///
    /// What solving fails with; [`SolveError::Contradiction`] where the blocks are something else to the rules.
    pub fn most(&self, options: &SolverOptions) -> Result<MostObeyed<Block>, SolveError> {
        let best = self.program.best(options)?;
        let block = self.decode_values(&best.values);
        let mut broken = Vec::new();
        let mut obeyed = 0;
        for defender in &self.defenders {
            broken.extend(block_restrictions(self.board, self.attack, *defender, &block));
            obeyed += unobeyed_block_requirements(self.board, self.attack, *defender, &block).0;
        }
        self.program.agreed(&best, block, &broken, obeyed)
    }
}

impl Defender<'_> {
    /// Adds a variable for each creature and each attacker that it may block.
    fn add_pairs(&mut self, board: &Board<'_>, attack: &DeclaredAttack, player: PlayerId, extent: Extent) {
        let position = board.position();
        let attackers: Vec<_> = attack.against(player).collect();
        let blockers: Vec<CreatureId> =
            position.creatures_of(player).filter(|blocker| may_block(board, *blocker)).collect();
        let able: Vec<Vec<bool>> = blockers
            .iter()
            .map(|blocker| attackers.iter().map(|attacker| can_block(board, attack, *blocker, attacker)).collect())
            .collect();
        let may_be_blocked: Vec<bool> = (0..attackers.len())
            .map(|index| {
                let (_, least, most) = self.limits.counts[index];
                let able = able.iter().filter(|own| own[index]).count();
                let together = usize::try_from(self.limits.blockers).unwrap_or(0).min(able);
                least <= most.min(together)
            })
            .collect();
        let needs_company = !self.limits.never_alone.is_empty() || !self.must_block.is_empty();
        let mut matters = vec![extent == Extent::All || needs_company; attackers.len()];
        for requirement in &self.requirements {
            if let BlockRequirement::BlocksAttacker(_, attacker) | BlockRequirement::Blocked(attacker) = requirement
                && let Some(index) = self.index_of(*attacker)
            {
                matters[index] = true;
            }
        }
        for (blocker, able) in blockers.iter().zip(&able) {
            for (index, attacker) in attackers.iter().enumerate() {
                if able[index] && may_be_blocked[index] && matters[index] {
                    let (by, of) = (self.symbols.creature(*blocker), self.symbols.creature(attacker.creature));
                    let variable = self.program.model_mut().add_binary(&format!("block_{by}_{of}"));
                    self.pairs.push((*blocker, index, variable));
                }
            }
        }
    }

    fn index_of(&self, attacker: CreatureId) -> Option<usize> {
        self.limits.counts.binary_search_by_key(&attacker, |(other, _, _)| *other).ok()
    }

    /// Adds the rows of the restrictions; what the requirements count.
    fn add_rows(&mut self, board: &Board<'_>, player: PlayerId) -> Expression {
        let blocked = self.add_attackers();
        let blocks = self.add_blockers(board);
        let mut total = Expression::default();
        blocks.iter().for_each(|(_, blocks)| total.add_times(blocks, 1));
        let name = self.symbols.player(player).to_owned();
        let never_alone: Vec<&(CreatureId, Expression)> =
            blocks.iter().filter(|(blocker, _)| self.limits.never_alone.contains(blocker)).collect();
        if !never_alone.is_empty() {
            let count = blocks.len() as i64;
            let model = self.program.model_mut();
            let blockers = Expression::variable(model.add_variable(&format!("blockers_{name}"), 0, count));
            let row = blockers.clone().plus(&total, -1);
            model.add_constraint(&format!("blockers_{name}_if"), &row, Comparison::Equal, 0);
            for (blocker, blocks) in never_alone {
                let row = blockers.clone().plus(blocks, -2);
                self.program.at_least(&format!("company_{}", self.symbols.creature(*blocker)), &row, 0);
            }
        }
        self.program.at_most(&format!("most_{name}"), &total, self.limits.blockers);
        let mut obeyed = Expression::default();
        for requirement in &self.requirements {
            match requirement {
                BlockRequirement::Blocks(blocker) => {
                    if let Ok(found) = blocks.binary_search_by_key(blocker, |(other, _)| *other) {
                        obeyed.add_times(&blocks[found].1, 1);
                    }
                }
                BlockRequirement::BlocksAttacker(blocker, attacker) => {
                    let pair = self.index_of(*attacker).map(|index| (*blocker, index));
                    let pair = pair.map(|key| self.pairs.binary_search_by_key(&key, |(b, index, _)| (*b, *index)));
                    if let Some(Ok(found)) = pair {
                        obeyed.add_term(self.pairs[found].2, 1);
                    }
                }
                BlockRequirement::Blocked(attacker) => {
                    if let Some(index) = self.index_of(*attacker) {
                        obeyed.add_times(&blocked[index], 1);
                    }
                }
            }
        }
        obeyed
    }

    /// Adds how many creatures may block each attacker; for each 1 if it is blocked, 0 where nothing asks.
    fn add_attackers(&mut self) -> Vec<Expression> {
        let mut by_attacker: Vec<Vec<(CreatureId, VariableId)>> = vec![Vec::new(); self.limits.counts.len()];
        for (blocker, index, variable) in &self.pairs {
            by_attacker[*index].push((*blocker, *variable));
        }
        let mut all = Vec::new();
        for (index, own) in by_attacker.into_iter().enumerate() {
            let (attacker, least, most) = self.limits.counts[index];
            let name = self.symbols.creature(attacker).to_owned();
            let mut sum = Expression::default();
            own.iter().for_each(|(_, variable)| sum.add_term(*variable, 1));
            let (least, most) = (bounded(least), bounded(most));
            if own.is_empty() || least <= 1 && !self.must_be_blocked.contains(&attacker) {
                self.program.at_most(&format!("most_{name}"), &sum, most);
                all.push(Expression::default());
                continue;
            }
            let blocked = Expression::variable(self.program.model_mut().add_binary(&format!("blocked_{name}")));
            // Where being blocked is exact, the bound is on that: a part of a block is a part of what it may hold.
            let at_most = if least > 1 { sum.clone().plus(&blocked, most.saturating_neg()) } else { sum.clone() };
            if bounded(own.len()) > most {
                self.program.at_most(&format!("most_{name}"), &at_most, if least > 1 { 0 } else { most });
            }
            self.program.at_least(&format!("blocked_{name}_if"), &sum.plus(&blocked, least.saturating_neg()), 0);
            for (blocker, variable) in own.iter().filter(|_| least > 1) {
                let row = Expression::variable(*variable).plus(&blocked, -1);
                self.program.at_most(&format!("blocked_{name}_by_{}", self.symbols.creature(*blocker)), &row, 0);
            }
            all.push(blocked);
        }
        all
    }

    /// Adds how many attackers each creature may block; for each of which it matters 1 if it blocks.
    fn add_blockers(&mut self, board: &Board<'_>) -> Vec<(CreatureId, Expression)> {
        let by_blocker: Vec<_> = self.pairs.chunk_by(|one, other| one.0 == other.0).collect();
        let are_counted = !self.limits.never_alone.is_empty() || self.limits.blockers < by_blocker.len() as i64;
        let mut all = Vec::new();
        for own in by_blocker {
            let (blocker, name) = (own[0].0, self.symbols.creature(own[0].0));
            let mut sum = Expression::default();
            own.iter().for_each(|(_, _, variable)| sum.add_term(*variable, 1));
            let capacity = board.characteristics(blocker).capacity;
            let bound = bounded(capacity);
            if capacity <= 1 || own.len() == 1 {
                self.program.at_most(&format!("capacity_{name}"), &sum, bound);
                all.push((blocker, sum));
                continue;
            }
            if !are_counted && !self.must_block.contains(&blocker) {
                self.program.at_most(&format!("capacity_{name}"), &sum, bound);
                continue;
            }
            let blocks = Expression::variable(self.program.model_mut().add_binary(&format!("blocks_{name}")));
            if capacity < own.len() {
                self.program.at_most(&format!("capacity_{name}"), &sum.clone().plus(&blocks, -bound), 0);
            }
            self.program.at_least(&format!("blocks_{name}_if"), &sum.plus(&blocks, -1), 0);
            for (_, index, variable) in own {
                let row = Expression::variable(*variable).plus(&blocks, -1);
                let at = self.symbols.creature(self.limits.counts[*index].0);
                self.program.at_most(&format!("blocks_{name}_at_{at}"), &row, 0);
            }
            all.push((blocker, blocks));
        }
        all
    }
}

/// The creature that has to block something.
fn must_block(requirement: &BlockRequirement) -> Option<CreatureId> {
    if let BlockRequirement::Blocks(blocker) = requirement { Some(*blocker) } else { None }
}

/// The attacker that has to be blocked by somebody.
fn must_be_blocked(requirement: &BlockRequirement) -> Option<CreatureId> {
    if let BlockRequirement::Blocked(attacker) = requirement { Some(*attacker) } else { None }
}

/// A count as a bound; one beyond all counting bounds nothing.
fn bounded(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}
