//! A search that is stopped gives a legal line, a value that holds and a bound that holds: against plain enumeration.

use alphastrike::position::{Attack, Block, Notation, Position, read};
use alphastrike::rules::{Board, DeclaredAttack, Value};
use alphastrike::search::{Options, Question, Solution, Stop, check, exhaustive, solve};

use crate::support::random::{Random, Shape, position};

const LIMITS: [u64; 7] = [0, 1, 2, 5, 10, 50, 400];

/// How many positions for each shape; `ALPHASTRIKE_POSITIONS` asks for more.
fn seeds() -> std::ops::Range<u64> {
    let number = std::env::var("ALPHASTRIKE_POSITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(150);
    1..1 + number
}

/// Attackers that depend on each other, and attackers that don't.
const SHAPES: [Shape; 2] = [
    Shape { attackers: 3, blockers: 2, power: 3, links: 30, evasion: 25, triggers: 25, gangs: 10 },
    Shape { attackers: 3, blockers: 3, power: 3, links: 0, evasion: 15, triggers: 0, gangs: 0 },
];

fn parse(text: &str) -> Position {
    read(text.as_bytes(), Notation::Json, false).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

fn limited(board: &Board<'_>, question: Question, nodes: u64, threads: usize) -> Solution {
    let options = Options { node_limit: Some(nodes), threads: Some(threads), ..Options::default() };
    solve(board, question, &options).unwrap_or_else(|error| {
        panic!("{} with {nodes} nodes: {error}\n{}", question.name(), board.position().to_json().unwrap_or_default())
    })
}

/// Whether the declarations and the damage of the answer are legal.
fn assert_legal(position: &Position, solution: &Solution, what: &str) {
    let line = &solution.line;
    let declared = position.with_declarations(Some(line.attack.clone()), Some(line.block.clone()));
    let board = Board::new(&declared, None).expect("small factors");
    let verdict = check(&board, &Options::default()).expect("a declared attack");
    assert_eq!(verdict.reasons, Vec::new(), "{what}\n{}", declared.to_json().unwrap_or_default());
}

/// What is asked, answered within the limit: legal, sound, the same for every number of threads. `exact` gives the
/// worth of what the side that decides is told to do.
fn assert_sound(position: &Position, question: Question, optimum: &Value, exact: impl Fn(&Solution) -> Value) -> usize {
    let board = Board::new(position, None).expect("small factors");
    let mut stopped = 0;
    for nodes in LIMITS {
        let solution = limited(&board, question, nodes, 1);
        let what = format!("{} with {nodes} nodes: {solution:?}\n{}", question.name(), position.to_json().unwrap());
        assert_eq!(limited(&board, question, nodes, 3), solution, "threads: {what}");
        assert_legal(position, &solution, &what);
        let Solution { value, bound, stop, statistics, .. } = &solution;
        assert!(statistics.nodes <= nodes, "{what}");
        let worth = exact(&solution);
        let holds = match question {
            Question::Block => bound <= optimum && *optimum <= worth && worth <= *value,
            Question::Attack | Question::Assign => *value <= worth && worth <= *optimum && optimum <= bound,
        };
        assert!(holds, "optimum {optimum:?}, the line's declaration {worth:?}, {what}");
        match stop {
            Some(Stop::Nodes) => stopped += 1,
            None => assert_eq!((value, bound), (optimum, optimum), "{what}"),
            Some(other) => panic!("stopped by {other}: {what}"),
        }
    }
    stopped
}

/// The positions of one shape that enumeration is quick for.
fn positions(shape: Shape) -> impl Iterator<Item = (Random, Position)> {
    seeds().filter_map(move |seed| {
        let mut random = Random::new(seed);
        let text = position(&mut random, &shape);
        let table = parse(&text);
        let board = Board::new(&table, None).expect("small factors");
        let sizes = table.creature_ids().map(|creature| board.characteristics(creature).power.max(0)).sum::<i64>();
        (sizes <= 12).then_some((random, table))
    })
}

fn with(position: &Position, attack: &Attack, block: Option<&Block>) -> Position {
    position.with_declarations(Some(attack.clone()), block.cloned())
}

fn value(position: &Position, question: Question) -> Value {
    exhaustive::value(&Board::new(position, None).expect("small factors"), question)
}

#[test]
fn stopped_attacks_are_legal_and_sound() {
    let (mut asked, mut stopped) = (0, 0);
    for (_, table) in SHAPES.into_iter().flat_map(positions) {
        let optimum = value(&table, Question::Attack);
        let exact = |solution: &Solution| value(&with(&table, &solution.line.attack, None), Question::Block);
        stopped += assert_sound(&table, Question::Attack, &optimum, exact);
        asked += 1;
    }
    assert!(asked >= 100 && 2 * stopped >= asked, "{asked} positions, {stopped} stopped");
}

#[test]
fn stopped_blocks_are_legal_and_sound() {
    let (mut asked, mut stopped) = (0, 0);
    for (mut random, table) in SHAPES.into_iter().flat_map(positions) {
        let board = Board::new(&table, None).expect("small factors");
        let attack = random.pick(&exhaustive::legal_attacks(&board)).clone();
        let table = with(&table, &attack, None);
        let optimum = value(&table, Question::Block);
        let exact = |solution: &Solution| value(&with(&table, &attack, Some(&solution.line.block)), Question::Assign);
        stopped += assert_sound(&table, Question::Block, &optimum, exact);
        asked += 1;
    }
    assert!(asked >= 100 && 2 * stopped >= asked, "{asked} positions, {stopped} stopped");
}

#[test]
fn stopped_splits_are_legal_and_sound() {
    let mut asked = 0;
    for (mut random, table) in SHAPES.into_iter().flat_map(positions) {
        let board = Board::new(&table, None).expect("small factors");
        let attack = random.pick(&exhaustive::legal_attacks(&board)).clone();
        let declared = DeclaredAttack::new(&board, &attack);
        let blocks = table
            .defending_players()
            .flat_map(|defender| random.pick(&exhaustive::legal_blocks(&board, &declared, defender)).0.clone());
        let mut block = Block(blocks.collect());
        block.0.sort_unstable_by_key(|(blocker, _)| *blocker);
        let table = with(&table, &attack, Some(&block));
        let optimum = value(&table, Question::Assign);
        let exact = |solution: &Solution| solution.value.clone();
        assert_sound(&table, Question::Assign, &optimum, exact);
        asked += 1;
    }
    assert!(asked >= 100, "{asked} positions");
}
