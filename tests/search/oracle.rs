//! Every answer on small random boards equals plain enumeration: values and legal declarations, all three questions.

use alphastrike::position::{Attack, Block, Notation, Position, read};
use alphastrike::rules::{Board, Combat, DeclaredAttack, Side};
use alphastrike::search::{Options, Question, count, exhaustive, solve};

use crate::support::random::{Random, Shape, position};

/// How many positions for each question; `ALPHASTRIKE_POSITIONS` asks for more.
fn number() -> u64 {
    std::env::var("ALPHASTRIKE_POSITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(400)
}

/// Where the seeds start; `ALPHASTRIKE_SEED` repeats a failure.
fn first_seed() -> u64 {
    std::env::var("ALPHASTRIKE_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1)
}

pub fn seeds() -> std::ops::Range<u64> {
    first_seed()..first_seed() + number()
}

pub fn parse(text: &str) -> Position {
    read(text.as_bytes(), Notation::Json, false).unwrap_or_else(|error| panic!("{error:?}\n{text}"))
}

/// The position as a failure shows it.
fn shown(position: &Position) -> String {
    position.to_json().unwrap_or_else(|error| error.to_string())
}

/// Whether plain enumeration of the splits of a combat is quick enough.
fn enumerable(board: &Board<'_>, attack: &Attack, block: &Block, limit: u64) -> bool {
    let combat = Combat::declare(board, attack, block);
    let splits = |side: Side| -> u64 {
        combat.division(side).assigners.iter().fold(1, |all, assigner| {
            let own: u64 = assigner.ways.iter().map(|way| compositions(assigner.amount, way.len())).sum();
            all.saturating_mul(own)
        })
    };
    let once = splits(Side::Active).saturating_mul(splits(Side::Defending));
    if combat.steps().len() == 2 { once.saturating_mul(once) <= limit } else { once <= limit }
}

/// How many ways there are to write `amount` as an ordered sum of `parts` numbers.
fn compositions(amount: i64, parts: usize) -> u64 {
    (1..parts as u64).fold(1, |all, part| all * (amount as u64 + part) / part)
}

/// Some legal attack of the board, chosen by chance: the largest of a few.
pub fn some_attack(random: &mut Random, board: &Board<'_>) -> Attack {
    let legal = exhaustive::legal_attacks(board);
    let some = (0..3).map(|_| random.pick(&legal).clone());
    some.max_by_key(|attack| attack.0.len()).unwrap_or_default()
}

/// Some legal block, chosen by chance: of a few the one with most pairs.
fn some_block(random: &mut Random, board: &Board<'_>, attack: &Attack) -> Block {
    let declared = DeclaredAttack::new(board, attack);
    let mut block = Vec::new();
    for defender in board.position().defending_players() {
        let legal = exhaustive::legal_blocks(board, &declared, defender);
        let some = (0..4).map(|_| random.pick(&legal).clone());
        let pairs = |block: &Block| block.0.iter().map(|(_, blocked)| blocked.len()).sum::<usize>();
        block.extend(some.max_by_key(pairs).unwrap_or_default().0);
    }
    block.sort_unstable_by_key(|(blocker, _)| *blocker);
    Block(block)
}

/// Compares `assign` for declarations chosen by chance.
fn compare_assign(shape: &Shape, limit: u64) {
    let mut compared = 0;
    for seed in seeds() {
        let mut random = Random::new(seed);
        let text = position(&mut random, shape);
        let table = parse(&text);
        let board = Board::new(&table, None).expect("small factors");
        let attack = some_attack(&mut random, &board);
        let block = some_block(&mut random, &board, &attack);
        if !enumerable(&board, &attack, &block, limit) {
            continue;
        }
        let declared = table.with_declarations(Some(attack.clone()), Some(block.clone()));
        let board = Board::new(&declared, None).expect("small factors");
        let expected = exhaustive::value(&board, Question::Assign);
        let found = solve(&board, Question::Assign, &Options::default())
            .unwrap_or_else(|error| panic!("seed {seed}: {error}\n{}", shown(&declared)));
        assert_eq!(found.value, expected, "seed {seed}\n{}", shown(&declared));
        compared += 1;
    }
    println!("assign: {compared} positions compared, seeds {:?}", seeds());
    assert!(compared * 2 > number(), "too few positions were small enough: {compared}");
}

#[test]
fn assign_equals_enumeration() {
    compare_assign(
        &Shape { attackers: 4, blockers: 4, power: 4, links: 30, evasion: 15, triggers: 15, gangs: 0 },
        30_000,
    );
}

#[test]
fn assign_equals_enumeration_where_creatures_block_several() {
    compare_assign(
        &Shape { attackers: 3, blockers: 3, power: 4, links: 5, evasion: 0, triggers: 15, gangs: 60 },
        30_000,
    );
}

#[test]
fn block_equals_enumeration() {
    let shape = Shape { attackers: 3, blockers: 3, power: 3, links: 35, evasion: 25, triggers: 15, gangs: 10 };
    let mut compared = 0;
    for seed in seeds() {
        let mut random = Random::new(seed);
        let text = position(&mut random, &shape);
        let table = parse(&text);
        let board = Board::new(&table, None).expect("small factors");
        let attack = some_attack(&mut random, &board);
        let declared_attack = DeclaredAttack::new(&board, &attack);
        let small = table.defending_players().all(|defender| {
            exhaustive::legal_blocks(&board, &declared_attack, defender)
                .iter()
                .all(|block| enumerable(&board, &attack, block, 3_000))
        });
        if !small {
            continue;
        }
        let declared = table.with_declarations(Some(attack), None);
        let board = Board::new(&declared, None).expect("small factors");
        let expected = exhaustive::value(&board, Question::Block);
        let found = solve(&board, Question::Block, &Options::default())
            .unwrap_or_else(|error| panic!("seed {seed}: {error}\n{}", shown(&declared)));
        assert_eq!(found.value, expected, "seed {seed}\n{}", shown(&declared));
        compared += 1;
    }
    println!("block: {compared} positions compared, seeds {:?}", seeds());
    assert!(compared * 2 > number(), "too few positions were small enough: {compared}");
}

#[test]
fn attack_equals_enumeration() {
    compare_attack(&Shape { attackers: 3, blockers: 2, power: 3, links: 30, evasion: 25, triggers: 15, gangs: 5 });
}

#[test]
fn attack_equals_enumeration_where_attackers_are_independent() {
    compare_attack(&Shape { attackers: 3, blockers: 3, power: 4, links: 0, evasion: 15, triggers: 0, gangs: 0 });
}

/// Compares `attack`, and the counts of legal declarations.
fn compare_attack(shape: &Shape) {
    let mut compared = 0;
    for seed in seeds() {
        let mut random = Random::new(seed);
        let text = position(&mut random, shape);
        let table = parse(&text);
        let board = Board::new(&table, None).expect("small factors");
        let attacks = exhaustive::legal_attacks(&board);
        let mut blocks = 0;
        let small = attacks.iter().all(|attack| {
            let declared = DeclaredAttack::new(&board, attack);
            let mut product = 1;
            let splits = table.defending_players().all(|defender| {
                let legal = exhaustive::legal_blocks(&board, &declared, defender);
                product *= legal.len() as u64;
                legal.iter().all(|block| enumerable(&board, attack, block, 1_000))
            });
            blocks += product;
            splits
        });
        if !small {
            continue;
        }
        let expected = exhaustive::value(&board, Question::Attack);
        let found = solve(&board, Question::Attack, &Options::default())
            .unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!(found.value, expected, "seed {seed}\n{text}");
        let counts = count(&board, &Options::default()).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
        assert_eq!((counts.attacks, counts.blocks), (attacks.len() as u64, blocks), "seed {seed}\n{text}");
        compared += 1;
    }
    println!("attack: {compared} positions compared, seeds {:?}", seeds());
    assert!(compared * 2 > number(), "too few positions were small enough: {compared}");
}
