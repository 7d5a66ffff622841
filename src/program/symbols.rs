//! Short legal names for the things in a combat, each its own.

use std::sync::Arc;

use super::names::{Names, symbol};
use crate::position::{CreatureId, PlayerId, Position, Recipient, Target};
use crate::rules::Combat;

/// A symbol for everyone in combat, everything attacked and every player, in that order, each kind in file order.
#[derive(Clone, Debug)]
pub(super) struct Symbols {
    symbols: Vec<(Recipient, Arc<str>)>,
}

impl Symbols {
    /// Names what takes part.
    pub fn of(combat: &Combat<'_, '_>) -> Symbols {
        let position = combat.board().position();
        let mut things: Vec<Recipient> = combat.fighters().iter().map(|f| Recipient::Creature(f.creature)).collect();
        things.extend(combat.fighters().iter().filter_map(|fighter| fighter.target).map(Recipient::Target));
        things.extend(position.player_ids().map(|player| Recipient::Target(Target::Player(player))));
        Symbols::of_things(position, things)
    }

    /// Names these, in the order of [`Recipient`]; each is named once.
    pub fn of_things(position: &Position, mut things: Vec<Recipient>) -> Symbols {
        things.sort_unstable();
        things.dedup();
        let mut names = Names::default();
        let symbols =
            things.into_iter().map(|thing| (thing, names.claim(&symbol(position.recipient_id(thing))))).collect();
        Symbols { symbols }
    }

    /// The symbol of one of them; `_` for what takes no part.
    pub fn name(&self, thing: Recipient) -> &str {
        self.symbols.binary_search_by_key(&thing, |(other, _)| *other).map_or("_", |index| &*self.symbols[index].1)
    }

    /// The symbol of a creature.
    pub fn creature(&self, creature: CreatureId) -> &str {
        self.name(Recipient::Creature(creature))
    }

    /// The symbol of a player.
    pub fn player(&self, player: PlayerId) -> &str {
        self.name(Recipient::Target(Target::Player(player)))
    }
}
