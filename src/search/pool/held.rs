//! The best block against a declared attack, whatever it is held to.

use smallvec::SmallVec;

use super::{Counts, Pool, block};
use crate::rules::DeclaredAttack;
use crate::search::branch::Branch;
use crate::search::candidates::{Candidate, Candidates, Several};
use crate::search::duties::Duties;
use crate::search::found::{Found, FoundBlock};
use crate::search::gain::TIE;
use crate::search::partition::{Chosen, Partition, Searched};
use crate::search::scale::Scale;
use crate::search::score::Scorer;
use crate::search::several;
use crate::search::solution::SearchError;

/// The best block against a declared attack; `None` where columns don't do.
pub(in crate::search) fn best_block(
    scorer: &Scorer<'_, '_>,
    attack: &DeclaredAttack,
) -> Result<Option<Found<FoundBlock>>, SearchError> {
    best_or_refuting(scorer, attack, None)
}

/// The same, or any block whose number is below a ceiling where blockers may block several attackers.
pub(in crate::search) fn best_or_refuting(
    scorer: &Scorer<'_, '_>,
    attack: &DeclaredAttack,
    ceiling: Option<i128>,
) -> Result<Option<Found<FoundBlock>>, SearchError> {
    let Some(scale) = Scale::new(scorer) else { return Ok(None) };
    let Some(duties) = Duties::new(scorer.board(), &scale, attack) else { return Ok(None) };
    let ways = duties.ways();
    let mut least: Option<(i128, FoundBlock)> = None;
    for way in &ways {
        let candidates = Candidates::of_attack(scorer, attack, &duties, way, Several::Refused)?;
        let Some(candidates) = candidates else {
            return several::best_block(scorer, attack, (&duties, &ways), ceiling);
        };
        let counts: Counts =
            candidates.all.iter().map(|candidate| SmallVec::from_elem(candidate.members.len(), 1)).collect();
        let mut pool = Pool::new(scorer, &candidates, &Branch::PLAIN);
        pool.ties = true;
        pool.caps = duties.caps(way).into_iter().enumerate().map(|(cap, most)| (pool.sums() + cap, most)).collect();
        let Searched { best, stopped, .. } = pool.solve(&counts, None)?;
        // What the requirements that it obeys are worth doesn't count.
        let obeyed = obeyed(&candidates, &best) as i128;
        let value = pool.value(best.number.div_euclid(TIE) + duties.weight() * obeyed);
        let found = FoundBlock { block: block(&candidates, &counts, &best), value };
        if let Some((stop, bound)) = stopped {
            // It is not known what is legal, or what comes of other ways.
            let whole = ways.len() == 1 && !duties.has_requirements();
            let bound = bound.filter(|_| whole).map(|bound| pool.value(bound.div_euclid(TIE)));
            return Ok(Some(Found::Stopped { best: whole.then_some(found), bound, stop }));
        }
        if least.as_ref().is_none_or(|(number, _)| best.number < *number) {
            least = Some((best.number, found));
        }
    }
    Ok(least.map(|(_, found)| Found::Proved(found)))
}

/// How many requirements a block of columns obeys, one row for each candidate.
fn obeyed(candidates: &Candidates, partition: &Partition) -> usize {
    let rows = candidates.all.iter().zip(&partition.chosen);
    let row = |(candidate, chosen): (&Candidate, &Chosen)| -> usize {
        chosen.iter().map(|(column, count)| candidate.choices[0].columns[*column].obeyed * count).sum()
    };
    rows.map(row).sum()
}
