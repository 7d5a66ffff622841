//! The rules of combat: what is legal, what damage does, what dies, what an objective counts.
//!
//! Each fact is written once, with its number in the Comprehensive Rules (CR), as of 2026: damage has no
//! assignment order. Nothing here searches or knows a solver.

mod assignment;
mod attacking;
mod blocking;
mod board;
mod combat;
mod damage;
mod declared;
mod evasion;
mod objective;
mod outcome;
mod quality;
mod reason;
mod requirement;
mod restriction;
mod state_based;
mod triggers;

pub use assignment::{Assigner, Condition, Division, Share};
pub use attacking::{attack_restrictions, attack_targets, attacking_reasons, may_attack, restricts_whole_attacks};
pub use blocking::{BlockLimits, block_restrictions, blocking_reasons, may_block};
pub use board::{Board, BoardError, Characteristics};
pub use combat::{Combat, Fighter, Side};
pub use damage::Dealt;
pub use declared::{DeclaredAttack, DeclaredAttacker};
pub use evasion::{can_block, evasion_reasons};
pub use objective::{Valuation, Value};
pub use outcome::{Outcome, PlayerOutcome, PlayerTally, Tally};
pub(crate) use quality::depends_on_size;
pub use quality::{Size, has_quality};
pub use reason::Reason;
pub use requirement::{
    AttackRequirement, BlockRequirement, attack_requirements, block_requirements, unobeyed_attack_requirements,
    unobeyed_block_requirements,
};
pub use restriction::{AttackRestriction, whole_attack_restrictions};
pub use state_based::{Fate, LOST_COMMANDER_DAMAGE, LOST_LIFE, LOST_POISON, has_lost, lost_at_start};
pub use triggers::{Bonus, Muster};
