//! Integer programs: our own ordered and named [`Model`], the encoders that write one for a question of combat, the
//! solver behind it, the check of every answer, and the file formats.
//!
//! Whole numbers throughout; only `solver` knows a solver, and floating point decides nothing outside of it.

mod attack_legality;
mod attack_problem;
mod block_legality;
mod block_model;
mod block_problem;
mod certificate;
mod counting;
mod damage;
mod division;
mod effects;
mod envelope;
mod error;
mod expression;
mod indicator;
mod legality;
mod levels;
mod lexicographic;
mod model;
mod names;
mod overflow;
mod partition;
mod policy;
mod presolve;
mod solve;
mod solver;
mod symbols;
mod threshold;
mod verify;
mod write;

pub use attack_legality::AttackLegality;
pub use attack_problem::{
    AttackCandidate, AttackLimit, AttackProblem, CertifiedAttack, ChosenTargets, Reply, ReplyRun,
};
pub use block_legality::BlockLegality;
pub use block_problem::{BestBlock, BlockColumn, BlockLimit, BlockProblem, BlockRow, ChosenColumns};
pub use certificate::CertificateProgram;
pub use damage::DamageProgram;
pub use error::SolveError;
pub use expression::Expression;
pub use legality::{Extent, MostObeyed};
pub use levels::{Optimum, optimise, optimise_with};
pub use model::{Comparison, Constraint, Direction, Model, Solution, Variable, VariableId};
pub use names::symbol;
pub use overflow::Overflow;
pub use partition::PartitionProgram;
pub use solve::{SolverOptions, SolverOutcome, solve, solve_with};
pub use solver::Solver;
pub use threshold::{Contribution, Loss, Permanent, Thresholds};
pub use verify::{Defect, verify};
pub use write::{write_lp, write_mps};
