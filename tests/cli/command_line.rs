//! Flags, verbs, help.

use super::{SMALL, alphastrike, answer, refusal, say};

const VERBS: [&str; 7] = ["attack", "block", "assign", "solve", "check", "count", "model"];

#[test]
fn help_names_every_verb_and_flag() {
    let said = say(&["--help"], "");
    assert_eq!((said.status, said.stderr.as_str()), (Some(0), ""));
    for word in VERBS.iter().chain(&[
        "--json",
        "--objective",
        "--threads",
        "--solver",
        "--lenient",
        "--time-limit",
        "--node-limit",
    ]) {
        assert!(said.stdout.contains(word), "{word}");
    }
    for word in ["--mine", "--theirs", "--my-life", "--their-life", "Examples:", "Exit status:"] {
        assert!(said.stdout.contains(word), "{word}");
    }
}

#[test]
fn every_verb_has_help() {
    for verb in VERBS {
        let said = say(&[verb, "--help"], "");
        assert_eq!(said.status, Some(0));
        assert!(said.stdout.contains("POSITION"), "{verb}");
    }
    assert!(say(&["model", "--help"], "").stdout.contains("--step <STEP>"));
}

#[test]
fn version_is_the_crates() {
    let said = say(&["--version"], "");
    assert_eq!((said.status, said.stdout), (Some(0), format!("alphastrike {}\n", env!("CARGO_PKG_VERSION"))));
}

/// Command lines that are refused, and a word that the message must have.
const REFUSED: &[(&[&str], &str)] = &[
    (&["explode", "-"], "explode"),
    (&["attack", "-", "another"], "another"),
    (&["attack"], "there is no position"),
    (&["attack", "--my-life", "3"], "there is no position"),
    (&["attack", "-", "--mine", "2/2"], "--mine"),
    (&["attack", "-", "--their-life", "9"], "--their-life"),
    (&["attack", "-", "--threads", "0"], "--threads"),
    (&["attack", "-", "--threads", "-1"], "-1"),
    (&["attack", "-", "--threads", "many"], "--threads"),
    (&["attack", "-", "--threads", "99999999999999999999"], "--threads"),
    #[cfg(not(feature = "highs"))]
    (&["attack", "-", "--solver", "highs"], "--features highs"),
    (&["attack", "-", "--solver", "abacus"], "microlp"),
    (&["attack", "-", "--objective", "victory"], "victory"),
    (&["attack", "-", "--objective", ""], "--objective"),
    (&["attack", "-", "--objective"], "--objective"),
    (&["attack", "-", "--time-limit", "soon"], "--time-limit"),
    (&["attack", "-", "--node-limit", "few"], "--node-limit"),
    (&["count", "-", "--explain"], "--explain"),
    (&["attack", "-", "--step", "regular"], "--step"),
    (&["count", "-", "--certificate", "proof.lp"], "proves an answer"),
    (&["model", "-", "--program", "poem"], "poem"),
    (&["model", "-", "--step", "third"], "third"),
    (&["model", "-", "--level", "0"], "--level"),
    (&["model", "-", "--json"], "--format"),
];

#[test]
fn what_is_wrong_with_a_command_line_is_named() {
    for (words, part) in REFUSED {
        let message = refusal(words, SMALL);
        assert!(message.contains(part), "{words:?} says {message}");
    }
}

/// A flag or verb of another version is no file and no other verb.
#[test]
fn tips_are_true_or_missing() {
    for words in [&["attack", "-", "--zoom", "1"][..], &["convert", "-"], &["cards", "-"], &["attack", "-", "-x"]] {
        let message = refusal(words, SMALL);
        assert!(!message.contains("tip:"), "{words:?} says {message}");
    }
    for (words, tip) in [(&["attak", "-"][..], "'attack'"), (&["attack", "-", "--thread", "1"], "'--threads'")] {
        let message = refusal(words, SMALL);
        assert!(message.contains("tip:") && message.contains(tip), "{words:?} says {message}");
    }
}

#[test]
fn nothing_at_all_gives_help_and_is_an_error() {
    let said = say(&[], "");
    assert_eq!((said.status, said.stdout.as_str()), (Some(2), ""));
    assert!(said.stderr.contains("Usage:"));
}

#[test]
fn a_command_line_is_never_repeated_with_its_control_characters() {
    for words in [["\x1b[2Jattack", "-"], ["attack", "--\x1b[2J"], ["attack", "\x1b[2J/no/such/file"]] {
        let message = refusal(&words, SMALL);
        assert!(!message.contains('\x1b'), "{message:?}");
        assert!(message.contains("[2J"), "{message:?}");
    }
}

#[cfg(unix)]
#[test]
fn words_that_are_not_unicode_are_errors() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let broken = OsStr::from_bytes(b"\xff\xfe");
    for words in [vec![broken], vec![OsStr::new("attack"), broken], vec![OsStr::new("attack"), OsStr::new("-"), broken]]
    {
        let output = alphastrike(&[]).args(words).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert!(output.stdout.is_empty() && !output.stderr.is_empty());
    }
}

#[test]
fn flags_may_come_first() {
    let value = |words: &[&str]| answer(words, SMALL)["value"].clone();
    assert_eq!(value(&["--json", "attack", "-"]), value(&["attack", "-", "--threads", "1", "--json"]));
}
