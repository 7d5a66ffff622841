//! Triggers that are exact functions of the declarations (CR 508.1m, 509.1i).

use super::board::Board;
use super::combat::Fighter;
use crate::position::{Attack, CreatureId, Target};

/// What a creature gets until end of turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bonus {
    /// Added to power.
    pub power: i64,
    /// Added to toughness.
    pub toughness: i64,
}

/// What the declaration of an attack as a whole gives its attackers.
///
/// - Exalted (CR 702.83a-b): one creature declared alone gets +1/+1 for each instance its controller has.
/// - Battle cry (CR 702.91a): each other attacker gets +1/+0 for each instance.
/// - Melee (CR 702.121a): +1/+1 for each instance and opponent attacked; planeswalkers and battles don't count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Muster {
    /// Instances of exalted that trigger.
    pub exalted: i64,
    /// Instances of battle cry among the attackers.
    pub cries: i64,
    /// Opponents attacked.
    pub opponents: i64,
}

impl Muster {
    /// Reads it off an attack.
    pub fn new(board: &Board<'_>, attack: &Attack) -> Muster {
        let mut opponents: Vec<_> = attack
            .0
            .iter()
            .filter_map(|(_, target)| match target {
                Target::Player(player) => Some(*player),
                Target::Planeswalker(_) | Target::Battle(_) => None,
            })
            .collect();
        opponents.sort_unstable();
        opponents.dedup();
        Muster {
            exalted: if attack.0.len() == 1 { Muster::exalted(board) } else { 0 },
            cries: attack.0.iter().map(|(attacker, _)| board.characteristics(*attacker).battle_cry).sum(),
            opponents: opponents.len() as i64,
        }
    }

    /// Instances of exalted that trigger when one creature attacks alone.
    pub fn exalted(board: &Board<'_>) -> i64 {
        let position = board.position();
        position.creatures_of(position.active()).map(|creature| board.characteristics(creature).exalted).sum()
    }

    /// What one of the attackers gets.
    pub fn bonus(&self, board: &Board<'_>, attacker: CreatureId) -> Bonus {
        let it = board.characteristics(attacker);
        let both = self.exalted + it.melee * self.opponents;
        Bonus { power: both + self.cries - it.battle_cry, toughness: both }
    }
}

/// Bushido of attackers that became blocked and of blockers (CR 702.45a), rampage (CR 702.23a-b) and frenzy
/// (CR 702.68a), then flanking (CR 702.25a).
///
/// The defending players' triggers resolve first (CR 603.3b, 405.3), so their bushido comes before flanking. Of its
/// own triggers the active player lets rampage resolve before flanking can kill a blocker that it counts.
pub(super) fn block_triggers(fighters: &mut [Fighter], attackers: usize) {
    let (attacking, blocking) = fighters.split_at_mut(attackers);
    for blocker in blocking.iter_mut() {
        blocker.grow(blocker.bushido);
    }
    for attacker in attacking.iter_mut() {
        if attacker.blocked {
            attacker.grow(attacker.bushido);
            let beyond_first = attacker.opponents.len().saturating_sub(1) as i64;
            attacker.grow(attacker.rampage * beyond_first);
        } else {
            attacker.power += attacker.frenzy;
        }
    }
    for attacker in attacking.iter() {
        for index in &attacker.opponents {
            let blocker = &mut blocking[index - attackers];
            // CR 702.25a: only a blocker without flanking shrinks.
            if blocker.flanking == 0 {
                blocker.grow(-attacker.flanking);
            }
        }
    }
}
