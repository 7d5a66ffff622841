//! A turn of an engine from end to end, by kind and size of board: the position read from JSON, then one planner asked
//! for the attack, the blocks against it, and the split of the damage.

use std::hint::black_box;

use alphastrike::position::Position;
use criterion::{Criterion, criterion_group, criterion_main};

#[allow(dead_code, reason = "each benchmark uses a part of it")]
mod support;

use support::boards::{Kind, SIZES, board};
use support::turn;

/// Boards that take turns in one measurement.
const BOARDS: u64 = 4;

fn turns(criterion: &mut Criterion) {
    support::use_one_thread();
    for kind in Kind::ALL {
        for size in SIZES {
            let texts: Vec<String> = (1..=BOARDS)
                .map(|seed| Position::to_json(&board(kind, size, seed)).expect("a position as text"))
                .collect();
            for text in &texts {
                // What both sides play by the planner's advice is what the attack was said to be worth.
                let [attack, block, split] = turn(text);
                assert_eq!((&attack, &attack), (&block, &split), "{text}");
            }
            criterion.bench_function(&format!("turn/{}/{size}x{size}", kind.name()), |bencher| {
                let mut next = texts.iter().cycle();
                bencher.iter(|| next.next().map(|text| turn(black_box(text))));
            });
        }
    }
}

criterion_group!(benches, turns);
criterion_main!(benches);
