//! The short form of creatures, in files and on the command line.

use alphastrike::position::{Ability, Color, Keyword, Position, Quality, read_short_forms};

use super::{json, lines, table};

fn mine(form: &str) -> Position {
    let quoted = serde_json::Value::from(form).to_string();
    json(&table(&quoted, "", "")).unwrap_or_else(|error| panic!("{form}: {error}"))
}

/// Name, power, toughness and number of the creatures of a form.
fn read_as(form: &str) -> (String, i64, i64, usize) {
    let position = mine(form);
    let first = &position.creatures()[0];
    (first.name.clone(), first.power, first.toughness, position.creatures().len())
}

#[test]
fn count_name_and_size() {
    for (form, name, power, toughness, count) in [
        ("3 x Goblin 1/1 haste", "Goblin", 1, 1, 3),
        ("3x Goblin 1/1", "Goblin", 1, 1, 3),
        ("2 X 1/1 flying", "1/1", 1, 1, 2),
        ("Ghalta 12/12 trample", "Ghalta", 12, 12, 1),
        ("2/4 reach", "2/4", 2, 4, 1),
        ("  Wall of  Omens   0/4  ", "Wall of  Omens", 0, 4, 1),
        ("-1/2", "-1/2", -1, 2, 1),
        ("Ghost of 1 x 2/2", "Ghost of 1 x", 2, 2, 1),
        ("x 1/1", "x", 1, 1, 1),
        ("2 x x 1/1", "x", 1, 1, 2),
        ("3 1/1", "3", 1, 1, 1),
        ("Split 1/x 2/3 reach", "Split 1/x", 2, 3, 1),
        ("007/2", "7/2", 7, 2, 1),
        ("1 x Bear 2/2", "Bear", 2, 2, 1),
        ("Zoë 1/1", "Zoë", 1, 1, 1),
        ("4xGoblin 1/1", "4xGoblin", 1, 1, 1),
    ] {
        assert_eq!(read_as(form), (name.to_owned(), power, toughness, count), "{form}");
    }
}

#[test]
fn abilities_run_to_the_end_and_split_at_commas() {
    let position = mine("Ghalta 12/12 trample, Protection from red ,can't block");
    assert_eq!(
        position.creatures()[0].abilities,
        [Ability::Keyword(Keyword::Trample), Ability::Protection(Quality::Color(Color::Red)), Ability::CantBlock,]
    );
    assert_eq!(mine("Ghalta 12/12 Ghalta must be blocked if able").creatures()[0].abilities, [Ability::MustBeBlocked]);
}

#[test]
fn unnamed_creatures_are_called_by_their_numbers() {
    let ids = |position: &Position| -> Vec<String> {
        position.creatures().iter().map(|creature| creature.id.clone()).collect()
    };
    assert_eq!(ids(&mine("2/4")), ["2/4"]);
    assert_eq!(ids(&mine("2 x 2/4")), ["2/4#1", "2/4#2"]);
    assert_eq!(ids(&json(&table(r#""2/4", "1/1""#, r#""2/4""#, "")).expect("a position")), ["2/4#1", "1/1", "2/4#2"]);
}

#[test]
fn what_is_no_short_form_is_an_error_at_its_place() {
    let hint = "(the short form is [N x] [NAME] P/T [ability, ability …])";
    let no_count = "is no whole number of at least 1, such as the 3 in \"3 x Goblin 1/1\"";
    for (form, message) in [
        ("", format!("\"\" holds no power/toughness such as 2/3 {hint}")),
        ("Goblin", format!("\"Goblin\" holds no power/toughness such as 2/3 {hint}")),
        ("Goblin 1/", format!("\"Goblin 1/\" holds no power/toughness such as 2/3 {hint}")),
        ("Goblin +1/+1", format!("\"Goblin +1/+1\" holds no power/toughness such as 2/3 {hint}")),
        ("Goblin 1/1/1", format!("\"Goblin 1/1/1\" holds no power/toughness such as 2/3 {hint}")),
        ("2/4, reach", format!("\"2/4, reach\" holds no power/toughness such as 2/3 {hint}")),
        ("1/1 flying,", format!("an ability is missing beside a comma in \"1/1 flying,\" {hint}")),
        ("1/1 , flying", format!("an ability is missing beside a comma in \"1/1 , flying\" {hint}")),
        ("1/99999999999999999999", format!("\"99999999999999999999\" is beyond the limit of 1,000,000 {hint}")),
        ("99999999999999999999 x 1/1", format!("the count \"99999999999999999999\" is beyond the limit {hint}")),
        ("-1 x 1/1", format!("the count \"-1\" {no_count} {hint}")),
        ("-1 x Goblin 1/1", format!("the count \"-1\" {no_count} {hint}")),
        ("−2x Goblin 1/1", format!("the count \"−2\" {no_count} {hint}")),
        ("+2 × Goblin 1/1", format!("the count \"+2\" {no_count} {hint}")),
        ("1.5 X Goblin 1/1", format!("the count \"1.5\" {no_count} {hint}")),
        ("1,000 x 1/1", format!("the count \"1,000\" {no_count} {hint}")),
        ("3 x 3 x 1/1", format!("there are two counts, 3 and \"3\", and a creature takes one {hint}")),
        ("2 x -1x Elf 1/1", format!("there are two counts, 2 and \"-1\", and a creature takes one {hint}")),
        ("0 x Goblin 1/1", "expected a whole number from 1 to 10,000, found 0".to_owned()),
        ("0 x 1/1", "expected a whole number from 1 to 10,000, found 0".to_owned()),
        ("10001 x 1/1", "expected a whole number from 1 to 10,000, found 10,001".to_owned()),
        ("1/0", "with toughness 0 it would be in the graveyard, CR 704.5f".to_owned()),
        ("1000001/1", "expected a whole number from -1,000,000 to 1,000,000, found 1,000,001".to_owned()),
        ("1/1 flyng", "unknown ability \"flyng\" (nearest known: \"flying\")".to_owned()),
    ] {
        let text = table(&serde_json::Value::from(form).to_string(), "", "");
        assert_eq!(lines(json(&text)), [format!("players[0].creatures[0]: {message}")], "{form}");
    }
}

#[test]
fn names_with_numbers_are_names() {
    for name in
        ["X", "x Goblin", "1996 World Champion", "3xB", "2 Xenomorphs", "+2 Mace", "T-800 x", "R2 x D2", "-x", "2 - x"]
    {
        let forms = serde_json::Value::from(format!("{name} 1/1")).to_string();
        let position = json(&table(&forms, "", "")).expect("a position");
        assert_eq!(position.creatures()[0].id, name);
    }
}

#[test]
fn the_command_line_makes_a_position_of_two_lists() {
    let position =
        read_short_forms("Ghalta 12/12 trample; 2 x 1/1 flying;", " 3/3; 2/4 reach", 20, 9, false).expect("a position");
    let players: Vec<(&str, i64)> =
        position.players().iter().map(|player| (player.name.as_str(), player.life)).collect();
    assert_eq!(players, [("you", 20), ("opp", 9)]);
    assert_eq!(position.player(position.active()).name, "you");
    let ids: Vec<&str> = position.creatures().iter().map(|creature| creature.id.as_str()).collect();
    assert_eq!(ids, ["Ghalta", "1/1#1", "1/1#2", "3/3", "2/4"]);
    assert_eq!(position.creatures_of(position.active()).count(), 3);
    assert!(position.attacks().is_none() && position.objective().is_none() && position.warnings().is_empty());
    assert_eq!(read_short_forms("", "", 20, 20, false).expect("no creatures").creatures().len(), 0);
}

#[test]
fn errors_of_the_command_line_name_the_flag() {
    let errors = read_short_forms("1/1 flyng; Goblin; 0 x 1/1", "3/3; 2/0", 2_000_000, -2_000_000, false);
    let lines: Vec<String> = errors.expect_err("defects").list().iter().map(ToString::to_string).collect();
    assert_eq!(
        lines,
        [
            "--mine[1]: \"Goblin\" holds no power/toughness such as 2/3 (the short form is [N x] [NAME] P/T [ability, ability …])",
            "--my-life: expected a whole number from -1,000,000 to 1,000,000, found 2,000,000",
            "--their-life: expected a whole number from -1,000,000 to 1,000,000, found -2,000,000",
            "--mine[2]: expected a whole number from 1 to 10,000, found 0",
            "--mine[0]: unknown ability \"flyng\" (nearest known: \"flying\")",
            "--theirs[1]: with toughness 0 it would be in the graveyard, CR 704.5f",
        ]
    );
    let lenient = read_short_forms("1/1 flyng", "", 20, 20, true).expect("a position with a warning");
    assert_eq!(lenient.warnings()[0].id.as_deref(), Some("1/1"));
}
