//! Attacks area by area: how many of each candidate attack at least, and at most.
//!
//! Where one reply after the other does not settle the attacks soon, they are divided where that tells most. For each
//! area the best average of the replies is worked out (see [`mixture`](super::mixture)); if that does not cut the area
//! off, the attack that comes nearest to meeting all demands is solved, which makes a better attack known or another
//! reply; then the area is divided at the candidate whose number the average makes most of. Areas of which most is to be
//! hoped come first, so the bound of a search that is stopped is as good as it can be.

use std::collections::BinaryHeap;

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use super::relaxed::Relaxed;
use super::{Counts, Place, Pool, needed};
use crate::search::candidates::Candidates;
use crate::search::gain::{Gain, TIE};
use crate::search::reply::Reply;
use crate::search::solution::SearchError;

/// How many attacks of an area are solved before it is divided.
const PROBES: usize = 1;

/// From how many to how many of each candidate attack.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Area {
    low: Vec<usize>,
    high: Vec<usize>,
}

impl Area {
    pub(super) fn new(ranges: impl Iterator<Item = (usize, usize)>) -> Area {
        let (low, high) = ranges.unzip();
        Area { low, high }
    }

    /// For each candidate from how many to how many.
    pub(super) fn ranges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.low.iter().copied().zip(self.high.iter().copied())
    }

    /// From how many to how many of a candidate.
    pub(super) fn range(&self, candidate: usize) -> (usize, usize) {
        (self.low[candidate], self.high[candidate])
    }

    pub(super) fn set(&mut self, candidate: usize, (low, high): (usize, usize)) {
        self.low[candidate] = low;
        self.high[candidate] = high;
    }

    /// The part of it with another range of a candidate.
    pub(super) fn with(&self, candidate: usize, range: (usize, usize)) -> Area {
        let mut part = self.clone();
        part.set(candidate, range);
        part
    }

    pub(super) fn fewest(&self) -> usize {
        self.low.iter().sum()
    }

    /// The two halves: so many of a candidate at most, and more.
    fn halves(&self, candidate: usize, most: usize) -> [Area; 2] {
        let mut halves = [self.clone(), self.clone()];
        halves[0].high[candidate] = most;
        halves[1].low[candidate] = most + 1;
        halves
    }
}

/// An area to be looked at. The order is that in which they are.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Open {
    /// What is to be hoped of it.
    hint: i128,
    /// Later ones first, so that equals are looked into rather than around.
    number: u64,
    /// What none of its attacks is better than, with ties.
    bound: i128,
    area: Area,
}

/// What has come of an area that is not cut off.
struct Divided {
    /// What is to be hoped of it.
    hint: i128,
    /// What none of its attacks is better than, with ties.
    bound: i128,
    halves: [Area; 2],
}

impl Pool<'_, '_, '_, '_> {
    /// Whether attacks can be searched by areas.
    pub(super) fn has_areas(&self) -> bool {
        self.most_obeyed == 0
            && !self.branch.assumes
            && !self.whole
            && !self.candidates.bounds
            && self.leaders.is_none()
            && self.is_single()
            && self.cutoff().is_some()
            && self.has_room()
    }

    /// Whether no creature may choose whom it attacks.
    pub(super) fn is_single(&self) -> bool {
        self.candidates.all.iter().all(|candidate| candidate.choices.len() == 1)
    }

    /// Searches all attacks by areas.
    pub(super) fn search_areas(&mut self) -> Result<(), SearchError> {
        let area = Area::new(self.candidates.all.iter().map(|candidate| (0, candidate.members.len())));
        let mut open = BinaryHeap::from([Open { hint: i128::MAX, number: 0, bound: i128::MAX, area }]);
        let mut solved: FxHashSet<Vec<usize>> = FxHashSet::default();
        let mut number = 0;
        while let Some(next) = open.pop() {
            if self.cutoff().is_some_and(|cutoff| next.bound <= cutoff) {
                continue;
            }
            match self.look_at(&next.area, &mut solved) {
                Ok(None) => {}
                Ok(Some(Divided { hint, bound, halves })) => {
                    let bound = bound.min(next.bound);
                    for area in halves {
                        number += 1;
                        open.push(Open { hint, number, bound, area });
                    }
                }
                Err(error) => {
                    let own = self.bound_of(&next.area).min(next.bound);
                    self.unseen = open.iter().map(|open| open.bound).chain([own]).max();
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// Looks at an area: `None` where none of its attacks is better than the best.
    fn look_at(&mut self, area: &Area, solved: &mut FxHashSet<Vec<usize>>) -> Result<Option<Divided>, SearchError> {
        self.scorer.budget().spend(1)?;
        let area = &mut area.clone();
        let mut probes = 0;
        loop {
            self.scorer.budget().check()?;
            let Some(cutoff) = self.cutoff() else { return Ok(None) };
            let needed = needed(cutoff, area.fewest() as i128);
            let most = self.most_against_each(area);
            let Some(bound) = self.bound_within(area, &most, cutoff) else { return Ok(None) };
            if self.mixtures_cut(area, needed) {
                return Ok(None);
            }
            if area.low == area.high {
                self.solve_one(&area.low)?;
                return Ok(None);
            }
            let Some(relaxed) = self.relax(area, needed, &most) else {
                return Ok(Some(Divided { hint: 0, bound, halves: self.widest(area) }));
            };
            let Relaxed { mixture, hint, counts, gaps } = relaxed;
            if mixture.is_some_and(|mixture| self.mix(mixture, area, needed)) {
                return Ok(None);
            }
            if self.narrow(area, needed) {
                continue;
            }
            if probes < PROBES
                && let Some(attack) = nearest(area, &counts).into_iter().find(|attack| !solved.contains(attack))
            {
                probes += 1;
                self.solve_one(&attack)?;
                solved.insert(attack);
                continue;
            }
            if self.is_area_met(area, cutoff)? {
                return Ok(None);
            }
            return Ok(Some(Divided { hint, bound, halves: self.divided(area, &counts, &gaps) }));
        }
    }

    /// Solves one attack.
    fn solve_one(&mut self, attack: &[usize]) -> Result<(), SearchError> {
        let counts: Counts = attack.iter().map(|count| SmallVec::from_elem(*count, 1)).collect();
        let path = std::mem::replace(&mut self.counts, counts);
        let result = self.leaf(Place { attackers: attack.iter().sum(), ..Place::default() });
        self.counts = path;
        result
    }

    /// The most that a reply leaves to the attacks of an area.
    pub(super) fn most_against(&self, reply: &Reply, area: &Area) -> Gain {
        let Candidates { numbers, all, .. } = self.candidates;
        let mut total = numbers.zero();
        for (index, (candidate, (low, high))) in all.iter().zip(area.ranges()).enumerate() {
            reply.add_most(&mut total, candidate, index, low, high);
        }
        total
    }

    /// The same for each reply.
    pub(super) fn most_against_each(&self, area: &Area) -> Vec<Gain> {
        self.replies.iter().map(|reply| self.most_against(reply, area)).collect()
    }

    /// What attacks of an area are worth at most against a reply, with ties.
    pub(super) fn bound_against(&self, reply: &Reply, area: &Area) -> i128 {
        self.candidates.numbers.worth(&self.most_against(reply, area)) * TIE - area.fewest() as i128
    }

    /// What attacks of an area are worth at most by all replies.
    fn bound_of(&self, area: &Area) -> i128 {
        self.replies.iter().map(|reply| self.bound_against(reply, area)).min().unwrap_or(i128::MAX)
    }

    /// What attacks of an area are worth at most by all replies, with ties, of which it is known what they leave to it;
    /// `None` where one shows that none is better than the best: it comes to the front.
    fn bound_within(&mut self, area: &Area, most: &[Gain], cutoff: i128) -> Option<i128> {
        let mut least = i128::MAX;
        for (index, gain) in most.iter().enumerate() {
            let bound = self.candidates.numbers.worth(gain) * TIE - area.fewest() as i128;
            if bound <= cutoff {
                self.replies[index].used = true;
                self.replies[..=index].rotate_right(1);
                return None;
            }
            least = least.min(bound);
        }
        Some(least)
    }

    /// The halves of an area by its widest range.
    fn widest(&self, area: &Area) -> [Area; 2] {
        let widths = area.ranges().enumerate().map(|(index, (low, high))| (high - low, std::cmp::Reverse(index)));
        let (width, std::cmp::Reverse(index)) = widths.max().unwrap_or_default();
        area.halves(index, area.low[index] + (width - 1) / 2)
    }

    /// The halves of an area by the candidate that its best average makes most of, else by that which it is least
    /// certain of.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "numbers of creatures")]
    fn divided(&self, area: &Area, counts: &[f64], gaps: &[f64]) -> [Area; 2] {
        let open = || (0..counts.len()).filter(|index| area.low[*index] < area.high[*index]);
        let by_gap = open().max_by(|one, other| gaps[*one].total_cmp(&gaps[*other]).then(other.cmp(one)));
        let off = |index: usize| (counts[index] - counts[index].round()).abs();
        let by_part = open().max_by(|one, other| off(*one).total_cmp(&off(*other)).then(other.cmp(one)));
        let index = by_gap.filter(|index| gaps[*index] > 1.0).or(by_part.filter(|index| off(*index) > 1e-6));
        let Some(index) = index else { return self.widest(area) };
        let most = counts[index].max(0.0).floor() as usize;
        area.halves(index, most.clamp(area.low[index], area.high[index] - 1))
    }
}

/// Attacks of an area that are nearest to an average, nearest first.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "numbers of creatures")]
fn nearest(area: &Area, counts: &[f64]) -> Vec<Vec<usize>> {
    let rounded = |up: f64| -> Vec<usize> {
        let counts = counts.iter().zip(area.ranges());
        counts.map(|(count, (low, high))| ((count + up).max(0.0).floor() as usize).clamp(low, high)).collect()
    };
    [0.5, 1.0 - 1e-6, 1e-6].map(rounded).to_vec()
}

#[cfg(test)]
mod tests;
