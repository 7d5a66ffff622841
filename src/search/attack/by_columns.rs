//! The best attack where what one creature does depends on others: the legal ones, those first that may be worth most,
//! each refuted by a block that held another one down, or else solved by columns.
//!
//! No attack is worth more than it is against any one legal block. So each has a bound, the least that known blocks
//! leave it, and the one with the highest bound is looked at next: it is solved, or a block is found that lowers its
//! bound. Once the highest bound is no better than the best attack, nothing is.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::fitted::{Against, Fitted};
use crate::rules::{DeclaredAttack, Value};
use crate::search::attacks::AttackList;
use crate::search::bounds::Bounds;
use crate::search::budget::Stop;
use crate::search::found::{Found, FoundAttack, FoundBlock};
use crate::search::gain::TIE;
use crate::search::pool::best_or_refuting;
use crate::search::scale::Scale;
use crate::search::score::Scorer;
use crate::search::solution::SearchError;

/// An attack that may be the best: of equal bounds that with fewest attackers comes first, and of those the first of the
/// list.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Open {
    /// It is worth no more than this.
    bound: Value,
    size: Reverse<usize>,
    number: Reverse<u32>,
    /// How many known blocks have been held against it.
    seen: usize,
}

/// The best attack, its reply found by columns; `None` where those don't do for some attack.
pub(in crate::search) fn best_attack_by_columns(
    scorer: &Scorer<'_, '_>,
    attacks: &AttackList<'_, '_, '_>,
) -> Result<Option<Found<FoundAttack>>, SearchError> {
    let Some(scale) = Scale::new(scorer) else { return Ok(None) };
    let mut search =
        Search { scorer, scale, attacks, fitted: Fitted::new(scorer), open: BinaryHeap::new(), best: None };
    let bounded = search.bound_all();
    let known = bounded.is_ok();
    match (bounded.and_then(|()| search.run()), search.best) {
        (Ok(false), _) => Ok(None),
        (Ok(true), Some(best)) => Ok(Some(Found::Proved(best))),
        (Ok(true), None) => Err(SearchError::Contradiction("there is no legal attack".to_owned())),
        (Err(error), best) => {
            let stop = Stop::of(error)?;
            let highest = search.open.peek().map(|open| &open.bound).into_iter();
            let bound = highest.chain(best.as_ref().map(|best| &best.value)).max().cloned();
            Ok(Some(Found::Stopped { best, bound: bound.filter(|_| known), stop }))
        }
    }
}

struct Search<'s, 'b, 'p, 'l> {
    scorer: &'s Scorer<'b, 'p>,
    scale: Scale,
    attacks: &'l AttackList<'l, 'b, 'p>,
    fitted: Fitted<'s, 'b, 'p>,
    open: BinaryHeap<Open>,
    best: Option<FoundAttack>,
}

impl Search<'_, '_, '_, '_> {
    /// Bounds all attacks by what their creatures can do at most.
    fn bound_all(&mut self) -> Result<(), SearchError> {
        let mut all = Vec::with_capacity(self.attacks.len());
        for number in 0..self.attacks.len() {
            self.scorer.budget().check()?;
            let attack = self.attacks.get(number);
            let size = Reverse(attack.0.len());
            let declared = DeclaredAttack::new(self.scorer.board(), &attack);
            let bound = Bounds::of_attack(self.scorer, &declared).upper;
            // The list holds no more than that.
            all.push(Open { bound, size, number: Reverse(number as u32), seen: 0 });
        }
        self.open = all.into();
        Ok(())
    }

    /// Looks at attacks until none that is left can be better than the best; false: columns don't do.
    fn run(&mut self) -> Result<bool, SearchError> {
        while let Some(mut first) = self.open.pop() {
            if self.refutes(&first.bound, first.size.0) {
                return Ok(true);
            }
            match self.look_at(&mut first) {
                Ok(Looked::Done) => {}
                Ok(Looked::Lowered) => self.open.push(first),
                Ok(Looked::Unknown) => return Ok(false),
                Err(error) => {
                    self.open.push(first);
                    return Err(error);
                }
            }
        }
        Ok(true)
    }

    /// Whether an attack of that size is no better than the best if it is worth no more than this: of equals one with
    /// fewer attackers is better.
    fn refutes(&self, value: &Value, size: usize) -> bool {
        let best = self.best.as_ref();
        best.is_some_and(|best| *value < best.value || *value == best.value && size >= best.attack.0.len())
    }

    /// Lowers the bound of an attack, or finds out what it is worth.
    fn look_at(&mut self, open: &mut Open) -> Result<Looked, SearchError> {
        let (number, size) = (open.number.0 as usize, open.size.0);
        let declared = DeclaredAttack::new(self.scorer.board(), &self.attacks.get(number));
        let mut against = Against::new(self.scorer, &declared);
        let before = open.bound.clone();
        while let Some((value, block)) = self.fitted.next(&mut against, &mut open.seen, &open.bound)? {
            open.bound = value;
            if self.refutes(&open.bound, size) {
                self.fitted.note(block);
                return Ok(Looked::Done);
            }
        }
        if open.bound < before {
            return Ok(Looked::Lowered);
        }
        // Without a best attack there is none that refutes this one.
        let Some(best) = &self.best else { return self.solve(&declared) };
        let refutes = |value: &Value| *value < best.value || *value == best.value && size >= best.attack.0.len();
        if let Some(block) = self.fitted.improved(&mut against, refutes)? {
            self.fitted.note(block);
            return Ok(Looked::Done);
        }
        self.solve(&declared)
    }

    fn solve(&mut self, declared: &DeclaredAttack) -> Result<Looked, SearchError> {
        let size = declared.attackers().len();
        // Where a block leaves so little the attack is refuted.
        let ceiling = self.best.as_ref().map(|best| {
            let mut additive = best.value.clone();
            additive.add_times(self.scorer.constant(), -1);
            let enough = i128::from(size >= best.attack.0.len());
            (self.scale.number(&additive) + enough) * TIE
        });
        let FoundBlock { block, value } = match best_or_refuting(self.scorer, declared, ceiling)? {
            None => return Ok(Looked::Unknown),
            Some(Found::Proved(found)) => found,
            Some(Found::Stopped { stop, .. }) => return Err(SearchError::Stopped(stop)),
        };
        if !self.refutes(&value, size) {
            self.scorer.budget().note_best(&value);
            self.best = Some(FoundAttack { attack: declared.attack().clone(), value, reply: block.clone() });
        }
        self.fitted.note(block.0);
        Ok(Looked::Done)
    }
}

/// What looking at an attack has come to.
enum Looked {
    /// It is refuted, or the best so far.
    Done,
    /// Its bound is lower than it was.
    Lowered,
    /// Columns don't do for it.
    Unknown,
}
