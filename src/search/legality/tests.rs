//! Flows against plain enumeration, and on boards that are known by hand.

use crate::position::{Attack, Notation, Target, read};
use crate::rules::{Board, DeclaredAttack, unobeyed_attack_requirements, unobeyed_block_requirements};
use crate::search::attacks::AttackChoices;
use crate::search::exhaustive;
use crate::search::random::Random;
use crate::search::{obedient_attack, obedient_block};

/// How many boards; `ALPHASTRIKE_POSITIONS` asks for more.
fn number() -> u64 {
    std::env::var("ALPHASTRIKE_POSITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(400)
}

/// Where the seeds start; `ALPHASTRIKE_SEED` repeats a failure.
fn first_seed() -> u64 {
    std::env::var("ALPHASTRIKE_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

const ATTACKING: &[(&str, usize)] = &[
    ("attacks each combat if able", 40),
    ("can't attack alone", 15),
    ("can attack only alone", 12),
    ("can't attack unless at least two other creatures attack", 12),
    ("can't attack unless a red creature also attacks", 10),
    ("no more than two creatures can attack each combat", 6),
    ("must be blocked if able", 40),
    ("all creatures able to block this creature do so", 25),
    ("menace", 30),
    ("can't be blocked except by three or more creatures", 12),
    ("can't be blocked by more than one creature", 12),
    ("flying", 20),
];

const BLOCKING: &[(&str, usize)] = &[
    ("blocks each combat if able", 30),
    ("can't block alone", 25),
    ("can block an additional creature each combat", 25),
    ("can block any number of creatures", 12),
    ("no more than one creature can block each combat", 6),
    ("no more than two creatures can block each combat", 8),
    ("no more than one creature can attack you each combat", 8),
    ("reach", 30),
];

/// A board on which every declaration can be looked at.
fn board(random: &mut Random) -> String {
    let mut creature = |name: String, kinds: &[(&str, usize)], more: &str| {
        let abilities: Vec<String> =
            kinds.iter().filter(|(_, percent)| random.chance(*percent)).map(|(a, _)| format!("{a:?}")).collect();
        let more = if random.chance(25) { more } else { "" };
        let colors = if random.chance(40) { r#", "colors": ["red"]"# } else { "" };
        let abilities = abilities.join(", ");
        format!(r#"{{"name": "{name}", "power": 2, "toughness": 2, "abilities": [{abilities}]{more}{colors}}}"#)
    };
    let mine: Vec<String> =
        (0..4).map(|number| creature(format!("A{number}"), ATTACKING, r#", "goaded_by": ["bo"]"#)).collect();
    let theirs: Vec<String> =
        (0..3).map(|number| creature(format!("B{number}"), BLOCKING, r#", "must_block": ["A1"]"#)).collect();
    format!(
        r#"{{"players": [{{"name": "al", "creatures": [{}]}}, {{"name": "bo", "creatures": [{}]}},
            {{"name": "cy", "planeswalkers": [{{"name": "W", "loyalty": 3}}]}}]}}"#,
        mine.join(", "),
        theirs.join(", ")
    )
}

#[test]
fn flows_count_what_plain_enumeration_counts() {
    let (mut asked, mut proved) = (0, 0);
    for seed in first_seed()..first_seed() + number() {
        let text = board(&mut Random(seed));
        let position = read(text.as_bytes(), Notation::Json, false).unwrap();
        let board = Board::new(&position, None).unwrap();
        // Every legal declaration obeys the most, so any of them says how many that are.
        let legal = exhaustive::legal_attacks(&board);
        let found = obedient_attack::most_by_flows(&AttackChoices::new(&board));
        asked += 1;
        if let Some((most, attack)) = found {
            proved += 1;
            assert!(legal.contains(&attack), "seed {seed}: {attack:?} is no legal attack of {text}");
            assert_eq!(most, unobeyed_attack_requirements(&board, &attack).0, "seed {seed}: {text}");
        }
        let Some(attack) = legal.iter().max_by_key(|attack| attack.0.len()) else { continue };
        let declared = DeclaredAttack::new(&board, attack);
        for defender in position.defending_players() {
            asked += 1;
            let found = obedient_block::most_by_flows(&board, &declared, defender);
            let Some((most, block)) = found else { continue };
            proved += 1;
            let blocks = exhaustive::legal_blocks(&board, &declared, defender);
            assert!(blocks.contains(&block), "seed {seed}: {block:?} is no legal block of {attack:?} of {text}");
            let obeyed = unobeyed_block_requirements(&board, &declared, defender, &block).0;
            assert_eq!(most, obeyed, "seed {seed}: {text}");
        }
    }
    assert!(proved * 100 >= asked * 95, "{proved} of {asked} are proved");
}

/// Sixty that must be blocked and take two each, and sixty-one blockers, of which one can't block alone: thirty pairs.
#[test]
fn many_that_take_two_blockers_are_blocked_by_pairs() {
    let text = r#"{"players": [{"name": "al", "creatures": ["60 x Ox 2/2 menace, must be blocked if able"]},
        {"name": "bo", "creatures": ["60 x Elf 1/1", "Rat 1/1 can't block alone"]}]}"#;
    let position = read(text.as_bytes(), Notation::Json, false).unwrap();
    let board = Board::new(&position, None).unwrap();
    let bo = position.defending_players().next().unwrap();
    let oxen = position.creatures_of(position.active()).map(|ox| (ox, Target::Player(bo)));
    let declared = DeclaredAttack::new(&board, &Attack(oxen.collect()));
    let (most, block) = obedient_block::most_by_flows(&board, &declared, bo).unwrap();
    assert_eq!((most, block.0.len()), (30, 60));
}

/// Sixty that attack if able, of which twenty need two others and twenty attack only alone; two at most may attack: two
/// of those that need nobody.
#[test]
fn of_many_that_attack_if_able_as_many_do_as_may() {
    let text = r#"{"players": [{"name": "al", "creatures": [
            "20 x Ox 2/2 attacks each combat if able, can't attack unless at least two other creatures attack",
            "20 x Cat 2/2 attacks each combat if able, can attack only alone",
            "20 x Elf 1/1 attacks each combat if able"]},
        {"name": "bo", "creatures": ["Wall 0/4 no more than two creatures can attack each combat"]}]}"#;
    let position = read(text.as_bytes(), Notation::Json, false).unwrap();
    let board = Board::new(&position, None).unwrap();
    let (most, attack) = obedient_attack::most_by_flows(&AttackChoices::new(&board)).unwrap();
    let names: Vec<&str> = attack.0.iter().map(|(creature, _)| &board.name(*creature)[..3]).collect();
    assert_eq!((most, names), (2, vec!["Elf", "Elf"]));
}
