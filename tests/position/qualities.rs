//! Qualities written as cards write them read back the same.

use alphastrike::position::{Ability, Color, Creature, Keyword, Quality};

use super::{json, table};

fn evasion(phrase: &str) -> Quality {
    match Ability::parse(&format!("can't be blocked by {phrase}"), "").as_deref() {
        Ok([Ability::CantBeBlockedBy(quality)]) => quality.clone(),
        other => panic!("{phrase}: {other:?}"),
    }
}

fn kind(name: &str) -> Quality {
    Quality::Type(name.to_owned())
}

#[test]
fn phrases_mean_what_they_say() {
    let (black, red, white) = (Quality::Color(Color::Black), Quality::Color(Color::Red), Quality::Color(Color::White));
    let (flying, reach) = (Quality::Keyword(Keyword::Flying), Quality::Keyword(Keyword::Reach));
    let all = |list: &[&Quality]| Quality::All(list.iter().map(|quality| (*quality).clone()).collect());
    let any = |list: &[&Quality]| Quality::Any(list.iter().map(|quality| (*quality).clone()).collect());
    let phrases = [
        ("creatures", kind("creature")),
        ("black creatures", black.clone()),
        ("colorless creatures", Quality::Colorless),
        ("multicolored creatures", Quality::Multicolored),
        ("legendary creatures", kind("legendary")),
        ("Goblin creatures", kind("goblin")),
        ("Merfolk", kind("merfolk")),
        ("Merfolk Wizards", all(&[&kind("merfolk"), &kind("wizard")])),
        ("black and/or red creatures", any(&[&black, &red])),
        ("black or red creatures", any(&[&black, &red])),
        ("Knights or Walls", any(&[&kind("knight"), &kind("wall")])),
        ("Walls and/or creatures with flying", any(&[&kind("wall"), &flying])),
        ("artifact creatures with flying", all(&[&kind("artifact"), &flying])),
        ("white creatures with power 2 or greater", all(&[&white, &Quality::PowerAtLeast(2)])),
        ("creatures with flying and power 2 or less", all(&[&flying, &Quality::PowerAtMost(2)])),
        ("creatures with toughness three or greater", Quality::ToughnessAtLeast(3)),
        ("creatures with toughness 1 or less", Quality::ToughnessAtMost(1)),
        ("creatures with mana value 2 or less", Quality::ManaValueAtMost(2)),
        ("creatures with trample over planeswalkers", Quality::Keyword(Keyword::TrampleOverPlaneswalkers)),
        ("artifact creatures with flying or reach", all(&[&kind("artifact"), &any(&[&flying, &reach])])),
        ("black or red Goblins with flying", all(&[&any(&[&black, &red]), &kind("goblin"), &flying])),
        (
            "Krakens, Leviathans, Octopuses, and Serpents",
            any(&[&kind("kraken"), &kind("leviathan"), &kind("octopus"), &kind("serpent")]),
        ),
        ("Time Lords with flying", all(&[&kind("time lord"), &flying])),
        ("Vehicles", kind("vehicle")),
        ("everything", Quality::Everything),
    ];
    for (phrase, expected) in phrases {
        assert_eq!(evasion(phrase), expected, "{phrase}");
        for ability in [
            Ability::CantBeBlockedBy(expected.clone()),
            Ability::CantBeBlockedExceptBy(expected.clone()),
            Ability::BlocksOnly(expected.clone()),
            Ability::CantBlockQuality(expected.clone()),
        ] {
            assert_eq!(Ability::parse(&ability.to_string(), ""), Ok(vec![ability.clone()]), "{ability}");
        }
    }
}

#[test]
fn the_singular_reads_back_too() {
    for phrase in [
        "a creature with power 4 or greater",
        "a black or green creature",
        "an artifact creature",
        "an Elf",
        "a Wolf or Werewolf",
        "a legendary Goblin with flying",
        "a Time Lord",
        "an Ox and/or creature with flying",
    ] {
        let text = format!("can't attack unless {phrase} also attacks");
        let abilities = Ability::parse(&text, "").unwrap_or_else(|error| panic!("{error}"));
        let written = abilities[0].to_string();
        assert_eq!(Ability::parse(&written, ""), Ok(abilities), "{phrase}: {written}");
    }
}

fn only_creature(line: &str, abilities: &str) -> Creature {
    let mine =
        format!(r#"{{"name": "A", "power": 1, "toughness": 1, "type_line": "{line}", "abilities": [{abilities}]}}"#);
    json(&table(&mine, "", "")).expect("a position").creatures()[0].clone()
}

#[test]
fn types_are_words_of_the_type_line() {
    let lord = only_creature("Legendary Artifact Creature — Time Lord Wizard", "");
    for word in ["legendary", "artifact", "creature", "time lord", "wizard"] {
        assert!(lord.has_type(word), "{word}");
    }
    for word in ["goblin", "enchantment", "lord wizard time", "wiz", ""] {
        assert!(!lord.has_type(word), "{word}");
    }
    assert!(only_creature("Artifact — Vehicle", "").has_type("creature"));
    assert!(only_creature("Creature—Goblin", "").has_type("goblin"));
}

#[test]
fn changeling_is_every_creature_type_and_no_other_type() {
    let changeling = only_creature("Creature — Shapeshifter", r#""changeling""#);
    for word in ["shapeshifter", "goblin", "time lord", "wall", "creature"] {
        assert!(changeling.has_type(word), "{word}");
    }
    for word in ["artifact", "legendary", "vehicle", "forest", "nonsense"] {
        assert!(!changeling.has_type(word), "{word}");
    }
}
