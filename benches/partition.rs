//! Block problems of N attackers and N blockers, all different, by program: the best block.

use std::hint::black_box;

use alphastrike::program::{
    BlockColumn, BlockProblem, BlockRow, Contribution, Loss, PartitionProgram, SolverOptions, Thresholds,
};
use criterion::{Criterion, criterion_group, criterion_main};

#[allow(dead_code, reason = "each benchmark uses a part of it")]
mod support;

use support::boards::Numbers;

/// Attackers of power and toughness 1 to 6, some of which fly, against sets of up to three blockers, alone or with all
/// sets that are no better than a smaller one left out: what the best split kills counts, and the attacker if it dies.
/// Some attackers trample and may either kill more or deal more damage.
fn problem(seed: u64, size: usize) -> BlockProblem {
    let mut numbers = Numbers(seed);
    let mut creature = || (1 + numbers.below(6) as i64, 1 + numbers.below(6) as i64, numbers.below(4) > 0);
    let attackers: Vec<_> = (0..size).map(|_| creature()).collect();
    let blockers: Vec<_> = (0..size).map(|_| creature()).collect();
    let rows = attackers.iter().enumerate().map(|(number, (power, toughness, walks))| {
        let able: Vec<usize> = (0..size).filter(|blocker| *walks || blockers[*blocker].2).collect();
        let tramples = number % 4 == 0;
        let mut kept = vec![column(&[], vec![(*power, 0)])];
        let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
        for _ in 0..3 {
            let last = |set: &Vec<usize>| set.last().copied();
            sets = sets
                .iter()
                .flat_map(|set| {
                    able.iter()
                        .filter(move |blocker| last(set).is_none_or(|last| last < **blocker))
                        .map(move |blocker| [set.as_slice(), &[*blocker]].concat())
                })
                .collect();
            for set in &sets {
                let dealt: i64 = set.iter().map(|blocker| blockers[*blocker].0).sum();
                let lost = if dealt >= *toughness { power + toughness } else { 0 };
                let all: i64 = set.iter().map(|blocker| blockers[*blocker].1).sum();
                let mut most = 0;
                for killed in 0..1_usize << set.len() {
                    let dead = || set.iter().enumerate().filter(|(bit, _)| killed >> bit & 1 == 1);
                    if dead().map(|(_, blocker)| blockers[*blocker].1).sum::<i64>() <= *power {
                        most = most.max(dead().map(|(_, b)| blockers[*b].0 + blockers[*b].1).sum());
                    }
                }
                let mut options = vec![(0, most - lost)];
                if tramples && all < *power {
                    // An indestructible blocker, say: to kill it takes more than to get past it.
                    options.push((power - all, most / 2 - lost));
                }
                let new = column(set, options);
                let better = |other: &BlockColumn| {
                    let dominated = |own: &Contribution| {
                        new.options.iter().any(|option| own.value <= option.value && own.sums <= option.sums)
                    };
                    other.uses.iter().all(|it| new.uses.contains(it)) && other.options.iter().all(dominated)
                };
                if !kept.iter().any(better) {
                    kept.push(new);
                }
            }
        }
        BlockRow { name: format!("attacker_{number}"), count: 1, columns: kept }
    });
    let rows: Vec<BlockRow> = rows.collect();
    let all: i64 = attackers.iter().map(|attacker| attacker.0).sum();
    let win = Loss { name: "win_opp".to_owned(), worth: vec![1, 0, 0], reached_by: vec![(0, 1 + all / 3)] };
    BlockProblem {
        title: format!("{size} attackers"),
        thresholds: Thresholds {
            constant: vec![0, 0, 0],
            sums: vec!["lost_opp".to_owned()],
            losses: vec![win],
            ..Thresholds::default()
        },
        rows,
        classes: (0..size).map(|blocker| (format!("blocker_{blocker}"), 1)).collect(),
        limits: vec![],
        fewest_blockers: true,
    }
}

/// A set of blockers, and what each option deals to the player and brings in creatures.
fn column(set: &[usize], options: Vec<(i64, i64)>) -> BlockColumn {
    let names: Vec<String> = set.iter().map(ToString::to_string).collect();
    let option = |(face, material): (i64, i64)| Contribution { value: vec![0, face, material], sums: vec![face] };
    BlockColumn {
        name: format!("by_{}", names.join("_")),
        uses: set.iter().map(|blocker| (*blocker, 1)).collect(),
        options: options.into_iter().map(option).collect(),
    }
}

fn partition(criterion: &mut Criterion) {
    for size in [4, 8, 12, 15, 20, 25] {
        let problems: Vec<BlockProblem> = (0..8).map(|seed| problem(seed, size)).collect();
        let columns = problems.iter().flat_map(|it| &it.rows).map(|row| row.columns.len()).sum::<usize>() / 8;
        if size > 15 {
            continue;
        }
        let solve = |problem: &BlockProblem| {
            PartitionProgram::new(problem.clone()).solve(&SolverOptions::default()).expect("a proof")
        };
        for problem in &problems {
            let best = solve(problem).expect("nobody has to block");
            assert_eq!(problem.value(&best.columns), Some(best.value));
        }
        criterion.bench_function(&format!("partition/{size}x{size}, {columns} columns"), |bencher| {
            let mut turn = problems.iter().cycle();
            bencher.iter(|| black_box(turn.next().map(solve)));
        });
    }
}

criterion_group!(benches, partition);
criterion_main!(benches);
