//! Certificates against all attacks.

use alphastrike::program::{
    AttackCandidate, AttackLimit, AttackProblem, CertificateProgram, ChosenTargets, Comparison, Contribution, Reply,
    ReplyRun, SolverOptions, Thresholds, write_lp,
};

use super::files::agrees;
use super::partition::{contribution, most, thresholds};
use crate::support::random::Random;

pub fn random_problem(random: &mut Random) -> AttackProblem {
    let levels = random.between(1, 3) as usize;
    let sums = random.between(0, 2) as usize;
    let candidates: Vec<AttackCandidate> = (0..random.between(1, 3))
        .map(|number| AttackCandidate {
            name: format!("creature_{number}"),
            count: random.between(1, 3),
            targets: (0..random.between(1, 2)).map(|target| format!("target_{target}")).collect(),
        })
        .collect();
    let mut limits = Vec::new();
    if random.chance(30) {
        let pairs =
            candidates.iter().enumerate().flat_map(|(number, it)| (0..it.targets.len()).map(move |t| (number, t)));
        let terms =
            pairs.collect::<Vec<_>>().into_iter().map(|(number, target)| (number, target, random.between(0, 2)));
        let terms = terms.filter(|(.., factor)| *factor != 0).collect();
        let comparison = *random.pick(&[Comparison::AtMost, Comparison::AtLeast]);
        limits.push(AttackLimit { name: "taxes".to_owned(), terms, comparison, bound: random.between(0, 4) });
    }
    let reply = |random: &mut Random, number: i64| {
        let options = |random: &mut Random| {
            let several = if random.chance(70) { 1 } else { random.between(2, 3) };
            (0..several).map(|_| contribution(random, levels, sums)).collect::<Vec<Contribution>>()
        };
        let of_candidate = |it: &AttackCandidate| {
            (0..random.between(1, 2))
                .map(|_| ReplyRun {
                    count: random.between(1, 2),
                    targets: it.targets.iter().map(|_| options(random)).collect(),
                })
                .collect()
        };
        let runs = candidates.iter().map(of_candidate).collect();
        let mut holds_with = Vec::new();
        while number > 0 && random.chance(30) {
            holds_with.push((random.between(0, candidates.len() as i64 - 1) as usize, random.between(0, 3)));
        }
        Reply { name: format!("reply_{number}"), holds_with, runs }
    };
    let count = random.between(1, 4);
    let replies = (0..count).map(|number| reply(random, number)).collect();
    AttackProblem {
        title: "random".to_owned(),
        thresholds: thresholds(random, levels, sums),
        candidates,
        limits,
        replies,
    }
}

/// For each creature of a candidate, in order, what it attacks: every choice in which these don't fall, staying home last.
fn choices(candidate: &AttackCandidate) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..candidate.count {
        let more = |choice: &Vec<usize>| {
            let first = choice.last().copied().unwrap_or(0);
            (first..=candidate.targets.len()).map(|next| [choice.as_slice(), &[next]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(more).collect();
    }
    all
}

/// The value of the best of all attacks.
fn best(problem: &AttackProblem) -> Option<Vec<i64>> {
    let mut attacks: Vec<Vec<Vec<usize>>> = vec![Vec::new()];
    for candidate in &problem.candidates {
        let own = choices(candidate);
        attacks = attacks
            .iter()
            .flat_map(|attack| own.iter().map(|choice| [attack.as_slice(), std::slice::from_ref(choice)].concat()))
            .collect();
    }
    let count = |attack: &Vec<Vec<usize>>, candidate: usize, target: usize| {
        attack[candidate].iter().filter(|own| **own == target).count() as i64
    };
    let legal = |attack: &&Vec<Vec<usize>>| {
        problem.limits.iter().all(|limit| {
            let sum: i64 = limit.terms.iter().map(|(c, t, factor)| factor * count(attack, *c, *t)).sum();
            limit.comparison.holds(i128::from(sum), i128::from(limit.bound))
        })
    };
    let against = |attack: &Vec<Vec<usize>>, reply: &Reply| {
        let home = |candidate: usize| count(attack, candidate, problem.candidates[candidate].targets.len());
        let holds =
            |(candidate, least): &(usize, i64)| problem.candidates[*candidate].count - home(*candidate) >= *least;
        if !reply.holds_with.iter().all(holds) {
            return None;
        }
        let mut columns: Vec<&[Contribution]> = Vec::new();
        for (candidate, own) in attack.iter().enumerate() {
            let runs = &reply.runs[candidate];
            let each = runs.iter().flat_map(|run| std::iter::repeat_n(run, run.count as usize));
            let last = runs.last().expect("a run");
            let met = each.chain(std::iter::repeat(last)).zip(own);
            columns.extend(met.filter_map(|(run, target)| run.targets.get(*target)).map(Vec::as_slice));
        }
        Some(most(&problem.thresholds, &columns, &mut Vec::new()))
    };
    let value = |attack: &Vec<Vec<usize>>| problem.replies.iter().filter_map(|reply| against(attack, reply)).min();
    attacks.iter().filter(legal).map(|attack| value(attack).expect("the first reply holds")).max()
}

#[test]
fn no_attack_is_better() {
    let long = std::env::var("ALPHASTRIKE_LONG").is_ok();
    let (mut several, mut none, mut relaxed, mut solved) = (0, 0, 0, true);
    for seed in 0..if long { 40_000 } else { 2_000 } {
        let mut random = Random::new(9_000_000 + seed);
        let problem = random_problem(&mut random);
        let expected = best(&problem);
        let program = CertificateProgram::new(problem.clone());
        let found = match program.solve(&SolverOptions::default()) {
            Ok(found) => found,
            Err(error) => panic!("seed {seed}: {error}: {error:?}\n{problem:?}"),
        };
        assert_eq!(found.as_ref().map(|it| &it.value), expected.as_ref(), "seed {seed}\n{problem:?}");
        let Some(found) = found else {
            none += 1;
            continue;
        };
        assert_eq!(problem.value(&found.attack).as_ref(), Some(&found.value), "seed {seed}");
        several += i32::from(problem.replies.len() > 1);
        relaxed += i32::from(problem.replies.iter().any(|reply| !reply.holds_with.is_empty()));
        if solved && seed % 100 == 0 {
            for level in 0..program.level_count() {
                let model = program.level(level, &found.value[..level]);
                solved &= agrees(&model, found.value[level], &format!("seed {seed}, level {level}"));
            }
        }
    }
    assert!(several > 1_000 && none > 30 && relaxed > 500, "{several}, {none}, {relaxed}");
}

/// A later level is bounded only by replies that are as good on the earlier ones.
#[test]
fn a_reply_that_loses_on_the_first_level_does_not_bound_the_second() {
    let reply = |name: &str, value: Vec<i64>| Reply {
        name: name.to_owned(),
        holds_with: vec![],
        runs: vec![vec![ReplyRun { count: 1, targets: vec![vec![Contribution { value, sums: vec![] }]] }]],
    };
    let thresholds = Thresholds { constant: vec![0, 0], ..Thresholds::default() };
    let ghalta = AttackCandidate { name: "Ghalta".to_owned(), count: 1, targets: vec!["opp".to_owned()] };
    let problem = AttackProblem {
        title: "Ghalta".to_owned(),
        thresholds,
        candidates: vec![ghalta],
        limits: vec![],
        replies: vec![reply("chump", vec![1, 9]), reply("nobody", vec![2, 0])],
    };
    let program = CertificateProgram::new(problem);
    let found = program.solve(&SolverOptions::default());
    assert!(matches!(&found, Ok(Some(found)) if found.value == [1, 9]), "{found:?}");
    assert_eq!(
        write_lp(&program.level(1, &[1])),
        "\\ Ghalta, level 2 of 2
Maximize
 value: level_2
Subject To
 level_1_chump: attack_Ghalta_opp - level_1 >= 0
 level_1_nobody: 2 attack_Ghalta_opp - level_1 >= 0
 tight_1_chump_if: attack_Ghalta_opp - level_1 + tight_1_chump >= 1
 tight_1_nobody_if: 2 attack_Ghalta_opp - level_1 + tight_1_nobody >= 1
 level_2_chump: 9 attack_Ghalta_opp - 9 tight_1_chump - level_2 >= -9
 level_2_nobody: -9 tight_1_nobody - level_2 >= -9
 level_1: level_1 = 1
Bounds
 0 <= level_2 <= 9
General
 level_2
Binary
 attack_Ghalta_opp
 level_1
 tight_1_chump
 tight_1_nobody
End
"
    );
}

/// A thousand tokens are as many variables as three.
#[test]
fn a_thousand_tokens() {
    let run = |count: i64, value: i64| ReplyRun {
        count,
        targets: vec![vec![Contribution { value: vec![value], sums: vec![] }]],
    };
    let reply = |name: &str, runs: Vec<ReplyRun>| Reply { name: name.to_owned(), holds_with: vec![], runs: vec![runs] };
    let goblins = AttackCandidate { name: "Goblin".to_owned(), count: 1_000, targets: vec!["opp".to_owned()] };
    let program = CertificateProgram::new(AttackProblem {
        title: "tokens".to_owned(),
        thresholds: Thresholds { constant: vec![0], ..Default::default() },
        candidates: vec![goblins],
        limits: vec![],
        replies: vec![reply("block", vec![run(100, -2), run(1, 1)]), reply("none", vec![run(300, 1), run(1, 0)])],
    });
    let found = program.solve(&SolverOptions::default());
    // 600 attackers: 500 unblocked less 200 for the others; the second reply lets 300 through, and never more.
    let Ok(Some(found)) = found else { panic!("{found:?}") };
    assert_eq!((found.value, program.problem().value(&vec![vec![600]])), (vec![300], Some(vec![300])));
    let attack: ChosenTargets = found.attack;
    assert!(attack[0][0] >= 600, "{attack:?}");
}
