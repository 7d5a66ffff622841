//! Text that is no position, or hardly one: refused with a place, quickly, and never with a panic.

use std::time::{Duration, Instant};

use super::{GHALTA, SMALL, refusal, say};

const VERBS: [&str; 6] = ["attack", "block", "assign", "solve", "check", "count"];

/// A message that says where: a line and column, or a path from the top.
fn names_a_place(message: &str) -> bool {
    let place = message.strip_prefix("error: <stdin>:").unwrap_or_default();
    place.starts_with(|c: char| c.is_ascii_digit()) || place.starts_with(" players") || place.starts_with(" attacks")
}

#[test]
fn json_cut_off_anywhere_is_refused_with_the_place() {
    for end in 1..SMALL.len() {
        let message = refusal(&[VERBS[end % VERBS.len()], "-"], &SMALL[..end]);
        assert!(names_a_place(&message), "cut at {end}: {message}");
    }
}

#[test]
fn toml_cut_off_anywhere_never_panics() {
    for end in (1..GHALTA.len()).step_by(5) {
        let said = say(&[VERBS[end % VERBS.len()], "-"], &GHALTA[..end]);
        assert!(matches!(said.status, Some(0 | 2)), "cut at {end}: {}", said.stderr);
        assert!(!said.stderr.contains("panicked"), "cut at {end}: {}", said.stderr);
    }
}

#[test]
fn one_byte_changed_never_panics() {
    for (number, place) in (0..GHALTA.len()).step_by(9).enumerate() {
        for byte in [0, b'"', b'[', b'-', 0xff] {
            let mut text = GHALTA.as_bytes().to_vec();
            text[place] = byte;
            let said = say(&[VERBS[number % VERBS.len()], "-"], text);
            assert!(matches!(said.status, Some(0 | 2)), "{byte} at {place}: {}", said.stderr);
            assert!(!said.stderr.contains("panicked"), "{byte} at {place}: {}", said.stderr);
        }
    }
}

#[test]
fn what_is_not_text_is_refused_with_the_place() {
    let inputs: [&[u8]; 8] = [
        b"\xff\xfe\x00",
        b"title = \"\xc3\x28\"",
        b"{\"title\": \"\xed\xa0\x80\"}",
        b"title = \"\0\"",
        b"\0",
        b"{\"title\": \"\0\"}",
        b"\xef\xbb\xbf\xff",
        b"\x1b[2J",
    ];
    for input in inputs {
        let message = refusal(&["attack", "-"], input);
        assert!(names_a_place(&message), "{message:?}");
        assert!(!message.contains(['\0', '\x1b']), "{message:?}");
    }
}

#[test]
fn nothing_is_no_position() {
    for input in ["", "\n", " \t\r\n", "{}", "[]", "null", "0", "\"\"", "players = []", "{\"players\": []}", "\u{feff}"]
    {
        let message = refusal(&["solve", "-"], input);
        assert!(message.contains("<stdin>"), "{input:?}: {message}");
    }
}

#[test]
fn deep_nesting_is_refused() {
    let deep = 100_000;
    let inputs = [
        "[".repeat(deep),
        "{\"a\":".repeat(deep),
        format!("{{\"players\": {}{}}}", "[".repeat(deep), "]".repeat(deep)),
        format!("a = {}{}", "[".repeat(deep), "]".repeat(deep)),
        format!("a = {}", "{a = ".repeat(deep)),
        format!("{} = 1", "a.".repeat(deep)),
        format!("{}a = 1", "a.".repeat(deep)),
        format!("[{}a]", "a.".repeat(deep)),
        format!("[{}]", "[".repeat(deep)),
    ];
    for input in inputs {
        let message = refusal(&["check", "-"], input.as_str());
        assert!(message.len() < 10_000, "{} bytes", message.len());
    }
}

#[test]
fn ten_megabytes_of_nonsense_are_refused_soon() {
    let size = 10 << 20;
    let repeated = |unit: &str| unit.repeat(size / unit.len());
    let inputs = [
        repeated("a"),
        repeated("\n"),
        repeated("a = 1\n"),
        repeated("["),
        repeated("\""),
        repeated("{\"players\": ["),
        repeated("[[players]]\n"),
        repeated("[[players]]\nname = \"a\"\n"),
        format!("title = \"{}", repeated("a")),
        format!("{{\"title\": \"{}\", \"players\": 1}}", repeated("a")),
        format!("{{\"players\": [{}1]}}", repeated("1,")),
        format!("{{\"players\": [{{\"name\": \"a\", \"life\": {}}}]}}", repeated("9")),
        format!("{{\"players\": [{{\"name\": \"a\", \"creatures\": [{}\"2/2\"]}}]}}", repeated("\"a\",")),
        format!("{{\"players\": [{{\"name\": \"a\", \"creatures\": [\"2/2 {}\"]}}]}}", repeated("flyng,")),
    ];
    for input in inputs {
        let start = Instant::now();
        let message = refusal(&["attack", "-"], input.as_str());
        let (first, took) = (&input[..20], start.elapsed());
        assert!(took < Duration::from_secs(20), "{first}… took {took:?}");
        assert!(message.len() < 1_000_000, "{first}… gives {} bytes", message.len());
    }
}

#[test]
fn a_name_is_never_printed_with_its_control_characters() {
    let text = SMALL.replace("Bear", r"\u001b[2JBear\n\u202e");
    let said = say(&["attack", "-"], text.as_str());
    assert!(!(said.stdout + &said.stderr).contains(['\x1b', '\u{202e}']));
    let message = refusal(&["attack", "-"], text.replace("2/2", "2/2 flyng").as_str());
    assert!(!message.contains(['\x1b', '\u{202e}']), "{message}");
}

#[test]
fn a_name_is_never_printed_with_what_cannot_be_seen() {
    let unseen = ['\u{ad}', '\u{200b}', '\u{200e}', '\u{2028}', '\u{2029}', '\u{2060}', '\u{feff}', '\u{e0041}'];
    let text = SMALL.replace("opp", &format!("o{}p", unseen.iter().collect::<String>()));
    let said = say(&["attack", "-"], text.as_str());
    assert!(
        said.stdout.contains(r"o\u{ad}\u{200b}\u{200e}\u{2028}\u{2029}\u{2060}\u{feff}\u{e0041}p"),
        "{}",
        said.stdout
    );
    assert!(!said.stdout.contains(unseen));
    let message = refusal(&["attack", "-"], text.replace("2/2", "2/2 fly\u{200b}ing").as_str());
    assert!(message.contains(r"fly\u{200b}ing") && !message.contains(unseen), "{message}");
}
