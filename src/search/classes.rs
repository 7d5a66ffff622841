//! Identical creatures as one class with a count, and sets of blockers as packed counts.

use crate::position::{Creature, CreatureId, Position};
use crate::rules::Board;

/// Blockers by class. A set of them is a number: a field of bits for each class, with one bit to spare.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    /// Members of each class, in file order.
    pub(super) members: Vec<Vec<CreatureId>>,
    shift: Vec<u32>,
    /// The spare bit of every field.
    guards: u128,
    /// All creatures.
    full: u128,
}

impl Classes {
    /// Groups blockers; classes come in the order of `order_key`, then of their first members. `None` where the counts
    /// don't fit a number.
    pub(super) fn new<K: Ord>(
        board: &Board<'_>,
        blockers: &[CreatureId],
        order_key: impl Fn(CreatureId) -> K,
    ) -> Option<Classes> {
        let mut members: Vec<Vec<CreatureId>> = Vec::new();
        for blocker in blockers {
            match members.iter_mut().find(|class| alike(board.position(), class[0], *blocker)) {
                Some(class) => class.push(*blocker),
                None => members.push(vec![*blocker]),
            }
        }
        members.sort_by_key(|class| (order_key(class[0]), class[0]));
        let (mut shift, mut guards, mut full, mut next) = (Vec::new(), 0u128, 0u128, 0u32);
        for class in &members {
            let bits = usize::BITS - class.len().leading_zeros();
            if next + bits + 1 > u128::BITS {
                return None;
            }
            shift.push(next);
            full |= (class.len() as u128) << next;
            guards |= 1u128 << (next + bits);
            next += bits + 1;
        }
        Some(Classes { members, shift, guards, full })
    }

    pub(super) fn full(&self) -> u128 {
        self.full
    }

    /// One creature of a class.
    pub(super) fn one(&self, class: usize) -> u128 {
        1 << self.shift[class]
    }

    /// How many of a class a set has.
    pub(super) fn count(&self, set: u128, class: usize) -> usize {
        let end = (self.guards >> self.shift[class]).trailing_zeros();
        // A field holds at most as many as there are creatures.
        ((set >> self.shift[class]) & ((1 << end) - 1)) as usize
    }

    /// Whether `part` is contained in `whole`.
    pub(super) fn fits(&self, part: u128, whole: u128) -> bool {
        ((whole | self.guards) - part) & self.guards == self.guards
    }
}

/// Whether two creatures differ in nothing but name and id.
pub(super) fn alike(position: &Position, one: CreatureId, other: CreatureId) -> bool {
    let (one, other) = (position.creature(one), position.creature(other));
    // Commander damage is counted creature by creature (CR 903.10a).
    if one.commander || other.commander {
        return false;
    }
    let bare = |creature: &Creature| Creature { id: String::new(), name: String::new(), ..creature.clone() };
    one.power == other.power && one.toughness == other.toughness && bare(one) == bare(other)
}
