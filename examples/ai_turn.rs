//! A combat as an engine plays it: one `Planner` for the board, asked for the attack, for the blocks against the attack
//! that was declared, and for the split of the damage.
//!
//! `cargo run --release --example ai_turn` prints it; `cargo test` runs it.
//!
//! The engine hands over its board as JSON, which it would write from its own objects, and gets ids back. Whoever asks
//! is a matter of the question: `attack` and `assign` are the active player's, `block` the defenders'. So one planner
//! does for an engine that plays either side, or both.

use std::error::Error;
use std::time::Duration;

use alphastrike::position::{Attack, Notation, Position, read};
use alphastrike::rules::Board;
use alphastrike::search::{Options, Planner, Solution};

/// The board, before attackers are declared. What attacking does to it (tapping, exalted …) is for the planner to add.
const BOARD: &str = r#"{"players": [
    {"name": "you", "creatures": [
        {"name": "Ogre", "power": 4, "toughness": 4, "abilities": ["trample"]},
        {"name": "Bird", "power": 1, "toughness": 1, "abilities": ["flying"]}
    ]},
    {"name": "opp", "life": 5, "creatures": [{"name": "Wall", "power": 0, "toughness": 3}]}
]}"#;

/// What a player at the table would wait for an answer. Each question has it for itself; a legal answer is there even
/// if it is over, and then `stop` says so.
const PATIENCE: Duration = Duration::from_millis(100);

/// The three answers of one combat.
struct Turn {
    attack: Solution,
    block: Solution,
    split: Solution,
}

/// One combat in which everybody follows the advice.
fn turn(position: &Position, options: Options) -> Result<Turn, Box<dyn Error>> {
    // The objective is the position's own: the first levels count first. Another one can be given here.
    let board = Board::new(position, None)?;
    let planner = Planner::new(&board, options)?;
    // CR 508.1: the active player declares attackers …
    let attack = planner.attack()?;
    // … CR 509.1: and the defenders block what was declared, whether or not that was the best attack.
    let declared: &Attack = &attack.line.attack;
    let block = planner.block(declared)?;
    // CR 510.1: the damage is divided once blocks are declared, again whatever they are.
    let split = planner.assign(declared, &block.line.block)?;
    Ok(Turn { attack, block, split })
}

fn main() -> Result<(), Box<dyn Error>> {
    let position = read(BOARD.as_bytes(), Notation::Json, false)?;
    let Turn { attack, block, split } = turn(&position, Options { time_limit: Some(PATIENCE), ..Options::default() })?;
    let proved = |answer: &Solution| if answer.stop.is_none() { "proved best" } else { "the best so far" };
    println!("attack, {}:", proved(&attack));
    for (creature, target) in &attack.line.attack.0 {
        println!("  {} attacks {}", position.creature(*creature).id, position.target_id(*target));
    }
    println!("blocks, {}:", proved(&block));
    for (blocker, attackers) in &block.line.block.0 {
        for attacker in attackers {
            println!("  {} blocks {}", position.creature(*blocker).id, position.creature(*attacker).id);
        }
    }
    println!("damage, {}:", proved(&split));
    for row in &split.line.damage {
        let (source, recipient) = (&position.creature(row.source).id, position.recipient_id(row.recipient));
        println!("  {source} deals {} to {recipient}", row.amount);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ogre_goes_through_the_wall_and_the_bird_over_it() {
        let position = read(BOARD.as_bytes(), Notation::Json, false).expect("a position");
        let Turn { attack, block, split } = turn(&position, Options::default()).expect("answers");
        // Unblocked both would deal 5 and win. With the Wall before the Ogre 1 of 4 tramples over, the Bird deals 1, and
        // the Wall, which is worth 3, dies.
        for answer in [&attack, &block, &split] {
            assert_eq!(answer.value.0.as_slice(), [0, 2, 3]);
        }
        assert_eq!((attack.line.attack.0.len(), block.line.block.0.len(), split.line.damage.len()), (2, 1, 3));
    }

    #[test]
    fn a_block_is_found_for_an_attack_that_is_not_the_best() {
        let position = read(BOARD.as_bytes(), Notation::Json, false).expect("a position");
        let board = Board::new(&position, None).expect("small factors");
        let planner = Planner::new(&board, Options::default()).expect("nothing is declared");
        let best = planner.attack().expect("an answer");
        let ogre = Attack(best.line.attack.0[..1].to_vec());
        let block = planner.block(&ogre).expect("a legal attack");
        assert_eq!((block.value.0.as_slice(), block.line.block.0.len()), ([0, 1, 3].as_slice(), 1));
    }
}
