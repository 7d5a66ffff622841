//! Creatures that can block several attackers: answers equal those of plain enumeration and of all declarations one by
//! one, and large boards are answered.

use alphastrike::position::{Attack, PlayerId, Position, Target};
use alphastrike::rules::Board;
use alphastrike::search::{Method, Options, Question, Ranked, exhaustive, solve, top};

use super::columns::EVERGREEN;
use super::oracle::{parse, seeds, some_attack};
use crate::support::random::Random;

const SEVERAL: &[&str] = &[
    "can block an additional creature each combat",
    "can block an additional creature each combat",
    "can block any number of creatures",
];

const OBJECTIVES: &[&str] = &[
    "damage",
    "trade",
    "balanced",
    "win, face + material",
    "win, material, face",
    "kills - losses, face",
    "win, material, lifegain",
    "win, 2*face + 3*material + lifegain",
    "lifegain",
    "kills + material",
];

/// How large boards are, and how much of a hundred creatures have more to them than power and toughness.
#[derive(Clone, Copy)]
pub struct Size {
    pub attackers: i64,
    pub blockers: i64,
    pub several: i64,
    pub abilities: i64,
}

fn creature(random: &mut Random, name: &str, more: &[&str], percent: i64) -> String {
    let toughness = random.between(1, 5);
    let mut abilities: Vec<String> = more.iter().map(|ability| format!("{ability:?}")).collect();
    for percent in [percent, percent / 2] {
        if random.chance(percent) {
            abilities.push(format!("{:?}", random.pick(EVERGREEN)));
        }
    }
    let damage = if random.chance(10) { random.between(0, toughness - 1) } else { 0 };
    let count = if more.is_empty() && random.chance(20) { 2 } else { 1 };
    format!(
        r#"{{"name": {name:?}, "power": {}, "toughness": {toughness}, "damage": {damage}, "count": {count}, "abilities": [{}]}}"#,
        random.between(0, 5),
        abilities.join(", ")
    )
}

/// What may be said of attackers and of blockers besides.
#[derive(Clone, Copy)]
pub struct More {
    pub attackers: &'static [&'static str],
    pub blockers: &'static [&'static str],
    /// Of how many of a hundred.
    pub percent: i64,
    /// How many of a hundred boards have two defending players.
    pub players: i64,
}

const NOTHING: More = More { attackers: &[], blockers: &[], percent: 0, players: 0 };

fn board_text(random: &mut Random, size: Size) -> String {
    mixed_text(random, size, NOTHING)
}

pub fn mixed_text(random: &mut Random, size: Size, more: More) -> String {
    let attackers = random.large(2, size.attackers);
    let pick = |random: &mut Random, among: &[&'static str]| -> Vec<&'static str> {
        if random.chance(more.percent) { vec![*random.pick(among)] } else { Vec::new() }
    };
    let own: Vec<String> = (1..=attackers)
        .map(|number| {
            let more = pick(random, more.attackers);
            creature(random, &format!("A{number}"), &more, size.abilities)
        })
        .collect();
    let blockers = random.large(1, size.blockers);
    let several = random.between(1, size.several.min(blockers));
    let mut others: Vec<String> = (1..=blockers)
        .map(|number| {
            let mut more = pick(random, more.blockers);
            if number <= several {
                more.push(*random.pick(SEVERAL));
            }
            creature(random, &format!("B{number}"), &more, size.abilities)
        })
        .collect();
    let second = if random.chance(more.players) {
        let theirs = others.split_off(others.len().div_ceil(2));
        format!(r#", {{"name": "cy", "life": {}, "creatures": [{}]}}"#, random.between(1, 8), theirs.join(", "))
    } else {
        String::new()
    };
    let walker = if random.chance(20) {
        format!(r#", "planeswalkers": [{{"name": "Walker", "loyalty": {}}}]"#, random.between(1, 6))
    } else {
        String::new()
    };
    format!(
        r#"{{"objective": {:?}, "players": [{{"name": "al", "creatures": [{}]}}, {{"name": "bo", "life": {}, "creatures": [{}]{walker}}}{second}]}}"#,
        random.pick(OBJECTIVES),
        own.join(", "),
        random.between(1, 14),
        others.join(", ")
    )
}

/// One by one no more is looked at than is quick.
pub fn by(method: Method) -> Options {
    let node_limit = (method == Method::OneByOne).then_some(200_000);
    Options { method, node_limit, ..Options::default() }
}

/// The value, and how many block or attack; `None` where there is more to look at than is looked at.
fn found(seed: u64, text: &str, board: &Board<'_>, question: Question, method: Method) -> Option<(Vec<i64>, usize)> {
    let solution = solve(board, question, &by(method));
    let solution = solution.unwrap_or_else(|error| panic!("seed {seed}, {method:?}: {error}\n{text}"));
    let size = match question {
        Question::Attack => solution.line.attack.0.len(),
        Question::Block | Question::Assign => solution.line.block.0.len(),
    };
    (solution.stop.is_none()).then(|| (solution.value.0.to_vec(), size))
}

/// Compares the answer by columns with that of all declarations one by one.
pub fn compare(seed: u64, text: &str, board: &Board<'_>, question: Question) {
    if let Some(expected) = found(seed, text, board, question, Method::OneByOne) {
        let columns = found(seed, text, board, question, Method::Columns);
        assert_eq!(columns, Some(expected), "seed {seed}\n{text}");
    }
}

pub fn with_attack(random: &mut Random, position: &Position) -> Position {
    let board = Board::new(position, None).expect("small factors");
    let attack = some_attack(random, &board);
    position.with_declarations(Some(attack), None)
}

#[test]
fn blocks_of_several_are_as_one_by_one() {
    for seed in seeds() {
        let mut random = Random::new(seed);
        let abilities = *random.pick(&[0, 30, 60]);
        let text = board_text(&mut random, Size { attackers: 4, blockers: 3, several: 2, abilities });
        let declared = with_attack(&mut random, &parse(&text));
        let board = Board::new(&declared, None).expect("small factors");
        compare(seed, &text, &board, Question::Block);
    }
}

#[test]
fn attacks_on_several_are_as_one_by_one() {
    for seed in seeds() {
        let mut random = Random::new(seed);
        let abilities = *random.pick(&[0, 30, 60]);
        let text = board_text(&mut random, Size { attackers: 4, blockers: 3, several: 2, abilities });
        let position = parse(&text);
        let board = Board::new(&position, None).expect("small factors");
        compare(seed, &text, &board, Question::Attack);
    }
}

#[test]
fn blocks_of_several_are_as_plain_enumeration() {
    for seed in seeds().step_by(2) {
        let mut random = Random::new(seed);
        let text = board_text(&mut random, Size { attackers: 2, blockers: 2, several: 1, abilities: 40 });
        let declared = with_attack(&mut random, &parse(&text));
        let board = Board::new(&declared, None).expect("small factors");
        let value = found(seed, &text, &board, Question::Block, Method::Columns).map(|(value, _)| value);
        let expected = exhaustive::value(&board, Question::Block).0.to_vec();
        assert_eq!(value, Some(expected), "seed {seed}\n{text}");
    }
}

/// A board of creatures in short form, the opponent far from losing.
pub fn table(objective: &str, own: &[&str], opposing: &[&str], attacks: bool) -> Position {
    let list = |creatures: &[&str]| creatures.iter().map(|it| format!("{it:?}")).collect::<Vec<_>>().join(", ");
    let position = parse(&format!(
        r#"{{"objective": {objective:?}, "players": [{{"name": "al", "creatures": [{}]}}, {{"name": "bo", "life": 100, "creatures": [{}]}}]}}"#,
        list(own),
        list(opposing)
    ));
    let all =
        position.creatures_of(position.active()).map(|creature| (creature, Target::Player(PlayerId(1)))).collect();
    if attacks { position.with_declarations(Some(Attack(all)), None) } else { position }
}

pub fn value(position: &Position, question: Question) -> Vec<i64> {
    let board = Board::new(position, None).expect("small factors");
    let solution = solve(&board, question, &Options::default()).expect("an answer");
    assert_eq!(solution.stop, None);
    solution.value.0.to_vec()
}

#[test]
fn each_of_two_guards_blocks_two() {
    // Nine Walls and two Guards block 9 + 2 * 2 of fourteen attackers: one deals its 3.
    let guards = ["9 x Wall 0/9 reach", "2 x Guard 0/20 can block an additional creature each combat"];
    let position = table("face", &["14 x Bear 3/3"], &guards, true);
    assert_eq!(value(&position, Question::Block), [3]);
}

#[test]
fn a_guard_has_its_power_once() {
    // All twelve are blocked, and nobody is killed but by the Guard: two Soldiers with four damage, one with three.
    let own = ["12 x Soldier 2/2 vigilance"];
    for (guard, material) in [("4/30", -8), ("3/30", -4)] {
        let guard = format!("Guard {guard} can block an additional creature each combat");
        let position = table("face, kills - losses", &own, &["10 x Wall 0/9 reach", &guard], true);
        assert_eq!(value(&position, Question::Block), [0, material]);
    }
}

#[test]
fn a_guard_dies_once_of_all_it_blocks() {
    // The Guard has to block five of fifteen attackers to let nothing through: 5 * 2 damage kill it, 4 * 2 wouldn't.
    let guard = "Guard 0/10 can block any number of creatures";
    let position = table("face, kills", &["15 x Soldier 2/2 vigilance"], &["10 x Wall 0/9 reach", guard], true);
    assert_eq!(value(&position, Question::Block), [0, 10]);
    let guard = "Guard 0/11 can block any number of creatures";
    let position = table("face, kills", &["15 x Soldier 2/2 vigilance"], &["10 x Wall 0/9 reach", guard], true);
    assert_eq!(value(&position, Question::Block), [0, 0]);
}

#[test]
fn only_flyers_get_past_one_that_blocks_all() {
    let own = ["12 x Bear 3/3 vigilance", "2 x Bird 1/1 flying"];
    let guard = "Guard 1/9 can block any number of creatures";
    assert_eq!(value(&table("face", &own, &["8 x Wall 0/9", guard], false), Question::Attack), [2]);
}

/// CR 702.25a: who blocks one with flanking as well may be dead before another deals it damage and gains life by that.
#[test]
fn a_guard_that_flanking_kills_is_dealt_no_damage() {
    let own = ["Squire 0/1 flanking", "Cleric 1/1 lifelink"];
    let position = table("lifegain", &own, &["Guard 0/1 can block an additional creature each combat"], true);
    assert_eq!(value(&position, Question::Block), [0]);
}

/// CR 702.15b, 510.4: one that strikes twice gains life by a Guard that lives, 2 * 2. A second attacker helps to kill it in
/// the first step, and then both gain 2, once: so one is enough.
#[test]
fn who_gains_life_by_both_strikes_needs_somebody_to_strike() {
    let own = ["2 x Cleric 2/1 double strike, lifelink"];
    let position = table("lifegain", &own, &["Guard 0/3 can block an additional creature each combat"], false);
    assert_eq!(value(&position, Question::Attack), [4]);
    let board = Board::new(&position, None).expect("small factors");
    let solution = solve(&board, Question::Attack, &Options::default()).expect("an answer");
    assert_eq!(solution.line.attack.0.len(), 1);
}

/// One of two alike attackers that a Guard blocks attacks a planeswalker, and what it deals past the Guard goes there: so
/// the Guard, which strikes first and can kill one, kills the other.
#[test]
fn a_guard_kills_the_one_of_two_that_attacks_the_player() {
    let text = r#"{"objective": "face", "players": [
        {"name": "al", "creatures": ["A 4/2 trample", "B 4/2 trample"]},
        {"name": "bo", "planeswalkers": [{"name": "Sage", "loyalty": 3}],
            "creatures": ["Guard 2/1 first strike, can block an additional creature each combat"]}],
        "attacks": {"A": "Sage", "B": "bo"}, "blocks": {"Guard": ["A", "B"]}}"#;
    assert_eq!(value(&parse(text), Question::Assign), [0]);
}

/// Creatures that are more than their numbers.
const STRANGE: More = More {
    attackers: &[
        "bushido 1",
        "flanking",
        "rampage 1",
        "wither",
        "infect",
        "toxic 1",
        "decayed",
        "afflict 1",
        "protection from red",
        "you may have this creature assign its combat damage as though it weren't blocked",
        "prevent all damage that would be dealt to this creature",
    ],
    blockers: &["wither", "infect", "bushido 1", "prevent all damage that would be dealt to this creature"],
    percent: 40,
    players: 10,
};

#[test]
fn strange_attackers_of_several_are_as_one_by_one() {
    for seed in seeds() {
        let mut random = Random::new(seed);
        let abilities = *random.pick(&[0, 30, 60]);
        let size = Size { attackers: 4, blockers: 3, several: 2, abilities };
        let text = mixed_text(&mut random, size, STRANGE);
        let position = parse(&text);
        if seed % 4 == 0 {
            compare(seed, &text, &Board::new(&position, None).expect("small factors"), Question::Attack);
        }
        let declared = with_attack(&mut random, &position);
        compare(seed, &text, &Board::new(&declared, None).expect("small factors"), Question::Block);
    }
}

#[test]
fn the_best_attacks_on_several_are_as_one_by_one() {
    for seed in seeds().step_by(4) {
        let mut random = Random::new(seed);
        let text = board_text(&mut random, Size { attackers: 4, blockers: 3, several: 2, abilities: 30 });
        let position = parse(&text);
        let board = Board::new(&position, None).expect("small factors");
        for wanted in [1, 4] {
            compare_best(seed, &text, &board, Question::Attack, wanted);
        }
    }
}

/// Compares the best declarations by columns with those of all one by one, where these are few enough.
fn compare_best(seed: u64, text: &str, board: &Board<'_>, question: Question, wanted: usize) -> bool {
    let ask = |method| {
        let (_, top) = top(board, question, wanted, &by(method))
            .unwrap_or_else(|error| panic!("seed {seed}, {method:?}: {error}\n{text}"));
        let size = |it: &Ranked| if question == Question::Attack { it.attack.0.len() } else { it.block.0.len() };
        // By columns creatures are alike too that differ in what doesn't matter: of those there is one declaration.
        let mut list: Vec<_> = top.ranked.iter().map(|it| (it.value.0.to_vec(), size(it))).collect();
        list.dedup();
        (top.exact && top.stop.is_none(), top.optimal, list)
    };
    let (few, optimal, expected) = ask(Method::OneByOne);
    if few {
        let (exact, count, list) = ask(Method::Columns);
        assert!(exact && count == optimal, "seed {seed}, {count} and {optimal} optimal\n{text}");
        assert!(list.starts_with(&expected), "seed {seed}, {wanted}: {list:?} and {expected:?}\n{text}");
    }
    few
}

/// Compares the best blocks by columns with those of all declarations one by one, where these are few.
pub fn compare_best_blocks(seed: u64, text: &str, board: &Board<'_>) -> bool {
    let compare = |wanted| compare_best(seed, text, board, Question::Block, wanted);
    [1, 5, 300].map(compare).contains(&true)
}

#[test]
fn the_best_blocks_of_several_are_as_one_by_one() {
    let mut compared = 0;
    for seed in seeds() {
        let mut random = Random::new(seed);
        let abilities = *random.pick(&[0, 30, 60]);
        let more = if seed % 3 == 0 { STRANGE } else { NOTHING };
        let size = Size { attackers: 4, blockers: 3, several: 2, abilities };
        let text = mixed_text(&mut random, size, more);
        let declared = with_attack(&mut random, &parse(&text));
        compared += u64::from(compare_best_blocks(seed, &text, &Board::new(&declared, None).expect("small factors")));
    }
    assert!(compared > 0, "none is small enough");
}

#[test]
fn a_guard_with_other_abilities_blocks_two() {
    // Nine Walls and two Guards block 9 + 2 * 2 of fourteen attackers: one deals its 3.
    let guards =
        ["9 x Wall 0/9 reach", "2 x Guard 0/20 bushido 1, infect, can block an additional creature each combat"];
    let position = table("face", &["14 x Bear 3/3"], &guards, true);
    assert_eq!(value(&position, Question::Block), [3]);
    assert_eq!(value(&table("face", &["14 x Bear 3/3"], &guards, false), Question::Attack), [3]);
}

#[test]
fn the_best_blocks_of_a_large_board_are_counted() {
    // Six Walls and a Guard that blocks two stop eight of ten attackers: the two that get through deal 1 and 2. The Guard
    // takes two of the others in 28 ways, and six Walls the other six in 720.
    let ogres: Vec<String> = (1..=10).map(|power| format!("Ogre{power} {power}/30")).collect();
    let own: Vec<&str> = ogres.iter().map(String::as_str).collect();
    let guards = ["6 x Wall 0/40", "Guard 0/40 can block an additional creature each combat"];
    let position = table("face", &own, &guards, true);
    let board = Board::new(&position, None).expect("small factors");
    let (_, top) = top(&board, Question::Block, 30, &Options::default()).expect("an answer");
    assert_eq!((top.optimal, top.exact, top.stop.clone()), (28 * 720, true, None));
    // Which of the alike Walls takes whom makes no difference: 28 lists of those two, then those that let 1 and 3 through.
    let faces: Vec<i64> = top.ranked.iter().map(|ranked| ranked.value.0[0]).collect();
    assert_eq!(faces, [vec![3; 28], vec![4; 2]].concat());
}
