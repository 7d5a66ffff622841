//! Building, solving and writing the program of one damage step: N tramplers, each blocked by all M blockers.
//!
//! Every blocker must be assigned lethal damage before any damage goes over, so the answer is known: power in all less
//! toughness in all goes over, and all blockers die.

use std::fmt::Write as _;
use std::hint::black_box;

use alphastrike::position::Position;
use alphastrike::program::{DamageProgram, optimise, write_lp};
use alphastrike::rules::{Board, Combat, Side};
use criterion::{Criterion, criterion_group, criterion_main};

#[allow(dead_code, reason = "each benchmark uses a part of it")]
mod support;

/// Attackers and blockers with the power that goes over.
const SIZES: [(i64, i64, i64); 4] = [(1, 1, 3), (1, 3, 3), (3, 3, 3), (10, 10, 10)];

/// Attackers of different powers with `over` more in all than the blockers' toughness, and that position's value.
fn shared_blockers(attackers: i64, blockers: i64, over: i64) -> (Position, Vec<i64>) {
    let toughness: Vec<i64> = (0..blockers).map(|number| 2 + number).collect();
    let all: i64 = toughness.iter().sum::<i64>() + over;
    let mut mine = String::new();
    let mut theirs = String::new();
    let mut attacks = String::new();
    let mut blocks = String::new();
    let names: Vec<String> = (1..=attackers).map(|number| format!("\"T{number}\"")).collect();
    for (number, name) in names.iter().enumerate() {
        // As even as the powers can be.
        let number = number as i64;
        let power = all / attackers + i64::from(number < all % attackers);
        let _ = write!(mine, "\"T{} {power}/9 trample\", ", number + 1);
        let _ = writeln!(attacks, "{name} = \"opp\"");
    }
    for (number, toughness) in toughness.iter().enumerate() {
        let _ = write!(theirs, "\"X{number} 0/{toughness} can block any number of creatures\", ");
        let _ = writeln!(blocks, "X{number} = [{}]", names.join(", "));
    }
    let text = format!(
        "objective = \"face, kills\"\n[[players]]\nname = \"you\"\ncreatures = [{mine}]\n\
         [[players]]\nname = \"opp\"\ncreatures = [{theirs}]\n[attacks]\n{attacks}[blocks]\n{blocks}"
    );
    // A blocker with power 0 is worth its toughness.
    (support::position(&text), vec![over, all - over])
}

fn program(criterion: &mut Criterion) {
    for (attackers, blockers, over) in SIZES {
        let (position, value) = shared_blockers(attackers, blockers, over);
        let board = Board::new(&position, None).expect("small factors");
        let attack = position.attacks().expect("an attack");
        let block = position.blocks().expect("blocks");
        let combat = Combat::declare(&board, attack, block);
        let program = DamageProgram::new(&combat, Side::Active, &[]);
        assert_eq!(optimise(&program).expect("an answer").value.0.as_slice(), value);
        let size = format!("{attackers}x{blockers}");
        criterion.bench_function(&format!("program/build/{size}"), |bencher| {
            bencher.iter(|| DamageProgram::new(black_box(&combat), Side::Active, &[]).level(0, &[]));
        });
        criterion.bench_function(&format!("program/solve/{size}"), |bencher| {
            bencher.iter(|| optimise(black_box(&program)));
        });
        let model = program.level(0, &[]);
        criterion.bench_function(&format!("program/write/{size}"), |bencher| {
            bencher.iter(|| write_lp(black_box(&model)));
        });
    }
}

criterion_group!(benches, program);
criterion_main!(benches);
