//! Several replies at once, each in part.
//!
//! No attack is worth more than it is against each reply, so none is worth more than it is against them on average,
//! whatever their weights. Where the active player can avoid what any single reply is good against, an average shows what
//! none of them shows alone: it is how a defender mixes answers in a game (von Neumann 1928). The best weights for a
//! range of attacks are a linear program; they are hints, whatever they are, and the average is worked out in whole
//! numbers.

use super::{Place, Pool};
use crate::search::gain::TIE;
use crate::search::reply::Reply;
use crate::search::simplex::{Basis, Limit, Linear, Outcome};

/// After how many nodes it is worth the trouble.
const FIRST_NODES: u64 = 400;
/// How many nodes are looked at for every mixture that cuts nothing off, beyond one for each that does.
const NODES_A_MISS: u64 = 200;
/// Most mixtures that are kept.
const KEPT: usize = 16;
/// Weights are whole numbers of about this sum.
const WEIGHTS: f64 = 65_536.0;
/// Values in whole numbers may differ by so much at most: weights and ties are multiplied with them.
const RANGE_LIMIT: i128 = i128::MAX >> 44;
/// What the largest number of the linear program is scaled to.
const SIZE: f64 = 10_000.0;

/// What has come of mixtures so far.
#[derive(Default)]
pub(super) struct Mixtures {
    kept: Vec<Mixture>,
    nodes: u64,
    met: u64,
    missed: u64,
}

/// Replies with weights.
struct Mixture {
    /// Their names in the pool.
    ids: Vec<u64>,
    weights: Vec<i128>,
    /// Sum of the weights.
    all: i128,
    /// For each candidate.
    tables: Vec<Table>,
    /// The most that the candidates from each index on can add: to the weighted value, and to each sum of each reply.
    rest: Vec<(i128, Vec<i64>)>,
}

/// What the first so many creatures of a candidate add, in parts within which that grows evenly.
struct Table {
    parts: Vec<Part>,
    /// How many creatures there are.
    members: usize,
}

struct Part {
    /// How many creatures come before it.
    start: usize,
    /// The weighted value of those, and what each further one adds to it.
    value: (i128, i128),
    /// The same for each sum of each reply.
    sums: Vec<(i64, i64)>,
}

impl Table {
    /// The places within a range where a part begins, with its ends.
    fn within(&self, low: usize, high: usize) -> impl Iterator<Item = usize> + '_ {
        let starts = self.parts.iter().map(|part| part.start);
        [low, high].into_iter().chain(starts.filter(move |start| low < *start && *start < high))
    }

    /// All places where a part begins or ends.
    fn places(&self) -> impl Iterator<Item = usize> + '_ {
        self.parts.iter().map(|part| part.start).chain([self.members])
    }

    /// The part of a number, and how far it is in it.
    fn part(&self, count: usize) -> (&Part, usize) {
        // The first part begins with nobody.
        let part = self.parts.iter().rev().find(|part| part.start <= count).unwrap_or(&self.parts[0]);
        (part, count - part.start)
    }

    fn value(&self, count: usize) -> i128 {
        let (part, far) = self.part(count);
        part.value.0 + part.value.1 * far as i128
    }

    fn sum(&self, count: usize, index: usize) -> i64 {
        let (part, far) = self.part(count);
        part.sums[index].0 + part.sums[index].1 * far as i64
    }
}

impl Pool<'_, '_, '_, '_> {
    /// Whether a mixture of replies shows that no attack in a range beats the best.
    pub(super) fn is_outplayed(&mut self, place: Place, low: usize, high: usize) -> bool {
        self.mixtures.nodes += 1;
        let single = |pool: &Self| pool.candidates.all.iter().all(|candidate| candidate.choices.len() == 1);
        if self.mixtures.nodes < FIRST_NODES || self.replies.len() < 2 || !single(self) || !self.has_room() {
            return false;
        }
        let Some(cutoff) = self.cutoff() else { return false };
        let cuts = |mixture: &Mixture| self.mixed_bound(mixture, place, low, high, cutoff);
        if let Some(index) = self.mixtures.kept.iter().position(cuts) {
            self.mixtures.kept[..=index].rotate_right(1);
            self.note_used();
            return true;
        }
        let Mixtures { nodes, met, missed, .. } = self.mixtures;
        if missed > met + nodes / NODES_A_MISS {
            return false;
        }
        let mixture = self.best_mixture(place, low, high, cutoff);
        let cut = mixture.as_ref().is_some_and(|mixture| self.mixed_bound(mixture, place, low, high, cutoff));
        *(if cut { &mut self.mixtures.met } else { &mut self.mixtures.missed }) += 1;
        if let Some(mixture) = mixture {
            self.mixtures.kept.insert(0, mixture);
            self.mixtures.kept.truncate(KEPT);
        }
        if cut {
            self.note_used();
        }
        cut
    }

    /// Notes that the replies of the first mixture have cut something off.
    fn note_used(&mut self) {
        let Some(mixture) = self.mixtures.kept.first() else { return };
        for reply in self.replies.iter_mut().filter(|reply| mixture.ids.contains(&reply.id)) {
            reply.used = true;
        }
    }

    /// Whether values times weights fit the numbers.
    fn has_room(&self) -> bool {
        self.candidates.numbers.scale().range() < RANGE_LIMIT
    }

    /// Whether by a mixture nothing in a range is worth more than the cutoff.
    fn mixed_bound(&self, mixture: &Mixture, place: Place, low: usize, high: usize, cutoff: i128) -> bool {
        let most = (cutoff + (place.attackers + low) as i128) * mixture.all;
        let (mut value, rest) = (mixture.rest[place.candidate + 1].0, &mixture.rest[place.candidate + 1].1);
        let decided = || mixture.tables.iter().zip(&self.counts).take(place.candidate);
        value += decided().map(|(table, counts)| table.value(counts[0])).sum::<i128>();
        let table = &mixture.tables[place.candidate];
        value += table.within(low, high).map(|count| table.value(count)).max().unwrap_or(0);
        // What goals are worth is never less than nothing.
        if value * TIE > most {
            return false;
        }
        let sums = self.sums();
        let mut own = self.candidates.numbers.zero();
        for (reply, weight) in mixture.weights.iter().enumerate() {
            for (sum, total) in own.sums.iter_mut().enumerate() {
                let index = reply * sums + sum;
                *total = rest[index] + decided().map(|(table, counts)| table.sum(counts[0], index)).sum::<i64>();
                *total += table.within(low, high).map(|count| table.sum(count, index)).max().unwrap_or(0);
            }
            value += self.candidates.numbers.worth(&own) * weight;
        }
        value * TIE <= most
    }

    /// The weights that show most for a range, as far as the linear program tells.
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "any weights do")]
    fn best_mixture(&self, place: Place, low: usize, high: usize, cutoff: i128) -> Option<Mixture> {
        let all = &self.candidates.all;
        let numbers = &self.candidates.numbers;
        let of = |reply: &Reply, index: usize, to: usize| {
            let mut gain = numbers.zero();
            reply.add_choice(&mut gain, &all[index], index, 0, 0, to);
            gain
        };
        // Replies by which nobody loses, with what is decided and the most that may come besides.
        let mut used: Vec<(&Reply, i128)> = Vec::new();
        let mut highest = i128::MIN;
        for reply in &self.replies {
            let mut total = numbers.zero();
            for (index, counts) in self.counts.iter().enumerate().take(place.candidate) {
                total.add(&of(reply, index, counts[0]));
            }
            let decided = total.value;
            let mut most = of(reply, place.candidate, low);
            for count in reply.breaks(place.candidate).filter(|count| low < *count && *count < high).chain([high]) {
                most.raise(&of(reply, place.candidate, count));
            }
            total.add(&most);
            total.add(reply.rest(place.candidate + 1));
            if numbers.worth(&total) == total.value {
                used.push((reply, decided));
                highest = highest.max(total.value);
            }
        }
        if used.len() < 2 {
            return None;
        }
        let goal = cutoff.div_euclid(TIE);
        let lowest = 2 * goal - highest - 1;
        // Rows: the value sought between its ends, and for each candidate that is not decided how many attack.
        let mut columns: Vec<(usize, f64)> = vec![(0, 0.0), (0, -SIZE)];
        let mut factors: Vec<Vec<(usize, i128)>> =
            used.iter().map(|_| vec![(0, lowest), (1, highest.max(lowest + 1))]).collect();
        let mut rows = 1;
        for (index, candidate) in all.iter().enumerate().skip(place.candidate) {
            let (from, to) = if index == place.candidate { (low, high) } else { (0, candidate.members.len()) };
            let mut points = vec![from, to];
            used.iter().for_each(|(reply, _)| points.extend(reply.breaks(index).filter(|at| from < *at && *at < to)));
            points.sort_unstable();
            points.dedup();
            for point in points {
                for ((reply, _), factors) in used.iter().zip(&mut factors) {
                    factors.push((columns.len(), -of(reply, index, point).value));
                }
                columns.push((rows, 0.0));
            }
            rows += 1;
        }
        let largest =
            factors.iter().flatten().map(|(_, factor)| factor.abs()).chain(used.iter().map(|(_, own)| own.abs()));
        let scale = SIZE / largest.max().unwrap_or(0).max(1) as f64;
        let scaled = |number: i128| (number as f64 * scale).round() as i64;
        let mut linear = Linear::new(&vec![1; rows], columns);
        for ((_, decided), factors) in used.iter().zip(factors) {
            let factors = factors.into_iter().map(|(column, factor)| (column, scaled(factor)));
            linear
                .push(Limit { factors: factors.filter(|(_, factor)| *factor != 0).collect(), most: scaled(*decided) });
        }
        let mut basis = Basis::cheapest(&linear)?;
        if basis.mend(&linear) != Outcome::Optimal {
            return None;
        }
        let prices = basis.prices(&linear);
        let sum: f64 = prices.iter().sum();
        let mut weighted: Vec<(&Reply, i128)> = Vec::new();
        for ((reply, _), price) in used.iter().zip(&prices) {
            let weight = (price / sum.max(f64::MIN_POSITIVE) * WEIGHTS).round() as i128;
            if weight > 0 {
                weighted.push((reply, weight));
            }
        }
        (!weighted.is_empty()).then(|| self.mixture(&weighted))
    }

    /// The tables of a mixture.
    fn mixture(&self, weighted: &[(&Reply, i128)]) -> Mixture {
        let all = &self.candidates.all;
        let sums = self.sums() * weighted.len();
        let mut tables = Vec::with_capacity(all.len());
        for (index, candidate) in all.iter().enumerate() {
            let mut starts = vec![0];
            weighted.iter().for_each(|(reply, _)| starts.extend(reply.breaks(index)));
            starts.retain(|start| *start < candidate.members.len());
            starts.sort_unstable();
            starts.dedup();
            let part = |start: &usize| {
                let mut part = Part { start: *start, value: (0, 0), sums: Vec::with_capacity(sums) };
                for (reply, weight) in weighted {
                    let (mut before, mut each) = (self.candidates.numbers.zero(), self.candidates.numbers.zero());
                    reply.add_choice(&mut before, candidate, index, 0, 0, *start);
                    reply.add_choice(&mut each, candidate, index, 0, *start, *start + 1);
                    part.value.0 += before.value * weight;
                    part.value.1 += each.value * weight;
                    part.sums.extend(before.sums.into_iter().zip(each.sums));
                }
                part
            };
            tables.push(Table { parts: starts.iter().map(part).collect(), members: candidate.members.len() });
        }
        let mut rest = vec![(0, vec![0; sums]); all.len() + 1];
        for (index, table) in tables.iter().enumerate().rev() {
            let value = table.places().map(|count| table.value(count)).max().unwrap_or(0);
            let most = |sum: usize| table.places().map(|count| table.sum(count, sum)).max().unwrap_or(0);
            let own = rest[index + 1].1.iter().enumerate().map(|(sum, later)| later + most(sum)).collect();
            rest[index] = (rest[index + 1].0 + value, own);
        }
        let weights: Vec<i128> = weighted.iter().map(|(_, weight)| *weight).collect();
        let ids = weighted.iter().map(|(reply, _)| reply.id).collect();
        Mixture { ids, all: weights.iter().sum(), weights, tables, rest }
    }
}
