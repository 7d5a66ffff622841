//! Writing a position so that reading it gives the same one: ids written out, defaults left out.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::ability::{Ability, Color, LandType, Quality};
use super::battlefield::{Battle, Counters, Creature, Planeswalker, Player, Position};
use super::id::PlayerId;

/// Why a position can't be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the position can't be written: {0}")]
pub struct WriteError(String);

impl Position {
    /// The position as TOML. Warnings are left out.
    ///
    /// # Errors
    /// The toml crate refuses; no position is known for which it does.
    pub fn to_toml(&self) -> Result<String, WriteError> {
        toml::to_string(&PositionFile::of(self)).map_err(|error| WriteError(error.to_string()))
    }

    /// The position as JSON. Warnings are left out.
    ///
    /// # Errors
    /// The serde_json crate refuses; no position is known for which it does.
    pub fn to_json(&self) -> Result<String, WriteError> {
        let text = serde_json::to_string_pretty(&PositionFile::of(self));
        text.map(|text| text + "\n").map_err(|error| WriteError(error.to_string()))
    }
}

/// A table in the order of the pairs.
#[derive(Debug)]
struct Table<'a, T>(Vec<(&'a str, T)>);

impl<T> Table<'_, T> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<T: Serialize> Serialize for Table<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

fn is_zero(number: &i64) -> bool {
    *number == 0
}

fn is_false(truth: &bool) -> bool {
    !truth
}

fn is_plain(type_line: &&str) -> bool {
    *type_line == "Creature"
}

/// In TOML what is no table comes first.
#[derive(Serialize)]
struct PositionFile<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    active: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    objective: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    damage: Option<Vec<AssignmentFile<'a>>>,
    players: Vec<PlayerFile<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attacks: Option<Table<'a, &'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    blocks: Option<Table<'a, Vec<&'a str>>>,
}

#[derive(Serialize)]
struct AssignmentFile<'a> {
    step: &'static str,
    source: &'a str,
    target: &'a str,
    amount: i64,
}

#[derive(Serialize)]
struct PlayerFile<'a> {
    name: &'a str,
    life: i64,
    #[serde(skip_serializing_if = "is_zero")]
    poison: i64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    lands: Vec<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    abilities: Vec<String>,
    #[serde(skip_serializing_if = "Table::is_empty")]
    commander_damage: Table<'a, i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    creatures: Vec<CreatureFile<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    planeswalkers: Vec<PlaneswalkerFile<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    battles: Vec<BattleFile<'a>>,
}

#[derive(Serialize)]
struct CreatureFile<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    power: i64,
    toughness: i64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    abilities: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    colors: Vec<&'static str>,
    #[serde(skip_serializing_if = "is_plain")]
    type_line: &'a str,
    #[serde(skip_serializing_if = "is_zero")]
    mana_value: i64,
    #[serde(skip_serializing_if = "is_zero")]
    damage: i64,
    #[serde(skip_serializing_if = "is_false")]
    tapped: bool,
    #[serde(skip_serializing_if = "is_false")]
    summoning_sick: bool,
    #[serde(skip_serializing_if = "is_false")]
    commander: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    goaded_by: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    must_attack: Option<&'a str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    must_block: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<i64>,
    #[serde(skip_serializing_if = "CountersFile::is_empty")]
    counters: CountersFile,
}

#[derive(Serialize)]
struct PlaneswalkerFile<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    loyalty: i64,
}

#[derive(Serialize)]
struct BattleFile<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    defense: i64,
    protector: &'a str,
}

/// Counters by name.
struct CountersFile(Vec<(String, i64)>);

impl CountersFile {
    fn of(counters: &Counters) -> CountersFile {
        let plain =
            [("+1/+1", counters.plus), ("-1/-1", counters.minus), ("shield", counters.shield), ("stun", counters.stun)];
        let plain = plain.into_iter().filter(|(_, count)| *count != 0).map(|(name, count)| (name.to_owned(), count));
        let keywords = counters.keywords.iter().map(|(ability, count)| (ability.to_string(), *count));
        CountersFile(plain.chain(keywords).collect())
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Serialize for CountersFile {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Table(self.0.iter().map(|(name, count)| (name.as_str(), *count)).collect()).serialize(serializer)
    }
}

impl<'a> PositionFile<'a> {
    fn of(position: &'a Position) -> PositionFile<'a> {
        let creature_id = |id| position.creature(id).id.as_str();
        PositionFile {
            title: position.title(),
            active: &position.player(position.active()).name,
            objective: position.objective().map(ToString::to_string),
            damage: position.damage().map(|rows| {
                let row = |row: &super::Assignment| AssignmentFile {
                    step: row.step.name(),
                    source: creature_id(row.source),
                    target: position.recipient_id(row.recipient),
                    amount: row.amount,
                };
                rows.iter().map(row).collect()
            }),
            players: position.player_ids().map(|id| PlayerFile::of(position, id)).collect(),
            attacks: position.attacks().map(|attack| {
                Table(attack.0.iter().map(|(id, target)| (creature_id(*id), position.target_id(*target))).collect())
            }),
            blocks: position.blocks().map(|block| {
                let attackers = |list: &[super::CreatureId]| list.iter().map(|id| creature_id(*id)).collect();
                Table(block.0.iter().map(|(id, list)| (creature_id(*id), attackers(list))).collect())
            }),
        }
    }
}

impl<'a> PlayerFile<'a> {
    fn of(position: &'a Position, id: PlayerId) -> PlayerFile<'a> {
        let player: &Player = position.player(id);
        let protection = |quality: &Quality| Ability::Protection(quality.clone()).to_string();
        let walkers = position.planeswalkers().iter().filter(|walker| walker.controller == id);
        let battles = position.battles().iter().filter(|battle| battle.controller == id);
        PlayerFile {
            name: &player.name,
            life: player.life,
            poison: player.poison,
            lands: player.lands.iter().map(|land: &LandType| land.word()).collect(),
            abilities: player.protection.iter().map(protection).collect(),
            commander_damage: Table(player.commander_damage.iter().map(|(id, dealt)| (id.as_str(), *dealt)).collect()),
            creatures: position.creatures_of(id).map(|id| creature(position, position.creature(id))).collect(),
            planeswalkers: walkers
                .map(|walker: &Planeswalker| PlaneswalkerFile {
                    name: &walker.name,
                    id: written_id(&walker.id, &walker.name),
                    loyalty: walker.loyalty,
                })
                .collect(),
            battles: battles
                .map(|battle: &Battle| BattleFile {
                    name: &battle.name,
                    id: written_id(&battle.id, &battle.name),
                    defense: battle.defense,
                    protector: &position.player(battle.protector).name,
                })
                .collect(),
        }
    }
}

fn creature<'a>(position: &'a Position, creature: &'a Creature) -> CreatureFile<'a> {
    CreatureFile {
        name: &creature.name,
        id: written_id(&creature.id, &creature.name),
        power: creature.power,
        toughness: creature.toughness,
        abilities: creature.abilities.iter().map(Ability::to_string).collect(),
        colors: creature.colors.iter().map(|color: &Color| color.word()).collect(),
        type_line: &creature.type_line,
        mana_value: creature.mana_value,
        damage: creature.damage,
        tapped: creature.tapped,
        summoning_sick: creature.summoning_sick,
        commander: creature.commander,
        goaded_by: creature.goaded_by.iter().map(|player| position.player(*player).name.as_str()).collect(),
        must_attack: creature.must_attack.map(|target| position.target_id(target)),
        must_block: creature.must_block.iter().map(|id| position.creature(*id).id.as_str()).collect(),
        value: creature.stated_value,
        counters: CountersFile::of(&creature.counters),
    }
}

/// The id, unless the name alone gives it.
fn written_id<'a>(id: &'a str, name: &str) -> Option<&'a str> {
    (id != name).then_some(id)
}
