//! Numbers that name the things on the table.
//!
//! Each is an index into the list of its kind in a [`Position`](super::Position), in file order.
//! They mean nothing outside that position.

use std::fmt;

macro_rules! index {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub u32);

        impl $name {
            /// The index into the position's list.
            pub fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}", self.0)
            }
        }
    };
}

index! {
    /// A player, in file order.
    PlayerId
}
index! {
    /// A creature, in file order over all players.
    CreatureId
}
index! {
    /// A planeswalker, in file order over all players.
    PlaneswalkerId
}
index! {
    /// A battle, in file order over all players.
    BattleId
}

/// What a creature can attack (CR 508.1b).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// A player.
    Player(PlayerId),
    /// A planeswalker; its controller is the defending player.
    Planeswalker(PlaneswalkerId),
    /// A battle; its protector is the defending player.
    Battle(BattleId),
}

/// Anything that combat damage can be dealt to (CR 120.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Recipient {
    /// A creature.
    Creature(CreatureId),
    /// A player, planeswalker or battle.
    Target(Target),
}
