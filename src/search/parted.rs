//! A map that may become large while a clock is looked at: it grows in parts, as one table of a hundred thousand entries
//! takes many milliseconds to move to a larger one.

use std::hash::{BuildHasher, Hash};

use rustc_hash::{FxBuildHasher, FxHashMap};
use smallvec::{SmallVec, smallvec};

use super::freed_aside::Part;

/// From how many entries on it has parts.
const SMALL: usize = 4_096;
/// How many.
const PARTS: usize = 64;

/// A map in one part while it is small.
#[derive(Debug)]
pub(super) struct Parted<K, V>(SmallVec<[FxHashMap<K, V>; 1]>);

impl<K, V> Default for Parted<K, V> {
    fn default() -> Self {
        Parted(smallvec![FxHashMap::default()])
    }
}

impl<K: Hash + Eq, V> Parted<K, V> {
    /// Which part a key belongs to.
    fn part(&self, key: &K) -> usize {
        // The tables go by the other bits.
        if self.0.len() == 1 { 0 } else { (FxBuildHasher.hash_one(key) >> 32) as usize % PARTS }
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(FxHashMap::len).sum()
    }

    pub(super) fn get(&self, key: &K) -> Option<&V> {
        self.0[self.part(key)].get(key)
    }

    /// Takes an entry in; whether its key is new.
    pub(super) fn insert(&mut self, key: K, value: V) -> bool {
        if self.0.len() == 1 && self.0[0].len() == SMALL {
            let all = std::mem::take(&mut self.0[0]);
            self.0.resize_with(PARTS, FxHashMap::default);
            for (key, value) in all {
                let part = self.part(&key);
                self.0[part].insert(key, value);
            }
        }
        let part = self.part(&key);
        self.0[part].insert(key, value).is_none()
    }
}

impl<K: Send + 'static, V: Send + 'static> Part for Parted<K, V> {
    fn number(&self) -> usize {
        self.0.iter().map(FxHashMap::len).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::{PARTS, Parted, SMALL};

    #[test]
    fn it_finds_what_it_was_given_before_and_after_it_has_parts() {
        let mut map = Parted::default();
        for number in 0..3 * SMALL as u64 {
            assert!(map.insert(number, number * 7));
            assert!(!map.insert(number / 2, number / 2 * 7), "{number} was there");
        }
        assert_eq!(map.len(), 3 * SMALL);
        assert!((0..3 * SMALL as u64).all(|number| map.get(&number) == Some(&(number * 7))));
        assert_eq!(map.get(&(3 * SMALL as u64)), None);
        assert_eq!(map.0.len(), PARTS);
        let largest = map.0.iter().map(|part| part.len()).max().expect("it has parts");
        assert!(largest < 3 * SMALL / PARTS * 4, "one part has {largest}");
    }
}
