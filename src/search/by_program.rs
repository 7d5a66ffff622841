//! Blocks by integer program alone: the columns of a board as one set-partitioning program with its thresholds.
//!
//! Nothing of the depth-first search, its bounds or its cases is used, so the two can be compared; an attack is the best
//! of all, each with a program of its own.

use super::attacks::AttackChoices;
use super::candidates::Candidates;
use super::encode::block_problem;
use super::found::{Found, FoundAttack, FoundBlock};
use super::partition::{Chosen, Partition};
use super::pool::{Counts, block};
use super::program::failed;
use super::score::Scorer;
use super::solution::SearchError;
use crate::program::{BlockProblem, PartitionProgram};
use crate::rules::{DeclaredAttack, Value};

/// The best block against a declared attack; `None` where columns don't do.
pub(super) fn best_block(scorer: &Scorer<'_, '_>, attack: &DeclaredAttack) -> Result<Option<FoundBlock>, SearchError> {
    let Some(candidates) = Candidates::of_free_attack(scorer, attack)? else { return Ok(None) };
    scorer.budget().spend(1)?;
    let problem = block_problem(scorer, &candidates);
    let mut program =
        PartitionProgram::new(BlockProblem { title: "blocks".to_owned(), fewest_blockers: true, ..problem });
    let best = program.solve(scorer.solver()).map_err(failed)?;
    let best = best.ok_or_else(|| SearchError::Contradiction("a block program without a block".to_owned()))?;
    scorer.budget().count_programs(best.programs);
    let counts: Counts =
        candidates.all.iter().map(|candidate| [candidate.members.len()].into_iter().collect()).collect();
    let used = |own: &Vec<(usize, i64)>| -> Chosen {
        own.iter().map(|(column, copies)| (*column, *copies as usize)).collect()
    };
    // Only what is chosen matters to the block, not its number.
    let partition = Partition { number: 0, chosen: best.columns.iter().map(used).collect() };
    let value = Value(best.value.iter().copied().collect());
    Ok(Some(FoundBlock { block: block(&candidates, &counts, &partition), value }))
}

/// The best attack, of equals one with fewest attackers; `None` where columns don't do for all attacks.
pub(super) fn best_attack(scorer: &Scorer<'_, '_>) -> Result<Option<Found<FoundAttack>>, SearchError> {
    let choices = AttackChoices::new(scorer.board());
    let attacks = choices.legal(scorer.budget())?;
    let mut best: Option<FoundAttack> = None;
    for number in attacks.smallest_first() {
        let attack = attacks.get(number as usize);
        let Some(found) = best_block(scorer, &DeclaredAttack::new(scorer.board(), &attack))? else { return Ok(None) };
        if best.as_ref().is_none_or(|best| found.value > best.value) {
            best = Some(FoundAttack { attack, value: found.value, reply: found.block });
        }
    }
    Ok(best.map(Found::Proved))
}
