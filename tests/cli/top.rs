//! The best of several.

use serde_json::json;

use super::{answer, refusal, say};

/// One of two Elves, or both, and a Wall that stops one.
const ELVES: &str = r#"{"objective": "face", "players": [
    {"name": "you", "creatures": ["Ogre 3/3", "2 x Elf 1/1"]},
    {"name": "opp", "creatures": ["Wall 0/4"]}
]}"#;

#[test]
fn the_best_attacks_come_with_values_and_replies() {
    let answer = answer(&["attack", "-", "--json", "--top", "4"], ELVES);
    assert_eq!(answer["value"], json!([2]));
    let top = answer["top"].as_array().unwrap();
    let summary: Vec<_> =
        top.iter().map(|row| (row["value"][0].clone(), row["attacks"].as_object().unwrap().len())).collect();
    assert_eq!(summary, [(json!(2), 3), (json!(1), 2), (json!(1), 2), (json!(0), 0)]);
    assert_eq!(top[0]["attacks"], json!({"Ogre": "opp", "Elf#1": "opp", "Elf#2": "opp"}));
    assert_eq!(top[0]["blocks"], json!({"Wall": ["Ogre"]}));
    assert_eq!(answer["optimal_count"], json!(1));
}

#[test]
fn the_best_blocks_too() {
    let declared = ELVES.replace("\"players\"", r#""attacks": {"Elf#1": "opp", "Elf#2": "opp"}, "players""#);
    let answer = answer(&["solve", "-", "--json", "--top", "3"], &declared);
    // Either Elf may be blocked, which counts twice and is listed once.
    assert_eq!(answer["optimal_count"], json!(2));
    let attacks = json!({"Elf#1": "opp", "Elf#2": "opp"});
    assert_eq!(
        answer["top"],
        json!([{"value": [1], "attacks": attacks, "blocks": {"Wall": ["Elf#1"]}},
               {"value": [2], "attacks": attacks, "blocks": {}}])
    );
}

#[test]
fn the_text_has_one_line_for_each() {
    let said = say(&["attack", "-", "--top", "2"], ELVES);
    assert_eq!(said.status, Some(0), "{}", said.stderr);
    for line in [
        "  best attacks; 1 attack reaches the best value\n",
        "  1  face 2  Attack opp with Ogre, Elf#1 and Elf#2  Block Ogre with Wall\n",
        "  2  face 1  Attack opp with ",
    ] {
        assert!(said.stdout.contains(line), "{}", said.stdout);
    }
}

#[test]
fn at_a_limit_the_count_is_at_least() {
    let said = say(&["attack", "-", "--json", "--top", "2", "--node-limit", "1"], ELVES);
    assert_eq!(said.status, Some(3), "{}", said.stderr);
    let answer: serde_json::Value = serde_json::from_str(&said.stdout).unwrap();
    assert_eq!(answer["optimal_count"], json!({"at_least": 1}));
    let said = say(&["attack", "-", "--top", "2", "--node-limit", "1"], ELVES);
    assert!(said.stdout.contains("at least 1 attack reaches the best value"), "{}", said.stdout);
}

#[test]
fn only_attacks_and_blocks_have_several() {
    for verb in ["assign", "check", "count"] {
        let said = refusal(&[verb, "-", "--top", "2"], ELVES);
        assert!(said.contains("--top lists the best attacks or blocks"), "{said}");
    }
    let both = ELVES.replace("\"players\"", r#""attacks": {}, "blocks": {}, "players""#);
    assert!(refusal(&["solve", "-", "--top", "2"], both).contains("here both are declared"));
    assert!(refusal(&["attack", "-", "--top", "0"], ELVES).contains("--top"));
}
