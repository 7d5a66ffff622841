//! The best attacks or blocks, one under the other.

use super::answer::{Attacker, Blocker, Status, attackers, blockers};
use super::headline::{attack_words, block_words};
use super::names::counted;
use super::styled::{FAINT, PLAIN, STRONG, Styled, WARN};
use super::table::Table;
use crate::rules::Board;
use crate::search::{Question, Ranked, Top};

/// One of the best attacks or blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedRow {
    /// One number for each level.
    pub value: Vec<i64>,
    /// The attackers, in file order.
    pub attacks: Vec<Attacker>,
    /// The blockers, in file order.
    pub blocks: Vec<Blocker>,
}

/// The answer to `--top`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopAnswer {
    /// Best first.
    pub rows: Vec<RankedRow>,
    /// How many attacks or blocks reach the best value.
    pub optimal: u64,
    /// Whether that is the number of all, not only of those found.
    pub exact: bool,
    /// Whether nothing better is left out.
    pub status: Status,
    /// At what the search for them was stopped, if it was.
    pub stop: Option<String>,
}

impl TopAnswer {
    /// Puts names to what a search has found.
    pub fn new(board: &Board<'_>, top: &Top) -> TopAnswer {
        let row = |Ranked { value, attack, block }: &Ranked| RankedRow {
            value: value.0.to_vec(),
            attacks: attackers(board, attack),
            blocks: blockers(board, block),
        };
        TopAnswer {
            rows: top.ranked.iter().map(row).collect(),
            optimal: top.optimal,
            exact: top.exact,
            status: if top.stop.is_none() { Status::Optimal } else { Status::Limit },
            stop: top.stop.as_ref().map(ToString::to_string),
        }
    }
}

/// The rows with their values, the declaration that is asked for, and of attacks the best reply.
pub(super) fn top_text(top: &TopAnswer, question: Question, levels: &[String]) -> Styled {
    let noun = if question == Question::Block { "block" } else { "attack" };
    let mut out = Styled::new();
    let optimal = counted(top.optimal, noun);
    let (least, verb) = (if top.exact { "" } else { "at least " }, if top.optimal == 1 { "reaches" } else { "reach" });
    out.add(FAINT, format!("  best {noun}s")).add(PLAIN, "; ");
    out.add(STRONG, format!("{least}{optimal}")).add(PLAIN, format!(" {verb} the best value")).end_line();
    let mut table = Table::new(&[0]);
    for (number, row) in (1..).zip(&top.rows) {
        let value = levels.iter().zip(&row.value).map(|(level, value)| format!("{level} {value}"));
        let value = value.collect::<Vec<_>>().join(", ");
        let (words, reply) = match question {
            Question::Block => (block_words(&row.blocks), String::new()),
            _ => (attack_words(&row.attacks), block_words(&row.blocks)),
        };
        let cell = |style, text: String| Styled::new().with(style, text);
        let number = cell(FAINT, format!("{number}"));
        table.row(vec![number, cell(PLAIN, value), cell(STRONG, words), cell(PLAIN, reply)]);
    }
    out.append(table.lay_out());
    if let Some(stop) = &top.stop {
        out.add(WARN, "Not complete")
            .add(PLAIN, format!(": stopped at {stop}; others may be better than the later ones"));
        out.end_line();
    }
    out
}
