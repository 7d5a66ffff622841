//! Recorded answers.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{TIERS, all, recorded, tier};
use crate::support::ask::{ask, difference};

/// How an answer may be known.
const SOURCES: [&str; 4] = ["rule", "ruling", "hand", "enumeration"];

#[test]
fn every_position_says_what_it_is_and_where_it_comes_from() {
    for model in all() {
        let comment: Vec<&str> = model.text.lines().take_while(|line| line.starts_with("# ")).collect();
        assert!(comment.len() >= 2, "{}: a comment comes first", model.name);
        let source = comment.last().and_then(|line| line.strip_prefix("# Source: "));
        assert!(source.is_some_and(|source| source.len() > 5), "{}: the comment ends with its source", model.name);
        assert!(model.position.title().is_some_and(|title| !title.is_empty()), "{}: a title", model.name);
    }
}

#[test]
fn every_position_has_an_answer_and_every_answer_a_position() {
    for name in TIERS {
        let positions: BTreeSet<String> = tier(name).into_iter().map(|model| model.name).collect();
        let answers: BTreeSet<String> = recorded(name).into_keys().map(|key| format!("{name}/{key}")).collect();
        assert_eq!(positions, answers);
    }
}

#[test]
fn answers_are_as_recorded() {
    let mut wrong = Vec::new();
    for name in TIERS {
        let answers = recorded(name);
        for model in tier(name) {
            let mut expected = answers[model.key()].clone();
            let how = take(&mut expected, "how");
            assert!(SOURCES.iter().any(|source| how == *source), "{}: how is it known? {how}", model.name);
            let why = take(&mut expected, "why");
            assert!(why.as_str().is_some_and(|why| !why.is_empty()), "{}: why is it so?", model.name);
            let judged = expected.get("legal").is_some();
            assert!(judged || expected.get("value").is_some(), "{}: no value is recorded", model.name);
            let answer = match ask(if judged { "check" } else { "solve" }, &model.position) {
                Ok(answer) => answer,
                Err(error) => panic!("{}: {error}", model.name),
            };
            wrong.extend(difference(&expected, &answer).map(|difference| format!("{}: {difference}", model.name)));
            if !judged {
                assert_eq!(answer["bound"], answer["value"], "{}", model.name);
                assert_eq!(answer["status"], "optimal", "{}", model.name);
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn take(answer: &mut Value, key: &str) -> Value {
    answer.as_object_mut().and_then(|answer| answer.remove(key)).unwrap_or_default()
}
