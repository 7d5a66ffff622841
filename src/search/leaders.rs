//! The K best declarations while a search goes on, and how many reach the best value.

use std::cmp::Ordering;

use super::budget::Stop;
use crate::position::{Attack, Block};
use crate::rules::Value;

/// What a search for several has found, and why it was stopped, if it was.
pub(super) type RankedSoFar = (Leaders<Value>, Option<Stop>);

/// One of the best declarations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Leader<V> {
    /// Greater is better for the side that decides.
    pub(super) value: V,
    /// How many creatures are declared; of equal values fewer are better.
    pub(super) size: usize,
    /// The attack, and the blocks against it: one of them decides, the other follows from it or is given.
    pub(super) attack: Attack,
    pub(super) block: Block,
    /// Equal for declarations that differ only in which of several alike creatures do what.
    pub(super) shape: Vec<u32>,
}

impl<V: Ord> Leader<V> {
    /// Best first: by value, then fewer creatures, then file order.
    fn order(&self, other: &Leader<V>) -> Ordering {
        let by_value = other.value.cmp(&self.value).then(self.size.cmp(&other.size));
        by_value.then_with(|| (&self.attack, &self.block).cmp(&(&other.attack, &other.block)))
    }
}

/// The best declarations so far, one of each shape.
#[derive(Clone, Debug)]
pub(super) struct Leaders<V> {
    /// How many are wanted, at least one.
    wanted: usize,
    list: Vec<Leader<V>>,
    /// The best value.
    best: V,
    /// How many declarations have been found that reach it; `None`: more than can be counted.
    optimal: Option<u64>,
}

impl<V: Ord> Leaders<V> {
    /// For a search of which it is known what the best is worth.
    pub(super) fn new(wanted: usize, best: V) -> Leaders<V> {
        Leaders { wanted: wanted.max(1), list: Vec::new(), best, optimal: Some(0) }
    }

    /// Where there are as many as are wanted, the last of them.
    pub(super) fn last(&self) -> Option<&Leader<V>> {
        if self.list.len() < self.wanted { None } else { self.list.last() }
    }

    pub(super) fn wanted(&self) -> usize {
        self.wanted
    }

    /// The best value.
    pub(super) fn best(&self) -> &V {
        &self.best
    }

    /// Whether a declaration that is worth at most `value` and declares at least `size` creatures can count or lead.
    pub(super) fn wants(&self, value: &V, size: usize) -> bool {
        *value >= self.best
            || self.last().is_none_or(|last| *value > last.value || *value == last.value && size <= last.size)
    }

    /// Takes in a declaration that stands for so many of its value; `None`: more than can be counted.
    pub(super) fn add(&mut self, leader: Leader<V>, ways: Option<u64>) {
        if leader.value >= self.best {
            self.optimal = self.optimal.zip(ways).and_then(|(sum, ways)| sum.checked_add(ways));
        }
        if let Some(known) =
            self.list.iter().position(|known| known.shape == leader.shape && known.value == leader.value)
        {
            if leader.order(&self.list[known]) != Ordering::Less {
                return;
            }
            self.list.remove(known);
        }
        let place = self.list.partition_point(|other| other.order(&leader) == Ordering::Less);
        if place < self.wanted {
            self.list.insert(place, leader);
            self.list.truncate(self.wanted);
        }
    }

    /// The same with other values in the same order.
    pub(super) fn map<W>(self, value: impl Fn(V) -> W) -> Leaders<W> {
        let Leaders { wanted, list, best, optimal } = self;
        let list = list.into_iter().map(|Leader { value: worth, size, attack, block, shape }| Leader {
            value: value(worth),
            size,
            attack,
            block,
            shape,
        });
        Leaders { wanted, list: list.collect(), best: value(best), optimal }
    }

    /// The best, and how many reach the best value.
    pub(super) fn into_parts(self) -> (Vec<Leader<V>>, Option<u64>) {
        (self.list, self.optimal)
    }
}
