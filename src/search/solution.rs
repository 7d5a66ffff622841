//! What a search answers.

use thiserror::Error;

use super::budget::Stop;
use crate::position::{Assignment, Attack, Block};
use crate::rules::{Outcome, Reason, Value};

/// Which of the three nested questions is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Which attack is best against the best blocks?
    Attack,
    /// Which blocks are best against this attack?
    Block,
    /// Which split of the combat damage is best?
    Assign,
}

impl Question {
    /// The verb of the command line, also used in answers.
    pub fn name(self) -> &'static str {
        match self {
            Question::Attack => "attack",
            Question::Block => "block",
            Question::Assign => "assign",
        }
    }
}

/// One line of play in which both sides play their best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What attacks what.
    pub attack: Attack,
    /// What blocks what.
    pub block: Block,
    /// All damage assigned, step by step, the active player's first; rows of 0 left out.
    pub damage: Vec<Assignment>,
}

/// How much work a search was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Integer programs that were solved, or shown to have no solution: of damage, of blocks, of requirements. Linear
    /// programs of prices are not among them: no answer rests on one. Where attacks are looked at one by one on several
    /// threads, how many programs and nodes that takes depends on which comes first.
    pub programs: u64,
    /// Declared combats looked at.
    pub nodes: u64,
}

/// An answer to one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// What was asked.
    pub question: Question,
    /// What the side that decides is sure of; what the line is worth, if it is proved that nothing is better.
    pub value: Value,
    /// What no play of the side that decides can do better than; equal to the value: nothing is better.
    pub bound: Value,
    /// A line with the declarations that the value is about.
    pub line: Line,
    /// What the line does, replayed through the rules.
    pub outcome: Outcome,
    /// How much work it was.
    pub statistics: Statistics,
    /// Why it is not proved that nothing is better and nothing as good has fewer attackers or blockers; `None`: it is
    /// proved. Where the search was stopped and the bound equals the value, the latter may be open.
    pub stop: Option<Stop>,
}

/// What `check` answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Every broken rule; none where all is legal.
    pub reasons: Vec<Reason>,
    /// Where requirements fall short, a declaration that obeys the most (CR 508.1d, 509.1c).
    pub better: Option<Better>,
}

/// A declaration that obeys more requirements than the one judged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Better {
    /// Other attackers.
    Attacks(Attack),
    /// Other blockers, of all defending players together.
    Blocks(Block),
}

/// What `count` answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Legal attacks; the empty one counts.
    pub attacks: u64,
    /// Legal blocks of the declared attack, or summed over all legal attacks.
    pub blocks: u64,
    /// Answers to the open question that reach the best value: attacks, blocks, or the active player's splits of the
    /// first damage step.
    pub optimal: u64,
}

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The position does not leave this question open.
    #[error("{0}")]
    WrongVerb(String),
    /// The declaration is illegal.
    #[error("the declaration is illegal: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))]
    Illegal(Vec<Reason>),
    /// A declaration names what isn't on the table, or an attacker twice.
    #[error("{0}")]
    Unknown(String),
    /// More to look at than can be looked at exactly.
    #[error("{0}")]
    TooLarge(String),
    /// Stopped at a limit before there was anything to answer.
    #[error("stopped at {0}, before there was an answer")]
    Stopped(Stop),
    /// Stopped at a limit before it was known of any declaration that it is legal, or of the declared one whether it is.
    #[error(
        "stopped at {0}, before it was known what is legal: a declaration has to obey as many requirements as any that \
         breaks no restriction (CR 508.1d, 509.1c)"
    )]
    LegalityUnknown(Stop),
    /// An integer program's answer failed its check, or a second opinion differs: a defect of the program.
    #[error("internal error, please report the position: {0}")]
    Contradiction(String),
}

impl SearchError {
    /// What it means that the most requirements that can be obeyed were not found in time.
    pub(super) fn about_legality(self) -> SearchError {
        match self {
            SearchError::Stopped(stop) => SearchError::LegalityUnknown(stop),
            other => other,
        }
    }
}
