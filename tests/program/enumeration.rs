//! The program's optimum equals the best of all legal splits, tried one by one.

use alphastrike::position::Assignment;
use alphastrike::rules::{Board, Combat, Side, Value};

use super::random::{Random, declared_combat};
use super::support::{best, combat, legal_splits, position, value_after};

/// Combats with more splits than this on a side are left out.
const MOST_SPLITS: usize = 4_000;

/// Compares both sides' programs with all splits in the coming step, for one split of the other side each, and gives
/// how many comparisons there were. What both announced last is in `line`.
fn compare(combat: &Combat<'_, '_>, random: &mut Random, context: &str, line: &mut Vec<Assignment>) -> usize {
    let (Some(active), Some(defending)) =
        (legal_splits(combat, Side::Active, MOST_SPLITS), legal_splits(combat, Side::Defending, MOST_SPLITS))
    else {
        return 0;
    };
    assert!(!active.is_empty() && !defending.is_empty(), "no legal split: {context}");
    let given = random.pick(&defending);
    let optimum = best(combat, Side::Active, given);
    let expected: Option<Value> = active.iter().map(|rows| value_after(combat, rows, given)).max();
    assert_eq!(Some(&optimum.value), expected.as_ref(), "the active player's best against {given:?}: {context}");
    assert_eq!(value_after(combat, &optimum.assignments, given), optimum.value, "{context}");

    let given = random.pick(&active);
    let answer = best(combat, Side::Defending, given);
    let expected: Option<Value> = defending.iter().map(|rows| value_after(combat, rows, given)).min();
    assert_eq!(Some(&answer.value), expected.as_ref(), "the defenders' best against {given:?}: {context}");
    assert_eq!(value_after(combat, &answer.assignments, given), answer.value, "{context}");
    *line = [given.as_slice(), &answer.assignments].concat();
    2
}

#[test]
fn optimum_equals_the_best_of_all_splits() {
    let extra = std::env::var("ALPHASTRIKE_LONG").is_ok();
    let seeds = if extra { 100_000 } else { 2_400 };
    let (mut comparisons, mut second_steps) = (0, 0);
    for seed in 0..seeds {
        let text = declared_combat(seed);
        let context = format!("seed {seed}\n{text}");
        let position = position(&text);
        let board = match Board::new(&position, None) {
            Ok(board) => board,
            Err(error) => panic!("{error}: {context}"),
        };
        let mut combat = combat(&board);
        let mut random = Random::new(seed ^ 0x5eed);
        for step in 0..combat.steps().len() {
            let mut line = Vec::new();
            let compared = compare(&combat, &mut random, &context, &mut line);
            if compared == 0 {
                break;
            }
            comparisons += compared;
            second_steps += step;
            combat.deal(&line);
        }
    }
    println!("{comparisons} comparisons, {second_steps} of second steps");
    assert!(comparisons >= 3_000, "only {comparisons} comparisons");
    assert!(second_steps >= 300, "only {second_steps} second steps");
}
