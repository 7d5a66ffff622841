//! `block` and `attack` by kind and size of board, and single calls of the library, on one thread.

use std::hint::black_box;

use alphastrike::position::{Notation, Position, read};
use alphastrike::rules::Board;
use alphastrike::search::{Method, Options, Question, Solution, check, solve};
use criterion::{Criterion, criterion_group, criterion_main};

#[allow(dead_code, reason = "each benchmark uses a part of it")]
mod support;

use support::boards::{Kind, SIZES, board};

/// Boards that take turns in one measurement.
const BOARDS: u64 = 4;

fn answer(position: &Position, question: Question) -> Solution {
    let board = Board::new(position, None).expect("small factors");
    let solution = solve(&board, question, &Options::default()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(solution.value, solution.bound);
    solution
}

/// The board with the best attack declared.
fn attacked(position: &Position) -> Position {
    position.with_declarations(Some(answer(position, Question::Attack).line.attack), None)
}

fn by_size(criterion: &mut Criterion) {
    support::use_one_thread();
    for kind in Kind::ALL {
        for size in SIZES {
            let boards: Vec<Position> = (1..=BOARDS).map(|seed| board(kind, size, seed)).collect();
            let declared: Vec<Position> = boards.iter().map(attacked).collect();
            for (open, blocks) in boards.iter().zip(&declared) {
                // The block holds the attack to the value that the attack was said to have.
                let value = answer(open, Question::Attack).value;
                assert_eq!(value, answer(blocks, Question::Block).value);
                if size <= 6 {
                    let open = Board::new(open, None).expect("small factors");
                    let options = Options { method: Method::Program, ..Options::default() };
                    let other = solve(&open, Question::Attack, &options).expect("small programs");
                    assert_eq!(value, other.value);
                }
            }
            let mut measure = |question: Question, positions: &[Position]| {
                let id = format!("{}/{}/{size}x{size}", question.name(), kind.name());
                criterion.bench_function(&id, |bencher| {
                    let mut turn = positions.iter().cycle();
                    bencher.iter(|| turn.next().map(|position| black_box(answer(position, question))));
                });
            };
            measure(Question::Block, &declared);
            measure(Question::Attack, &boards);
        }
    }
}

/// What comes before and after a search.
fn calls(criterion: &mut Criterion) {
    for size in [6, 10, 15] {
        let declared = attacked(&board(Kind::Curve, size, 1));
        let text = declared.to_json().expect("a position as text");
        criterion.bench_function(&format!("read/{size}x{size}"), |bencher| {
            bencher.iter(|| read(black_box(text.as_bytes()), Notation::Json, false));
        });
        criterion.bench_function(&format!("board/{size}x{size}"), |bencher| {
            bencher.iter(|| Board::new(black_box(&declared), None).map(|_| ()));
        });
        let board = Board::new(&declared, None).expect("small factors");
        criterion.bench_function(&format!("check/{size}x{size}"), |bencher| {
            bencher.iter(|| check(black_box(&board), &Options::default()));
        });
    }
}

criterion_group!(benches, by_size, calls);
criterion_main!(benches);
