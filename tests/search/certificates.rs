//! Certificates of small swarms: the program over the replies comes to what plain enumeration finds.

use alphastrike::program::{Solver, SolverOptions, SolverOutcome, solve_with};
use alphastrike::rules::Board;
use alphastrike::search::{Options, Question, certificate, exhaustive, solve};

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
