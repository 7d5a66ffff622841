//! The players of a setup.

use super::ability::{Ability, LandType, Quality};
use super::battlefield::Player;
use super::defect::quoted;
use super::limits::{MAX_AMOUNT, MAX_ITEMS};
use super::place::Place;
use super::setup::PlayerSetup;
use super::validate::Validator;

impl Validator {
    /// The player at `index`; a warning if the player has lost.
    pub(super) fn player(&mut self, setup: &PlayerSetup, place: &Place, index: usize) -> Player {
        let name_place = place.then("name");
        self.name(&setup.name, name_place.clone());
        if !setup.name.trim().is_empty() && self.names.iter().take(index).any(|name| *name == setup.name) {
            self.report(name_place, format!("there is already a player called {}", quoted(&setup.name)), None);
        }
        self.amount(setup.life, -MAX_AMOUNT, place.then("life"));
        self.amount(setup.poison, 0, place.then("poison"));
        let damage_place = place.then("commander_damage");
        for (number, (commander, amount)) in setup.commander_damage.iter().enumerate() {
            let place = damage_place.then(commander.as_str());
            self.name(commander, place.own_key());
            self.amount(*amount, 0, place.clone());
            if number < MAX_ITEMS && setup.commander_damage[..number].iter().any(|(other, _)| other == commander) {
                self.report(place.own_key(), "this commander is given twice", None);
            }
        }
        self.length(setup.commander_damage.len(), damage_place);
        let player = Player {
            name: setup.name.clone(),
            life: setup.life,
            poison: setup.poison,
            commander_damage: setup.commander_damage.clone(),
            lands: self.lands(&setup.lands, &place.then("lands")),
            protection: self.protection(&setup.abilities, &place.then("abilities"), index),
        };
        self.warn_if_lost(&player);
        player
    }

    fn lands(&mut self, words: &[String], place: &Place) -> Vec<LandType> {
        self.length(words.len(), place.clone());
        let mut lands = Vec::new();
        for (index, word) in words.iter().enumerate().take(MAX_ITEMS) {
            match LandType::of_word(word) {
                Some(land) if lands.contains(&land) => {}
                Some(land) => lands.push(land),
                None => {
                    let help = self.nearest(word, LandType::ALL.map(LandType::word));
                    self.report(place.then(index), format!("{} is no basic land type", quoted(word)), help);
                }
            }
        }
        lands
    }

    /// A player can have protection; no other ability of a player is modelled.
    fn protection(&mut self, texts: &[String], place: &Place, index: usize) -> Vec<Quality> {
        self.length(texts.len(), place.clone());
        let mut qualities = Vec::new();
        let name = [self.names.get(index).cloned().unwrap_or_default()];
        for (number, text) in texts.iter().enumerate().take(MAX_ITEMS) {
            let place = place.then(number);
            for ability in self.ability(text, "", index, &place, &name) {
                let Ability::Protection(quality) = ability else {
                    let problem = format!("{} is no ability of a player", quoted(text));
                    let help = Some("a player's abilities are \"protection from …\"".to_owned());
                    self.object_to(&name, place.clone(), &problem, help);
                    break;
                };
                qualities.push(quality);
            }
        }
        qualities
    }

    fn warn_if_lost(&mut self, player: &Player) {
        let commander = player.commander_damage.iter().find(|(_, amount)| *amount >= 21);
        let why = if player.life <= 0 {
            format!("{} life, CR 704.5a", player.life)
        } else if player.poison >= 10 {
            format!("{} poison counters, CR 704.5c", player.poison)
        } else if let Some((commander, amount)) = commander {
            format!("{amount} combat damage from the commander {}, CR 903.10a", quoted(commander))
        } else {
            return;
        };
        let text = format!("has already lost and counts as lost from the start: {why}");
        self.warn(std::slice::from_ref(&player.name), &text, None);
    }
}
