//! Long lists that are freed on a thread of their own.
//!
//! A million sets of blockers, each with lists of its own, take tens of milliseconds to free. A search that is told to
//! stop hands over what it has at once, and its caller goes on meanwhile.

use std::ops::{Deref, DerefMut};
use std::thread;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use smallvec::{Array, SmallVec};

use super::columns::Column;

/// From how many on they are freed aside: about as many as are freed while a thread starts.
const MANY: usize = 2_000;

/// Something to free, or a list of such.
pub(super) trait Part: Send + 'static {
    /// How many it is.
    fn number(&self) -> usize {
        1
    }
}

impl Part for Column {}

impl<A: Array + Send + 'static> Part for SmallVec<A> where A::Item: Send {}

impl<K: Send + 'static, V: Send + 'static, S: Send + 'static> Part for IndexMap<K, V, S> {
    fn number(&self) -> usize {
        self.len()
    }
}

impl<T: Part> Part for Vec<T> {
    fn number(&self) -> usize {
        self.iter().map(Part::number).sum()
    }
}

/// A map that is freed aside where it is large. In one that keeps its order, only numbers move when it grows: tables of
/// the entries themselves take many milliseconds to, where there are a hundred thousand.
pub(super) type Memo<K, V> = FreedAside<IndexMap<K, V, FxBuildHasher>>;

/// A list that is freed aside where it is long.
#[derive(Debug, Default)]
pub(super) struct FreedAside<T: Part + Default>(T);

impl<T: Part + Default> FreedAside<T> {
    pub(super) fn new(list: T) -> Self {
        FreedAside(list)
    }

    /// The list, to be freed by who takes it.
    pub(super) fn into_inner(mut self) -> T {
        std::mem::take(&mut self.0)
    }
}

impl<T: Part + Default> Deref for FreedAside<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Part + Default> DerefMut for FreedAside<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

impl<T: Part + Default> Drop for FreedAside<T> {
    fn drop(&mut self) {
        if self.0.number() < MANY {
            return;
        }
        let list = std::mem::take(&mut self.0);
        // Where no thread can be had the closure is freed here, and the list with it.
        let _ = thread::Builder::new().spawn(move || drop(list));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Sender, channel};
    use std::thread::{ThreadId, current};

    use super::{FreedAside, MANY, Part};

    /// Tells who frees it.
    struct Told(Sender<ThreadId>);

    impl Drop for Told {
        fn drop(&mut self) {
            // What nobody hears of is missed by the count of those that are freed.
            let _ = self.0.send(current().id());
        }
    }

    impl Part for Told {}

    #[test]
    fn long_lists_are_freed_by_another_thread_and_short_ones_at_once() {
        let (sender, receiver) = channel();
        let list = |number: usize| (0..number).map(|_| Told(sender.clone())).collect::<Vec<_>>();

        drop(FreedAside::new(list(MANY - 1)));
        let short: Vec<ThreadId> = receiver.try_iter().collect();
        assert_eq!(short, vec![current().id(); MANY - 1]);

        drop(FreedAside::new(vec![list(MANY / 2), list(MANY / 2)]));
        let long: Vec<ThreadId> = receiver.iter().take(MANY / 2 * 2).collect();
        assert_eq!(long.len(), MANY / 2 * 2);
        assert!(long.iter().all(|thread| *thread == long[0] && *thread != current().id()));
    }

    #[test]
    fn a_list_that_is_taken_is_left_to_who_takes_it() {
        let (sender, receiver) = channel();
        let list = FreedAside::new((0..MANY).map(|_| Told(sender.clone())).collect::<Vec<_>>()).into_inner();
        assert_eq!((list.len(), receiver.try_iter().count()), (MANY, 0));
        drop(list);
        assert!(receiver.try_iter().all(|thread| thread == current().id()));
    }
}
