//! Positions written in a line or two.

use serde_json::{Map, Value, json};

/// A declared combat of `you` against `opp`, built up field by field.
#[derive(Clone)]
pub struct Scene {
    position: Value,
}

impl Scene {
    /// Creatures in short form; each of `mine` attacks `opp`.
    pub fn new(mine: &[&str], theirs: &[&str]) -> Scene {
        let creature = |short: &&str| {
            let (short, damage) = short.split_once(" marked ").unwrap_or((short, "0"));
            let (name, rest) = short.split_once(' ').unwrap_or((short, "0/1"));
            let (numbers, abilities) = rest.split_once(' ').unwrap_or((rest, ""));
            let (power, toughness) = numbers.split_once('/').unwrap_or((numbers, "1"));
            let number = |text: &str| json!(text.parse::<i64>().unwrap_or_else(|_| panic!("{short}")));
            let abilities: Vec<&str> = abilities.split(", ").filter(|ability| !ability.is_empty()).collect();
            json!({
                "name": name,
                "power": number(power),
                "toughness": number(toughness),
                "damage": number(damage),
                "abilities": abilities,
            })
        };
        let mine: Vec<Value> = mine.iter().map(creature).collect();
        let theirs: Vec<Value> = theirs.iter().map(creature).collect();
        let attacks: Map<String, Value> =
            mine.iter().filter_map(|it| Some((it["name"].as_str()?.to_owned(), json!("opp")))).collect();
        let position = json!({
            "objective": "face",
            "players": [{ "name": "you", "creatures": mine }, { "name": "opp", "creatures": theirs }],
            "attacks": attacks,
            "blocks": {},
        });
        Scene { position }
    }

    pub fn objective(mut self, objective: &str) -> Scene {
        self.position["objective"] = json!(objective);
        self
    }

    pub fn life(mut self, life: i64) -> Scene {
        self.position["players"][1]["life"] = json!(life);
        self
    }

    /// A field of the opponent.
    pub fn opponent(mut self, field: &str, value: Value) -> Scene {
        self.position["players"][1][field] = value;
        self
    }

    /// A field of a creature.
    pub fn with(mut self, name: &str, field: &str, value: Value) -> Scene {
        for player in self.position["players"].as_array_mut().into_iter().flatten() {
            for creature in player["creatures"].as_array_mut().into_iter().flatten() {
                if creature["name"] == name {
                    creature[field] = value.clone();
                }
            }
        }
        self
    }

    /// The opponent's planeswalker W.
    pub fn loyalty(self, loyalty: i64) -> Scene {
        self.opponent("planeswalkers", json!([{ "name": "W", "loyalty": loyalty }]))
    }

    /// A battle B that the opponent protects.
    pub fn defense(mut self, defense: i64) -> Scene {
        self.position["players"][0]["battles"] = json!([{ "name": "B", "defense": defense, "protector": "opp" }]);
        self
    }

    /// These attack something else.
    pub fn at(mut self, target: &str, attackers: &[&str]) -> Scene {
        for attacker in attackers {
            self.position["attacks"][attacker] = json!(target);
        }
        self
    }

    pub fn block(mut self, blocker: &str, attackers: &[&str]) -> Scene {
        self.position["blocks"][blocker] = json!(attackers);
        self
    }

    pub fn text(&self) -> String {
        self.position.to_string()
    }
}
