//! Who may attack what, and which whole attacks break a restriction (CR 508.1a-c). Requirements are
//! `requirement`'s.

use super::board::Board;
use super::reason::Reason;
use crate::position::{Ability, Attack, CreatureId, Keyword, Target};

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

/// Every restriction that a whole attack breaks (CR 508.1a-c).
pub fn attack_restrictions(board: &Board<'_>, attack: &Attack) -> Vec<Reason> {
    let position = board.position();
    let mut reasons: Vec<Reason> =
        attack.0.iter().flat_map(|(creature, target)| attacking_reasons(board, *creature, *target)).collect();
    let count = attack.0.len();
    for (creature, _) in &attack.0 {
        let id = board.name(*creature);
        for ability in position.creature(*creature).all_abilities() {
            let others = count as i64 - 1;
            let broken = match ability {
                // CR 506.5: alone is judged on the declaration.
                Ability::CantAttackAlone if others == 0 => Some(format!("{id} can't attack alone")),
                Ability::AttacksOnlyAlone if others > 0 => Some(format!("{id} can attack only alone")),
                Ability::CantAttackUnlessOthers(needed) if others < *needed => {
                    Some(format!("{id} can't attack unless at least {needed} other creatures attack"))
                }
                Ability::CantAttackUnlessAlso(quality) => {
                    let found = attack.0.iter().any(|(other, _)| other != creature && board.is(*other, quality));
                    (!found).then(|| format!("{id} can't attack unless such another creature attacks too"))
                }
                _ => None,
            };
            reasons.extend(broken.map(|text| Reason::new("508.1c", text)));
        }
    }
    for guard in position.creature_ids() {
        let controller = position.creature(guard).controller;
        for ability in position.creature(guard).all_abilities() {
            let (limit, counted) = match ability {
                Ability::AtMostAttackers(limit) => (*limit, count),
                // CR 802.3a: only attackers of the player count.
                Ability::AtMostAttackersAtYou(limit) => {
                    let at_you = |(_, target): &&(CreatureId, Target)| *target == Target::Player(controller);
                    (*limit, attack.0.iter().filter(at_you).count())
                }
                _ => continue,
            };
            if counted as i64 > limit {
                let text = format!("{counted} creatures attack, and {} allows {limit}", board.name(guard));
                reasons.push(Reason::new("508.1c", text));
            }
        }
    }
    reasons
}

/// Whether any creature on the board has a restriction that looks at more than one attacker: without one, an attack
/// whose creatures may each attack breaks no restriction.
pub fn restricts_whole_attacks(board: &Board<'_>) -> bool {
    board.position().creatures().iter().flat_map(|creature| creature.all_abilities()).any(|ability| {
        matches!(
            ability,
            Ability::CantAttackAlone
                | Ability::AttacksOnlyAlone
                | Ability::CantAttackUnlessOthers(_)
                | Ability::CantAttackUnlessAlso(_)
                | Ability::AtMostAttackers(_)
                | Ability::AtMostAttackersAtYou(_)
        )
    })
}
