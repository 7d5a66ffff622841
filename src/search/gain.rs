//! What parts of a combat are worth as plain numbers, for searches that add and compare a great many of them.
//!
//! A [`Gain`] is a [`Score`] with its levels scaled into one number, and with only those sums that can still reach a
//! threshold on this board.

use smallvec::SmallVec;

use super::departure::Departure;
use super::scale::Scale;
use super::score::{Score, Scorer, Threshold};
use super::spill::Spill;

/// Below the last level of the objective the number of creatures breaks ties; it is below this.
pub(super) const TIE: i128 = 1 << 16;

/// A part's worth. Gains add up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Gain {
    /// The additive value.
    pub(super) value: i128,
    /// The sums that matter against thresholds.
    pub(super) sums: SmallVec<[i64; 4]>,
}

impl Gain {
    pub(super) fn add(&mut self, other: &Gain) {
        self.add_times(other, 1);
    }

    pub(super) fn add_times(&mut self, other: &Gain, times: i64) {
        self.value += other.value * i128::from(times);
        self.sums.iter_mut().zip(&other.sums).for_each(|(sum, more)| *sum += more * times);
    }

    pub(super) fn plus(&self, other: &Gain) -> Gain {
        let mut sum = self.clone();
        sum.add(other);
        sum
    }

    /// Raises both to the higher in every respect.
    pub(super) fn raise(&mut self, other: &Gain) {
        self.value = self.value.max(other.value);
        self.sums.iter_mut().zip(&other.sums).for_each(|(sum, more)| *sum = (*sum).max(*more));
    }

    /// Whether it is at least as good for the active player in every respect, under an objective that wants all up.
    pub(super) fn dominates(&self, worse: &Gain) -> bool {
        self.value >= worse.value && self.sums.iter().zip(&worse.sums).all(|(better, worse)| better >= worse)
    }
}

/// Adds a choice of the active player to a list without ones that others dominate.
pub(super) fn offer(options: &mut SmallVec<[Gain; 1]>, option: Gain) {
    if options.iter().any(|other| other.dominates(&option)) {
        return;
    }
    options.retain(|other| !option.dominates(other));
    options.push(option);
}

/// Something that is reached, or not, by the whole combat.
#[derive(Clone, Debug)]
pub(super) enum Goal {
    /// A defending player has lost once any of these sums reaches its amount.
    Loss {
        /// Sums and amounts.
        needs: SmallVec<[(usize, i64); 3]>,
        /// What the loss is worth.
        worth: i128,
    },
    /// A planeswalker or battle: each point counts until it is gone.
    Permanent {
        /// Which sum.
        sum: usize,
        /// How much there is to remove.
        had: i64,
        /// What a point is worth.
        point: i128,
        /// What the last one is worth besides.
        gone: i128,
    },
}

/// Turns scores into gains and sums of gains into numbers, for one board whose objective is natural.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    scale: Scale,
    /// The entries of scores that gains keep.
    kept: Vec<usize>,
    /// How many more sums there are, of which scores know nothing.
    more: usize,
    pub(super) goals: Vec<Goal>,
    /// What may go over planeswalkers.
    pub(super) spills: Vec<Spill>,
    /// What may be gone before life is gained by damage to it.
    pub(super) departures: Vec<Departure>,
}

impl Numbers {
    /// `reach` says, for each sum of a score, the most that all parts together can come to; `None` where that is
    /// unknown. `None` where the numbers would be too large.
    pub(super) fn new(scorer: &Scorer<'_, '_>, reach: impl Fn(usize) -> Option<i64>) -> Option<Numbers> {
        let scale = Scale::new(scorer)?;
        let mut kept: Vec<usize> = Vec::new();
        let mut goals = Vec::new();
        for threshold in scorer.thresholds() {
            match threshold {
                Threshold::Loss { needs, worth } => {
                    let within = |need: &(usize, i64)| reach(need.0).is_none_or(|most| most >= need.1);
                    let needs: SmallVec<[(usize, i64); 3]> = needs
                        .into_iter()
                        .filter(within)
                        .map(|(entry, amount)| {
                            kept.push(entry);
                            (kept.len() - 1, amount)
                        })
                        .collect();
                    if !needs.is_empty() {
                        goals.push(Goal::Loss { needs, worth: scale.number(&worth) });
                    }
                }
                Threshold::Permanent { entry, had, point, gone } => {
                    kept.push(entry);
                    let (point, gone) = (scale.number(&point), scale.number(&gone));
                    goals.push(Goal::Permanent { sum: kept.len() - 1, had, point, gone });
                }
            }
        }
        Some(Numbers { scale, kept, more: 0, goals, spills: Vec::new(), departures: Vec::new() })
    }

    /// The same where only values count.
    pub(super) fn without_goals(&self) -> Numbers {
        Numbers { goals: Vec::new(), spills: Vec::new(), departures: Vec::new(), ..self.clone() }
    }

    /// Adds so many sums that no goal looks at.
    pub(super) fn add_sums(&mut self, count: usize) {
        self.more += count;
    }

    /// Adds a sum that is worth so much once it comes to `had`, and says which it is.
    pub(super) fn add_goal(&mut self, had: i64, gone: i128) -> usize {
        let sum = self.add_sum();
        self.goals.push(Goal::Permanent { sum, had, point: 0, gone });
        sum
    }

    /// Adds a sum of which scores know nothing, and says which it is.
    pub(super) fn add_sum(&mut self) -> usize {
        self.more += 1;
        self.kept.len() + self.more - 1
    }

    /// The gain of nothing.
    pub(super) fn zero(&self) -> Gain {
        Gain { value: 0, sums: SmallVec::from_elem(0, self.kept.len() + self.more) }
    }

    /// The gain that a score is.
    pub(super) fn gain(&self, score: &Score) -> Gain {
        let more = std::iter::repeat_n(0, self.more);
        let sums = self.kept.iter().map(|entry| score.sums()[*entry]).chain(more);
        Gain { value: self.scale.additive(score), sums: sums.collect() }
    }

    pub(super) fn scale(&self) -> &Scale {
        &self.scale
    }

    /// The entries of scores that the sums of gains are.
    pub(super) fn entries(&self) -> &[usize] {
        &self.kept
    }

    /// Which sum of a gain an entry of scores is, if it is kept.
    pub(super) fn sum_of(&self, entry: usize) -> Option<usize> {
        self.kept.iter().position(|kept| *kept == entry)
    }

    /// What the whole combat is worth when its gains add up to `total`.
    pub(super) fn worth(&self, total: &Gain) -> i128 {
        let life: i128 = self.departures.iter().map(|departure| departure.worth(&total.sums)).sum();
        if self.spills.is_empty() {
            return total.value + life + self.goals_worth(&total.sums);
        }
        let mut whole = total.clone();
        for spill in &self.spills {
            let points = spill.points(&total.sums);
            whole.value += spill.point * i128::from(points);
            spill.raises.iter().for_each(|sum| whole.sums[*sum] += points);
        }
        whole.value + life + self.goals_worth(&whole.sums)
    }

    /// Whether what the whole combat is worth is more than values and what goals are worth.
    pub(super) fn has_more_than_goals(&self) -> bool {
        !self.spills.is_empty() || !self.departures.is_empty()
    }

    /// Whether a goal is that a player loses.
    pub(super) fn is_loss(&self, goal: usize) -> bool {
        matches!(self.goals[goal], Goal::Loss { .. })
    }

    /// What has to come together for a goal, at least: see [`toward`](Self::toward).
    pub(super) fn amount(&self, goal: usize) -> i128 {
        i128::from(match &self.goals[goal] {
            Goal::Loss { needs, .. } => needs.iter().map(|(_, amount)| *amount).min().unwrap_or(0),
            Goal::Permanent { had, .. } => *had,
        })
    }

    /// What a gain adds to whatever reaches a goal, at most.
    pub(super) fn toward(&self, gain: &Gain, goal: usize) -> i128 {
        i128::from(match &self.goals[goal] {
            Goal::Loss { needs, .. } => needs.iter().map(|(sum, _)| gain.sums[*sum]).max().unwrap_or(0),
            Goal::Permanent { sum, .. } => gain.sums[*sum],
        })
    }

    /// What the goals but one are worth when its gains add up to `total`.
    pub(super) fn worth_but(&self, total: &Gain, goal: usize) -> i128 {
        let others = self.goals.iter().enumerate().filter(|(other, _)| *other != goal);
        others.map(|(_, other)| Self::goal_worth(other, &total.sums)).sum()
    }

    fn goals_worth(&self, sums: &[i64]) -> i128 {
        self.worth_of_goals(0, sums)
    }

    /// What the goals from one on are worth.
    pub(super) fn worth_of_goals(&self, first: usize, sums: &[i64]) -> i128 {
        self.goals[first..].iter().map(|goal| Self::goal_worth(goal, sums)).sum()
    }

    fn goal_worth(goal: &Goal, sums: &[i64]) -> i128 {
        match goal {
            Goal::Loss { needs, worth } => {
                if needs.iter().any(|(sum, amount)| sums[*sum] >= *amount) {
                    *worth
                } else {
                    0
                }
            }
            Goal::Permanent { sum, had, point, gone } => {
                point * i128::from(sums[*sum].min(*had)) + if sums[*sum] >= *had { *gone } else { 0 }
            }
        }
    }
}
