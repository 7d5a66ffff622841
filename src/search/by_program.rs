//! Blocks by integer program alone: the columns of a board as one set-partitioning program with its thresholds.
//!
//! Nothing of the depth-first search, its bounds or its cases is used, so the two can be compared; an attack is the best
//! of all, each with a program of its own.

use super::attacks::AttackChoices;
use super::candidates::Candidates;
use super::found::{Found, FoundAttack, FoundBlock};
use super::gain::{Gain, Goal, Numbers};
use super::partition::{Chosen, Partition};
use super::pool::{Counts, block};
use super::program::failed;
use super::score::Scorer;
use super::solution::SearchError;
use crate::program::{
    BlockColumn, BlockProblem, BlockRow, Contribution, Loss, PartitionProgram, Permanent, Thresholds,
};
use crate::rules::{DeclaredAttack, Value};

/// The best block against a declared attack; `None` where columns don't do.
pub(super) fn best_block(scorer: &Scorer<'_, '_>, attack: &DeclaredAttack) -> Result<Option<FoundBlock>, SearchError> {
    let Some(candidates) = Candidates::of_free_attack(scorer, attack)? else { return Ok(None) };
    scorer.budget().spend(1)?;
    let mut program = PartitionProgram::new(problem(scorer, &candidates));
    let best = program.solve(scorer.solver()).map_err(failed)?;
    let best = best.ok_or_else(|| SearchError::Contradiction("a block program without a block".to_owned()))?;
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

fn problem(scorer: &Scorer<'_, '_>, candidates: &Candidates) -> BlockProblem {
    let Candidates { numbers, classes, all } = candidates;
    let rows = all.iter().enumerate().map(|(number, candidate)| {
        let columns = candidate.choices.iter().flat_map(|choice| &choice.columns).enumerate();
        let columns = columns.map(|(index, column)| BlockColumn {
            name: format!("set{index}"),
            uses: column.groups.iter().map(|(class, count)| (*class, *count as i64)).collect(),
            options: column.options.iter().map(|option| contribution(numbers, option)).collect(),
        });
        BlockRow { name: format!("row{number}"), count: candidate.members.len() as i64, columns: columns.collect() }
    });
    BlockProblem {
        title: "blocks".to_owned(),
        thresholds: thresholds(scorer, numbers),
        rows: rows.collect(),
        classes: classes
            .members
            .iter()
            .enumerate()
            .map(|(class, members)| (format!("class{class}"), members.len() as i64))
            .collect(),
        limits: Vec::new(),
        fewest_blockers: true,
    }
}

fn contribution(numbers: &Numbers, gain: &Gain) -> Contribution {
    Contribution { value: levels(numbers, gain.value), sums: gain.sums.to_vec() }
}

fn levels(numbers: &Numbers, number: i128) -> Vec<i64> {
    numbers.scale().value(number).0.to_vec()
}

fn thresholds(scorer: &Scorer<'_, '_>, numbers: &Numbers) -> Thresholds {
    let mut thresholds = Thresholds {
        constant: scorer.constant().0.to_vec(),
        sums: (0..numbers.zero().sums.len()).map(|sum| format!("sum{sum}")).collect(),
        ..Thresholds::default()
    };
    for (index, goal) in numbers.goals.iter().enumerate() {
        match goal {
            Goal::Loss { needs, worth } => thresholds.losses.push(Loss {
                name: format!("loss{index}"),
                worth: levels(numbers, *worth),
                reached_by: needs.to_vec(),
            }),
            Goal::Permanent { sum, had, point, gone } => thresholds.permanents.push(Permanent {
                name: format!("permanent{index}"),
                sum: *sum,
                had: *had,
                factor: levels(numbers, *point),
                bonus: levels(numbers, *gone),
            }),
        }
    }
    thresholds
}
