//! A planner answers what the search answers.

use alphastrike::position::{Attack, Block, CreatureId, Notation, PlayerId, Position, Target, read};
use alphastrike::rules::Board;
use alphastrike::search::{Options, Planner, Question, SearchError, exhaustive, solve};

use crate::support::random::{Random, Shape, position};

const SHAPES: [Shape; 2] = [
    Shape { attackers: 4, blockers: 3, power: 3, links: 0, evasion: 15, triggers: 0, gangs: 0 },
    Shape { attackers: 3, blockers: 3, power: 3, links: 20, evasion: 15, triggers: 20, gangs: 5 },
];

fn parse(text: &str) -> Position {
    read(text.as_bytes(), Notation::Json, false).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

#[test]
fn a_planner_answers_every_question_of_a_position() {
    for (shape, seed) in SHAPES.iter().flat_map(|shape| (1..60).map(move |seed| (shape, seed))) {
        let mut random = Random::new(seed);
        let text = position(&mut random, shape);
        let table = parse(&text);
        let board = Board::new(&table, None).expect("small factors");
        let what = format!("seed {seed}\n{text}");
        let planner = Planner::new(&board, Options::default()).expect("nothing is declared");
        let best = solve(&board, Question::Attack, &Options::default()).expect("an answer");
        let planned = planner.attack().expect("an answer");
        assert_eq!((&planned.value, &planned.line.attack), (&best.value, &best.line.attack), "{what}");
        let legal = exhaustive::legal_attacks(&board);
        for _ in 0..6 {
            let attack = random.pick(&legal).clone();
            let declared = table.with_declarations(Some(attack.clone()), None);
            let declared = Board::new(&declared, None).expect("small factors");
            let best = solve(&declared, Question::Block, &Options::default()).expect("an answer");
            let planned = planner.block(&attack).unwrap_or_else(|error| panic!("{error}: {attack:?} {what}"));
            assert_eq!(planned.value, best.value, "{attack:?} {what}");
            assert_eq!(planned.line.block.0.len(), best.line.block.0.len(), "{attack:?} {what}");
            let split = planner.assign(&attack, &planned.line.block).expect("legal blocks");
            assert_eq!(split.value, planned.value, "{attack:?} {what}");
        }
    }
}

#[test]
fn what_is_no_declaration_is_refused() {
    let table =
        parse(r#"{"players": [{"name": "you", "creatures": ["Ox 2/2"]}, {"name": "opp", "creatures": ["Elf 1/1"]}]}"#);
    let board = Board::new(&table, None).expect("small factors");
    let planner = Planner::new(&board, Options::default()).expect("nothing is declared");
    let (ox, elf, opp) = (CreatureId(0), CreatureId(1), Target::Player(PlayerId(1)));
    let refused = |attack: Vec<(CreatureId, Target)>| planner.block(&Attack(attack)).expect_err("no attack");
    assert!(matches!(refused(vec![(CreatureId(9), opp)]), SearchError::Unknown(_)));
    assert!(matches!(refused(vec![(ox, Target::Player(PlayerId(7)))]), SearchError::Unknown(_)));
    assert!(matches!(refused(vec![(ox, opp), (ox, opp)]), SearchError::Unknown(_)));
    assert!(matches!(refused(vec![(elf, opp)]), SearchError::Illegal(_)));
    let blocked = |block| planner.assign(&Attack(vec![(ox, opp)]), &Block(block)).expect_err("no block");
    assert!(matches!(blocked(vec![(CreatureId(9), vec![ox])]), SearchError::Unknown(_)));
    assert!(matches!(blocked(vec![(ox, vec![ox])]), SearchError::Illegal(_)));
}
