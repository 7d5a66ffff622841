//! The best split of one attacker against one to five blockers of sizes 1/1 to 5/5.

use std::hint::black_box;

use alphastrike::position::Position;
use alphastrike::rules::Board;
use alphastrike::search::Question;
use criterion::{Criterion, criterion_group, criterion_main};

#[allow(dead_code, reason = "each benchmark uses a part of it")]
mod support;

/// One attacker, with what it has power for, blocked by 1/1, 2/2 … up to `blockers`.
fn blocked(attacker: &str, objective: &str, blockers: i64) -> Position {
    let theirs: Vec<String> = (1..=blockers).map(|size| format!("\"X{size} {size}/{size}\"")).collect();
    let blocks: Vec<String> = (1..=blockers).map(|size| format!("X{size} = [\"T\"]\n")).collect();
    support::position(&format!(
        "objective = \"{objective}\"\n[[players]]\nname = \"you\"\ncreatures = [\"T {attacker}\"]\n\
         [[players]]\nname = \"opp\"\ncreatures = [{}]\n[attacks]\nT = \"opp\"\n[blocks]\n{}",
        theirs.join(", "),
        blocks.concat()
    ))
}

fn outcome(criterion: &mut Criterion) {
    support::use_one_thread();
    for blockers in 1..=5 {
        // Toughness in all is 1 + 2 + … ; the rest goes over, and all blockers die.
        let toughness = blockers * (blockers + 1) / 2;
        measure(
            criterion,
            "trample",
            blocked("16/16 trample", "face, kills", blockers),
            blockers,
            &[16 - toughness, 2 * toughness],
        );
        // Eight damage kill what has 8 toughness in all, and an N/N is worth 2N: 1 + 3 + 4 or 3 + 5 where there is enough.
        measure(criterion, "kills", blocked("8/16", "kills", blockers), blockers, &[2 * toughness.min(8)]);
        // The same in two steps of four: 4, then 4 more on what is left, of which none is wasted.
        measure(
            criterion,
            "double-strike",
            blocked("4/16 double strike", "kills", blockers),
            blockers,
            &[2 * toughness.min(8)],
        );
    }
}

fn measure(criterion: &mut Criterion, name: &str, position: Position, blockers: i64, value: &[i64]) {
    let board = Board::new(&position, None).expect("small factors");
    assert_eq!(support::answer(&board, Question::Assign), value, "{name}, {blockers} blockers");
    criterion.bench_function(&format!("outcome/{name}/1x{blockers}"), |bencher| {
        bencher.iter(|| support::answer(black_box(&board), Question::Assign));
    });
}

criterion_group!(benches, outcome);
criterion_main!(benches);
