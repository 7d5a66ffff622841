//! Lexicographic values as single whole numbers, for bounds that need multiplication.
//!
//! Each level gets a weight above everything that the later levels can come to on this board, so that the order of the
//! numbers is the order of the values. All of it is exact; where the numbers would not fit there is no scale.

use super::score::{Score, Scorer};
use crate::position::Term;
use crate::rules::Value;

/// The weights of one board's objective.
#[derive(Clone, Debug)]
pub(super) struct Scale {
    weights: Vec<i128>,
    /// More than two numbers of values can differ by.
    range: i128,
}

/// Room left for sums, multipliers and the number of blockers.
const LARGEST: i128 = i128::MAX >> 24;

impl Scale {
    /// `None` where the numbers would be too large.
    pub(super) fn new(scorer: &Scorer<'_, '_>) -> Option<Scale> {
        let board = scorer.board();
        let position = board.position();
        let (mut damage, mut worth, mut size) = (0i128, 0i128, 1i128);
        for creature in position.creature_ids() {
            let it = board.characteristics(creature);
            let grown = [
                it.power,
                it.toughness,
                it.bushido,
                it.frenzy,
                it.toxic,
                it.rampage * position.creatures().len() as i64,
            ];
            damage += grown.iter().map(|part| i128::from(part.abs())).sum::<i128>();
            damage += i128::from(it.exalted + it.battle_cry + it.melee) * position.creatures().len() as i128;
            worth += i128::from(it.value.abs());
            size += 1;
        }
        let permanents =
            position.planeswalkers().iter().map(|w| w.loyalty).chain(position.battles().iter().map(|b| b.defense));
        let permanents: i128 = permanents.map(i128::from).sum();
        let range = |term: Term| match term {
            Term::Win | Term::Walkers => {
                size + position.planeswalkers().len() as i128 + position.players().len() as i128
            }
            // Two steps, and toxic with every hit.
            Term::Face | Term::Poison | Term::Lifegain => 4 * damage + size,
            Term::Loyalty | Term::Defense => permanents,
            Term::Kills | Term::Losses | Term::Material => worth,
        };
        let mut weights = Vec::new();
        let mut weight = 1i128;
        for level in board.objective().levels.iter().rev() {
            weights.push(weight);
            let most: i128 = level.terms.iter().map(|(factor, term)| i128::from(factor.abs()) * range(*term)).sum();
            weight = weight.checked_mul(2 * most + 1).filter(|weight| *weight < LARGEST)?;
        }
        weights.reverse();
        Some(Scale { weights, range: weight })
    }

    /// More than the numbers of any two values on this board can differ by.
    pub(super) fn range(&self) -> i128 {
        self.range
    }

    /// The number of a value.
    pub(super) fn number(&self, value: &Value) -> i128 {
        value.0.iter().zip(&self.weights).map(|(level, weight)| i128::from(*level) * weight).sum()
    }

    /// The value of a number: of those that a combat on this board can have, the one whose number is nearest below or
    /// above, so that the order stays.
    pub(super) fn value(&self, number: i128) -> Value {
        let mut rest = number;
        let level = |weight: &i128| {
            let level = (rest + weight / 2).div_euclid(*weight);
            rest -= level * weight;
            i64::try_from(level).unwrap_or(if level < 0 { i64::MIN } else { i64::MAX })
        };
        Value(self.weights.iter().map(level).collect())
    }

    /// The number of a score's additive value.
    pub(super) fn additive(&self, score: &Score) -> i128 {
        self.number(score.value())
    }
}
