//! The most requirements that a declaration can obey (CR 508.1d, 509.1c): by enumeration where that ends soon, else by
//! flows where they prove it, else by integer program.
//!
//! Enumeration is the reference and faster on small boards: it gets a number of steps, so that which of them answers
//! doesn't depend on the machine. All give the same number; the declaration that comes with it may differ. Flows are a
//! fixed amount of work, so they are asked too where the time is over: without them it would not be known what is legal.

use super::attacks::{AttackChoices, Steps};
use super::blocks::BlockChoices;
use super::budget::Budget;
use super::program::failed;
use super::score::Scorer;
use super::solution::SearchError;
use super::solve::{Options, declared_attack};
use super::{obedient_attack, obedient_block};
use crate::position::{Attack, Block, PlayerId};
use crate::program::{AttackLegality, BlockLegality, Extent, Model, MostObeyed, SolveError};
use crate::rules::{Board, DeclaredAttack, block_requirements};

/// How many steps enumeration gets, and how many choices all creatures together may have for it.
const ENUMERATED: u64 = 4_096;

/// The most requirements that an attack can obey without breaking a restriction (CR 508.1d), and an attack that does.
///
/// # Errors
///
/// [`SearchError::TooLarge`] where neither enumeration nor the program has an answer.
pub(super) fn most_attack_requirements(budget: &Budget, board: &Board<'_>) -> Result<(usize, Attack), SearchError> {
    attack_maximum(budget, &AttackChoices::new(board))
}

/// As [`most_attack_requirements`].
pub(super) fn attack_maximum(budget: &Budget, choices: &AttackChoices<'_, '_>) -> Result<(usize, Attack), SearchError> {
    either(
        budget,
        |steps| choices.enumerated_maximum(steps),
        || obedient_attack::most_by_flows(choices),
        || AttackLegality::new(choices.board(), Extent::Needed).most(&budget.solver_in_time()),
        |steps| choices.enumerated_maximum(steps),
    )
}

/// The most requirements that one defending player's blocks can obey without breaking a restriction (CR 509.1c), and
/// blocks that do.
///
/// # Errors
///
/// As [`most_attack_requirements`].
pub(super) fn most_block_requirements(
    budget: &Budget,
    board: &Board<'_>,
    attack: &DeclaredAttack,
    defender: PlayerId,
) -> Result<(usize, Block), SearchError> {
    if block_requirements(board, attack, defender).is_empty() {
        return Ok((0, Block::default()));
    }
    let enumerate = |choices: BlockChoices, steps: Steps<'_>| {
        let (most, chosen) = choices.enumerated_maximum(steps)?;
        Ok((most, Block(choices.block(&chosen).collect())))
    };
    either(
        budget,
        |steps| enumerate(BlockChoices::up_to(ENUMERATED as usize, budget, board, attack, defender)?, steps),
        || obedient_block::most_by_flows(board, attack, defender),
        || BlockLegality::new(board, attack, &[defender], Extent::Needed).most(&budget.solver_in_time()),
        |steps| enumerate(BlockChoices::new(budget, board, attack, defender)?, steps),
    )
}

/// As [`most_block_requirements`] without the blocks, where the choices are there already.
pub(super) fn block_maximum(
    budget: &Budget,
    board: &Board<'_>,
    attack: &DeclaredAttack,
    defender: PlayerId,
    choices: &BlockChoices,
) -> Result<usize, SearchError> {
    match choices.enumerated_maximum(Steps::up_to(ENUMERATED, budget)) {
        Err(SearchError::TooLarge(_)) => Ok(most_block_requirements(budget, board, attack, defender)?.0),
        found => Ok(found?.0),
    }
}

/// Enumeration, then flows, then the program, and where that has no proof, enumeration again as far as it goes.
fn either<D>(
    budget: &Budget,
    few: impl FnOnce(Steps<'_>) -> Result<(usize, D), SearchError>,
    flows: impl FnOnce() -> Option<(usize, D)>,
    program: impl FnOnce() -> Result<MostObeyed<D>, SolveError>,
    many: impl FnOnce(Steps<'_>) -> Result<(usize, D), SearchError>,
) -> Result<(usize, D), SearchError> {
    match few(Steps::up_to(ENUMERATED, budget)) {
        Err(SearchError::TooLarge(_) | SearchError::Stopped(_)) => {}
        found => return found,
    }
    if let Some(found) = flows() {
        return Ok(found);
    }
    budget.check()?;
    match program() {
        Ok(most) => {
            budget.count_programs(most.programs);
            Ok((most.requirements, most.declaration))
        }
        Err(SolveError::Unknown { .. } | SolveError::Solver { .. }) => many(Steps::new(budget, false)),
        Err(error) => Err(failed(error)),
    }
}

/// The integer program of the most requirements that can be obeyed: by the attack where none is declared (CR 508.1d),
/// else by the blocks against the declared attack, of all defending players together, whether or not blocks are
/// declared (CR 509.1c).
///
/// # Errors
///
/// [`SearchError::Illegal`] where the declared attack is, [`SearchError::WrongVerb`] where damage is declared,
/// [`SearchError::LegalityUnknown`] where it is not found in time whether the attack is legal.
pub fn legality_model(board: &Board<'_>, options: &Options) -> Result<Model, SearchError> {
    let position = board.position();
    if position.damage().is_some() {
        let text = "damage is declared, so model does not fit; the verb that fits is check";
        return Err(SearchError::WrongVerb(text.to_owned()));
    }
    if position.attacks().is_none() {
        return Ok(AttackLegality::new(board, Extent::All).model());
    }
    let attack = DeclaredAttack::new(board, &declared_attack(&Scorer::within(board, options.budget()))?);
    let defenders: Vec<PlayerId> = position.defending_players().collect();
    Ok(BlockLegality::new(board, &attack, &defenders, Extent::All).model())
}

#[cfg(test)]
mod tests;
