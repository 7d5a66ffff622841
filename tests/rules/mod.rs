//! The Comprehensive Rules, statement by statement: what each says of a small combat, worked out by hand.
//!
//! Blockers have power 0 where their own damage doesn't matter, so that a split is the attackers' rows alone.

mod attacking_508;
mod blocking_509;
mod counters_122;
mod damage_510;
mod damage_results_120;
mod examples_damage;
mod examples_declarations;
mod examples_outcome;
mod examples_steps;
mod fight;
mod keywords_702_damage;
mod keywords_702_evasion;
mod keywords_702_triggers;
mod multiplayer_802;
mod objective_and_convention;
mod planeswalkers_battles;
mod protection_702_16;
mod state_based_704;
