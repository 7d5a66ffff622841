//! Certificates: other solvers find the recorded answer in the program of every level.

use std::path::{Path, PathBuf};

use alphastrike::program::{SolverOutcome, solve, write_lp};
use alphastrike::search::{self, Options, Question};

use super::enumeration::board;
use super::programs::{each_other_solver, one_other_solver};
use super::{Model, all, tier};

/// The programs of all levels of every attack and block among these positions, with the value of the level.
fn programs(models: &[Model]) -> Vec<(String, alphastrike::program::Model, i64)> {
    let options = Options::default();
    let mut programs = Vec::new();
    for model in models.iter().filter(|model| model.position.damage().is_none()) {
        let board = board(model);
        let question = search::open_question(&model.position);
        // What `check` judges illegal has no answer.
        let Ok(solution) = search::solve(&board, question, &options) else { continue };
        for (index, value) in solution.value.0.iter().enumerate() {
            let program = match question {
                Question::Attack => search::attack_program(&board, index + 1, &options),
                Question::Block => search::block_program(&board, index + 1, &options),
                // The last step alone is worth the answer.
                Question::Assign => {
                    let regular = Some(alphastrike::position::Step::Regular);
                    search::model(&board, regular, index + 1, &options)
                }
            };
            let program = program.unwrap_or_else(|error| panic!("{}, level {}: {error}", model.name, index + 1));
            programs.push((format!("{}-{}", model.key(), index + 1), program, *value));
        }
    }
    programs
}

#[test]
fn every_certificate_has_the_answer_as_its_optimum() {
    for (name, program, value) in programs(&all()) {
        match solve(&program) {
            Ok(SolverOutcome::Optimal(solution)) => assert_eq!(solution.objective, value, "{name}"),
            other => panic!("{name}: {other:?}"),
        }
    }
}

/// Writes the programs of these positions into a folder, with the value that each is worth.
fn files(folder: &Path, models: &[Model]) -> Vec<(PathBuf, i64)> {
    let write = |(name, program, value): (String, alphastrike::program::Model, i64)| {
        let file = folder.join(format!("{name}.lp"));
        std::fs::write(&file, write_lp(&program)).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        (file, value)
    };
    programs(models).into_iter().map(write).collect()
}

#[test]
fn other_solvers_find_the_answer_in_every_certificate() {
    let folder = tempfile::tempdir().expect("a folder for programs");
    let files = files(folder.path(), &all());
    assert!(files.len() >= 150, "only {} programs", files.len());
    each_other_solver(&files);
}

#[test]
fn another_solver_finds_the_answer_in_the_certificates_of_large_boards() {
    let folder = tempfile::tempdir().expect("a folder for programs");
    let files = files(folder.path(), &tier("large"));
    assert!(files.len() >= 80, "only {} programs", files.len());
    one_other_solver(&files);
}
