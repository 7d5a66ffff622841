//! What may not change an answer, and what may change it one way only.

use alphastrike::position::{Notation, Position, read};
use alphastrike::rules::{Board, Value};
use alphastrike::search::{Options, open_question, solve};
use serde_json::{Value as Json, json};

use crate::models::{all, recorded};
use crate::support::random::{Random, Shape, position};

/// Small boards with all rules mixed, besides the corpus.
const SEEDS: std::ops::Range<u64> = 1..120;

fn positions() -> Vec<(String, Json)> {
    let solvable = |name: &str| {
        let (tier, key) = name.split_once('/').expect("tier and name");
        recorded(tier)[key].get("value").is_some()
    };
    let corpus = all().into_iter().filter(|model| solvable(&model.name)).map(|model| {
        let text = model.position.to_json().unwrap_or_else(|error| panic!("{}: {error}", model.name));
        (model.name, serde_json::from_str(&text).expect("JSON"))
    });
    let shape = Shape { attackers: 3, blockers: 3, power: 4, links: 30, evasion: 20, triggers: 15, gangs: 10 };
    let random = SEEDS.map(|seed| {
        let text = position(&mut Random::new(seed), &shape);
        (format!("seed {seed}"), serde_json::from_str(&text).expect("JSON"))
    });
    corpus.chain(random).collect()
}

fn parse(name: &str, json: &Json) -> Position {
    let text = json.to_string();
    read(text.as_bytes(), Notation::Json, false).unwrap_or_else(|error| panic!("{name}: {error}\n{text}"))
}

fn value(name: &str, json: &Json) -> Value {
    let position = parse(name, json);
    let board = Board::new(&position, None).unwrap_or_else(|error| panic!("{name}: {error}"));
    match solve(&board, open_question(&position), &Options::default()) {
        Ok(solution) => solution.value,
        Err(error) => panic!("{name}: {error}\n{json}"),
    }
}

/// The creatures of each player, as lists to be changed.
fn creatures(json: &mut Json) -> impl Iterator<Item = &mut Vec<Json>> {
    let players = json["players"].as_array_mut().expect("players");
    players.iter_mut().filter_map(|player| player.get_mut("creatures")?.as_array_mut())
}

#[test]
fn a_useless_creature_changes_nothing() {
    // Where all of a player's creatures must block, one that can't does matter.
    let counts_creatures = |json: &Json| json.to_string().contains("unless all creatures defending player controls");
    for (name, json) in positions().into_iter().filter(|(_, json)| !counts_creatures(json)) {
        let mut crowded = json.clone();
        for (number, list) in creatures(&mut crowded).enumerate() {
            list.push(json!({"name": format!("Sleeper{number}"), "power": 0, "toughness": 1, "tapped": true}));
        }
        assert_ne!(crowded, json, "{name}");
        assert_eq!(value(&name, &crowded), value(&name, &json), "{name}");
    }
}

#[test]
fn the_order_of_creatures_changes_no_value() {
    let mut changed = 0;
    for (name, json) in positions() {
        let mut turned = json.clone();
        for list in creatures(&mut turned) {
            list.reverse();
        }
        changed += usize::from(turned != json);
        assert_eq!(value(&name, &turned), value(&name, &json), "{name}");
    }
    assert!(changed > 100, "only {changed} positions have two different creatures on one side");
}

#[test]
fn equal_creatures_may_swap_places() {
    let mut swaps = 0;
    for (name, json) in positions() {
        for declared in declared(&name, &json) {
            let before = value(&name, &declared);
            for (one, other) in equal_pairs(&declared) {
                let mut swapped = declared.clone();
                for declaration in ["attacks", "blocks"] {
                    if let Some(declared) = swapped.get_mut(declaration) {
                        *declared = renamed(declared, &one, &other);
                    }
                }
                swaps += usize::from(swapped != declared);
                assert_eq!(value(&name, &swapped), before, "{name}: {one} and {other}");
            }
        }
    }
    assert!(swaps >= 10, "only {swaps} declarations distinguish two equal creatures");
}

/// The position with the attack of its answer declared, and with attack and blocks declared.
fn declared(name: &str, json: &Json) -> Vec<Json> {
    let position = parse(name, json);
    let board = Board::new(&position, None).unwrap_or_else(|error| panic!("{name}: {error}"));
    let answer = solve(&board, open_question(&position), &Options::default());
    let line = answer.unwrap_or_else(|error| panic!("{name}: {error}")).line;
    let blocks = [None, Some(line.block)].into_iter();
    let positions = blocks.map(|block| position.with_declarations(Some(line.attack.clone()), block));
    positions.map(|position| serde_json::from_str(&position.to_json().expect("JSON")).expect("JSON")).collect()
}

/// Pairs of one player's creatures that differ in their ids only.
fn equal_pairs(json: &Json) -> Vec<(String, String)> {
    let mut json = json.clone();
    let mut pairs = Vec::new();
    for list in creatures(&mut json) {
        let ids: Vec<String> = list.iter_mut().filter_map(take_id).collect();
        for (index, one) in ids.iter().enumerate() {
            let others = ids.iter().enumerate().skip(index + 1);
            pairs.extend(
                others.filter(|(at, _)| list[*at] == list[index]).map(|(_, other)| (one.clone(), other.clone())),
            );
        }
    }
    pairs
}

/// The creature's id, which is taken off it together with a name that says the same.
fn take_id(creature: &mut Json) -> Option<String> {
    let fields = creature.as_object_mut()?;
    match fields.remove("id") {
        Some(id) => id.as_str().map(str::to_owned),
        None => fields.get("name")?.as_str().map(str::to_owned),
    }
}

/// The declaration with two ids for one another.
fn renamed(declaration: &Json, one: &str, other: &str) -> Json {
    let swap = |id: &str| {
        if id == one {
            other
        } else if id == other {
            one
        } else {
            id
        }
        .to_owned()
    };
    match declaration {
        Json::String(id) => Json::String(swap(id)),
        Json::Array(ids) => ids.iter().map(|id| renamed(id, one, other)).collect(),
        Json::Object(map) => map.iter().map(|(id, to)| (swap(id), renamed(to, one, other))).collect(),
        plain => plain.clone(),
    }
}

#[test]
fn more_life_never_helps_the_attacker_to_win() {
    for (name, json) in positions() {
        let mut json = json;
        json["objective"] = json!("win");
        let active = json.get("active").and_then(Json::as_str).map(str::to_owned);
        let mut last = value(&name, &json);
        for more in [1, 2, 4] {
            for (number, player) in json["players"].as_array_mut().expect("players").iter_mut().enumerate() {
                let is_active = active.as_deref().map_or(number == 0, |active| player["name"] == active);
                if !is_active {
                    let life = player.get("life").and_then(Json::as_i64).unwrap_or(20);
                    player["life"] = json!(life + more);
                }
            }
            let value = value(&name, &json);
            assert!(value <= last, "{name}: with {more} more life {value:?} after {last:?}");
            last = value;
        }
    }
}
