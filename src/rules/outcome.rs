//! What a combat has done: sums that add up over parts of a combat, and the outcome they come to.

use smallvec::SmallVec;

use super::board::Board;
use super::combat::Combat;
use super::state_based::{end_of_combat, has_lost};
use crate::position::{CreatureId, PlayerId, Term};

/// What a combat does to one player; sums of two parts of a combat add up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerTally {
    /// Change of life by block triggers, in the first of two damage steps, and in the last or only one.
    pub life: [i64; 3],
    /// Combat damage dealt to the player, with and without infect.
    pub damage: i64,
    /// Poison counters that the player gets.
    pub poison: i64,
    /// Life gained by lifelink.
    pub gained: i64,
    /// Combat damage by commanders that are on the table, in order of the creatures.
    pub commander_damage: SmallVec<[(CreatureId, i64); 1]>,
}

impl PlayerTally {
    pub(super) fn add_commander_damage(&mut self, commander: CreatureId, amount: i64) {
        match self.commander_damage.binary_search_by_key(&commander, |(creature, _)| *creature) {
            Ok(index) => self.commander_damage[index].1 += amount,
            Err(index) => self.commander_damage.insert(index, (commander, amount)),
        }
    }
}

/// What a combat, or a part of one that nothing links to the rest, has done so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// By player, in file order.
    pub players: SmallVec<[PlayerTally; 2]>,
    /// Damage dealt to each planeswalker, also beyond its loyalty.
    pub loyalty: SmallVec<[i64; 2]>,
    /// Damage dealt to each battle, also beyond its defense.
    pub defense: SmallVec<[i64; 2]>,
    /// Creatures that have died, in the order in which they died.
    pub died: SmallVec<[CreatureId; 6]>,
}

impl Tally {
    /// Nothing has happened yet.
    pub fn new(board: &Board<'_>) -> Tally {
        let position = board.position();
        Tally {
            players: position.players().iter().map(|_| PlayerTally::default()).collect(),
            loyalty: position.planeswalkers().iter().map(|_| 0).collect(),
            defense: position.battles().iter().map(|_| 0).collect(),
            died: SmallVec::new(),
        }
    }

    /// Adds what another part of the same combat has done.
    pub fn add(&mut self, other: &Tally) {
        for (player, more) in self.players.iter_mut().zip(&other.players) {
            for (life, change) in player.life.iter_mut().zip(more.life) {
                *life += change;
            }
            player.damage += more.damage;
            player.poison += more.poison;
            player.gained += more.gained;
            for (commander, amount) in &more.commander_damage {
                player.add_commander_damage(*commander, *amount);
            }
        }
        for (sum, more) in self.loyalty.iter_mut().zip(&other.loyalty) {
            *sum += more;
        }
        for (sum, more) in self.defense.iter_mut().zip(&other.defense) {
            *sum += more;
        }
        self.died.extend_from_slice(&other.died);
    }

    /// What it comes to for the whole combat.
    pub fn outcome(&self, board: &Board<'_>) -> Outcome {
        let position = board.position();
        let players: Vec<PlayerOutcome> = position
            .players()
            .iter()
            .zip(&self.players)
            .map(|(player, tally)| PlayerOutcome {
                life: player.life + tally.life.iter().sum::<i64>(),
                poison: player.poison + tally.poison,
                lost: has_lost(player, tally, |creature| board.name(creature)),
            })
            .collect();
        let mut died: Vec<CreatureId> = self.died.to_vec();
        died.sort_unstable();
        let planeswalkers = position.planeswalkers().iter().zip(&self.loyalty);
        let planeswalkers: Vec<i64> = planeswalkers.map(|(walker, dealt)| (walker.loyalty - dealt).max(0)).collect();
        let battles = position.battles().iter().zip(&self.defense);
        let battles: Vec<i64> = battles.map(|(battle, dealt)| (battle.defense - dealt).max(0)).collect();
        let mut outcome = Outcome { terms: [0; 10], players, died, planeswalkers, battles };
        for term in Term::ALL {
            outcome.terms[term as usize] = self.term(board, term, &outcome);
        }
        outcome
    }

    /// What one term of an objective counts.
    fn term(&self, board: &Board<'_>, term: Term, outcome: &Outcome) -> i64 {
        let position = board.position();
        let defenders = || position.defending_players().map(PlayerId::index);
        let value_of = |own: bool| -> i64 {
            let mine = |creature: &&CreatureId| (position.creature(**creature).controller == position.active()) == own;
            self.died.iter().filter(mine).map(|creature| board.characteristics(*creature).value).sum()
        };
        match term {
            Term::Win => defenders().filter(|index| outcome.players[*index].lost).count() as i64,
            Term::Face => defenders().map(|index| self.players[index].damage).sum(),
            Term::Loyalty => position
                .planeswalkers()
                .iter()
                .zip(&outcome.planeswalkers)
                .map(|(walker, left)| walker.loyalty - left)
                .sum(),
            Term::Walkers => outcome.planeswalkers.iter().filter(|left| **left == 0).count() as i64,
            Term::Defense => {
                position.battles().iter().zip(&outcome.battles).map(|(battle, left)| battle.defense - left).sum()
            }
            Term::Kills => value_of(false),
            Term::Losses => value_of(true),
            Term::Material => value_of(false) - value_of(true),
            Term::Poison => defenders().map(|index| self.players[index].poison).sum(),
            Term::Lifegain => {
                let gained: i64 = defenders().map(|index| self.players[index].gained).sum();
                self.players[position.active().index()].gained - gained
            }
        }
    }
}

impl Combat<'_, '_> {
    /// What the combat has done once both steps are over: the tally with what leaves at end of combat.
    pub fn finish(&self) -> Tally {
        let mut tally = self.tally().clone();
        tally.died.extend(end_of_combat(self));
        tally
    }
}

/// A player after combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlayerOutcome {
    /// Life total.
    pub life: i64,
    /// Poison counters.
    pub poison: i64,
    /// Whether the player has lost, at any check.
    pub lost: bool,
}

/// What a whole combat has done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// One number for each of [`Term::ALL`].
    pub terms: [i64; 10],
    /// The players, in file order.
    pub players: Vec<PlayerOutcome>,
    /// The creatures that died, in file order; sacrificed decayed attackers too.
    pub died: Vec<CreatureId>,
    /// Loyalty left of each planeswalker, 0 when it is gone.
    pub planeswalkers: Vec<i64>,
    /// Defense left of each battle, 0 when it is gone.
    pub battles: Vec<i64>,
}

impl Outcome {
    /// What a term counts.
    pub fn term(&self, term: Term) -> i64 {
        self.terms[term as usize]
    }
}
