//! The linear program over an area: which replies, with which weights, show most of it.
//!
//! Its variables say how many of each candidate attack, as an average of numbers between which every reply grows evenly;
//! its limits are the demands, of which only those join that the averages so far break. All of it is in floating point:
//! the weights are hints, and what they show is worked out in whole numbers.

use super::areas::Area;
use super::mixture::{Demand, Mixture, Weighted};
use super::{POOL_LIMIT, Pool};
use crate::search::candidates::Candidates;
use crate::search::gain::Gain;
use crate::search::reply::Reply;
use crate::search::simplex::{Basis, Limit, Linear, Outcome};

/// The largest weight, as a whole number: a point of a sum may weigh as much as a great many of a value.
const WEIGHTS: f64 = 4_294_967_296.0;
/// How far below what is needed the linear program looks, in the most that values can be above it.
const LOWEST: i128 = 3;
/// What the largest number of a demand is scaled to.
const SIZE: f64 = 10_000.0;
/// A demand that is broken by less, in that scale, is met.
const BROKEN: f64 = 1e-2;
/// How many demands join at a time.
const AT_ONCE: usize = 4;

/// What the linear program says of an area.
pub(super) struct Relaxed {
    /// The weights that show most, if any show anything.
    pub(super) mixture: Option<Mixture>,
    /// How much of what attacks have to come to their best average exceeds.
    pub(super) hint: i128,
    /// For each candidate how many attack in the best average, and by how much that makes it out to be worth more than
    /// it is.
    pub(super) counts: Vec<f64>,
    pub(super) gaps: Vec<f64>,
}

/// A demand with what it takes, and how far some attack of an area can be beyond a value.
struct Demanded<'r> {
    reply: &'r Reply,
    demand: Demand,
    short: i128,
    beyond: i128,
    /// For each candidate what the first so many of its creatures add.
    curves: &'r [Vec<f64>],
    /// What its numbers are multiplied with.
    scale: f64,
}

impl Demanded<'_> {
    /// By how much an average of points breaks it, in its scale.
    fn broken(&self, [down, up]: [f64; 2], average: &[(usize, usize, f64)]) -> f64 {
        let reached: f64 = average.iter().map(|(index, point, part)| self.curves[*index][*point] * part).sum();
        let spans = if self.demand == Demand::Value { up - down } else { 0.0 };
        (spans - reached) * self.scale + self.short as f64 * self.scale
    }
}

impl Pool<'_, '_, '_, '_> {
    /// What the linear program over an area says, of which it is known what each reply leaves to it at most; `None`
    /// where it says nothing.
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "any weights do")]
    pub(super) fn relax(&self, area: &Area, needed: i128, most: &[Gain]) -> Option<Relaxed> {
        let all = &self.candidates.all;
        let demands = self.demands(needed, most);
        let highest = demands.iter().map(|demand| demand.beyond).max()?.max(1) as f64;
        // Rows: how far all values exceed what is needed, and for each candidate how many attack.
        let mut columns: Vec<(usize, f64)> = vec![(0, 0.0), (0, -SIZE)];
        let points = self.points(area);
        columns.extend(points.iter().map(|(index, _)| (index + 1, 0.0)));
        let mut linear = Linear::new(&vec![1; all.len() + 1], columns);
        let mut basis = Basis::cheapest(&linear)?;
        let mut joined: Vec<usize> = Vec::new();
        let prices = loop {
            let spans = [LOWEST as f64 * highest * part(&basis, 0), highest * part(&basis, 1)];
            let average = average(&basis, &points);
            let broken = |index: &usize| (*index, demands[*index].broken(spans, &average));
            let open = (0..demands.len()).filter(|index| !joined.contains(index)).map(|index| broken(&index));
            let mut open: Vec<(usize, f64)> = open.filter(|(_, by)| *by > BROKEN).collect();
            if open.is_empty() {
                break basis.prices(&linear);
            }
            open.sort_by(|(one, x), (other, y)| y.total_cmp(x).then(one.cmp(other)));
            for (index, _) in open.into_iter().take(AT_ONCE) {
                let Demanded { demand, short, curves, scale, .. } = &demands[index];
                let scaled = |number: f64| (number * scale).round() as i64;
                let spans = if *demand == Demand::Value { [-(LOWEST as f64) * highest, highest] } else { [0.0; 2] };
                let own = points.iter().map(|(index, point)| scaled(-curves[*index][*point]));
                let factors = spans.into_iter().map(scaled).chain(own).enumerate();
                let factors = factors.filter(|(_, factor)| *factor != 0).collect();
                linear.push(Limit { factors, most: scaled(-*short as f64) });
                basis = basis.extended(&linear);
                joined.push(index);
            }
            match basis.mend(&linear) {
                Outcome::Optimal => {}
                Outcome::Broken(direction) => break direction,
                Outcome::Unknown => return None,
            }
        };
        let weights: Vec<f64> =
            prices.iter().zip(&joined).map(|(price, index)| price * demands[*index].scale).collect();
        let largest = weights.iter().copied().fold(0.0, f64::max).max(f64::MIN_POSITIVE);
        let mut weighted: Vec<(&Reply, Weighted)> = Vec::new();
        for (index, weight) in joined.iter().zip(&weights) {
            let Demanded { reply, demand, .. } = demands[*index];
            let weight = (weight / largest * WEIGHTS).round() as i128;
            if weight > 0 {
                weighted.push((reply, Weighted { id: reply.id, demand, weight }));
            }
        }
        let mixture = (!weighted.is_empty()).then(|| self.mixture(weighted));
        let mut counts = vec![0.0; all.len()];
        let mut gaps = vec![0.0; all.len()];
        for (index, point, part) in average(&basis, &points) {
            counts[index] += part * point as f64;
            if let Some(mixture) = &mixture {
                gaps[index] += part * mixture.total(index, point) as f64;
            }
        }
        for ((index, gap), count) in gaps.iter_mut().enumerate().zip(&counts) {
            let Some(mixture) = &mixture else { continue };
            let below = count.max(0.0).floor();
            let (from, to) =
                (mixture.total(index, below as usize) as f64, mixture.total(index, below as usize + 1) as f64);
            *gap -= from + (to - from) * (count - below);
        }
        let hint = ((part(&basis, 1) * (LOWEST + 1) as f64 - LOWEST as f64) * highest) as i128;
        Some(Relaxed { mixture, hint, counts, gaps })
    }

    /// The numbers of each candidate within an area between which every reply grows evenly.
    fn points(&self, area: &Area) -> Vec<(usize, usize)> {
        let mut points = Vec::new();
        for (index, (low, high)) in area.ranges().enumerate() {
            let mut own = vec![low, high];
            let replies = self.replies.iter().take(POOL_LIMIT);
            replies.for_each(|reply| own.extend(reply.breaks(index).filter(|at| low < *at && *at < high)));
            own.sort_unstable();
            own.dedup();
            points.extend(own.into_iter().map(|point| (index, point)));
        }
        points
    }

    /// What there is to demand of the attacks of an area, to which each reply leaves so much at most.
    #[expect(clippy::cast_precision_loss, reason = "any scale does")]
    fn demands(&self, needed: i128, most: &[Gain]) -> Vec<Demanded<'_>> {
        let Candidates { numbers, all, .. } = self.candidates;
        let mut demands = Vec::new();
        for (reply, total) in self.replies.iter().zip(most).take(POOL_LIMIT) {
            let mut push = |demand: Demand, short: i128, beyond: i128| {
                let goal = match demand {
                    Demand::Value => None,
                    Demand::Goal(goal) => Some(goal),
                };
                let curves = reply.curves(numbers, all, goal);
                let largest = curves.largest.max((short as f64).abs()).max(1.0);
                let scale = SIZE / largest;
                demands.push(Demanded { reply, demand, short, beyond, curves: &curves.each, scale });
            };
            let short = needed - numbers.worth(total) + total.value;
            push(Demand::Value, short, total.value - short);
            // What goes over a planeswalker may make a player lose as well, and what life is worth may be a sum.
            let losses =
                (0..numbers.goals.len()).filter(|goal| numbers.is_loss(*goal) && !numbers.has_more_than_goals());
            for goal in losses {
                let amount = numbers.amount(goal);
                if numbers.toward(total, goal) >= amount && total.value + numbers.worth_but(total, goal) < needed {
                    push(Demand::Goal(goal), amount, 0);
                }
            }
        }
        demands
    }
}

/// The value of a variable.
fn part(basis: &Basis, variable: usize) -> f64 {
    let line = basis.basic.iter().position(|basic| *basic == variable);
    line.map_or(0.0, |line| basis.values[line])
}

/// The points of which a basis is an average, with the part of each.
fn average(basis: &Basis, points: &[(usize, usize)]) -> Vec<(usize, usize, f64)> {
    let own = |(variable, value): (&usize, &f64)| {
        let (index, point) = variable.checked_sub(2).and_then(|point| points.get(point))?;
        Some((*index, *point, *value))
    };
    basis.basic.iter().zip(&basis.values).filter_map(own).collect()
}
