//! Declarations that differ only in which of several alike creatures do what.

use itertools::Itertools;
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

    /// The blocks but for which of several alike creatures block which of several alike attackers. Of alike creatures
    /// that block several, those are told apart that block alike attackers together with alike ones.
    pub(super) fn of_block(&self, attackers: &Alike, attack: &Attack, block: &Block) -> Vec<u32> {
        let single =
            |blocker: &CreatureId| block.0.iter().any(|(other, blocked)| other == blocker && blocked.len() == 1);
        let of_attacker = |(attacker, target): &(CreatureId, Target)| {
            let own = block.0.iter().filter(|(_, blocked)| blocked.contains(attacker)).map(|(blocker, _)| *blocker);
            let (alone, shared): (Vec<_>, Vec<_>) = own.partition(single);
            let mut alone: Vec<u32> = alone.into_iter().map(|blocker| self.group(blocker)).collect();
            alone.sort_unstable();
            let mut part = vec![attackers.group(*attacker)];
            part.extend(target_key(*target));
            part.extend(alone);
            (part, shared)
        };
        let all: Vec<(Vec<u32>, Vec<CreatureId>)> = attack.0.iter().map(of_attacker).collect();
        // Who blocks several is known by what it blocks.
        let mut several: Vec<(u32, Vec<&Vec<u32>>, CreatureId)> = block
            .0
            .iter()
            .filter(|(_, blocked)| blocked.len() > 1)
            .map(|(blocker, _)| {
                let own = all.iter().filter(|(_, shared)| shared.contains(blocker));
                (self.group(*blocker), own.map(|(part, _)| part).sorted_unstable().collect(), *blocker)
            })
            .collect();
        several.sort_unstable();
        let number = |blocker: &CreatureId| several.iter().position(|(_, _, other)| other == blocker).unwrap_or(0);
        let mut parts: Vec<Vec<u32>> = Vec::with_capacity(all.len());
        for (part, shared) in &all {
            let mut numbers: Vec<u32> = shared.iter().map(|blocker| number(blocker) as u32).collect();
            numbers.sort_unstable();
            let mut part = part.clone();
            part.push(u32::MAX);
            part.extend(numbers);
            parts.push(part);
        }
        parts.sort_unstable();
        // The lengths in front keep different lists from running together to the same numbers.
        let lengths = parts.iter().map(|part| part.len() as u32);
        let groups = several.iter().map(|(group, ..)| *group);
        groups.chain([u32::MAX, parts.len() as u32]).chain(lengths).chain(parts.iter().flatten().copied()).collect()
    }
}

fn target_key(target: Target) -> [u32; 2] {
    match target {
        Target::Player(player) => [0, player.0],
        Target::Planeswalker(walker) => [1, walker.0],
        Target::Battle(battle) => [2, battle.0],
    }
}
