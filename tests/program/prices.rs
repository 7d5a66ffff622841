//! Prices by linear program: what they prove holds, and no other prices prove more.

use alphastrike::program::PriceProblem;

use crate::support::random::Random;

/// A row: how many attackers, and each column's cost and what it takes of which limits.
type Row = (i64, Vec<(i64, Vec<(usize, i64)>)>);

fn random_problem(random: &mut Random, rows: i64, limits: i64) -> (Vec<Row>, Vec<i64>) {
    let available: Vec<i64> = (0..limits).map(|_| random.between(0, 3)).collect();
    let row = |random: &mut Random| {
        let mut columns = vec![(random.between(-2, 12), Vec::new())];
        for _ in 0..random.between(0, 8) {
            let mut taken: Vec<(usize, i64)> = (0..random.between(1, 3))
                .map(|_| (random.between(0, limits - 1) as usize, random.between(1, 2)))
                .collect();
            taken.sort_unstable();
            taken.dedup_by_key(|(limit, _)| *limit);
            columns.push((random.between(-9, 9), taken));
        }
        (random.between(1, 3), columns)
    };
    ((0..rows).map(|_| row(random)).collect(), available)
}

fn problem(rows: &[Row], limits: &[i64]) -> PriceProblem {
    let mut problem = PriceProblem::new(limits);
    for (count, columns) in rows {
        problem.add_row(*count);
        for (cost, taken) in columns {
            problem.add_column(*cost as f64, taken.iter().copied());
        }
    }
    problem
}

/// What prices prove.
fn bound(rows: &[Row], limits: &[i64], prices: &[f64]) -> f64 {
    let least = |columns: &Vec<(i64, Vec<(usize, i64)>)>| {
        let reduced = |(cost, taken): &(i64, Vec<(usize, i64)>)| {
            *cost as f64 + taken.iter().map(|(limit, much)| prices[*limit] * *much as f64).sum::<f64>()
        };
        columns.iter().map(reduced).fold(f64::MAX, f64::min)
    };
    rows.iter().map(|(count, columns)| *count as f64 * least(columns)).sum::<f64>()
        - prices.iter().zip(limits).map(|(price, limit)| price * *limit as f64).sum::<f64>()
}

/// The least cost of any choice within the limits.
fn least(rows: &[Row], limits: &[i64]) -> i64 {
    let mut states = vec![(0, limits.to_vec())];
    for (count, columns) in rows {
        for _ in 0..*count {
            let step = |(cost, left): &(i64, Vec<i64>)| {
                columns
                    .iter()
                    .filter_map(|(more, taken)| {
                        let mut left = left.clone();
                        taken.iter().for_each(|(limit, much)| left[*limit] -= much);
                        left.iter().all(|it| *it >= 0).then(|| (cost + more, left))
                    })
                    .collect::<Vec<_>>()
            };
            states = states.iter().flat_map(step).collect();
            states.sort_by(|one, other| (&one.1, one.0).cmp(&(&other.1, other.0)));
            states.dedup_by(|later, first| later.1 == first.1);
        }
    }
    states.iter().map(|(cost, _)| *cost).min().expect("the empty columns fit")
}

#[test]
fn no_choice_is_cheaper_and_no_prices_prove_more() {
    let mut tight = 0;
    for seed in 0..1_000 {
        let mut random = Random::new(seed);
        let (size, limits) = (random.between(1, 5), random.between(1, 5));
        let (rows, limits) = random_problem(&mut random, size, limits);
        let best = problem(&rows, &limits).best().expect("small programs");
        assert!(best.prices.iter().all(|price| *price >= 0.0), "seed {seed}");
        assert!((bound(&rows, &limits, &best.prices) - best.bound).abs() < 1e-6, "seed {seed}");
        let least = least(&rows, &limits) as f64;
        assert!(best.bound <= least + 1e-6, "seed {seed}: {} > {least}", best.bound);
        tight += i64::from(best.bound > least - 0.99);
        // The bound is concave in the prices: where no small change betters it, nothing does.
        for _ in 0..100 {
            let step = |price: &f64| (price + random.between(-8, 8) as f64 / 64.0).max(0.0);
            let other: Vec<f64> = best.prices.iter().map(step).collect();
            assert!(bound(&rows, &limits, &other) <= best.bound + 1e-4, "seed {seed}: {other:?}");
        }
    }
    assert!(tight > 700, "only {tight} bounds round up to the optimum");
}

#[test]
fn odd_problems_have_prices_or_none() {
    let empty = PriceProblem::new(&[]).best().expect("nothing to price");
    assert!(empty.prices.is_empty() && empty.bound.abs() < 1e-9);
    let mut no_columns = PriceProblem::new(&[1]);
    no_columns.add_row(1);
    assert_eq!(no_columns.best(), None);
    // A limit that can't be kept: its price grows to what no choice within limits could cost.
    let mut impossible = PriceProblem::new(&[1]);
    impossible.add_row(1);
    impossible.add_column(1.0, [(0, 2)]);
    impossible.add_column(7.0, [(0, 3)]);
    assert!(impossible.best().expect("a small program").bound > 7.0);
}
