//! State-based actions: what dies, who has lost (CR 704.5).

use super::combat::{Combat, Fighter};
use super::outcome::PlayerTally;
use crate::position::{CreatureId, Player};

/// Life total at or below which a player loses (CR 704.5a).
pub const LOST_LIFE: i64 = 0;
/// Poison counters with which a player loses (CR 704.5c).
pub const LOST_POISON: i64 = 10;
/// Combat damage from one commander with which a player loses (CR 704.6c, 903.10a).
pub const LOST_COMMANDER_DAMAGE: i64 = 21;

/// What it takes for a creature to die, as conditions on the damage that one step deals to it.
///
/// It dies where `damage`, if any, is reached by marked damage and -1/-1 counters together, or `counters` by -1/-1
/// counters alone, or, where `destructible`, by any damage from a deathtouch source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fate {
    /// Damage that destroys it together with what is marked (CR 704.5g); `None` where it is indestructible.
    pub damage: Option<i64>,
    /// -1/-1 counters that put its toughness to 0 (CR 704.5f); indestructible doesn't help.
    pub counters: i64,
    /// Whether it can be destroyed (CR 702.12b).
    pub destructible: bool,
}

impl Combat<'_, '_> {
    /// What it takes for a fighter to die in the coming step, prevention aside.
    pub fn fate(&self, fighter: &Fighter) -> Fate {
        let destructible = !self.board().characteristics(fighter.creature).indestructible;
        Fate {
            damage: destructible.then_some(fighter.toughness - fighter.marked),
            counters: fighter.toughness,
            destructible,
        }
    }
}

/// Buries what dies now (CR 704.5f-h), all at once, and books it.
pub(super) fn bury(combat: &mut Combat<'_, '_>) {
    for index in 0..combat.fighters.len() {
        let fighter = &combat.fighters[index];
        if !fighter.alive {
            continue;
        }
        let fate = combat.fate(fighter);
        let dies = fate.counters <= 0
            || fate.damage.is_some_and(|damage| damage <= 0)
            || fate.destructible && fighter.poisoned;
        let creature = fighter.creature;
        let fighter = &mut combat.fighters[index];
        fighter.poisoned = false;
        if dies {
            fighter.alive = false;
            combat.tally.died.push(creature);
        }
    }
}

/// Books what leaves at end of combat: decayed attackers that are still there (CR 702.147a).
pub(super) fn end_of_combat(combat: &Combat<'_, '_>) -> Vec<CreatureId> {
    combat
        .fighters
        .iter()
        .filter(|f| f.alive && f.target.is_some() && combat.board().characteristics(f.creature).decayed)
        .map(|fighter| fighter.creature)
        .collect()
}

/// Whether a player has lost before this combat begins (CR 704.5a, 704.5c, 903.10a).
pub fn lost_at_start(player: &Player) -> bool {
    player.life <= LOST_LIFE
        || player.poison >= LOST_POISON
        || player.commander_damage.iter().any(|(_, damage)| *damage >= LOST_COMMANDER_DAMAGE)
}

/// Whether a player has lost by the end of combat: state-based actions are checked after the block triggers and after
/// each damage step, and a loss stays (CR 704.3). `id_of` gives the id of a commander.
pub fn has_lost<'a>(player: &Player, tally: &PlayerTally, id_of: impl Fn(CreatureId) -> &'a str) -> bool {
    if lost_at_start(player) || player.poison + tally.poison >= LOST_POISON {
        return true;
    }
    let mut life = player.life;
    for change in tally.life {
        life += change;
        if life <= LOST_LIFE {
            return true;
        }
    }
    tally.commander_damage.iter().any(|(creature, damage)| {
        let before = player.commander_damage.iter().find(|(id, _)| id == id_of(*creature)).map_or(0, |(_, had)| *had);
        before + damage >= LOST_COMMANDER_DAMAGE
    })
}
