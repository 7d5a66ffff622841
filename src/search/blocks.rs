//! All legal blocks of one defending player against an attack, and the most requirements that a block can obey
//! (CR 509.1c). Defending players' blocks are judged apart (CR 802.4b).

use itertools::Itertools;
use rustc_hash::FxHashMap;

use super::attacks::{Steps, Walk, deeper, too_many};
use super::budget::Budget;
use super::solution::SearchError;
use crate::position::{CreatureId, PlayerId};
use crate::rules::{BlockLimits, BlockRequirement, Board, DeclaredAttack, block_requirements, can_block, may_block};

/// One thing that a blocker may do.
struct Choice {
    /// The attackers that it blocks, as indices into the limits' counts.
    attackers: Vec<usize>,
    /// Requirements about this blocker that it obeys.
    obeyed: usize,
}

/// What each creature of one defending player may do.
pub(super) struct BlockChoices {
    /// Creatures that may block something; for each the choices, "block nothing" first.
    choices: Vec<(CreatureId, Vec<Choice>)>,
    limits: BlockLimits,
    never_alone: Vec<bool>,
    /// For each attacker, how many requirements its being blocked obeys.
    must_be_blocked: Vec<usize>,
    must_be_blocked_sum: usize,
    /// Most requirements about the blockers from each index on that they can obey.
    potential: Vec<usize>,
}

/// Most indices in the list of legal blocks of one player.
const LIST_LIMIT: usize = 30_000_000;
/// Most choices of all blockers of one player together.
const CHOICE_LIMIT: usize = 2_000_000;

/// Legal blocks, each as the index of each blocker's choice; in order, one after the other in one list.
pub(super) struct ChosenList {
    width: usize,
    length: usize,
    indices: Vec<u16>,
}

impl ChosenList {
    pub(super) fn len(&self) -> usize {
        self.length
    }

    pub(super) fn get(&self, number: usize) -> &[u16] {
        &self.indices[number * self.width..(number + 1) * self.width]
    }

    /// The number of a block in the list.
    pub(super) fn find(&self, chosen: &[u16]) -> Option<usize> {
        let (mut low, mut high) = (0, self.length);
        while low < high {
            let middle = low + (high - low) / 2;
            match self.get(middle).cmp(chosen) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Greater => high = middle,
            }
        }
        None
    }
}

impl BlockChoices {
    /// # Errors
    ///
    /// [`SearchError::TooLarge`] where one creature alone has too many choices, [`SearchError::Stopped`] where time is
    /// over.
    pub(super) fn new(
        budget: &Budget,
        board: &Board<'_>,
        attack: &DeclaredAttack,
        defender: PlayerId,
    ) -> Result<BlockChoices, SearchError> {
        BlockChoices::up_to(CHOICE_LIMIT, budget, board, attack, defender)
    }

    /// As [`new`](BlockChoices::new), with so many choices of all creatures together at most.
    pub(super) fn up_to(
        limit: usize,
        budget: &Budget,
        board: &Board<'_>,
        attack: &DeclaredAttack,
        defender: PlayerId,
    ) -> Result<BlockChoices, SearchError> {
        let limits = BlockLimits::new(board, attack, defender);
        let requirements = Requirements::new(&block_requirements(board, attack, defender), &limits);
        let mut choices: Vec<(CreatureId, Vec<Choice>)> = Vec::new();
        let mut total = 0usize;
        for blocker in board.position().creatures_of(defender) {
            if !may_block(board, blocker) {
                continue;
            }
            let able: Vec<usize> = attack
                .against(defender)
                .enumerate()
                .filter(|(_, attacker)| can_block(board, attack, blocker, attacker))
                .map(|(index, _)| index)
                .collect();
            if able.is_empty() {
                continue;
            }
            let capacity = board.characteristics(blocker).capacity.min(able.len());
            let own = subsets_up_to(able.len(), capacity);
            total = total.saturating_add(usize::try_from(own).unwrap_or(usize::MAX));
            if own > u64::from(u16::MAX) || total > limit {
                return Err(too_many());
            }
            let sets = (0..=capacity).flat_map(|size| able.iter().copied().combinations(size));
            let own = sets.map(|attackers| {
                budget.check()?;
                Ok(Choice { obeyed: requirements.obeyed(blocker, &attackers), attackers })
            });
            choices.push((blocker, own.collect::<Result<_, SearchError>>()?));
        }
        let must_be_blocked = requirements.must_be_blocked;
        let mut potential = vec![0; choices.len() + 1];
        for (index, (_, own)) in choices.iter().enumerate().rev() {
            potential[index] = potential[index + 1] + own.iter().map(|choice| choice.obeyed).max().unwrap_or(0);
        }
        let never_alone = choices.iter().map(|(blocker, _)| limits.never_alone.contains(blocker)).collect();
        let must_be_blocked_sum = must_be_blocked.iter().sum();
        Ok(BlockChoices { choices, limits, never_alone, must_be_blocked, must_be_blocked_sum, potential })
    }

    /// Visits every block that breaks no restriction and obeys at least `least` requirements.
    fn walk(
        &self,
        least: usize,
        steps: Steps<'_>,
        visit: &mut impl FnMut(&[u16], usize) -> Walk,
    ) -> Result<(), SearchError> {
        let mut walker = Walker {
            all: self,
            chosen: Vec::with_capacity(self.choices.len()),
            counts: vec![0; self.limits.counts.len()],
            blockers: 0,
            least,
            steps,
            visit,
        };
        walker.step(0)?;
        Ok(())
    }

    /// The most requirements that a block without a broken restriction obeys, and the first such block.
    pub(super) fn enumerated_maximum(&self, steps: Steps<'_>) -> Result<(usize, Vec<u16>), SearchError> {
        let most = self.potential[0] + self.must_be_blocked_sum;
        let mut best = None;
        self.walk(0, steps, &mut |chosen, obeyed| {
            best = Some((obeyed, chosen.to_vec()));
            if obeyed == most { Walk::Stop } else { Walk::AtLeast(obeyed + 1) }
        })?;
        best.ok_or_else(|| SearchError::Contradiction("no block is free of broken restrictions".to_owned()))
    }

    /// All blocks that break no restriction and obey `most` requirements, in order: creature by creature in file order,
    /// fewer attackers first.
    pub(super) fn legal(&self, budget: &Budget, most: usize) -> Result<ChosenList, SearchError> {
        let mut list = ChosenList { width: self.choices.len(), length: 0, indices: Vec::new() };
        self.walk(most, Steps::new(budget, true), &mut |chosen, _| {
            list.indices.extend_from_slice(chosen);
            list.length += 1;
            if list.indices.len() > LIST_LIMIT { Walk::Stop } else { Walk::AtLeast(most) }
        })?;
        if list.indices.len() > LIST_LIMIT { Err(too_many()) } else { Ok(list) }
    }

    /// The choices that make this block, as far as its attackers attack this player; `None` where a creature has no such
    /// choice.
    pub(super) fn choose(&self, block: &[(CreatureId, Vec<CreatureId>)]) -> Option<Vec<u16>> {
        let mut chosen = Vec::with_capacity(self.choices.len());
        for (blocker, own) in &self.choices {
            let blocked = block.binary_search_by_key(blocker, |(other, _)| *other).ok().map(|index| &block[index].1);
            let mut attackers: Vec<usize> = blocked
                .into_iter()
                .flatten()
                .filter_map(|attacker| self.limits.counts.binary_search_by_key(attacker, |(other, _, _)| *other).ok())
                .collect();
            attackers.sort_unstable();
            let found = own.iter().position(|choice| choice.attackers == attackers)?;
            chosen.push(u16::try_from(found).ok()?);
        }
        Some(chosen)
    }

    /// The block that a choice of each blocker makes.
    pub(super) fn block<'a>(&'a self, chosen: &'a [u16]) -> impl Iterator<Item = (CreatureId, Vec<CreatureId>)> + 'a {
        self.choices.iter().zip(chosen).filter(|(_, index)| **index > 0).map(|((blocker, own), index)| {
            let attackers = own[usize::from(*index)].attackers.iter().map(|attacker| self.limits.counts[*attacker].0);
            (*blocker, attackers.collect())
        })
    }
}

/// How many sets of at most `size` out of `count` things there are, saturating.
fn subsets_up_to(count: usize, size: usize) -> u64 {
    let mut total = 0u64;
    let mut of_size = 1u64;
    for taken in 0..=size as u64 {
        total = total.saturating_add(of_size);
        of_size = of_size.saturating_mul(count as u64 - taken.min(count as u64)) / (taken + 1);
    }
    total
}

/// The requirements of one player, sorted by whom they are about.
pub(super) struct Requirements {
    /// For each blocker that has to block something, how many requirements say so.
    blocks: FxHashMap<CreatureId, usize>,
    /// For each blocker and attacker, by its index in the limits, how many requirements that pair obeys.
    pairs: FxHashMap<(CreatureId, usize), usize>,
    /// For each attacker, how many requirements its being blocked obeys.
    pub(super) must_be_blocked: Vec<usize>,
}

impl Requirements {
    pub(super) fn new(all: &[BlockRequirement], limits: &BlockLimits) -> Requirements {
        let mut sorted = Requirements {
            blocks: FxHashMap::default(),
            pairs: FxHashMap::default(),
            must_be_blocked: vec![0; limits.counts.len()],
        };
        let index_of =
            |attacker: &CreatureId| limits.counts.binary_search_by_key(attacker, |(other, _, _)| *other).ok();
        for requirement in all {
            match requirement {
                BlockRequirement::Blocks(blocker) => *sorted.blocks.entry(*blocker).or_default() += 1,
                BlockRequirement::BlocksAttacker(blocker, attacker) => {
                    if let Some(index) = index_of(attacker) {
                        *sorted.pairs.entry((*blocker, index)).or_default() += 1;
                    }
                }
                BlockRequirement::Blocked(attacker) => {
                    if let Some(index) = index_of(attacker) {
                        sorted.must_be_blocked[index] += 1;
                    }
                }
            }
        }
        sorted
    }

    /// Requirements that a blocker obeys by blocking anything.
    pub(super) fn asked(&self, blocker: CreatureId) -> usize {
        self.blocks.get(&blocker).copied().unwrap_or(0)
    }

    /// Requirements about one blocker alone that it obeys by blocking these.
    pub(super) fn obeyed(&self, blocker: CreatureId, attackers: &[usize]) -> usize {
        let something = if attackers.is_empty() { 0 } else { self.asked(blocker) };
        let pairs = attackers.iter().filter_map(|attacker| self.pairs.get(&(blocker, *attacker)));
        something + pairs.sum::<usize>()
    }
}

struct Walker<'a, V> {
    all: &'a BlockChoices,
    chosen: Vec<u16>,
    /// How many creatures block each attacker so far.
    counts: Vec<usize>,
    blockers: i64,
    least: usize,
    steps: Steps<'a>,
    visit: &'a mut V,
}

impl<V: FnMut(&[u16], usize) -> Walk> Walker<'_, V> {
    /// Chooses for the creatures that are left; false: stop. `obeyed` counts requirements about single blockers.
    fn step(&mut self, obeyed: usize) -> Result<bool, SearchError> {
        let index = self.chosen.len();
        if obeyed + self.all.potential[index] + self.all.must_be_blocked_sum < self.least {
            return Ok(true);
        }
        self.steps.take(1)?;
        let Some((_, own)) = self.all.choices.get(index) else {
            // A whole block takes as long to judge as it has attackers and blockers.
            let cost = (self.counts.len() + self.chosen.len()) as u64 / 8;
            self.steps.take(cost)?;
            return Ok(self.leaf(obeyed));
        };
        for (number, choice) in own.iter().enumerate() {
            let fits =
                choice.attackers.iter().all(|attacker| self.counts[*attacker] < self.all.limits.counts[*attacker].2);
            let blocks = i64::from(!choice.attackers.is_empty());
            if !fits || self.blockers + blocks > self.all.limits.blockers {
                continue;
            }
            choice.attackers.iter().for_each(|attacker| self.counts[*attacker] += 1);
            self.blockers += blocks;
            // `new` has refused creatures with more choices than this.
            self.chosen.push(number as u16);
            let go_on = deeper(|| self.step(obeyed + choice.obeyed))?;
            self.chosen.pop();
            self.blockers -= blocks;
            choice.attackers.iter().for_each(|attacker| self.counts[*attacker] -= 1);
            if !go_on {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn leaf(&mut self, obeyed: usize) -> bool {
        let enough =
            self.counts.iter().zip(&self.all.limits.counts).all(|(count, (_, least, _))| *count == 0 || count >= least);
        let alone = self.blockers == 1
            && self.chosen.iter().zip(&self.all.never_alone).any(|(chosen, never)| *chosen > 0 && *never);
        if !enough || alone {
            return true;
        }
        let blocked = self.counts.iter().zip(&self.all.must_be_blocked);
        let obeyed = obeyed + blocked.filter(|(count, _)| **count > 0).map(|(_, number)| number).sum::<usize>();
        if obeyed < self.least {
            return true;
        }
        match (self.visit)(&self.chosen, obeyed) {
            Walk::AtLeast(least) => {
                self.least = least;
                true
            }
            Walk::Stop => false,
        }
    }
}
