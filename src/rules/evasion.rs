//! May this creature block that attacker (CR 509.1b)? All evasion is cumulative.

use super::board::Board;
use super::declared::{DeclaredAttack, DeclaredAttacker};
use super::quality::has_quality;
use super::reason::Reason;
use crate::position::{Ability, Color, Creature, CreatureId, Keyword, Quality};

/// Whether `blocker` may block `attacker`, whatever else is declared. Whether it may block at all is
/// [`may_block`](super::may_block)'s to say.
///
/// # Errors
///
/// The first rule that forbids it.
pub fn can_block(
    board: &Board<'_>,
    attack: &DeclaredAttack,
    blocker: CreatureId,
    attacker: &DeclaredAttacker,
) -> Result<(), Reason> {
    let position = board.position();
    let blocking = position.creature(blocker);
    let attacking = position.creature(attacker.creature);
    if attacker.defender != blocking.controller {
        let text = format!("{} attacks another player than {}'s controller", attacking.id, blocking.id);
        return Err(Reason::new("802.4a", text));
    }
    keyword_evasion(attacking, blocking)?;
    let powers = (attack.power(board, attacker.creature), attack.power(board, blocker));
    if powers.1 > powers.0 {
        if attacking.has(Keyword::Skulk) {
            return Err(refuse("702.118b", attacking, "has skulk", blocking, "has greater power"));
        }
        if attacking.has(Keyword::RingBearer) {
            return Err(refuse("701.54c", attacking, "is a Ring-bearer", blocking, "has greater power"));
        }
    }
    let blocker_is = |quality: &Quality| has_quality(position, blocker, powers.1, quality);
    let attacker_is = |quality: &Quality| has_quality(position, attacker.creature, powers.0, quality);
    for ability in attacking.all_abilities() {
        match ability {
            // CR 702.14c: the lands of the defending player of this attacker.
            Ability::Landwalk(land) if position.player(attacker.defender).lands.contains(land) => {
                let text = format!("{} has {}walk and its defending player has one", attacking.id, land.word());
                return Err(Reason::new("702.14c", text));
            }
            // CR 702.16f. Protection of the blocker doesn't stop it from blocking.
            Ability::Protection(quality) if blocker_is(quality) => {
                return Err(refuse("702.16f", attacking, "has protection", blocking, "has that quality"));
            }
            Ability::CantBeBlocked => {
                return Err(Reason::new("509.1b", format!("{} can't be blocked", attacking.id)));
            }
            Ability::CantBeBlockedBy(quality) if blocker_is(quality) => {
                return Err(refuse("509.1b", attacking, "can't be blocked by such creatures", blocking, "is one"));
            }
            Ability::CantBeBlockedExceptBy(quality) if !blocker_is(quality) => {
                return Err(refuse(
                    "509.1b",
                    attacking,
                    "can be blocked only by certain creatures",
                    blocking,
                    "is none",
                ));
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
            return Err(Reason::new(
                "509.1b",
                format!("{} can't block creatures such as {}", blocking.id, attacking.id),
            ));
        }
    }
    for captain in position.creatures_of(attacking.controller) {
        let forbids = position.creature(captain).all_abilities().any(|a| *a == Ability::SmallerCantBlockYours);
        if forbids && powers.1 < attack.power(board, captain) {
            let text =
                format!("{} has less power than {}, which stops it from blocking", blocking.id, board.name(captain));
            return Err(Reason::new("509.1b", text));
        }
    }
    Ok(())
}

/// Keywords that look at the blocker alone.
fn keyword_evasion(attacking: &Creature, blocking: &Creature) -> Result<(), Reason> {
    if attacking.has(Keyword::Flying) && !blocking.has(Keyword::Flying) && !blocking.has(Keyword::Reach) {
        return Err(refuse("702.9b", attacking, "has flying", blocking, "has neither flying nor reach"));
    }
    // CR 702.28b: shadow works both ways.
    match (attacking.has(Keyword::Shadow), blocking.has(Keyword::Shadow)) {
        (true, false) => return Err(refuse("702.28b", attacking, "has shadow", blocking, "has none")),
        (false, true) => return Err(refuse("702.28b", attacking, "has no shadow", blocking, "has shadow")),
        (true, true) | (false, false) => {}
    }
    if attacking.has(Keyword::Horsemanship) && !blocking.has(Keyword::Horsemanship) {
        return Err(refuse("702.31b", attacking, "has horsemanship", blocking, "has none"));
    }
    let artifact = blocking.has_type("artifact");
    if attacking.has(Keyword::Fear) && !artifact && !blocking.colors.contains(&Color::Black) {
        return Err(refuse("702.36b", attacking, "has fear", blocking, "is neither artifact nor black"));
    }
    // CR 702.13b: a colourless creature shares a colour with nothing.
    let shares = attacking.colors.iter().any(|color| blocking.colors.contains(color));
    if attacking.has(Keyword::Intimidate) && !artifact && !shares {
        return Err(refuse("702.13b", attacking, "has intimidate", blocking, "is no artifact and shares no color"));
    }
    Ok(())
}

fn refuse(rule: &'static str, attacking: &Creature, has: &str, blocking: &Creature, but: &str) -> Reason {
    Reason::new(rule, format!("{} {has}, and {} {but}", attacking.id, blocking.id))
}
