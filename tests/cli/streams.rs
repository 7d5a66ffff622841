//! Files, standard input and output, colours.

use std::process::{Command, Stdio};

use super::{GHALTA, SMALL, alphastrike, answer, refusal, say};

#[test]
fn files_are_read_by_their_ending_and_standard_input_by_its_first_character() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    for file in [path("a.toml", GHALTA), path("b.json", SMALL), path("c", SMALL), path("d.txt", GHALTA)] {
        let said = say(&["check", &file], "");
        assert_ne!(said.status, Some(1), "{}", said.stderr);
        assert!(!said.stderr.contains(&file), "{}", said.stderr);
    }
    let wrong = path("e.toml", SMALL);
    assert!(refusal(&["check", &wrong], "").contains("e.toml:1:"));
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing.toml");
    assert!(refusal(&["attack", missing.to_str().unwrap()], "").contains("missing.toml"));
    assert!(refusal(&["attack", folder.path().to_str().unwrap()], "").contains("directory"));
}

#[test]
fn a_file_beyond_the_limit_is_not_read_to_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("huge.toml");
    std::fs::File::create(&path).unwrap().set_len(1 << 40).unwrap();
    let message = refusal(&["attack", path.to_str().unwrap()], "");
    assert!(message.contains("huge.toml is longer than 64 MiB"), "{message}");
}

#[test]
fn piped_output_has_no_escapes_unless_they_are_asked_for() {
    let colours = |variables: &[(&str, &str)]| {
        let mut command = alphastrike(&["check", "-"]);
        command.envs(variables.iter().copied());
        let output = command.write_stdin(GHALTA).output().unwrap();
        assert_eq!(output.status.code(), Some(0));
        output.stdout.contains(&b'\x1b')
    };
    assert!(!colours(&[]));
    assert!(!colours(&[("NO_COLOR", "1")]));
    assert!(colours(&[("CLICOLOR_FORCE", "1")]));
    assert!(!colours(&[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")]));
}

#[test]
fn json_has_no_escapes_whatever_is_asked_for() {
    let output =
        alphastrike(&["check", "-", "--json"]).env("CLICOLOR_FORCE", "1").write_stdin(GHALTA).output().unwrap();
    assert!(!output.stdout.contains(&b'\x1b'));
}

#[test]
fn a_message_quotes_the_file_where_a_person_looks_on() {
    let text = GHALTA.replace("life = 9", "life = nine");
    let plain = refusal(&["assign", "-"], text.as_str());
    assert!(plain.starts_with("error: <stdin>:"), "{plain}");
    let output = alphastrike(&["assign", "-"]).env("CLICOLOR_FORCE", "1").write_stdin(text).output().unwrap();
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(message.contains('\x1b') && message.contains("life = ") && message.contains("<stdin>:"), "{message}");
}

/// A reader that goes away early, as `head` does, is no failure.
#[test]
fn a_closed_pipe_is_quiet() {
    for words in [vec!["check", "-"], vec!["check", "-", "--json"], vec!["--help"], vec!["--version"]] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut child = Command::new(env!("CARGO_BIN_EXE_alphastrike"))
            .args(&words)
            .stdin(Stdio::piped())
            .stdout(writer)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // `--help` may be gone before it is given anything to read.
        let _ = std::io::Write::write_all(&mut child.stdin.take().unwrap(), GHALTA.as_bytes());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{words:?}");
        assert!(output.stderr.is_empty(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_failure() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_alphastrike"))
        .args(["check", "-"])
        .stdin(Stdio::piped())
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), GHALTA.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("can't write the answer"));
}

#[test]
fn short_forms_stand_in_for_a_file() {
    let words = [
        "attack",
        "--json",
        "--mine",
        "Ghalta 12/12 trample; 2 x 1/1 flying",
        "--theirs",
        "3/3; 2/4 reach",
        "--their-life",
        "9",
    ];
    let given = answer(&words, "");
    let written = answer(
        &["attack", "--json", "-"],
        r#"{"players": [{"name": "you", "creatures": ["Ghalta 12/12 trample", "2 x 1/1 flying"]},
            {"name": "opp", "life": 9, "creatures": ["3/3", "2/4 reach"]}]}"#,
    );
    assert_eq!((&given["value"], &given["attacks"]), (&written["value"], &written["attacks"]));
    assert_eq!(given["outcome"]["players"]["you"]["life"], written["outcome"]["players"]["you"]["life"]);
}
