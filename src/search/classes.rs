//! Identical creatures as one class with a count, and sets of blockers as packed counts.

use crate::position::{Creature, CreatureId, Position};

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
    /// From the members of each class, in file order. `None` where the counts don't fit a number.
    pub(super) fn new(members: Vec<Vec<CreatureId>>) -> Option<Classes> {
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

    /// The set of so many of these classes.
    pub(super) fn set(&self, groups: &[(usize, usize)]) -> u128 {
        groups.iter().map(|(class, count)| self.one(*class) * *count as u128).sum()
    }

    /// The creatures that are left without a set, which has the first ones of each class; sets stay what they are.
    pub(super) fn without(&self, set: u128) -> Classes {
        let rest = |(class, members): (usize, &Vec<CreatureId>)| members[self.count(set, class)..].to_vec();
        Classes {
            members: self.members.iter().enumerate().map(rest).collect(),
            shift: self.shift.clone(),
            guards: self.guards,
            full: self.full - set,
        }
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

    /// All of a class.
    pub(super) fn all_of(&self, class: usize) -> u128 {
        (self.members[class].len() as u128) << self.shift[class]
    }

    /// How often a set fits into another.
    pub(super) fn most(&self, groups: &[(usize, usize)], whole: u128) -> usize {
        groups.iter().map(|(class, count)| self.count(whole, *class) / count).min().unwrap_or(usize::MAX)
    }

    /// Whether `part` is contained in `whole`.
    pub(super) fn fits(&self, part: u128, whole: u128) -> bool {
        ((whole | self.guards) - part) & self.guards == self.guards
    }
}

/// Groups creatures that differ in nothing but name and id, each group in order, in the order of their first ones.
pub(super) fn group_alike(position: &Position, creatures: impl Iterator<Item = CreatureId>) -> Vec<Vec<CreatureId>> {
    let mut groups: Vec<Vec<CreatureId>> = Vec::new();
    for creature in creatures {
        // Copies stand next to each other.
        match groups.iter_mut().rev().find(|group| alike(position, group[0], creature)) {
            Some(group) => group.push(creature),
            None => groups.push(vec![creature]),
        }
    }
    groups
}

/// Whether two creatures differ in nothing but name and id, which nothing goes by.
pub(super) fn alike(position: &Position, one: CreatureId, other: CreatureId) -> bool {
    // Who has to block one of them need not block the other (CR 509.1c).
    if position.is_named(one) || position.is_named(other) {
        return false;
    }
    let (one, other) = (position.creature(one), position.creature(other));
    // Commander damage is counted creature by creature (CR 903.10a).
    if one.commander || other.commander {
        return false;
    }
    let bare = |creature: &Creature| Creature { id: String::new(), name: String::new(), ..creature.clone() };
    one.power == other.power
        && one.toughness == other.toughness
        && one.controller == other.controller
        && bare(one) == bare(other)
}
