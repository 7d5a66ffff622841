//! Positions with one thing wrong, or several: each message names the place.

use serde_json::{Value, json};

use super::{refusal, say};

/// A position with every field filled in.
fn full() -> Value {
    json!({
        "title": "T", "active": "you", "objective": "damage",
        "players": [
            {"name": "you", "life": 20, "poison": 0, "commander_damage": {"Kin": 3}, "lands": ["Island"], "abilities": [],
             "creatures": [
                {"name": "Bear", "id": "B", "count": 1, "power": 2, "toughness": 2, "counters": {"+1/+1": 1},
                 "abilities": ["trample"], "colors": ["green"], "type_line": "Creature — Bear", "mana_value": 2,
                 "damage": 0, "tapped": false, "summoning_sick": false, "commander": false, "goaded_by": ["opp"],
                 "must_attack": "opp", "must_block": [], "value": 4}],
             "planeswalkers": [], "battles": [{"name": "Siege", "id": "S", "defense": 5, "protector": "opp"}]},
            {"name": "opp", "life": 9, "creatures": ["Wall 0/4"],
             "planeswalkers": [{"name": "Jace", "id": "J", "loyalty": 3}]}],
        "attacks": {"B": "opp"}, "blocks": {"Wall": ["B"]}
    })
}

/// The position with the value at a JSON pointer replaced.
fn with(pointer: &str, value: Value) -> String {
    let mut position = full();
    *position.pointer_mut(pointer).unwrap_or_else(|| panic!("no {pointer}")) = value;
    position.to_string()
}

/// `players[0].name` for `/players/0/name`.
fn path(pointer: &str) -> String {
    let mut out = String::new();
    for step in pointer.split('/').skip(1) {
        match step.parse::<usize>() {
            Ok(index) => out.push_str(&format!("[{index}]")),
            Err(_) if out.is_empty() => out.push_str(step),
            Err(_) => out.push_str(&format!(".{step}")),
        }
    }
    out
}

#[test]
fn the_position_that_is_broken_here_is_whole() {
    let said = say(&["check", "-"], full().to_string());
    assert_eq!(said.status, Some(0), "{}", said.stderr);
}

const TEXTS: [&str; 12] = [
    "/title",
    "/active",
    "/objective",
    "/players/0/name",
    "/players/0/creatures/0/name",
    "/players/0/creatures/0/id",
    "/players/0/creatures/0/type_line",
    "/players/0/creatures/0/must_attack",
    "/players/0/battles/0/name",
    "/players/0/battles/0/protector",
    "/players/1/planeswalkers/0/name",
    "/players/1/planeswalkers/0/id",
];
const NUMBERS: [&str; 11] = [
    "/players/0/life",
    "/players/0/poison",
    "/players/0/commander_damage/Kin",
    "/players/0/creatures/0/count",
    "/players/0/creatures/0/power",
    "/players/0/creatures/0/toughness",
    "/players/0/creatures/0/mana_value",
    "/players/0/creatures/0/damage",
    "/players/0/creatures/0/value",
    "/players/0/battles/0/defense",
    "/players/1/planeswalkers/0/loyalty",
];
const FLAGS: [&str; 3] =
    ["/players/0/creatures/0/tapped", "/players/0/creatures/0/summoning_sick", "/players/0/creatures/0/commander"];
const LISTS: [&str; 9] = [
    "/players",
    "/players/0/lands",
    "/players/0/abilities",
    "/players/0/creatures",
    "/players/0/creatures/0/abilities",
    "/players/0/creatures/0/colors",
    "/players/0/creatures/0/goaded_by",
    "/players/0/creatures/0/must_block",
    "/players/0/battles",
];
const TABLES: [&str; 4] = ["/players/0/commander_damage", "/players/0/creatures/0/counters", "/attacks", "/blocks"];

#[test]
fn values_of_the_wrong_type_are_refused_with_their_path() {
    let kinds: [(&[&str], &[Value]); 5] = [
        (&TEXTS, &[json!(1), json!(true), json!(null), json!([]), json!({})]),
        (&NUMBERS, &[json!("1"), json!(true), json!(null), json!([]), json!(1.5), json!(1e300)]),
        (&FLAGS, &[json!(1), json!("true"), json!(null), json!([])]),
        (&LISTS, &[json!(1), json!("a"), json!(null), json!({"a": 1})]),
        (&TABLES, &[json!(1), json!("a"), json!(null), json!([])]),
    ];
    for (pointers, values) in kinds {
        for pointer in pointers {
            for value in values {
                let message = refusal(&["check", "-"], with(pointer, value.clone()));
                assert!(message.contains(&path(pointer)), "{pointer} = {value}: {message}");
            }
        }
    }
}

#[test]
fn numbers_beyond_all_limits_are_refused_with_their_path() {
    for pointer in NUMBERS {
        for value in [json!(1_000_001), json!(-1_000_001), json!(i64::MAX), json!(i64::MIN), json!(u64::MAX)] {
            let message = refusal(&["check", "-"], with(pointer, value.clone()));
            let place = path(pointer);
            assert!(message.contains(&place), "{pointer} = {value}: {message}");
        }
    }
}

#[test]
fn names_that_mean_nothing_are_refused_with_their_path() {
    let cases = [
        ("/active", json!("nobody"), "active"),
        ("/objective", json!("win,"), "objective"),
        ("/players/0/name", json!(""), "players[0].name"),
        ("/players/0/name", json!("opp"), "opp"),
        ("/players/0/lands", json!(["Island", "Desert"]), "players[0].lands[1]"),
        ("/players/0/abilities", json!(["flying"]), "players[0].abilities[0]"),
        ("/players/0/creatures/0/name", json!(""), "players[0].creatures[0].name"),
        ("/players/0/creatures/0/id", json!("opp"), "opp"),
        ("/players/0/creatures/0/id", json!("Wall"), "Wall"),
        ("/players/0/creatures/0/abilities", json!(["trample", "flyng"]), "players[0].creatures[0].abilities[1]"),
        ("/players/0/creatures/0/colors", json!(["grene"]), "players[0].creatures[0].colors[0]"),
        ("/players/0/creatures/0/counters", json!({"loyalty": 1}), "loyalty"),
        ("/players/0/creatures/0/counters", json!({"-1/-1": 5}), "players[0].creatures[0]"),
        ("/players/0/creatures/0/goaded_by", json!(["nobody"]), "players[0].creatures[0].goaded_by[0]"),
        ("/players/0/creatures/0/must_attack", json!("nobody"), "players[0].creatures[0].must_attack"),
        ("/players/0/creatures/0/must_block", json!(["nobody"]), "players[0].creatures[0].must_block[0]"),
        ("/players/0/creatures/0/damage", json!(3), "players[0].creatures[0]"),
        ("/players/0/battles/0/protector", json!("nobody"), "players[0].battles[0].protector"),
        ("/players/0/creatures/0", json!("Bear"), "players[0].creatures[0]"),
        ("/players/0/creatures/0", json!("Bear 2/"), "players[0].creatures[0]"),
        ("/players/0/creatures/0", json!("0 x Bear 2/2"), "players[0].creatures[0]"),
        ("/players/0/creatures/0", json!("Bear 99999999999/2"), "players[0].creatures[0]"),
        ("/players/0/creatures/0", json!("Bear 2/2 flyng"), "players[0].creatures[0]"),
        ("/players/0/creatures/0", json!({"name": "B", "power": 1}), "toughness"),
        ("/players/0/creatures/0", json!({"name": "B", "power": 1, "toughness": 1, "flying": true}), "flying"),
        ("/attacks", json!({"nobody": "opp"}), "attacks"),
        ("/attacks", json!({"B": "nobody"}), "attacks"),
        ("/blocks", json!({"nobody": ["B"]}), "blocks"),
        ("/blocks", json!({"Wall": ["nobody"]}), "blocks"),
    ];
    for (pointer, value, place) in cases {
        let message = refusal(&["check", "-"], with(pointer, value.clone()));
        assert!(message.contains(place), "{pointer} = {value}: {message}");
    }
}

#[test]
fn a_key_given_twice_is_refused() {
    let twice = full().to_string().replacen("\"active\":", "\"active\":\"you\",\"active\":", 1);
    assert!(refusal(&["check", "-"], twice).contains("active"));
    assert!(refusal(&["check", "-"], "active = \"a\"\nactive = \"a\"\n").contains("2:"));
}

#[test]
fn all_defects_are_told_at_once() {
    let mut position = full();
    position["players"][0]["creatures"][0]["abilities"] = json!(["flyng", "trampel"]);
    position["players"][0]["creatures"][0]["power"] = json!("two");
    position["players"][1]["planeswalkers"][0]["loyalty"] = json!(0);
    position["zzz"] = json!(1);
    let message = refusal(&["attack", "-"], position.to_string());
    for part in ["abilities[0]", "\"flying\"", "abilities[1]", "\"trample\"", "creatures[0].power", "loyalty", "zzz"] {
        assert!(message.contains(part), "{part} is not in {message}");
    }
}

#[test]
fn a_lenient_reader_warns_instead() {
    let odd = with("/players/0/creatures/0/abilities", json!(["trample", "ponders"]));
    let said = say(&["check", "-", "--lenient"], odd.as_str());
    assert_eq!((said.status, said.stderr.as_str()), (Some(0), ""));
    assert!(said.stdout.contains("warning: B: "), "{}", said.stdout);
    let said = say(&["check", "-", "--lenient", "--json"], odd);
    let answer: Value = serde_json::from_str(&said.stdout).unwrap();
    assert_eq!(answer["warnings"][0]["id"], "B");
}
