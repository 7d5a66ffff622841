//! A block as a reply to every attack, and what any attack is worth against it at most.
//!
//! What a block against one attack leaves idle is put against the creatures that stay home in it. Then it says for every
//! creature that may attack, and everything that it may attack, by which blockers it is met there. Creatures that differ
//! in nothing but their names stand in a fixed order, in runs that are met alike.

use std::cell::OnceCell;

use smallvec::SmallVec;

use super::candidates::Candidate;
use super::classes::Classes;
use super::gain::{Gain, Numbers};
use super::partition::Chosen;

/// Alike creatures that are met alike.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) count: usize,
    /// For each choice the column.
    pub(super) columns: SmallVec<[usize; 2]>,
    /// For each choice, at least what one creature can add for the active player if it stays home or makes this choice
    /// or a later one.
    best: SmallVec<[Gain; 2]>,
}

/// A set of blockers that meets each of so many creatures of a candidate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Met {
    pub(super) set: u128,
    /// The choice against which it is known by which column, if any.
    pub(super) known: Option<(usize, usize)>,
    pub(super) count: usize,
}

/// A block as a reply to every attack.
#[derive(Clone, Debug)]
pub(super) struct Reply {
    /// For each candidate.
    runs: Vec<SmallVec<[Run; 1]>>,
    /// At least what the candidates from each index on can add for the active player.
    suffix: Vec<Gain>,
    /// What the decided choices of the current path come to, as far as `valid` goes.
    pub(super) partial: Vec<Gain>,
    pub(super) valid: usize,
    /// Whether it has cut anything off, alone or with others, or is the answer to an attack that no other reply refutes.
    pub(super) used: bool,
    /// Its name in a pool.
    pub(super) id: u64,
    /// What it leaves to so many attackers, once it was asked for: of value, and toward each goal.
    curves: OnceCell<Vec<Curves>>,
}

/// For each candidate what the first so many of its creatures add to a value or sum, and the largest of these numbers
/// and their totals: for hints.
#[derive(Clone, Debug)]
pub(super) struct Curves {
    pub(super) each: Vec<Vec<f64>>,
    pub(super) largest: f64,
}

impl Reply {
    /// `counts` says for each candidate how many make which choice; `chosen`, in the same order for those that are
    /// more than none, by which columns they are met.
    pub(super) fn new(
        numbers: &Numbers,
        classes: &Classes,
        candidates: &[Candidate],
        counts: &[SmallVec<[usize; 2]>],
        chosen: &[Chosen],
    ) -> Reply {
        let mut rows = chosen.iter();
        let mut all = Vec::with_capacity(candidates.len());
        for (candidate, counts) in candidates.iter().zip(counts) {
            let mut own = Vec::new();
            for (choice, _) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                for (column, count) in rows.next().into_iter().flatten() {
                    let set = candidate.choices[choice].columns[*column].used;
                    own.push(Met { set, known: Some((choice, *column)), count: *count });
                }
            }
            all.push(own);
        }
        Reply::of(numbers, classes, candidates, all)
    }

    /// `met` says for each candidate which sets of blockers meet how many; those that are left over meet the others.
    pub(super) fn of(numbers: &Numbers, classes: &Classes, candidates: &[Candidate], met: Vec<Vec<Met>>) -> Reply {
        let mut left = classes.full();
        met.iter().flatten().for_each(|met| left -= met.set * met.count as u128);
        let worth = |candidate: &Candidate, choice: usize, column: usize| {
            let column = &candidate.choices[choice].columns[column];
            (numbers.worth(&column.upper), column.size)
        };
        let least = |candidate: &Candidate, choice: usize, within: u128| {
            let columns = &candidate.choices[choice].columns;
            let fitting = (0..columns.len()).filter(|column| classes.fits(columns[*column].used, within));
            // The empty column always fits.
            fitting.min_by_key(|column| worth(candidate, choice, *column)).unwrap_or(0)
        };
        // Each run with the place of the choice that its creatures make in the attack that is met, idle ones last.
        let mut runs: Vec<Vec<(usize, Run)>> = Vec::with_capacity(candidates.len());
        let mut counts: Vec<SmallVec<[usize; 2]>> = Vec::with_capacity(candidates.len());
        for (candidate, met) in candidates.iter().zip(met) {
            let mut idle = candidate.members.len() - met.iter().map(|met| met.count).sum::<usize>();
            let mut own: Vec<(usize, Run)> = Vec::new();
            let mut making: SmallVec<[usize; 2]> = SmallVec::from_elem(0, candidate.choices.len());
            let mut push = |place: usize, set: u128, known: Option<(usize, usize)>, count: usize| {
                let columns: SmallVec<[usize; 2]> = (0..candidate.choices.len())
                    .map(|choice| match known {
                        Some((at, column)) if at == choice => column,
                        _ => least(candidate, choice, set),
                    })
                    .collect();
                own.push((place, Run { count, best: best_of(numbers, candidate, &columns), columns }));
            };
            for Met { set, known, count } in met {
                let place = known.map_or(usize::MAX, |(choice, _)| choice);
                if let Some(making) = making.get_mut(place) {
                    *making += count;
                }
                push(place, set, known, count);
            }
            while idle > 0 {
                let column = least(candidate, 0, left);
                let it = &candidate.choices[0].columns[column];
                let fit = classes.most(&it.groups, left).min(idle);
                push(usize::MAX, it.used, Some((0, column)), fit);
                left -= it.used * fit as u128;
                idle -= fit;
            }
            // The defenders rather see those attack that they have the better answer to.
            own.sort_by_key(|(_, run)| worth(candidate, 0, run.columns[0]));
            runs.push(own);
            counts.push(making);
        }
        let reply = |runs: &[Vec<(usize, Run)>]| {
            Reply::in_order(numbers, runs.iter().map(|own| own.iter().map(|(_, run)| run.clone()).collect()).collect())
        };
        let best_first = reply(&runs);
        runs.iter_mut().for_each(|own| own.sort_by_key(|(place, _)| *place));
        let as_met = reply(&runs);
        // What is a better answer depends on the other attackers: the attack that is met must not come to more.
        let worth = |reply: &Reply| numbers.worth(&reply.against(numbers, candidates, &counts));
        if worth(&best_first) <= worth(&as_met) { best_first } else { as_met }
    }

    /// With these runs, in their order.
    fn in_order(numbers: &Numbers, runs: Vec<SmallVec<[Run; 1]>>) -> Reply {
        let mut suffix = vec![numbers.zero(); runs.len() + 1];
        for (index, runs) in runs.iter().enumerate().rev() {
            suffix[index] = suffix[index + 1].clone();
            for run in runs {
                suffix[index].add_times(&run.best[0], run.count as i64);
            }
        }
        Reply { runs, suffix, partial: vec![numbers.zero()], valid: 0, used: true, id: 0, curves: OnceCell::new() }
    }

    /// The most that an attack comes to against it.
    fn against(&self, numbers: &Numbers, candidates: &[Candidate], counts: &[SmallVec<[usize; 2]>]) -> Gain {
        let mut gain = numbers.zero();
        for (index, (candidate, counts)) in candidates.iter().zip(counts).enumerate() {
            let mut from = 0;
            for (choice, count) in counts.iter().enumerate() {
                self.add_choice(&mut gain, candidate, index, choice, from, from + count);
                from += count;
            }
        }
        gain
    }

    /// What it leaves to so many attackers of a board on which nobody chooses whom to attack: of value, or toward a
    /// goal.
    pub(super) fn curves(&self, numbers: &Numbers, candidates: &[Candidate], goal: Option<usize>) -> &Curves {
        let curves = self.curves.get_or_init(|| {
            let goals = std::iter::once(None).chain((0..numbers.goals.len()).map(Some));
            goals.map(|goal| self.curves_of(numbers, candidates, goal)).collect()
        });
        &curves[goal.map_or(0, |goal| goal + 1)]
    }

    #[expect(clippy::cast_precision_loss, reason = "hints")]
    fn curves_of(&self, numbers: &Numbers, candidates: &[Candidate], goal: Option<usize>) -> Curves {
        let mut curves = Curves { each: Vec::with_capacity(candidates.len()), largest: 0.0 };
        for (index, candidate) in candidates.iter().enumerate() {
            let mut gain = numbers.zero();
            let mut own = vec![0.0];
            for count in 0..candidate.members.len() {
                self.add_choice(&mut gain, candidate, index, 0, count, count + 1);
                own.push(goal.map_or(gain.value, |goal| numbers.toward(&gain, goal)) as f64);
            }
            curves.largest += own.iter().fold(0.0, |largest, number| number.abs().max(largest));
            curves.each.push(own);
        }
        curves
    }

    /// How the creatures of a candidate are met, run by run.
    pub(super) fn runs(&self, candidate: usize) -> &[Run] {
        &self.runs[candidate]
    }

    /// At least what the candidates from `index` on can add.
    pub(super) fn rest(&self, index: usize) -> &Gain {
        &self.suffix[index]
    }

    /// Adds what the attackers of a candidate from one to another add by a choice.
    pub(super) fn add_choice(
        &self,
        gain: &mut Gain,
        candidate: &Candidate,
        index: usize,
        choice: usize,
        from: usize,
        to: usize,
    ) {
        let columns = &candidate.choices[choice].columns;
        self.each_run(index, from, to, |run, count| gain.add_times(&columns[run.columns[choice]].upper, count));
    }

    /// Adds the most, in each respect, that from `low` to `high` creatures of a candidate add by their first choice.
    pub(super) fn add_most(&self, total: &mut Gain, candidate: &Candidate, index: usize, low: usize, high: usize) {
        let columns = &candidate.choices[0].columns;
        let mut gain = Gain { value: 0, sums: SmallVec::from_elem(0, total.sums.len()) };
        let mut most = (low == 0).then(|| gain.clone());
        let mut at = 0;
        for run in &self.runs[index] {
            let upper = &columns[run.columns[0]].upper;
            let mut left = run.count;
            while left > 0 && at < high {
                let step = left.min(if at < low { low - at } else { high - at });
                gain.add_times(upper, step as i64);
                left -= step;
                at += step;
                match &mut most {
                    Some(most) => most.raise(&gain),
                    None if at == low => most = Some(gain.clone()),
                    None => {}
                }
            }
        }
        total.add(most.as_ref().unwrap_or(&gain));
    }

    /// Adds at least what the creatures of a candidate from `from` on can add by choices from `choice` on, or home.
    pub(super) fn add_open(&self, gain: &mut Gain, index: usize, choice: usize, from: usize) {
        self.each_run(index, from, usize::MAX, |run, count| {
            if let Some(best) = run.best.get(choice) {
                gain.add_times(best, count);
            }
        });
    }

    fn each_run(&self, index: usize, from: usize, to: usize, mut visit: impl FnMut(&Run, i64)) {
        let mut start = 0;
        for run in &self.runs[index] {
            let end = start + run.count;
            let count = end.min(to).saturating_sub(start.max(from));
            if count > 0 {
                visit(run, count as i64);
            }
            start = end;
        }
    }

    /// The places between runs of a candidate.
    pub(super) fn breaks(&self, index: usize) -> impl Iterator<Item = usize> + '_ {
        self.runs[index].iter().scan(0, |end, run| {
            *end += run.count;
            Some(*end)
        })
    }

    /// By which columns the candidates are met that make these choices: a first block against such an attack.
    pub(super) fn columns(&self, counts: &[SmallVec<[usize; 2]>]) -> Vec<Chosen> {
        let mut all = Vec::new();
        for (index, counts) in counts.iter().enumerate() {
            let mut from = 0;
            for (choice, count) in counts.iter().enumerate() {
                if *count == 0 {
                    continue;
                }
                let mut row = Chosen::new();
                self.each_run(index, from, from + count, |run, count| row.push((run.columns[choice], count as usize)));
                all.push(row);
                from += count;
            }
        }
        all
    }
}

fn best_of(numbers: &Numbers, candidate: &Candidate, columns: &[usize]) -> SmallVec<[Gain; 2]> {
    let mut best = SmallVec::from_elem(numbers.zero(), columns.len());
    let mut so_far = numbers.zero();
    for (choice, column) in columns.iter().enumerate().rev() {
        so_far.raise(&candidate.choices[choice].columns[*column].upper);
        best[choice] = so_far.clone();
    }
    best
}
