//! Who may block at all, and which whole blocks break a restriction (CR 509.1a-b). Requirements are
//! `requirement`'s.

use super::board::Board;
use super::declared::DeclaredAttack;
use super::evasion::can_block;
use super::reason::Reason;
use crate::position::{Ability, Block, CreatureId, Keyword, PlayerId};

/// Whether `creature` may be declared as a blocker at all, whatever attacks.
///
/// # Errors
///
/// The first rule that forbids it.
pub fn may_block(board: &Board<'_>, creature: CreatureId) -> Result<(), Reason> {
    let position = board.position();
    let card = position.creature(creature);
    let id = board.name(creature);
    if card.controller == position.active() {
        return Err(Reason::new(
            "509.1a",
            format!("{id} is controlled by the active player, not by a defending player"),
        ));
    }
    if card.tapped {
        return Err(Reason::new("509.1a", format!("{id} is tapped")));
    }
    if card.has(Keyword::Decayed) {
        return Err(Reason::new("702.147a", format!("{id} has decayed and can't block")));
    }
    if card.has(Keyword::Suspected) {
        return Err(Reason::new("701.60c", format!("{id} is suspected and can't block")));
    }
    if card.has(Keyword::Detained) {
        return Err(Reason::new("701.35a", format!("{id} is detained and can't block")));
    }
    // CR 122.3: counters of both kinds have cancelled before anyone looks.
    if card.has(Keyword::Unleash) && card.counters.plus > card.counters.minus {
        return Err(Reason::new("702.98a", format!("{id} has unleash and a +1/+1 counter and can't block")));
    }
    if card.has(Keyword::LivingMetal) {
        return Err(Reason::new("702.161a", format!("{id} is a creature only during its controller's turn")));
    }
    if card.all_abilities().any(|ability| *ability == Ability::CantBlock) {
        return Err(Reason::new("509.1b", format!("{id} can't block")));
    }
    Ok(())
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
    for attacker in attack.against(defender) {
        let count = own.iter().filter(|(_, blocked)| blocked.contains(&attacker.creature)).count();
        reasons.extend(count_reason(board, attacker.creature, defender, count));
    }
    let alone = own.len() == 1;
    for (blocker, _) in &own {
        let cant = position.creature(*blocker).all_abilities().any(|ability| *ability == Ability::CantBlockAlone);
        if cant && alone {
            // CR 506.5: alone means that no other creature blocks at all.
            reasons.push(Reason::new("509.1b", format!("{} can't block alone", board.name(*blocker))));
        }
    }
    for guard in position.creature_ids() {
        for ability in position.creature(guard).all_abilities() {
            if let Ability::AtMostBlockers(limit) = ability
                && own.len() as i64 > *limit
            {
                let text = format!("{} creatures block, and {} allows {limit}", own.len(), board.name(guard));
                reasons.push(Reason::new("509.1b", text));
            }
        }
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
    reasons.extend(may_block(board, blocker).err());
    let mut distinct = blocked.to_vec();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.len() < blocked.len() {
        reasons.push(Reason::new("509.1a", format!("{id} names one attacker twice")));
    }
    let capacity = board.characteristics(blocker).capacity;
    if distinct.len() > capacity {
        let text = format!("{id} can block {capacity} attackers at most, not {}", distinct.len());
        reasons.push(Reason::new("509.1a", text));
    }
    for attacker in distinct {
        match attack.attacker(attacker) {
            Some(attacker) => reasons.extend(can_block(board, attack, blocker, attacker).err()),
            None => {
                let text = format!("{} does not attack, so {id} can't block it", board.name(attacker));
                reasons.push(Reason::new("509.1a", text));
            }
        }
    }
}

/// Whether so many creatures may block this attacker (CR 509.1b).
pub(super) fn count_reason(
    board: &Board<'_>,
    attacker: CreatureId,
    defender: PlayerId,
    count: usize,
) -> Option<Reason> {
    if count == 0 {
        return None;
    }
    let position = board.position();
    let id = board.name(attacker);
    let it = board.characteristics(attacker);
    if count < it.least_blockers {
        // CR 702.111b is the common case; a card's own text says more.
        let rule = if it.least_blockers == 2 { "702.111b" } else { "509.1b" };
        return Some(Reason::new(rule, format!("{id} can't be blocked by fewer than {} creatures", it.least_blockers)));
    }
    if count > it.most_blockers {
        return Some(Reason::new(
            "509.1b",
            format!("{id} can't be blocked by more than {} creatures", it.most_blockers),
        ));
    }
    let needs_all = position.creature(attacker).all_abilities().any(|a| *a == Ability::CantBeBlockedUnlessAll);
    if needs_all && count < position.creatures_of(defender).filter(|c| is_creature(board, *c)).count() {
        let text = format!("{id} can't be blocked unless all creatures of its defending player block it");
        return Some(Reason::new("509.1b", text));
    }
    None
}

/// Whether a permanent of a defending player is a creature in this combat (CR 702.161a).
fn is_creature(board: &Board<'_>, creature: CreatureId) -> bool {
    !board.position().creature(creature).has(Keyword::LivingMetal)
}
