//! `--explain`: what the alternatives come to, in words, and always no better than the answer.

use alphastrike::report::{Answer, ExplainAnswer, answer_json, answer_text};
use alphastrike::search::{self, Options, Question};

use super::enumeration::board;
use super::{all, model};

/// The sentences under "why".
fn why(name: &str) -> String {
    let model = model(name.to_owned());
    let board = board(&model);
    let options = Options::default();
    let solution = search::solve(&board, search::open_question(&model.position), &options);
    let solution = solution.unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut answer = Answer::new(&board, &solution, std::time::Duration::ZERO, 1);
    let other = search::explain(&board, &solution, &options).unwrap_or_else(|error| panic!("{name}: {error}"));
    answer.explanation = Some(ExplainAnswer::new(&board, &other));
    let json: serde_json::Value =
        serde_json::from_str(&answer_json(&answer).expect("JSON")).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(json["explain"].as_array().map(Vec::len), Some(other.alternatives.len()));
    let text = answer_text(&answer).to_string();
    let lines = text.lines().skip_while(|line| !line.contains("  why")).skip(1);
    lines.take_while(|line| !line.is_empty()).map(|line| format!("{}\n", line.trim_start())).collect()
}

#[test]
fn explanations_read_well() {
    insta::assert_snapshot!("knight_alone", why("small/puzzle-knight-alone"));
    insta::assert_snapshot!("both_at_jace", why("small/puzzle-both-at-jace"));
    insta::assert_snapshot!("block", why("small/report-gang-block"));
    insta::assert_snapshot!("assign", why("small/split-shared-blocker"));
}

#[test]
fn no_alternative_is_better() {
    let mut compared = 0;
    for model in all().iter().filter(|model| model.position.damage().is_none()) {
        let board = board(model);
        let Ok(solution) = search::solve(&board, search::open_question(&model.position), &Options::default()) else {
            continue;
        };
        let others = search::explain(&board, &solution, &Options::default());
        for other in others.unwrap_or_else(|error| panic!("{}: {error}", model.name)).alternatives {
            match solution.question {
                Question::Attack => assert!(other.value <= solution.value, "{}: {other:?}", model.name),
                Question::Block | Question::Assign => {
                    assert!(other.value >= solution.value, "{}: {other:?}", model.name);
                }
            }
            compared += 1;
        }
    }
    assert!(compared >= 90, "only {compared} alternatives");
}
