//! What attackers get for how many others attack, or whom: in each branch that is fixed, so that they no longer depend
//! on each other.
//!
//! Exalted looks at whether a creature attacks alone, battle cry at which others attack, melee at how many opponents
//! are attacked (CR 702.83a, 702.91a, 702.121a). Every attack belongs to a branch: that in which its creatures get what
//! they really get.

use super::attacks::AttackChoices;
use crate::position::{Attack, CreatureId, Target};
use crate::rules::{Board, DeclaredAttacker, Muster};

/// Most branches that are worth looking at; beyond, attacks are looked at one by one.
const BRANCH_LIMIT: usize = 64;

/// Attacks whose creatures get the same for how they were declared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Branch {
    /// What the attackers get.
    pub(super) muster: Muster,
    /// How many attack at least and at most.
    pub(super) least: usize,
    pub(super) most: usize,
    /// Instances of battle cry among the attackers; `None` where they don't matter.
    pub(super) cries: Option<i64>,
    /// How many players are attacked at most.
    pub(super) opponents: u32,
    /// Whether there is a need to compare what is assumed with what is.
    pub(super) assumes: bool,
}

impl Branch {
    /// All attacks of a board on which creatures get nothing for how they attack.
    pub(super) const PLAIN: Branch = Branch {
        muster: Muster { exalted: 0, cries: 0, opponents: 0 },
        least: 0,
        most: usize::MAX,
        cries: None,
        opponents: u32::MAX,
        assumes: false,
    };

    /// The branches of a board; `None` where there are too many.
    pub(super) fn of_board(board: &Board<'_>, choices: &AttackChoices<'_, '_>) -> Option<Vec<Branch>> {
        let exalted = Muster::exalted(board);
        // Sums of battle cry, of any of the creatures.
        let mut cries = vec![0];
        let mut melee = false;
        let mut players: Vec<Target> = Vec::new();
        let mut others = false;
        for (creature, own) in choices.creatures() {
            let it = board.characteristics(creature);
            melee |= it.melee > 0;
            if it.battle_cry > 0 {
                let more: Vec<i64> = cries.iter().map(|sum| sum + it.battle_cry).collect();
                cries.extend(more);
                cries.sort_unstable();
                cries.dedup();
                if cries.len() > BRANCH_LIMIT {
                    return None;
                }
            }
            for target in own.iter().filter_map(|(target, _)| *target) {
                match target {
                    Target::Player(_) => players.push(target),
                    Target::Planeswalker(_) | Target::Battle(_) => others = true,
                }
            }
        }
        players.sort_unstable();
        players.dedup();
        if exalted == 0 && cries.len() == 1 && !melee {
            return Some(vec![Branch::PLAIN]);
        }
        // How many players are attacked: at least one where there is nothing else to attack.
        let opponents: Vec<Option<usize>> = match melee {
            true => (usize::from(!others)..=players.len()).rev().map(Some).collect(),
            false => vec![None],
        };
        let mut all = Vec::new();
        for sum in cries.iter().rev() {
            for opponents in &opponents {
                all.push(Branch {
                    muster: Muster { exalted: 0, cries: *sum, opponents: opponents.unwrap_or(0) as i64 },
                    least: if exalted > 0 { 2 } else { 1 },
                    cries: (cries.len() > 1).then_some(*sum),
                    opponents: opponents.map_or(u32::MAX, |opponents| opponents as u32),
                    assumes: true,
                    ..Branch::PLAIN
                });
            }
        }
        if exalted > 0 {
            all.push(Branch { least: 1, most: 1, assumes: true, ..Branch::PLAIN });
        }
        (all.len() <= BRANCH_LIMIT).then_some(all)
    }

    /// Whether no attacker gets anything for how many others attack, or whom.
    pub(super) fn is_plain(board: &Board<'_>, choices: &AttackChoices<'_, '_>) -> bool {
        Branch::of_board(board, choices).is_some_and(|all| !all.iter().any(|branch| branch.assumes))
    }

    /// A creature that attacks this, with what it gets in this branch.
    pub(super) fn attacker(&self, board: &Board<'_>, creature: CreatureId, target: Target) -> DeclaredAttacker {
        // An attack by one creature is all there is to know.
        let muster = if self.most == 1 { Muster::new(board, &Attack(vec![(creature, target)])) } else { self.muster };
        DeclaredAttacker::new(board, creature, target, &muster)
    }
}
