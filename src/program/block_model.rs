//! The variables and rows of a block problem under some policies.
//!
//! The mathematics is with [`PartitionProgram`](super::PartitionProgram).

use super::block_problem::{BlockProblem, ChosenColumns};
use super::envelope::{Case, add_levels};
use super::expression::Expression;
use super::indicator::Indicators;
use super::lexicographic::Lexicographic;
use super::model::{Comparison, Direction, Model, VariableId};
use super::policy::{ColumnKey, Policy, usual};
use super::threshold::{Contribution, Ranged, at};

/// Copies of a column that every policy treats alike.
#[derive(Clone, Debug)]
struct Run {
    /// Number of the first copy, from 0.
    first: i64,
    /// Most of them.
    length: i64,
    variable: VariableId,
}

/// A model of the problem.
pub(super) struct Encoded {
    pub levels: Lexicographic,
    /// For each row and column, its variables.
    runs: Vec<Vec<Vec<Run>>>,
}

/// The model of a problem under policies.
pub(super) fn encode(problem: &BlockProblem, policies: &[Policy]) -> Encoded {
    let mut levels = Lexicographic::new(Direction::Minimise);
    let encoder = Encoder { problem, policies };
    let runs = encoder.add_columns(levels.model_mut());
    encoder.add_values(Encoded { levels, runs })
}

/// What [`encode`] works with.
struct Encoder<'a> {
    problem: &'a BlockProblem,
    policies: &'a [Policy],
}

impl Encoder<'_> {
    /// A variable for every run of copies, and the rows of the partition.
    fn add_columns(&self, model: &mut Model) -> Vec<Vec<Vec<Run>>> {
        let problem = self.problem;
        let mut classes = vec![Expression::default(); problem.classes.len()];
        let mut limits = vec![Expression::default(); problem.limits.len()];
        let mut factors: Vec<(ColumnKey, usize, i64)> = Vec::new();
        for (index, limit) in problem.limits.iter().enumerate() {
            factors.extend(limit.terms.iter().map(|(row, column, factor)| ((*row, *column), index, *factor)));
        }
        factors.sort_unstable();
        let mut all_runs = Vec::with_capacity(problem.rows.len());
        for (number, row) in problem.rows.iter().enumerate() {
            let mut sum = Expression::default();
            let mut own = Vec::with_capacity(row.columns.len());
            for (index, column) in row.columns.iter().enumerate() {
                let key = (number, index);
                let runs = self.add_runs(model, key, problem.most(row, column));
                let start = factors.partition_point(|(other, ..)| *other < key);
                for run in &runs {
                    sum.add_term(run.variable, 1);
                    for (class, uses) in &column.uses {
                        if let Some(sum) = classes.get_mut(*class) {
                            sum.add_term(run.variable, *uses);
                        }
                    }
                    for (_, limit, factor) in factors[start..].iter().take_while(|(other, ..)| *other == key) {
                        limits[*limit].add_term(run.variable, *factor);
                    }
                }
                own.push(runs);
            }
            model.add_constraint(&format!("row_{}", row.name), &sum, Comparison::Equal, row.count);
            all_runs.push(own);
        }
        for ((name, count), sum) in problem.classes.iter().zip(&classes) {
            if model.range(sum).1 > *count {
                model.add_constraint(&format!("class_{name}"), sum, Comparison::AtMost, *count);
            }
        }
        for (limit, sum) in problem.limits.iter().zip(&limits) {
            model.add_constraint(&format!("limit_{}", limit.name), sum, limit.comparison, limit.bound);
        }
        all_runs
    }

    /// The variables of up to `most` copies of a column.
    fn add_runs(&self, model: &mut Model, key: ColumnKey, most: i64) -> Vec<Run> {
        let (row, column) = (&self.problem.rows[key.0], &self.problem.rows[key.0].columns[key.1]);
        if most <= 0 || column.options.is_empty() {
            return Vec::new();
        }
        let name = format!("block_{}_{}", row.name, column.name);
        let mut ends = vec![most];
        for policy in self.policies {
            let mut end = 0;
            let runs = policy.runs.get(&key).map_or(&[][..], Vec::as_slice);
            // After the last run nothing changes.
            for (count, _) in runs.iter().take(runs.len().saturating_sub(1)) {
                end += count;
                ends.push(end.min(most));
            }
        }
        ends.sort_unstable();
        ends.dedup();
        let mut runs: Vec<Run> = Vec::with_capacity(ends.len());
        for end in ends {
            let first = runs.last().map_or(0, |run| run.first + run.length);
            let length = end - first;
            let variable = model.add_variable(&name, 0, length);
            if let Some(before) = runs.last() {
                let full = model.add_binary(&format!("full_{name}"));
                let mut if_full = Expression::variable(before.variable);
                if_full.add_term(full, -before.length);
                model.add_constraint(&format!("full_{name}_if"), &if_full, Comparison::AtLeast, 0);
                let mut next = Expression::variable(variable);
                next.add_term(full, -length);
                model.add_constraint(&format!("full_{name}_next"), &next, Comparison::AtMost, 0);
            }
            runs.push(Run { first, length, variable });
        }
        runs
    }

    /// What each policy is worth, as levels.
    fn add_values(&self, mut encoded: Encoded) -> Encoded {
        let thresholds = &self.problem.thresholds;
        let mut indicators = Indicators::default();
        let mut cases = Vec::with_capacity(self.policies.len());
        for (number, policy) in self.policies.iter().enumerate() {
            let name = if self.policies.len() == 1 { String::new() } else { format!("_policy_{}", number + 1) };
            let entry = |pick: &dyn Fn(&Contribution) -> i64| self.total(&encoded.runs, policy, pick);
            let values = (0..thresholds.levels()).map(|level| entry(&|option| at(&option.value, level))).collect();
            let sums: Vec<Ranged> =
                (0..thresholds.sums.len()).map(|sum| entry(&|option| at(&option.sums, sum))).collect();
            let model = encoded.levels.model_mut();
            let values = thresholds.encode(model, &mut indicators, &name, values, &sums);
            cases.push(Case { name: name.trim_start_matches('_').to_owned(), counts: Expression::constant(1), values });
        }
        add_levels(&mut encoded.levels, cases);
        if self.problem.fewest_blockers {
            let mut blockers = Expression::default();
            for (row, runs) in self.problem.rows.iter().zip(&encoded.runs) {
                for (column, runs) in row.columns.iter().zip(runs) {
                    runs.iter().for_each(|run| blockers.add_term(run.variable, column.size()));
                }
            }
            encoded.levels.add_level(blockers);
        }
        encoded
    }

    /// The sum over all attackers of what `pick` takes of the options of a policy, with what the rows allow as bounds.
    fn total(&self, all_runs: &[Vec<Vec<Run>>], policy: &Policy, pick: &dyn Fn(&Contribution) -> i64) -> Ranged {
        let mut total = Ranged::default();
        for (number, (row, own)) in self.problem.rows.iter().zip(all_runs).enumerate() {
            // What one copy counts, and most copies.
            let mut counts: Vec<(i64, i64)> = Vec::new();
            for (index, (column, runs)) in row.columns.iter().zip(own).enumerate() {
                let key = (number, index);
                let usual = if column.options.len() > 1 { usual(&column.options) } else { 0 };
                for run in runs {
                    let option = policy.option(key, usual, run.first);
                    let factor = column.options.get(option).map_or(0, pick);
                    total.expression.add_term(run.variable, factor);
                    counts.push((factor, run.length));
                }
            }
            counts.sort_unstable();
            let fill = |counts: &mut dyn Iterator<Item = &(i64, i64)>| {
                let mut left = row.count;
                counts.fold(0_i64, |sum, (factor, most)| {
                    let copies = left.min(*most);
                    left -= copies;
                    sum.saturating_add(factor.saturating_mul(copies))
                })
            };
            total.low = total.low.saturating_add(fill(&mut counts.iter()));
            total.high = total.high.saturating_add(fill(&mut counts.iter().rev()));
        }
        total
    }
}

impl Encoded {
    /// The columns that a solution uses.
    pub fn decode(&self, values: &[i64]) -> ChosenColumns {
        let copies = |runs: &Vec<Run>| -> i64 {
            runs.iter().map(|run| values.get(run.variable.index()).copied().unwrap_or(0)).sum()
        };
        let of_row =
            |own: &Vec<Vec<Run>>| own.iter().map(copies).enumerate().filter(|(_, copies)| *copies > 0).collect();
        self.runs.iter().map(of_row).collect()
    }
}
