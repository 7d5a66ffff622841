//! What all attacks of a board have in common, kept for several questions.

use smallvec::SmallVec;

use super::{Counts, Pool, block, ordered_candidates};
use crate::position::{Attack, Block, CreatureId};
use crate::rules::restricts_whole_attacks;
use crate::search::attacks::AttackChoices;
use crate::search::branch::Branch;
use crate::search::candidates::{Candidates, Several};
use crate::search::found::{Found, FoundAttack, FoundBlock};
use crate::search::gain::TIE;
use crate::search::partition::Searched;
use crate::search::score::Scorer;
use crate::search::solution::SearchError;

/// The columns of a board.
pub(in crate::search) struct SharedColumns {
    candidates: Candidates,
    /// Requirements that a legal attack obeys (CR 508.1d).
    most_obeyed: usize,
}

impl SharedColumns {
    /// `None` where columns don't do.
    pub(in crate::search) fn new(scorer: &Scorer<'_, '_>) -> Result<Option<SharedColumns>, SearchError> {
        let choices = AttackChoices::new(scorer.board());
        let (most_obeyed, _) = choices.maximum(scorer.budget())?;
        if !Branch::is_plain(scorer.board(), &choices) {
            return Ok(None);
        }
        let candidates = ordered_candidates(scorer, &choices, &Branch::PLAIN, Several::Refused)?;
        Ok(candidates.map(|candidates| SharedColumns { candidates, most_obeyed }))
    }

    /// The best attack.
    pub(in crate::search) fn best_attack(&self, scorer: &Scorer<'_, '_>) -> Result<Found<FoundAttack>, SearchError> {
        let mut pool = Pool::new(scorer, &self.candidates, &Branch::PLAIN);
        pool.most_obeyed = self.most_obeyed;
        pool.whole = restricts_whole_attacks(scorer.board());
        pool.search()
    }

    /// The best block against a legal attack; `None` where somebody attacks that has no columns.
    pub(in crate::search) fn best_block(
        &self,
        scorer: &Scorer<'_, '_>,
        attack: &Attack,
    ) -> Result<Option<Found<FoundBlock>>, SearchError> {
        let Some((counts, order)) = self.counts(attack) else { return Ok(None) };
        let mut pool = Pool::new(scorer, &self.candidates, &Branch::PLAIN);
        pool.ties = true;
        let Searched { best, stopped, .. } = pool.solve(&counts, None)?;
        // The block is one against the first members of each kind: those stand for the ones that attack.
        let mut blocks = block(&self.candidates, &counts, &best);
        for (_, blocked) in &mut blocks.0 {
            blocked.iter_mut().for_each(|attacker| *attacker = actual(&order, *attacker));
        }
        let found = FoundBlock { block: Block(blocks.0), value: pool.value(best.number.div_euclid(TIE)) };
        Ok(Some(match stopped {
            None => Found::Proved(found),
            Some((stop, bound)) => {
                let bound = bound.map(|bound| pool.value(bound.div_euclid(TIE)));
                Found::Stopped { best: Some(found), bound, stop }
            }
        }))
    }

    /// How many of each kind make which choice, and for each of the first members of a kind the one that attacks.
    fn counts(&self, attack: &Attack) -> Option<(Counts, Vec<(CreatureId, CreatureId)>)> {
        let all = &self.candidates.all;
        let mut counts: Counts = all.iter().map(|kind| SmallVec::from_elem(0, kind.choices.len())).collect();
        let mut order = Vec::with_capacity(attack.0.len());
        let mut placed = 0;
        for (kind, counts) in all.iter().zip(&mut counts) {
            let mut first = kind.members.iter();
            for (choice, count) in kind.choices.iter().zip(counts) {
                for (attacker, target) in &attack.0 {
                    if *target == choice.attacker.target && kind.members.binary_search(attacker).is_ok() {
                        order.push((*first.next()?, *attacker));
                        *count += 1;
                    }
                }
            }
            placed += kind.members.len() - first.len();
        }
        (placed == attack.0.len()).then_some((counts, order))
    }
}

fn actual(order: &[(CreatureId, CreatureId)], member: CreatureId) -> CreatureId {
    order.iter().find(|(first, _)| *first == member).map_or(member, |(_, attacker)| *attacker)
}
