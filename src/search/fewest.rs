//! Whether a declaration that nothing is better than has as few creatures as any that is as good, as far as that shows
//! without a search: where none of its creatures can be left out, whoever else is declared.

use super::bounds::Bounds;
use super::evaluate::best_line;
use super::score::Scorer;
use super::solution::{Line, Question};
use crate::position::{Block, CreatureId};
use crate::rules::{
    DeclaredAttack, Value, attack_requirements, block_requirements, unobeyed_attack_requirements,
    unobeyed_block_requirements,
};

/// Most creatures that are left out one by one.
const CREATURES: usize = 64;

/// Whether nothing with fewer creatures is worth as much as a line that nothing is better than.
pub(super) fn has_fewest(late: &Scorer<'_, '_>, question: Question, line: &Line, value: &Value) -> bool {
    match question {
        Question::Attack => line.attack.0.len() <= CREATURES && attackers_are_needed(late, line, value),
        Question::Block => line.block.0.len() <= CREATURES && blockers_are_needed(late, line, value),
        Question::Assign => true,
    }
}

fn attackers_are_needed(late: &Scorer<'_, '_>, line: &Line, value: &Value) -> bool {
    let board = late.board();
    // Whatever obeys all requirements, as every legal attack then does, holds all creatures that they name.
    let required = if unobeyed_attack_requirements(board, &line.attack).1.is_empty() {
        attack_requirements(board).iter().map(|requirement| requirement.creature()).collect()
    } else {
        Vec::new()
    };
    let without = Bounds::without_each_attacker(late);
    let mut open =
        line.attack.0.iter().filter(|(attacker, _)| !required.contains(attacker) && without(*attacker).upper >= *value);
    match (open.next(), line.attack.0.len()) {
        (None, _) => true,
        // What attacking with nothing is worth is known.
        (Some(_), 1) => late.worth(&late.zero()) < *value,
        (Some(_), _) => false,
    }
}

fn blockers_are_needed(late: &Scorer<'_, '_>, line: &Line, value: &Value) -> bool {
    let board = late.board();
    let declared = DeclaredAttack::new(board, &line.attack);
    let is_required = |blocker: CreatureId| {
        let defender = board.position().creature(blocker).controller;
        let about = |requirement: &crate::rules::BlockRequirement| requirement.blocker() == Some(blocker);
        block_requirements(board, &declared, defender).iter().any(about)
            && unobeyed_block_requirements(board, &declared, defender, &line.block).1.is_empty()
    };
    let mut open = line.block.0.iter().filter(|(blocker, _)| {
        !is_required(*blocker) && Bounds::of_attack_without(late, &declared, *blocker).lower <= *value
    });
    match (open.next(), line.block.0.len()) {
        (None, _) => true,
        (Some(_), 1) => {
            best_line(late, &line.attack, &Block::default()).is_ok_and(|(unblocked, ..)| unblocked > *value)
        }
        (Some(_), _) => false,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::position::{Notation, Target, read};
    use crate::rules::Board;

    /// Whether a line is known to have the fewest: the first so many creatures attack, the first so many block one each.
    fn is_fewest(question: Question, board: &str, (attackers, blockers): (usize, usize), value: &[i64]) -> bool {
        let position = read(board.as_bytes(), Notation::Json, false).unwrap();
        let board = Board::new(&position, None).unwrap();
        let scorer = Scorer::within(&board, Arc::default());
        let opponent = position.defending_players().next().unwrap();
        let attack: Vec<_> = position.creatures_of(position.active()).take(attackers).collect();
        let blocks = position.creatures_of(opponent).zip(&attack).take(blockers);
        let line = Line {
            block: Block(blocks.map(|(blocker, attacker)| (blocker, vec![*attacker])).collect()),
            attack: crate::position::Attack(attack.iter().map(|it| (*it, Target::Player(opponent))).collect()),
            damage: Vec::new(),
        };
        has_fewest(&scorer, question, &line, &Value(value.into()))
    }

    #[test]
    fn attackers_of_whom_each_adds_something_are_needed() {
        let board = |objective: &str, life: i64, abilities: &str| {
            format!(
                r#"{{"objective": "{objective}", "players": [
                    {{"name": "you", "creatures": ["3 x Elf 1/1 {abilities}"]}}, {{"name": "opp", "life": {life}}}]}}"#
            )
        };
        let attack = |objective: &str, life: i64, abilities: &str, attackers: usize, value: &[i64]| {
            is_fewest(Question::Attack, &board(objective, life, abilities), (attackers, 0), value)
        };
        assert!(attack("face", 20, "", 3, &[3]));
        // One of them wins as well as three, and without an attack nobody wins.
        assert!(!attack("win", 1, "", 3, &[1]));
        assert!(attack("win", 1, "", 1, &[1]));
        assert!(attack("win", 3, "", 3, &[1]));
        // Nobody is as good as one that does nothing, unless it has to attack.
        assert!(!attack("win", 20, "", 1, &[0]));
        assert!(attack("win", 20, "attacks each combat if able", 3, &[0]));
        assert!(attack("win", 20, "", 0, &[0]));
    }

    #[test]
    fn blockers_without_whom_the_attacker_gets_more_are_needed() {
        let block = |objective: &str, theirs: &str, blockers: usize, value: &[i64]| {
            let board = format!(
                r#"{{"objective": "{objective}", "players": [
                    {{"name": "you", "creatures": ["2 x Elf 1/1"]}}, {{"name": "opp", "creatures": ["{theirs}"]}}]}}"#
            );
            is_fewest(Question::Block, &board, (2, blockers), value)
        };
        assert!(block("lifegain", "2 x Ogre 3/3 lifelink", 2, &[-6]));
        assert!(block("face", "Ogre 3/3", 1, &[1]));
        // Nobody wins anyway.
        assert!(!block("win", "Ogre 3/3", 1, &[0]));
        assert!(!block("win", "2 x Ogre 3/3", 2, &[0]));
        assert!(block("win", "2 x Ogre 3/3 blocks each combat if able", 2, &[0]));
    }
}
