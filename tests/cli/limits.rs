//! Answers within a limit.

use serde_json::{Value, json};

use super::{Said, refusal, say};

/// A blocker that links attackers, so that each attack is looked at by itself.
const CROWD: &str = r#"{"objective": "win, face, material", "players": [
    {"name": "you", "creatures": ["Angel 4/4 flying, exalted", "Ox 3/3 trample", "Elf 1/1", "Bear 2/2", "Boar 3/2"]},
    {"name": "opp", "life": 12, "creatures": ["Wall 0/4", "Bird 1/1 flying", "Ogre 3/3",
        "Rat 1/1 can block an additional creature each combat"]}
]}"#;

/// Blockers that link attackers, and more ways to block than are looked at.
const WIDE: &str = r#"{"objective": "face", "players": [
    {"name": "you", "creatures": [{"name": "Elf", "count": 12, "power": 1, "toughness": 1}]},
    {"name": "opp", "creatures": [{"name": "Wall", "count": 12, "power": 1, "toughness": 4,
        "abilities": ["can block an additional creature each combat"]}]}
]}"#;

fn answer_with_statistics(said: &Said) -> Value {
    serde_json::from_str(&said.stdout).unwrap_or_else(|error| panic!("{error}: {}", said.stderr))
}

/// The answer without what differs from run to run.
fn answer(said: &Said) -> Value {
    let mut answer: Value =
        serde_json::from_str(&said.stdout).unwrap_or_else(|error| panic!("{error}: {}", said.stderr));
    assert_eq!(said.stderr, "");
    let status = answer["status"].as_str().unwrap_or_default();
    assert_eq!(said.status, Some(if status == "limit" { 3 } else { 0 }), "{status}");
    answer["stats"] = Value::Null;
    answer
}

#[test]
fn at_the_node_limit_the_status_is_limit() {
    let answer = answer(&say(&["attack", "-", "--json", "--node-limit", "1"], CROWD));
    assert_eq!(answer["status"], "limit");
    assert_eq!((&answer["value"], &answer["attacks"]), (&json!([0, 0, 0]), &json!({})));
    assert!(answer["bound"][0].as_i64() >= Some(0));
}

/// Each of them wins alone, and so do all.
#[test]
fn a_best_value_with_more_attackers_than_needed_is_not_proved() {
    let board = r#"{"objective": "win", "players": [
        {"name": "you", "creatures": ["Ox 3/3", "Bear 2/2", "Elf 1/1", "Cat 2/1"]},
        {"name": "opp", "life": 1, "creatures": ["Wall 0/4 can block only creatures with flying"]}]}"#;
    let mut open = 0;
    for nodes in 1..40 {
        let answer = answer(&say(&["attack", "-", "--json", "--node-limit", &nodes.to_string()], board));
        let attackers = answer["attacks"].as_object().map_or(0, serde_json::Map::len);
        assert_eq!(answer["status"] == "optimal", answer["value"][0] == 1 && attackers == 1, "{nodes}: {answer}");
        open += u64::from(answer["value"] == answer["bound"] && answer["status"] == "limit");
    }
    assert!(open > 0);
    let said = (1..40).map(|nodes| say(&["attack", "-", "--node-limit", &nodes.to_string()], board).stdout);
    assert!(
        said.into_iter().any(|text| text.contains("What is left to prove is that no fewer attackers get as much."))
    );
}

#[test]
fn nodes_are_the_same_for_every_number_of_threads() {
    let mut values = Vec::new();
    for nodes in ["1", "3", "10", "30", "100", "300", "1000", "100000000"] {
        let ask =
            |threads| answer(&say(&["attack", "-", "--json", "--node-limit", nodes, "--threads", threads], CROWD));
        let one = ask("1");
        for threads in ["2", "4"] {
            assert_eq!(ask(threads), one, "{nodes} nodes, {threads} threads");
        }
        values.push((one["status"].clone(), one["value"].clone()));
    }
    assert_eq!(values.last().map(|(status, _)| status), Some(&json!("optimal")));
    assert_eq!(answer(&say(&["attack", "-", "--json"], CROWD))["value"], values.last().unwrap().1);
}

#[test]
fn a_short_time_is_enough_for_an_answer() {
    for input in [CROWD, WIDE] {
        for limit in ["0.000001", "0.005", ".01"] {
            let answer = answer(&say(&["solve", "-", "--json", "--time-limit", limit], input));
            assert!(answer["attacks"].is_object() && answer["outcome"]["players"]["opp"].is_object(), "{answer}");
        }
    }
}

#[test]
fn limits_that_are_not_met_change_nothing() {
    let without = answer(&say(&["attack", "-", "--json"], CROWD));
    let limits: [&[&str]; 3] =
        [&["--time-limit", "1000000"], &["--node-limit", "1000000"], &["--time-limit", "99999999999999999999"]];
    for limit in limits {
        assert_eq!(answer(&say(&[&["attack", "-", "--json"], limit].concat(), CROWD)), without, "{limit:?}");
    }
}

#[test]
fn more_than_is_looked_at_is_answered_with_a_bound() {
    let answer = answer(&say(&["attack", "-", "--json"], WIDE));
    assert_eq!(answer["status"], "limit");
    let text = answer["warnings"][0]["text"].as_str().unwrap_or_default();
    assert!(text.contains("too many declarations") && text.contains("limit"), "{text}");
}

/// Whatever reads a declaration must not look at every pair of creatures for it.
#[test]
fn ten_thousand_creatures_a_side_are_judged_and_played_out() {
    let attacks: Vec<String> = (1..=10_000).map(|number| format!("\"Elf#{number}\": \"opp\"")).collect();
    let blocks: Vec<String> = (1..=10_000).map(|number| format!("\"Bear#{number}\": [\"Elf#{number}\"]")).collect();
    let position = format!(
        r#"{{"players": [{{"name": "you", "creatures": ["10000 x Elf 1/1"]}},
            {{"name": "opp", "creatures": ["10000 x Bear 2/2"]}}],
            "attacks": {{{}}}, "blocks": {{{}}}}}"#,
        attacks.join(", "),
        blocks.join(", ")
    );
    let said = say(&["check", "-"], position.as_str());
    assert_eq!((said.status, said.stderr.as_str()), (Some(0), ""));
    let answer = answer(&say(&["assign", "-", "--json"], position));
    assert_eq!(answer["outcome"]["terms"]["losses"], 20_000);
    assert_eq!(answer["damage"].as_array().map(Vec::len), Some(20_000));
}

#[test]
fn ten_thousand_creatures_are_gone_through_one_by_one() {
    // Whoever wants no damage dealt: an objective for which columns don't do.
    let position = r#"{"objective": "-face", "players": [
        {"name": "you", "creatures": ["10000 x Elf 1/1"]}, {"name": "opp", "creatures": ["Bear 2/2"]}]}"#;
    let said = say(&["attack", "-", "--json", "--threads", "1"], position);
    assert_eq!((said.status, said.stderr.as_str()), (Some(0), ""));
    let answer = answer(&said);
    assert_eq!((&answer["value"][0], answer["attacks"].as_object().map(serde_json::Map::len)), (&0.into(), Some(0)));
}

#[test]
fn what_can_be_divided_in_too_many_ways_is_not_counted() {
    let position = r#"{"objective": "face", "players": [
        {"name": "you", "creatures": [{"name": "Titan", "power": 10000, "toughness": 6, "abilities": ["trample"]}]},
        {"name": "opp", "life": 20000, "creatures": ["2 x Bear 2/2"]}],
        "attacks": {"Titan": "opp"}, "blocks": {"Bear#1": ["Titan"], "Bear#2": ["Titan"]}}"#;
    let said = say(&["count", "-"], position);
    assert_eq!((said.status, said.stdout.as_str()), (Some(2), ""));
    assert!(said.stderr.contains("divided in too many ways"), "{}", said.stderr);
}

#[test]
fn the_text_says_that_it_is_not_proved() {
    let said = say(&["attack", "-", "--node-limit", "1"], CROWD);
    assert_eq!((said.status, said.stderr.as_str()), (Some(3), ""));
    let lines: Vec<&str> = said.stdout.lines().take(4).collect();
    assert_eq!(
        lines[..3],
        [
            "Don't attack",
            "Not proved: stopped at the node limit",
            "This attack gets at least: win 0, face 0, material 0",
        ]
    );
    assert!(lines[3].starts_with("No attack gets more than: win 1, face "), "{}", lines[3]);
}

#[test]
fn what_is_counted_in_part_is_no_answer() {
    let said = say(&["count", "-", "--json", "--node-limit", "1"], CROWD);
    assert_eq!((said.status, said.stdout.as_str()), (Some(3), ""));
    assert!(said.stderr.contains("stopped at the node limit"), "{}", said.stderr);
}

/// Fifteen creatures against sixteen that each take two and must be blocked.
fn crowd_of_requirements(blocks: &str) -> String {
    let attacks: Vec<String> = (1..=16).map(|number| format!(r#""Ox#{number}": "opp""#)).collect();
    format!(
        r#"{{"players": [{{"name": "you", "creatures": ["16 x Ox 2/2 menace, must be blocked if able"]}},
            {{"name": "opp", "creatures": ["15 x Elf 1/1"]}}], "attacks": {{{}}}{blocks}}}"#,
        attacks.join(", ")
    )
}

/// Sixteen that must attack, but only with a red creature, and one red creature that attacks only alone: nobody can, which
/// takes more than counting.
const CONTRARY: &str = r#"{"players": [
    {"name": "you", "creatures": [
        "16 x Ox 2/2 attacks each combat if able, can't attack unless a red creature also attacks",
        {"name": "Cat", "power": 1, "toughness": 1, "colors": ["red"], "abilities": ["can attack only alone"]}]},
    {"name": "opp", "creatures": ["Elf 1/1"]}], "attacks": {}}"#;

#[test]
fn what_is_legal_is_known_at_once_where_counting_proves_it() {
    // Fifteen creatures can block seven that take two each, and no more.
    let said = answer(&say(&["block", "-", "--json", "--time-limit", "0.000001"], crowd_of_requirements("")));
    let blocks = said["blocks"].as_object().cloned().unwrap_or_default();
    let mut blocked: Vec<&Value> = blocks.values().map(|attackers| &attackers[0]).collect();
    blocked.sort_by_key(|attacker| attacker.to_string());
    blocked.dedup();
    assert_eq!((blocks.len(), blocked.len()), (14, 7), "{said}");
    let said = say(&["check", "-", "--time-limit", "0.000001"], crowd_of_requirements(r#", "blocks": {}"#));
    assert!(said.stdout.contains("obey 0 requirements where 7 can be obeyed"), "{}", said.stdout);
    // The split of blocks that are declared.
    let declared = format!(r#", "blocks": {}"#, Value::Object(blocks));
    let split = answer(&say(&["assign", "-", "--json", "--time-limit", "0.000001"], crowd_of_requirements(&declared)));
    assert_eq!(split["outcome"]["terms"]["face"], 18, "{split}");
}

#[test]
fn whoever_does_not_know_what_is_legal_says_so() {
    for verb in ["check", "block", "solve"] {
        let said = say(&[verb, "-", "--time-limit", "0.000001"], CONTRARY);
        assert_eq!((said.status, said.stdout.as_str()), (Some(3), ""), "{verb}");
        assert!(
            said.stderr.contains("stopped at the time limit, before it was known what is legal"),
            "{}",
            said.stderr
        );
    }
}

#[test]
fn whoever_has_no_answer_but_the_whole_one_says_that_it_was_stopped() {
    let plain = crowd_of_requirements("").replace("menace, must be blocked if able", "");
    let attack = plain.split(r#", "attacks""#).next().map(|text| format!("{text}}}")).unwrap_or_default();
    let split = crowd_of_requirements(r#", "blocks": {}"#).replace("menace, must be blocked if able", "trample");
    let asked: [(&[&str], &str); 6] = [
        (&["check", "-"], CONTRARY),
        (&["count", "-"], &attack),
        (&["model", "-", "--program", "damage"], &split),
        (&["model", "-", "--program", "block"], &plain),
        (&["model", "-", "--program", "certificate"], &attack),
        (&["model", "-", "--program", "certificate", "--format", "mps"], &attack),
    ];
    for (words, position) in asked {
        let said = say(&[words, &["--time-limit", "0.000001"]].concat(), position);
        assert_eq!((said.status, said.stdout.as_str()), (Some(3), ""), "{words:?}");
        assert!(said.stderr.contains("stopped at the time limit"), "{words:?}: {}", said.stderr);
        // To count sixteen attackers' blocks would take long.
        if words[0] != "count" {
            let enough = say(&[words, &["--time-limit", "1000"]].concat(), position);
            assert_eq!((enough.status, enough.stderr.as_str()), (Some(0), ""), "{words:?}");
        }
    }
}

#[test]
fn a_certificate_is_made_of_what_the_answer_has_left() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("proof.lp");
    let path = file.to_str().expect("a plain path");
    let board = r#"{"players": [{"name": "you", "creatures": ["Ox 3/3", "Cat 2/2", "Elf 1/1"]},
        {"name": "opp", "creatures": ["Wall 0/4", "Rat 1/1"]}]}"#;
    let nodes = answer_with_statistics(&say(&["attack", "-", "--json"], board))["stats"]["nodes"].to_string();
    let said = say(&["attack", "-", "--node-limit", &nodes, "--certificate", path], board);
    assert_eq!((said.status, said.stderr.as_str()), (Some(3), ""));
    assert!(said.stdout.contains("no certificate is written: the search was stopped at the node limit"));
    assert!(said.stdout.contains("Proved best") && !file.exists(), "{}", said.stdout);
    let said = say(&["attack", "-", "--node-limit", "100000", "--certificate", path], board);
    assert!(said.status == Some(0) && file.exists(), "{}", said.stdout);
}

#[test]
fn a_limit_that_would_limit_nothing_is_refused() {
    let declared = crowd_of_requirements(r#", "blocks": {}"#);
    for words in [&["check", "-"] as &[&str], &["model", "-", "--program", "legality"]] {
        let message = refusal(&[words, &["--node-limit", "100"]].concat(), declared.as_str());
        assert!(message.contains("--node-limit") && message.contains("use --time-limit"), "{words:?}: {message}");
    }
}

#[test]
fn limits_that_are_none_are_refused_with_what_would_be_right() {
    for time in ["0", "0.0", "-1", "-0.5", "soon", "", ".", "1.2.3", "1e3", "inf", "NaN", "5s", "1,5"] {
        let message = refusal(&["attack", "-", "--time-limit", time], CROWD);
        assert!(message.contains("--time-limit") && message.contains("0.005"), "{time}: {message}");
    }
    for nodes in ["0", "-1", "many", "", "1.5", "99999999999999999999"] {
        let message = refusal(&["attack", "-", "--node-limit", nodes], CROWD);
        assert!(message.contains("--node-limit") && message.contains("from 1"), "{nodes}: {message}");
    }
}

/// Far more attacks and blocks than can be looked at while the test waits: bushido is more than numbers, so that a
/// creature that has it and blocks two ties attackers together.
const LONG: &str = r#"{"objective": "win, material, face", "players": [
    {"name": "you", "life": 6, "creatures": [
        "7/7 deathtouch", "3/2 menace, double strike, lifelink", "11 x 3/2 lifelink", "2 x 3/3 menace",
        "6 x 2/2 flying", "10 x 2/3 reach", "24 x 3/3", "13 x 4/4", "34 x 2/2 flying, lifelink", "15 x 2/2",
        "32 x 3/3", "26 x 2/2 haste"
    ]},
    {"name": "opp", "life": 87, "creatures": [
        "2/2 reach", "4/6", "5/3 trample", "9 x 1/1 deathtouch", "22 x 1/1 lifelink", "7 x 2/2", "22 x 2/2",
        "30 x 1/1", "6 x 1/1 haste", "7 x 2/1 lifelink", "6 x 3/3"
    ]}
]}"#;

/// Whether interrupts are ignored by whatever is started from here, as in a shell's background: that is inherited, and
/// programs keep to it.
#[cfg(unix)]
fn ignores_interrupts() -> bool {
    let mut shell = std::process::Command::new("sh");
    let ignored = shell.args(["-c", "kill -INT $$; echo alive"]).output().unwrap().stdout == b"alive\n";
    if ignored {
        println!("skipped: interrupts are ignored here");
    }
    ignored
}

/// What is said after an interrupt. One that comes before the search has begun ends the program as ever; then the next one
/// waits longer.
#[cfg(unix)]
fn interrupted(words: &[&str], input: &str) -> Option<Said> {
    use std::io::Write;
    use std::process::{Command, Stdio};
    [200, 1_000, 5_000, 20_000].into_iter().find_map(|wait| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_alphastrike"));
        command.args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(wait));
        assert!(child.try_wait().unwrap().is_none(), "the search is over after {wait} ms");
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let output = child.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        let said = Said { status: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) };
        said.status.is_some().then_some(said)
    })
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_search_with_an_answer() {
    if ignores_interrupts() {
        return;
    }
    let said = interrupted(&["attack", "-", "--json"], LONG).expect("an answer");
    assert_eq!(answer(&said)["status"], "limit");
}

/// Every attack of eight against every block of eight takes a while.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_count_with_a_word() {
    if ignores_interrupts() {
        return;
    }
    let side = |name: &str| {
        let creatures = (1..=8).map(|number| format!(r#""{name}{number} {number}/{}""#, 9 - number));
        creatures.collect::<Vec<_>>().join(", ")
    };
    let text = format!(
        r#"{{"players": [{{"name": "you", "creatures": [{}]}}, {{"name": "opp", "creatures": [{}]}}]}}"#,
        side("Ogre"),
        side("Troll")
    );
    let said = interrupted(&["count", "-"], &text).expect("a word");
    assert_eq!((said.status, said.stdout.as_str()), (Some(3), ""));
    assert!(said.stderr.contains("interrupt"), "{}", said.stderr);
}
