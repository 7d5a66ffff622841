//! Declarations that differ only in which of several alike creatures do what.

use rustc_hash::FxHashMap;

use crate::position::{Attack, Block, CreatureId, PlayerId, Position, Target};
use crate::search::classes::group_alike;

/// Which creatures differ in nothing but their names, each group by a number.
pub(super) struct Alike(FxHashMap<CreatureId, u32>);

impl Alike {
    pub(super) fn new(position: &Position, player: PlayerId) -> Alike {
        Alike::of(position, position.creatures_of(player))
    }

    pub(super) fn of(position: &Position, creatures: impl Iterator<Item = CreatureId>) -> Alike {
        let groups = group_alike(position, creatures).into_iter();
        let numbered = groups.zip(0u32..);
        Alike(numbered.flat_map(|(group, number)| group.into_iter().map(move |creature| (creature, number))).collect())
    }

    fn group(&self, creature: CreatureId) -> u32 {
        self.0.get(&creature).copied().unwrap_or(u32::MAX)
    }

    /// The attack but for which of several alike creatures attack.
    pub(super) fn of_attack(&self, attack: &Attack) -> Vec<u32> {
        let mut pairs: Vec<[u32; 3]> = attack
            .0
            .iter()
            .map(|(creature, target)| {
                let [kind, number] = target_key(*target);
                [self.group(*creature), kind, number]
            })
            .collect();
        pairs.sort_unstable();
        pairs.concat()
    }

    /// The blocks but for which of several alike creatures block which of several alike attackers. Where a creature
    /// blocks several, the attackers it blocks are told apart.
    pub(super) fn of_block(&self, attackers: &Alike, attack: &Attack, block: &Block) -> Vec<u32> {
        let single = block.0.iter().all(|(_, blocked)| blocked.len() == 1);
        let mut parts: Vec<Vec<u32>> = if single {
            attack
                .0
                .iter()
                .map(|(attacker, target)| {
                    let own = block.0.iter().filter(|(_, blocked)| blocked[0] == *attacker);
                    let mut blockers: Vec<u32> = own.map(|(blocker, _)| self.group(*blocker)).collect();
                    blockers.sort_unstable();
                    let mut part = vec![attackers.group(*attacker)];
                    part.extend(target_key(*target));
                    part.extend(blockers);
                    part
                })
                .collect()
        } else {
            block
                .0
                .iter()
                .map(|(blocker, blocked)| {
                    let mut part = vec![self.group(*blocker)];
                    part.extend(blocked.iter().map(|attacker| attacker.0));
                    part
                })
                .collect()
        };
        parts.sort_unstable();
        // The lengths in front keep different lists from running together to the same numbers.
        let lengths = parts.iter().map(|part| part.len() as u32);
        [u32::from(single), parts.len() as u32]
            .into_iter()
            .chain(lengths)
            .chain(parts.iter().flatten().copied())
            .collect()
    }
}

fn target_key(target: Target) -> [u32; 2] {
    match target {
        Target::Player(player) => [0, player.0],
        Target::Planeswalker(walker) => [1, walker.0],
        Target::Battle(battle) => [2, battle.0],
    }
}
