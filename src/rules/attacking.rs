//! Who may attack what, and which whole attacks break a restriction (CR 508.1a-c). Requirements are
//! `requirement`'s.

use super::board::Board;
use super::reason::Reason;
use super::restriction::whole_attack_restrictions;
use crate::position::{Ability, Attack, BattleId, CreatureId, Keyword, PlaneswalkerId, PlayerId, Target};

/// Whether `creature` may be declared attacking `target`, whatever else attacks.
pub fn may_attack(board: &Board<'_>, creature: CreatureId, target: Target) -> bool {
    attacking_reasons(board, creature, target).is_empty()
}

/// Every rule by which `creature` may not be declared attacking `target`, whatever else attacks.
pub fn attacking_reasons(board: &Board<'_>, creature: CreatureId, target: Target) -> Vec<Reason> {
    let mut reasons = Vec::new();
    let position = board.position();
    let card = position.creature(creature);
    let id = board.name(creature);
    if card.controller != position.active() {
        reasons.push(Reason::new("508.1a", format!("{id} is not controlled by the active player")));
    }
    if card.tapped {
        reasons.push(Reason::new("508.1a", format!("{id} is tapped")));
    }
    // CR 702.10b: haste lifts what CR 302.6 forbids.
    if card.summoning_sick && !card.has(Keyword::Haste) {
        reasons.push(Reason::new("302.6", format!("{id} is summoning sick and has no haste")));
    }
    if card.has(Keyword::Defender) {
        reasons.push(Reason::new("702.3b", format!("{id} has defender")));
    }
    if card.has(Keyword::Detained) {
        reasons.push(Reason::new("701.35a", format!("{id} is detained")));
    }
    let attacked = position.target_id(target);
    let defender = position.defender_of(target);
    match target {
        Target::Player(player) if player == position.active() => {
            reasons.push(Reason::new("508.1b", format!("{attacked} is the active player, whom {id} can't attack")));
        }
        Target::Planeswalker(walker) if position.planeswalker(walker).controller == position.active() => {
            reasons.push(Reason::new("508.1b", format!("{attacked} is controlled by the active player")));
        }
        Target::Battle(_) if defender == position.active() => {
            reasons.push(Reason::new("508.1b", format!("{attacked} is protected by the active player")));
        }
        Target::Player(_) | Target::Planeswalker(_) | Target::Battle(_) => {}
    }
    for ability in card.all_abilities() {
        let forbids = match ability {
            Ability::CantAttack => true,
            Ability::CantAttackPlayers => matches!(target, Target::Player(_)),
            Ability::CantAttackPlaneswalkers => matches!(target, Target::Planeswalker(_)),
            // CR 508.5: of a planeswalker's attacker the defending player is its controller.
            Ability::CantAttackUnlessLand(land) => !position.player(defender).lands.contains(land),
            _ => false,
        };
        if forbids {
            reasons.push(Reason::new("508.1c", format!("{id} can't attack {attacked}: \"{ability}\"")));
        }
    }
    if let Target::Player(player) = target
        && let Some(guard) = board.guard_of(player)
    {
        reasons
            .push(Reason::new("508.1c", format!("{} says that creatures can't attack {attacked}", board.name(guard))));
    }
    reasons
}

/// Everything that could be attacked, defending player by defending player in turn order (CR 508.1b).
pub fn attack_targets(board: &Board<'_>) -> Vec<Target> {
    let position = board.position();
    let of = |defender: PlayerId| {
        let walkers =
            (0..position.planeswalkers().len() as u32).map(|index| Target::Planeswalker(PlaneswalkerId(index)));
        let battles = (0..position.battles().len() as u32).map(|index| Target::Battle(BattleId(index)));
        std::iter::once(Target::Player(defender))
            .chain(walkers.chain(battles).filter(move |target| position.defender_of(*target) == defender))
    };
    position.defending_players().flat_map(of).collect()
}

/// Every restriction that a whole attack breaks (CR 508.1a-c).
pub fn attack_restrictions(board: &Board<'_>, attack: &Attack) -> Vec<Reason> {
    let single = attack.0.iter().flat_map(|(creature, target)| attacking_reasons(board, *creature, *target));
    single.chain(whole_attack_restrictions(board).iter().filter_map(|limit| limit.reason(board, attack))).collect()
}

/// Whether any creature on the board has a restriction that looks at more than one attacker: without one, an attack
/// whose creatures may each attack breaks no restriction.
pub fn restricts_whole_attacks(board: &Board<'_>) -> bool {
    !whole_attack_restrictions(board).is_empty()
}
