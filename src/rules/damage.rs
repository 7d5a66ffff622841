//! What dealt combat damage does (CR 120.3, 510.2).

use smallvec::SmallVec;

use super::combat::Combat;
use super::state_based;
use crate::position::{Assignment, CreatureId, Recipient, Target};

/// Damage from one source to one recipient: what becomes of it besides its amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dealt {
    /// Nothing is dealt (CR 615.6), whatever prevents it.
    pub prevented: bool,
    /// A shield counter prevents it and is used up (CR 122.1c).
    pub shielded: bool,
    /// To a creature it is -1/-1 counters, not marked damage (CR 702.80a, 702.90c).
    pub as_counters: bool,
    /// Any of it destroys a creature (CR 702.2b).
    pub deathtouch: bool,
    /// The source's controller gains as much life (CR 702.15b).
    pub lifelink: bool,
    /// To a player it is poison counters, not loss of life (CR 702.90b).
    pub as_poison: bool,
    /// Poison counters that a player gets besides, whatever the amount (CR 702.164c).
    pub toxic: i64,
}

impl Combat<'_, '_> {
    /// What damage from `source` to `recipient` would be, whatever its amount.
    pub fn dealt(&self, source: CreatureId, recipient: Recipient) -> Dealt {
        let it = self.board().characteristics(source);
        let prevented = self.prevented(source, recipient);
        Dealt {
            prevented,
            shielded: prevented && !self.protected(source, recipient),
            as_counters: it.withers,
            deathtouch: it.deathtouch,
            lifelink: it.lifelink,
            as_poison: it.infect,
            toxic: it.toxic,
        }
    }

    /// Deals the damage of one step, both sides' together (CR 510.2), checks state-based actions (CR 704.3) and goes
    /// on to the next step. Rows of 0 do nothing (CR 120.8); rows of other steps are left out; legality is not judged.
    pub fn deal(&mut self, assignments: &[Assignment]) {
        let mut shields_used = Vec::new();
        // What each row does is settled before any of it is dealt: -1/-1 counters of this step change no protection
        // from the power of their victim.
        let rows = assignments.iter().filter(|row| row.amount > 0 && row.step == self.step());
        let rows: SmallVec<[(Assignment, Dealt); 8]> =
            rows.map(|row| (*row, self.dealt(row.source, row.recipient))).collect();
        for (row, dealt) in rows {
            self.hit(&row, &dealt, &mut shields_used);
        }
        // CR 122.1c: one counter for all the damage that would be dealt at once.
        shields_used.sort_unstable();
        shields_used.dedup();
        for index in shields_used {
            self.fighters[index].shield -= 1;
        }
        state_based::bury(self);
        self.next_step();
    }

    fn hit(&mut self, assignment: &Assignment, dealt: &Dealt, shields_used: &mut Vec<usize>) {
        let Assignment { source, recipient, amount, .. } = *assignment;
        if dealt.prevented {
            // Protection comes before a shield counter, so that none is wasted: its controller orders them (CR 616.1).
            if let Recipient::Creature(creature) = recipient
                && dealt.shielded
            {
                shields_used.extend(self.fighter_index(creature));
            }
            return;
        }
        let phase = self.phase();
        match recipient {
            Recipient::Creature(creature) => {
                let Some(index) = self.fighter_index(creature) else { return };
                let fighter = &mut self.fighters[index];
                if dealt.as_counters {
                    fighter.grow(-amount);
                } else {
                    fighter.marked += amount;
                }
                fighter.poisoned |= dealt.deathtouch;
            }
            Recipient::Target(Target::Player(player)) => {
                let commander = self.board().position().creature(source).commander;
                let tally = &mut self.tally.players[player.index()];
                tally.damage += amount;
                if dealt.as_poison {
                    tally.poison += amount;
                } else {
                    tally.life[phase] -= amount;
                }
                tally.poison += dealt.toxic;
                if commander {
                    tally.add_commander_damage(source, amount);
                }
            }
            Recipient::Target(Target::Planeswalker(walker)) => self.tally.loyalty[walker.index()] += amount,
            Recipient::Target(Target::Battle(battle)) => self.tally.defense[battle.index()] += amount,
        }
        if dealt.lifelink {
            let controller = self.board().position().creature(source).controller;
            let tally = &mut self.tally.players[controller.index()];
            tally.life[phase] += amount;
            tally.gained += amount;
        }
    }
}
