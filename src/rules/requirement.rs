//! What creatures must do if able, one by one (CR 508.1d, 509.1c). A declaration must obey as many of these as any
//! that breaks no restriction.

use rustc_hash::FxHashSet;

use super::board::Board;
use super::declared::DeclaredAttack;
use crate::position::{Ability, Attack, Block, CreatureId, PlayerId, Target};

/// One requirement on attacks (CR 508.1d). Each is about one creature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttackRequirement {
    /// The creature attacks; also the first half of goad (CR 701.15b).
    Attacks(CreatureId),
    /// The creature attacks this.
    AttacksTarget(CreatureId, Target),
    /// The creature attacks a player other than the one who goaded it (CR 701.15b): attacking a planeswalker or a
    /// battle doesn't obey it.
    AttacksAnotherPlayer(CreatureId, PlayerId),
}

impl AttackRequirement {
    /// The creature that it is about.
    pub fn creature(&self) -> CreatureId {
        match self {
            AttackRequirement::Attacks(creature)
            | AttackRequirement::AttacksTarget(creature, _)
            | AttackRequirement::AttacksAnotherPlayer(creature, _) => *creature,
        }
    }

    /// Whether it is obeyed when its creature does this.
    pub fn obeyed(&self, choice: Option<Target>) -> bool {
        match self {
            AttackRequirement::Attacks(_) => choice.is_some(),
            AttackRequirement::AttacksTarget(_, wanted) => choice == Some(*wanted),
            AttackRequirement::AttacksAnotherPlayer(_, goader) => {
                matches!(choice, Some(Target::Player(player)) if player != *goader)
            }
        }
    }

    /// In words.
    pub fn text(&self, board: &Board<'_>) -> String {
        let position = board.position();
        let id = board.name(self.creature());
        match self {
            AttackRequirement::Attacks(_) => format!("{id} attacks if able"),
            AttackRequirement::AttacksTarget(_, target) => {
                format!("{id} attacks {} if able", position.target_id(*target))
            }
            AttackRequirement::AttacksAnotherPlayer(_, goader) => {
                format!("{id} attacks a player other than {} if able", position.player(*goader).name)
            }
        }
    }
}

/// All requirements on the active player's attack. Repeats count.
pub fn attack_requirements(board: &Board<'_>) -> Vec<AttackRequirement> {
    let position = board.position();
    let mut all = Vec::new();
    for creature in position.creatures_of(position.active()) {
        let card = position.creature(creature);
        for ability in card.all_abilities() {
            if *ability == Ability::AttacksEachCombat {
                all.push(AttackRequirement::Attacks(creature));
            }
        }
        // CR 701.15b-d: each player who goaded it makes two requirements, and only once.
        for goader in &card.goaded_by {
            all.push(AttackRequirement::Attacks(creature));
            all.push(AttackRequirement::AttacksAnotherPlayer(creature, *goader));
        }
        if let Some(target) = card.must_attack {
            all.push(AttackRequirement::AttacksTarget(creature, target));
        }
    }
    all
}

/// How many of the requirements an attack obeys, and those that it doesn't.
pub fn unobeyed_attack_requirements(board: &Board<'_>, attack: &Attack) -> (usize, Vec<AttackRequirement>) {
    let requirements = attack_requirements(board);
    let all = requirements.len();
    let choice = |creature: CreatureId| {
        attack.0.binary_search_by_key(&creature, |(attacker, _)| *attacker).ok().map(|index| attack.0[index].1)
    };
    let not: Vec<_> =
        requirements.into_iter().filter(|requirement| !requirement.obeyed(choice(requirement.creature()))).collect();
    (all - not.len(), not)
}

/// One requirement on blocks (CR 509.1c).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockRequirement {
    /// The creature blocks something.
    Blocks(CreatureId),
    /// The first creature blocks the second: provoke-like effects, and lure once for each creature.
    BlocksAttacker(CreatureId, CreatureId),
    /// At least one creature blocks the attacker: one requirement, whoever obeys it.
    Blocked(CreatureId),
}

impl BlockRequirement {
    /// The blocker that it is about, if it is about one.
    pub fn blocker(&self) -> Option<CreatureId> {
        match self {
            BlockRequirement::Blocks(blocker) | BlockRequirement::BlocksAttacker(blocker, _) => Some(*blocker),
            BlockRequirement::Blocked(_) => None,
        }
    }

    /// Whether a block obeys it.
    pub fn obeyed(&self, block: &Block) -> bool {
        match self {
            BlockRequirement::Blocks(blocker) => block.0.iter().any(|(b, blocked)| b == blocker && !blocked.is_empty()),
            BlockRequirement::BlocksAttacker(blocker, attacker) => {
                block.0.iter().any(|(b, blocked)| b == blocker && blocked.contains(attacker))
            }
            BlockRequirement::Blocked(attacker) => block.0.iter().any(|(_, blocked)| blocked.contains(attacker)),
        }
    }

    /// In words.
    pub fn text(&self, board: &Board<'_>) -> String {
        match self {
            BlockRequirement::Blocks(blocker) => format!("{} blocks if able", board.name(*blocker)),
            BlockRequirement::BlocksAttacker(blocker, attacker) => {
                format!("{} blocks {} if able", board.name(*blocker), board.name(*attacker))
            }
            BlockRequirement::Blocked(attacker) => format!("{} must be blocked if able", board.name(*attacker)),
        }
    }
}

/// All requirements on one defending player's blocks against `attack`. Repeats count; a requirement that can't be
/// obeyed is listed and stays unobeyed in every block.
pub fn block_requirements(board: &Board<'_>, attack: &DeclaredAttack, defender: PlayerId) -> Vec<BlockRequirement> {
    let position = board.position();
    let mut all = Vec::new();
    for blocker in position.creatures_of(defender) {
        let card = position.creature(blocker);
        for ability in card.all_abilities() {
            if *ability == Ability::BlocksEachCombat {
                all.push(BlockRequirement::Blocks(blocker));
            }
        }
        for attacker in &card.must_block {
            if attack.attacker(*attacker).is_some_and(|attacker| attacker.defender == defender) {
                all.push(BlockRequirement::BlocksAttacker(blocker, *attacker));
            }
        }
    }
    for attacker in attack.against(defender) {
        for ability in position.creature(attacker.creature).all_abilities() {
            match ability {
                Ability::MustBeBlocked => all.push(BlockRequirement::Blocked(attacker.creature)),
                // One requirement for each creature that could block.
                Ability::Lure => all.extend(
                    position
                        .creatures_of(defender)
                        .map(|blocker| BlockRequirement::BlocksAttacker(blocker, attacker.creature)),
                ),
                _ => {}
            }
        }
    }
    all
}

/// How many of the requirements on a player's blocks a block obeys, and those that it doesn't.
pub fn unobeyed_block_requirements(
    board: &Board<'_>,
    attack: &DeclaredAttack,
    defender: PlayerId,
    block: &Block,
) -> (usize, Vec<BlockRequirement>) {
    let requirements = block_requirements(board, attack, defender);
    let all = requirements.len();
    let pairs: FxHashSet<(CreatureId, CreatureId)> = block
        .0
        .iter()
        .flat_map(|(blocker, blocked)| blocked.iter().map(move |attacker| (*blocker, *attacker)))
        .collect();
    let blockers: FxHashSet<CreatureId> = pairs.iter().map(|(blocker, _)| *blocker).collect();
    let blocked: FxHashSet<CreatureId> = pairs.iter().map(|(_, attacker)| *attacker).collect();
    let obeyed = |requirement: &BlockRequirement| match requirement {
        BlockRequirement::Blocks(blocker) => blockers.contains(blocker),
        BlockRequirement::BlocksAttacker(blocker, attacker) => pairs.contains(&(*blocker, *attacker)),
        BlockRequirement::Blocked(attacker) => blocked.contains(attacker),
    };
    let not: Vec<_> = requirements.into_iter().filter(|requirement| !obeyed(requirement)).collect();
    (all - not.len(), not)
}
