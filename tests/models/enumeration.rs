//! Recorded values against plain enumeration.

use alphastrike::position::{Attack, Block, CreatureId};
use alphastrike::rules::{Board, Combat, DeclaredAttack, Value, block_requirements, block_restrictions};
use alphastrike::search::{Question, exhaustive, open_question};
use itertools::Itertools;

use super::{Model, recorded, tier};

pub fn board(model: &Model) -> Board<'_> {
    Board::new(&model.position, None).unwrap_or_else(|error| panic!("{}: {error}", model.name))
}

/// The recorded value, if there is one; `check` has none.
fn value_of(answer: &serde_json::Value) -> Option<Vec<i64>> {
    answer.get("value").map(|value| serde_json::from_value(value.clone()).expect("whole numbers"))
}

#[test]
fn small_values_are_those_of_the_plain_reference() {
    let answers = recorded("small");
    let mut compared = 0;
    for model in tier("small") {
        let Some(value) = value_of(&answers[model.key()]) else { continue };
        let found = exhaustive::value(&board(&model), open_question(&model.position));
        assert_eq!(found.0.as_slice(), value, "{}", model.name);
        compared += 1;
    }
    assert!(compared >= 45, "only {compared} values");
}

#[test]
fn medium_values_are_those_of_enumerated_blocks() {
    let answers = recorded("medium");
    for model in tier("medium") {
        let board = board(&model);
        let least = |attack: &Attack| values_of_blocks(&model, &board, attack).into_iter().min().unwrap_or_default();
        let found = match open_question(&model.position) {
            Question::Attack => exhaustive::legal_attacks(&board).iter().map(least).max().unwrap_or_default(),
            Question::Block => least(model.position.attacks().expect("an attack")),
            Question::Assign => panic!("{}: there are no blocks to enumerate", model.name),
        };
        let value = value_of(&answers[model.key()]).expect("a value");
        assert_eq!(found.0.as_slice(), value, "{}", model.name);
    }
}

/// What each legal block of an attack is worth when both sides divide damage as well as they can.
pub fn values_of_blocks(model: &Model, board: &Board<'_>, attack: &Attack) -> Vec<Value> {
    let declared = DeclaredAttack::new(board, attack);
    let blocks = if model.is_small() { reference_blocks(board, &declared) } else { single_blocks(board, &declared) };
    let value = |block: &Block| exhaustive::best_damage(board, &Combat::new(board, &declared, block));
    blocks.iter().map(value).collect()
}

/// All legal blocks by the plain reference, of all defending players together.
fn reference_blocks(board: &Board<'_>, declared: &DeclaredAttack) -> Vec<Block> {
    let defenders = board.position().defending_players();
    let parts = defenders.map(|defender| exhaustive::legal_blocks(board, declared, defender));
    let all = parts
        .multi_cartesian_product()
        .map(|parts| Block(parts.into_iter().flat_map(|part| part.0).sorted_by_key(|(blocker, _)| *blocker).collect()));
    all.collect()
}

/// All legal blocks of a board with two players where nothing is required and no creature may block twice; the plain
/// reference would also try all sets of attackers for each blocker.
fn single_blocks(board: &Board<'_>, declared: &DeclaredAttack) -> Vec<Block> {
    let position = board.position();
    let defender = position.defending_players().exactly_one().unwrap_or_else(|_| panic!("two players"));
    assert_eq!(block_requirements(board, declared, defender).len(), 0, "requirements are not counted here");
    let blockers: Vec<CreatureId> = position.creatures_of(defender).collect();
    assert!(blockers.iter().all(|blocker| board.characteristics(*blocker).capacity == 1), "each may block once");
    let attackers = declared.against(defender).map(|attacker| Some(attacker.creature));
    let choices: Vec<Option<CreatureId>> = std::iter::once(None).chain(attackers).collect();
    let all = blockers.iter().map(|_| choices.clone()).multi_cartesian_product().map(|chosen| {
        let pairs = blockers.iter().zip(chosen);
        Block(pairs.filter_map(|(blocker, attacker)| Some((*blocker, vec![attacker?]))).collect())
    });
    all.filter(|block| block_restrictions(board, declared, defender, block).is_empty()).collect()
}
