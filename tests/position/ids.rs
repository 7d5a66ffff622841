//! Ids: names, numbers behind them, and clashes.

use super::{json, lines};

/// The ids of all permanents, or the defects.
fn ids(players: &str) -> Vec<String> {
    match json(&format!(r#"{{"players": [{players}]}}"#)) {
        Ok(position) => {
            let creatures = position.creatures().iter().map(|creature| creature.id.clone());
            let walkers = position.planeswalkers().iter().map(|walker| walker.id.clone());
            creatures.chain(walkers).chain(position.battles().iter().map(|battle| battle.id.clone())).collect()
        }
        error => lines(error),
    }
}

const CLASH: &str = "(ids must differ, also from players' names; set another \"id\")";

#[test]
fn a_single_name_is_the_id() {
    assert_eq!(ids(r#"{"name": "a", "creatures": ["X 1/1"]}, {"name": "b", "creatures": ["Y 1/1"]}"#), ["X", "Y"]);
}

#[test]
fn a_shared_name_is_numbered_over_both_sides_and_all_kinds() {
    let players = r#"
        {"name": "a", "creatures": ["X 1/1", "2 x X 2/2"], "planeswalkers": [{"name": "X", "loyalty": 1}]},
        {"name": "b", "creatures": ["Y 1/1", "X 1/1"], "battles": [{"name": "X", "defense": 1, "protector": "a"}]}"#;
    assert_eq!(ids(players), ["X#1", "X#2", "X#3", "Y", "X#5", "X#4", "X#6"]);
}

#[test]
fn a_written_id_counts_apart_from_the_names() {
    let creature = |id: &str, count: i64| {
        format!(r#"{{"name": "X", "id": "{id}", "count": {count}, "power": 1, "toughness": 1}}"#)
    };
    let players = format!(r#"{{"name": "a", "creatures": [{}, "X 1/1"]}}, {{"name": "b"}}"#, creature("Boss", 1));
    assert_eq!(ids(&players), ["Boss", "X"]);
    let players = format!(r#"{{"name": "a", "creatures": [{}, "2 x X 1/1"]}}, {{"name": "b"}}"#, creature("T", 2));
    assert_eq!(ids(&players), ["T#1", "T#2", "X#1", "X#2"]);
}

#[test]
fn clashes_are_errors() {
    let with_id = r#"{"name": "X", "id": "I", "power": 1, "toughness": 1}"#;
    let twice = format!(r#"{{"name": "a", "creatures": [{with_id}]}}, {{"name": "b", "creatures": [{with_id}]}}"#);
    assert_eq!(
        ids(&twice),
        [format!("players[1].creatures[0].id: the id \"I\" is already that of players[0].creatures[0] {CLASH}")]
    );

    let generated = r#"{"name": "a", "creatures": [{"name": "Y", "id": "X#2", "power": 1, "toughness": 1}, "2 x X 1/1"]},
        {"name": "b"}"#;
    assert_eq!(
        ids(generated),
        [format!("players[0].creatures[1]: the id \"X#2\" is already that of players[0].creatures[0] {CLASH}")]
    );

    let name_like_generated = r#"{"name": "a", "creatures": ["2 x X 1/1", "X#1 1/1"]}, {"name": "b"}"#;
    assert_eq!(
        ids(name_like_generated),
        [format!("players[0].creatures[1]: the id \"X#1\" is already that of players[0].creatures[0] {CLASH}")]
    );

    let like_a_player = r#"{"name": "a", "creatures": ["2 x b 1/1"]}, {"name": "b"}"#;
    assert_eq!(ids(like_a_player), ["players[0].creatures[0]: \"b\" is the name of a player"]);

    let id_like_a_player =
        r#"{"name": "a", "creatures": [{"name": "Y", "id": "b", "power": 1, "toughness": 1}]}, {"name": "b"}"#;
    assert_eq!(
        ids(id_like_a_player),
        [format!("players[0].creatures[0].id: the id \"b\" is already that of players[1] {CLASH}")]
    );

    let same_players = r#"{"name": "a"}, {"name": "a"}"#;
    assert_eq!(ids(same_players), ["players[1].name: there is already a player called \"a\""]);
}

#[test]
fn names_differ_by_case() {
    assert_eq!(ids(r#"{"name": "a", "creatures": ["x 1/1", "X 1/1", "A 1/1"]}, {"name": "b"}"#), ["x", "X", "A"]);
}

#[test]
fn fifty_thousand_permanents_are_the_limit() {
    let groups = |count: usize| vec![r#""10000 x G 1/1""#; count].join(", ");
    let players = format!(r#"{{"name": "a", "creatures": [{}]}}, {{"name": "b"}}"#, groups(5));
    let all = ids(&players);
    assert_eq!(
        (all.len(), all.first().map(String::as_str), all.last().map(String::as_str)),
        (50_000, Some("G#1"), Some("G#50000"))
    );
    let players = format!(r#"{{"name": "a", "creatures": [{}, "1/1"]}}, {{"name": "b"}}"#, groups(5));
    assert_eq!(ids(&players), ["players: there are more than 50,000 creatures, planeswalkers and battles"]);
}
