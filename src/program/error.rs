//! Why a program has no answer; one without a solution is no error, see [`SolverOutcome`](super::SolverOutcome).

use thiserror::Error;

use super::verify::Defect;

/// Why a program has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The solver failed.
    #[error("the solver failed on {model}: {text}")]
    Solver {
        /// Title of the model.
        model: String,
        /// What the solver says.
        text: String,
    },
    /// The solver's answer is wrong.
    #[error("the solver's answer to {model} is wrong")]
    Wrong {
        /// Title of the model.
        model: String,
        /// What is wrong with it.
        source: Defect,
    },
    /// The answer could not be proved within the exact range of the solver.
    #[error("no proved answer to {model}: {text}")]
    Unknown {
        /// Title of the model.
        model: String,
        /// Why not.
        text: String,
    },
    /// The answer does something else in the rules than in the program.
    #[error("program and rules disagree on {model}: {text}")]
    Contradiction {
        /// Title of the model.
        model: String,
        /// How.
        text: String,
    },
}
