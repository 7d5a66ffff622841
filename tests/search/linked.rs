//! Boards on which attackers or blockers depend on each other, of sizes that plain enumeration does not reach.

use std::fmt::Write as _;

use alphastrike::position::{Notation, Position, read};
use alphastrike::rules::Board;
use alphastrike::search::{Options, Question, solve};

/// A position from creatures in JSON, the active player's first, and what follows the players.
fn table(objective: &str, own: &[String], opposing: &[String], rest: &str) -> Position {
    let mut text = format!("{{\"objective\": \"{objective}\", \"players\": [");
    let list = |creatures: &[String]| creatures.join(", ");
    let _ = write!(text, "{{\"name\": \"you\", \"life\": 100, \"creatures\": [{}]}}, ", list(own));
    let _ = write!(text, "{{\"name\": \"opp\", \"life\": 100, \"creatures\": [{}]}}]{rest}}}", list(opposing));
    read(text.as_bytes(), Notation::Json, false).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

/// Creatures of one kind, by name and number.
fn several(name: &str, count: usize, power: i64, toughness: i64, abilities: &str) -> Vec<String> {
    let one = |number| {
        format!(
            "{{\"name\": \"{name}{number}\", \"power\": {power}, \"toughness\": {toughness}, \
             \"abilities\": [{abilities}]}}"
        )
    };
    (1..=count).map(one).collect()
}

fn value(position: &Position, question: Question) -> Vec<i128> {
    let board = Board::new(position, None).expect("small factors");
    let solution = solve(&board, question, &Options::default()).expect("an answer");
    assert_eq!(solution.stop, None);
    solution.value.0.iter().map(|level| i128::from(*level)).collect()
}

#[test]
fn a_lone_attacker_is_exalted_by_all() {
    // Of eight creatures only the one that flies gets past eight that block: alone with 1 + 8 damage, else with 1.
    let mut own = several("Squire", 7, 1, 1, "\"exalted\"");
    own.extend(several("Angel", 1, 1, 1, "\"exalted\", \"flying\""));
    let position = table("face", &own, &several("Wall", 8, 0, 4, ""), "");
    assert_eq!(value(&position, Question::Attack), [9]);
}

#[test]
fn criers_make_the_others_stronger() {
    // Six block six of eight. Both criers attack: each deals 2 + 1, the others would deal 2 + 2.
    let mut own = several("Crier", 2, 2, 2, "\"battle cry\"");
    own.extend(several("Soldier", 6, 2, 2, ""));
    let position = table("face", &own, &several("Wall", 6, 0, 9, ""), "");
    assert_eq!(value(&position, Question::Attack), [6]);
}

#[test]
fn a_lure_draws_all_that_can_block_it() {
    // Seven of eight can block the luring Elf and have to, the flying Bird among them; the tapped one can't. So the seven
    // Bears that attack too are unblocked: 7 * 2.
    let mut own = several("Elf", 1, 1, 1, "\"all creatures able to block this creature do so\"");
    own.extend(several("Bear", 7, 2, 2, ""));
    let mut opposing = several("Wall", 6, 0, 4, "");
    opposing.extend(several("Bird", 1, 1, 1, "\"flying\""));
    opposing.push("{\"name\": \"Giant\", \"power\": 5, \"toughness\": 5, \"tapped\": true}".to_owned());
    let position = table("face", &own, &opposing, "");
    assert_eq!(value(&position, Question::Attack), [14]);
    let attacks: Vec<String> = std::iter::once("\"Elf1\": \"opp\"".to_owned())
        .chain((1..=7).map(|n| format!("\"Bear{n}\": \"opp\"")))
        .collect();
    let declared = format!(", \"attacks\": {{{}}}", attacks.join(", "));
    assert_eq!(value(&table("face", &own, &opposing, &declared), Question::Block), [14]);
}

#[test]
fn alike_attackers_are_counted_and_not_chosen_one_by_one() {
    // The Elf draws all three Bears, so forty Goblins are unblocked. Two to the power of 41 attacks differ in nothing
    // but which of the Goblins take part.
    let mut own = several("Elf", 1, 1, 1, "\"all creatures able to block this creature do so\"");
    own.extend(several("Goblin", 40, 1, 1, ""));
    let position = table("face", &own, &several("Bear", 3, 2, 2, ""), "");
    assert_eq!(value(&position, Question::Attack), [40]);
}

#[test]
fn each_attacker_that_must_be_blocked_takes_a_blocker() {
    // Four Dogs must be blocked, and five creatures may block: of the others that attack one is blocked.
    let mut own = several("Dog", 4, 1, 1, "\"must be blocked if able\"");
    own.extend(several("Ogre", 4, 3, 3, ""));
    let position = table("face", &own, &several("Wall", 5, 0, 4, ""), "");
    assert_eq!(value(&position, Question::Attack), [9]);
}

/// CR 506.5, 702.111b: two creatures that block one with menace are company for a third, whatever their block is worth.
#[test]
fn company_may_take_two_blockers() {
    let mut own = several("Raider", 1, 0, 2, "\"menace\", \"attacks each combat if able\"");
    own.extend(several("Ogre", 1, 3, 3, "\"must be blocked if able\", \"attacks each combat if able\""));
    let mut opposing = several("Squire", 2, 0, 1, "");
    opposing.extend(several("Coward", 1, 0, 4, "\"can't block alone\""));
    // Both Squires block the Raider, so the Coward may block the Ogre, and nobody dies.
    let declared = ", \"attacks\": {\"Raider1\": \"opp\", \"Ogre1\": \"opp\"}";
    assert_eq!(value(&table("kills", &own, &opposing, declared), Question::Block), [0]);
    assert_eq!(value(&table("kills", &own, &opposing, ""), Question::Attack), [0]);
}

#[test]
fn a_creature_that_blocks_needs_another_that_does() {
    // The Coward can't block alone, so it doesn't; eight of its kind keep each other company.
    let own = several("Angel", 8, 3, 3, "\"flying\"");
    let mut opposing = several("Coward", 1, 0, 9, "\"reach\", \"can't block alone\"");
    let position = table("face", &own, &opposing, "");
    assert_eq!(value(&position, Question::Attack), [24]);
    opposing.extend(several("Spider", 7, 0, 9, "\"reach\", \"can't block alone\""));
    let position = table("face", &own, &opposing, "");
    assert_eq!(value(&position, Question::Attack), [0]);
}

/// CR 509.1c, 506.5: who must block and can't do so alone brings one other; a third may still be worth it.
#[test]
fn company_may_be_worth_two() {
    let own = several("Knight", 1, 3, 3, "\"first strike\"");
    let mut opposing = several("Elf", 1, 1, 1, "");
    opposing.extend(several("Bear", 1, 2, 2, ""));
    opposing.extend(several(
        "Twin",
        1,
        2,
        1,
        "\"double strike\", \"can't block alone\", \"blocks each combat if able\"",
    ));
    // Two of them die before the Knight does: with all three it kills Twin and Bear (3 * (3 + 4)) and dies (2 * 6), with
    // Twin and one other it kills both and lives, at 2 damage: 3 * (3 + 2) at least.
    let position = table("2*material + kills", &own, &opposing, ", \"attacks\": {\"Knight1\": \"opp\"}");
    assert_eq!(value(&position, Question::Block), [9]);
}

#[test]
fn a_creature_that_others_must_block_is_like_no_other() {
    // Both are sacrificed at the end of combat if they attack (CR 702.147a). The blocker has to block the first, which kills
    // it: 10 less 2. Alone the second would not be blocked.
    let text = r#"{"objective": "kills - losses", "players": [
        {"name": "you", "creatures": ["First 1/1 decayed", "Second 1/1 decayed"]},
        {"name": "opp", "creatures": [
            {"name": "Guard", "power": 0, "toughness": 1, "value": 10, "must_block": ["First"]}]}]}"#;
    let position = read(text.as_bytes(), Notation::Json, false).expect("a position");
    let board = Board::new(&position, None).expect("small factors");
    let solution = solve(&board, Question::Attack, &Options::default()).expect("an answer");
    let attackers: Vec<&str> =
        solution.line.attack.0.iter().map(|(creature, _)| position.creature(*creature).id.as_str()).collect();
    assert_eq!((attackers, solution.value.0.to_vec()), (vec!["First"], vec![8]));
}
