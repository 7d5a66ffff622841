//! What is on the table: reading, validity, writing. No rule of combat lives here.

mod ability;
mod battlefield;
mod id;
mod objective;

pub use ability::{Ability, Color, Keyword, LandType, Numbered, Quality};
pub use battlefield::{
    Assignment, Attack, Battle, Block, Counters, Creature, Planeswalker, Player, Position, Step, Warning,
};
pub use id::{BattleId, CreatureId, PlaneswalkerId, PlayerId, Recipient, Target};
pub use objective::{Level, Objective, Term};
