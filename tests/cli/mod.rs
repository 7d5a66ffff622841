//! The program as its users meet it.

mod answers;
mod broken_positions;
mod certificate;
mod command_line;
mod hostile_text;
mod limits;
mod model;
mod streams;
mod top;

use assert_cmd::Command;

/// The position of the format's own example.
const GHALTA: &str = r#"
title  = "A trampler and a flying Goblin"
active = "you"
objective = "balanced"

[[players]]
name = "you"
life = 20

[[players.creatures]]
name = "Ghalta"
power = 12
toughness = 12
abilities = ["trample"]

[[players.creatures]]
name = "Goblin"
count = 3
power = 1
toughness = 1
counters = { "+1/+1" = 1, "flying" = 1 }

[[players]]
name = "opp"
life = 9

[[players.creatures]]
name = "Wall"
power = 0
toughness = 4
damage = 1

[[players.planeswalkers]]
name = "Jace"
loyalty = 3

[attacks]
Ghalta = "opp"
"Goblin#1" = "Jace"

[blocks]
Wall = ["Ghalta"]
"#;

/// One attacker, one defender, nothing declared.
const SMALL: &str = r#"{"players": [
    {"name": "you", "creatures": ["Bear 2/2"]},
    {"name": "opp", "creatures": ["Wall 0/4"]}
]}"#;

/// The program with these words after its name, away from the colours that the tests' caller may want.
fn alphastrike(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_alphastrike"));
    command.args(words);
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        command.env_remove(variable);
    }
    command.timeout(std::time::Duration::from_secs(30));
    command
}

/// What the program says to this on standard input.
struct Said {
    status: Option<i32>,
    stdout: String,
    stderr: String,
}

fn say(words: &[&str], input: impl Into<Vec<u8>>) -> Said {
    let output = alphastrike(words).write_stdin(input).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Said { status: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// The answer to a question about a position, as JSON.
fn answer(words: &[&str], input: &str) -> serde_json::Value {
    let said = say(words, input);
    assert_eq!(said.status, Some(0), "{words:?} says {}", said.stderr);
    assert_eq!(said.stderr, "");
    serde_json::from_str(&said.stdout).unwrap()
}

/// The message that refuses a position: nothing on standard output, exit status 2, no panic.
fn refusal(words: &[&str], input: impl Into<Vec<u8>>) -> String {
    let said = say(words, input);
    assert!(!said.stderr.contains("panicked"), "{}", said.stderr);
    assert_eq!(said.status, Some(2), "out: {}\nerr: {}", said.stdout, said.stderr);
    assert_eq!(said.stdout, "");
    assert!(said.stderr.starts_with("error: "), "{}", said.stderr);
    said.stderr
}
