//! Who may block at all, and which whole blocks break a restriction (CR 509.1a-b). Requirements are
//! `requirement`'s.

use super::board::Board;
use super::declared::{DeclaredAttack, DeclaredAttacker};
use super::evasion::evasion_reasons;
use super::reason::Reason;
use crate::position::{Ability, Block, CreatureId, Keyword, PlayerId};

/// Whether `creature` may be declared as a blocker at all, whatever attacks.
pub fn may_block(board: &Board<'_>, creature: CreatureId) -> bool {
    blocking_reasons(board, creature).is_empty()
}

/// Every rule by which `creature` may not be declared as a blocker at all, whatever attacks.
pub fn blocking_reasons(board: &Board<'_>, creature: CreatureId) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let position = board.position();
    let card = position.creature(creature);
    let id = board.name(creature);
    if card.controller == position.active() {
        reasons
            .push(Reason::new("509.1a", format!("{id} is controlled by the active player, not by a defending player")));
    }
    if card.tapped {
        reasons.push(Reason::new("509.1a", format!("{id} is tapped")));
    }
    if card.has(Keyword::Decayed) {
        reasons.push(Reason::new("702.147a", format!("{id} has decayed and can't block")));
    }
    if card.has(Keyword::Suspected) {
        reasons.push(Reason::new("701.60c", format!("{id} is suspected and can't block")));
    }
    if card.has(Keyword::Detained) {
        reasons.push(Reason::new("701.35a", format!("{id} is detained and can't block")));
    }
    // CR 122.3: counters of both kinds have cancelled before anyone looks.
    if card.has(Keyword::Unleash) && card.counters.plus > card.counters.minus {
        reasons.push(Reason::new("702.98a", format!("{id} has unleash and a +1/+1 counter and can't block")));
    }
    if card.has(Keyword::LivingMetal) {
        reasons.push(Reason::new("702.161a", format!("{id} is a creature only during its controller's turn")));
    }
    if card.all_abilities().any(|ability| *ability == Ability::CantBlock) {
        reasons.push(Reason::new("509.1b", format!("{id} can't block")));
    }
    reasons
}

/// The restrictions on one defending player's blocks that look at more than one pair (CR 509.1b).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockLimits {
    /// For each of the player's attackers, in file order: the fewest and the most creatures that may block it, if any
    /// do. Fewest above most: none may.
    pub counts: Vec<(CreatureId, usize, usize)>,
    /// How many of the player's creatures may block.
    pub blockers: i64,
    /// The player's creatures that can't block alone (CR 506.5), in file order.
    pub never_alone: Vec<CreatureId>,
}

impl BlockLimits {
    /// Reads them off the board.
    pub fn new(board: &Board<'_>, attack: &DeclaredAttack, defender: PlayerId) -> BlockLimits {
        let position = board.position();
        let count = |attacker: &DeclaredAttacker| {
            let it = board.characteristics(attacker.creature);
            let needs_all =
                position.creature(attacker.creature).all_abilities().any(|a| *a == Ability::CantBeBlockedUnlessAll);
            let all = || position.creatures_of(defender).filter(|creature| is_creature(board, *creature)).count();
            let least = if needs_all { it.least_blockers.max(all()) } else { it.least_blockers };
            (attacker.creature, least, it.most_blockers)
        };
        let limits = position.creature_ids().flat_map(|creature| position.creature(creature).all_abilities());
        let limits = limits.filter_map(|ability| match ability {
            Ability::AtMostBlockers(limit) => Some(*limit),
            _ => None,
        });
        let alone = |creature: &CreatureId| {
            position.creature(*creature).all_abilities().any(|ability| *ability == Ability::CantBlockAlone)
        };
        BlockLimits {
            counts: attack.against(defender).map(count).collect(),
            blockers: limits.min().unwrap_or(i64::MAX),
            never_alone: position.creatures_of(defender).filter(alone).collect(),
        }
    }
}

/// Every restriction that the blocks of one defending player break. Only that player's creatures in `block` are
/// looked at (CR 802.4b).
pub fn block_restrictions(
    board: &Board<'_>,
    attack: &DeclaredAttack,
    defender: PlayerId,
    block: &Block,
) -> Vec<Reason> {
    let position = board.position();
    let own: Vec<&(CreatureId, Vec<CreatureId>)> =
        block.0.iter().filter(|(blocker, _)| position.creature(*blocker).controller == defender).collect();
    let mut reasons = Vec::new();
    for (blocker, blocked) in &own {
        pair_reasons(board, attack, *blocker, blocked, &mut reasons);
    }
    let limits = BlockLimits::new(board, attack, defender);
    // Each attacker as often as creatures block it.
    let mut blocked: Vec<CreatureId> = Vec::new();
    for (_, attackers) in &own {
        let mut attackers = attackers.clone();
        attackers.sort_unstable();
        attackers.dedup();
        blocked.extend(attackers);
    }
    blocked.sort_unstable();
    for (attacker, least, most) in &limits.counts {
        let from = blocked.partition_point(|other| other < attacker);
        let count = blocked[from..].iter().take_while(|other| *other == attacker).count();
        let id = board.name(*attacker);
        if count > 0 && count < *least {
            // CR 702.111b is the common case; a card's own text says more.
            let rule = if *least == 2 { "702.111b" } else { "509.1b" };
            reasons.push(Reason::new(rule, format!("{id} can't be blocked by fewer than {least} creatures")));
        }
        if count > *most {
            reasons.push(Reason::new("509.1b", format!("{id} can't be blocked by more than {most} creatures")));
        }
    }
    if let [(only, _)] = own.as_slice()
        && limits.never_alone.contains(only)
    {
        // CR 506.5: alone means that no other creature blocks at all.
        reasons.push(Reason::new("509.1b", format!("{} can't block alone", board.name(*only))));
    }
    if own.len() as i64 > limits.blockers {
        let text = format!("{} creatures block, and {} at most may", own.len(), limits.blockers);
        reasons.push(Reason::new("509.1b", text));
    }
    reasons
}

/// What is wrong with one blocker and the attackers it is to block.
fn pair_reasons(
    board: &Board<'_>,
    attack: &DeclaredAttack,
    blocker: CreatureId,
    blocked: &[CreatureId],
    reasons: &mut Vec<Reason>,
) {
    let id = board.name(blocker);
    reasons.extend(blocking_reasons(board, blocker));
    let mut distinct = blocked.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.len() < blocked.len() {
        reasons.push(Reason::new("509.1a", format!("{id} names one attacker twice")));
    }
    let capacity = board.characteristics(blocker).capacity;
    if distinct.len() > capacity {
        let creatures = if capacity == 1 { "attacker" } else { "attackers" };
        let text = format!("{id} can block {capacity} {creatures} at most, not {}", distinct.len());
        reasons.push(Reason::new("509.1a", text));
    }
    for attacker in distinct {
        match attack.attacker(attacker) {
            Some(attacker) => reasons.extend(evasion_reasons(board, attack, blocker, attacker)),
            None => {
                let text = format!("{} does not attack, so {id} can't block it", board.name(attacker));
                reasons.push(Reason::new("509.1a", text));
            }
        }
    }
}

/// Whether a permanent of a defending player is a creature in this combat (CR 702.161a).
fn is_creature(board: &Board<'_>, creature: CreatureId) -> bool {
    !board.position().creature(creature).has(Keyword::LivingMetal)
}
