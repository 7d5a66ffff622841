//! What a search by columns knows, as the plain data of integer programs.

use itertools::Itertools;

use super::candidates::{Candidate, Candidates};
use super::classes::Classes;
use super::columns::Column;
use super::gain::{Gain, Goal, Numbers};
use super::pool::Proof;
use super::score::Scorer;
use super::spill::Spill;
use crate::position::CreatureId;
use crate::program::{
    AttackCandidate, AttackLimit, AttackProblem, BlockColumn, BlockProblem, BlockRow, Comparison, Contribution, Loss,
    Overflow, Permanent, Reply, ReplyRun, Thresholds, symbol,
};

/// The block of a declared attack, whose candidates have one choice each and all attack.
pub(super) fn block_problem<'c>(scorer: &Scorer<'_, '_>, candidates: &'c Candidates) -> BlockProblem {
    let Candidates { numbers, classes, all, .. } = candidates;
    let row = |candidate: &'c Candidate| {
        (candidate.members.as_slice(), candidate.choices.iter().flat_map(|choice| choice.columns.iter()).collect())
    };
    problem_of(scorer, (numbers, classes), all.iter().map(row).collect())
}

/// The block of attackers with the columns of each kind. A class may be one creature as often as it can block.
pub(super) fn problem_of(
    scorer: &Scorer<'_, '_>,
    (numbers, classes): (&Numbers, &Classes),
    rows: Vec<(&[CreatureId], Vec<&Column>)>,
) -> BlockProblem {
    let named: Vec<ClassName> = classes.members.iter().map(|members| ClassName::new(scorer, members)).collect();
    let sums = numbers.zero().sums.len();
    let contributions = |column: &Column| {
        let mut options = options(numbers, column);
        // What is beyond them is capped, and counts nothing.
        options.iter_mut().for_each(|option| option.sums.truncate(sums));
        options
    };
    let column = |column: &Column| BlockColumn {
        name: column_name(column, &named),
        uses: column.groups.iter().map(|(class, count)| (*class, *count as i64)).collect(),
        options: contributions(column),
    };
    let row = |(members, columns): (&[CreatureId], Vec<&Column>)| BlockRow {
        name: kind(scorer, members),
        count: members.len() as i64,
        columns: columns.into_iter().map(column).collect(),
    };
    let rows = rows.into_iter().map(row).collect();
    let classes = named.into_iter().map(|class| (class.name, class.count as i64)).collect();
    BlockProblem { thresholds: thresholds(scorer, numbers), rows, classes, ..BlockProblem::default() }
}

/// All attacks against the replies of a proof.
pub(super) fn attack_problem(scorer: &Scorer<'_, '_>, proof: &Proof) -> AttackProblem {
    let Candidates { numbers, all, .. } = &proof.candidates;
    let position = scorer.board().position();
    let candidates = all.iter().map(|candidate| AttackCandidate {
        name: kind(scorer, &candidate.members),
        count: candidate.members.len() as i64,
        targets: candidate.choices.iter().map(|choice| symbol(position.target_id(choice.attacker.target))).collect(),
    });
    let replies = proof.replies.iter().enumerate().map(|(number, reply)| {
        let met = |index: usize, candidate: &Candidate| {
            let runs = reply.runs(index).iter().map(|run| ReplyRun {
                count: run.count as i64,
                targets: candidate
                    .choices
                    .iter()
                    .zip(&run.columns)
                    .map(|(choice, column)| options(numbers, &choice.columns[*column]))
                    .collect(),
            });
            runs.collect()
        };
        let runs = all.iter().enumerate().map(|(index, candidate)| met(index, candidate)).collect();
        Reply { name: format!("reply_{}", number + 1), holds_with: Vec::new(), runs }
    });
    AttackProblem {
        title: String::new(),
        thresholds: thresholds(scorer, numbers),
        candidates: candidates.collect(),
        limits: requirements(proof).into_iter().collect(),
        replies: replies.collect(),
    }
}

/// As many requirements obeyed as can be (CR 508.1d); those that creatures obey which stay home count too.
fn requirements(proof: &Proof) -> Option<AttackLimit> {
    if proof.most_obeyed == 0 {
        return None;
    }
    let all = &proof.candidates.all;
    let home: usize = all.iter().map(|candidate| candidate.obeys_home * candidate.members.len()).sum();
    let terms = all.iter().enumerate().flat_map(|(index, candidate)| {
        let factor = |obeys: usize| obeys as i64 - candidate.obeys_home as i64;
        candidate.choices.iter().enumerate().map(move |(target, choice)| (index, target, factor(choice.obeys)))
    });
    Some(AttackLimit {
        name: "requirements".to_owned(),
        terms: terms.filter(|(_, _, factor)| *factor != 0).collect(),
        comparison: Comparison::AtLeast,
        bound: proof.most_obeyed as i64 - home as i64,
    })
}

/// What sums count against.
fn thresholds(scorer: &Scorer<'_, '_>, numbers: &Numbers) -> Thresholds {
    let level = |number: &i128| numbers.scale().value(*number).0.to_vec();
    let about = |sum: usize| numbers.entries().get(sum).map(|entry| scorer.sum_names(*entry));
    let owner = |sum: usize| about(sum).map_or_else(String::new, |(_, owner)| symbol(owner));
    let (mut losses, mut permanents) = (Vec::new(), Vec::new());
    for goal in &numbers.goals {
        match goal {
            Goal::Loss { needs, worth } => losses.push(Loss {
                name: format!("win_{}", needs.first().map_or_else(String::new, |(sum, _)| owner(*sum))),
                worth: level(worth),
                reached_by: needs.to_vec(),
            }),
            Goal::Permanent { sum, had, point, gone } => permanents.push(Permanent {
                name: owner(*sum),
                sum: *sum,
                had: *had,
                factor: level(point),
                bonus: level(gone),
            }),
        }
    }
    let mut sums: Vec<String> = (0..numbers.zero().sums.len())
        .map(|sum| about(sum).map_or_else(String::new, |(what, owner)| format!("{what}_{}", symbol(owner))))
        .collect();
    let overflows = numbers.spills.iter().enumerate().map(|(place, spill)| {
        let step = if spill.first { "_first" } else { "" };
        let alike = |other: &&Spill| (other.target, other.first) == (spill.target, spill.first);
        // Of several kinds of points the later ones are numbered.
        let number = match numbers.spills[..place].iter().filter(alike).count() {
            0 => String::new(),
            before => format!("_{}", before + 1),
        };
        let name = format!("{}{step}{number}", symbol(scorer.board().position().target_id(spill.target)));
        for (sum, what) in [(spill.all, "past_blockers"), (spill.over, "may_go_over")] {
            if sums[sum].is_empty() {
                sums[sum] = format!("{what}_{name}");
            }
        }
        let (loyalty, factor) = (spill.loyalty, level(&spill.point));
        Overflow { name, over: spill.over, all: spill.all, loyalty, factor, raises: spill.raises.to_vec() }
    });
    let overflows = overflows.collect();
    Thresholds { constant: scorer.constant().0.to_vec(), sums, losses, permanents, overflows }
}

fn options(numbers: &Numbers, column: &Column) -> Vec<Contribution> {
    let contribution =
        |gain: &Gain| Contribution { value: numbers.scale().value(gain.value).0.to_vec(), sums: gain.sums.to_vec() };
    column.options.iter().map(contribution).collect()
}

/// `Goblin_1` for one creature, `3_Goblin` for several that are alike.
fn kind(scorer: &Scorer<'_, '_>, members: &[CreatureId]) -> String {
    let board = scorer.board();
    match members {
        [] => String::new(),
        [only] => symbol(board.name(*only)),
        [first, ..] => format!("{}_{}", members.len(), symbol(&board.position().creature(*first).name)),
    }
}

/// What a class is called.
struct ClassName {
    name: String,
    count: usize,
    /// Whether it is one creature as often as it can block.
    shared: bool,
}

impl ClassName {
    fn new(scorer: &Scorer<'_, '_>, members: &[CreatureId]) -> ClassName {
        let shared = members.len() > 1 && members.first() == members.last();
        let name = kind(scorer, if shared { &members[..1] } else { members });
        ClassName { name, count: members.len(), shared }
    }

    fn of(&self, count: usize) -> String {
        let name = self.name.as_str();
        match self.shared {
            true if count < self.count => format!("shared_{name}"),
            false if self.count > 1 => format!("{count}_{}", name.split_once('_').map_or(name, |(_, bare)| bare)),
            _ => name.to_owned(),
        }
    }
}

/// `nobody`, `Wall`, `Wall_and_2_Bird`, `shared_Wall` where the Wall may block others as well.
fn column_name(column: &Column, classes: &[ClassName]) -> String {
    let group = |(class, count): &(usize, usize)| classes[*class].of(*count);
    let words = column.groups.iter().filter(|(_, count)| *count > 0).map(group).join("_and_");
    if words.is_empty() { "nobody".to_owned() } else { words }
}
