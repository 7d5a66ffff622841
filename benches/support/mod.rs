//! What the benchmarks share: positions, and the assertion that comes before any measurement.

pub mod boards;
pub mod plot;

use std::collections::BTreeMap;
use std::path::Path;

use alphastrike::position::{Notation, Position, read};
use alphastrike::rules::Board;
use alphastrike::search::{Options, Planner, Question, Solution, solve};

/// The position that a TOML text describes.
pub fn position(text: &str) -> Position {
    read(text.as_bytes(), Notation::Toml, false).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// A position of the corpus with its recorded value.
pub fn model(tier: &str, name: &str) -> (Position, Vec<i64>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("models");
    let file = |path: String| {
        let path = folder.join(path);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let answers: BTreeMap<String, toml::Table> =
        toml::from_str(&file(format!("answers/{tier}.toml"))).unwrap_or_else(|error| panic!("{error}"));
    let value = answers[name]["value"].as_array().expect("a recorded value");
    let value = value.iter().map(|level| level.as_integer().expect("a whole number")).collect();
    (position(&file(format!("{tier}/{name}.toml"))), value)
}

/// Lets all searches of this process share one thread, so that measurements do not depend on the number of cores and
/// do not include the making of a thread pool.
pub fn use_one_thread() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build_global();
    pool.expect("the first pool of the process");
}

/// The answer's value.
pub fn answer(board: &Board<'_>, question: Question) -> Vec<i64> {
    let solution = solve(board, question, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
    solution.value.0.to_vec()
}

/// What attack, block and damage are worth in a turn of an engine that hands over its board as JSON.
pub fn turn(text: &str) -> [Vec<i64>; 3] {
    let position = read(text.as_bytes(), Notation::Json, false).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let board = Board::new(&position, None).expect("small factors");
    let planner = Planner::new(&board, Options::default()).expect("nothing is declared");
    let attack = planner.attack().expect("an answer");
    let block = planner.block(&attack.line.attack).expect("a legal attack");
    let split = planner.assign(&attack.line.attack, &block.line.block).expect("legal blocks");
    [attack, block, split].map(|Solution { value, .. }| value.0.to_vec())
}
