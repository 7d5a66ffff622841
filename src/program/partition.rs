//! The program of a block: set partitioning, one column for each attacker, no blocker in two.
//!
//! # Columns
//!
//! A row stands for `count` alike attackers, each of which gets one of the row's columns: a set of blockers, as counts of
//! classes of alike creatures. `block_R_C` says how many attackers of row R get column C:
//!
//! ```text
//! row_R       sum over C of block_R_C  =  count(R)
//! class_K     sum over R, C of uses(C, K) * block_R_C  <=  count(K)
//! limit_L     sum over R, C of factor(L, R, C) * block_R_C  <= or >=  bound(L)
//! ```
//!
//! Limits are what declarations must keep over all: as many requirements obeyed as can be (CR 509.1c), at most so many
//! blockers (CR 509.1b).
//!
//! # Options
//!
//! Once blocks are declared the active player divides its damage, which takes one option of each column. What all of it
//! is worth is with [`Thresholds`](super::Thresholds). So the program is a minimum over blocks of a maximum over options,
//! and the maximum is met by policies: a policy says for every copy of every column which option is taken, so it is
//! worth a linear expression, and the block is worth at least that:
//!
//! ```text
//! minimise z     z >= value(policy, block) for each policy
//! ```
//!
//! lexicographically, as in `envelope`. Where no column has a choice one policy says it all and there is no z. Else the
//! policies of most value and of most of each sum make a beginning, which mostly is enough, and others come one by one:
//! solve a level, work out exactly what the active player makes of the block found, and if that is more than z, its
//! choice is the next policy (the column-and-constraint generation of Zeng and Zhao 2013). A block comes back only if its
//! z is what it is worth, so this ends; and then z is a proof.
//!
//! Where a policy treats copies of one column differently, the copies are cut into runs that fill one after the other:
//!
//! ```text
//! block_R_C = sum over i of run_i,   run_i >= length(i) * full_i,   run_i+1 <= length(i+1) * full_i
//! ```
//!
//! # Levels
//!
//! One program a level, the earlier ones at their optima; below the last, where it is asked for, the number of blockers.
//! Every sum comes with the bounds that its rows allow, one column for each attacker, so no factor is larger than need be.

use super::block_model::encode;
use super::block_problem::{BestBlock, BlockProblem, ChosenColumns};
use super::error::SolveError;
use super::model::Model;
use super::policy::{Policy, best_choice};
use super::solve::{SolverOptions, SolverOutcome, solve_with};
use super::threshold::at;

/// The integer programs of a block, one a level of the objective.
///
/// The module's documentation has the mathematics.
///
/// ```
/// use alphastrike::program::{
///     BlockColumn, BlockProblem, BlockRow, Contribution, PartitionProgram, SolverOptions, Thresholds,
/// };
///
/// // Two attackers of power 3 and one blocker that stops either.
/// let column = |name: &str, uses: Vec<(usize, i64)>, face| BlockColumn {
///     name: name.to_owned(),
///     uses,
///     options: vec![Contribution { value: vec![face], sums: vec![] }],
/// };
/// let columns = vec![column("nobody", vec![], 3), column("Wall", vec![(0, 1)], 0)];
/// let row = BlockRow { name: "Bear".to_owned(), count: 2, columns };
/// let mut program = PartitionProgram::new(BlockProblem {
///     title: "two Bears".to_owned(),
///     thresholds: Thresholds { constant: vec![0], ..Thresholds::default() },
///     rows: vec![row],
///     classes: vec![("Wall".to_owned(), 1)],
///     ..BlockProblem::default()
/// });
/// let best = program.solve(&SolverOptions::default())?.expect("nobody has to block");
/// assert_eq!((best.value, best.columns), (vec![3], vec![vec![(0, 1), (1, 1)]]));
/// # Ok::<(), alphastrike::program::SolveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PartitionProgram {
    problem: BlockProblem,
    policies: Vec<Policy>,
}

impl PartitionProgram {
    /// The programs of a problem, with the policy of most value and, for each sum that counts, the policy of most of it:
    /// those decide whether anybody loses.
    pub fn new(problem: BlockProblem) -> PartitionProgram {
        let mut policies = vec![Policy::default()];
        for sum in 0..problem.thresholds.sums.len() {
            let Some(direction) = problem.thresholds.direction(sum) else { continue };
            let policy = problem.policy_of_most(|option| direction * at(&option.sums, sum));
            if direction != 0 && !policies.contains(&policy) {
                policies.push(policy);
            }
        }
        PartitionProgram { problem, policies }
    }

    /// What there is to choose from.
    pub fn problem(&self) -> &BlockProblem {
        &self.problem
    }

    /// How many programs there are, one a level.
    pub fn level_count(&self) -> usize {
        self.problem.thresholds.levels() + usize::from(self.problem.fewest_blockers)
    }

    /// The program of a level, counted from 0, with the levels before it at the optima in `earlier`. It has the policies
    /// that [`solve`](PartitionProgram::solve) has found, so before that its optimum is only a bound where columns have
    /// several options.
    pub fn level(&self, level: usize, earlier: &[i64]) -> Model {
        let title = format!("{}, level {} of {}", self.problem.title, level + 1, self.level_count());
        encode(&self.problem, &self.policies).levels.level(level, earlier, title)
    }

    /// The best block; `None` where no block keeps the limits.
    ///
    /// # Errors
    ///
    /// As [`solve_with`](super::solve_with()); [`SolveError::Unknown`] where the options' `programs` are not enough, or
    /// there are too many choices for the active player to compare.
    pub fn solve(&mut self, options: &SolverOptions) -> Result<Option<BestBlock>, SolveError> {
        if self.policies.len() > 1 {
            return self.solve_by_policies(options);
        }
        // One policy: parts of the board that no blocker links are programs of their own.
        let encoded = encode(&self.problem, &self.policies);
        let Some(best) = encoded.levels.best(&self.problem.title, options)? else { return Ok(None) };
        let columns = encoded.decode(&best.values);
        let (value, policy) = self.choice(&columns)?;
        if best.optima.starts_with(&value) {
            return Ok(Some(self.problem.best_block(columns, value, best.programs)));
        }
        self.add(policy, &best.optima, &value)?;
        let found = self.solve_by_policies(options)?;
        Ok(found.map(|block| BestBlock { programs: block.programs + best.programs, ..block }))
    }

    /// Level by level, each until what its program finds is worth what the program says.
    fn solve_by_policies(&mut self, options: &SolverOptions) -> Result<Option<BestBlock>, SolveError> {
        let count = self.problem.thresholds.levels();
        let (mut optima, mut programs): (Vec<i64>, u64) = (Vec::new(), 0);
        let mut found: Option<(ChosenColumns, Vec<i64>)> = None;
        while optima.len() < self.level_count() || found.is_none() {
            let (encoded, level) = (encode(&self.problem, &self.policies), optima.len());
            if let Some((_, value)) = &found
                && level < count
                && value[level] == encoded.levels.bound(level)
            {
                optima.push(value[level]);
                continue;
            }
            if programs >= options.programs {
                let text = format!("not proved with {programs} programs");
                return Err(SolveError::Unknown { model: self.problem.title.clone(), text });
            }
            programs += 1;
            let title = format!("{}, level {} of {}", self.problem.title, level + 1, self.level_count());
            let model = encoded.levels.level(level, &optima, title);
            let solution = match solve_with(&model, options)? {
                SolverOutcome::Optimal(solution) => solution,
                SolverOutcome::Infeasible if found.is_none() => return Ok(None),
                SolverOutcome::Infeasible => {
                    let text = "the level before has a solution, this one has none".to_owned();
                    return Err(SolveError::Contradiction { model: model.name().to_owned(), text });
                }
                SolverOutcome::Unknown(text) => {
                    return Err(SolveError::Unknown { model: model.name().to_owned(), text });
                }
            };
            let columns = encoded.decode(&solution.values);
            let (value, policy) = self.choice(&columns)?;
            let mut promised = optima.clone();
            promised.push(solution.objective);
            promised.truncate(count);
            if value.starts_with(&promised) {
                optima.push(solution.objective);
                found = Some((columns, value));
            } else {
                self.add(policy, &promised, &value)?;
            }
        }
        Ok(found.map(|(columns, value)| self.problem.best_block(columns, value, programs)))
    }

    /// What the active player makes of a block.
    fn choice(&self, columns: &[Vec<(usize, i64)>]) -> Result<(Vec<i64>, Policy), SolveError> {
        best_choice(&self.problem.thresholds, &self.problem.used(columns)).ok_or_else(|| {
            let text = "the active player can divide its damage in too many ways".to_owned();
            SolveError::Unknown { model: self.problem.title.clone(), text }
        })
    }

    /// Adds the policy by which a block is worth more than the program promised.
    fn add(&mut self, policy: Policy, promised: &[i64], value: &[i64]) -> Result<(), SolveError> {
        if *promised > *value || self.policies.contains(&policy) {
            let text = format!("a block of {promised:?} by the program is worth {value:?}");
            return Err(SolveError::Contradiction { model: self.problem.title.clone(), text });
        }
        self.policies.push(policy);
        Ok(())
    }
}
