//! All sets of blockers against one attacker, those too that are never better than a smaller one.

use super::{Blockers, Column, SETS_A_CHECK, STEPS_A_CHECK};
use crate::rules::DeclaredAttacker;
use crate::search::duel::Duel;
use crate::search::freed_aside::FreedAside;
use crate::search::solution::SearchError;

impl Blockers<'_, '_, '_> {
    /// A column for every set of the classes that are `able` to block, of `least` to `most` creatures, and the one
    /// without a blocker.
    ///
    /// # Errors
    ///
    /// [`SearchError::TooLarge`] where a split is, [`SearchError::Stopped`] beyond the budget.
    pub(in crate::search) fn every_column(
        &self,
        attacker: &DeclaredAttacker,
        able: &[bool],
        (least, most): (usize, usize),
    ) -> Result<Vec<Column>, SearchError> {
        let duel = Duel::new(self.scorer, self.numbers, attacker, &self.fighters);
        let mut found: FreedAside<Vec<Column>> = FreedAside::default();
        let mut sets: Vec<Vec<(usize, usize)>> = vec![Vec::new()];
        for (class, members) in self.classes.members.iter().enumerate().filter(|(class, _)| able[*class]) {
            for number in 0..sets.len() {
                if (number as u64).is_multiple_of(STEPS_A_CHECK) {
                    self.scorer.budget().check()?;
                }
                let size: usize = sets[number].iter().map(|(_, count)| count).sum();
                for count in 1..=members.len().min(most.saturating_sub(size)) {
                    let mut larger = sets[number].clone();
                    larger.push((class, count));
                    sets.push(larger);
                }
            }
        }
        for (number, groups) in sets.into_iter().enumerate() {
            let size: usize = groups.iter().map(|(_, count)| count).sum();
            if size > 0 && size < least {
                continue;
            }
            if (number as u64).is_multiple_of(SETS_A_CHECK) {
                self.scorer.budget().check()?;
            }
            let played = match duel.as_ref().and_then(|duel| duel.play(&groups)) {
                Some(played) => played,
                None => self.play_out(attacker, &groups)?,
            };
            let used = groups.iter().map(|(class, count)| self.classes.one(*class) * *count as u128).sum();
            found.push(Column::new(used, &groups, played.options, 0));
        }
        Ok(found.into_inner())
    }
}

/// How many sets of at most `most` creatures there are of classes of these sizes, saturating.
pub(in crate::search) fn sets_of(classes: impl Iterator<Item = usize>, most: usize) -> u64 {
    // How many of each size.
    let mut counts = vec![1u64];
    for members in classes {
        let mut next = vec![0u64; counts.len().saturating_add(members).min(most.saturating_add(1))];
        for (size, count) in counts.iter().enumerate() {
            for more in next.iter_mut().skip(size).take(members + 1) {
                *more = more.saturating_add(*count);
            }
        }
        counts = next;
    }
    counts.into_iter().fold(0, u64::saturating_add)
}
