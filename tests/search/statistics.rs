//! What a search says of its own work.

use alphastrike::position::{Notation, Position, read};
use alphastrike::rules::Board;
use alphastrike::search::{Method, Options, Question, Statistics, solve};

fn parse(text: &str) -> Position {
    read(text.as_bytes(), Notation::Json, false).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

fn statistics(text: &str, question: Question, options: &Options) -> Statistics {
    let position = parse(text);
    let board = Board::new(&position, None).expect("small factors");
    let solution = solve(&board, question, options).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(solution.stop, None, "{text}");
    solution.statistics
}

/// The same programs for every number of threads; how many.
fn programs(text: &str, question: Question, method: Method) -> u64 {
    let counted =
        |threads| statistics(text, question, &Options { threads: Some(threads), method, ..Options::default() });
    let one = counted(1);
    for threads in [1, 2, 4] {
        assert_eq!(counted(threads), one, "{threads} threads\n{text}");
    }
    one.programs
}

#[test]
fn the_programs_of_requirements_are_counted() {
    // Sixteen must attack, but only with a red creature, and the red one attacks only alone. That none of them can takes
    // more than counting, and there are too many ways to leave some at home to go through them.
    let text = r#"{"objective": "face", "players": [
        {"name": "you", "creatures": [
            "16 x Ox 2/2 attacks each combat if able, can't attack unless a red creature also attacks",
            {"name": "Cat", "power": 1, "toughness": 1, "colors": ["red"], "abilities": ["can attack only alone"]}]},
        {"name": "opp"}
    ], "attacks": {}, "blocks": {}}"#;
    assert!(programs(text, Question::Assign, Method::Columns) > 0);
}

#[test]
fn what_counting_proves_takes_no_program() {
    // Fifteen creatures can block seven that take two each.
    let names = |attackers: std::ops::RangeInclusive<usize>, row: &dyn Fn(usize) -> String| {
        attackers.map(row).collect::<Vec<_>>().join(", ")
    };
    let attacks = names(1..=16, &|number| format!(r#""Ox#{number}": "opp""#));
    let blocks = names(1..=14, &|number| format!(r#""Elf#{number}": ["Ox#{}"]"#, number.div_ceil(2)));
    let text = format!(
        r#"{{"objective": "face", "players": [
            {{"name": "you", "creatures": ["16 x Ox 2/2 menace, must be blocked if able"]}},
            {{"name": "opp", "creatures": ["15 x Elf 1/1"]}}
        ], "attacks": {{{attacks}}}, "blocks": {{{blocks}}}}}"#
    );
    assert_eq!(programs(&text, Question::Assign, Method::Columns), 0);
}

#[test]
fn the_programs_of_blocks_are_counted() {
    // The Elf can block one of two that get through otherwise: which one is for a program to say.
    let text = r#"{"objective": "face", "players": [
        {"name": "you", "creatures": ["Ox 3/3", "Cat 2/2"]},
        {"name": "opp", "creatures": ["Elf 1/1"]}
    ], "attacks": {"Ox": "opp", "Cat": "opp"}}"#;
    assert_eq!(programs(text, Question::Block, Method::Columns), 0);
    assert!(programs(text, Question::Block, Method::Program) > 0);
}

#[test]
fn the_programs_of_damage_are_counted() {
    // Ten damage for creatures worth 6, 5, 4 and 3: neither the first that fits nor all of them is best.
    let text = r#"{"objective": "kills", "players": [
        {"name": "you", "creatures": ["Ox 10/9"]},
        {"name": "opp", "creatures": ["A 2/7", "B 1/5", "C 1/4", "D 0/1"]}
    ], "attacks": {"Ox": "opp"}, "blocks": {"A": ["Ox"], "B": ["Ox"], "C": ["Ox"], "D": ["Ox"]}}"#;
    assert!(programs(text, Question::Assign, Method::Columns) > 0);
}
