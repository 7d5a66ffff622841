//! The restrictions on attacks that look at more than one attacker (CR 508.1c), as data: read by the predicate, the
//! enumeration and the program of legality.

use super::board::Board;
use super::reason::Reason;
use crate::position::{Ability, Attack, CreatureId, PlayerId, Target};

/// One restriction on whole attacks. Alone is judged on the declaration (CR 506.5).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttackRestriction {
    /// The creature attacks only together with at least so many others: with one, if it can't attack alone.
    NeedsOthers(CreatureId, i64),
    /// The creature attacks only alone.
    OnlyAlone(CreatureId),
    /// The creature attacks only together with one of these.
    NeedsOneOf(CreatureId, Vec<CreatureId>),
    /// No more creatures attack than that; the first creature says so.
    AtMost(CreatureId, i64),
    /// No more creatures attack this player than that (CR 802.3a: not its planeswalkers); the first creature says so.
    AtMostAtPlayer(CreatureId, PlayerId, i64),
}

impl AttackRestriction {
    /// Whether an attack breaks it.
    pub fn is_broken(&self, attack: &Attack) -> bool {
        let attacks = |creature: &CreatureId| attack.0.binary_search_by_key(creature, |(other, _)| *other).is_ok();
        let others = attack.0.len() as i64 - 1;
        match self {
            AttackRestriction::NeedsOthers(creature, needed) => others < *needed && attacks(creature),
            AttackRestriction::OnlyAlone(creature) => others > 0 && attacks(creature),
            AttackRestriction::NeedsOneOf(creature, companions) => attacks(creature) && !companions.iter().any(attacks),
            AttackRestriction::AtMost(_, limit) => attack.0.len() as i64 > *limit,
            AttackRestriction::AtMostAtPlayer(_, player, limit) => attackers_of(attack, *player) > *limit,
        }
    }

    /// Why an attack breaks it, if it does.
    pub fn reason(&self, board: &Board<'_>, attack: &Attack) -> Option<Reason> {
        if !self.is_broken(attack) {
            return None;
        }
        let text = match self {
            AttackRestriction::NeedsOthers(creature, 1) => format!("{} can't attack alone", board.name(*creature)),
            AttackRestriction::NeedsOthers(creature, needed) => {
                format!("{} can't attack unless at least {needed} other creatures attack", board.name(*creature))
            }
            AttackRestriction::OnlyAlone(creature) => format!("{} can attack only alone", board.name(*creature)),
            AttackRestriction::NeedsOneOf(creature, _) => {
                format!("{} can't attack unless such another creature attacks too", board.name(*creature))
            }
            AttackRestriction::AtMost(guard, limit) => {
                format!("{} creatures attack, and {} allows {limit}", attack.0.len(), board.name(*guard))
            }
            AttackRestriction::AtMostAtPlayer(guard, player, limit) => {
                let counted = attackers_of(attack, *player);
                format!("{counted} creatures attack, and {} allows {limit}", board.name(*guard))
            }
        };
        Some(Reason::new("508.1c", text))
    }
}

/// How many creatures attack a player.
fn attackers_of(attack: &Attack, player: PlayerId) -> i64 {
    attack.0.iter().filter(|(_, target)| *target == Target::Player(player)).count() as i64
}

/// All restrictions on whole attacks: those of single creatures first, both in file order. Without any, an attack whose
/// creatures may each attack breaks no restriction.
pub fn whole_attack_restrictions(board: &Board<'_>) -> Vec<AttackRestriction> {
    let position = board.position();
    let mut own = Vec::new();
    let mut shared = Vec::new();
    for creature in position.creature_ids() {
        for ability in position.creature(creature).all_abilities() {
            match ability {
                Ability::CantAttackAlone => own.push(AttackRestriction::NeedsOthers(creature, 1)),
                Ability::CantAttackUnlessOthers(needed) => own.push(AttackRestriction::NeedsOthers(creature, *needed)),
                Ability::AttacksOnlyAlone => own.push(AttackRestriction::OnlyAlone(creature)),
                Ability::CantAttackUnlessAlso(quality) => {
                    let companion = |other: &CreatureId| *other != creature && board.is(*other, quality);
                    let companions = position.creature_ids().filter(companion).collect();
                    own.push(AttackRestriction::NeedsOneOf(creature, companions));
                }
                Ability::AtMostAttackers(limit) => shared.push(AttackRestriction::AtMost(creature, *limit)),
                Ability::AtMostAttackersAtYou(limit) => {
                    let player = position.creature(creature).controller;
                    shared.push(AttackRestriction::AtMostAtPlayer(creature, player, *limit));
                }
                _ => {}
            }
        }
    }
    own.append(&mut shared);
    own
}
