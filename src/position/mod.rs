//! What is on the table: reading, validity, writing. No rule of combat lives here.

mod ability;
mod ability_display;
mod ability_sentence;
mod ability_text;
mod battlefield;
mod defect;
mod fields;
mod id;
mod keyword_text;
mod limits;
mod nearest;
mod no_effect;
mod node;
mod node_json;
mod node_toml;
mod number_text;
mod objective;
mod objective_text;
mod place;
mod quality_display;
mod quality_text;
mod read;
mod setup;
mod setup_read;
mod short;
mod type_words;
mod validate;
mod validate_commanders;
mod validate_declarations;
mod validate_ids;
mod validate_permanents;
mod validate_players;
mod write;

pub use ability::{Ability, Color, Keyword, LandType, Numbered, Quality};
pub use ability_text::{AbilityProblem, UnknownAbility};
pub use battlefield::{
    Assignment, Attack, Battle, Block, Counters, Creature, Planeswalker, Player, Position, Step, Warning,
};
pub use defect::{Defect, Defects, MAX_DEFECTS, ReadError};
pub use id::{BattleId, CreatureId, PlaneswalkerId, PlayerId, Recipient, Target};
pub use limits::{
    MAX_ABILITIES, MAX_AMOUNT, MAX_COUNT, MAX_DAMAGE, MAX_FACTOR, MAX_ITEMS, MAX_LEVELS, MAX_NAME, MAX_PERMANENTS,
    MAX_PLAYERS, MAX_ROWS,
};
pub use objective::{Level, Objective, Term};
pub use objective_text::{ObjectiveError, ObjectiveProblem};
pub use read::{Notation, read, read_short_forms};
pub use setup::{AssignmentSetup, BattleSetup, CreatureSetup, PlaneswalkerSetup, PlayerSetup, Setup};
pub use write::WriteError;
