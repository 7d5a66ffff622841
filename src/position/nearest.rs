//! The known word nearest to an unknown one, by edit distance.

use std::cell::Cell;

/// Longer words than this are compared by their beginning only.
const LONGEST: usize = 100;

/// Finds nearest words and stops doing so when it has cost too much, so that a hostile input with many
/// unknown words is answered at once.
#[derive(Debug)]
pub(super) struct Nearest {
    /// Pairs of characters that may still be compared.
    budget: Cell<usize>,
}

impl Default for Nearest {
    fn default() -> Nearest {
        Nearest { budget: Cell::new(10_000_000) }
    }
}

impl Nearest {
    /// The candidate with the least edit distance to `word` without regard to case, the first of several.
    pub(super) fn of<'a>(&self, word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
        let word: String = word.chars().take(LONGEST).flat_map(char::to_lowercase).collect();
        let length = word.chars().count();
        let mut best: Option<(usize, &str)> = None;
        for candidate in candidates {
            let other = candidate.chars().take(LONGEST).count();
            let at_least = length.abs_diff(other);
            if best.is_some_and(|(distance, _)| distance <= at_least) {
                self.pay(1)?;
                continue;
            }
            self.pay(length.max(1) * other.max(1))?;
            let candidate_start: String = candidate.chars().take(LONGEST).flat_map(char::to_lowercase).collect();
            let distance = strsim::osa_distance(&word, &candidate_start);
            if best.is_none_or(|(least, _)| distance < least) {
                best = Some((distance, candidate));
            }
        }
        best.map(|(_, candidate)| candidate)
    }

    fn pay(&self, cost: usize) -> Option<()> {
        let left = self.budget.get().checked_sub(cost);
        self.budget.set(left.unwrap_or(0));
        left.map(|_| ())
    }
}
