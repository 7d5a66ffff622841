//! The columns of a board by its kind and size: for each attacker the sets of blockers that are not worse than another.

use std::hint::black_box;

use alphastrike::position::Position;
use alphastrike::rules::Board;
use alphastrike::search::{Method, Options, Question, column_count, solve};
use criterion::{Criterion, criterion_group, criterion_main};

#[allow(dead_code, reason = "each benchmark uses a part of it")]
mod support;

use support::boards::{Kind, SIZES, board};

/// Boards that take turns in one measurement.
const BOARDS: u64 = 4;

fn columns(criterion: &mut Criterion) {
    support::use_one_thread();
    for kind in Kind::ALL {
        for size in SIZES {
            let positions: Vec<Position> = (1..=BOARDS).map(|seed| board(kind, size, seed)).collect();
            let prepared = |position| Board::new(position, None).expect("small factors");
            let boards: Vec<Board<'_>> = positions.iter().map(prepared).collect();
            let count = |board: &Board<'_>| column_count(board, &Options::default());
            for board in &boards {
                // Each kind of attacker has at least the column without a blocker.
                let kinds = if kind == Kind::Tokens { 3 } else { size };
                assert!(count(board).is_ok_and(|count| count.is_some_and(|count| count >= kinds)), "{kind:?} {size}");
                if size <= 6 {
                    // No set that is left out is needed for the best answer.
                    let answer = |method| solve(board, Question::Attack, &Options { method, ..Options::default() });
                    let value = |method| answer(method).map(|answer| answer.value);
                    assert_eq!(value(Method::Columns), value(Method::OneByOne), "{kind:?} {size}");
                }
            }
            criterion.bench_function(&format!("columns/{}/{size}x{size}", kind.name()), |bencher| {
                let mut turn = boards.iter().cycle();
                bencher.iter(|| turn.next().map(|board| count(black_box(board))));
            });
        }
    }
}

criterion_group!(benches, columns);
criterion_main!(benches);
