//! Certificates of small boards: the program over the replies, or over bounds on blocks, comes to what plain enumeration
//! finds.

use alphastrike::program::{Solver, SolverOptions, SolverOutcome, solve_with};
use alphastrike::rules::Board;
use alphastrike::search::{Options, Question, block_program, certificate, exhaustive, solve};

use super::oracle::{parse, seeds};
use crate::support::random::Random;

const ABILITIES: &[&str] = &["", "", "lifelink", "flying", "trample", "first strike", "deathtouch", "menace"];

const OBJECTIVES: &[&str] = &["win", "win, material", "win, face + material", "win, material, face", "face", "damage"];

fn side(random: &mut Random, letter: char, kinds: i64, most: i64) -> String {
    let creatures = (1..=kinds).map(|kind| {
        let (count, power, toughness) = (random.between(1, most), random.between(0, 4), random.between(1, 4));
        format!("\"{count} x {letter}{kind} {power}/{toughness} {}\"", random.pick(ABILITIES))
    });
    creatures.collect::<Vec<_>>().join(", ")
}

#[test]
fn replies_hold_every_attack_of_a_swarm() {
    for seed in seeds().step_by(4) {
        let mut random = Random::new(seed);
        let text = format!(
            r#"{{"objective": {:?}, "players": [{{"name": "al", "creatures": [{}]}}, {{"name": "bo", "life": {}, "creatures": [{}]}}]}}"#,
            random.pick(OBJECTIVES),
            side(&mut random, 'A', 2, 3),
            random.between(1, 14),
            side(&mut random, 'B', 1, 2),
        );
        let position = parse(&text);
        let board = Board::new(&position, None).expect("small factors");
        let options = Options::default();
        let solution = solve(&board, Question::Attack, &options).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(solution.value, exhaustive::value(&board, Question::Attack), "seed {seed}\n{text}");
        // The program of the last level has the optima of the others as rows.
        let model = certificate(&board, &solution, &options);
        let model = model.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        let program = SolverOptions { solver: Solver::Microlp, ..SolverOptions::default() };
        match solve_with(&model, &program) {
            Ok(SolverOutcome::Optimal(best)) => {
                assert_eq!(Some(&best.objective), solution.value.0.last(), "seed {seed}\n{text}");
            }
            other => panic!("seed {seed}: {other:?}\n{text}"),
        }
    }
}

/// Creatures with one ability each, the first `several` of which can block more than one attacker.
fn creatures(random: &mut Random, letter: char, count: i64, several: i64) -> String {
    let creatures = (1..=count).map(|number| {
        let (power, toughness) = (random.between(0, 4), random.between(1, 5));
        let more = if number <= several { "can block an additional creature each combat" } else { "" };
        let abilities = [*random.pick(ABILITIES), more].into_iter().filter(|ability| !ability.is_empty());
        let abilities: Vec<String> = abilities.map(|ability| format!("{ability:?}")).collect();
        format!(
            r#"{{"name": "{letter}{number}", "power": {power}, "toughness": {toughness}, "abilities": [{}]}}"#,
            abilities.join(", ")
        )
    });
    creatures.collect::<Vec<_>>().join(", ")
}

#[test]
fn bounds_on_blocks_with_shared_creatures_come_to_the_best_block() {
    let (mut boards, mut bounded) = (0, 0);
    for seed in seeds().step_by(4) {
        let mut random = Random::new(seed);
        let attackers = random.between(2, 4);
        let attacks: Vec<String> = (1..=attackers).map(|number| format!(r#""A{number}": "bo""#)).collect();
        let blockers = random.between(1, 3);
        let several = random.between(1, 2);
        let text = format!(
            r#"{{"objective": {:?}, "players": [{{"name": "al", "creatures": [{}]}}, {{"name": "bo", "life": {}, "creatures": [{}]}}], "attacks": {{{}}}}}"#,
            random.pick(OBJECTIVES),
            creatures(&mut random, 'A', attackers, 0),
            random.between(1, 14),
            creatures(&mut random, 'B', blockers, several),
            attacks.join(", "),
        );
        let position = parse(&text);
        let board = Board::new(&position, None).expect("small factors");
        let options = Options::default();
        let value = exhaustive::value(&board, Question::Block);
        for (index, optimum) in value.0.iter().enumerate() {
            let model = block_program(&board, index + 1, &options);
            let model = model.unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
            boards += 1;
            bounded += usize::from(model.name().contains("no block is worth less"));
            match solve_with(&model, &SolverOptions { solver: Solver::Microlp, ..SolverOptions::default() }) {
                Ok(SolverOutcome::Optimal(best)) => assert_eq!(best.objective, *optimum, "seed {seed}\n{text}"),
                other => panic!("seed {seed}: {other:?}\n{text}"),
            }
        }
    }
    // Where the bounds are not enough all blocks are listed.
    assert!(2 * bounded > boards, "only {bounded} of {boards} programs are bounds");
}
