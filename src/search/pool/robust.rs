//! Blocks against many attacks at once.
//!
//! A range of attacks is cut off by one block that is good enough against all of them. Replies that were found for
//! single attacks need not be: where life is tight each lets through all that its own attack allows, and the next larger
//! attack kills. So such a block is looked for on its own: creatures that must attack count as they do, those that may
//! attack as whatever is worst of their choices and staying home.

use std::cmp::Ordering;

use smallvec::SmallVec;

use super::areas::Area;
use super::{Place, Pool, ceiling};
use crate::search::budget::Budget;
use crate::search::candidates::Candidates;
use crate::search::columns::Column;
use crate::search::gain::Gain;
use crate::search::partition::{Searched, Tables, best_partition};
use crate::search::reply::{Met, Reply};
use crate::search::solution::SearchError;

/// How many ranges looked at are as much work as an attack solved for itself.
const NODES_A_LEAF: u64 = 100;
/// After the work of how many attacks it is worth the trouble.
const FIRST_WORK: u64 = 8;
/// How much work there may be for every range that is not met, beyond one for each that is.
const WORK_A_MISS: u64 = 4;

/// After how many columns the budget is asked: each is compared with many.
const CHECK_EVERY: usize = 64;

/// A candidate, and the choice that its creatures make, or that they make that one, a later one or none.
type Kind = (usize, usize, bool);

/// What is known of blocks against many attacks.
pub(super) struct Robust {
    /// For each candidate, once it was asked for, and each choice: columns against a creature that makes that choice, a
    /// later one or none.
    columns: Vec<Vec<Vec<Column>>>,
    /// Attacks solved for themselves.
    pub(super) leaves: u64,
    /// Ranges looked at.
    nodes: u64,
    /// Ranges met by a block, and those that none meets.
    met: u64,
    missed: u64,
}

impl Robust {
    pub(super) fn new(candidates: usize) -> Robust {
        Robust { columns: vec![Vec::new(); candidates], leaves: 0, nodes: 0, met: 0, missed: 0 }
    }
}

impl Pool<'_, '_, '_, '_> {
    /// Whether one block meets all attacks of a range; it joins the pool.
    pub(super) fn is_met(&mut self, place: Place, low: usize, high: usize) -> Result<bool, SearchError> {
        let candidate = &self.candidates.all[place.candidate];
        let fresh = place.from == 0 && place.choice == 0 && low == 0 && high == candidate.members.len();
        let last = place.candidate + 1 == self.candidates.all.len() && low == high;
        let Robust { leaves, met, missed, .. } = self.robust;
        self.robust.nodes += 1;
        let work = leaves + self.robust.nodes / NODES_A_LEAF;
        if fresh || last || work < FIRST_WORK || missed > met + work / WORK_A_MISS {
            return Ok(false);
        }
        let Some(cutoff) = self.cutoff() else { return Ok(false) };
        for index in place.candidate..self.candidates.all.len() {
            self.prepare(index)?;
        }
        // For each row its candidate, and the choice that its creatures make, or that they make that one or a later.
        let mut kinds: Vec<Kind> = Vec::new();
        let mut rows: Vec<(usize, &[Column])> = Vec::new();
        for (index, (candidate, counts)) in self.candidates.all.iter().zip(&self.counts).enumerate() {
            let mut push = |choice: usize, open: bool, count: usize| {
                let columns = if open {
                    self.robust.columns[index].get(choice).map(Vec::as_slice)
                } else {
                    candidate.choices.get(choice).map(|choice| choice.columns.as_slice())
                };
                if let Some(columns) = columns.filter(|_| count > 0) {
                    kinds.push((index, choice, open));
                    rows.push((count, columns));
                }
            };
            let decided = match index.cmp(&place.candidate) {
                Ordering::Less => counts.len(),
                Ordering::Equal => place.choice,
                Ordering::Greater => 0,
            };
            counts[..decided].iter().enumerate().for_each(|(choice, count)| push(choice, false, *count));
            if index == place.candidate {
                push(place.choice, false, low);
                push(place.choice, true, high - low);
                push(place.choice + 1, true, candidate.members.len() - place.from - high);
            } else if index > place.candidate {
                push(0, true, candidate.members.len());
            }
        }
        let ceiling = ceiling(cutoff, (place.attackers + low) as i128);
        let (reply, number) = self.meet(&kinds, &rows, ceiling)?;
        self.keep(reply);
        // The reply must show it by itself, as it does to who asks for a proof: alike creatures attack in its order.
        let met = number < ceiling && self.bound_by(0, place, low, high) <= cutoff;
        *(if met { &mut self.robust.met } else { &mut self.robust.missed }) += 1;
        Ok(met)
    }

    /// Whether one block meets all attacks of an area; it joins the pool.
    pub(super) fn is_area_met(&mut self, area: &Area, cutoff: i128) -> Result<bool, SearchError> {
        for index in 0..self.candidates.all.len() {
            self.prepare(index)?;
        }
        let mut kinds: Vec<Kind> = Vec::new();
        let mut rows: Vec<(usize, &[Column])> = Vec::new();
        for (index, (low, high)) in area.ranges().enumerate() {
            if low > 0 {
                kinds.push((index, 0, false));
                rows.push((low, &self.candidates.all[index].choices[0].columns));
            }
            if high > low {
                kinds.push((index, 0, true));
                rows.push((high - low, &self.robust.columns[index][0]));
            }
        }
        let ceiling = ceiling(cutoff, area.fewest() as i128);
        let (reply, number) = self.meet(&kinds, &rows, ceiling)?;
        let met = number < ceiling && self.bound_against(&reply, area) <= cutoff;
        self.keep(reply);
        Ok(met)
    }

    /// The best block against some rows, or one below a ceiling, as a reply.
    fn meet(&self, kinds: &[Kind], rows: &[(usize, &[Column])], ceiling: i128) -> Result<(Reply, i128), SearchError> {
        let mut hints = self.hints.clone();
        let searched = best_partition(Tables { proves: false, ..self.tables() }, rows, Some(ceiling), None, &mut hints);
        let Searched { best, stopped, .. } = searched?;
        if let Some((stop, _)) = stopped {
            return Err(SearchError::Stopped(stop));
        }
        let mut met: Vec<Vec<Met>> = vec![Vec::new(); self.candidates.all.len()];
        for (((index, choice, open), (_, columns)), chosen) in kinds.iter().zip(rows).zip(&best.chosen) {
            for (column, count) in chosen {
                let known = (!open).then_some((*choice, *column));
                met[*index].push(Met { set: columns[*column].used, known, count: *count });
            }
        }
        let Candidates { numbers, classes, all, .. } = self.candidates;
        Ok((Reply::of(numbers, classes, all, met), best.number))
    }

    /// Works out the columns against creatures of a candidate that need not attack.
    fn prepare(&mut self, index: usize) -> Result<(), SearchError> {
        if self.robust.columns[index].is_empty() {
            let choices = 0..self.candidates.all[index].choices.len();
            let worst = choices.map(|choice| at_worst(self.scorer.budget(), self.candidates, index, choice));
            self.robust.columns[index] = worst.collect::<Result<_, SearchError>>()?;
        }
        Ok(())
    }
}

/// Columns against a creature that makes a choice from `first` on, or stays home: each set of blockers with at least what
/// the active player can make of it by any of these.
fn at_worst(budget: &Budget, candidates: &Candidates, index: usize, first: usize) -> Result<Vec<Column>, SearchError> {
    let Candidates { numbers, classes, all, .. } = candidates;
    let choices = &all[index].choices[first..];
    let gain = |set: u128, own: Option<&Column>| {
        let mut worst = numbers.zero();
        for choice in choices {
            let fitting = choice.columns.iter().filter(|column| classes.fits(column.used, set));
            let best = || fitting.min_by_key(|column| (numbers.worth(&column.upper), column.size));
            let column = if choices.len() == 1 { own } else { best() };
            column.into_iter().for_each(|column| worst.raise(&column.upper));
        }
        worst
    };
    let mut columns: Vec<Column> = Vec::new();
    for (number, own) in choices.iter().flat_map(|choice| choice.columns.iter()).enumerate() {
        if number % CHECK_EVERY == 0 {
            budget.check()?;
        }
        let worst: Gain = gain(own.used, Some(own));
        let options = SmallVec::from_elem(worst.clone(), 1);
        columns.push(Column { options, upper: worst, obeyed: 0, ..own.clone() });
    }
    // A set is of no use where a part of it does as well; the empty one comes first.
    columns.sort_by_key(|column| column.size);
    let mut kept: Vec<Column> = Vec::new();
    for (number, column) in columns.into_iter().enumerate() {
        if number % CHECK_EVERY == 0 {
            budget.check()?;
        }
        if !kept.iter().any(|other| classes.fits(other.used, column.used) && column.upper.dominates(&other.upper)) {
            kept.push(column);
        }
    }
    Ok(kept)
}
