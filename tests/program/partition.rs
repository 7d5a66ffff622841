//! Programs of blocks against all blocks and all choices of the active player.

use alphastrike::program::{
    BlockColumn, BlockLimit, BlockProblem, BlockRow, Comparison, Contribution, Loss, Overflow, PartitionProgram,
    Permanent, SolverOptions, Thresholds,
};

use super::files::agrees;
use crate::support::random::Random;

/// Small numbers for each of so many places, mostly of one sign.
fn numbers(random: &mut Random, places: usize, low: i64, high: i64) -> Vec<i64> {
    (0..places).map(|_| random.between(low, high)).collect()
}

/// A value for each level that is worth something on the first level rarely and on later ones mostly.
fn worth(random: &mut Random, levels: usize) -> Vec<i64> {
    (0..levels).map(|_| if random.chance(50) { random.between(-1, 2) } else { 0 }).collect()
}

pub fn thresholds(random: &mut Random, levels: usize, sums: usize) -> Thresholds {
    let mut thresholds = Thresholds {
        constant: numbers(random, levels, -1, 1),
        sums: (0..sums).map(|sum| format!("sum_{sum}")).collect(),
        ..Thresholds::default()
    };
    if sums == 0 {
        return thresholds;
    }
    let sum = |random: &mut Random| random.between(0, sums as i64 - 1) as usize;
    for number in 0..random.between(0, 2) {
        let reached_by = (0..random.between(1, 2)).map(|_| (sum(random), random.between(-1, 9))).collect();
        thresholds.losses.push(Loss { name: format!("win_{number}"), worth: worth(random, levels), reached_by });
    }
    for number in 0..random.between(0, 2) {
        thresholds.permanents.push(Permanent {
            name: format!("walker_{number}"),
            sum: sum(random),
            had: random.between(1, 6),
            factor: worth(random, levels),
            bonus: worth(random, levels),
        });
    }
    for number in 0..random.between(0, 2) {
        thresholds.overflows.push(Overflow {
            name: format!("walker_{number}"),
            over: sum(random),
            all: sum(random),
            loyalty: random.between(1, 6),
            factor: worth(random, levels),
            raises: if random.chance(50) { vec![sum(random)] } else { Vec::new() },
        });
    }
    thresholds
}

pub fn contribution(random: &mut Random, levels: usize, sums: usize) -> Contribution {
    let low = if random.chance(20) { -2 } else { 0 };
    Contribution {
        value: (0..levels).map(|_| if random.chance(50) { random.between(-2, 3) } else { 0 }).collect(),
        sums: numbers(random, sums, low, 4),
    }
}

pub fn random_problem(random: &mut Random) -> BlockProblem {
    let levels = random.between(1, 3) as usize;
    let sums = random.between(0, 3) as usize;
    let classes: Vec<(String, i64)> =
        (0..random.between(1, 3)).map(|class| (format!("class_{class}"), random.between(1, 3))).collect();
    let row = |random: &mut Random, number: i64| {
        let columns = (0..random.between(1, 4)).map(|index| {
            let mut uses: Vec<(usize, i64)> = Vec::new();
            for class in 0..classes.len() {
                if index > 0 && random.chance(50) {
                    uses.push((class, random.between(1, 2)));
                }
            }
            let several = if random.chance(60) { 1 } else { random.between(1, 3) };
            let options = (0..several).map(|_| contribution(random, levels, sums)).collect();
            BlockColumn { name: format!("column_{index}"), uses, options }
        });
        let columns = columns.collect();
        BlockRow { name: format!("attacker_{number}"), count: random.between(1, 3), columns }
    };
    let count = random.between(1, 3);
    let rows: Vec<BlockRow> = (0..count).map(|number| row(random, number)).collect();
    let mut limits = Vec::new();
    if random.chance(30) {
        let mut terms = Vec::new();
        for (number, row) in rows.iter().enumerate() {
            for column in 0..row.columns.len() {
                if random.chance(50) {
                    terms.push((number, column, random.between(1, 2)));
                }
            }
        }
        let comparison = *random.pick(&[Comparison::AtMost, Comparison::AtLeast]);
        limits.push(BlockLimit { name: "obeyed".to_owned(), terms, comparison, bound: random.between(0, 4) });
    }
    BlockProblem {
        title: "random".to_owned(),
        thresholds: thresholds(random, levels, sums),
        rows,
        classes,
        limits,
        fewest_blockers: random.chance(70),
    }
}

/// What a combat of these options is worth, written down once more.
pub fn plain_worth(thresholds: &Thresholds, options: &[&Contribution]) -> Vec<i64> {
    let mut worth = thresholds.constant.clone();
    let dealt = |index: usize| options.iter().map(|option| option.sums[index]).sum::<i64>();
    let points = |overflow: &Overflow| dealt(overflow.over).min(dealt(overflow.all) - overflow.loyalty).max(0);
    let raising = |index: usize| thresholds.overflows.iter().filter(move |overflow| overflow.raises.contains(&index));
    let sum = |index: usize| dealt(index) + raising(index).map(points).sum::<i64>();
    for (level, worth) in worth.iter_mut().enumerate() {
        *worth += options.iter().map(|option| option.value[level]).sum::<i64>();
        *worth += thresholds.overflows.iter().map(|it| it.factor[level] * points(it)).sum::<i64>();
        for loss in &thresholds.losses {
            if loss.reached_by.iter().any(|(index, amount)| sum(*index) >= *amount) {
                *worth += loss.worth[level];
            }
        }
        for permanent in &thresholds.permanents {
            let sum = sum(permanent.sum);
            *worth += permanent.factor[level] * sum.min(permanent.had);
            if sum >= permanent.had {
                *worth += permanent.bonus[level];
            }
        }
    }
    worth
}

/// The best for the active player of all ways to take one option of each.
pub fn most(thresholds: &Thresholds, columns: &[&[Contribution]], taken: &mut Vec<usize>) -> Vec<i64> {
    if taken.len() == columns.len() {
        let options: Vec<&Contribution> = columns.iter().zip(taken.iter()).map(|(own, index)| &own[*index]).collect();
        return plain_worth(thresholds, &options);
    }
    let options = 0..columns[taken.len()].len();
    let choose = |option| {
        taken.push(option);
        let worth = most(thresholds, columns, taken);
        taken.pop();
        worth
    };
    options.map(choose).max().expect("an option")
}

/// Value with the number of blockers, of the best of all blocks.
fn best(problem: &BlockProblem) -> Option<(Vec<i64>, i64)> {
    let attackers: Vec<(usize, &BlockRow)> =
        problem.rows.iter().enumerate().flat_map(|(number, row)| (0..row.count).map(move |_| (number, row))).collect();
    let mut blocks: Vec<Vec<usize>> = vec![Vec::new()];
    for (_, row) in &attackers {
        blocks = blocks
            .iter()
            .flat_map(|block| (0..row.columns.len()).map(|column| [block.as_slice(), &[column]].concat()))
            .collect();
    }
    let legal = |block: &&Vec<usize>| {
        let columns =
            || attackers.iter().zip(block.iter()).map(|((number, row), index)| (number, index, &row.columns[*index]));
        let class =
            |class: usize| columns().flat_map(|it| &it.2.uses).filter(|it| it.0 == class).map(|it| it.1).sum::<i64>();
        let limit = |limit: &BlockLimit| {
            let factor = |(row, column, _): (&usize, &usize, &BlockColumn)| {
                limit.terms.iter().filter(|it| it.0 == *row && it.1 == *column).map(|it| it.2).sum::<i64>()
            };
            limit.comparison.holds(i128::from(columns().map(factor).sum::<i64>()), i128::from(limit.bound))
        };
        problem.classes.iter().enumerate().all(|(index, (_, count))| class(index) <= *count)
            && problem.limits.iter().all(limit)
    };
    let valued = |block: &Vec<usize>| {
        let columns: Vec<&BlockColumn> =
            attackers.iter().zip(block).map(|((_, row), index)| &row.columns[*index]).collect();
        let options: Vec<&[Contribution]> = columns.iter().map(|column| column.options.as_slice()).collect();
        let blockers = columns.iter().map(|column| column.size()).sum::<i64>();
        (most(&problem.thresholds, &options, &mut Vec::new()), blockers)
    };
    blocks.iter().filter(legal).map(valued).min()
}

#[test]
fn no_block_is_better() {
    let long = std::env::var("ALPHASTRIKE_LONG").is_ok();
    let (mut several, mut none, mut solved) = (0, 0, true);
    for seed in 0..if long { 40_000 } else { 2_000 } {
        let mut random = Random::new(7_000_000 + seed);
        let problem = random_problem(&mut random);
        let expected = best(&problem);
        let mut program = PartitionProgram::new(problem.clone());
        let found = match program.solve(&SolverOptions::default()) {
            Ok(found) => found,
            Err(error) => panic!("seed {seed}: {error}: {error:?}\n{problem:?}"),
        };
        let Some(found) = found else {
            assert_eq!(expected, None, "seed {seed}\n{problem:?}");
            none += 1;
            continue;
        };
        let Some((value, blockers)) = expected else { panic!("seed {seed}: {found:?}\n{problem:?}") };
        assert_eq!(found.value, value, "seed {seed}\n{problem:?}");
        assert_eq!(problem.value(&found.columns), Some(value), "seed {seed}");
        if problem.fewest_blockers {
            assert_eq!(found.blockers, blockers, "seed {seed}\n{problem:?}");
        }
        several += i32::from(problem.rows.iter().flat_map(|row| &row.columns).any(|it| it.options.len() > 1));
        if solved && seed % 100 == 0 {
            let mut optima = found.value.clone();
            optima.extend(problem.fewest_blockers.then_some(found.blockers));
            for level in 0..program.level_count() {
                let model = program.level(level, &optima[..level]);
                solved &= agrees(&model, optima[level], &format!("seed {seed}, level {level}"));
            }
        }
    }
    assert!(several > 700 && none > 30, "{several} with several options, {none} without a block");
}

#[test]
fn limits_give_up_and_are_never_wrong() {
    for seed in 0..300 {
        let problem = random_problem(&mut Random::new(8_000_000 + seed));
        let few = SolverOptions { programs: 1, ..SolverOptions::default() };
        if let Ok(Some(found)) = PartitionProgram::new(problem.clone()).solve(&few) {
            assert_eq!(Some(found.value), best(&problem).map(|(value, _)| value), "seed {seed}");
        }
    }
}

/// Alike attackers cost no more than one: a thousand tokens against a hundred.
#[test]
fn a_thousand_tokens() {
    let column = |name: &str, uses: Vec<(usize, i64)>, value: i64, lost: i64| BlockColumn {
        name: name.to_owned(),
        uses,
        options: vec![Contribution { value: vec![0, value], sums: vec![lost] }],
    };
    let columns = vec![column("nobody", vec![], 1, 1), column("Saproling", vec![(0, 1)], -2, 0)];
    let win = Loss { name: "win_opp".to_owned(), worth: vec![1, 0], reached_by: vec![(0, 901)] };
    let problem = BlockProblem {
        title: "tokens".to_owned(),
        thresholds: Thresholds {
            constant: vec![0, 0],
            sums: vec!["lost_opp".to_owned()],
            losses: vec![win],
            ..Thresholds::default()
        },
        rows: vec![BlockRow { name: "Goblin".to_owned(), count: 1_000, columns }],
        classes: vec![("Saproling".to_owned(), 100)],
        limits: vec![],
        fewest_blockers: true,
    };
    let found = PartitionProgram::new(problem).solve(&SolverOptions::default());
    let Ok(Some(found)) = found else { panic!("{found:?}") };
    assert_eq!((found.value, found.blockers), (vec![0, 700], 100));
    assert_eq!(found.columns, [[(0, 900), (1, 100)]]);
}
