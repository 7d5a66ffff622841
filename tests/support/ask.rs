//! Asking a question through the library, and comparing the answer with what is expected of it.

use std::collections::BTreeMap;
use std::time::Duration;

use alphastrike::position::Position;
use alphastrike::report::{Answer, CheckAnswer, answer_json, check_json};
use alphastrike::rules::Board;
use alphastrike::search::{Options, Question, SearchError, check, open_question, solve};
use serde_json::Value;

/// The answer to a verb as JSON writes it.
pub fn ask(verb: &str, position: &Position) -> Result<Value, SearchError> {
    let board = Board::new(position, None).unwrap_or_else(|error| panic!("{error}"));
    let text = if verb == "check" {
        check_json(&CheckAnswer::new(&board, &check(&board, &Options::default())?))
    } else {
        let question = match verb {
            "attack" => Question::Attack,
            "block" => Question::Block,
            "assign" => Question::Assign,
            "solve" => open_question(position),
            _ => panic!("no such verb: {verb}"),
        };
        answer_json(&Answer::new(&board, &solve(&board, question, &Options::default())?, Duration::ZERO, 1))
    };
    let text = text.unwrap_or_else(|error| panic!("{error}"));
    Ok(serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}")))
}

/// The first expectation that the answer does not meet. Expected may be: `value`, `legal`, `attacks`, `blocks`
/// (exactly), `died` (as a set), `terms`, `life`, `planeswalkers` (those named), `blocks_not` (blocks that are wrong),
/// `rules` (one of them is among the reasons).
pub fn difference(expected: &Value, answer: &Value) -> Option<String> {
    let expected = expected.as_object().expect("expectations by name");
    expected.iter().find_map(|(key, want)| {
        let outcome = &answer["outcome"];
        match key.as_str() {
            "value" | "legal" | "attacks" => differs(key, want, &answer[key]),
            "blocks" => differs(key, &blocks(want), &blocks(&answer[key])),
            "died" => differs(key, &sorted(want), &sorted(&outcome["died"])),
            "terms" | "planeswalkers" => named(want, |name| outcome[key][name].clone()),
            "life" => named(want, |player| outcome["players"][player]["life"].clone()),
            "blocks_not" => {
                let got = blocks(&answer["blocks"]);
                let wrong = want.as_array().expect("a list of blocks").iter().any(|wrong| blocks(wrong) == got);
                wrong.then(|| format!("blocks: {got} is wrong"))
            }
            "rules" => {
                let reasons = answer["reasons"].as_array().map(Vec::as_slice).unwrap_or_default();
                let given: Vec<&str> = reasons.iter().filter_map(|reason| reason["rule"].as_str()).collect();
                let wanted: Vec<&str> = want.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
                let fits = |rule: &&str| wanted.iter().any(|want| rule.starts_with(want) || want.starts_with(rule));
                (!wanted.is_empty() && !given.iter().any(fits))
                    .then(|| format!("rules: {given:?}, not one of {wanted:?}"))
            }
            _ => panic!("what is to be expected of {key}?"),
        }
    })
}

fn differs(key: &str, want: &Value, got: &Value) -> Option<String> {
    (want != got).then(|| format!("{key}: expected {want}, got {got}"))
}

fn named(want: &Value, got: impl Fn(&str) -> Value) -> Option<String> {
    let want = want.as_object().expect("numbers by name");
    want.iter().find_map(|(name, number)| differs(name, number, &got(name)))
}

fn sorted(list: &Value) -> Value {
    let mut names: Vec<String> = serde_json::from_value(list.clone()).expect("a list of ids");
    names.sort();
    names.into()
}

/// Blocks without the order of the attackers and without creatures that block nothing.
fn blocks(map: &Value) -> Value {
    let mut blocks: BTreeMap<String, Vec<String>> = serde_json::from_value(map.clone()).expect("attackers by blocker");
    blocks.retain(|_, attackers| !attackers.is_empty());
    blocks.values_mut().for_each(|attackers| attackers.sort());
    serde_json::json!(blocks)
}
