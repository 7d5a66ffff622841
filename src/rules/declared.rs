//! An attack after its triggers have resolved, as the defending players see it when they choose blocks.

use super::board::Board;
use super::quality::Size;
use super::triggers::{Bonus, Muster};
use crate::position::{Attack, CreatureId, PlayerId, Target};

/// One attacking creature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeclaredAttacker {
    /// The creature.
    pub creature: CreatureId,
    /// What it attacks.
    pub target: Target,
    /// The defending player for it (CR 508.5).
    pub defender: PlayerId,
    /// What exalted, battle cry and melee have given it.
    pub bonus: Bonus,
}

impl DeclaredAttacker {
    /// A creature that attacks as part of such an attack.
    pub fn new(board: &Board<'_>, creature: CreatureId, target: Target, muster: &Muster) -> DeclaredAttacker {
        let defender = board.position().defender_of(target);
        DeclaredAttacker { creature, target, defender, bonus: muster.bonus(board, creature) }
    }
}

/// A declared attack with everything that its declaration triggered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredAttack {
    attack: Attack,
    attackers: Vec<DeclaredAttacker>,
}

impl DeclaredAttack {
    /// Resolves the triggers of `attack` (CR 508.2); legality is not judged.
    pub fn new(board: &Board<'_>, attack: &Attack) -> DeclaredAttack {
        let muster = Muster::new(board, attack);
        let attackers = attack
            .0
            .iter()
            .map(|(creature, target)| DeclaredAttacker::new(board, *creature, *target, &muster))
            .collect();
        DeclaredAttack { attack: attack.clone(), attackers }
    }

    /// One attacker of an attack that may have more.
    pub fn part(attacker: DeclaredAttacker) -> DeclaredAttack {
        DeclaredAttack { attack: Attack(vec![(attacker.creature, attacker.target)]), attackers: vec![attacker] }
    }

    /// The declaration.
    pub fn attack(&self) -> &Attack {
        &self.attack
    }

    /// The attackers, in file order.
    pub fn attackers(&self) -> &[DeclaredAttacker] {
        &self.attackers
    }

    /// One attacker by its creature.
    pub fn attacker(&self, creature: CreatureId) -> Option<&DeclaredAttacker> {
        let found = self.attackers.binary_search_by_key(&creature, |attacker| attacker.creature);
        found.ok().map(|index| &self.attackers[index])
    }

    /// Power and toughness of a creature now: with its bonus if it attacks.
    pub fn size(&self, board: &Board<'_>, creature: CreatureId) -> Size {
        let bonus = self.attacker(creature).map_or(Bonus::default(), |attacker| attacker.bonus);
        let it = board.characteristics(creature);
        Size { power: it.power + bonus.power, toughness: it.toughness + bonus.toughness }
    }

    /// Power of a creature now: with its bonus if it attacks.
    pub fn power(&self, board: &Board<'_>, creature: CreatureId) -> i64 {
        self.size(board, creature).power
    }

    /// The part of the attack that goes against one defending player (CR 802.4b).
    pub fn against(&self, defender: PlayerId) -> impl Iterator<Item = &DeclaredAttacker> {
        self.attackers.iter().filter(move |attacker| attacker.defender == defender)
    }
}
