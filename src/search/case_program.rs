//! One case of a block problem as an integer program: what the depth-first search falls back on.
//!
//! In a case a block costs the sum of its columns, so the program has no thresholds: a number for each column of each
//! row, the rows and classes as constraints, the caps as limits; level by level, then the number of blockers.

use super::gain::TIE;
use super::partition::{Chosen, Tables};
use super::solution::SearchError;
use super::tree::Problem;
use crate::program::{
    BlockColumn, BlockLimit, BlockProblem, BlockRow, Comparison, Contribution, PartitionProgram, SolveError,
    SolverOptions, Thresholds,
};

/// What a program says of a case.
pub(super) enum Programmed {
    /// No block of the columns that are left is cheaper than this one.
    Cheapest(Vec<Chosen>),
    /// No block keeps the caps.
    Impossible,
    /// The solver did not come to an end.
    Unknown,
}

/// The cheapest block of a case by an integer program, over the columns that are left.
pub(super) fn cheapest(tables: Tables<'_>, problem: &Problem<'_>) -> Result<Programmed, SearchError> {
    let scale = tables.numbers.scale();
    let mut rows: Vec<BlockRow> = Vec::with_capacity(problem.rows.len());
    for row in &problem.rows {
        let columns = row.order.iter().map(|index| {
            let column = &row.columns[*index];
            let value = scale.value(row.cost[*index].div_euclid(TIE)).0.to_vec();
            let uses = column.groups.iter().map(|(class, count)| (*class, *count as i64)).collect();
            BlockColumn { name: format!("set{index}"), uses, options: vec![Contribution { value, sums: Vec::new() }] }
        });
        rows.push(BlockRow { name: format!("row{}", row.number), count: row.count as i64, columns: columns.collect() });
    }
    let caps = problem.limits.caps.iter().enumerate().map(|(cap, (sum, most))| {
        let terms = problem.rows.iter().enumerate().flat_map(|(place, row)| {
            let columns = row.order.iter().enumerate();
            columns.map(move |(at, index)| (place, at, row.columns[*index].upper.sums[*sum]))
        });
        BlockLimit {
            name: format!("cap{cap}"),
            terms: terms.filter(|(_, _, amount)| *amount != 0).collect(),
            comparison: Comparison::AtMost,
            bound: *most,
        }
    });
    let classes = problem.limits.there.iter().enumerate();
    let levels = rows.iter().find_map(|row| row.columns.first()).map_or(0, |column| column.options[0].value.len());
    let mut program = PartitionProgram::new(BlockProblem {
        title: "one case of a block problem".to_owned(),
        thresholds: Thresholds { constant: vec![0; levels], ..Thresholds::default() },
        limits: caps.collect(),
        classes: classes.map(|(class, count)| (format!("class{class}"), *count)).collect(),
        rows,
        fewest_blockers: true,
    });
    let mut options: SolverOptions = tables.solver;
    if let Some(left) = tables.budget.time_left() {
        options.time = options.time.min(left);
    }
    match program.solve(&options) {
        Ok(None) => Ok(Programmed::Impossible),
        Ok(Some(best)) => {
            let mut chosen = vec![Chosen::new(); problem.rows.len()];
            for (row, columns) in problem.rows.iter().zip(&best.columns) {
                let own = columns.iter().filter(|(_, count)| *count > 0);
                chosen[row.number] = own.map(|(at, count)| (row.order[*at], *count as usize)).collect();
            }
            Ok(Programmed::Cheapest(chosen))
        }
        Err(SolveError::Contradiction { model, text }) => {
            Err(SearchError::Contradiction(format!("the program {model}: {text}")))
        }
        Err(_) => Ok(Programmed::Unknown),
    }
}
