//! What the active player makes of a declared block, and policies that fix it in advance.
//!
//! Once blocks are declared, the active player divides its damage and so takes one option of each column that the block
//! uses. A policy says beforehand which option every copy of every column gets; what the active player gets by it is
//! never more than what it gets by choosing afterwards.

use std::collections::BTreeMap;

use super::threshold::{Contribution, Thresholds};

/// Most partial choices that are compared with each other.
const CHOICE_LIMIT: usize = 20_000;

/// A column of a row, by their indices.
pub(super) type ColumnKey = (usize, usize);

/// Which options the copies of a column take, in order: how many copies, and which option. The last one also holds for
/// all copies beyond.
pub(super) type Runs = Vec<(i64, usize)>;

/// The options that the active player takes; a column that is not in it gets its option of most value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Policy {
    /// For some columns, what their copies take.
    pub runs: BTreeMap<ColumnKey, Runs>,
}

impl Policy {
    /// The runs of a column whose best option, by value alone, is `usual`.
    pub fn runs(&self, column: ColumnKey, usual: usize) -> Runs {
        self.runs.get(&column).filter(|runs| !runs.is_empty()).cloned().unwrap_or_else(|| vec![(1, usual)])
    }

    /// The option of the copy with this number, from 0.
    pub fn option(&self, column: ColumnKey, usual: usize, copy: i64) -> usize {
        let runs = self.runs(column, usual);
        let mut end = 0;
        let found = runs.iter().find(|(count, _)| {
            end += count;
            copy < end
        });
        found.or(runs.last()).map_or(usual, |(_, option)| *option)
    }
}

/// The option of most value, and of most sums among those.
pub(super) fn usual(options: &[Contribution]) -> usize {
    let order =
        |(index, option): &(usize, &Contribution)| (option.value.clone(), option.sums.clone(), usize::MAX - index);
    options.iter().enumerate().max_by_key(order).map_or(0, |(index, _)| index)
}

/// A partial choice: what it comes to, and how many copies of each column take which option.
#[derive(Clone, Debug)]
struct Choice {
    total: Contribution,
    taken: BTreeMap<ColumnKey, Runs>,
}

/// The best choice of options for a block: what the combat is worth then, and the policy that makes it. `block` lists
/// the columns that are used, with their options and how many copies there are. `None` where too many choices would
/// have to be compared.
pub(super) fn best_choice(
    thresholds: &Thresholds,
    block: &[(ColumnKey, &[Contribution], i64)],
) -> Option<(Vec<i64>, Policy)> {
    let mut total = Contribution::default();
    for (_, options, copies) in block {
        if let [only] = options {
            total.add_times(only, *copies);
        }
    }
    let directions: Vec<Option<i64>> = (0..thresholds.sums.len()).map(|sum| thresholds.direction(sum)).collect();
    let mut choices = vec![Choice { total, taken: BTreeMap::new() }];
    for (column, options, copies) in block.iter().filter(|(_, options, _)| options.len() > 1) {
        for _ in 0..*copies {
            let mut next: Vec<Choice> = Vec::new();
            for choice in &choices {
                for (index, option) in options.iter().enumerate() {
                    let mut more = choice.clone();
                    more.total.add_times(option, 1);
                    take(more.taken.entry(*column).or_default(), index);
                    next.push(more);
                }
            }
            choices = undominated(next, &directions)?;
        }
    }
    let worth = |choice: Choice| (thresholds.worth(&choice.total), Policy { runs: choice.taken });
    choices.into_iter().map(worth).reduce(|best, other| if other.0 > best.0 { other } else { best })
}

/// One copy more for an option; the runs stay in order of the options.
fn take(runs: &mut Runs, option: usize) {
    match runs.binary_search_by_key(&option, |(_, own)| *own) {
        Ok(index) => runs[index].0 += 1,
        Err(index) => runs.insert(index, (1, option)),
    }
}

/// The choices that no other is at least as good as, whatever comes to both; of equals the first stays.
fn undominated(mut choices: Vec<Choice>, directions: &[Option<i64>]) -> Option<Vec<Choice>> {
    if choices.len() > CHOICE_LIMIT {
        return None;
    }
    // Only a choice of no less value can be better.
    choices.sort_by(|one, other| other.total.value.cmp(&one.total.value));
    let mut kept: Vec<Choice> = Vec::new();
    for choice in choices {
        let no_worse = |other: &Choice| {
            let sums = other.total.sums.iter().zip(&choice.total.sums).zip(directions);
            sums.into_iter().all(|((better, worse), direction)| match direction {
                None => true,
                Some(0) => better == worse,
                Some(direction) => direction * better >= direction * worse,
            })
        };
        if !kept.iter().any(no_worse) {
            kept.push(choice);
        }
    }
    Some(kept)
}
