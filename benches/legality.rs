//! The most requirements that can be obeyed, on boards where many creatures must attack, block or be blocked, by kind
//! and size: `check` of a declaration that obeys none, and the integer program alone.

use std::hint::black_box;

use alphastrike::position::{Attack, Block, PlayerId, Position, Target};
use alphastrike::program::{AttackLegality, BlockLegality, Extent, SolverOptions};
use alphastrike::rules::{Board, DeclaredAttack, unobeyed_attack_requirements, unobeyed_block_requirements};
use alphastrike::search::{Better, Options, check, exhaustive};
use criterion::{Criterion, criterion_group, criterion_main};

#[allow(dead_code, reason = "each benchmark uses a part of it")]
mod support;

use support::boards::{Kind, SIZES, board_with_duties};

const DEFENDER: PlayerId = PlayerId(1);

/// Boards that take turns in one measurement.
const BOARDS: u64 = 4;

/// How many requirements the declaration obeys that `check` gives as the better one, or none does where it is legal.
fn most(board: &Board<'_>) -> usize {
    let attack = board.position().attacks().cloned().unwrap_or_default();
    match check(board, &Options::default()).expect("a small board").better {
        None => 0,
        Some(Better::Attacks(better)) => unobeyed_attack_requirements(board, &better).0,
        Some(Better::Blocks(better)) => {
            unobeyed_block_requirements(board, &DeclaredAttack::new(board, &attack), DEFENDER, &better).0
        }
    }
}

/// Nobody attacks, or nobody blocks an attack by everybody: what is declared obeys as little as can be.
fn declared(open: &Position, attacked: bool) -> Position {
    // What is asked of each attacker for itself is obeyed by everybody.
    let all = open.creatures_of(open.active()).map(|creature| (creature, Target::Player(DEFENDER)));
    let attack = if attacked { Attack(all.collect()) } else { Attack::default() };
    open.with_declarations(Some(attack), attacked.then(Block::default))
}

/// The most requirements by the program alone.
fn by_program(board: &Board<'_>) -> usize {
    let position = board.position();
    let attack = position.attacks().cloned().unwrap_or_default();
    let options = SolverOptions::default();
    let most = if position.blocks().is_none() {
        AttackLegality::new(board, Extent::Needed).most(&options).map(|most| most.requirements)
    } else {
        let attack = DeclaredAttack::new(board, &attack);
        BlockLegality::new(board, &attack, &[DEFENDER], Extent::Needed).most(&options).map(|most| most.requirements)
    };
    most.expect("a small program")
}

fn legality(criterion: &mut Criterion) {
    support::use_one_thread();
    for (what, attacked) in [("attack", false), ("block", true)] {
        for kind in Kind::ALL {
            for size in SIZES {
                let positions: Vec<Position> =
                    (1..=BOARDS).map(|seed| declared(&board_with_duties(kind, size, seed), attacked)).collect();
                let prepared = |position| Board::new(position, None).expect("small factors");
                let boards: Vec<Board<'_>> = positions.iter().map(prepared).collect();
                for board in &boards {
                    assert_eq!(most(board), by_program(board), "{what} {kind:?} {size}");
                    if size <= 6 && !attacked {
                        let legal = exhaustive::legal_attacks(board);
                        assert_eq!(unobeyed_attack_requirements(board, &legal[0]).0, most(board), "{kind:?} {size}");
                    }
                }
                let mut measure = |name: String, ask: &dyn Fn(&Board<'_>)| {
                    criterion.bench_function(&format!("legality/{name}/{}/{size}x{size}", kind.name()), |bencher| {
                        let mut turn = boards.iter().cycle();
                        bencher.iter(|| turn.next().map(|board| ask(black_box(board))));
                    });
                };
                measure(what.to_owned(), &|board| drop(black_box(check(board, &Options::default()))));
                measure(format!("{what}-program"), &|board| {
                    black_box(by_program(board));
                });
            }
        }
    }
}

criterion_group!(benches, legality);
criterion_main!(benches);
