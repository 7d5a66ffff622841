//! What `explain` says of other declarations: complete, and as plain enumeration has it.

use alphastrike::position::{Attack, Block, CreatureId, Notation, Position, Target, read};
use alphastrike::rules::{Board, attack_targets, may_attack};
use alphastrike::search::{Change, Explanation, Options, Question, Stop, Why, exhaustive, explain, solve};

use crate::support::random::{Random, Shape, position};

const SHAPES: [Shape; 2] = [
    Shape { attackers: 3, blockers: 2, power: 3, links: 25, evasion: 20, triggers: 20, gangs: 5 },
    Shape { attackers: 3, blockers: 3, power: 3, links: 0, evasion: 15, triggers: 0, gangs: 0 },
];

fn parse(text: &str) -> Position {
    read(text.as_bytes(), Notation::Json, false).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

fn explained(table: &Position, question: Question, options: &Options) -> (Attack, Block, Explanation) {
    let board = Board::new(table, None).expect("small factors");
    let solution = solve(&board, question, &Options::default()).expect("an answer");
    let explanation = explain(&board, &solution, options).expect("an explanation");
    (solution.line.attack, solution.line.block, explanation)
}

/// What an attack is worth, by enumeration; `None` if it is illegal.
fn worth(table: &Position, attack: &Attack) -> Option<alphastrike::rules::Value> {
    let board = Board::new(table, None).expect("small factors");
    let declared = table.with_declarations(Some(attack.clone()), None);
    let declared = Board::new(&declared, None).expect("small factors");
    exhaustive::legal_attacks(&board).contains(attack).then(|| exhaustive::value(&declared, Question::Block))
}

/// The best attack with one change.
fn changed(board: &Board<'_>, best: &Attack, change: Change) -> Option<Attack> {
    let mut attack = best.clone();
    match change {
        Change::Nobody => attack.0.clear(),
        Change::Without(creature) => attack.0.retain(|(attacker, _)| *attacker != creature),
        Change::At(creature, target) => {
            attack.0.iter_mut().filter(|row| row.0 == creature).for_each(|row| row.1 = target);
        }
        // It is not said here whom they attack.
        Change::With(_) | Change::Everybody => return None,
    }
    let able = |(attacker, target): &(CreatureId, Target)| may_attack(board, *attacker, *target);
    attack.0.iter().all(able).then_some(attack)
}

#[test]
fn alternatives_to_an_attack_are_complete_and_worth_what_enumeration_finds() {
    let (mut compared, mut illegal, mut retargeted) = (0, 0, 0);
    for (shape, seed) in SHAPES.iter().flat_map(|shape| (1..200).map(move |seed| (shape, seed))) {
        let text = position(&mut Random::new(seed), shape);
        let table = parse(&text);
        let board = Board::new(&table, None).expect("small factors");
        let what = format!("seed {seed}\n{text}");
        let (best, _, explanation) = explained(&table, Question::Attack, &Options::default());
        for other in &explanation.alternatives {
            assert_eq!(Some(&other.value), worth(&table, &other.attack).as_ref(), "{other:?} {what}");
            let replied = table.with_declarations(Some(other.attack.clone()), Some(other.block.clone()));
            let replied = Board::new(&replied, None).expect("small factors");
            assert_eq!(exhaustive::value(&replied, Question::Assign), other.value, "{other:?} {what}");
            if let Some(attack) = changed(&board, &best, other.change) {
                assert_eq!(attack, other.attack, "{:?} {what}", other.change);
            }
            compared += 1;
            retargeted += u32::from(matches!(other.change, Change::At(..)));
        }
        for left in &explanation.left_off {
            assert!(matches!(left.why, Why::Illegal(_)), "{left:?} {what}");
            if let Some(attack) = changed(&board, &best, left.change) {
                assert_eq!(worth(&table, &attack), None, "{left:?} {what}");
            }
            illegal += 1;
        }
        // Every attack that differs in one creature is there, up to creatures that are alike.
        let values: Vec<_> =
            explanation.alternatives.iter().map(|other| (other.attack.0.len(), &other.value)).collect();
        let targets = attack_targets(&board);
        let own = || table.creatures_of(table.active());
        let retargets = own().flat_map(|creature| targets.iter().map(move |target| Change::At(creature, *target)));
        let changes = own().map(Change::Without).chain(retargets).chain([Change::Nobody]);
        for attack in changes.filter_map(|change| changed(&board, &best, change)).filter(|attack| *attack != best) {
            let Some(value) = worth(&table, &attack) else { continue };
            assert!(values.contains(&(attack.0.len(), &value)), "{attack:?} {value:?} {explanation:?} {what}");
        }
        let idle = own().filter(|creature| best.0.iter().all(|(attacker, _)| attacker != creature));
        let able = idle.filter(|creature| targets.iter().any(|target| may_attack(&board, *creature, *target))).count();
        let is_more = |change: &Change| matches!(change, Change::With(_));
        let more = explanation.alternatives.iter().map(|other| other.change).filter(is_more).count()
            + explanation.left_off.iter().map(|left| left.change).filter(is_more).count();
        assert!(more <= able && (more > 0 || able <= 1), "{more} of {able} {explanation:?} {what}");
    }
    assert!(compared > 500 && illegal > 50 && retargeted > 50, "{compared}, {illegal} illegal, {retargeted} elsewhere");
}

/// Twenty-six creatures of which no two are alike, and two targets.
fn many() -> Position {
    let own: Vec<String> =
        (0..26).map(|number| format!("\"C{number} {}/{}\"", 1 + number % 6, 1 + number / 6)).collect();
    parse(&format!(
        r#"{{"objective": "face + 3*loyalty + material", "players": [{{"name": "you", "creatures": [{}]}},
            {{"name": "opp", "life": 200, "creatures": ["Wall 0/4"],
              "planeswalkers": [{{"name": "Jace", "loyalty": 400}}]}}]}}"#,
        own.join(", ")
    ))
}

#[test]
fn there_is_no_number_beyond_which_alternatives_are_dropped() {
    let (best, _, explanation) = explained(&many(), Question::Attack, &Options::default());
    assert_eq!(best.0.len(), 26);
    // Nobody; without each; each elsewhere.
    assert_eq!((explanation.alternatives.len(), explanation.left_off.len()), (1 + 26 + 26, 0));
}

#[test]
fn what_a_limit_leaves_off_is_named() {
    // A creature that blocks two ties attackers together, and bushido is more than numbers: so each block is a node.
    let linked = parse(
        r#"{"players": [{"name": "you", "creatures": ["Ox 3/3 bushido 1", "Cat 2/2", "Elf 1/1"]},
            {"name": "opp", "creatures": ["Wall 1/4 can block an additional creature each combat"]}]}"#,
    );
    let (_, _, whole) = explained(&linked, Question::Attack, &Options::default());
    assert_eq!(whole.left_off, []);
    let options = Options { node_limit: Some(5), ..Options::default() };
    let (_, _, explanation) = explained(&linked, Question::Attack, &options);
    assert_eq!(explanation.alternatives.len() + explanation.left_off.len(), whole.alternatives.len());
    assert!(!explanation.left_off.is_empty());
    assert!(explanation.left_off.iter().all(|left| left.why == Why::Stopped(Stop::Nodes)), "{explanation:?}");
    let options = Options { time_limit: Some(std::time::Duration::ZERO), ..Options::default() };
    let (_, _, explanation) = explained(&many(), Question::Attack, &options);
    assert_eq!(explanation.alternatives, []);
    assert!(explanation.left_off.iter().all(|left| left.why == Why::Stopped(Stop::Time)));
}

#[test]
fn what_is_too_much_for_an_explanation_is_named() {
    // Creatures that block two tie attackers together, and twelve of them have too many ways to block two attackers.
    let text = r#"{"objective": "face", "players": [
        {"name": "you", "creatures": ["Drummer 1/1 battle cry", "12 x Elf 1/1"]},
        {"name": "opp", "creatures": ["12 x Wall 0/4 can block an additional creature each combat"]}
    ], "attacks": {"Drummer": "opp"}}"#;
    let table = parse(text);
    let board = Board::new(&table, None).expect("small factors");
    let mut solution = solve(&board, Question::Block, &Options::default()).expect("an answer");
    // As if the attack had been asked for.
    solution.question = Question::Attack;
    let open = table.with_declarations(None, None);
    let board = Board::new(&open, None).expect("small factors");
    let explanation = explain(&board, &solution, &Options::default()).expect("an explanation");
    let left: Vec<Change> = explanation.left_off.iter().map(|left| left.change).collect();
    assert_eq!(left, [Change::Everybody, Change::With(CreatureId(1))], "{explanation:?}");
    assert!(explanation.left_off.iter().all(|left| matches!(left.why, Why::TooMuch(_))), "{explanation:?}");
}

#[test]
fn alternatives_to_blocks_are_worth_what_enumeration_finds() {
    let mut compared = 0;
    for (shape, seed) in SHAPES.iter().flat_map(|shape| (1..120).map(move |seed| (shape, seed))) {
        let mut random = Random::new(seed);
        let text = position(&mut random, shape);
        let table = parse(&text);
        let board = Board::new(&table, None).expect("small factors");
        let attack = random.pick(&exhaustive::legal_attacks(&board)).clone();
        let declared = table.with_declarations(Some(attack.clone()), None);
        let (_, best, explanation) = explained(&declared, Question::Block, &Options::default());
        for other in &explanation.alternatives {
            let blocked = table.with_declarations(Some(attack.clone()), Some(other.block.clone()));
            let blocked = Board::new(&blocked, None).expect("small factors");
            assert_eq!(exhaustive::value(&blocked, Question::Assign), other.value, "{other:?} seed {seed}\n{text}");
            assert!(other.block.0.len() < best.0.len(), "{other:?} seed {seed}\n{text}");
            compared += 1;
        }
        assert!(explanation.left_off.iter().all(|left| matches!(left.why, Why::Illegal(_))), "seed {seed}\n{text}");
    }
    assert!(compared > 100, "{compared}");
}
