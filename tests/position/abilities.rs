//! Abilities as cards print them.

use alphastrike::position::{Ability, AbilityProblem, Color, Keyword, LandType, Numbered, Quality};

fn parsed(text: &str) -> Vec<Ability> {
    Ability::parse(text, "Tromokratis, the Deep").unwrap_or_else(|error| panic!("{error}"))
}

fn one(text: &str) -> Ability {
    let mut list = parsed(text);
    assert_eq!(list.len(), 1, "{text}");
    list.remove(0)
}

fn keyword(name: Keyword) -> Quality {
    Quality::Keyword(name)
}

fn kind(name: &str) -> Quality {
    Quality::Type(name.to_owned())
}

#[test]
fn every_keyword_is_read_by_its_name() {
    let names = [
        ("flying", Keyword::Flying),
        ("Reach", Keyword::Reach),
        ("First Strike", Keyword::FirstStrike),
        ("double strike", Keyword::DoubleStrike),
        ("deathtouch", Keyword::Deathtouch),
        ("trample", Keyword::Trample),
        ("Trample over planeswalkers", Keyword::TrampleOverPlaneswalkers),
        ("lifelink", Keyword::Lifelink),
        ("infect", Keyword::Infect),
        ("wither", Keyword::Wither),
        ("indestructible", Keyword::Indestructible),
        ("menace", Keyword::Menace),
        ("vigilance", Keyword::Vigilance),
        ("haste", Keyword::Haste),
        ("defender", Keyword::Defender),
        ("shadow", Keyword::Shadow),
        ("horsemanship", Keyword::Horsemanship),
        ("fear", Keyword::Fear),
        ("intimidate", Keyword::Intimidate),
        ("skulk", Keyword::Skulk),
        ("decayed", Keyword::Decayed),
        ("flanking", Keyword::Flanking),
        ("exalted", Keyword::Exalted),
        ("battle cry", Keyword::BattleCry),
        ("melee", Keyword::Melee),
        ("unleash", Keyword::Unleash),
        ("living metal", Keyword::LivingMetal),
        ("suspected", Keyword::Suspected),
        ("detained", Keyword::Detained),
        ("ring-bearer", Keyword::RingBearer),
        ("changeling", Keyword::Changeling),
    ];
    for (text, expected) in names {
        assert_eq!(one(text), Ability::Keyword(expected), "{text}");
        assert_eq!(one(text).to_string(), text.to_lowercase());
    }
}

#[test]
fn numbered_keywords_take_digits_and_words() {
    let names = [
        ("toxic 1", Numbered::Toxic, 1),
        ("Bushido 2", Numbered::Bushido, 2),
        ("rampage three", Numbered::Rampage, 3),
        ("frenzy 1000000", Numbered::Frenzy, 1_000_000),
        ("afflict 4.", Numbered::Afflict, 4),
    ];
    for (text, expected, amount) in names {
        assert_eq!(one(text), Ability::Numbered(expected, amount), "{text}");
    }
    for text in ["toxic", "toxic 0", "bushido -1", "rampage x", "afflict 1000001", "frenzy 99999999999999999999"] {
        let error = Ability::parse(text, "").expect_err(text);
        assert_eq!(error.problem, AbilityProblem::Number, "{text}");
    }
}

#[test]
fn landwalk_is_of_basic_land_types() {
    for land in LandType::ALL {
        assert_eq!(one(&format!("{}walk", land.word())), Ability::Landwalk(land));
    }
    assert!(Ability::parse("desertwalk", "").is_err());
    assert!(Ability::parse("snow swampwalk", "").is_err());
}

#[test]
fn every_sentence_is_read() {
    let flyers = || keyword(Keyword::Flying);
    let sentences = [
        ("This creature can't attack.", Ability::CantAttack),
        ("can't attack alone", Ability::CantAttackAlone),
        ("This creature can only attack alone.", Ability::AttacksOnlyAlone),
        ("can't attack unless at least two other creatures attack", Ability::CantAttackUnlessOthers(2)),
        ("can't attack unless at least one other creature attacks", Ability::CantAttackUnlessOthers(1)),
        (
            "This creature can't attack unless a creature with power 4 or greater also attacks.",
            Ability::CantAttackUnlessAlso(Quality::PowerAtLeast(4)),
        ),
        (
            "can't attack unless a black or green creature also attacks",
            Ability::CantAttackUnlessAlso(Quality::Any(vec![
                Quality::Color(Color::Black),
                Quality::Color(Color::Green),
            ])),
        ),
        ("can't attack unless a Goblin also attacks", Ability::CantAttackUnlessAlso(kind("goblin"))),
        ("can’t attack unless defending player controls an Island", Ability::CantAttackUnlessLand(LandType::Island)),
        ("can't attack unless defending player controls a Forest", Ability::CantAttackUnlessLand(LandType::Forest)),
        ("can't attack players", Ability::CantAttackPlayers),
        ("can't attack planeswalkers", Ability::CantAttackPlaneswalkers),
        ("No more than one creature can attack each combat.", Ability::AtMostAttackers(1)),
        ("No more than 2 creatures can attack this turn", Ability::AtMostAttackers(2)),
        ("No more than two creatures can attack you each combat.", Ability::AtMostAttackersAtYou(2)),
        ("Creatures can't attack you.", Ability::CreaturesCantAttackYou),
        ("This creature can't block.", Ability::CantBlock),
        ("can't block this turn", Ability::CantBlock),
        ("can't block Humans", Ability::CantBlockQuality(kind("human"))),
        ("can't block creatures with power 2 or less", Ability::CantBlockQuality(Quality::PowerAtMost(2))),
        ("This creature can block only creatures with flying.", Ability::BlocksOnly(flyers())),
        ("can't block alone", Ability::CantBlockAlone),
        ("No more than one creature can block each combat.", Ability::AtMostBlockers(1)),
        (
            "Creatures with power less than Tromokratis's power can't block creatures you control.",
            Ability::SmallerCantBlockYours,
        ),
        ("Creatures with power less than this creature's power can't block it.", Ability::SmallerCantBlockIt),
        ("Creatures with power less than Tromokratis's power can't block Tromokratis", Ability::SmallerCantBlockIt),
        ("can block an additional creature each combat", Ability::BlocksAdditional(1)),
        ("can block an additional creature each turn", Ability::BlocksAdditional(1)),
        ("This creature can block an additional seven creatures each combat.", Ability::BlocksAdditional(7)),
        ("can block an additional 2 creatures", Ability::BlocksAdditional(2)),
        ("This creature can block any number of creatures.", Ability::BlocksAny),
        ("This creature can't be blocked.", Ability::CantBeBlocked),
        ("can't be blocked by creatures with power 2 or less", Ability::CantBeBlockedBy(Quality::PowerAtMost(2))),
        ("can't be blocked by creatures with power 3 or greater", Ability::CantBeBlockedBy(Quality::PowerAtLeast(3))),
        ("can't be blocked by Walls.", Ability::CantBeBlockedBy(kind("wall"))),
        ("can't be blocked by artifact creatures", Ability::CantBeBlockedBy(kind("artifact"))),
        ("can't be blocked by creatures with first strike", Ability::CantBeBlockedBy(keyword(Keyword::FirstStrike))),
        ("can't be blocked except by creatures with flying", Ability::CantBeBlockedExceptBy(flyers())),
        (
            "can't be blocked except by creatures with flying or reach",
            Ability::CantBeBlockedExceptBy(Quality::Any(vec![flyers(), keyword(Keyword::Reach)])),
        ),
        (
            "can't be blocked except by artifact creatures and/or white creatures",
            Ability::CantBeBlockedExceptBy(Quality::Any(vec![kind("artifact"), Quality::Color(Color::White)])),
        ),
        ("can't be blocked except by two or more creatures", Ability::CantBeBlockedExceptByCount(2)),
        ("can't be blocked except by 3 or more creatures", Ability::CantBeBlockedExceptByCount(3)),
        ("can't be blocked by more than one creature", Ability::CantBeBlockedByMoreThan(1)),
        ("can't be blocked by more than two creatures", Ability::CantBeBlockedByMoreThan(2)),
        (
            "Tromokratis can't be blocked unless all creatures defending player controls block it.",
            Ability::CantBeBlockedUnlessAll,
        ),
        ("attacks each combat if able", Ability::AttacksEachCombat),
        ("This creature attacks this turn if able.", Ability::AttacksEachCombat),
        ("attacks each turn if able", Ability::AttacksEachCombat),
        ("blocks each combat if able", Ability::BlocksEachCombat),
        ("must be blocked if able", Ability::MustBeBlocked),
        ("This token must be blocked each combat if able.", Ability::MustBeBlocked),
        ("All creatures able to block this creature do so.", Ability::Lure),
        ("All creatures able to block Tromokratis, the Deep do so", Ability::Lure),
        (
            "This creature assigns combat damage equal to its toughness rather than its power.",
            Ability::AssignsToughness,
        ),
        ("You may have ~ assign its combat damage as though it weren't blocked.", Ability::AsThoughUnblocked),
        ("Prevent all damage that would be dealt to this creature.", Ability::PreventDamage),
        ("Prevent all combat damage that would be dealt to Tromokratis", Ability::PreventDamage),
        ("Prevent all combat damage that would be dealt by this creature.", Ability::PreventDamageBy),
        ("can't be blocked by creatures with greater power", Ability::Keyword(Keyword::Skulk)),
    ];
    for (text, expected) in sentences {
        assert_eq!(one(text), expected, "{text}");
        assert_eq!(one(&expected.to_string()), expected, "{expected}");
    }
}

#[test]
fn some_texts_are_several_abilities() {
    let color = |color| Ability::Protection(Quality::Color(color));
    let texts = [
        ("can't attack or block", vec![Ability::CantAttack, Ability::CantBlock]),
        ("This creature can't attack or block alone.", vec![Ability::CantAttackAlone, Ability::CantBlockAlone]),
        ("can't block and can't be blocked", vec![Ability::CantBlock, Ability::CantBeBlocked]),
        ("attacks or blocks each combat if able", vec![Ability::AttacksEachCombat, Ability::BlocksEachCombat]),
        (
            "Prevent all combat damage that would be dealt to and dealt by this creature.",
            vec![Ability::PreventDamage, Ability::PreventDamageBy],
        ),
        (
            "can't block or be blocked by creatures with power 2 or greater",
            vec![
                Ability::CantBlockQuality(Quality::PowerAtLeast(2)),
                Ability::CantBeBlockedBy(Quality::PowerAtLeast(2)),
            ],
        ),
        ("protection from red and from green", vec![color(Color::Red), color(Color::Green)]),
        (
            "protection from red, from blue, and from black",
            vec![color(Color::Red), color(Color::Blue), color(Color::Black)],
        ),
        ("protection from each color", Color::ALL.map(color).to_vec()),
        ("protection from all colors", Color::ALL.map(color).to_vec()),
        (
            "protection from Demons and from Dragons",
            vec![Ability::Protection(kind("demon")), Ability::Protection(kind("dragon"))],
        ),
    ];
    for (text, expected) in texts {
        assert_eq!(parsed(text), expected, "{text}");
    }
}

#[test]
fn protection_names_each_kind_of_quality() {
    let texts = [
        ("protection from everything", Quality::Everything),
        ("Protection from Red", Quality::Color(Color::Red)),
        ("protection from creatures", kind("creature")),
        ("protection from artifacts", kind("artifact")),
        ("protection from Goblins", kind("goblin")),
        ("protection from Zombies", kind("zombie")),
        ("protection from Elves", kind("elf")),
        ("protection from Werewolves", kind("werewolf")),
        ("protection from Octopuses", kind("octopus")),
        ("protection from Allies", kind("ally")),
        ("protection from Time Lords", kind("time lord")),
        ("protection from Kavu", kind("kavu")),
        ("protection from snow", kind("snow")),
        ("protection from legendary creatures", kind("legendary")),
        ("protection from God creatures", kind("god")),
        ("protection from instants", kind("instant")),
        ("protection from multicolored", Quality::Multicolored),
        ("protection from monocolored", Quality::Monocolored),
        ("protection from colorless", Quality::Colorless),
        ("protection from mana value 3 or less", Quality::ManaValueAtMost(3)),
        ("protection from mana value 3 or greater", Quality::ManaValueAtLeast(3)),
        ("protection from power 3 or greater", Quality::PowerAtLeast(3)),
        ("protection from creatures with power 3 or greater", Quality::PowerAtLeast(3)),
        ("protection from the player Ann Other", Quality::Player("Ann Other".to_owned())),
    ];
    for (text, quality) in texts {
        let expected = Ability::Protection(quality);
        assert_eq!(one(text), expected, "{text}");
        assert_eq!(one(&expected.to_string()), expected, "{expected}");
    }
}

#[test]
fn the_cards_name_may_stand_for_this_creature() {
    let black_knight = |text| Ability::parse(text, "Black Knight");
    assert_eq!(
        black_knight("Black Knight can't be blocked by black creatures"),
        Ok(vec![Ability::CantBeBlockedBy(Quality::Color(Color::Black))])
    );
    assert_eq!(Ability::parse("Human can't block Humans", "Human"), Ok(vec![Ability::CantBlockQuality(kind("human"))]));
    assert_eq!(Ability::parse("Gorm must be blocked if able", "Gorm the Great"), Ok(vec![Ability::MustBeBlocked]));
    assert_eq!(Ability::parse("~ can't block.", ""), Ok(vec![Ability::CantBlock]));
    assert_eq!(Ability::parse("flying", "Flying"), Ok(vec![Ability::Keyword(Keyword::Flying)]));
    assert!(black_knight("White Knight can't block").is_err());
    assert!(Ability::parse("Walls can't block", "Wall").is_err());
}

#[test]
fn case_space_stops_apostrophes_and_reminders_do_not_matter() {
    for text in [
        "can't be blocked",
        "CAN'T BE BLOCKED",
        "  can't   be\tblocked ",
        "can’t be blocked.",
        "This creature can't be blocked. (It slips past everyone.)",
    ] {
        assert_eq!(one(text), Ability::CantBeBlocked, "{text}");
    }
    assert_eq!(one("Flying (This creature can't be blocked except by …)"), Ability::Keyword(Keyword::Flying));
}

#[test]
fn keywords_without_effect_are_accepted_and_read_back() {
    let texts = [
        "hexproof",
        "Hexproof from blue",
        "hexproof from artifacts and enchantments",
        "shroud",
        "ward",
        "ward 2",
        "Ward {2}",
        "ward—pay 3 life",
        "Ward—{2}, Pay 2 life.",
        "flash",
        "prowess",
        "cycling {2}",
        "Plainscycling {2}",
        "basic landcycling {1}{U}",
        "kicker {1}{g/w}",
        "equip {3}",
        "equip legendary creature {3}",
        "crew 2",
        "ingest",
        "devoid",
        "convoke",
        "suspend 4—{1}{G}",
        "ninjutsu {1}{u}",
        "afterlife 2",
        "unearth {3}",
        "partner",
        "partner with Pir, Imaginative Rascal",
        "morph {4}",
        "level up {1}",
        "start your engines!",
        "Doctor's companion",
        "affinity for artifacts",
        "Snake offering",
        "Companion",
        "Companion — Each creature card in your starting deck is a Cat, Elemental, Nightmare, Dinosaur, or Beast card.",
        "Power-up — {4}{W}{W}: Put two +1/+1 counters and a flying counter on this creature.",
        "power-up",
        "Exhaust — {1}{U}: Draw a card, then discard a card.",
        "teamwork 3",
        "paradigm",
        "storied",
        "prepared",
        "This creature enters prepared.",
        "Increment",
        "Sneak {1}{B}{B}",
        "Specialize {2}",
        "Augment {2}{G}",
        "Reconfigure—Pay {2} or {E}{E}{E}.",
        "cipher",
    ];
    for text in texts {
        let ability = one(text);
        assert!(matches!(ability, Ability::NoEffect(_)), "{text}: {ability:?}");
        assert_eq!(one(&ability.to_string()), ability, "{text}");
    }
}

#[test]
fn what_can_change_combat_and_is_not_modelled_is_an_error() {
    let texts = [
        "banding",
        "bands with other Legends",
        "mentor",
        "training",
        "dethrone",
        "annihilator 2",
        "provoke",
        "myriad",
        "mobilize 1",
        "enlist",
        "exert",
        "persist",
        "undying",
        "renown 1",
        "absorb 1",
        "poisonous 3",
        "modular 2",
        "regenerate",
        "umbra armor",
        "totem armor",
    ];
    for text in texts {
        let error = Ability::parse(text, "").expect_err(text);
        assert_eq!(error.problem, AbilityProblem::Unmodelled, "{text}");
        assert_eq!(error.text, text);
        // "Banding" looks like fading, and is nothing like it.
        assert_eq!(error.nearest, None, "{text}");
    }
}

#[test]
fn what_players_call_an_ability_or_a_state_is_explained() {
    let texts = [
        ("lure", AbilityProblem::Unknown, "all creatures able to block this creature do so"),
        ("Unblockable", AbilityProblem::Unknown, "can't be blocked"),
        ("goad", AbilityProblem::Field, "goaded_by"),
        ("Goaded.", AbilityProblem::Field, "goaded_by"),
        ("tapped", AbilityProblem::Field, "tapped"),
        ("summoning sick", AbilityProblem::Field, "summoning_sick"),
        ("commander", AbilityProblem::Field, "commander"),
    ];
    for (text, problem, meant) in texts {
        let error = Ability::parse(text, "").expect_err(text);
        assert_eq!((error.problem, error.nearest.as_deref()), (problem, Some(meant)), "{text}");
    }
}

#[test]
fn an_unknown_ability_comes_with_the_nearest_one() {
    let texts = [
        ("flyng", "flying"),
        ("first stirke", "first strike"),
        ("protection from gobilns", "protection from Goblins"),
        ("can't be blocked by Zombeis", "can't be blocked by Zombies"),
        ("must be bloked if able", "must be blocked if able"),
        ("atacks each combat if able", "attacks each combat if able"),
        ("can block an aditional creature each combat", "can block an additional creature each combat"),
        ("islandwlk", "islandwalk"),
    ];
    for (text, nearest) in texts {
        let error = Ability::parse(text, "").expect_err(text);
        assert_eq!(error.problem, AbilityProblem::Unknown);
        assert_eq!(error.nearest.as_deref(), Some(nearest), "{text}");
        assert_eq!(error.to_string(), format!("unknown ability \"{text}\""));
    }
}

#[test]
fn near_misses_are_not_taken_for_the_real_thing() {
    let texts = [
        "",
        ".",
        "~",
        "this creature",
        "flying.flying",
        "can't be blocked by",
        "can't be blocked except by",
        "can't be blocked by more than zero creatures",
        "can't be blocked by creatures with flying and",
        "can't be blocked by creatures with power",
        "can't be blocked by non-Wall creatures",
        "can't be blocked by black",
        "can't attack unless you control a Goblin",
        "can't be blocked as long as defending player controls an artifact",
        "creatures can't attack you or planeswalkers you control",
        "Walls can't block",
        "All Walls able to block this creature do so",
        "creatures you control can't be blocked",
        "Threshold — can't block",
        "protection from",
        "protection from the chosen color",
        "protection from red until end of turn",
        "protection from spells",
        "hexproof from",
        "ward {2}, trample",
        "ward—pay 3 life, trample",
        "Teamwork — Whenever you attack or block with both, support 4.",
        "exhaust — {2}: draw a card, flying",
        "cyclingtrample",
        "cycling {2} {",
        "equip abilities you activate cost {1} less to activate",
        "max speed",
        "toxic 1 2",
    ];
    for text in texts {
        assert!(Ability::parse(text, "Goblin").is_err(), "{text}: {:?}", Ability::parse(text, "Goblin"));
    }
}

#[test]
fn one_string_is_one_ability() {
    let error = Ability::parse("flying, first strike", "").expect_err("two abilities");
    assert_eq!(error.problem, AbilityProblem::Several);
    assert_eq!(error.nearest.as_deref(), Some("flying\", \"first strike"));
    assert!(Ability::parse("Defender; reach", "").is_err());
}

#[test]
fn a_very_long_text_is_refused_at_once() {
    let error = Ability::parse(&"time lord ".repeat(100_000), "").expect_err("too long");
    assert_eq!(error.problem, AbilityProblem::Unknown);
    assert!(error.to_string().len() < 200);
}
