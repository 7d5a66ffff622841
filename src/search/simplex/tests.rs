//! An optimum shows itself: values that keep the limits, prices that prove as much as the values cost.

use super::{APART, Basis, Limit, Linear, Outcome};
use crate::search::cut::cut;
use crate::search::random::Random;

/// The costs, rows and counts of a program besides the program itself.
struct Program {
    linear: Linear,
    counts: Vec<usize>,
    columns: Vec<(usize, f64)>,
}

fn random(numbers: &mut Random) -> Program {
    let counts: Vec<usize> = (0..=numbers.below(6)).map(|_| 1 + numbers.below(9)).collect();
    let mut columns = Vec::new();
    for row in 0..counts.len() {
        for _ in 0..=numbers.below(12) {
            columns.push((row, numbers.below(20) as f64));
        }
    }
    let mut linear = Linear::new(&counts, columns.iter().copied());
    for _ in 0..numbers.below(7) {
        let mut factors = Vec::new();
        for column in 0..columns.len() {
            // Some limits are kept by many of a column only.
            let factor = numbers.below(5) as i64 - 1;
            if factor != 0 {
                factors.push((column, factor));
            }
        }
        linear.push(Limit { factors, most: numbers.below(40) as i64 - 4 });
    }
    Program { linear, counts, columns }
}

fn reduced(program: &Program, prices: &[f64]) -> Vec<f64> {
    let mut reduced: Vec<f64> = program.columns.iter().map(|(_, cost)| *cost).collect();
    for (price, limit) in prices.iter().zip(program.linear.limits()) {
        limit.factors.iter().for_each(|(column, factor)| reduced[*column] += price * *factor as f64);
    }
    reduced
}

/// What prices prove.
fn bound(program: &Program, prices: &[f64]) -> f64 {
    let reduced = reduced(program, prices);
    let back: f64 = prices.iter().zip(program.linear.limits()).map(|(price, limit)| price * limit.most as f64).sum();
    let least = |row: usize| {
        let own = program.columns.iter().zip(&reduced).filter(|((other, _), _)| *other == row);
        own.map(|(_, reduced)| *reduced).fold(f64::INFINITY, f64::min)
    };
    program.counts.iter().enumerate().map(|(row, count)| least(row) * *count as f64).sum::<f64>() - back
}

/// Checks what became of a program; whether the limits can be kept.
fn check(program: &Program, basis: &Basis, outcome: &Outcome) -> bool {
    let prices = basis.prices(&program.linear);
    match outcome {
        Outcome::Optimal => {
            let mut values = vec![0.0; program.columns.len()];
            for (variable, value) in basis.basic.iter().zip(&basis.values) {
                assert!(*value > -1e-6, "{value}");
                if let Some(own) = values.get_mut(*variable) {
                    *own = *value;
                }
            }
            for (row, count) in program.counts.iter().enumerate() {
                let all = program.columns.iter().zip(&values).filter(|((other, _), _)| *other == row);
                let all: f64 = all.map(|(_, value)| value).sum();
                assert!((all - *count as f64).abs() < 1e-6, "row {row}: {all} of {count}");
            }
            for limit in program.linear.limits() {
                let sum: f64 = limit.factors.iter().map(|(column, factor)| values[*column] * *factor as f64).sum();
                assert!(sum < limit.most as f64 + 1e-6, "{sum} in {limit:?}");
            }
            let cost: f64 = values.iter().zip(&program.columns).map(|(value, (_, cost))| value * cost).sum();
            let slip = 1e-6 + 2.0 * APART * program.counts.iter().sum::<usize>() as f64;
            assert!((cost - bound(program, &prices)).abs() < slip, "{cost} but {}", bound(program, &prices));
            true
        }
        Outcome::Broken(direction) => {
            let beyond =
                |far: f64| -> Vec<f64> { prices.iter().zip(direction).map(|(p, way)| p + far * way).collect() };
            assert!(direction.iter().all(|way| *way >= 0.0));
            // Nothing costs more than this.
            assert!(bound(program, &beyond(1e6)) > 20.0 * 60.0, "{direction:?}");
            false
        }
        Outcome::Unknown => panic!("given up"),
    }
}

#[test]
fn values_and_prices_prove_each_other() {
    let (mut kept, mut broken) = (0, 0);
    for seed in 0..3_000 {
        let mut program = random(&mut Random(seed));
        let mut basis = Basis::cheapest(&program.linear).expect("rows with columns");
        let mut outcome = basis.mend(&program.linear);
        let mut possible = check(&program, &basis, &outcome);
        // One limit after the other, each from where the last one left off.
        let mut numbers = Random(seed + 1_000_000);
        for _ in 0..4 {
            if !possible {
                break;
            }
            let column = numbers.below(program.columns.len());
            let factor = 2 * numbers.below(2) as i64 - 1;
            program.linear.push(Limit { factors: vec![(column, factor)], most: factor * numbers.below(4) as i64 });
            basis = basis.extended(&program.linear);
            outcome = basis.mend(&program.linear);
            possible = check(&program, &basis, &outcome);
        }
        *(if possible { &mut kept } else { &mut broken }) += 1;
    }
    assert!(kept > 500 && broken > 500, "{kept} {broken}");
}

#[test]
fn limits_come_and_go() {
    let mut program = random(&mut Random(7));
    let before = format!("{:?}", program.linear);
    program.linear.push(Limit { factors: vec![(0, 1)], most: 0 });
    program.linear.pop();
    assert_eq!(format!("{:?}", program.linear), before);
}

#[test]
fn rows_without_columns_have_no_basis() {
    assert!(Basis::cheapest(&Linear::new(&[1], [])).is_none());
    assert!(Basis::cheapest(&Linear::new(&[], [])).is_some());
}

/// All ways to put the attackers of each row on its columns, one after the other.
fn choices(program: &Program, row: usize, so_far: &mut Vec<i64>, visit: &mut impl FnMut(&[i64])) {
    let Some(count) = program.counts.get(row) else { return visit(so_far) };
    let own: Vec<usize> = (0..program.columns.len()).filter(|column| program.columns[*column].0 == row).collect();
    fn share(own: &[usize], open: i64, so_far: &mut Vec<i64>, then: &mut dyn FnMut(&mut Vec<i64>)) {
        let [first, rest @ ..] = own else { return };
        if rest.is_empty() {
            so_far[*first] = open;
            then(so_far);
        } else {
            for some in 0..=open {
                so_far[*first] = some;
                share(rest, open - some, so_far, then);
            }
        }
        so_far[*first] = 0;
    }
    let count = *count as i64;
    share(&own, count, so_far, &mut |so_far| choices(program, row + 1, so_far, visit));
}

#[test]
fn cuts_keep_all_whole_choices_and_cut_the_relaxation() {
    let (mut cuts, mut kept) = (0, 0);
    for seed in 0..2_000 {
        let mut numbers = Random(seed + 50_000);
        let counts: Vec<usize> = (0..=numbers.below(2)).map(|_| 1 + numbers.below(3)).collect();
        let mut columns = Vec::new();
        for row in 0..counts.len() {
            for _ in 0..=numbers.below(4) {
                columns.push((row, numbers.below(20) as f64));
            }
        }
        let mut linear = Linear::new(&counts, columns.iter().copied());
        for _ in 0..1 + numbers.below(3) {
            let factors = (0..columns.len()).map(|column| (column, numbers.below(5) as i64 - 1));
            let factors = factors.filter(|(_, factor)| *factor != 0).collect();
            linear.push(Limit { factors, most: numbers.below(9) as i64 });
        }
        let mut program = Program { linear, counts, columns };
        let mut basis = Basis::cheapest(&program.linear).expect("rows with columns");
        for _ in 0..4 {
            if basis.mend(&program.linear) != Outcome::Optimal {
                break;
            }
            let Some(limit) = (0..basis.basic.len()).find_map(|line| cut(&program.linear, &basis, line)) else { break };
            let mut values = vec![0.0; program.columns.len()];
            for (variable, value) in basis.basic.iter().zip(&basis.values) {
                values.get_mut(*variable).into_iter().for_each(|own| *own = *value);
            }
            let sum: f64 = limit.factors.iter().map(|(column, factor)| values[*column] * *factor as f64).sum();
            assert!(sum > limit.most as f64 + 1e-4, "seed {seed}: {sum} in {limit:?}");
            cuts += 1;
            let sum = |limit: &Limit, values: &[i64]| -> i64 {
                limit.factors.iter().map(|(column, factor)| values[*column] * factor).sum()
            };
            let mut whole = vec![0; program.columns.len()];
            choices(&program, 0, &mut whole, &mut |values| {
                if program.linear.limits().iter().all(|limit| sum(limit, values) <= limit.most) {
                    kept += 1;
                    assert!(sum(&limit, values) <= limit.most, "seed {seed}: {values:?} is cut off by {limit:?}");
                }
            });
            program.linear.push(limit);
            basis = basis.extended(&program.linear);
        }
    }
    assert!(cuts > 100 && kept > 1_000, "{cuts} {kept}");
}
