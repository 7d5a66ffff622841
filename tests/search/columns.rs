//! Boards for the search by columns: evergreen creatures, tokens, several things to attack, little life. Its answers
//! equal those of plain enumeration, of all declarations one by one, and of the integer program alone.

use alphastrike::position::Position;
use alphastrike::rules::Board;
use alphastrike::search::{Method, Options, Question, Stop, exhaustive, solve};

use super::oracle::{parse, seeds, some_attack};
use crate::support::objectives;
use crate::support::random::Random;

pub const EVERGREEN: &[&str] = &[
    "first strike",
    "double strike",
    "deathtouch",
    "trample",
    "trample",
    "lifelink",
    "indestructible",
    "flying",
    "flying",
    "reach",
    "menace",
    "vigilance",
];

/// How large boards are: kinds of creatures a side, and how many copies of one there may be.
#[derive(Clone, Copy)]
struct Size {
    attackers: i64,
    blockers: i64,
    copies: i64,
}

fn creature(random: &mut Random, name: &str, copies: i64) -> String {
    let toughness = random.between(1, 5);
    let mut abilities: Vec<String> = Vec::new();
    for percent in [50, 25] {
        if random.chance(percent) {
            abilities.push(format!("{:?}", random.pick(EVERGREEN)));
        }
    }
    let damage = if random.chance(10) { random.between(0, toughness - 1) } else { 0 };
    let count = if random.chance(30) { random.between(1, copies) } else { 1 };
    format!(
        r#"{{"name": {name:?}, "power": {}, "toughness": {toughness}, "damage": {damage}, "count": {count}, "abilities": [{}]}}"#,
        random.between(0, 5),
        abilities.join(", ")
    )
}

/// A board of so many creatures; half of the boards have more to attack than one player.
fn board_text(random: &mut Random, size: Size) -> String {
    let side = |random: &mut Random, letter: char, number: i64| -> Vec<String> {
        (1..=number).map(|index| creature(random, &format!("{letter}{index}"), size.copies)).collect()
    };
    let attackers = random.large(1, size.attackers);
    let own = side(random, 'A', attackers);
    let blockers = random.large(1, size.blockers);
    let mut others = side(random, 'B', blockers);
    let siege = if random.chance(15) {
        format!(r#", "battles": [{{"name": "Siege", "defense": {}, "protector": "bo"}}]"#, random.between(1, 5))
    } else {
        String::new()
    };
    let walker = if random.chance(30) {
        format!(r#", "planeswalkers": [{{"name": "Walker", "loyalty": {}}}]"#, random.between(1, 6))
    } else {
        String::new()
    };
    let second = if random.chance(15) {
        let theirs = others.split_off(others.len() / 2);
        format!(r#", {{"name": "cy", "life": {}, "creatures": [{}]}}"#, random.between(1, 8), theirs.join(", "))
    } else {
        String::new()
    };
    format!(
        r#"{{"objective": {:?}, "players": [{{"name": "al", "creatures": [{}]{siege}}}, {{"name": "bo", "life": {}, "creatures": [{}]{walker}}}{second}]}}"#,
        random.pick(objectives::NATURAL),
        own.join(", "),
        random.between(1, 12),
        others.join(", ")
    )
}

fn by(method: Method) -> Options {
    Options { method, ..Options::default() }
}

/// Compares both open questions of a board, each with the values of all `methods`; how many answers could not be had,
/// because there is more to look at than the program looks at.
fn compare(seed: u64, text: &str, position: &Position, methods: &[Method]) -> usize {
    let board = Board::new(position, None).expect("small factors");
    let mut random = Random::new(seed);
    let value = |board: &Board<'_>, question: Question, method: Method| {
        let solution = solve(board, question, &by(method));
        let solution = solution.unwrap_or_else(|error| panic!("seed {seed}, {method:?}: {error}\n{text}"));
        if matches!(solution.stop, Some(Stop::Size(_))) {
            return None;
        }
        assert_eq!(solution.value, solution.bound, "seed {seed}, {method:?}\n{text}");
        Some(solution.value)
    };
    let same = |board: &Board<'_>, question: Question| -> usize {
        let Some(found) = value(board, question, Method::Columns) else { return 1 };
        let others = methods.iter().filter(|method| match value(board, question, **method) {
            None => true,
            Some(other) => {
                assert_eq!(found, other, "{question:?}, seed {seed}, {method:?}\n{text}");
                false
            }
        });
        others.count()
    };
    let attacks = same(&board, Question::Attack);
    let attack = some_attack(&mut random, &board);
    let declared = position.with_declarations(Some(attack), None);
    let board = Board::new(&declared, None).expect("small factors");
    attacks + same(&board, Question::Block)
}

#[test]
fn columns_answer_as_one_by_one() {
    let mut too_large = 0;
    for seed in seeds() {
        let size = Size { attackers: 4, blockers: 3, copies: 2 };
        let text = board_text(&mut Random::new(seed), size);
        too_large += compare(seed, &text, &parse(&text), &[Method::OneByOne, Method::Program]);
    }
    assert_eq!(too_large, 0);
}

#[test]
fn columns_answer_as_plain_enumeration() {
    for seed in seeds() {
        let size = Size { attackers: 2, blockers: 3, copies: 1 };
        let text = board_text(&mut Random::new(seed), size);
        let position = parse(&text);
        let board = Board::new(&position, None).expect("small factors");
        let found = solve(&board, Question::Attack, &Options::default());
        let found = found.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(found.value, exhaustive::value(&board, Question::Attack), "seed {seed}\n{text}");
    }
}

#[test]
fn larger_boards_answer_as_one_by_one() {
    let mut too_large = 0;
    for seed in seeds().step_by(20) {
        let size = Size { attackers: 5, blockers: 4, copies: 1 };
        let text = board_text(&mut Random::new(seed), size);
        too_large += compare(seed, &text, &parse(&text), &[Method::OneByOne]);
    }
    assert!(too_large * 100 <= seeds().count(), "{too_large} are too large");
}

#[test]
fn columns_answer_as_the_program_alone() {
    let (mut compared, mut too_large) = (0, 0);
    for seed in seeds().step_by(14) {
        let size = Size { attackers: 8, blockers: 8, copies: 3 };
        let mut random = Random::new(seed);
        let text = board_text(&mut random, size);
        let position = parse(&text);
        // Every attack takes a program, so no more than some hundred attacks.
        let creatures = position.creatures_of(position.active()).count();
        if creatures > 8 || position.planeswalkers().len() + position.battles().len() > 0 && creatures > 5 {
            continue;
        }
        compared += 1;
        too_large += compare(seed, &text, &position, &[Method::Program]);
    }
    println!("{} boards of up to 8 against 8 answer as the program alone", compared - too_large);
    // First strikers beside lifelink at one planeswalker, where life gained counts, go one by one.
    assert!(too_large * 100 <= seeds().count(), "{too_large} are too large");
}

/// CR 702.16e: creatures that differ only in their colour are not alike to a player with protection from one.
#[test]
fn colours_keep_attackers_apart_where_a_player_is_protected() {
    let text = r#"{"players": [
        {"name": "you", "creatures": [
            {"name": "Red", "power": 3, "toughness": 1, "colors": ["red"]},
            {"name": "Plain", "power": 3, "toughness": 1}]},
        {"name": "opp", "life": 3, "abilities": ["protection from red"]}]}"#;
    let position = parse(text);
    let board = Board::new(&position, None).expect("small factors");
    let solution = solve(&board, Question::Attack, &Options::default()).expect("an answer");
    let attackers: Vec<&str> =
        solution.line.attack.0.iter().map(|(creature, _)| position.creature(*creature).id.as_str()).collect();
    assert_eq!((attackers, solution.value.0.to_vec()), (vec!["Plain"], vec![1, 3, 0]));
}

/// The value of the best answer, and whether plain enumeration finds the same.
fn value_of(text: &str, question: Question) -> Vec<i64> {
    let position = parse(text);
    let board = Board::new(&position, None).expect("small factors");
    let solution = solve(&board, question, &Options::default()).expect("an answer");
    assert_eq!(solution.value, exhaustive::value(&board, question));
    solution.value.0.to_vec()
}

/// A split that kills leaves the game to be won by other damage: which blockers are left for whom is not all that a block
/// passes on.
#[test]
fn blocks_that_leave_the_same_blockers_differ_in_what_they_let_through() {
    // Toxic's point would be the tenth poison counter. Where Giant comes through it needn't deal it, and kills Dog; so
    // Bear blocks Giant, though that kills the Bear, and Toxic dies for nothing.
    let text = r#"{"objective": "win, 2*face + 3*material", "players": [
        {"name": "you", "creatures": [
            {"name": "Toxic", "power": 1, "toughness": 4, "abilities": ["toxic 1",
                "you may have this creature assign its combat damage as though it weren't blocked"]},
            {"name": "Ogre", "power": 2, "toughness": 4,
                "abilities": ["can't be blocked by more than one creature"]},
            {"name": "Giant", "power": 3, "toughness": 4,
                "abilities": ["prevent all damage that would be dealt to this creature"]}]},
        {"name": "opp", "life": 3, "poison": 9, "creatures": [
            {"name": "Dog", "power": 3, "toughness": 1, "abilities": ["double strike"]},
            {"name": "Bear", "power": 2, "toughness": 3, "abilities": ["wither"]}]}]}"#;
    assert_eq!(value_of(text, Question::Attack), [1, 2]);
}

/// CR 702.19b, 120.6: two points are lethal to what has two of four marked, though only four -1/-1 counters destroy it.
#[test]
fn what_only_counters_destroy_costs_trample_damage() {
    let text = r#"{"objective": "face", "players": [
        {"name": "you", "creatures": [
            {"name": "Infector", "power": 4, "toughness": 3, "abilities": ["trample", "infect"]}]},
        {"name": "opp", "creatures": [
            {"name": "Statue", "power": 3, "toughness": 4, "abilities": ["indestructible"], "damage": 2}]}],
        "attacks": {"Infector": "opp"}, "blocks": {"Statue": ["Infector"]}}"#;
    assert_eq!(value_of(text, Question::Assign), [2]);
    // The Statue is worth its power and toughness, more than two points of damage: four counters it is.
    assert_eq!(value_of(&text.replace("\"face\"", "\"kills + face\""), Question::Assign), [7]);
}
