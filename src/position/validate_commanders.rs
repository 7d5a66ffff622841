//! Commander damage that looks as though a combat could add to it, and does not.

use std::collections::HashMap;

use super::battlefield::{Creature, Player};
use super::defect::quoted;
use super::id::Recipient;
use super::validate::Validator;
use super::validate_ids::Ids;

impl Validator {
    /// Combat adds to `commander_damage` what creatures deal that are commanders, by their ids (CR 903.10a). A warning
    /// for each entry that names a creature on the table in another way; one that is not on the table may well be a
    /// commander.
    pub(super) fn warn_of_idle_commander_damage(&mut self, players: &[Player], creatures: &[Creature], ids: &Ids) {
        if !self.findings.is_empty() || players.iter().all(|player| player.commander_damage.is_empty()) {
            return;
        }
        let mut named: HashMap<&str, &Creature> = HashMap::new();
        for creature in creatures {
            named.entry(creature.name.as_str()).or_insert(creature);
        }
        for player in players {
            for (key, _) in &player.commander_damage {
                let (why, help) = match ids.get(key) {
                    Some(Recipient::Creature(creature)) => match creatures.get(creature.index()) {
                        Some(creature) if !creature.commander => {
                            ("that creature is no commander".to_owned(), "set commander = true if it is one")
                        }
                        _ => continue,
                    },
                    Some(Recipient::Target(_)) => continue,
                    None => match named.get(key.as_str()) {
                        Some(creature) => {
                            let why = format!("that is no id, and a creature of this name is {}", quoted(&creature.id));
                            (why, "name the commander by its id")
                        }
                        None => continue,
                    },
                };
                let text = format!("this combat adds nothing to the commander_damage of {}: {why}", quoted(key));
                self.warn(std::slice::from_ref(&player.name), &text, Some(help.to_owned()));
            }
        }
    }
}
