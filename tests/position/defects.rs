//! Every kind of defect with its place, and all defects of a position at once.

use alphastrike::position::{AssignmentSetup, CreatureSetup, MAX_DEFECTS, MAX_ROWS, PlayerSetup, ReadError, Setup};

use super::{json, lines, table, toml};

/// A position with one creature of these fields (name, power and toughness are there) as JSON.
fn creature(fields: &str) -> String {
    table(&format!(r#"{{"name": "A", "power": 2, "toughness": 2, {fields}}}"#), r#""B 3/3""#, "")
}

/// A position whose first player has these fields, with the creature A on the other side.
fn player(fields: &str) -> String {
    format!(r#"{{"players": [{{"name": "you", {fields}}}, {{"name": "opp", "creatures": ["A 1/1"]}}]}}"#)
}

/// A position of A and B with this behind the players.
fn rest(fields: &str) -> String {
    table(r#""A 2/2", "C 1/1""#, r#""B 3/3""#, &format!(", {fields}"))
}

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    assert_eq!(lines(json(text)), expected, "{text}");
}

#[test]
fn wrong_types_of_a_creature() {
    let at = "players[0].creatures[0]";
    for (fields, message) in [
        (r#""id": 3"#, ".id: expected a string, found 3"),
        (r#""count": "3""#, ".count: expected a whole number, found a string \"3\" (write 3 without quotes)"),
        (r#""count": 1.0"#, ".count: expected a whole number, found 1.0"),
        (r#""counters": ["flying"]"#, ".counters: expected a table, found a list"),
        (r#""counters": {"flying": true}"#, ".counters.flying: expected a whole number, found true"),
        (r#""abilities": "flying""#, ".abilities: expected a list, found a string \"flying\" (write [\"flying\"])"),
        (r#""abilities": [["flying"]]"#, ".abilities[0]: expected a string, found a list"),
        (r#""abilities": ["flying", null]"#, ".abilities[1]: expected a string, found null"),
        (r#""colors": {}"#, ".colors: expected a list, found a table"),
        (r#""type_line": []"#, ".type_line: expected a string, found a list"),
        (r#""mana_value": 1e2"#, ".mana_value: expected a whole number, found 100.0"),
        (r#""damage": false"#, ".damage: expected a whole number, found false"),
        (r#""tapped": 1"#, ".tapped: expected true or false, found 1"),
        (r#""summoning_sick": "no""#, ".summoning_sick: expected true or false, found a string \"no\""),
        (r#""commander": null"#, ".commander: expected true or false, found null"),
        (r#""goaded_by": [1]"#, ".goaded_by[0]: expected a string, found 1"),
        (r#""must_attack": ["opp"]"#, ".must_attack: expected a string, found a list"),
        (r#""must_block": "B""#, ".must_block: expected a list, found a string \"B\" (write [\"B\"])"),
        (
            r#""value": 9223372036854775808"#,
            ".value: expected a whole number of at most 1,000,000, found 9223372036854775808",
        ),
        (
            r#""value": -9223372036854775809"#,
            ".value: expected a whole number of at most 1,000,000, found -9.223372036854776e18",
        ),
    ] {
        check(&creature(fields), &[&format!("{at}{message}")]);
    }
}

#[test]
fn wrong_values_of_a_creature() {
    let at = "players[0].creatures[0]";
    let range = |low: &str| format!("expected a whole number from {low} to 1,000,000, found");
    for (fields, message) in [
        (r#""id": """#, ".id: a name must not be empty".to_owned()),
        (r#""id": " ""#, ".id: a name must not be empty".to_owned()),
        (r#""count": 0"#, ".count: expected a whole number from 1 to 10,000, found 0".to_owned()),
        (r#""count": 10001"#, ".count: expected a whole number from 1 to 10,000, found 10,001".to_owned()),
        (r#""counters": {"flying": -1}"#, format!(".counters.flying: {} -1", range("0"))),
        (r#""counters": {"+1/+1": 1000001}"#, format!(".counters.\"+1/+1\": {} 1,000,001", range("0"))),
        (r#""counters": {"oil": 1}"#, ".counters.oil: unknown counter \"oil\" (nearest known: \"shield\")".to_owned()),
        (
            r#""counters": {"infect": 1}"#,
            ".counters.infect: unknown counter \"infect\" (nearest known: \"shield\")".to_owned(),
        ),
        (r#""counters": {"reach": 1, "Reach": 1}"#, ".counters.Reach: these counters are given twice".to_owned()),
        (
            r#""counters": {"-1/-1": 2}"#,
            ".toughness: with toughness 0 it would be in the graveyard, CR 704.5f".to_owned(),
        ),
        (
            r#""counters": {"+1/+1": 999999}"#,
            ".counters: power or toughness with counters is beyond 1,000,000".to_owned(),
        ),
        (
            r#""abilities": ["flyng"]"#,
            ".abilities[0]: unknown ability \"flyng\" (nearest known: \"flying\")".to_owned(),
        ),
        (
            r#""abilities": ["goad"]"#,
            ".abilities[0]: this is no ability but a field of the creature: \"goad\" (the field is goaded_by)"
                .to_owned(),
        ),
        (
            r#""abilities": ["annihilator 2"]"#,
            ".abilities[0]: this ability can change combat and is not modelled: \"annihilator 2\"".to_owned(),
        ),
        (r#""abilities": ["reach", ""]"#, ".abilities[1]: unknown ability \"\"".to_owned()),
        (r#""colors": ["red", "bleu"]"#, ".colors[1]: unknown color \"bleu\" (nearest known: \"blue\")".to_owned()),
        (r#""mana_value": -1"#, format!(".mana_value: {} -1", range("0"))),
        (r#""damage": -1"#, format!(".damage: {} -1", range("0"))),
        (r#""damage": 2"#, ".damage: with damage 2 and toughness 2 it would be destroyed, CR 704.5g".to_owned()),
        (
            r#""goaded_by": ["op"]"#,
            ".goaded_by[0]: there is no player called \"op\" (nearest known: \"opp\")".to_owned(),
        ),
        (
            r#""must_attack": "op""#,
            ".must_attack: there is no player, planeswalker or battle with the id \"op\" (nearest known: \"opp\")"
                .to_owned(),
        ),
        (
            r#""must_attack": "B""#,
            ".must_attack: \"B\" is a creature (players, planeswalkers and battles can be attacked, CR 508.1b)"
                .to_owned(),
        ),
        (r#""must_block": ["opp"]"#, ".must_block[0]: \"opp\" is a player, not a creature".to_owned()),
        (
            r#""must_block": ["b"]"#,
            ".must_block[0]: there is no creature with the id \"b\" (nearest known: \"B\")".to_owned(),
        ),
        (r#""value": -1"#, format!(".value: {} -1", range("0"))),
        (r#""colour": "red""#, ".colour: unknown key (nearest known key: colors)".to_owned()),
    ] {
        check(&creature(fields), &[&format!("{at}{message}")]);
    }
}

#[test]
fn lethal_damage_is_fine_for_the_indestructible() {
    assert!(json(&creature(r#""damage": 9, "abilities": ["indestructible"]"#)).is_ok());
    assert!(json(&creature(r#""damage": 9, "counters": {"indestructible": 1}"#)).is_ok());
    assert!(json(&creature(r#""damage": 2, "counters": {"+1/+1": 1}"#)).is_ok());
    assert!(json(&creature(r#""counters": {"+1/+1": 5, "-1/-1": 6}"#)).is_ok());
}

#[test]
fn sizes_up_to_the_limit_are_fine() {
    for text in [
        table(r#""-1000000/1000000""#, r#""1000000/1""#, ""),
        player(r#""life": -1000000"#),
        player(r#""life": 1000000, "poison": 1000000, "commander_damage": {"X": 1000000}"#),
        creature(r#""count": 1000, "mana_value": 1000000, "value": 1000000, "counters": {"shield": 1000000}"#),
    ] {
        assert!(json(&text).is_ok(), "{text}");
    }
    check(
        &table(r#""1/1000001""#, "", ""),
        &["players[0].creatures[0]: expected a whole number from -1,000,000 to 1,000,000, found 1,000,001"],
    );
}

#[test]
fn missing_and_empty_names() {
    check(
        r#"{"players": [{}, {"name": ""}]}"#,
        &["players[0].name: this key is missing", "players[1].name: a name must not be empty"],
    );
    check(
        &table("{}", "", ""),
        &[
            "players[0].creatures[0].name: this key is missing",
            "players[0].creatures[0].power: this key is missing",
            "players[0].creatures[0].toughness: this key is missing",
        ],
    );
    check(
        &table(r#"{"name": " ", "power": 1, "toughness": 1}"#, "", ""),
        &["players[0].creatures[0].name: a name must not be empty"],
    );
    let long = "n".repeat(1_001);
    check(
        &table(&format!(r#""{long} 1/1""#), "", ""),
        &["players[0].creatures[0]: a name has at most 1,000 characters"],
    );
    check(
        &creature(&format!(r#""type_line": "{long}""#)),
        &["players[0].creatures[0].type_line: a type line has at most 1,000 characters"],
    );
}

#[test]
fn defects_of_a_player() {
    for (fields, message) in [
        (r#""life": 1000001"#, "life: expected a whole number from -1,000,000 to 1,000,000, found 1,000,001"),
        (r#""life": []"#, "life: expected a whole number, found a list"),
        (r#""poison": -1"#, "poison: expected a whole number from 0 to 1,000,000, found -1"),
        (r#""commander_damage": 3"#, "commander_damage: expected a table, found 3"),
        (
            r#""commander_damage": {"X": -1}"#,
            "commander_damage.X: expected a whole number from 0 to 1,000,000, found -1",
        ),
        (r#""commander_damage": {"": 1}"#, "commander_damage.\"\": a name must not be empty"),
        (r#""lands": ["Iland"]"#, "lands[0]: \"Iland\" is no basic land type (nearest known: \"Island\")"),
        (r#""lands": "Island""#, "lands: expected a list, found a string \"Island\" (write [\"Island\"])"),
        (
            r#""abilities": ["flying"]"#,
            "abilities[0]: \"flying\" is no ability of a player (a player's abilities are \"protection from …\")",
        ),
        (
            r#""abilities": ["hexproof"]"#,
            "abilities[0]: \"hexproof\" is no ability of a player (a player's abilities are \"protection from …\")",
        ),
        (
            r#""abilities": ["protection from rde"]"#,
            "abilities[0]: unknown ability \"protection from rde\" (nearest known: \"protection from red\")",
        ),
        (r#""creatures": {}"#, "creatures: expected a list, found a table"),
        (r#""creatures": [1]"#, "creatures[0]: expected a table or a short form such as \"Goblin 1/1 haste\", found 1"),
        (r#""planeswalkers": ["Jace"]"#, "planeswalkers[0]: expected a table, found a string \"Jace\""),
        (r#""planeswalkers": [{"name": "J"}]"#, "planeswalkers[0].loyalty: this key is missing"),
        (
            r#""planeswalkers": [{"name": "J", "loyalty": 0}]"#,
            "planeswalkers[0].loyalty: expected a whole number from 1 to 1,000,000, found 0",
        ),
        (
            r#""planeswalkers": [{"name": "J", "loyalty": 1, "power": 1}]"#,
            "planeswalkers[0].power: unknown key (nearest known key: name)",
        ),
        (
            r#""battles": [{"name": "S", "defense": 0, "protector": "opp"}]"#,
            "battles[0].defense: expected a whole number from 1 to 1,000,000, found 0",
        ),
        (r#""battles": [{"name": "S", "defense": 1}]"#, "battles[0].protector: this key is missing"),
        (
            r#""battles": [{"name": "S", "defense": 1, "protector": "A"}]"#,
            "battles[0].protector: there is no player called \"A\" (nearest known: \"you\")",
        ),
        (r#""creature": []"#, "creature: unknown key (nearest known key: creatures)"),
    ] {
        check(&player(fields), &[&format!("players[0].{message}")]);
    }
}

#[test]
fn defects_of_the_position() {
    for (fields, message) in [
        (r#""title": 1"#, "title: expected a string, found 1"),
        (r#""active": "me""#, "active: there is no player called \"me\" (nearest known: \"you\")"),
        (r#""active": "A""#, "active: there is no player called \"A\" (nearest known: \"you\")"),
        (r#""objective": "fcae""#, "objective: column 1: unknown term \"fcae\" (nearest known: \"face\")"),
        (r#""objective": ["win"]"#, "objective: expected a string, found a list"),
        (r#""attack": {}"#, "attack: unknown key (nearest known key: attacks)"),
        (r#""attacks": null"#, "attacks: expected a table, found null"),
        (r#""attacks": {"A": ["opp"]}"#, "attacks.A: expected a string, found a list"),
        (r#""attacks": {"Q": "opp"}"#, "attacks.Q: there is no creature with the id \"Q\" (nearest known: \"A\")"),
        (r#""attacks": {"opp": "opp"}"#, "attacks.opp: \"opp\" is a player, not a creature"),
        (
            r#""attacks": {"A": "B"}"#,
            "attacks.A: \"B\" is a creature (players, planeswalkers and battles can be attacked, CR 508.1b)",
        ),
        (
            r#""attacks": {"A": "op"}"#,
            "attacks.A: there is no player, planeswalker or battle with the id \"op\" (nearest known: \"opp\")",
        ),
        (
            r#""blocks": {}"#,
            "blocks: blocks are declared, but no attacks (say what attacks under \"attacks\"; without blocks and attacks, attack answers)",
        ),
        (
            r#""attacks": {}, "damage": []"#,
            "damage: damage is assigned, but no blocks are declared (check judges damage where attacks and blocks are declared; no blocks is blocks = {})",
        ),
        (r#""attacks": {}, "blocks": []"#, "blocks: expected a table, found a list"),
        (r#""attacks": {}, "blocks": {"B": "A"}"#, "blocks.B: expected a list, found a string \"A\" (write [\"A\"])"),
        (r#""attacks": {}, "blocks": {"B": [1]}"#, "blocks.B[0]: expected a string, found 1"),
        (
            r#""attacks": {}, "blocks": {"B": ["A", "a"]}"#,
            "blocks.B[1]: there is no creature with the id \"a\" (nearest known: \"A\")",
        ),
        (
            r#""attacks": {}, "blocks": {"Bb": []}"#,
            "blocks.Bb: there is no creature with the id \"Bb\" (nearest known: \"B\")",
        ),
        (r#""attacks": {}, "blocks": {}, "damage": {}"#, "damage: expected a list, found a table"),
        (r#""attacks": {}, "blocks": {}, "damage": [3]"#, "damage[0]: expected a table, found 3"),
    ] {
        check(&rest(fields), &[message]);
    }
    let row = |fields: &str| {
        let base = r#""step": "regular", "source": "A", "target": "opp", "amount": 1"#;
        let key = fields.split(':').next().unwrap_or("");
        let kept: Vec<&str> = base.split(", ").filter(|field| !field.starts_with(key)).collect();
        rest(&format!(r#""attacks": {{}}, "blocks": {{}}, "damage": [{{{}, {fields}}}]"#, kept.join(", ")))
    };
    check(
        &row(r#""step": "first strike""#),
        &["damage[0].step: there is no step \"first strike\" (nearest known: \"first-strike\")"],
    );
    check(&row(r#""source": "you""#), &["damage[0].source: \"you\" is a player, not a creature"]);
    check(
        &row(r#""target": "Op""#),
        &["damage[0].target: there is nothing with the id \"Op\" (nearest known: \"opp\")"],
    );
    let range = "damage[0].amount: expected a whole number from 0 to 1,000,000,000,000, found";
    check(&row(r#""amount": -1"#), &[&format!("{range} -1")]);
    check(&row(r#""amount": 1000000000001"#), &[&format!("{range} 1,000,000,000,001")]);
    check(&row(r#""amount": 1000000000000"#), &[]);
    check(
        &row(r#""amount": 9223372036854775808"#),
        &["damage[0].amount: expected a whole number of at most 1,000,000,000,000, found 9223372036854775808"],
    );
    check(
        &row(r#""amount": "1""#),
        &["damage[0].amount: expected a whole number, found a string \"1\" (write 1 without quotes)"],
    );
    check(&row(r#""mount": 1"#), &["damage[0].mount: unknown key (nearest known key: amount)"]);
}

#[test]
fn too_few_players_and_wrong_tops() {
    check("{}", &["players: this key is missing"]);
    check(r#"{"players": []}"#, &["players: expected 2 to 1,000 players, found 0"]);
    check(r#"{"players": [{"name": "a"}]}"#, &["players: expected 2 to 1,000 players, found 1"]);
    check(r#"{"players": {"name": "a"}}"#, &["players: expected a list, found a table"]);
    check(
        r#"{"players": [1, "x"]}"#,
        &["players[0]: expected a table, found 1", "players[1]: expected a table, found a string \"x\""],
    );
    check("[]", &["expected a table, found a list"]);
    check("null", &["expected a table, found null"]);
    let many = vec![r#"{"name": "a"}"#; 1_001].join(", ");
    let found = lines(json(&format!(r#"{{"players": [{many}]}}"#)));
    assert_eq!(found[0], "players: there are more than 1,000 players");
}

#[test]
fn rows_of_damage_have_a_limit() {
    let found = |rows: usize| {
        let player = |name: &str| PlayerSetup { name: name.to_owned(), ..PlayerSetup::default() };
        let setup = Setup {
            players: vec![player("a"), player("b")],
            attacks: Some(Vec::new()),
            blocks: Some(Vec::new()),
            damage: Some(vec![AssignmentSetup::default(); rows]),
            ..Setup::default()
        };
        setup.validate(false).expect_err("rows without a creature").list()[0].text.clone()
    };
    assert_eq!(found(MAX_ROWS + 1), "there are more than 1,000,000 rows");
    assert_eq!(found(MAX_ROWS), "there is no step \"\"");
}

#[test]
fn too_long_lists_are_errors() {
    let abilities = vec![r#""reach""#; 101].join(", ");
    check(
        &creature(&format!(r#""abilities": [{abilities}]"#)),
        &["players[0].creatures[0].abilities: expected at most 100 items, found 101"],
    );
    let all = vec![
        format!(
            r#"{{"name": "A", "count": 1000, "power": 1, "toughness": 1, "abilities": [{}]}}"#,
            vec![r#""reach""#; 60].join(", ")
        );
        9
    ];
    check(&table(&all.join(", "), "", ""), &["players[0].creatures[8]: there are more than 500,000 abilities in all"]);
}

#[test]
fn keys_given_twice_are_errors_at_any_depth() {
    check(r#"{"players": [{"name": "a", "name": "c"}, {"name": "b"}]}"#, &["players[0].name: this key is given twice"]);
    check(
        &creature(r#""counters": {"reach": 1, "reach": 1}"#),
        &["players[0].creatures[0].counters.reach: this key is given twice"],
    );
    check(&rest(r#""attacks": {"A": "opp", "A": "opp"}"#), &["attacks.A: this key is given twice"]);
    check(&rest(r#""attacks": {}, "attacks": {}"#), &["attacks: this key is given twice"]);
    check(
        r#"{"players": [{"name": "a", "x": {"y": 1, "y": 2}}, {"name": "b"}]}"#,
        &["players[0].x: unknown key (nearest known key: name)", "players[0].x.y: this key is given twice"],
    );
    let error = toml("[[players]]\nname = \"a\"\nname = \"b\"\n").expect_err("a key twice");
    assert_eq!(error.to_string(), "line 3, column 1: duplicate key");
}

#[test]
fn all_defects_are_reported_in_the_order_of_the_file() {
    let text = r#"
colour = "red"
active = "yuo"

[[players]]
name = "you"
life = "20"

[[players.creatures]]
name = "A"
power = 1.5
toughness = 1
abilities = ["flyng", "trampel"]

[[players]]
name = "opp"
creatures = ["B 1/0", "C 1/1 reech"]

[attacks]
B = "you"
"#;
    let error = toml(text).expect_err("many defects");
    let found: Vec<(String, usize, usize)> = error
        .defects()
        .iter()
        .map(|defect| {
            let (line, column) = defect.line_column.expect("TOML tells the place");
            (defect.path.clone(), line, column)
        })
        .collect();
    let expected = [
        ("colour", 2, 1),
        ("active", 3, 10),
        ("players[0].life", 7, 8),
        ("players[0].creatures[0].power", 11, 9),
        ("players[0].creatures[0].abilities[0]", 13, 14),
        ("players[0].creatures[0].abilities[1]", 13, 23),
        ("players[1].creatures[0]", 17, 14),
        ("players[1].creatures[1]", 17, 23),
    ];
    let expected: Vec<(String, usize, usize)> =
        expected.iter().map(|(path, line, column)| ((*path).to_owned(), *line, *column)).collect();
    assert_eq!(found, expected);
    for defect in error.defects() {
        let span = defect.span.clone().expect("TOML tells the place");
        assert!(text.get(span.clone()).is_some_and(|part| !part.is_empty()), "{defect}: {span:?}");
    }
}

#[test]
fn what_follows_from_another_defect_is_left_out() {
    // Neither "no such creature" for the misspelt list, nor a dead creature for the missing toughness.
    check(
        r#"{"players": [{"name": "you", "creaturs": ["A 1/1"]}, {"name": "opp"}], "attacks": {"A": "opp"}}"#,
        &["players[0].creaturs: unknown key (nearest known key: creatures)"],
    );
    check(&table(r#"{"name": "A", "power": 1}"#, "", ""), &["players[0].creatures[0].toughness: this key is missing"]);
    check(
        &table(r#""A""#, "", r#", "attacks": {"A": "opp"}"#),
        &[
            "players[0].creatures[0]: \"A\" holds no power/toughness such as 2/3 (the short form is [N x] [NAME] P/T [ability, ability …])",
        ],
    );
}

#[test]
fn syntax_errors_have_line_and_column() {
    let error = json("{\n  \"players\": [}").expect_err("no JSON");
    assert!(matches!(error, ReadError::Syntax(_)));
    assert_eq!(error.to_string(), "line 2, column 15: expected value");
    assert_eq!(error.defects()[0].path, "");
    assert_eq!(error.defects()[0].span, Some(16..17));
    let error = toml("title = \"é\" x\n").expect_err("no TOML");
    assert_eq!(error.defects()[0].line_column, Some((1, 13)));
    assert_eq!(json("").expect_err("empty").to_string(), "line 1, column 1: EOF while parsing a value");
    assert_eq!(toml("").expect_err("empty").to_string(), "players: this key is missing");
}

#[test]
fn very_many_defects_are_cut() {
    let keys: Vec<String> = (0..2_000).map(|number| format!("\"k{number}\": 1")).collect();
    let error = json(&format!("{{{}}}", keys.join(", "))).expect_err("unknown keys");
    let ReadError::Position(defects) = error else { panic!("readable") };
    assert_eq!((defects.list().len(), defects.is_cut()), (MAX_DEFECTS, true));
    assert!(defects.to_string().ends_with("\nand perhaps more: only the first 1,000 are listed"));
}

#[test]
fn messages_stay_on_one_line() {
    let error = json(&creature(r#""abilities": ["fly\ning\u001b[31m \" \\"]"#)).expect_err("unknown");
    assert!(error.to_string().starts_with(
        "players[0].creatures[0].abilities[0]: unknown ability \"fly\\ning\\u{1b}[31m \\\" \\\\\" (nearest"
    ));
    check(
        &rest(r#""attacks": {"A\nB": "opp"}"#),
        &["attacks.\"A\\nB\": there is no creature with the id \"A\\nB\" (nearest known: \"A\")"],
    );
}

#[test]
fn a_setup_from_a_program_is_checked_in_the_same_way() {
    let creature = |name: &str| CreatureSetup { name: name.to_owned(), toughness: 1, ..CreatureSetup::default() };
    let player = |name: &str, creatures| PlayerSetup { name: name.to_owned(), creatures, ..PlayerSetup::default() };
    let setup = Setup {
        players: vec![player("you", vec![creature("A")]), player("opp", vec![creature("")])],
        attacks: Some(vec![("A".to_owned(), "opp".to_owned()), ("A".to_owned(), "you".to_owned())]),
        blocks: Some(vec![("A".to_owned(), Vec::new()), ("A".to_owned(), Vec::new())]),
        ..Setup::default()
    };
    let defects = setup.clone().validate(false).expect_err("defects").to_string();
    assert_eq!(
        defects,
        "players[1].creatures[0].name: a name must not be empty\n\
         attacks.A: this creature is given twice\n\
         blocks.A: this creature is given twice"
    );
    let sound = Setup {
        players: vec![player("you", vec![creature("A")]), player("opp", vec![creature("B")])],
        attacks: None,
        blocks: None,
        ..setup
    };
    assert_eq!(sound.validate(false).expect("a position").creatures().len(), 2);
    assert_eq!(
        Setup::default().validate(false).expect_err("no players").to_string(),
        "players: expected 2 to 1,000 players, found 0"
    );
}
