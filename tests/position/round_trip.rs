//! Whatever is valid reads back equal after writing, in both notations.

use alphastrike::position::{
    AssignmentSetup, BattleSetup, CreatureSetup, PlaneswalkerSetup, PlayerSetup, Position, Setup,
};
use proptest::prelude::*;
use proptest::sample::select;

use super::{json, toml};

const ABILITIES: [&str; 34] = [
    "flying",
    "first strike",
    "trample over planeswalkers",
    "exalted",
    "toxic 2",
    "bushido 1",
    "islandwalk",
    "protection from red and from green",
    "protection from each color",
    "protection from everything",
    "protection from Goblins",
    "protection from artifacts",
    "protection from mana value 3 or greater",
    "protection from each opponent",
    "can't attack or block alone",
    "can only attack alone",
    "can't attack unless at least two other creatures attack",
    "can't attack unless a black or green creature also attacks",
    "can't attack unless defending player controls an Island",
    "no more than one creature can attack you each combat",
    "creatures with power less than this creature's power can't block creatures you control",
    "can block an additional seven creatures each combat",
    "can't be blocked except by artifact creatures and/or white creatures",
    "can't be blocked by creatures with flying or reach",
    "can't be blocked except by three or more creatures",
    "can block only creatures with flying",
    "can't block white creatures with power 2 or greater",
    "can't be blocked unless all creatures defending player controls block it",
    "all creatures able to block this creature do so",
    "you may have this creature assign its combat damage as though it weren't blocked",
    "prevent all combat damage that would be dealt to and dealt by this creature",
    "ward—pay 3 life",
    "partner with \"Ann\"",
    "changeling",
];

const COUNTERS: [&str; 8] =
    ["+1/+1", "-1/-1", "shield", "stun", "flying", "hexproof from blue", "trample over planeswalkers", "exalted"];

const OBJECTIVES: [&str; 4] = ["damage", "win, 3*loyalty + face, material - lifegain", "-2*losses", "balanced"];

/// Names with whatever characters a file may hold; what makes them unique comes behind.
fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        "[A-Z][a-z]{1,6}",
        "[A-Z][a-z]{1,3} [a-z#0-9/.,'\"\\\\]{1,5}",
        "\\PC{1,8}",
        any::<[char; 3]>().prop_map(|chars| chars.iter().collect()),
    ]
}

fn creature() -> impl Strategy<Value = CreatureSetup> {
    let what = (word(), 1..4_i64, -5..1_000_001_i64, 1..1_000_i64);
    let has = (
        proptest::collection::vec((select(&COUNTERS[..]), 0..3_i64), 0..3),
        proptest::collection::vec(select(&ABILITIES[..]), 0..4),
        proptest::collection::vec(select(vec!["white", "Blue", "BLACK", "red", "green"]), 0..3),
        select(vec!["Creature", "Legendary Artifact Creature — Time Lord", "", "Creature — \"\\\n"]),
    );
    let is = (0..10_i64, any::<[bool; 4]>(), proptest::option::of(0..50_i64), any::<[u8; 4]>());
    (what, has, is).prop_map(
        |((name, count, power, toughness), (counters, abilities, colors, line), (mana_value, flags, value, links))| {
            let mut setup = CreatureSetup {
                name,
                count,
                power,
                toughness: toughness + 10,
                abilities: abilities.into_iter().map(str::to_owned).collect(),
                colors: colors.into_iter().map(str::to_owned).collect(),
                type_line: line.to_owned(),
                mana_value,
                damage: if flags[3] { toughness.min(5) } else { 0 },
                tapped: flags[0],
                summoning_sick: flags[1],
                commander: flags[2],
                value,
                // Numbers of players and creatures for now; names come when all are known.
                goaded_by: vec![links[0].to_string(); usize::from(links[0] % 2)],
                must_attack: links[1].is_multiple_of(3).then(|| links[1].to_string()),
                must_block: vec![links[2].to_string(); usize::from(links[2] % 3)],
                ..CreatureSetup::default()
            };
            for (name, amount) in counters {
                if setup.power < 1_000_000 - 9 && setup.counters.iter().all(|(other, _)| other != name) {
                    setup.counters.push((name.to_owned(), amount));
                }
            }
            setup
        },
    )
}

fn player() -> impl Strategy<Value = PlayerSetup> {
    let numbers = (-5..40_i64, 0..12_i64, 0..30_i64);
    let lists = (
        proptest::collection::vec(creature(), 0..4),
        proptest::collection::vec((word(), 1..9_i64), 0..2),
        proptest::collection::vec((word(), 1..9_i64), 0..2),
    );
    let others = (select(vec!["Island", "forest"]), select(vec!["protection from red", "protection from Goblins"]));
    (word(), numbers, lists, others, any::<[bool; 3]>()).prop_map(
        |(name, (life, poison, dealt), (creatures, walkers, battles), (land, ability), flags)| PlayerSetup {
            name,
            life,
            poison,
            commander_damage: vec![("Atraxa, \"Voice\"".to_owned(), dealt); usize::from(flags[0])],
            lands: vec![land.to_owned(); usize::from(flags[1])],
            abilities: vec![ability.to_owned(); usize::from(flags[2])],
            creatures,
            planeswalkers: walkers
                .into_iter()
                .map(|(name, loyalty)| PlaneswalkerSetup { name, id: None, loyalty })
                .collect(),
            battles: battles
                .into_iter()
                .map(|(name, defense)| BattleSetup { name, id: None, defense, protector: String::new() })
                .collect(),
        },
    )
}

/// Makes names unique where they must be, and puts names for the numbers of players and creatures.
fn linked(mut setup: Setup, declared: [bool; 3], links: &[u8]) -> Setup {
    for (index, player) in setup.players.iter_mut().enumerate() {
        player.name = format!("{} p{index}", player.name);
        for (number, creature) in player.creatures.iter_mut().enumerate() {
            if number % 2 == 1 {
                creature.id = Some(format!("{} {index}-{number}", creature.name));
            }
            creature.name = format!("c{}", creature.name);
        }
    }
    let names: Vec<String> = setup.players.iter().map(|player| player.name.clone()).collect();
    let pick = |list: &[String], number: &str| list[number.parse::<usize>().unwrap_or(0) % list.len()].clone();
    // Written ids are all that is needed here: with a count the first copy is ID#1.
    let mut ids: Vec<String> = Vec::new();
    for creature in setup.players.iter().flat_map(|player| &player.creatures) {
        if let Some(id) = &creature.id {
            ids.push(if creature.count == 1 { id.clone() } else { format!("{id}#1") });
        }
    }
    for player in &mut setup.players {
        for battle in &mut player.battles {
            battle.name = format!("b{}", battle.name);
            battle.protector = pick(&names, "1");
        }
        for walker in &mut player.planeswalkers {
            walker.name = format!("w{}", walker.name);
        }
        for creature in &mut player.creatures {
            creature.goaded_by.iter_mut().for_each(|name| *name = pick(&names, name));
            creature.must_attack = creature.must_attack.as_ref().map(|name| pick(&names, name));
            if ids.is_empty() {
                creature.must_block.clear();
            }
            creature.must_block.iter_mut().for_each(|id| *id = pick(&ids, id));
        }
    }
    setup.active = setup.active.map(|number| pick(&names, &number));
    let link = |index: usize| links[index % links.len()].to_string();
    let [attacks, blocks, damage] = declared;
    let attackers = ids.iter().enumerate().filter(|(index, _)| links[index % links.len()].is_multiple_of(2));
    setup.attacks =
        attacks.then(|| attackers.map(|(index, id)| (id.clone(), pick(&names, &link(index)))).rev().collect());
    setup.blocks = (attacks && blocks).then(|| {
        ids.iter().enumerate().map(|(index, id)| (id.clone(), vec![pick(&ids, &link(index)); index % 3])).collect()
    });
    setup.damage = (attacks && blocks && damage).then(|| {
        let row = |(index, id): (usize, &String)| AssignmentSetup {
            step: if index % 2 == 0 { "regular" } else { "first-strike" }.to_owned(),
            source: id.clone(),
            target: if index % 3 == 0 { pick(&names, &link(index)) } else { pick(&ids, &link(index)) },
            amount: i64::from(links[index % links.len()]),
        };
        ids.iter().enumerate().map(row).collect()
    });
    setup
}

fn setup() -> impl Strategy<Value = Setup> {
    let head = (
        proptest::option::of(any::<String>()),
        proptest::option::of(0..9_u8),
        proptest::option::of(select(&OBJECTIVES[..])),
    );
    let players = proptest::collection::vec(player(), 2..4);
    (head, players, any::<[bool; 3]>(), any::<[u8; 5]>()).prop_map(
        |((title, active, objective), players, declared, links)| {
            let setup = Setup {
                title,
                active: active.map(|number| number.to_string()),
                objective: objective.map(str::to_owned),
                players,
                ..Setup::default()
            };
            linked(setup, declared, &links)
        },
    )
}

fn again(position: &Position) {
    let text = position.to_toml().expect("TOML");
    assert_eq!(toml(&text).as_ref(), Ok(position), "{text}");
    let text = position.to_json().expect("JSON");
    assert_eq!(json(&text).as_ref(), Ok(position), "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn valid_positions_read_back_equal(setup in setup()) {
        // Names may clash by chance; then there is nothing to write.
        match setup.clone().validate(false) {
            Ok(position) => again(&position),
            Err(defects) => prop_assert!(
                defects.list().iter().all(|defect| defect.text.contains("id") || defect.text.contains("name")),
                "{defects}"
            ),
        }
    }

    #[test]
    fn no_text_makes_it_panic(text in "\\PC{0,60}", bytes in any::<Vec<u8>>()) {
        let _ = (toml(&text), json(&text));
        for notation in [alphastrike::position::Notation::Toml, alphastrike::position::Notation::Json] {
            let _ = alphastrike::position::read(&bytes, notation, true);
        }
    }

    #[test]
    fn no_ability_or_objective_makes_it_panic(text in "\\PC{0,40}", name in "\\PC{0,10}") {
        let _ = alphastrike::position::Ability::parse(&text, &name);
        let _ = alphastrike::position::Objective::parse(&text);
    }

    #[test]
    fn an_ability_reads_back_from_its_own_text(index in 0..ABILITIES.len(), name in "[A-Z][a-z]{2,8}") {
        if let Ok(abilities) = alphastrike::position::Ability::parse(ABILITIES[index], &name) {
            for ability in abilities {
                let again = alphastrike::position::Ability::parse(&ability.to_string(), &name);
                prop_assert_eq!(again, Ok(vec![ability]));
            }
        }
    }
}
