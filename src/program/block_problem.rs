//! What there is to choose from when blocks are declared, as plain data: attackers with their columns, blockers,
//! limits; and what was chosen.

use super::model::Comparison;
use super::policy::{ColumnKey, Policy, best_choice, usual};
use super::threshold::{Contribution, Thresholds};

/// A set of blockers for one attacker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockColumn {
    /// What the model calls it, behind the row's name.
    pub name: String,
    /// How many blockers of which class.
    pub uses: Vec<(usize, i64)>,
    /// What the active player can make of it, one at least.
    pub options: Vec<Contribution>,
}

/// Alike attackers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockRow {
    /// What the model calls them.
    pub name: String,
    /// How many they are.
    pub count: i64,
    /// What each of them can be blocked by; being blocked by nobody is a column too.
    pub columns: Vec<BlockColumn>,
}

/// A linear condition on the whole block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlockLimit {
    /// What the model calls it.
    pub name: String,
    /// Row, column, and what each attacker with it counts; each column once.
    pub terms: Vec<(usize, usize, i64)>,
    /// How the sum compares with the bound.
    pub comparison: Comparison,
    /// The bound.
    pub bound: i64,
}

/// What there is to choose from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockProblem {
    /// Title of the models.
    pub title: String,
    /// How contributions turn into a value.
    pub thresholds: Thresholds,
    /// The attackers.
    pub rows: Vec<BlockRow>,
    /// The classes of blockers: what the model calls them, and how many there are.
    pub classes: Vec<(String, i64)>,
    /// Conditions on the whole block.
    pub limits: Vec<BlockLimit>,
    /// Whether of blocks of the same value the one with fewest blockers is sought.
    pub fewest_blockers: bool,
}

/// A block: for each row, the columns in use and how many attackers have them.
pub type ChosenColumns = Vec<Vec<(usize, i64)>>;

/// The best block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestBlock {
    /// What it is worth, level by level, once the active player has chosen its options.
    pub value: Vec<i64>,
    /// How many blockers it uses.
    pub blockers: i64,
    /// The block.
    pub columns: ChosenColumns,
    /// How many programs it took.
    pub programs: u64,
}

impl BlockColumn {
    /// How many blockers it uses.
    pub fn size(&self) -> i64 {
        self.uses.iter().map(|(_, count)| *count).sum()
    }
}

impl BlockProblem {
    /// Most attackers of a row that can have a column at once.
    pub(super) fn most(&self, row: &BlockRow, column: &BlockColumn) -> i64 {
        let there = |(class, uses): &(usize, i64)| {
            let count = self.classes.get(*class).map_or(0, |(_, count)| *count);
            if *uses > 0 { count / uses } else { i64::MAX }
        };
        column.uses.iter().map(there).min().unwrap_or(i64::MAX).min(row.count)
    }

    /// The columns of a block with their options.
    pub(super) fn used(&self, columns: &[Vec<(usize, i64)>]) -> Vec<(ColumnKey, &[Contribution], i64)> {
        let mut used = Vec::new();
        for (number, (row, own)) in self.rows.iter().zip(columns).enumerate() {
            for (index, copies) in own {
                let options = row.columns.get(*index).map_or(&[][..], |column| column.options.as_slice());
                used.push(((number, *index), options, *copies));
            }
        }
        used
    }

    /// The policy that always takes the option with most of `pick`, and of most value among those.
    pub(super) fn policy_of_most(&self, pick: impl Fn(&Contribution) -> i64) -> Policy {
        let mut policy = Policy::default();
        for (number, row) in self.rows.iter().enumerate() {
            for (index, column) in row.columns.iter().enumerate().filter(|(_, column)| column.options.len() > 1) {
                let usual = usual(&column.options);
                let order = |(place, option): &(usize, &Contribution)| {
                    (pick(option), option.value.clone(), *place == usual, usize::MAX - place)
                };
                let most = column.options.iter().enumerate().max_by_key(order).map_or(usual, |(place, _)| place);
                if most != usual {
                    policy.runs.insert((number, index), vec![(1, most)]);
                }
            }
        }
        policy
    }

    /// A block of these columns that is worth `value`.
    pub(super) fn best_block(&self, columns: ChosenColumns, value: Vec<i64>, programs: u64) -> BestBlock {
        BestBlock { value, blockers: self.blockers(&columns), columns, programs }
    }

    /// How many blockers a block uses.
    fn blockers(&self, columns: &[Vec<(usize, i64)>]) -> i64 {
        let of_row = |(row, own): (&BlockRow, &Vec<(usize, i64)>)| -> i64 {
            own.iter().map(|(index, copies)| row.columns.get(*index).map_or(0, BlockColumn::size) * copies).sum()
        };
        self.rows.iter().zip(columns).map(of_row).sum()
    }

    /// What a block is worth, level by level, once the active player has chosen: for each row, the columns in use and
    /// how many attackers have them. `None` where too many choices would have to be compared.
    pub fn value(&self, columns: &[Vec<(usize, i64)>]) -> Option<Vec<i64>> {
        best_choice(&self.thresholds, &self.used(columns)).map(|(value, _)| value)
    }
}
