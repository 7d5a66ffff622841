//! Answers from end to end.

use serde_json::json;

use super::{GHALTA, SMALL, answer, refusal, say};

fn keys(value: &serde_json::Value) -> Vec<&str> {
    value.as_object().map(|map| map.keys().map(String::as_str).collect()).unwrap_or_default()
}

#[test]
fn the_example_of_the_format_gives_the_answer_of_the_format() {
    let answer = answer(&["assign", "-", "--json", "--threads", "2"], GHALTA);
    let mut expected = json!({
        "question": "assign", "status": "optimal", "objective": "win, face + loyalty + material",
        "value": [1, 15], "bound": [1, 15],
        "attacks": {"Ghalta": "opp", "Goblin#1": "Jace"}, "blocks": {"Wall": ["Ghalta"]},
        "damage": [{"step": "regular", "source": "Ghalta", "target": "Wall", "amount": 3},
                   {"step": "regular", "source": "Ghalta", "target": "opp", "amount": 9},
                   {"step": "regular", "source": "Goblin#1", "target": "Jace", "amount": 2}],
        "outcome": {
            "terms": {"win": 1, "face": 9, "loyalty": 2, "walkers": 0, "defense": 0, "kills": 4, "losses": 0,
                      "material": 4, "poison": 0, "lifegain": 0},
            "players": {"you": {"life": 20, "poison": 0, "lost": false}, "opp": {"life": 0, "poison": 0, "lost": true}},
            "died": ["Wall"], "planeswalkers": {"Jace": 1}, "battles": {}
        },
        "warnings": []
    });
    assert!(answer["stats"]["elapsed_ms"].as_f64().is_some_and(|time| time >= 0.0));
    assert_eq!((&answer["stats"]["threads"], &answer["stats"]["solver"]), (&json!(2), &json!("microlp")));
    assert_eq!(
        keys(&answer["stats"]),
        keys(&json!({"elapsed_ms": 0, "programs": 0, "nodes": 0, "threads": 0, "solver": ""}))
    );
    expected["stats"] = answer["stats"].clone();
    assert_eq!(answer, expected);
}

/// `serde_json` sorts the keys of a map that it reads, so the order is looked for in the text.
#[test]
fn keys_come_in_the_order_of_the_format() {
    let text = say(&["assign", "-", "--json"], GHALTA).stdout;
    let order = [
        "question",
        "status",
        "objective",
        "value",
        "bound",
        "attacks",
        "Ghalta",
        "Goblin#1",
        "blocks",
        "damage",
        "outcome",
        "terms",
        "win",
        "face",
        "loyalty",
        "walkers",
        "defense",
        "kills",
        "losses",
        "material",
        "poison",
        "lifegain",
        "players",
        "you",
        "life",
        "opp",
        "died",
        "planeswalkers",
        "battles",
        "warnings",
        "stats",
        "elapsed_ms",
        "programs",
        "nodes",
        "threads",
        "solver",
    ];
    let mut from = 0;
    for key in order {
        let found = text[from..].find(&format!("\"{key}\":"));
        assert!(found.is_some(), "{key} is not in its place in {text}");
        from += found.unwrap_or(0);
    }
    assert!(text.ends_with("}\n"));
}

#[test]
fn the_example_as_text() {
    let said = say(&["assign", "-", "--threads", "2"], GHALTA);
    assert_eq!((said.status, said.stderr.as_str()), (Some(0), ""));
    let (answer, work) = said.stdout.trim_end().rsplit_once('\n').unwrap();
    assert!(work.ends_with("on 2 threads with microlp"), "{work}");
    insta::assert_snapshot!(answer, @r"
    A trampler and a flying Goblin
    Ghalta deals 3 to Wall and 9 to opp
    Proved best: win 1, face + loyalty + material 15

      attacker         attacks  blocked by  damage
      Ghalta    12/12  opp      Wall        3 to Wall, 9 to opp
      Goblin#1    2/2  Jace     unblocked   2 to Jace

      blocker          blocks               damage
      Wall        0/4  Ghalta                                    dies

      after combat
      you   20 life
      opp   9 → 0 life     lost
      Jace  3 → 1 loyalty
    ");
}

#[test]
fn solve_takes_the_question_that_is_open() {
    let (before, _) = GHALTA.split_once("[attacks]").unwrap();
    let (attacks, _) = GHALTA.split_once("[blocks]").unwrap();
    for (text, question) in [(before, "attack"), (attacks, "block"), (GHALTA, "assign")] {
        let solved = answer(&["solve", "-", "--json"], text);
        assert_eq!(solved["question"], question);
        let asked = answer(&[question, "-", "--json"], text);
        assert_eq!((&solved["value"], &solved["bound"]), (&asked["value"], &asked["bound"]));
    }
}

#[test]
fn a_verb_that_does_not_fit_names_the_one_that_does() {
    for (verb, text, fit) in [
        ("attack", GHALTA, "assign"),
        ("block", GHALTA, "assign"),
        ("block", SMALL, "attack"),
        ("assign", SMALL, "attack"),
    ] {
        let message = refusal(&[verb, "-"], text);
        assert!(message.contains(fit), "{verb}: {message}");
    }
}

#[test]
fn an_objective_on_the_command_line_replaces_the_position_s() {
    let answer = answer(&["assign", "-", "--json", "--objective", "- losses, 2*face+kills"], GHALTA);
    assert_eq!(answer["value"], json!([0, 22]));
    assert_eq!(answer["objective"], "-losses, 2*face + kills");
}

#[test]
fn a_check_is_an_answer_also_where_the_declaration_is_illegal() {
    let legal = answer(&["check", "-", "--json"], GHALTA);
    assert_eq!(legal, json!({"question": "check", "legal": true, "reasons": []}));
    let text = GHALTA.replace("abilities = [\"trample\"]", "abilities = [\"trample\", \"menace\"]");
    let illegal = answer(&["check", "-", "--json"], &text);
    assert_eq!(illegal["legal"], false);
    assert_eq!(illegal["reasons"][0]["rule"], "702.111b");
    assert!(say(&["check", "-"], text.as_str()).stdout.starts_with("Illegal: 1 broken rule\n\n  CR 702.111b  "));
    assert!(refusal(&["assign", "-"], text).contains("CR 702.111b"));
}

#[test]
fn a_check_takes_back_an_answer_beyond_the_limit_of_powers() {
    let mut position = json!({
        "players": [
            {"name": "you", "creatures": [
                {"name": "Giant", "power": 1_000_000, "toughness": 1,
                 "abilities": ["exalted", "bushido 1000000", "rampage 1000000", "trample"]}]},
            {"name": "opp", "creatures": ["3 x Wall 0/4"]}],
        "attacks": {"Giant": "opp"}, "blocks": {"Wall#1": ["Giant"], "Wall#2": ["Giant"], "Wall#3": ["Giant"]}
    });
    let assigned = answer(&["assign", "-", "--json"], &position.to_string());
    assert_eq!(assigned["outcome"]["terms"]["face"], 4_000_001 - 12);
    position["damage"] = assigned["damage"].clone();
    let checked = answer(&["check", "-", "--json"], &position.to_string());
    assert_eq!(checked, json!({"question": "check", "legal": true, "reasons": []}));
}

#[test]
fn less_power_than_an_attackers_cannot_block_it() {
    let text = r#"{"players": [{"name": "you", "creatures": [
            "Gnarlid 2/2 creatures with power less than this creature's power can't block it", "Bear 2/2 exalted"]},
        {"name": "opp", "creatures": ["Wall 1/4", "Ogre 2/2", "Giant 3/3"]}], "attacks": {}, "blocks": {}}"#;
    let rules = |attacks: serde_json::Value, blocker: &str| {
        let mut position: serde_json::Value = serde_json::from_str(text).unwrap();
        position["attacks"] = attacks;
        position["blocks"] = json!({blocker: ["Gnarlid"]});
        let reasons = answer(&["check", "-", "--json"], &position.to_string())["reasons"].clone();
        reasons.as_array().unwrap().iter().map(|reason| reason["rule"].to_string()).collect::<Vec<_>>()
    };
    let both = json!({"Gnarlid": "opp", "Bear": "opp"});
    assert_eq!(rules(both.clone(), "Wall"), ["\"509.1b\""]);
    assert_eq!(rules(both, "Ogre"), [""; 0]);
    // Alone it is exalted before blockers are declared.
    assert_eq!(rules(json!({"Gnarlid": "opp"}), "Ogre"), ["\"509.1b\""]);
    assert_eq!(rules(json!({"Gnarlid": "opp"}), "Giant"), [""; 0]);
}

#[test]
fn every_answer_ends_in_one_line_end() {
    let (before, _) = GHALTA.split_once("[attacks]").unwrap();
    let (attacks, _) = GHALTA.split_once("[blocks]").unwrap();
    let odd = |text: &str| text.replace("\"trample\"", "\"trample\", \"ponders\"");
    let menace = GHALTA.replace("\"trample\"", "\"menace\"");
    let must = before.replace("\"trample\"", "\"attacks each combat if able\"") + "[attacks]\n";
    let cases = [
        ("attack", before.to_owned()),
        ("attack", odd(before)),
        ("block", attacks.to_owned()),
        ("assign", GHALTA.to_owned()),
        ("assign", odd(GHALTA)),
        ("solve", GHALTA.to_owned()),
        ("check", GHALTA.to_owned()),
        ("check", odd(GHALTA)),
        ("check", menace.clone()),
        ("check", odd(&menace)),
        ("check", must),
        ("count", SMALL.to_owned()),
        ("count", odd(before)),
        ("model", GHALTA.to_owned()),
    ];
    for (verb, text) in cases {
        let formats: [&[&str]; 2] = if verb == "model" { [&[], &["--format", "mps"]] } else { [&[], &["--json"]] };
        for format in formats {
            let said = say(&[&[verb, "-", "--lenient"], format].concat(), text.as_str());
            assert_eq!(said.status, Some(0), "{verb}: {}", said.stderr);
            assert!(said.stdout.ends_with('\n') && !said.stdout.ends_with("\n\n"), "{verb}: {:?}", said.stdout);
        }
    }
}

#[test]
fn a_check_shows_a_declaration_that_obeys_more() {
    let text = r#"{"players": [{"name": "you", "creatures": ["Bear 2/2 attacks each combat if able"]},
        {"name": "opp", "creatures": ["Wall 0/4"]}], "attacks": {}}"#;
    let answer = answer(&["check", "-", "--json"], text);
    assert_eq!(answer["better"], json!({"attacks": {"Bear": "opp"}}));
    assert!(say(&["check", "-"], text).stdout.contains("Attack opp with Bear"));
}

#[test]
fn counts_are_counted() {
    assert_eq!(
        answer(&["count", "-", "--json"], SMALL),
        json!({"question": "count", "attacks": 2, "blocks": 3, "optimal": 2})
    );
    insta::assert_snapshot!(say(&["count", "-"], SMALL).stdout, @r"
    2  legal attacks
    3  legal blocks, over all legal attacks
    2  best attacks
    ");
}

#[test]
fn the_answer_is_the_same_for_every_number_of_threads() {
    let (before, _) = GHALTA.split_once("[attacks]").unwrap();
    let with = |threads: &str| {
        let mut answer = answer(&["attack", "-", "--json", "--threads", threads], before);
        assert_eq!(answer["stats"]["threads"].to_string(), threads);
        answer["stats"] = json!(null);
        answer
    };
    assert_eq!(with("1"), with("2"));
    assert_eq!(with("1"), with("7"));
}

#[test]
#[cfg(feature = "highs")]
fn highs_gives_the_same_answer_and_is_named() {
    let by = |solver: &str| answer(&["assign", "-", "--json", "--threads", "1", "--solver", solver], GHALTA);
    let (one, other) = (by("microlp"), by("highs"));
    assert_eq!(other["stats"]["solver"], json!("highs"));
    assert_eq!((&one["value"], &one["bound"]), (&other["value"], &other["bound"]));
}

/// A creature that blocks two ties attackers together, so that blocks are looked at one by one.
const LINKED: &str = r#"{"players": [
    {"name": "you", "creatures": ["Ox 3/3", "Cat 2/2", "Elf 1/1"]},
    {"name": "opp", "creatures": ["Wall 1/4 can block an additional creature each combat"]}
]}"#;

#[test]
fn an_explanation_says_what_it_leaves_off() {
    let input = r#"{"players": [
        {"name": "you", "creatures": ["Ox 3/3 attacks each combat if able", "Cat 2/2"]}, {"name": "opp"}
    ]}"#;
    let answer = answer(&["attack", "-", "--json", "--explain"], input);
    let left: Vec<_> = answer["explain_left_off"].as_array().unwrap().iter().collect();
    assert_eq!(left.len(), 2, "{answer}");
    assert_eq!(
        (&left[0]["change"], &left[1]["change"], &left[1]["creature"]),
        (&json!("nobody"), &json!("without"), &json!("Ox"))
    );
    assert!(left.iter().all(|left| left["why"].as_str().unwrap().contains("CR 508.1d")), "{answer}");
    let said = say(&["attack", "-", "--explain"], input);
    assert!(
        said.stdout.contains("Left off, illegal by CR 508.1d: not attacking and attacking without Ox."),
        "{}",
        said.stdout
    );
    let said = say(&["attack", "-", "--explain", "--node-limit", "1"], LINKED);
    assert_eq!(said.status, Some(3));
    assert!(said.stdout.contains("Left off, not looked at for the node limit: "), "{}", said.stdout);
}
