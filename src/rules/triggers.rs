//! Triggers that are exact functions of the declarations (CR 508.1m, 509.1i).

use super::board::Board;
use super::combat::Fighter;
use crate::position::{Attack, Target};

/// What a creature gets until end of turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bonus {
    /// Added to power.
    pub power: i64,
    /// Added to toughness.
    pub toughness: i64,
}

/// What each attacker gets for how the attack was declared, in the attack's order.
///
/// - Exalted (CR 702.83a-b): one creature declared alone gets +1/+1 for each instance its controller has.
/// - Battle cry (CR 702.91a): each other attacker gets +1/+0 for each instance.
/// - Melee (CR 702.121a): +1/+1 for each instance and opponent attacked; planeswalkers and battles don't count.
pub(super) fn attack_bonuses(board: &Board<'_>, attack: &Attack) -> Vec<Bonus> {
    let position = board.position();
    let mut bonuses = vec![Bonus::default(); attack.0.len()];
    if let [only] = bonuses.as_mut_slice() {
        let exalted: i64 =
            position.creatures_of(position.active()).map(|creature| board.characteristics(creature).exalted).sum();
        only.power += exalted;
        only.toughness += exalted;
    }
    let cries: i64 = attack.0.iter().map(|(attacker, _)| board.characteristics(*attacker).battle_cry).sum();
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
    let opponents = opponents.len() as i64;
    for ((attacker, _), bonus) in attack.0.iter().zip(&mut bonuses) {
        let it = board.characteristics(*attacker);
        bonus.power += cries - it.battle_cry + it.melee * opponents;
        bonus.toughness += it.melee * opponents;
    }
    bonuses
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
