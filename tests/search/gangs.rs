//! One attacker against many blockers that are alike: which of them gets how much makes no difference.

use alphastrike::position::{Notation, read};
use alphastrike::rules::Board;
use alphastrike::search::{Options, Question, exhaustive, solve};

use super::oracle::{parse, seeds};
use crate::support::objectives::ANY;
use crate::support::random::Random;

const ATTACKER: &[&str] =
    &["first strike", "double strike", "infect", "wither", "deathtouch", "lifelink", "trample", "toxic 1", "toxic 2"];
const BLOCKER: &[&str] = &["first strike", "lifelink", "indestructible", "infect", "deathtouch"];

/// A creature with up to so many abilities, as JSON.
fn creature(random: &mut Random, name: &str, [count, least, power, toughness]: [i64; 4], abilities: &[&str]) -> String {
    let own: Vec<String> = (0..random.between(0, 2)).map(|_| format!("{:?}", random.pick(abilities))).collect();
    let (power, toughness) = (random.between(least, power), random.between(1, toughness));
    let own = own.join(", ");
    format!(
        r#"{{"name": "{name}", "count": {count}, "power": {power}, "toughness": {toughness}, "abilities": [{own}]}}"#
    )
}

#[test]
fn splits_against_alike_blockers_are_as_enumeration() {
    for seed in seeds() {
        let mut random = Random::new(seed);
        let [few, more] = [random.between(1, 3), random.between(0, 2)];
        let attacker = creature(&mut random, "Hydra", [1, 1, 4, 5], ATTACKER);
        let mut blockers = vec![creature(&mut random, "Elf", [few, 0, 2, 3], BLOCKER)];
        if more > 0 {
            blockers.push(creature(&mut random, "Orc", [more, 0, 2, 3], BLOCKER));
        }
        let name = |kind: &str, count: i64, number: i64| match count {
            1 => kind.to_owned(),
            _ => format!("{kind}#{number}"),
        };
        let elves = (1..=few).map(|number| name("Elf", few, number));
        let orcs = (1..=more).map(|number| name("Orc", more, number));
        let blocks: Vec<String> = elves.chain(orcs).map(|name| format!(r#""{name}": ["Hydra"]"#)).collect();
        let text = format!(
            r#"{{"objective": "{}", "players": [{{"name": "you", "creatures": [{attacker}]}},
                {{"name": "opp", "life": {}, "creatures": [{}]}}],
                "attacks": {{"Hydra": "opp"}}, "blocks": {{{}}}}}"#,
            random.pick(ANY),
            random.between(1, 5),
            blockers.join(", "),
            blocks.join(", ")
        );
        let position = parse(&text);
        let board = Board::new(&position, None).expect("small factors");
        let expected = exhaustive::value(&board, Question::Assign);
        let found = solve(&board, Question::Assign, &Options::default())
            .unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!((&found.value, &found.bound), (&expected, &expected), "seed {seed}\n{text}");
    }
}

/// The first point past a blocker or planeswalker brings all of the toxic poison, each further one only costs
/// (CR 702.164c).
#[test]
fn one_point_is_enough_for_toxic() {
    for (ability, opponent, blocks) in [
        ("trample over planeswalkers", r#""planeswalkers": [{"name": "Sage", "loyalty": 1}]"#, ""),
        ("trample", r#""creatures": ["Wall 0/1"]"#, r#", "blocks": {"Wall": ["Rat"]}"#),
    ] {
        let target = if blocks.is_empty() { "Sage" } else { "opp" };
        for (objective, value) in [("poison - face", &[1][..]), ("- win, poison", &[0, 2])] {
            let text = format!(
                r#"{{"objective": "{objective}", "players": [
                    {{"name": "you", "creatures": ["Rat 3/2 {ability}, toxic 2"]}},
                    {{"name": "opp", "life": 2, {opponent}}}],
                    "attacks": {{"Rat": "{target}"}}{blocks}}}"#
            );
            let position = parse(&text);
            let board = Board::new(&position, None).expect("small factors");
            let question = if blocks.is_empty() { Question::Block } else { Question::Assign };
            let found = solve(&board, question, &Options::default()).expect("an answer");
            assert_eq!(found.value.0.as_slice(), value, "{text}");
        }
    }
}

/// Each of the six counters takes a point of power from the Bears (CR 702.90c), so 18 of 24 hit back, and three of them
/// die: that many for a Basilisk with more toughness, else for nothing but itself.
#[test]
fn a_first_striker_with_infect_weakens_a_crowd() {
    for (toughness, material) in [(19, 12), (18, 12 - 24)] {
        let text = format!(
            r#"{{"objective": "material", "players": [
                {{"name": "you", "creatures": ["Basilisk 6/{toughness} first strike, infect"]}},
                {{"name": "opp", "creatures": ["12 x Bear 2/2"]}}],
                "attacks": {{"Basilisk": "opp"}},
                "blocks": {{{}}}}}"#,
            (1..=12).map(|number| format!(r#""Bear#{number}": ["Basilisk"]"#)).collect::<Vec<_>>().join(", ")
        );
        let position = read(text.as_bytes(), Notation::Json, false).expect("a position");
        let board = Board::new(&position, None).expect("small factors");
        let found = solve(&board, Question::Assign, &Options::default()).expect("an answer");
        assert_eq!((found.stop, found.value.0.as_slice()), (None, &[material][..]), "{toughness}");
    }
}
