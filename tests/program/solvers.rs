//! Every solver that is built in finds the same values; without the feature `highs` there is one.

use alphastrike::program::{
    CertificateProgram, DamageProgram, PartitionProgram, Solver, SolverOptions, optimise_with, solve, solve_with,
};
use alphastrike::rules::{Board, Side};

use super::random::declared_combat;
use super::support::{combat, position};
use super::{certificate, partition};
use crate::support::random::Random;

/// The other solvers, each with its options.
fn others() -> impl Iterator<Item = SolverOptions> {
    let others = Solver::ALL.iter().filter(|solver| **solver != Solver::default());
    others.map(|solver| SolverOptions { solver: *solver, ..SolverOptions::default() })
}

fn seeds() -> u64 {
    if std::env::var("ALPHASTRIKE_LONG").is_ok() { 5_000 } else { 300 }
}

#[test]
fn names_are_each_its_own() {
    let names: Vec<&str> = Solver::ALL.iter().map(|solver| solver.name()).collect();
    assert_eq!(names[0], Solver::default().name());
    assert_eq!(names.contains(&"highs"), cfg!(feature = "highs"));
}

#[test]
fn damage_is_worth_the_same_by_every_solver() {
    for seed in 0..seeds() {
        let text = declared_combat(2_000_000 + seed);
        let position = position(&text);
        let Ok(board) = Board::new(&position, None) else { panic!("seed {seed}") };
        let combat = combat(&board);
        let program = DamageProgram::new(&combat, Side::Active, &[]);
        let expected = optimise_with(&program, &SolverOptions::default()).map(|it| it.value);
        for options in others() {
            let found = optimise_with(&program, &options).map(|it| it.value);
            assert_eq!(found, expected, "seed {seed}, {options:?}\n{text}");
        }
        for level in 0..program.level_count() {
            let earlier: Vec<i64> = expected.iter().flat_map(|value| value.0.iter().take(level).copied()).collect();
            let model = program.level(level, &earlier);
            let objective = |outcome| match outcome {
                Ok(alphastrike::program::SolverOutcome::Optimal(it)) => it.objective,
                other => panic!("seed {seed}: {other:?}"),
            };
            let expected = objective(solve(&model));
            others().for_each(|options| assert_eq!(objective(solve_with(&model, &options)), expected, "seed {seed}"));
        }
    }
}

#[test]
fn blocks_and_certificates_are_worth_the_same_by_every_solver() {
    for seed in 0..seeds() {
        let block = partition::random_problem(&mut Random::new(3_000_000 + seed));
        let attack = CertificateProgram::new(certificate::random_problem(&mut Random::new(4_000_000 + seed)));
        let values = |options: &SolverOptions| {
            let block = PartitionProgram::new(block.clone()).solve(options);
            let attack = attack.solve(options);
            (block.map(|it| it.map(|it| it.value)), attack.map(|it| it.map(|it| it.value)))
        };
        let expected = values(&SolverOptions::default());
        assert!(expected.0.is_ok() && expected.1.is_ok(), "seed {seed}: {expected:?}");
        others().for_each(|options| assert_eq!(values(&options), expected, "seed {seed}, {options:?}"));
    }
}
