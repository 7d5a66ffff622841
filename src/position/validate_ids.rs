//! Ids: what each object on the table is called.

use std::collections::HashMap;

use super::defect::quoted;
use super::id::{BattleId, CreatureId, PlaneswalkerId, PlayerId, Recipient, Target};
use super::limits::{MAX_COUNT, MAX_PERMANENTS, grouped};
use super::place::Place;
use super::setup::Setup;
use super::validate::Validator;

/// The ids of all objects.
#[derive(Debug, Default)]
pub(super) struct Ids {
    objects: HashMap<String, Recipient>,
    /// Ids of the creatures, planeswalkers and battles, in file order.
    pub(super) creatures: Vec<String>,
    pub(super) planeswalkers: Vec<String>,
    pub(super) battles: Vec<String>,
    /// All ids in the order of the file, players first.
    all: Vec<String>,
}

/// One entry of a list of permanents.
struct Permanents<'a> {
    name: &'a str,
    id: Option<&'a str>,
    count: i64,
    place: Place,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    Creature,
    Planeswalker,
    Battle,
}

impl Validator {
    /// Gives each permanent its id; `None` where there are too many.
    pub(super) fn ids(&mut self, setup: &Setup) -> Option<Ids> {
        let permanents = list(setup);
        let mut total = 0_usize;
        for entry in &permanents {
            if matches!(entry.kind, Kind::Creature) && !(1..=MAX_COUNT).contains(&entry.count) {
                let most = grouped(MAX_COUNT);
                let text = format!("expected a whole number from 1 to {most}, found {}", grouped(entry.count));
                self.report(entry.place.then("count"), text, None);
            }
            total = total.saturating_add(copies(entry));
        }
        if total > MAX_PERMANENTS {
            let most = grouped(MAX_PERMANENTS as i64);
            let text = format!("there are more than {most} creatures, planeswalkers and battles");
            self.report(Place::top().then("players"), text, None);
            return None;
        }
        let mut sharing: HashMap<&str, usize> = HashMap::new();
        for entry in permanents.iter().filter(|entry| entry.id.is_none()) {
            *sharing.entry(entry.name).or_default() += copies(entry);
        }
        let mut ids = Ids::default();
        let mut taken: HashMap<String, Place> = HashMap::new();
        for (index, name) in self.names.iter().enumerate() {
            let id = PlayerId(u32::try_from(index).unwrap_or(u32::MAX));
            ids.objects.entry(name.clone()).or_insert(Recipient::Target(Target::Player(id)));
            ids.all.push(name.clone());
            taken.entry(name.clone()).or_insert_with(|| Place::top().then("players").then(index));
        }
        let mut numbered: HashMap<&str, usize> = HashMap::new();
        for entry in &permanents {
            self.check_names(entry);
            let base = entry.id.unwrap_or(entry.name);
            let mut clash: Option<(String, Place)> = None;
            for copy in 1..=copies(entry) {
                let id = match entry.id {
                    Some(id) if entry.count == 1 => id.to_owned(),
                    Some(id) => format!("{id}#{copy}"),
                    None if sharing.get(entry.name).copied().unwrap_or(0) <= 1 => base.to_owned(),
                    None => {
                        let number = numbered.entry(entry.name).or_default();
                        *number += 1;
                        format!("{base}#{number}")
                    }
                };
                if let Some(other) = taken.get(&id) {
                    clash.get_or_insert_with(|| (id.clone(), other.clone()));
                } else {
                    taken.insert(id.clone(), entry.place.clone());
                }
                ids.add(id, entry.kind);
            }
            if let Some((id, other)) = clash {
                let place = entry.place.then(if entry.id.is_some() { "id" } else { "name" });
                // A name like a player's has been reported already.
                if entry.id.is_some() || !self.names.iter().any(|name| name == entry.name) {
                    let help = Some("ids must differ, also from players' names; set another \"id\"".to_owned());
                    self.report(place, format!("the id {} is already that of {other}", quoted(&id)), help);
                }
            }
        }
        Some(ids)
    }

    fn check_names(&mut self, entry: &Permanents<'_>) {
        let place = entry.place.then("name");
        self.name(entry.name, place.clone());
        if let Some(id) = entry.id {
            self.name(id, entry.place.then("id"));
        }
        if self.names.iter().any(|name| name == entry.name) {
            self.report(place, format!("{} is the name of a player", quoted(entry.name)), None);
        }
    }

    /// The object of this id, which must exist.
    pub(super) fn object(&mut self, id: &str, ids: &Ids, place: Place) -> Option<Recipient> {
        let found = ids.get(id);
        if found.is_none() && self.ids_are_sure {
            let help = self.nearest(id, ids.all.iter().map(String::as_str));
            self.report(place, format!("there is nothing with the id {}", quoted(id)), help);
        }
        found
    }

    /// The creature of this id, which must exist.
    pub(super) fn creature_of_id(&mut self, id: &str, ids: &Ids, place: Place) -> Option<CreatureId> {
        match ids.get(id) {
            Some(Recipient::Creature(creature)) => Some(creature),
            Some(Recipient::Target(target)) => {
                self.report(place, format!("{} is {}, not a creature", quoted(id), kind_of(target)), None);
                None
            }
            None => {
                if self.ids_are_sure {
                    let help = self.nearest(id, ids.creatures.iter().map(String::as_str));
                    self.report(place, format!("there is no creature with the id {}", quoted(id)), help);
                }
                None
            }
        }
    }

    /// What can be attacked and has this id (CR 508.1b).
    pub(super) fn target_of_id(&mut self, id: &str, ids: &Ids, place: Place) -> Option<Target> {
        match ids.get(id) {
            Some(Recipient::Target(target)) => Some(target),
            Some(Recipient::Creature(_)) => {
                let help = Some("players, planeswalkers and battles can be attacked, CR 508.1b".to_owned());
                self.report(place, format!("{} is a creature", quoted(id)), help);
                None
            }
            None => {
                if self.ids_are_sure {
                    let attackable = self.names.iter().chain(&ids.planeswalkers).chain(&ids.battles);
                    let help = self.nearest(id, attackable.map(String::as_str));
                    let text = format!("there is no player, planeswalker or battle with the id {}", quoted(id));
                    self.report(place, text, help);
                }
                None
            }
        }
    }
}

impl Ids {
    /// The object of this id, if there is one.
    pub(super) fn get(&self, id: &str) -> Option<Recipient> {
        self.objects.get(id).copied()
    }

    fn add(&mut self, id: String, kind: Kind) {
        let next = |list: &Vec<String>| u32::try_from(list.len()).unwrap_or(u32::MAX);
        let object = match kind {
            Kind::Creature => Recipient::Creature(CreatureId(next(&self.creatures))),
            Kind::Planeswalker => Recipient::Target(Target::Planeswalker(PlaneswalkerId(next(&self.planeswalkers)))),
            Kind::Battle => Recipient::Target(Target::Battle(BattleId(next(&self.battles)))),
        };
        self.all.push(id.clone());
        self.objects.entry(id.clone()).or_insert(object);
        match kind {
            Kind::Creature => self.creatures.push(id),
            Kind::Planeswalker => self.planeswalkers.push(id),
            Kind::Battle => self.battles.push(id),
        }
    }
}

fn kind_of(target: Target) -> &'static str {
    match target {
        Target::Player(_) => "a player",
        Target::Planeswalker(_) => "a planeswalker",
        Target::Battle(_) => "a battle",
    }
}

/// How many permanents an entry stands for; at least one, so that later places stay right.
fn copies(entry: &Permanents<'_>) -> usize {
    usize::try_from(entry.count.clamp(1, MAX_COUNT)).unwrap_or(1)
}

/// All entries in file order.
fn list(setup: &Setup) -> Vec<Permanents<'_>> {
    let mut all = Vec::new();
    for (index, player) in setup.players.iter().enumerate() {
        let place = Place::top().then("players").then(index);
        for (index, creature) in player.creatures.iter().enumerate() {
            let (name, id, count) = (creature.name.as_str(), creature.id.as_deref(), creature.count);
            all.push(Permanents { name, id, count, place: place.then("creatures").then(index), kind: Kind::Creature });
        }
        for (index, walker) in player.planeswalkers.iter().enumerate() {
            let (name, id) = (walker.name.as_str(), walker.id.as_deref());
            let place = place.then("planeswalkers").then(index);
            all.push(Permanents { name, id, count: 1, place, kind: Kind::Planeswalker });
        }
        for (index, battle) in player.battles.iter().enumerate() {
            let (name, id) = (battle.name.as_str(), battle.id.as_deref());
            let place = place.then("battles").then(index);
            all.push(Permanents { name, id, count: 1, place, kind: Kind::Battle });
        }
    }
    all
}
