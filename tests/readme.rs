//! What the READMEs show is so: commands run, output is the output, positions are answered, examples are recorded.
//! Rust blocks run as doc tests of the crate, whose documentation README.md is.

use std::path::Path;

use alphastrike::position::{Notation, read};

use crate::models::{TIERS, recorded};
use crate::support::ask::ask;
use crate::support::binary::output_of;

/// Commands that are no command of the program; running them here would run this test again, or measure for minutes.
const ELSEWHERE: [&str; 5] =
    ["cargo test ", "cargo bench", "cargo run --release --example ", "UPDATE_GOLDEN=1 cargo test ", "git "];

/// A fenced block.
struct Block {
    language: String,
    text: String,
}

fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn blocks(name: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for line in file(name).lines() {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(language)) => open = Some(Block { language: language.to_owned(), text: String::new() }),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => block.text.extend([line, "\n"]),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "{name}: a block is not closed");
    blocks
}

/// The words behind the program's name, if the command is one of the program; quotes keep words together.
fn words_of(command: &str) -> Option<Vec<String>> {
    let rest = ["alphastrike ", "cargo run --release -- "].iter().find_map(|name| command.strip_prefix(name))?;
    let mut words = Vec::new();
    for (number, part) in rest.split('"').enumerate() {
        if number % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    Some(words)
}

fn run(command: &str) -> String {
    let words = words_of(command).unwrap_or_else(|| panic!("no command of the program: {command}"));
    output_of(&words.iter().map(String::as_str).collect::<Vec<_>>())
}

/// Output with the figures of the last line, which differ from run to run, left out.
fn lasting(output: &str) -> String {
    let line = |line: &str| match line {
        line if line.ends_with(" with microlp") => "(statistics)".to_owned(),
        line if line.starts_with("  \"stats\": ") => "(statistics)".to_owned(),
        line => line.trim_end().to_owned(),
    };
    output.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn commands_run() {
    let mut run_here = 0;
    for name in ["README.md", "models/README.md", "benches/README.md"] {
        for block in blocks(name).iter().filter(|block| block.language == "sh") {
            for command in block.text.lines() {
                if words_of(command).is_some() {
                    assert!(!run(command).is_empty(), "{name}: {command} prints nothing");
                    run_here += 1;
                } else {
                    assert!(ELSEWHERE.iter().any(|start| command.starts_with(start)), "{name}: what is {command}?");
                }
            }
        }
    }
    assert!(run_here >= 4, "only {run_here} commands");
}

#[test]
fn output_is_as_shown() {
    let blocks = blocks("README.md");
    let shown: Vec<&Block> = blocks.iter().filter(|block| block.language == "console").collect();
    assert!(!shown.is_empty(), "no output is shown");
    for block in shown {
        let (command, output) = block.text.split_once('\n').expect("a command and its output");
        let command = command.strip_prefix("$ ").unwrap_or_else(|| panic!("no command: {command}"));
        assert_eq!(lasting(output), lasting(&run(command)), "{command}");
    }
}

#[test]
fn positions_are_answered() {
    let blocks = blocks("README.md");
    let positions: Vec<&Block> = blocks.iter().filter(|block| block.language == "toml").collect();
    assert!(!positions.is_empty(), "no position is shown");
    for block in positions {
        let position = read(block.text.as_bytes(), Notation::Toml, false);
        let position = position.unwrap_or_else(|error| panic!("{error}\n{}", block.text));
        let answer = ask("solve", &position).unwrap_or_else(|error| panic!("{error}\n{}", block.text));
        assert_eq!(answer["status"], "optimal");
    }
}

#[test]
fn the_answer_shown_is_a_recorded_one() {
    let blocks = blocks("models/README.md");
    let shown: Vec<&Block> = blocks.iter().filter(|block| block.language == "toml").collect();
    assert!(!shown.is_empty(), "no answer is shown");
    for block in shown {
        let answers: std::collections::BTreeMap<String, serde_json::Value> =
            toml::from_str(&block.text).unwrap_or_else(|error| panic!("{error}\n{}", block.text));
        for (name, answer) in answers {
            let known = TIERS.iter().find_map(|tier| recorded(tier).remove(&name));
            assert_eq!(known.as_ref(), Some(&answer), "{name}");
        }
    }
}

#[test]
fn every_block_of_the_readme_is_held() {
    for block in blocks("README.md") {
        assert!(["sh", "console", "toml", "rust"].contains(&block.language.as_str()), "{}", block.language);
    }
    assert!(file("src/lib.rs").contains("#![doc = include_str!(\"../README.md\")]"), "Rust blocks are not doc-tested");
}

#[test]
fn examples_that_are_named_are_there_and_tested() {
    let manifest = file("Cargo.toml");
    let blocks = blocks("README.md");
    let named = blocks.iter().flat_map(|block| block.text.lines());
    let named: Vec<&str> = named.filter_map(|line| line.strip_prefix("cargo run --release --example ")).collect();
    assert!(!named.is_empty(), "no example is named");
    for name in named {
        assert!(file(&format!("examples/{name}.rs")).contains("#[test]"), "{name} has no test");
        assert!(manifest.contains(&format!("[[example]]\nname = \"{name}\"\ntest = true\n")), "{name} is not tested");
    }
}

#[test]
fn continuous_integration_runs_the_readmes_test_command() {
    let Ok(script) = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(".ci/run")) else {
        println!("skipped: no .ci/run, as in a published package");
        return;
    };
    let blocks = blocks("README.md");
    let command = blocks.iter().flat_map(|block| block.text.lines()).find(|line| line.starts_with("cargo test"));
    let command = command.expect("a test command");
    assert!(script.lines().any(|line| line == format!("step {command}")), "{command}");
}
