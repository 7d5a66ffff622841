//! Several replies at once, each in part.
//!
//! No attack is worth more than it is against each reply, so none is worth more than it is against them on average,
//! whatever their weights. Where the active player can avoid what any single reply is good against, an average shows what
//! none of them shows alone: it is how a defender mixes answers in a game (von Neumann 1928).
//!
//! Against a reply that makes up for a loss an attack must reach that loss, which is a sum that has to come to an amount;
//! what is beyond the amount can be averaged with the values against other replies. So "who attacks with enough to kill
//! through this block loses that much to the other" takes one look. The best weights for a range of attacks are a linear
//! program; they are hints, whatever they are, and the average is worked out in whole numbers.

use std::cmp::Ordering;

use super::areas::Area;
use super::{Place, Pool, needed};
use crate::search::candidates::Candidates;
use crate::search::gain::{Gain, Numbers};
use crate::search::reply::Reply;

/// After how many ranges it is worth the trouble.
const FIRST_NODES: u64 = 400;
/// How many ranges are looked at for every mixture that cuts nothing off, beyond one for each that does.
const NODES_A_MISS: u64 = 200;
/// Most mixtures that are kept.
const KEPT: usize = 16;
/// Values in whole numbers may differ by so much at most: weights and ties are multiplied with them.
const RANGE_LIMIT: i128 = i128::MAX >> 44;

/// What has come of mixtures so far.
#[derive(Default)]
pub(super) struct Mixtures {
    pub(super) kept: Vec<Mixture>,
    nodes: u64,
    met: u64,
    missed: u64,
}

/// Demands on attacks, with weights: an attack that is better than the best meets all of them, so on average too.
pub(super) struct Mixture {
    demands: Vec<Weighted>,
    /// For each candidate.
    tables: Vec<Table>,
}

impl Mixture {
    /// What the first so many creatures of a candidate add on average.
    pub(super) fn total(&self, candidate: usize, count: usize) -> i128 {
        self.tables[candidate].total(count)
    }
}

/// What an attack has to come to against a reply to be better than the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Demand {
    /// A value.
    Value,
    /// Enough for a goal without which its value is too low, by number.
    Goal(usize),
}

impl Demand {
    /// What a gain adds to it.
    fn of(self, numbers: &Numbers, gain: &Gain) -> i128 {
        match self {
            Demand::Value => gain.value,
            Demand::Goal(goal) => numbers.toward(gain, goal),
        }
    }
}

/// A demand with its weight.
pub(super) struct Weighted {
    /// The reply's name in the pool.
    pub(super) id: u64,
    pub(super) demand: Demand,
    pub(super) weight: i128,
}

/// What the first so many creatures of a candidate add, in parts within which that grows evenly.
struct Table {
    parts: Vec<Part>,
    /// How many creatures there are, and the most that any number of them adds: to the total, and each.
    members: usize,
    most: (i128, Vec<i128>),
}

struct Part {
    /// How many creatures come before it.
    start: usize,
    /// The weighted total of those, and what each further one adds to it.
    total: (i128, i128),
    /// The same for the value and each sum against the reply of each demand.
    each: Vec<(i128, i128)>,
}

impl Table {
    /// The places within a range where a part begins, with its ends.
    fn within(&self, low: usize, high: usize) -> impl Iterator<Item = usize> + '_ {
        let starts = self.parts.iter().map(|part| part.start);
        [low, high].into_iter().chain(starts.filter(move |start| low < *start && *start < high))
    }

    /// The part of a number, and how far it is in it.
    fn part(&self, count: usize) -> (&Part, usize) {
        // The first part begins with nobody.
        let part = self.parts.iter().rev().find(|part| part.start <= count).unwrap_or(&self.parts[0]);
        (part, count - part.start)
    }

    /// The most that a number within a range adds to the total.
    fn most_total(&self, (low, high): (usize, usize)) -> i128 {
        match high - low {
            0 => self.total(low),
            all if all == self.members => self.most.0,
            _ => self.within(low, high).map(|count| self.total(count)).max().unwrap_or(0),
        }
    }

    fn most_each(&self, (low, high): (usize, usize), entry: usize) -> i128 {
        match high - low {
            0 => self.each(low, entry),
            all if all == self.members => self.most.1[entry],
            _ => self.within(low, high).map(|count| self.each(count, entry)).max().unwrap_or(0),
        }
    }

    fn total(&self, count: usize) -> i128 {
        let (part, far) = self.part(count);
        part.total.0 + part.total.1 * far as i128
    }

    fn each(&self, count: usize, index: usize) -> i128 {
        let (part, far) = self.part(count);
        part.each[index].0 + part.each[index].1 * far as i128
    }
}

impl Pool<'_, '_, '_, '_> {
    /// Whether a mixture of replies shows that no attack of a range beats the best.
    pub(super) fn is_outplayed(&mut self, place: Place, low: usize, high: usize) -> bool {
        self.mixtures.nodes += 1;
        if self.mixtures.nodes < FIRST_NODES || self.replies.len() < 2 || !self.is_single() || !self.has_room() {
            return false;
        }
        let Some(cutoff) = self.cutoff() else { return false };
        let needed = needed(cutoff, (place.attackers + low) as i128);
        let area =
            Area::new(self.candidates.all.iter().zip(&self.counts).enumerate().map(|(index, (candidate, own))| {
                match index.cmp(&place.candidate) {
                    Ordering::Less => (own[0], own[0]),
                    Ordering::Equal => (low, high),
                    Ordering::Greater => (0, candidate.members.len()),
                }
            }));
        if self.mixtures_cut(&area, needed) {
            return true;
        }
        let Mixtures { nodes, met, missed, .. } = self.mixtures;
        if missed > met + nodes / NODES_A_MISS {
            return false;
        }
        let most = self.most_against_each(&area);
        let mixture = self.relax(&area, needed, &most).and_then(|relaxed| relaxed.mixture);
        let cut = mixture.is_some_and(|mixture| self.mix(mixture, &area, needed));
        *(if cut { &mut self.mixtures.met } else { &mut self.mixtures.missed }) += 1;
        cut
    }

    /// Whether one of the last mixtures shows that no attack of an area beats the best.
    pub(super) fn mixtures_cut(&mut self, area: &Area, needed: i128) -> bool {
        let cuts = |mixture: &Mixture| self.is_beyond(mixture, area, needed);
        let Some(index) = self.mixtures.kept.iter().position(cuts) else { return false };
        self.mixtures.kept[..=index].rotate_right(1);
        self.note_used();
        true
    }

    /// Takes a mixture in front of the others; whether it shows that no attack of an area beats the best.
    pub(super) fn mix(&mut self, mixture: Mixture, area: &Area, needed: i128) -> bool {
        let cut = self.is_beyond(&mixture, area, needed);
        self.mixtures.kept.insert(0, mixture);
        self.mixtures.kept.truncate(KEPT);
        if cut {
            self.note_used();
        }
        cut
    }

    /// Notes that the replies of the first mixture have cut something off.
    pub(super) fn note_used(&mut self) {
        let Some(mixture) = self.mixtures.kept.first() else { return };
        for reply in self.replies.iter_mut().filter(|reply| mixture.demands.iter().any(|own| own.id == reply.id)) {
            reply.used = true;
        }
    }

    /// Whether values times weights fit the numbers.
    pub(super) fn has_room(&self) -> bool {
        self.candidates.numbers.scale().range() < RANGE_LIMIT
    }

    /// Whether no attack of an area can meet all demands of a mixture: to be worth at least `needed`.
    pub(super) fn is_beyond(&self, mixture: &Mixture, area: &Area, needed: i128) -> bool {
        let numbers = &self.candidates.numbers;
        let mut spare: i128 =
            mixture.tables.iter().zip(area.ranges()).map(|(table, range)| table.most_total(range)).sum();
        for Weighted { demand, weight, .. } in &mixture.demands {
            spare -= weight
                * match demand {
                    Demand::Value => needed,
                    Demand::Goal(goal) => numbers.amount(*goal),
                };
        }
        // What goals are worth is never less than nothing.
        if spare >= 0 {
            return false;
        }
        let sums = self.sums();
        for (index, Weighted { demand, weight, .. }) in mixture.demands.iter().enumerate() {
            let entry = |entry: usize| -> i128 {
                let each = mixture.tables.iter().zip(area.ranges());
                each.map(|(table, range)| table.most_each(range, index * (sums + 1) + entry)).sum()
            };
            let reached = Gain { value: 0, sums: (0..sums).map(|sum| to_sum(entry(sum + 1))).collect() };
            match demand {
                Demand::Value => spare += numbers.worth(&reached) * weight,
                Demand::Goal(goal) if entry(0) + numbers.worth_but(&reached, *goal) >= needed => return false,
                Demand::Goal(_) => {}
            }
            if spare >= 0 {
                return false;
            }
        }
        true
    }

    /// The tables of a mixture.
    pub(super) fn mixture(&self, weighted: Vec<(&Reply, Weighted)>) -> Mixture {
        let Candidates { numbers, all, .. } = self.candidates;
        let entries = (self.sums() + 1) * weighted.len();
        let mut tables = Vec::with_capacity(all.len());
        for (index, candidate) in all.iter().enumerate() {
            let mut starts = vec![0];
            weighted.iter().for_each(|(reply, _)| starts.extend(reply.breaks(index)));
            starts.retain(|start| *start < candidate.members.len());
            starts.sort_unstable();
            starts.dedup();
            let part = |start: &usize| {
                let mut part = Part { start: *start, total: (0, 0), each: Vec::with_capacity(entries) };
                for (reply, Weighted { demand, weight, .. }) in &weighted {
                    let (mut before, mut each) = (numbers.zero(), numbers.zero());
                    reply.add_choice(&mut before, candidate, index, 0, 0, *start);
                    reply.add_choice(&mut each, candidate, index, 0, *start, *start + 1);
                    part.total.0 += demand.of(numbers, &before) * weight;
                    part.total.1 += demand.of(numbers, &each) * weight;
                    part.each.push((before.value, each.value));
                    let sums = before.sums.into_iter().zip(each.sums);
                    part.each.extend(sums.map(|(before, each)| (i128::from(before), i128::from(each))));
                }
                part
            };
            let members = candidate.members.len();
            let mut table = Table {
                parts: starts.iter().map(part).collect(),
                members,
                most: (i128::MIN, vec![i128::MIN; entries]),
            };
            for count in starts.into_iter().chain([members]) {
                table.most.0 = table.most.0.max(table.total(count));
                for entry in 0..entries {
                    table.most.1[entry] = table.most.1[entry].max(table.each(count, entry));
                }
            }
            tables.push(table);
        }
        Mixture { demands: weighted.into_iter().map(|(_, weighted)| weighted).collect(), tables }
    }
}

/// Sums are whole numbers of 64 bits, and so are their totals.
fn to_sum(sum: i128) -> i64 {
    i64::try_from(sum).unwrap_or(i64::MAX)
}
