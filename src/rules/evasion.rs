//! May this creature block that attacker (CR 509.1b)? All evasion is cumulative.

use super::board::Board;
use super::declared::{DeclaredAttack, DeclaredAttacker};
use super::quality::has_quality;
use super::reason::Reason;
use crate::position::{Ability, Color, Creature, CreatureId, Keyword, Quality};

/// Whether `blocker` may block `attacker`, whatever else is declared. Whether it may block at all is
/// [`may_block`](super::may_block)'s to say.
pub fn can_block(board: &Board<'_>, attack: &DeclaredAttack, blocker: CreatureId, attacker: &DeclaredAttacker) -> bool {
    evasion_reasons(board, attack, blocker, attacker).is_empty()
}

/// Every rule by which `blocker` may not block `attacker`, whatever else is declared.
pub fn evasion_reasons(
    board: &Board<'_>,
    attack: &DeclaredAttack,
    blocker: CreatureId,
    attacker: &DeclaredAttacker,
) -> Vec<Reason> {
    let position = board.position();
    let blocking = position.creature(blocker);
    let attacking = position.creature(attacker.creature);
    if attacker.defender != blocking.controller {
        let text = format!("{} attacks another player than {}'s controller", attacking.id, blocking.id);
        return vec![Reason::new("802.4a", text)];
    }
    let mut reasons = keyword_evasion(attacking, blocking);
    let sizes = (attack.size(board, attacker.creature), attack.size(board, blocker));
    if sizes.1.power > sizes.0.power {
        if attacking.has(Keyword::Skulk) {
            reasons.push(refuse("702.118b", attacking, "has skulk", blocking, "has greater power"));
        }
        if attacking.has(Keyword::RingBearer) {
            reasons.push(refuse("701.54c", attacking, "is a Ring-bearer", blocking, "has greater power"));
        }
    }
    let blocker_is = |quality: &Quality| has_quality(position, blocker, sizes.1, quality);
    let attacker_is = |quality: &Quality| has_quality(position, attacker.creature, sizes.0, quality);
    for ability in attacking.all_abilities() {
        match ability {
            // CR 702.14c: the lands of the defending player of this attacker.
            Ability::Landwalk(land) if position.player(attacker.defender).lands.contains(land) => {
                let text = format!("{} has {}walk and its defending player has one", attacking.id, land.word());
                reasons.push(Reason::new("702.14c", text));
            }
            // CR 702.16f. Protection of the blocker doesn't stop it from blocking.
            Ability::Protection(quality) if blocker_is(quality) => {
                reasons.push(refuse("702.16f", attacking, "has protection", blocking, "has that quality"));
            }
            Ability::CantBeBlocked => {
                reasons.push(Reason::new("509.1b", format!("{} can't be blocked", attacking.id)));
            }
            Ability::CantBeBlockedBy(quality) if blocker_is(quality) => {
                reasons.push(refuse("509.1b", attacking, "can't be blocked by such creatures", blocking, "is one"));
            }
            Ability::CantBeBlockedExceptBy(quality) if !blocker_is(quality) => {
                reasons.push(refuse(
                    "509.1b",
                    attacking,
                    "can be blocked only by certain creatures",
                    blocking,
                    "is none",
                ));
            }
            Ability::SmallerCantBlockIt if sizes.1.power < sizes.0.power => {
                reasons.push(refuse("509.1b", attacking, "can't be blocked by less power", blocking, "has less power"));
            }
            _ => {}
        }
    }
    for ability in blocking.all_abilities() {
        let forbidden = match ability {
            Ability::CantBlockQuality(quality) => attacker_is(quality),
            Ability::BlocksOnly(quality) => !attacker_is(quality),
            _ => false,
        };
        if forbidden {
            reasons
                .push(Reason::new("509.1b", format!("{} can't block creatures such as {}", blocking.id, attacking.id)));
        }
    }
    for captain in board.captains_of(attacking.controller) {
        if sizes.1.power < attack.power(board, captain) {
            let text =
                format!("{} has less power than {}, which stops it from blocking", blocking.id, board.name(captain));
            reasons.push(Reason::new("509.1b", text));
        }
    }
    reasons
}

/// Keywords that look at the blocker alone.
fn keyword_evasion(attacking: &Creature, blocking: &Creature) -> Vec<Reason> {
    let mut reasons = Vec::new();
    if attacking.has(Keyword::Flying) && !blocking.has(Keyword::Flying) && !blocking.has(Keyword::Reach) {
        reasons.push(refuse("702.9b", attacking, "has flying", blocking, "has neither flying nor reach"));
    }
    // CR 702.28b: shadow works both ways.
    match (attacking.has(Keyword::Shadow), blocking.has(Keyword::Shadow)) {
        (true, false) => reasons.push(refuse("702.28b", attacking, "has shadow", blocking, "has none")),
        (false, true) => reasons.push(refuse("702.28b", attacking, "has no shadow", blocking, "has shadow")),
        (true, true) | (false, false) => {}
    }
    if attacking.has(Keyword::Horsemanship) && !blocking.has(Keyword::Horsemanship) {
        reasons.push(refuse("702.31b", attacking, "has horsemanship", blocking, "has none"));
    }
    let artifact = blocking.has_type("artifact");
    if attacking.has(Keyword::Fear) && !artifact && !blocking.colors.contains(&Color::Black) {
        reasons.push(refuse("702.36b", attacking, "has fear", blocking, "is neither artifact nor black"));
    }
    // CR 702.13b: a colourless creature shares a colour with nothing.
    let shares = attacking.colors.iter().any(|color| blocking.colors.contains(color));
    if attacking.has(Keyword::Intimidate) && !artifact && !shares {
        reasons.push(refuse("702.13b", attacking, "has intimidate", blocking, "is no artifact and shares no color"));
    }
    reasons
}

fn refuse(rule: &'static str, attacking: &Creature, has: &str, blocking: &Creature, but: &str) -> Reason {
    Reason::new(rule, format!("{} {has}, and {} {but}", attacking.id, blocking.id))
}
