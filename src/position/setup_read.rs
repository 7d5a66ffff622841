//! A setup from the tree of a file.

use super::defect::Findings;
use super::fields::Taker;
use super::limits::{MAX_DAMAGE, MAX_PERMANENTS, MAX_PLAYERS, MAX_ROWS, grouped};
use super::node::{Node, Value};
use super::place::Place;
use super::setup::{AssignmentSetup, BattleSetup, CreatureSetup, PlaneswalkerSetup, PlayerSetup, Setup};
use super::short;

const POSITION_KEYS: [&str; 7] = ["title", "active", "objective", "players", "attacks", "blocks", "damage"];
const PLAYER_KEYS: [&str; 9] =
    ["name", "life", "poison", "commander_damage", "lands", "abilities", "creatures", "planeswalkers", "battles"];
const CREATURE_KEYS: [&str; 18] = [
    "name",
    "id",
    "count",
    "power",
    "toughness",
    "counters",
    "abilities",
    "colors",
    "type_line",
    "mana_value",
    "damage",
    "tapped",
    "summoning_sick",
    "commander",
    "goaded_by",
    "must_attack",
    "must_block",
    "value",
];

/// What the tree says, as far as it can be understood, and what can't.
pub(super) fn setup_of(root: &Node) -> (Setup, Findings) {
    let mut taker = Taker::default();
    root.find_repeated_keys(&Place::top(), &mut taker.findings);
    let setup = taker.position(root).unwrap_or_default();
    (setup, taker.findings)
}

impl Taker {
    fn position(&mut self, root: &Node) -> Option<Setup> {
        let top = Place::top();
        let fields = self.fields(root, top.clone(), &POSITION_KEYS)?;
        if fields.get("players").is_none() {
            self.findings.push(top.then("players"), "this key is missing", None);
        }
        Some(Setup {
            title: self.string(&fields, "title"),
            active: self.string(&fields, "active"),
            objective: self.string(&fields, "objective"),
            players: {
                let (items, place) = self.items(&fields, "players");
                if items.len() > MAX_PLAYERS {
                    let text = format!("there are more than {} players", grouped(MAX_PLAYERS as i64));
                    self.findings.push(place.clone(), text, None);
                }
                let players = items.iter().take(MAX_PLAYERS).enumerate();
                players.map(|(index, item)| self.player(item, place.then(index)).unwrap_or_default()).collect()
            },
            attacks: fields.get("attacks").map(|(node, place)| self.attacks(node, &place)),
            blocks: fields.get("blocks").map(|(node, place)| self.blocks(node, &place)),
            damage: fields.get("damage").map(|_| {
                let (items, place) = self.items(&fields, "damage");
                // What is beyond the limit need not be read; that it is there is reported with the rest.
                let rows = items.iter().take(MAX_ROWS + 1).enumerate();
                rows.map(|(index, item)| self.assignment(item, place.then(index)).unwrap_or_default()).collect()
            }),
        })
    }

    fn attacks(&mut self, node: &Node, place: &Place) -> Vec<(String, String)> {
        let entries = self.entries(node, place).unwrap_or(&[]);
        let attack = |entry: &super::node::Entry| {
            let target = self.string_at(&entry.node, &place.then(entry.key.as_str()))?;
            Some((entry.key.clone(), target))
        };
        entries.iter().filter_map(attack).collect()
    }

    fn blocks(&mut self, node: &Node, place: &Place) -> Vec<(String, Vec<String>)> {
        let entries = self.entries(node, place).unwrap_or(&[]);
        let mut blocks = Vec::new();
        for entry in entries {
            let place = place.then(entry.key.as_str());
            if let Value::List(items) = &entry.node.value {
                blocks.push((entry.key.clone(), self.strings_at(items, &place)));
            } else {
                self.wrong::<()>("a list", &entry.node, &place);
            }
        }
        blocks
    }

    fn assignment(&mut self, node: &Node, place: Place) -> Option<AssignmentSetup> {
        let fields = self.fields(node, place, &["step", "source", "target", "amount"])?;
        Some(AssignmentSetup {
            step: self.needed_string(&fields, "step"),
            source: self.needed_string(&fields, "source"),
            target: self.needed_string(&fields, "target"),
            amount: self.needed_integer_up_to(&fields, "amount", MAX_DAMAGE),
        })
    }

    fn player(&mut self, node: &Node, place: Place) -> Option<PlayerSetup> {
        let fields = self.fields(node, place, &PLAYER_KEYS)?;
        Some(PlayerSetup {
            name: self.needed_string(&fields, "name"),
            life: self.integer(&fields, "life", 20),
            poison: self.integer(&fields, "poison", 0),
            commander_damage: self.amounts(&fields, "commander_damage"),
            lands: self.strings(&fields, "lands"),
            abilities: self.strings(&fields, "abilities"),
            creatures: self.permanents(&fields, "creatures", Taker::creature),
            planeswalkers: self.permanents(&fields, "planeswalkers", Taker::planeswalker),
            battles: self.permanents(&fields, "battles", Taker::battle),
        })
    }

    fn permanents<T: Default>(
        &mut self,
        fields: &super::fields::Fields<'_>,
        key: &str,
        read: fn(&mut Taker, &Node, Place) -> Option<T>,
    ) -> Vec<T> {
        let (items, place) = self.items(fields, key);
        if items.len() > MAX_PERMANENTS {
            let text = format!("there are more than {} of them", grouped(MAX_PERMANENTS as i64));
            self.findings.push(place.clone(), text, None);
        }
        let items = items.iter().take(MAX_PERMANENTS).enumerate();
        items.map(|(index, item)| read(self, item, place.then(index)).unwrap_or_default()).collect()
    }

    fn creature(&mut self, node: &Node, place: Place) -> Option<CreatureSetup> {
        if let Value::String(text) = &node.value {
            return match short::parse(text) {
                Ok(creature) => Some(creature),
                Err(problem) => {
                    self.findings.push(place, problem, Some(SHORT_FORM.to_owned()));
                    None
                }
            };
        }
        if !matches!(node.value, Value::Table(_)) {
            return self.wrong("a table or a short form such as \"Goblin 1/1 haste\"", node, &place);
        }
        let fields = self.fields(node, place, &CREATURE_KEYS)?;
        Some(CreatureSetup {
            name: self.needed_string(&fields, "name"),
            id: self.string(&fields, "id"),
            count: self.integer(&fields, "count", 1),
            power: self.needed_integer(&fields, "power"),
            toughness: self.needed_integer(&fields, "toughness"),
            counters: self.amounts(&fields, "counters"),
            abilities: self.strings(&fields, "abilities"),
            colors: self.strings(&fields, "colors"),
            type_line: self.string(&fields, "type_line").unwrap_or_else(|| "Creature".to_owned()),
            mana_value: self.integer(&fields, "mana_value", 0),
            damage: self.integer(&fields, "damage", 0),
            tapped: self.boolean(&fields, "tapped"),
            summoning_sick: self.boolean(&fields, "summoning_sick"),
            commander: self.boolean(&fields, "commander"),
            goaded_by: self.strings(&fields, "goaded_by"),
            must_attack: self.string(&fields, "must_attack"),
            must_block: self.strings(&fields, "must_block"),
            value: self.integer_if_given(&fields, "value"),
        })
    }

    fn planeswalker(&mut self, node: &Node, place: Place) -> Option<PlaneswalkerSetup> {
        let fields = self.fields(node, place, &["name", "id", "loyalty"])?;
        Some(PlaneswalkerSetup {
            name: self.needed_string(&fields, "name"),
            id: self.string(&fields, "id"),
            loyalty: self.needed_integer(&fields, "loyalty"),
        })
    }

    fn battle(&mut self, node: &Node, place: Place) -> Option<BattleSetup> {
        let fields = self.fields(node, place, &["name", "id", "defense", "protector"])?;
        Some(BattleSetup {
            name: self.needed_string(&fields, "name"),
            id: self.string(&fields, "id"),
            defense: self.needed_integer(&fields, "defense"),
            protector: self.needed_string(&fields, "protector"),
        })
    }
}

/// How the short form goes, as a hint.
pub(super) const SHORT_FORM: &str = "the short form is [N x] [NAME] P/T [ability, ability …]";
