//! The program of a block by bounds: columns in which creatures are shared count what comes of them at least.
//!
//! No block is worth less than the program says of its columns. So where the program's optimum is what some block is
//! worth, no block is better.

use super::sharing::Sharer;
use super::standing::StandIns;
use super::{Held, Problem, Sharing, asked, stand_ins_of};
use crate::program::{BlockLimit, BlockProblem, Comparison, symbol};
use crate::rules::DeclaredAttack;
use crate::search::candidates::{Candidates, Several};
use crate::search::columns::{Column, undominated};
use crate::search::duties::Duties;
use crate::search::encode::problem_of;
use crate::search::freed_aside::FreedAside;
use crate::search::score::Scorer;
use crate::search::solution::SearchError;

/// The program of all blocks against an attack; `None` where columns don't do, or blocks are held to something over all.
///
/// # Errors
///
/// [`SearchError::TooLarge`] where there are too many sets of blockers, [`SearchError::Stopped`] beyond the budget.
pub(in crate::search) fn bounded_problem(
    scorer: &Scorer<'_, '_>,
    attack: &DeclaredAttack,
) -> Result<Option<BlockProblem>, SearchError> {
    let Some((duties, way)) = Duties::none_but_counts(scorer, attack) else { return Ok(None) };
    let Some(candidates) = Candidates::of_attack(scorer, attack, &duties, &way, Several::Once)? else {
        return Ok(None);
    };
    if !candidates.numbers.departures.is_empty() {
        return Ok(None);
    }
    let Some(sharing) = Sharing::new(scorer, &candidates, 0) else { return Ok(None) };
    let held = Held { duties: &duties, way: &way };
    let problem = Problem::new(scorer, (&candidates, &sharing), attack, held, None)?;
    let stand_ins = stand_ins_of(&problem);
    let rows = columns(&problem, &stand_ins)?;
    let members = candidates.all.iter().map(|candidate| candidate.members.as_slice());
    let with = members.zip(rows.iter().map(|columns| columns.iter().collect())).collect();
    let mut program = problem_of(scorer, (&sharing.numbers, &sharing.classes), with);
    name_sums(scorer, &sharing, &mut program);
    program.limits = limits(scorer, &sharing, &rows);
    Ok(Some(program))
}

/// For each row the columns that may be chosen.
fn columns(
    problem: &Problem<'_, '_, '_>,
    stand_ins: &StandIns<'_>,
) -> Result<FreedAside<Vec<Vec<Column>>>, SearchError> {
    let (scorer, sharing) = (problem.scorer, problem.sharing);
    let demands = asked(problem, stand_ins);
    let mut rows = sharing.relaxed(scorer, problem.candidates, &demands, stand_ins)?;
    for columns in rows.iter_mut() {
        *columns = undominated(scorer.budget(), &sharing.classes, std::mem::take(columns))?;
    }
    Ok(rows)
}

/// Names what is dealt to creatures that are shared: scores know nothing of it.
fn name_sums(scorer: &Scorer<'_, '_>, sharing: &Sharing, program: &mut BlockProblem) {
    for sharer in &sharing.sharers {
        let Some(sum) = sharer.sum else { continue };
        let name = symbol(scorer.board().name(sharer.creature));
        program.thresholds.sums[sum] = format!("damage_{name}");
        let permanents = program.thresholds.permanents.iter_mut();
        permanents.filter(|permanent| permanent.sum == sum).for_each(|permanent| permanent.name.clone_from(&name));
    }
}

/// A creature has its power once, whoever it blocks.
fn limits(scorer: &Scorer<'_, '_>, sharing: &Sharing, rows: &[Vec<Column>]) -> Vec<BlockLimit> {
    let capped = sharing.sharers.iter().filter(|sharer| sharer.most_part.is_some());
    let limit = |(sharer, (sum, most)): (&Sharer, &(usize, i64))| {
        let of_row = |(row, columns): (usize, &Vec<Column>)| {
            let part = |(index, column): (usize, &Column)| (row, index, column.upper.sums[*sum]);
            columns.iter().enumerate().map(part).collect::<Vec<_>>()
        };
        let terms = rows.iter().enumerate().flat_map(of_row);
        BlockLimit {
            name: format!("power_{}", symbol(scorer.board().name(sharer.creature))),
            terms: terms.filter(|(.., part)| *part != 0).collect(),
            comparison: Comparison::AtMost,
            bound: *most,
        }
    };
    capped.zip(&sharing.caps).map(limit).collect()
}
