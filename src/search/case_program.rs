//! One case of a block problem as an integer program: what the depth-first search falls back on.
//!
//! In a case a block costs the sum of its columns. So there is a number for each column of each row; each row's attackers
//! have one column each, no class is used beyond what is there, no capped sum grows beyond its cap, and the cost must be
//! below that of the best block so far:
//!
//! ```text
//! minimise   sum of cost_c * x_c
//! subject to sum of x_c over the row's columns = count_r      for each row
//!            sum of uses_c_k * x_c <= there_k                 for each class
//!            sum of sums_c_l * x_c <= cap_l                   for each capped sum
//!            sum of cost_c * x_c <= better
//! ```
//!
//! The costs are those of the case without ties, from the row's cheapest column on and divided by what all share, so
//! that they are small; where the number of blockers matters it is a second level.

use super::gain::TIE;
use super::partition::{Chosen, Tables};
use super::price_tree::common_divisor;
use super::solution::SearchError;
use super::tree::Problem;
use crate::program::{Comparison, Direction, Expression, Model, SolveError, SolverOutcome, VariableId, solve_with};

/// Costs beyond this are not left to floating point.
const COST_LIMIT: i128 = 1_000_000;

/// What a program says of a case.
pub(super) enum Programmed {
    /// No block of the columns that are left is cheaper than this one.
    Cheapest(Vec<Chosen>),
    /// No block of these columns is better than the best so far.
    Hopeless,
    /// The solver did not come to an end.
    Unknown,
}

/// The cheapest block of a case by integer programs, over the columns that are left; its number must not be above
/// `highest`.
pub(super) fn cheapest(tables: Tables<'_>, problem: &Problem<'_>, highest: i128) -> Result<Programmed, SearchError> {
    let Some((costs, better)) = small_costs(problem, highest) else { return Ok(Programmed::Unknown) };
    if better < 0 {
        return Ok(Programmed::Hopeless);
    }
    let mut model = Model::new("one case of a block problem");
    let mut variables: Vec<Vec<VariableId>> = Vec::with_capacity(problem.rows.len());
    let mut cost = Expression::default();
    let mut blockers = Expression::default();
    let mut classes = vec![Expression::default(); problem.limits.there.len()];
    let mut caps = vec![Expression::default(); problem.limits.caps.len()];
    for (place, row) in problem.rows.iter().enumerate() {
        let mut all = Expression::default();
        let mut own = Vec::with_capacity(row.order.len());
        for (at, index) in row.order.iter().enumerate() {
            let column = &row.columns[*index];
            let most = tables.classes.most(&column.groups, tables.classes.full()).min(row.count) as i64;
            let variable = model.add_variable(&format!("row{place}_set{index}"), 0, most);
            all.add_term(variable, 1);
            cost.add_term(variable, costs[place][at]);
            blockers.add_term(variable, column.size as i64);
            column.groups.iter().for_each(|(class, count)| classes[*class].add_term(variable, *count as i64));
            let sums = caps.iter_mut().zip(&problem.limits.caps);
            sums.for_each(|(cap, (sum, _))| cap.add_term(variable, column.upper.sums[*sum]));
            own.push(variable);
        }
        model.add_constraint(&format!("row{place}"), &all, Comparison::Equal, row.count as i64);
        variables.push(own);
    }
    for (class, (uses, there)) in classes.iter().zip(&problem.limits.there).enumerate() {
        model.add_constraint(&format!("class{class}"), uses, Comparison::AtMost, *there);
    }
    for (cap, (sum, (_, most))) in caps.iter().zip(&problem.limits.caps).enumerate() {
        model.add_constraint(&format!("cap{cap}"), sum, Comparison::AtMost, *most);
    }
    model.add_constraint("better", &cost, Comparison::AtMost, better);
    model.set_objective(Direction::Minimise, cost.clone());
    let (mut values, least) = match optimum(tables, &model)? {
        Answer::Optimal(values, least) => (values, least),
        Answer::Infeasible => return Ok(Programmed::Hopeless),
        Answer::Unknown => return Ok(Programmed::Unknown),
    };
    if tables.ties {
        model.add_constraint("cheapest", &cost, Comparison::AtMost, least);
        model.set_objective(Direction::Minimise, blockers);
        let Answer::Optimal(fewest, _) = optimum(tables, &model)? else { return Ok(Programmed::Unknown) };
        values = fewest;
    }
    let mut chosen = vec![Chosen::new(); problem.rows.len()];
    for (row, own) in problem.rows.iter().zip(&variables) {
        let counts = row.order.iter().zip(own).map(|(column, variable)| (*column, values[variable.index()]));
        chosen[row.number] = counts.filter(|(_, count)| *count > 0).map(|(c, count)| (c, count as usize)).collect();
    }
    Ok(Programmed::Cheapest(chosen))
}

/// For each row what each column that is left costs beyond the cheapest, in small numbers, and the most that they may
/// come to together; `None` where the numbers are not small.
fn small_costs(problem: &Problem<'_>, highest: i128) -> Option<(Vec<Vec<i64>>, i64)> {
    let costs: Vec<Vec<i128>> = problem
        .rows
        .iter()
        .map(|row| row.order.iter().map(|index| row.cost[*index].div_euclid(TIE)).collect())
        .collect();
    let bases: Vec<i128> = costs.iter().map(|costs| costs.iter().copied().min().unwrap_or(0)).collect();
    let base: i128 = bases.iter().zip(&problem.rows).map(|(base, row)| base * row.count as i128).sum();
    let mut shared = 0i128;
    let (mut most, mut sum) = (0i128, 0i128);
    for ((costs, base), row) in costs.iter().zip(&bases).zip(&problem.rows) {
        for cost in costs {
            shared = common_divisor(shared, cost - base);
        }
        let dearest = costs.iter().max().map_or(0, |cost| cost - base);
        most = most.max(dearest);
        sum += dearest * row.count as i128;
    }
    let shared = shared.max(1);
    // Ties are below one unit of value.
    let better = (highest - problem.constant).div_euclid(TIE) - base;
    let better = better.div_euclid(shared).min(sum / shared);
    if most / shared > COST_LIMIT {
        return None;
    }
    let small = |cost: &i128, base: &i128| i64::try_from((cost - base) / shared).ok();
    let costs: Option<Vec<Vec<i64>>> =
        costs.iter().zip(&bases).map(|(costs, base)| costs.iter().map(|cost| small(cost, base)).collect()).collect();
    Some((costs?, i64::try_from(better).ok()?))
}

/// What a model comes to.
enum Answer {
    /// Values of the variables, and of the objective.
    Optimal(Vec<i64>, i64),
    Infeasible,
    Unknown,
}

fn optimum(tables: Tables<'_>, model: &Model) -> Result<Answer, SearchError> {
    tables.budget.check()?;
    let mut options = tables.solver;
    if let Some(left) = tables.budget.time_left() {
        options.time = options.time.min(left);
    }
    let outcome = solve_with(model, &options);
    if let Ok(SolverOutcome::Optimal(_) | SolverOutcome::Infeasible) = outcome {
        tables.budget.count_programs(1);
    }
    match outcome {
        Ok(SolverOutcome::Optimal(solution)) => Ok(Answer::Optimal(solution.values, solution.objective)),
        Ok(SolverOutcome::Infeasible) => Ok(Answer::Infeasible),
        Ok(SolverOutcome::Unknown(_)) => Ok(Answer::Unknown),
        Err(SolveError::Contradiction { model, text }) => {
            Err(SearchError::Contradiction(format!("the program {model}: {text}")))
        }
        Err(_) => Ok(Answer::Unknown),
    }
}
