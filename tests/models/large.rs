//! Large boards: the proved answers that are on record. No enumeration reaches them, so beside the search itself stands
//! what must hold between its answers.

use std::collections::BTreeSet;

use alphastrike::rules::Board;
use alphastrike::search::{Method, Options, Question, solve};
use serde_json::Value;

use super::{recorded, tier};

/// Nodes that are enough for every board.
const NODES: u64 = 200_000;
/// Most attackers for which the integer program alone blocks the best attack too.
const PROGRAM_LIMIT: usize = 10;

fn value(answer: &Value) -> Vec<i64> {
    let levels = answer["value"].as_array().expect("a value");
    levels.iter().map(|level| level.as_i64().expect("a whole number")).collect()
}

#[test]
fn large_boards_have_the_answers_on_record() {
    let mut answers = recorded("large");
    for model in tier("large") {
        let expected = answers.remove(model.key()).unwrap_or_else(|| panic!("{}: no answer", model.name));
        let board = Board::new(&model.position, None).expect("small factors");
        // Far fewer than going through all attacks would take, were the columns not to do for a board.
        let options = Options { node_limit: Some(NODES), ..Options::default() };
        let solution = solve(&board, Question::Attack, &options);
        let solution = solution.unwrap_or_else(|error| panic!("{}: {error}", model.name));
        assert!(solution.stop.is_none(), "{}", model.name);
        assert_eq!(solution.value, solution.bound, "{}", model.name);
        assert_eq!(solution.value.0.to_vec(), value(&expected), "{}", model.name);

        // The best block of the best attack holds it to that value, by search and, if small, by program alone.
        let attackers = solution.line.attack.0.len();
        let declared = model.position.with_declarations(Some(solution.line.attack), None);
        let board = Board::new(&declared, None).expect("small factors");
        let methods = [Method::Columns, Method::Program];
        for method in methods.into_iter().take(if attackers <= PROGRAM_LIMIT { 2 } else { 1 }) {
            let block = solve(&board, Question::Block, &Options { method, ..Options::default() });
            let block = block.unwrap_or_else(|error| panic!("{}, {method:?}: {error}", model.name));
            assert_eq!(block.value, solution.value, "{}, {method:?}", model.name);
        }
    }
    assert_eq!(answers.into_keys().collect::<BTreeSet<_>>(), BTreeSet::new(), "answers without a position");
}
