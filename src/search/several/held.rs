//! What blocks are held to where some creatures block several attackers.
//!
//! A creature that is shared blocks once, and is one blocker. So what it obeys by blocking anything, and its place among
//! those that may block in all, are counted for whoever is shared at once, and in no column.

use super::problem::each_sharer;
use super::sharing::Sharing;
use crate::position::{Block, CreatureId, PlayerId};
use crate::search::candidates::Candidates;
use crate::search::duties::{Duties, Way};
use crate::search::gain::TIE;
use crate::search::score::Scorer;

/// What blocks are held to, kept in one way.
#[derive(Clone, Copy)]
pub(super) struct Held<'a> {
    pub(super) duties: &'a Duties,
    pub(super) way: &'a Way,
}

impl Held<'_> {
    /// What the requirements that a block obeys are worth to the defending players.
    pub(super) fn worth(&self, block: &Block) -> i128 {
        self.duties.weight() * self.duties.obeyed(block) as i128
    }

    /// What those are worth that shared creatures obey whatever they block.
    pub(super) fn worth_once(&self, sharing: &Sharing, shared: u32) -> i128 {
        let obeyed = each_sharer(shared).map(|sharer| self.duties.asked_once(sharing.sharers[sharer].creature));
        self.duties.weight() * obeyed.sum::<usize>() as i128
    }

    /// Prices to begin with, for each class: a creature that obeys requirements is worth that to whoever it blocks. From
    /// nothing such prices are hard to find, since requirements are worth so much more than all else.
    #[expect(clippy::cast_precision_loss, reason = "prices are hints")]
    pub(super) fn first_prices(&self, candidates: &Candidates, copies: impl Fn(usize) -> usize) -> Vec<f64> {
        let weight = self.duties.weight() * TIE;
        let attackers = || candidates.all.iter().map(|candidate| &candidate.choices[0].attacker);
        let price = |(class, members): (usize, &Vec<CreatureId>)| {
            let asked = attackers().map(|attacker| self.duties.asked(members[0], attacker)).max();
            (weight * asked.unwrap_or(0) as i128) as f64 / copies(class) as f64
        };
        candidates.classes.members.iter().enumerate().map(price).collect()
    }

    /// The sums that may not grow beyond a cap where these are shared, beside which they are counted already.
    pub(super) fn caps(&self, scorer: &Scorer<'_, '_>, sharing: &Sharing, shared: u32) -> Vec<(usize, i64)> {
        let position = scorer.board().position();
        let controls =
            |player: PlayerId, sharer: usize| position.creature(sharing.sharers[sharer].creature).controller == player;
        let beside = |player: PlayerId| each_sharer(shared).filter(|sharer| controls(player, *sharer)).count() as i64;
        sharing.rows.clone().zip(self.duties.caps_beside(self.way, beside)).collect()
    }
}
