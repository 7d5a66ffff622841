//! Areas without the numbers that can't be.
//!
//! A mixture that does not cut an area off may still cut off all of it in which a candidate attacks with few, or with
//! many: those numbers are left out before the area is divided. In programs this is known as fixing by reduced costs
//! (Dantzig, Fulkerson and Johnson 1954).

use super::Pool;
use super::areas::Area;

impl Pool<'_, '_, '_, '_> {
    /// Leaves out of an area the least and the greatest numbers of each candidate with which no attack beats the best,
    /// as the first mixture shows; whether there were any.
    pub(super) fn narrow(&mut self, area: &mut Area, needed: i128) -> bool {
        let Some(mixture) = self.mixtures.kept.first() else { return false };
        let mut narrowed = false;
        for candidate in 0..self.candidates.all.len() {
            let (low, high) = area.range(candidate);
            let beyond = |low: usize, high: usize| self.is_beyond(mixture, &area.with(candidate, (low, high)), needed);
            let least = first(low, high, |count| !beyond(low, count));
            let most = high - first(0, high - least, |count| !beyond(high - count, high));
            narrowed |= (least, most) != (low, high);
            area.set(candidate, (least, most));
        }
        if narrowed {
            self.note_used();
        }
        narrowed
    }
}

/// The first number of a range for which something holds, which does for all after it and for the last.
fn first(from: usize, last: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut from, mut to) = (from, last);
    while from < to {
        let middle = from + (to - from) / 2;
        if holds(middle) {
            to = middle;
        } else {
            from = middle + 1;
        }
    }
    to
}
