//! From what a combat did to what it is worth: a whole number for each level of the objective.

use smallvec::SmallVec;

use super::board::Board;
use super::outcome::{Outcome, Tally};
use crate::position::{Objective, PlayerId, Position, Term};

/// One whole number for each level of an objective, most important first. The order is lexicographic.
///
/// Adding the same to two values keeps their order, so values of unlinked parts of a combat add up.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub SmallVec<[i64; 4]>);

impl Value {
    /// All levels 0.
    pub fn zero(levels: usize) -> Value {
        Value(SmallVec::from_elem(0, levels))
    }

    /// Adds level by level.
    pub fn add(&mut self, other: &Value) {
        for (level, more) in self.0.iter_mut().zip(&other.0) {
            *level += more;
        }
    }

    /// Adds `times` the other value.
    pub fn add_times(&mut self, other: &Value, times: i64) {
        for (level, more) in self.0.iter_mut().zip(&other.0) {
            *level += more * times;
        }
    }

    /// The sum.
    #[must_use]
    pub fn plus(&self, other: &Value) -> Value {
        let mut sum = self.clone();
        sum.add(other);
        sum
    }

    /// -1, 0 or 1: how it compares with zero, lexicographically.
    pub fn sign(&self) -> i64 {
        self.0.iter().find(|level| **level != 0).map_or(0, |level| level.signum())
    }
}

/// What the objective gives for one unit of each term.
#[derive(Clone, Debug)]
pub struct Valuation {
    factors: [Value; 10],
}

impl Valuation {
    /// Reads the factors off an objective.
    pub fn new(objective: &Objective) -> Valuation {
        let factors = Term::ALL.map(|term| Value(objective.levels.iter().map(|level| level.factor(term)).collect()));
        Valuation { factors }
    }

    /// Factor of a term, level by level.
    pub fn factor(&self, term: Term) -> &Value {
        &self.factors[term as usize]
    }

    /// How many levels there are.
    pub fn levels(&self) -> usize {
        self.factors[0].0.len()
    }

    /// What an outcome is worth.
    pub fn value(&self, outcome: &Outcome) -> Value {
        let mut value = Value::zero(self.levels());
        for term in Term::ALL {
            value.add_times(self.factor(term), outcome.term(term));
        }
        value
    }

    /// What a part of a combat is worth by the terms that add up over parts: face, kills, losses, material, poison,
    /// lifegain. The others depend on sums over the whole combat.
    pub fn additive(&self, board: &Board<'_>, tally: &Tally) -> Value {
        let position = board.position();
        let mut value = Value::zero(self.levels());
        for creature in &tally.died {
            let worth = board.characteristics(*creature).value;
            if position.creature(*creature).controller == position.active() {
                value.add_times(self.factor(Term::Losses), worth);
                value.add_times(self.factor(Term::Material), -worth);
            } else {
                value.add_times(self.factor(Term::Kills), worth);
                value.add_times(self.factor(Term::Material), worth);
            }
        }
        for (index, player) in tally.players.iter().enumerate() {
            if index == position.active().index() {
                value.add_times(self.factor(Term::Lifegain), player.gained);
            } else {
                value.add_times(self.factor(Term::Face), player.damage);
                value.add_times(self.factor(Term::Poison), player.poison);
                value.add_times(self.factor(Term::Lifegain), -player.gained);
            }
        }
        value
    }

    /// Whether `player` losing is worth anything.
    pub fn counts_loss_of(&self, position: &Position, player: PlayerId) -> bool {
        player != position.active() && self.factor(Term::Win).sign() != 0
    }
}
