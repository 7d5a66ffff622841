//! Integer programs: our own ordered and named [`Model`], the encoders that write one for a question of combat, the
//! solver behind it, the check of every answer, and the file formats.
//!
//! Whole numbers throughout; only `solver` knows a solver and floating point.

mod damage;
mod division;
mod effects;
mod error;
mod expression;
mod indicator;
mod levels;
mod lexicographic;
mod model;
mod names;
mod presolve;
mod prices;
mod solve;
mod solver;
mod symbols;
mod verify;
mod write;

pub use damage::DamageProgram;
pub use error::SolveError;
pub use expression::Expression;
pub use levels::{Optimum, optimise};
pub use model::{Comparison, Constraint, Direction, Model, Solution, Variable, VariableId};
pub use names::symbol;
pub use prices::{PriceProblem, Prices};
pub use solve::{SolverOutcome, solve};
pub use verify::{Defect, verify};
pub use write::{write_lp, write_mps};
