//! Creatures, planeswalkers and battles of a setup.

use super::ability::{Ability, Color, Keyword};
use super::battlefield::{Battle, Counters, Creature, Planeswalker};
use super::defect::quoted;
use super::id::{CreatureId, PlayerId, Target};
use super::keyword_text;
use super::limits::{MAX_ABILITIES, MAX_AMOUNT, MAX_ITEMS, grouped};
use super::place::Place;
use super::setup::{CreatureSetup, Setup};
use super::validate::Validator;
use super::validate_ids::Ids;

impl Validator {
    /// All creatures, `count` in place; `None` where they have too many abilities.
    pub(super) fn creatures(&mut self, setup: &Setup, ids: &Ids) -> Option<Vec<Creature>> {
        let mut creatures: Vec<Creature> = Vec::with_capacity(ids.creatures.len());
        let (mut abilities, mut first) = (0_usize, 0_usize);
        for (controller, player) in setup.players.iter().enumerate() {
            let list = Place::top().then("players").then(controller).then("creatures");
            for (index, entry) in player.creatures.iter().enumerate() {
                if self.findings.is_full() {
                    return None;
                }
                let place = list.then(index);
                let copies = usize::try_from(entry.count.clamp(1, super::MAX_COUNT)).unwrap_or(1);
                let own_ids = &ids.creatures[first..first + copies];
                first += copies;
                let creature = self.creature(entry, &place, PlayerId(u32::try_from(controller).ok()?), own_ids, ids);
                abilities = abilities.saturating_add(copies * (1 + creature.abilities.len()));
                if abilities > MAX_ABILITIES {
                    let text = format!("there are more than {} abilities in all", grouped(MAX_ABILITIES as i64));
                    self.report(place, text, None);
                    return None;
                }
                if !self.findings.is_empty() {
                    // There will be no position; what can't be valid may be too long to copy.
                    continue;
                }
                creatures.extend(own_ids.iter().map(|id| Creature { id: id.clone(), ..creature.clone() }));
            }
        }
        Some(creatures)
    }

    /// The first of the creatures that an entry stands for.
    fn creature(
        &mut self,
        setup: &CreatureSetup,
        place: &Place,
        controller: PlayerId,
        own_ids: &[String],
        ids: &Ids,
    ) -> Creature {
        self.amount(setup.power, -MAX_AMOUNT, place.then("power"));
        self.amount(setup.toughness, -MAX_AMOUNT, place.then("toughness"));
        self.amount(setup.mana_value, 0, place.then("mana_value"));
        self.amount(setup.damage, 0, place.then("damage"));
        if let Some(value) = setup.value {
            self.amount(value, 0, place.then("value"));
        }
        if setup.type_line.chars().count() > super::MAX_NAME {
            let most = grouped(super::MAX_NAME as i64);
            self.report(place.then("type_line"), format!("a type line has at most {most} characters"), None);
        }
        let creature = Creature {
            id: own_ids.first().cloned().unwrap_or_default(),
            name: setup.name.clone(),
            controller,
            power: setup.power,
            toughness: setup.toughness,
            counters: self.counters(&setup.counters, &place.then("counters"), own_ids),
            abilities: self.abilities(setup, &place.then("abilities"), controller, own_ids),
            colors: self.colors(&setup.colors, &place.then("colors")),
            type_line: setup.type_line.clone(),
            mana_value: setup.mana_value,
            damage: setup.damage,
            tapped: setup.tapped,
            summoning_sick: setup.summoning_sick,
            commander: setup.commander,
            goaded_by: self.goaders(&setup.goaded_by, &place.then("goaded_by")),
            must_attack: self.must_attack(setup, place, ids),
            must_block: self.must_block(setup, place, ids),
            stated_value: setup.value,
        };
        self.lives(&creature, place);
        creature
    }

    /// State-based actions would have put a creature with toughness 0 or lethal damage into the graveyard.
    fn lives(&mut self, creature: &Creature, place: &Place) {
        let within = |size: i64| (-MAX_AMOUNT..=MAX_AMOUNT).contains(&size);
        let counters = &creature.counters;
        let readable = [creature.power, creature.toughness, counters.plus, counters.minus, creature.damage];
        if !readable.into_iter().all(within) || self.is_blemished_inside(place) {
            return;
        }
        let (power, toughness) = (creature.start_power(), creature.start_toughness());
        if !within(power) || !within(toughness) {
            let text = format!("power or toughness with counters is beyond {}", grouped(MAX_AMOUNT));
            self.report(place.then("counters"), text, None);
        } else if toughness <= 0 {
            let text = format!("with toughness {} it would be in the graveyard, CR 704.5f", grouped(toughness));
            self.report(place.then("toughness"), text, None);
        } else if creature.damage >= toughness && !creature.has(Keyword::Indestructible) {
            let (damage, toughness) = (grouped(creature.damage), grouped(toughness));
            let text = format!("with damage {damage} and toughness {toughness} it would be destroyed, CR 704.5g");
            self.report(place.then("damage"), text, None);
        }
    }

    fn counters(&mut self, setup: &[(String, i64)], place: &Place, own_ids: &[String]) -> Counters {
        self.length(setup.len(), place.clone());
        let mut counters = Counters::default();
        let mut seen: Vec<String> = Vec::new();
        for (name, amount) in setup.iter().take(MAX_ITEMS) {
            let place = place.then(name.as_str());
            self.amount(*amount, 0, place.clone());
            let lower = name.trim().replace('−', "-").to_lowercase();
            if seen.contains(&lower) {
                self.report(place.own_key(), "these counters are given twice".to_owned(), None);
                continue;
            }
            match lower.as_str() {
                "+1/+1" => counters.plus = *amount,
                "-1/-1" => counters.minus = *amount,
                "shield" => counters.shield = *amount,
                "stun" => counters.stun = *amount,
                _ => match keyword_text::of_counter(&lower) {
                    Some(_) if *amount == 0 => {}
                    Some(ability) => counters.keywords.push((ability, *amount)),
                    None => {
                        let help = self.nearest(name, keyword_text::counter_names());
                        let text = format!("unknown counter {}", quoted(name));
                        self.object_to(own_ids, place.own_key(), &text, help);
                    }
                },
            }
            seen.push(lower);
        }
        counters
    }

    fn abilities(
        &mut self,
        setup: &CreatureSetup,
        place: &Place,
        controller: PlayerId,
        own_ids: &[String],
    ) -> Vec<Ability> {
        self.length(setup.abilities.len(), place.clone());
        let texts = setup.abilities.iter().take(MAX_ITEMS).enumerate();
        texts
            .flat_map(|(index, text)| self.ability(text, &setup.name, controller.index(), &place.then(index), own_ids))
            .collect()
    }

    fn colors(&mut self, words: &[String], place: &Place) -> Vec<Color> {
        self.length(words.len(), place.clone());
        let mut colors = Vec::new();
        for (index, word) in words.iter().enumerate().take(MAX_ITEMS) {
            match Color::of_word(word) {
                Some(color) if colors.contains(&color) => {}
                Some(color) => colors.push(color),
                None => {
                    let help = self.nearest(word, Color::ALL.map(Color::word));
                    self.report(place.then(index), format!("unknown color {}", quoted(word)), help);
                }
            }
        }
        colors
    }

    fn goaders(&mut self, names: &[String], place: &Place) -> Vec<PlayerId> {
        self.length(names.len(), place.clone());
        let mut goaders = Vec::new();
        for (index, name) in names.iter().enumerate().take(MAX_ITEMS) {
            match self.player_named(name, place.then(index)) {
                // The same player goading again adds nothing, CR 701.15d.
                Some(player) if !goaders.contains(&player) => goaders.push(player),
                _ => {}
            }
        }
        goaders
    }

    fn must_attack(&mut self, setup: &CreatureSetup, place: &Place, ids: &Ids) -> Option<Target> {
        let id = setup.must_attack.as_ref()?;
        self.target_of_id(id, ids, place.then("must_attack"))
    }

    fn must_block(&mut self, setup: &CreatureSetup, place: &Place, ids: &Ids) -> Vec<CreatureId> {
        let place = place.then("must_block");
        self.length(setup.must_block.len(), place.clone());
        let attackers = setup.must_block.iter().take(MAX_ITEMS).enumerate();
        attackers.filter_map(|(index, id)| self.creature_of_id(id, ids, place.then(index))).collect()
    }

    /// All planeswalkers.
    pub(super) fn planeswalkers(&mut self, setup: &Setup, ids: &Ids) -> Vec<Planeswalker> {
        let mut walkers = Vec::with_capacity(ids.planeswalkers.len());
        for (controller, player) in setup.players.iter().enumerate() {
            let list = Place::top().then("players").then(controller).then("planeswalkers");
            for (index, entry) in player.planeswalkers.iter().enumerate() {
                self.amount(entry.loyalty, 1, list.then(index).then("loyalty"));
                walkers.push(Planeswalker {
                    id: ids.planeswalkers[walkers.len()].clone(),
                    name: entry.name.clone(),
                    controller: PlayerId(u32::try_from(controller).unwrap_or(u32::MAX)),
                    loyalty: entry.loyalty,
                });
            }
        }
        walkers
    }

    /// All battles. Any player may be the protector: of a Siege only an opponent of its controller can be
    /// (CR 310.12), of other battles the controller too, and a position does not tell a battle's type.
    pub(super) fn battles(&mut self, setup: &Setup, ids: &Ids) -> Vec<Battle> {
        let mut battles = Vec::with_capacity(ids.battles.len());
        for (controller, player) in setup.players.iter().enumerate() {
            let list = Place::top().then("players").then(controller).then("battles");
            for (index, entry) in player.battles.iter().enumerate() {
                let place = list.then(index);
                self.amount(entry.defense, 1, place.then("defense"));
                let protector = self.player_named(&entry.protector, place.then("protector"));
                battles.push(Battle {
                    id: ids.battles[battles.len()].clone(),
                    name: entry.name.clone(),
                    controller: PlayerId(u32::try_from(controller).unwrap_or(u32::MAX)),
                    defense: entry.defense,
                    protector: protector.unwrap_or(PlayerId(0)),
                });
            }
        }
        battles
    }
}
