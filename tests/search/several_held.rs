//! Creatures that can block several attackers where blocks are held to requirements and restrictions as a whole: answers
//! equal those of plain enumeration and of all declarations one by one, and large boards are answered.

use alphastrike::rules::Board;
use alphastrike::search::{Method, Options, Question, check, exhaustive, solve};

use super::oracle::{parse, seeds};
use super::several::{More, Size, by, compare, mixed_text, table, value, with_attack};
use crate::support::random::Random;

/// Requirements (CR 509.1c).
const REQUIRED: More = More {
    attackers: &[
        "must be blocked if able",
        "must be blocked if able",
        "all creatures able to block this creature do so",
        "menace",
        "can't be blocked by more than one creature",
    ],
    blockers: &["blocks each combat if able"],
    percent: 35,
    players: 10,
};

/// Restrictions of blocks as a whole (CR 509.1b).
const RESTRICTED: More = More {
    attackers: &["no more than two creatures can block each combat", "menace"],
    blockers: &["can't block alone", "can't block alone", "no more than one creature can block each combat"],
    percent: 35,
    players: 10,
};

/// Both, and what else is said of blocks.
const BOTH: More = More {
    attackers: &[
        "must be blocked if able",
        "all creatures able to block this creature do so",
        "no more than two creatures can block each combat",
        "menace",
    ],
    blockers: &["can't block alone", "blocks each combat if able", "can't block"],
    percent: 45,
    players: 20,
};

const ALL: [More; 3] = [REQUIRED, RESTRICTED, BOTH];

#[test]
fn held_blocks_are_as_one_by_one() {
    for seed in seeds() {
        for more in ALL {
            let mut random = Random::new(seed);
            let abilities = *random.pick(&[0, 30, 60]);
            let text = mixed_text(&mut random, Size { attackers: 4, blockers: 3, several: 2, abilities }, more);
            let declared = with_attack(&mut random, &parse(&text));
            let board = Board::new(&declared, None).expect("small factors");
            compare(seed, &text, &board, Question::Block);
        }
    }
}

#[test]
fn held_attacks_are_as_one_by_one() {
    for seed in seeds() {
        let mut random = Random::new(seed);
        let more = *random.pick(&ALL);
        let abilities = *random.pick(&[0, 30, 60]);
        let text = mixed_text(&mut random, Size { attackers: 4, blockers: 3, several: 2, abilities }, more);
        let position = parse(&text);
        let board = Board::new(&position, None).expect("small factors");
        compare(seed, &text, &board, Question::Attack);
    }
}

#[test]
fn held_blocks_are_as_plain_enumeration() {
    for seed in seeds().step_by(2) {
        let mut random = Random::new(seed);
        let more = *random.pick(&ALL);
        let text = mixed_text(&mut random, Size { attackers: 2, blockers: 2, several: 1, abilities: 40 }, more);
        let declared = with_attack(&mut random, &parse(&text));
        let board = Board::new(&declared, None).expect("small factors");
        let expected = exhaustive::value(&board, Question::Block);
        let found = solve(&board, Question::Block, &Options { method: Method::Columns, ..Options::default() });
        let found = found.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(found.value, expected, "seed {seed}\n{text}");
    }
}

const GUARD: &str = "Guard 0/20 can block an additional creature each combat";

#[test]
fn one_of_those_that_a_guard_blocks_must_be_blocked() {
    // Eight Walls and a Guard block 8 + 2 of twelve. One of those is the Rat, so two Bears deal 2 * 3; else it would be
    // one Bear and the Rat.
    let own = ["11 x Bear 3/3", "Rat 1/1 must be blocked if able"];
    assert_eq!(value(&table("face", &own, &["8 x Wall 0/9", GUARD], true), Question::Block), [6]);
}

#[test]
fn a_guard_that_is_lured_may_block_another() {
    // All block the Elf, and the Guard one Bear as well.
    let own = ["11 x Bear 3/3", "Elf 1/1 all creatures able to block this creature do so"];
    assert_eq!(value(&table("face", &own, &["8 x Wall 0/9", GUARD], true), Question::Block), [30]);
}

#[test]
fn a_guard_is_one_of_two_that_may_block() {
    // CR 509.1b: two Guards are two creatures, which block four of twelve.
    let own = ["11 x Bear 3/3", "Duelist 3/3 no more than two creatures can block each combat"];
    let opposing = ["9 x Wall 0/9", "2 x Guard 0/20 can block an additional creature each combat"];
    assert_eq!(value(&table("face", &own, &opposing, true), Question::Block), [24]);
}

#[test]
fn a_guard_that_blocks_two_still_blocks_alone() {
    // CR 506.5: one creature that blocks is alone whatever it blocks; with the Wall it is not.
    let guard = "Guard 0/20 can block an additional creature each combat, can't block alone";
    assert_eq!(value(&table("face", &["12 x Bear 3/3"], &[guard], true), Question::Block), [36]);
    assert_eq!(value(&table("face", &["12 x Bear 3/3"], &[guard, "Wall 0/9"], true), Question::Block), [27]);
}

#[test]
fn who_has_to_block_obeys_that_once() {
    // Blocking one Bear the Guard lives, blocking two it dies; that would obey no more. With eight Walls nine are blocked.
    let guard = "Guard 0/4 can block an additional creature each combat, blocks each combat if able";
    let position = table("kills, face", &["12 x Bear 3/3"], &["8 x Wall 0/9", guard], true);
    assert_eq!(value(&position, Question::Block), [0, 9]);
}

#[test]
fn held_blocks_that_are_stopped_are_legal_and_bounded() {
    for seed in seeds() {
        let mut random = Random::new(seed);
        let more = *random.pick(&ALL);
        let text = mixed_text(&mut random, Size { attackers: 4, blockers: 3, several: 2, abilities: 40 }, more);
        let declared = with_attack(&mut random, &parse(&text));
        let board = Board::new(&declared, None).expect("small factors");
        let ask = |options: Options| {
            let found = solve(&board, Question::Block, &options);
            found.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"))
        };
        let optimum = ask(by(Method::OneByOne));
        if optimum.stop.is_some() {
            continue;
        }
        for nodes in [1, 5, 20, 60] {
            let found = ask(Options { node_limit: Some(nodes), ..Options::default() });
            let holds = found.bound <= optimum.value && optimum.value <= found.value;
            assert!(holds, "seed {seed}, {nodes} nodes: {found:?}, optimum {:?}\n{text}", optimum.value);
            let whole = declared.with_declarations(Some(found.line.attack.clone()), Some(found.line.block.clone()));
            let whole = Board::new(&whole, None).expect("small factors");
            let verdict = check(&whole, &Options::default()).expect("declared blocks");
            assert_eq!(verdict.reasons, Vec::new(), "seed {seed}, {nodes} nodes: {found:?}\n{text}");
        }
    }
}

/// CR 509.1b: a creature that blocks others as well is one blocker of each, so three are needed for an attacker that fewer
/// can't block.
#[test]
fn a_guard_is_one_of_three_that_may_block_together() {
    let text = r#"{"objective": "win, material, face", "players": [
        {"name": "al", "creatures": [
            {"name": "A1", "power": 1, "toughness": 2, "abilities": ["infect", "toxic 1", "bushido 1"]},
            {"name": "A2", "power": 3, "toughness": 2, "damage": 1,
                "abilities": ["lifelink", "can't be blocked except by three or more creatures"]},
            "A3 1/1"]},
        {"name": "bo", "life": 7, "planeswalkers": [{"name": "Sage", "loyalty": 1}], "creatures": [
            {"name": "B1", "power": 1, "toughness": 3,
                "abilities": ["lifelink", "can't block alone", "can block any number of creatures"]},
            {"name": "B2", "power": 3, "toughness": 2, "abilities": ["infect", "trample"]},
            {"name": "B3", "power": 1, "toughness": 1, "abilities": ["deathtouch"]}]}],
        "attacks": {"A1": "Sage", "A2": "bo", "A3": "Sage"}}"#;
    let position = parse(text);
    let board = Board::new(&position, None).expect("small factors");
    let solution = solve(&board, Question::Block, &Options::default()).expect("an answer");
    assert_eq!(solution.value, exhaustive::value(&board, Question::Block));
    let declared = position.with_declarations(position.attacks().cloned(), Some(solution.line.block.clone()));
    let board = Board::new(&declared, None).expect("small factors");
    assert!(check(&board, &Options::default()).expect("a verdict").reasons.is_empty());
}
