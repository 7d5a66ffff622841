//! What a search hands over.

use super::budget::Stop;
use crate::position::{Attack, Block};
use crate::rules::Value;

/// What a search has found, and how far that is proved.
///
/// "Better" is from the side that decides: the attacker wants values high, the defenders want them low.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Found<T> {
    /// Nothing is better, and of equals this is the one to give.
    Proved(T),
    /// The search was stopped.
    Stopped {
        /// The best so far; `None` where nothing has been looked at to the end. Then the answer starts from the
        /// declaration with the fewest creatures that is legal.
        best: Option<T>,
        /// A value that nothing can be better than, proved: for attacks every attack is worth at most this, for blocks
        /// every block at least. `None` where the search knows nothing better than [`Bounds`](super::bounds::Bounds).
        bound: Option<Value>,
        /// Why it was stopped.
        stop: Stop,
    },
}

/// An attack with what it guarantees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FoundAttack {
    /// The attack; legal.
    pub(super) attack: Attack,
    /// What it is worth against the best blocks, exactly: not a bound, and not the worth against some block.
    pub(super) value: Value,
    /// A legal block that holds it to that value.
    pub(super) reply: Block,
}

/// A block with what it holds the attack to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FoundBlock {
    /// The block; legal.
    pub(super) block: Block,
    /// What the attack is worth against it, exactly.
    pub(super) value: Value,
}
