//! Answers, with a proof, the questions of Magic: the Gathering combat.

pub mod position;
pub mod program;
pub mod rules;
pub mod search;
