//! The certificate of an attack: no attack is worth more against these replies.
//!
//! A reply is a block for every attack, so an attack is worth at most what it is worth against any of them. The program
//! chooses the attack that is worth most against the worst for it of a list of replies: its optimum bounds every attack,
//! and where some attack is worth as much against every block, that attack is the best and the replies are the proof.
//!
//! # Variables
//!
//! | name | range | meaning |
//! |---|---|---|
//! | `attack_C_T` | 0 to count | how many of candidate C, of a run that all replies treat alike, attack T |
//! | `choose_R_C_T_O` | 0 to count | for how many of them the active player takes option O against reply R |
//! | `level_K` | | what the attack is worth on level K against the worst of the replies |
//!
//! and those of `threshold` (what is reached against R) and `envelope` (where R decides).
//!
//! # Rows
//!
//! Alike creatures attack in order, the first target first; so for two runs of lengths m and n, one after the other, with
//! `upto(T)` for how many attack T or an earlier target:
//!
//! ```text
//! run_C         sum over T of attack_C_T  <=  length of the run
//! order_C_T     upto(T) of the first >= m * full_C_T,   upto(T) of the second <= n * full_C_T
//! limit_L       sum over C, T of factor(L, C, T) * attack_C_T  <= or >=  bound(L)
//! options_R     sum over O of choose_R_C_T_O  =  attack_C_T
//! ```
//!
//! The active player chooses its options after the block, so against each reply in its own way: every reply has its own
//! variables, and as all of it is maximised the best are taken.
//!
//! A reply that leans on an attacker (CR 509.1c: a creature that all must block) says nothing of attacks without it; its
//! rows are relaxed there, by a binary that is 1 where all that it needs attack.
//!
//! ```text
//! maximise z      z <= value(R, attack) for each reply R that holds
//! ```
//!
//! lexicographically, as in `envelope`: a level asks only replies that are no better on the levels before, so the second
//! level is not bounded by a reply that the first one rules out. One program a level, the earlier ones at their optima.

use super::attack_problem::{AttackProblem, CertifiedAttack, ChosenTargets, Reply};
use super::envelope::{Case, add_levels};
use super::error::SolveError;
use super::expression::Expression;
use super::indicator::Indicators;
use super::lexicographic::Lexicographic;
use super::model::{Comparison, Direction, Model, VariableId};
use super::solve::SolverOptions;
use super::threshold::{Ranged, at};

/// The integer programs of a certificate, one a level of the objective.
///
/// The module's documentation has the mathematics.
///
/// ```
/// use alphastrike::program::{
///     AttackCandidate, AttackProblem, CertificateProgram, Contribution, Reply, ReplyRun, SolverOptions, Thresholds,
/// };
///
/// // Two Bears of power 2; one reply blocks the first, which then is lost.
/// let run = |value| ReplyRun { count: 1, targets: vec![vec![Contribution { value: vec![value], sums: vec![] }]] };
/// let reply = Reply { name: "Wall".to_owned(), holds_with: vec![], runs: vec![vec![run(-1), run(2)]] };
/// let bears = AttackCandidate { name: "Bear".to_owned(), count: 2, targets: vec!["opp".to_owned()] };
/// let program = CertificateProgram::new(AttackProblem {
///     title: "two Bears".to_owned(),
///     thresholds: Thresholds { constant: vec![0], ..Thresholds::default() },
///     candidates: vec![bears],
///     limits: vec![],
///     replies: vec![reply],
/// });
/// let best = program.solve(&SolverOptions::default())?.expect("staying home is an attack");
/// assert_eq!((best.value, best.attack), (vec![1], vec![vec![2]]));
/// # Ok::<(), alphastrike::program::SolveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CertificateProgram {
    problem: AttackProblem,
    levels: Lexicographic,
    runs: Vec<Vec<Run>>,
}

/// Creatures of a candidate that all replies treat alike.
#[derive(Clone, Debug)]
struct Run {
    /// Number of the first one, from 0.
    first: i64,
    length: i64,
    /// For each target, how many attack it.
    targets: Vec<VariableId>,
}

impl Run {
    /// How many attack one of the first targets.
    fn up_to(&self, target: usize) -> Expression {
        let mut sum = Expression::default();
        self.targets.iter().take(target + 1).for_each(|variable| sum.add_term(*variable, 1));
        sum
    }
}

impl CertificateProgram {
    /// Encodes a problem.
    pub fn new(problem: AttackProblem) -> CertificateProgram {
        let mut levels = Lexicographic::new(Direction::Maximise);
        let runs = add_attack(&problem, levels.model_mut());
        let mut indicators = Indicators::default();
        let mut cases = Vec::with_capacity(problem.replies.len());
        for reply in &problem.replies {
            let counts = holds(&problem, &runs, reply, levels.model_mut(), &mut indicators);
            if counts == Expression::constant(0) {
                continue;
            }
            let (values, sums) = add_reply(&problem, &runs, reply, levels.model_mut());
            let suffix = format!("_{}", reply.name);
            let values = problem.thresholds.encode(levels.model_mut(), &mut indicators, &suffix, values, &sums);
            cases.push(Case { name: reply.name.clone(), counts, values });
        }
        add_levels(&mut levels, cases);
        CertificateProgram { problem, levels, runs }
    }

    /// What there is to choose from.
    pub fn problem(&self) -> &AttackProblem {
        &self.problem
    }

    /// How many programs there are, one a level.
    pub fn level_count(&self) -> usize {
        self.levels.level_count()
    }

    /// The program of a level, counted from 0, with the levels before it at the optima in `earlier`.
    pub fn level(&self, level: usize, earlier: &[i64]) -> Model {
        let title = format!("{}, level {} of {}", self.problem.title, level + 1, self.level_count());
        self.levels.level(level, earlier, title)
    }

    /// The best attack against the replies; `None` where no attack keeps the limits.
    ///
    /// # Errors
    ///
    /// As [`solve_with`](super::solve_with()); [`SolveError::Unknown`] without a reply that holds against the attack
    /// found.
    pub fn solve(&self, options: &SolverOptions) -> Result<Option<CertifiedAttack>, SolveError> {
        let title = &self.problem.title;
        let Some(best) = self.levels.best(title, options)? else { return Ok(None) };
        let attack = self.decode(&best.values);
        let Some(value) = self.problem.value(&attack) else {
            let text = "no reply bounds the attack".to_owned();
            return Err(SolveError::Unknown { model: title.clone(), text });
        };
        if value != best.optima {
            let text = format!("an attack of {:?} by the program is worth {value:?}", best.optima);
            return Err(SolveError::Contradiction { model: title.clone(), text });
        }
        Ok(Some(CertifiedAttack { value, attack, programs: best.programs }))
    }

    /// The attack that a solution stands for.
    fn decode(&self, values: &[i64]) -> ChosenTargets {
        let of_candidate = |runs: &Vec<Run>| {
            let count = runs.first().map_or(0, |run| run.targets.len());
            let attackers = |target: usize| {
                let of_run = |run: &Run| values.get(run.targets[target].index()).copied().unwrap_or(0);
                runs.iter().map(of_run).sum()
            };
            (0..count).map(attackers).collect()
        };
        self.runs.iter().map(of_candidate).collect()
    }
}

/// The variables of the attack and the rows for what is an attack.
fn add_attack(problem: &AttackProblem, model: &mut Model) -> Vec<Vec<Run>> {
    let mut all_runs = Vec::with_capacity(problem.candidates.len());
    for (number, candidate) in problem.candidates.iter().enumerate() {
        let mut runs: Vec<Run> = Vec::new();
        for piece in problem.cuts(number).windows(2) {
            let (first, length) = (piece[0], piece[1] - piece[0]);
            let variable = |target: &String| {
                let name = format!("attack_{}_{target}", candidate.name);
                model.add_variable(&name, 0, length)
            };
            let run = Run { first, length, targets: candidate.targets.iter().map(variable).collect() };
            if candidate.targets.len() > 1 {
                let all = run.up_to(candidate.targets.len());
                model.add_constraint(&format!("run_{}", candidate.name), &all, Comparison::AtMost, length);
            }
            if let Some(before) = runs.last() {
                for (target, name) in candidate.targets.iter().enumerate() {
                    add_order(model, &format!("{}_{name}", candidate.name), (before, &run), target);
                }
            }
            runs.push(run);
        }
        all_runs.push(runs);
    }
    for limit in &problem.limits {
        let mut sum = Expression::default();
        for (candidate, target, factor) in &limit.terms {
            for run in all_runs.get(*candidate).into_iter().flatten() {
                if let Some(variable) = run.targets.get(*target) {
                    sum.add_term(*variable, *factor);
                }
            }
        }
        model.add_constraint(&format!("limit_{}", limit.name), &sum, limit.comparison, limit.bound);
    }
    all_runs
}

/// Creatures of the second run attack a target or an earlier one only if all of the first do.
fn add_order(model: &mut Model, name: &str, (first, second): (&Run, &Run), target: usize) {
    let mut all = first.up_to(target);
    if first.length > 1 {
        let full = Expression::variable(model.add_binary(&format!("full_{name}")));
        let if_full = all.plus(&full, -first.length);
        model.add_constraint(&format!("order_{name}_if"), &if_full, Comparison::AtLeast, 0);
        all = full;
    }
    let row = second.up_to(target).plus(&all, -second.length);
    model.add_constraint(&format!("order_{name}"), &row, Comparison::AtMost, 0);
}

/// 1 where a reply is a legal block, else 0.
fn holds(
    problem: &AttackProblem,
    runs: &[Vec<Run>],
    reply: &Reply,
    model: &mut Model,
    indicators: &mut Indicators,
) -> Expression {
    let mut needs: Vec<Expression> = Vec::new();
    for (candidate, least) in &reply.holds_with {
        let mut attackers = Expression::default();
        for run in runs.get(*candidate).into_iter().flatten() {
            attackers.add_times(&run.up_to(run.targets.len()), 1);
        }
        let name = problem.candidates.get(*candidate).map_or("nobody", |it| it.name.as_str());
        // Rows keep the sum below the count, so bounds of single variables would be too wide.
        let most = problem.candidates.get(*candidate).map_or(0, |it| if it.targets.is_empty() { 0 } else { it.count });
        if most < *least {
            return Expression::constant(0);
        }
        let need = indicators.at_least(model, &format!("needs_{}_{name}", reply.name), &attackers, *least);
        if need != Expression::constant(1) && !needs.contains(&need) {
            needs.push(need);
        }
    }
    match needs.as_slice() {
        [] => Expression::constant(1),
        [only] => only.clone(),
        several => {
            let name = format!("holds_{}", reply.name);
            let holds = Expression::variable(model.add_binary(&name));
            let mut missing = holds.clone();
            for need in several {
                missing.add_times(need, -1);
                let row = holds.clone().plus(need, -1);
                model.add_constraint(&format!("{name}_only_if"), &row, Comparison::AtMost, 0);
            }
            model.add_constraint(&format!("{name}_if"), &missing, Comparison::AtLeast, 1 - several.len() as i64);
            holds
        }
    }
}

/// What comes of the attack against a reply: values and sums, with the options that the active player takes.
fn add_reply(
    problem: &AttackProblem,
    all_runs: &[Vec<Run>],
    reply: &Reply,
    model: &mut Model,
) -> (Vec<Ranged>, Vec<Ranged>) {
    let mut values = vec![Ranged::default(); problem.thresholds.levels()];
    let mut sums = vec![Ranged::default(); problem.thresholds.sums.len()];
    for (number, (candidate, runs)) in problem.candidates.iter().zip(all_runs).enumerate() {
        for run in runs {
            let Some(met) = reply.run(number, run.first) else { continue };
            // Each creature takes one option of one target, or stays home.
            let mut taken = Vec::new();
            for ((target, name), variable) in candidate.targets.iter().enumerate().map(|it| (it, run.targets[it.0])) {
                let options = met.targets.get(target).map_or(&[][..], Vec::as_slice);
                if let [only] = options {
                    taken.push((variable, only));
                    continue;
                }
                let mut all = Expression::variable(variable);
                for (option, contribution) in options.iter().enumerate() {
                    let name = format!("choose_{}_{}_{name}_{}", reply.name, candidate.name, option + 1);
                    let chosen = model.add_variable(&name, 0, run.length);
                    all.add_term(chosen, -1);
                    taken.push((chosen, contribution));
                }
                // Without an option nothing comes of it.
                if !options.is_empty() {
                    let name = format!("options_{}_{}_{name}", reply.name, candidate.name);
                    model.add_constraint(&name, &all, Comparison::Equal, 0);
                }
            }
            let add = |total: &mut Ranged, factors: Vec<(VariableId, i64)>| {
                let (mut low, mut high) = (0, 0);
                for (variable, factor) in factors {
                    total.expression.add_term(variable, factor);
                    (low, high) = (factor.min(low), factor.max(high));
                }
                total.low = total.low.saturating_add(low.saturating_mul(run.length));
                total.high = total.high.saturating_add(high.saturating_mul(run.length));
            };
            for (level, total) in values.iter_mut().enumerate() {
                add(total, taken.iter().map(|(variable, it)| (*variable, at(&it.value, level))).collect());
            }
            for (sum, total) in sums.iter_mut().enumerate() {
                add(total, taken.iter().map(|(variable, it)| (*variable, at(&it.sums, sum))).collect());
            }
        }
    }
    (values, sums)
}
