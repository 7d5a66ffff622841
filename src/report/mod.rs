//! Answers for readers: one plain struct for each kind, and what JSON and text make of it. Nothing is decided here.

mod answer;
mod combat_table;
mod explain;
mod headline;
mod json;
mod names;
mod printable;
mod styled;
mod table;
mod text;
mod top;

#[cfg(test)]
mod tests;

pub use answer::{
    Answer, Attacker, BetterRow, Blocker, Change, CheckAnswer, CountAnswer, DamageRow, OutcomeRow, PlayerRow, Stats,
    Status,
};
pub use explain::{AlternativeRow, ChangeRow, ExplainAnswer, LeftOffRow};
pub use json::{answer_json, check_json, count_json};
pub use printable::{printable, same_length};
pub use styled::Styled;
pub use text::{answer_text, check_text, count_text};
pub use top::{RankedRow, TopAnswer};
