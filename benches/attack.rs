//! `attack` and `block` on boards of the corpus with 3, 4 and 5 creatures on each side, on one thread.

use std::hint::black_box;

use alphastrike::rules::Board;
use alphastrike::search::open_question;
use criterion::{Criterion, criterion_group, criterion_main};

#[allow(dead_code, reason = "each benchmark uses a part of it")]
mod support;

const BOARDS: [(&str, &str); 6] = [
    ("small", "board-3x3"),
    ("medium", "board-4x4"),
    ("medium", "board-5x5"),
    ("small", "board-3x3-block"),
    ("medium", "board-4x4-block"),
    ("medium", "board-5x5-block"),
];

fn attack(criterion: &mut Criterion) {
    support::use_one_thread();
    for (tier, name) in BOARDS {
        let (position, value) = support::model(tier, name);
        let board = Board::new(&position, None).expect("small factors");
        let question = open_question(&position);
        assert_eq!(support::answer(&board, question), value, "{name}");
        let size = name.trim_start_matches("board-").trim_end_matches("-block");
        criterion.bench_function(&format!("{}/{size}", question.name()), |bencher| {
            bencher.iter(|| support::answer(black_box(&board), question));
        });
    }
}

criterion_group!(benches, attack);
criterion_main!(benches);
