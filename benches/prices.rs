//! The best prices of block problems of N attackers and N blockers, all different.

use std::hint::black_box;

use alphastrike::program::PriceProblem;
use criterion::{Criterion, criterion_group, criterion_main};

/// A generator of numbers: splitmix64.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> i64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % limit) as i64
    }
}

/// Attackers of power and toughness 1 to 6 against sets of up to three blockers: what the best split kills counts, and
/// the attacker if it dies; sets that are no better than a smaller one are left out.
fn problem(seed: u64, size: usize) -> (PriceProblem, usize) {
    let mut numbers = Numbers(seed);
    let mut creature = || (1 + numbers.below(6), 1 + numbers.below(6), numbers.below(4) > 0);
    let attackers: Vec<_> = (0..size).map(|_| creature()).collect();
    let blockers: Vec<_> = (0..size).map(|_| creature()).collect();
    let mut problem = PriceProblem::new(&vec![1; size]);
    let mut columns = 0;
    for (power, toughness, walks) in &attackers {
        problem.add_row(1);
        let mut kept: Vec<(Vec<usize>, i64)> = vec![(Vec::new(), 2 * power)];
        let able: Vec<usize> = (0..size).filter(|blocker| *walks || blockers[*blocker].2).collect();
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
                let mut most = 0;
                for killed in 0..1_usize << set.len() {
                    let dead = || set.iter().enumerate().filter(|(bit, _)| killed >> bit & 1 == 1);
                    if dead().map(|(_, blocker)| blockers[*blocker].1).sum::<i64>() <= *power {
                        most = most.max(dead().map(|(_, b)| blockers[*b].0 + blockers[*b].1).sum());
                    }
                }
                let dealt: i64 = set.iter().map(|blocker| blockers[*blocker].0).sum();
                let cost = most - if dealt >= *toughness { power + toughness } else { 0 };
                if !kept.iter().any(|(other, least)| *least <= cost && other.iter().all(|it| set.contains(it))) {
                    kept.push((set.clone(), cost));
                }
            }
        }
        columns += kept.len();
        for (set, cost) in kept {
            problem.add_column(cost as f64, set.iter().map(|blocker| (*blocker, 1)));
        }
    }
    (problem, columns)
}

fn prices(criterion: &mut Criterion) {
    for size in [8, 12, 15, 20, 25] {
        let problems: Vec<(PriceProblem, usize)> = (0..8).map(|seed| problem(seed, size)).collect();
        let columns = problems.iter().map(|(_, columns)| columns).sum::<usize>() / problems.len();
        for (problem, _) in &problems {
            // Linear relaxations of boards such as these bound the least cost from below, above what no prices prove.
            let best = problem.best().expect("small programs");
            assert!(best.bound > problem.bound(&vec![0.0; size]) && best.prices.iter().all(|price| *price >= 0.0));
        }
        criterion.bench_function(&format!("prices/{size}x{size}, {columns} columns"), |bencher| {
            let mut turn = problems.iter().cycle();
            bencher.iter(|| black_box(turn.next().map(|(problem, _)| problem.best())));
        });
    }
}

criterion_group!(benches, prices);
criterion_main!(benches);
