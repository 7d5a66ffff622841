//! Every field of the file, in both notations, and what is there where it is left out.

use alphastrike::position::{
    Ability, Assignment, Attack, Block, Color, Counters, CreatureId, Keyword, LandType, Notation, Numbered,
    PlaneswalkerId, PlayerId, Position, Quality, Recipient, Step, Target, Warning, read,
};

use super::{json, table, toml};

const EVERYTHING: &str = r#"
title = "A \"small\" combat"
active = "you"
objective = "balanced"

[[players]]
name = "opp"
life = -3
poison = 4
commander_damage = { "Atraxa" = 7, "Ghalta" = 0x0f }
lands = ["island", "Swamp", "ISLAND"]
abilities = ["protection from red and from Goblins"]

[[players.creatures]]
name = "Wall"
id = "The Wall"
power = 0
toughness = 4
damage = 1
tapped = true
type_line = "Artifact Creature — Wall"
colors = ["White", "blue", "white"]

[[players.planeswalkers]]
name = "Jace"
loyalty = 3

[[players]]
name = "you"

[[players.creatures]]
name = "Ghalta"
count = 2
power = 12
toughness = 12
counters = { "+1/+1" = 3, "-1/-1" = 1, Shield = 2, stun = 1, "trample over planeswalkers" = 1, exalted = 2, "hexproof from red" = 1, menace = 0 }
abilities = ["trample", "bushido 2", "trample"]
mana_value = 12
summoning_sick = true
commander = true
goaded_by = ["opp", "opp"]
must_attack = "Jace"
value = 0

[[players.creatures]]
name = "Squire"
power = -1
toughness = 2
must_block = ["The Wall", "Ghalta#2"]

[[players.battles]]
name = "Invasion"
id = "Siege"
defense = 5
protector = "opp"

[attacks]
"Ghalta#2" = "Siege"
"Ghalta#1" = "opp"

[blocks]
Squire = []
"The Wall" = ["Ghalta#2", "Ghalta#2"]

[[damage]]
step = "first-strike"
source = "Ghalta#1"
target = "opp"
amount = 0

[[damage]]
step = "regular"
source = "The Wall"
target = "Ghalta#2"
amount = 1_000_000
"#;

#[test]
fn every_field_is_read() {
    let position = toml(EVERYTHING).expect("a position");
    assert_eq!(position.title(), Some("A \"small\" combat"));
    assert_eq!(position.active(), PlayerId(1));
    assert_eq!(position.objective().expect("an objective").to_string(), "win, face + loyalty + material");

    let opp = position.player(PlayerId(0));
    assert_eq!((opp.name.as_str(), opp.life, opp.poison), ("opp", -3, 4));
    assert_eq!(opp.commander_damage, [("Atraxa".to_owned(), 7), ("Ghalta".to_owned(), 15)]);
    assert_eq!(opp.lands, [LandType::Island, LandType::Swamp]);
    assert_eq!(opp.protection, [Quality::Color(Color::Red), Quality::Type("goblin".to_owned())]);

    let ids: Vec<&str> = position.creatures().iter().map(|creature| creature.id.as_str()).collect();
    assert_eq!(ids, ["The Wall", "Ghalta#1", "Ghalta#2", "Squire"]);
    let wall = position.creature(CreatureId(0));
    assert_eq!((wall.name.as_str(), wall.controller), ("Wall", PlayerId(0)));
    assert_eq!((wall.power, wall.toughness, wall.damage, wall.tapped), (0, 4, 1, true));
    assert_eq!(wall.type_line, "Artifact Creature — Wall");
    assert_eq!(wall.colors, [Color::White, Color::Blue]);
    assert_eq!(wall.value(), 4);

    let ghalta = position.creature(CreatureId(2));
    assert_eq!((ghalta.name.as_str(), ghalta.controller), ("Ghalta", PlayerId(1)));
    let keyword = Ability::Keyword;
    assert_eq!(
        ghalta.counters,
        Counters {
            plus: 3,
            minus: 1,
            shield: 2,
            stun: 1,
            keywords: vec![
                (keyword(Keyword::TrampleOverPlaneswalkers), 1),
                (keyword(Keyword::Exalted), 2),
                (Ability::NoEffect("hexproof from red".to_owned()), 1),
            ],
        }
    );
    assert_eq!((ghalta.start_power(), ghalta.start_toughness(), ghalta.instances(Keyword::Exalted)), (14, 14, 2));
    assert_eq!(
        ghalta.abilities,
        [keyword(Keyword::Trample), Ability::Numbered(Numbered::Bushido, 2), keyword(Keyword::Trample),]
    );
    assert_eq!((ghalta.mana_value, ghalta.summoning_sick, ghalta.commander), (12, true, true));
    assert_eq!(ghalta.goaded_by, [PlayerId(0)]);
    assert_eq!(ghalta.must_attack, Some(Target::Planeswalker(PlaneswalkerId(0))));
    assert_eq!((ghalta.stated_value, ghalta.value()), (Some(0), 0));

    let squire = position.creature(CreatureId(3));
    assert_eq!(squire.power, -1);
    assert_eq!(squire.must_block, [CreatureId(0), CreatureId(2)]);

    let (jace, siege) = (&position.planeswalkers()[0], &position.battles()[0]);
    assert_eq!((jace.id.as_str(), jace.controller, jace.loyalty), ("Jace", PlayerId(0), 3));
    assert_eq!((siege.id.as_str(), siege.name.as_str()), ("Siege", "Invasion"));
    assert_eq!((siege.controller, siege.defense, siege.protector), (PlayerId(1), 5, PlayerId(0)));

    let siege = Target::Battle(alphastrike::position::BattleId(0));
    let opp = Target::Player(PlayerId(0));
    assert_eq!(position.attacks(), Some(&Attack(vec![(CreatureId(1), opp), (CreatureId(2), siege)])));
    assert_eq!(position.blocks(), Some(&Block(vec![(CreatureId(0), vec![CreatureId(2), CreatureId(2)])])));
    let row = |step, source, recipient, amount| Assignment { step, source: CreatureId(source), recipient, amount };
    assert_eq!(
        position.damage(),
        Some(
            &[
                row(Step::FirstStrike, 1, Recipient::Target(opp), 0),
                row(Step::Regular, 0, Recipient::Creature(CreatureId(2)), 1_000_000),
            ][..]
        )
    );
    let warned: Vec<Option<&str>> = position.warnings().iter().map(|warning| warning.id.as_deref()).collect();
    // One has lost, and has commander damage by a creature that is no commander.
    assert_eq!(warned, [Some("opp"), Some("opp")]);
}

#[test]
fn both_notations_say_the_same() {
    let position = toml(EVERYTHING).expect("a position");
    assert_eq!(json(&position.to_json().expect("JSON")), Ok(position.clone()));
    assert_eq!(toml(&position.to_toml().expect("TOML")), Ok(position));
}

#[test]
fn what_is_left_out_has_its_default() {
    let text =
        r#"{"players": [{"name": "a", "creatures": [{"name": "C", "power": 1, "toughness": 2}]}, {"name": "b"}]}"#;
    let position = json(text).expect("a position");
    assert_eq!((position.title(), position.active(), position.objective()), (None, PlayerId(0), None));
    assert!(position.attacks().is_none() && position.blocks().is_none() && position.damage().is_none());
    for player in position.players() {
        assert_eq!((player.life, player.poison), (20, 0));
        assert!(player.commander_damage.is_empty() && player.lands.is_empty() && player.protection.is_empty());
    }
    let creature = position.creature(CreatureId(0));
    assert_eq!(creature.counters, Counters::default());
    assert!(creature.abilities.is_empty() && creature.colors.is_empty() && creature.goaded_by.is_empty());
    assert_eq!((creature.type_line.as_str(), creature.mana_value, creature.damage), ("Creature", 0, 0));
    assert!(!creature.tapped && !creature.summoning_sick && !creature.commander);
    assert!(creature.must_attack.is_none() && creature.must_block.is_empty());
    assert_eq!((creature.stated_value, creature.value()), (None, 3));
}

#[test]
fn no_attack_and_no_blocks_are_declarations_too() {
    let position = json(&table("", "", r#", "attacks": {}, "blocks": {}, "damage": []"#)).expect("a position");
    assert_eq!(position.attacks(), Some(&Attack::default()));
    assert_eq!(position.blocks(), Some(&Block::default()));
    assert_eq!(position.damage(), Some(&[][..]));
    let again = toml(&position.to_toml().expect("TOML"));
    assert_eq!(again, Ok(position));
}

#[test]
fn protection_from_players_by_name_and_from_opponents() {
    let of = |ability: &str| {
        let text = format!(
            r#"{{"players": [{{"name": "Mr. X", "creatures": [{{"name": "A", "power": 1, "toughness": 1,
                "abilities": ["{ability}"]}}]}}, {{"name": "red"}}, {{"name": "Ann"}}, {{"name": "ann"}}]}}"#
        );
        let position = json(&text).unwrap_or_else(|error| panic!("{ability}: {error}"));
        assert_eq!(json(&position.to_json().expect("JSON")), Ok(position.clone()), "{ability}");
        position.creatures()[0].abilities.clone()
    };
    let player = |name: &str| Ability::Protection(Quality::Player(name.to_owned()));
    assert_eq!(of("protection from Ann"), [player("Ann")]);
    assert_eq!(of("protection from ann."), [player("ann")]);
    assert_eq!(of("protection from mr. x"), [player("Mr. X")]);
    assert_eq!(of("protection from the player red"), [player("red")]);
    assert_eq!(of("protection from red"), [Ability::Protection(Quality::Color(Color::Red))]);
    assert_eq!(of("protection from each opponent"), [player("red"), player("Ann"), player("ann")]);
}

#[test]
fn players_who_have_lost_give_warnings() {
    let text = r#"{"players": [
        {"name": "a", "life": 0},
        {"name": "b", "poison": 10},
        {"name": "c", "commander_damage": {"Atraxa": 20, "Krenko": 21}},
        {"name": "d", "life": 1, "poison": 9, "commander_damage": {"Atraxa": 20}}
    ]}"#;
    let position = json(text).expect("a position");
    let warnings: Vec<(Option<&str>, &str)> =
        position.warnings().iter().map(|warning| (warning.id.as_deref(), warning.text.as_str())).collect();
    let lost = "has already lost and counts as lost from the start";
    assert_eq!(
        warnings,
        [
            (Some("a"), format!("{lost}: 0 life, CR 704.5a").as_str()),
            (Some("b"), format!("{lost}: 10 poison counters, CR 704.5c").as_str()),
            (Some("c"), format!("{lost}: 21 combat damage from the commander \"Krenko\", CR 903.10a").as_str()),
        ]
    );
}

#[test]
fn lenient_leaves_out_what_is_unknown_and_warns() {
    let creature = r#"{"name": "A", "count": 3, "power": 1, "toughness": 1,
        "abilities": ["flyng", "reach", "banding"], "counters": {"oil": 2, "flying": 1}}"#;
    let text = table(creature, "", "");
    assert_eq!(read(text.as_bytes(), Notation::Json, false).expect_err("strict").defects().len(), 3);
    let position: Position = read(text.as_bytes(), Notation::Json, true).expect("lenient");
    assert_eq!(position.creatures()[2].abilities, [Ability::Keyword(Keyword::Reach)]);
    assert!(position.creatures()[2].has(Keyword::Flying));
    let warnings: Vec<String> = position
        .warnings()
        .iter()
        .map(|warning| format!("{}: {}", warning.id.clone().unwrap_or_default(), warning.text))
        .collect();
    let expected = [
        "unknown counter \"oil\"; it is left out (nearest known: \"shield\")",
        "unknown ability \"flyng\"; it is left out (nearest known: \"flying\")",
        "this ability can change combat and is not modelled: \"banding\"; it is left out",
    ];
    let of_each = expected.iter().flat_map(|text| ["A#1", "A#2", "A#3"].map(|id| format!("{id}: {text}")));
    assert_eq!(warnings, of_each.collect::<Vec<_>>());
}

#[test]
fn a_warning_about_many_creatures_has_no_id() {
    let text = table(r#""4 x A 1/1 flyng", "2 x A 2/2 reech""#, r#""A 3/3 hast""#, "");
    let position = read(text.as_bytes(), Notation::Json, true).expect("lenient");
    let ids: Vec<Option<&str>> = position.warnings().iter().map(|warning| warning.id.as_deref()).collect();
    assert_eq!(ids, [None, Some("A#5"), Some("A#6"), Some("A#7")]);
    assert!(position.warnings()[0].text.starts_with("A#1 to A#4: unknown ability \"flyng\""));
    let known: Vec<&str> = position.creatures().iter().map(|creature| creature.id.as_str()).collect();
    assert!(ids.iter().flatten().all(|id| known.contains(id)), "{ids:?}");
}

#[test]
fn attackers_of_a_blocker_are_in_file_order() {
    let blocks =
        r#", "attacks": {"A": "opp", "B": "opp", "C": "opp"}, "blocks": {"W": ["C", "A", "C"], "V": ["B", "A"]}"#;
    let position = json(&table(r#""A 1/1", "B 1/1", "C 1/1""#, r#""V 1/1", "W 1/1""#, blocks)).expect("a position");
    let [a, b, c, v, w] = [0, 1, 2, 3, 4].map(CreatureId);
    assert_eq!(position.blocks(), Some(&Block(vec![(v, vec![a, b]), (w, vec![a, c, c])])));
}

#[test]
fn commander_damage_that_cannot_grow_gives_a_warning() {
    let warnings = |creatures: &str| {
        let text = format!(
            r#"{{"players": [{{"name": "you", "creatures": [{creatures}], "planeswalkers": [{{"name": "Jace", "loyalty": 1}}]}},
                {{"name": "opp", "commander_damage": {{"Ghalta": 7, "Kin": 3, "Jace": 2}}}}]}}"#
        );
        json(&text).unwrap_or_else(|error| panic!("{error}")).warnings().to_vec()
    };
    let ghalta = |fields: &str| format!(r#"{{"name": "Ghalta", "power": 12, "toughness": 12{fields}}}"#);
    let start = "this combat adds nothing to the commander_damage of \"Ghalta\"";
    let warning = |rest: &str| [Warning { id: Some("opp".to_owned()), text: format!("{start}: {rest}") }];
    assert_eq!(warnings(""), []);
    assert_eq!(warnings(&ghalta(r#", "commander": true"#)), []);
    assert_eq!(warnings(&ghalta("")), warning("that creature is no commander (set commander = true if it is one)"));
    for (fields, id) in [(r#", "count": 2, "commander": true"#, "Ghalta#1"), (r#", "id": "G", "commander": true"#, "G")]
    {
        let rest = format!("that is no id, and a creature of this name is \"{id}\" (name the commander by its id)");
        assert_eq!(warnings(&ghalta(fields)), warning(&rest));
    }
    assert_eq!(warnings(&format!("{}, \"Kin 1/1\"", ghalta(r#", "commander": true"#))).len(), 1);
}

#[test]
fn lenient_leaves_out_what_a_player_can_not_have() {
    let text =
        r#"{"players": [{"name": "a", "abilities": ["flying", "protection from red", "flyng"]}, {"name": "b"}]}"#;
    let position = read(text.as_bytes(), Notation::Json, true).expect("lenient");
    assert_eq!(position.player(PlayerId(0)).protection, [Quality::Color(Color::Red)]);
    let warnings: Vec<String> = position.warnings().iter().map(|warning| format!("{warning:?}")).collect();
    assert!(warnings.iter().all(|warning| warning.contains("id: Some(\"a\")")), "{warnings:?}");
    assert_eq!(warnings.len(), 2);
    let first = "\"flying\" is no ability of a player; it is left out (a player's abilities are \"protection from …\")";
    assert_eq!(position.warnings()[0].text, first);
}

#[test]
fn lenient_forgives_nothing_else() {
    let text = table(r#"{"name": "A", "power": 1, "toughness": 0, "abilities": ["flyng"]}"#, "", "");
    let error = read(text.as_bytes(), Notation::Json, true).expect_err("dead");
    assert_eq!(
        error.to_string(),
        "players[0].creatures[0].toughness: with toughness 0 it would be in the graveyard, CR 704.5f"
    );
}

#[test]
fn the_notation_is_the_ending_else_the_first_character() {
    assert_eq!(Notation::of(Some("a/b.toml"), b"{"), Notation::Toml);
    assert_eq!(Notation::of(Some("a.JSON"), b"x = 1"), Notation::Json);
    assert_eq!(Notation::of(Some("a.txt"), b" \n\t{"), Notation::Json);
    assert_eq!(Notation::of(Some("a.json/b"), b"x = 1"), Notation::Toml);
    assert_eq!(Notation::of(None, b"\xEF\xBB\xBF {}"), Notation::Json);
    assert_eq!(Notation::of(None, b"[[players]]"), Notation::Toml);
    assert_eq!(Notation::of(None, b""), Notation::Toml);
}

#[test]
fn a_byte_order_mark_in_front_is_skipped() {
    let text = format!("\u{feff}{EVERYTHING}");
    assert_eq!(toml(&text), toml(EVERYTHING));
    let error = toml("\u{feff}x = 1\nplayers = []").expect_err("an unknown key");
    assert_eq!((error.defects()[0].span.clone(), error.defects()[0].line_column), (Some(3..4), Some((1, 1))));
}
