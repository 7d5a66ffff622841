//! Files that are no position, or declare what is illegal: each gives the messages that it says it must.
//!
//! In TOML they stand in comments, `# expect: LINE:COLUMN: PLACE: TEXT (HELP)`, for JSON in a file of the same name
//! that ends in `.expect`, a message on each line. A recorded message may leave out the end.

use std::path::Path;

use alphastrike::position::{Defect, Notation, read};
use alphastrike::search::SearchError;

use super::{files, stem, text_of};
use crate::support::ask::ask;

#[test]
fn every_message_is_as_recorded() {
    let files = files("invalid", &["toml", "json"]);
    assert!(files.len() >= 20, "only {} files", files.len());
    for file in files {
        let (name, text) = (stem(&file), text_of(&file));
        let expected = expected(&file, &text);
        assert!(!expected.is_empty(), "{name}: nothing is expected");
        let messages = messages(&file, &text);
        assert_eq!(messages.len(), expected.len(), "{name}: {messages:#?}");
        for (message, expected) in messages.iter().zip(&expected) {
            assert!(message.starts_with(expected), "{name}: expected\n{expected}\nbut got\n{message}");
        }
    }
}

#[test]
fn every_expectation_belongs_to_a_file() {
    for file in files("invalid", &["expect"]) {
        assert!(file.with_extension("json").is_file(), "{}: for which file?", file.display());
    }
}

fn is_json(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == "json")
}

fn expected(file: &Path, text: &str) -> Vec<String> {
    if is_json(file) {
        return text_of(&file.with_extension("expect")).lines().map(str::to_owned).collect();
    }
    text.lines().filter_map(|line| line.strip_prefix("# expect: ")).map(str::to_owned).collect()
}

/// All that is wrong with a file, in the order of reporting.
fn messages(file: &Path, text: &str) -> Vec<String> {
    let notation = if is_json(file) { Notation::Json } else { Notation::Toml };
    match read(text.as_bytes(), notation, false) {
        Err(error) => error.defects().iter().map(message).collect(),
        Ok(position) => match ask("solve", &position) {
            Err(SearchError::Illegal(reasons)) => {
                reasons.iter().map(|reason| format!("CR {}: {}", reason.rule, reason.text)).collect()
            }
            Err(error) => vec![error.to_string()],
            Ok(answer) => panic!("{}: this is answered: {answer}", file.display()),
        },
    }
}

fn message(defect: &Defect) -> String {
    let mut message = String::new();
    if let Some((line, column)) = defect.line_column {
        message.push_str(&format!("{line}:{column}: "));
    }
    if !defect.path.is_empty() {
        message.push_str(&format!("{}: ", defect.path));
    }
    message.push_str(&defect.text);
    if let Some(help) = &defect.help {
        message.push_str(&format!(" ({help})"));
    }
    message
}
