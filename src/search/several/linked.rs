//! What becomes of attackers that shared blockers link, as choices of the active player.

use smallvec::SmallVec;

use crate::search::engagement::{Engagement, Final, Part, Second, engage};
use crate::search::gain::{Gain, Numbers, offer};
use crate::search::score::Scorer;
use crate::search::solution::SearchError;

/// What the active player can make of a part.
#[derive(Clone, Debug)]
pub(super) struct Outcomes {
    /// Whatever the defending players choose, it gets as much as any one of these.
    pub(super) options: SmallVec<[Gain; 1]>,
    /// Whether the defending players can hold it to these.
    pub(super) exact: bool,
}

impl Outcomes {
    /// Plays a part out; `None` where it has too many ways to go.
    pub(super) fn of(scorer: &Scorer<'_, '_>, numbers: &Numbers, part: &Part) -> Result<Option<Outcomes>, SearchError> {
        let Engagement { flat, firsts } = match engage(scorer, part, false) {
            Err(SearchError::TooLarge(_)) => return Ok(None),
            engaged => engaged?,
        };
        let nothing = numbers.zero();
        Ok(Some(match flat {
            Some(finals) => last_step(numbers, &nothing, &finals),
            None => {
                let mut all = Outcomes { options: SmallVec::new(), exact: true };
                for answers in &firsts {
                    let announced = answered(numbers, answers);
                    all.exact &= announced.exact;
                    announced.options.into_iter().for_each(|option| offer(&mut all.options, option));
                }
                all
            }
        }))
    }
}

/// After an announcement in the first step: what it can get whichever of these answers comes.
fn answered(numbers: &Numbers, answers: &[Second]) -> Outcomes {
    let after = |second: &Second| last_step(numbers, &numbers.gain(&second.play.score), &second.finals);
    let all: Vec<Outcomes> = answers.iter().map(after).collect();
    let mut options: Option<SmallVec<[Gain; 1]>> = None;
    for outcomes in &all {
        options = Some(match options {
            None => outcomes.options.clone(),
            Some(options) => {
                let mut both = SmallVec::new();
                for one in &options {
                    outcomes.options.iter().for_each(|other| offer(&mut both, lower(one, other)));
                }
                both
            }
        });
    }
    let options = options.unwrap_or_default();
    // Exact where one answer holds it to that; every choice of a dominated one is a lesser choice.
    let held = |outcomes: &Outcomes| {
        outcomes.exact && outcomes.options.iter().all(|own| options.iter().any(|option| option.dominates(own)))
    };
    let exact = all.iter().any(held);
    Outcomes { options, exact }
}

/// The last announcements, after what has come so far.
fn last_step(numbers: &Numbers, before: &Gain, finals: &[Final]) -> Outcomes {
    let mut outcomes = Outcomes { options: SmallVec::new(), exact: true };
    for last in finals {
        let play = before.plus(&numbers.gain(&last.play.score));
        let replies: Vec<Gain> = last.replies.iter().map(|reply| numbers.gain(&reply.score)).collect();
        let Some(least) = replies.iter().cloned().reduce(|one, other| lower(&one, &other)) else {
            offer(&mut outcomes.options, play);
            continue;
        };
        outcomes.exact &= replies.contains(&least);
        offer(&mut outcomes.options, play.plus(&least));
    }
    outcomes
}

/// What is no better than either for the active player.
fn lower(one: &Gain, other: &Gain) -> Gain {
    Gain {
        value: one.value.min(other.value),
        sums: one.sums.iter().zip(&other.sums).map(|(one, other)| *one.min(other)).collect(),
    }
}
