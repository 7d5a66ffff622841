//! Answers, with a proof, the questions of Magic: the Gathering combat.

pub mod cli;
pub mod position;
pub mod program;
pub mod report;
pub mod rules;
pub mod search;
