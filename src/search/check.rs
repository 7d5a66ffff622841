//! Whether declared attacks, blocks and damage are legal, and which rules they break.

use itertools::Itertools;

use super::budget::Budget;
use super::legality::{most_attack_requirements, most_block_requirements};
use super::solution::{Better, SearchError, Verdict};
use crate::position::{Assignment, Attack, Block, Step};
use crate::rules::{
    Board, Combat, DeclaredAttack, Reason, Side, attack_restrictions, block_restrictions, unobeyed_attack_requirements,
    unobeyed_block_requirements,
};

/// Judges the position's declarations.
pub(super) fn verdict(budget: &Budget, board: &Board<'_>) -> Result<Verdict, SearchError> {
    let position = board.position();
    let Some(attack) = position.attacks() else {
        return Err(SearchError::WrongVerb(
            "check needs declared attacks; attack, solve or count answer a position without".to_owned(),
        ));
    };
    let mut verdict = judge_attack(budget, board, attack)?;
    if let Some(block) = position.blocks() {
        let blocks = judge_block(budget, board, attack, block)?;
        verdict.reasons.extend(blocks.reasons);
        verdict.better = verdict.better.or(blocks.better);
        if let Some(damage) = position.damage() {
            verdict.reasons.extend(judge_damage(board, attack, block, damage));
        }
    }
    Ok(verdict)
}

/// The first few of many texts.
fn listed(texts: impl ExactSizeIterator<Item = String>) -> String {
    const SHOWN: usize = 10;
    let more = texts.len().saturating_sub(SHOWN);
    let mut list = texts.take(SHOWN).join(", ");
    if more > 0 {
        list.push_str(&format!(" and {more} more"));
    }
    list
}

/// Restrictions and requirements of an attack (CR 508.1).
pub(super) fn judge_attack(budget: &Budget, board: &Board<'_>, attack: &Attack) -> Result<Verdict, SearchError> {
    let mut reasons = attack_restrictions(board, attack);
    let (obeyed, not) = unobeyed_attack_requirements(board, attack);
    if !not.is_empty() {
        let (most, better) = most_attack_requirements(budget, board).map_err(SearchError::about_legality)?;
        if obeyed < most {
            let texts = listed(not.iter().map(|requirement| requirement.text(board)));
            let text = format!("the attack obeys {obeyed} requirements where {most} can be obeyed; not: {texts}");
            reasons.push(Reason::new("508.1d", text));
            return Ok(Verdict { reasons, better: Some(Better::Attacks(better)) });
        }
    }
    Ok(Verdict { reasons, better: None })
}

/// Restrictions and requirements of all defending players' blocks (CR 509.1, 802.4b).
pub(super) fn judge_block(
    budget: &Budget,
    board: &Board<'_>,
    attack: &Attack,
    block: &Block,
) -> Result<Verdict, SearchError> {
    let position = board.position();
    let declared = DeclaredAttack::new(board, attack);
    // Creatures of the active player can't block at all, and no defending player's blocks contain them.
    let mut reasons = block_restrictions(board, &declared, position.active(), block);
    let mut better = Vec::new();
    let mut short = false;
    for defender in position.defending_players() {
        reasons.extend(block_restrictions(board, &declared, defender, block));
        let own = block.0.iter().filter(|(blocker, _)| position.creature(*blocker).controller == defender).cloned();
        let (obeyed, not) = unobeyed_block_requirements(board, &declared, defender, block);
        let mut kept: Vec<_> = own.collect();
        if !not.is_empty() {
            let found = most_block_requirements(budget, board, &declared, defender);
            let (most, found) = found.map_err(SearchError::about_legality)?;
            if obeyed < most {
                let texts = listed(not.iter().map(|requirement| requirement.text(board)));
                let name = &position.player(defender).name;
                let text =
                    format!("the blocks of {name} obey {obeyed} requirements where {most} can be obeyed; not: {texts}");
                reasons.push(Reason::new("509.1c", text));
                kept = found.0;
                short = true;
            }
        }
        better.extend(kept);
    }
    better.sort_unstable_by_key(|(blocker, _)| *blocker);
    Ok(Verdict { reasons, better: short.then_some(Better::Blocks(Block(better))) })
}

/// Declared damage, step by step: it must be complete, and each step is dealt as declared before the next is judged.
fn judge_damage(board: &Board<'_>, attack: &Attack, block: &Block, damage: &[Assignment]) -> Vec<Reason> {
    let position = board.position();
    let mut combat = Combat::declare(board, attack, block);
    let steps = combat.steps();
    let mut reasons = Vec::new();
    for step in [Step::FirstStrike, Step::Regular] {
        if !steps.contains(&step) && damage.iter().any(|row| row.step == step) {
            let text = format!("there is no {} damage step in this combat", step.name());
            reasons.push(Reason::new("510.4", text));
        }
    }
    for step in steps {
        let rows = |side: Side| -> Vec<Assignment> {
            let of_side = |row: &&Assignment| {
                (position.creature(row.source).controller == position.active()) == (side == Side::Active)
            };
            damage.iter().filter(|row| row.step == *step).filter(of_side).copied().collect()
        };
        for side in [Side::Active, Side::Defending] {
            reasons.extend(combat.division(side).violations(&combat, &rows(side)));
        }
        combat.deal(damage);
    }
    reasons
}
