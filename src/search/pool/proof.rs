//! The replies that prove that no attack is worth more than a value.
//!
//! The search is run once more with the value known from the start and without a limit on the pool: whatever it cuts
//! off, one reply cuts off or several on average, of which one then does for each attack; and every attack that it gets
//! to is answered by a new one. So for each attack one of the
//! replies holds it to the value, which is what a certificate says. A second run that starts with all of them shows
//! which are enough.

use super::{Best, Counts, Place, Pool, ordered_candidates};
use crate::position::{Attack, Block};
use crate::rules::{Value, restricts_whole_attacks};
use crate::search::attacks::AttackChoices;
use crate::search::branch::Branch;
use crate::search::candidates::{Candidates, Several};
use crate::search::found::FoundAttack;
use crate::search::gain::TIE;
use crate::search::reply::Reply;
use crate::search::score::Scorer;
use crate::search::solution::SearchError;

/// How often the replies are looked through for such as are not needed.
const ROUNDS: usize = 3;

/// Who may attack, and replies that together hold every attack to a value.
pub(in crate::search) struct Proof {
    pub(in crate::search) candidates: Candidates,
    pub(in crate::search) replies: Vec<Reply>,
    /// Requirements that every legal attack obeys (CR 508.1d).
    pub(in crate::search) most_obeyed: usize,
}

/// The replies that hold every attack to `value`; `None` where columns don't do, or an attack is judged as a whole.
///
/// # Errors
///
/// [`SearchError::Contradiction`] where an attack is worth more, [`SearchError::Stopped`] beyond the budget.
pub(in crate::search) fn prove(scorer: &Scorer<'_, '_>, value: &Value) -> Result<Option<Proof>, SearchError> {
    if restricts_whole_attacks(scorer.board()) {
        return Ok(None);
    }
    let choices = AttackChoices::new(scorer.board());
    let (most_obeyed, _) = choices.maximum(scorer.budget())?;
    // Where there are branches, no reply holds attacks of all of them.
    let branch = Branch::PLAIN;
    if !Branch::is_plain(scorer.board(), &choices) {
        return Ok(None);
    }
    let Some(candidates) = ordered_candidates(scorer, &choices, &branch, Several::Refused)? else { return Ok(None) };
    // A certificate doesn't know what may be gone after the first step.
    if !candidates.numbers.departures.is_empty() {
        return Ok(None);
    }
    let mut relative = value.clone();
    relative.add_times(scorer.constant(), -1);
    let number = candidates.numbers.scale().number(&relative) * TIE;
    let mut replies = refute(scorer, &candidates, most_obeyed, (number, value), Vec::new())?;
    for _ in 0..ROUNDS {
        let before = replies.len();
        replies = refute(scorer, &candidates, most_obeyed, (number, value), replies)?;
        if replies.len() >= before {
            break;
        }
    }
    if replies.is_empty() {
        // Nobody can attack, or nobody has to be held back: any block will do.
        let nobody: Counts = Pool::new(scorer, &candidates, &branch).counts;
        replies.push(Reply::new(&candidates.numbers, &candidates.classes, &candidates.all, &nobody, &[]));
    }
    Ok(Some(Proof { candidates, replies, most_obeyed }))
}

/// One run through all attacks: those of the replies, and of the new ones, that were needed.
fn refute(
    scorer: &Scorer<'_, '_>,
    candidates: &Candidates,
    most_obeyed: usize,
    (number, value): (i128, &Value),
    replies: Vec<Reply>,
) -> Result<Vec<Reply>, SearchError> {
    let mut pool = Pool::new(scorer, candidates, &Branch::PLAIN);
    pool.limit = usize::MAX;
    pool.most_obeyed = most_obeyed;
    for mut reply in replies.into_iter().rev() {
        (reply.valid, reply.used) = (0, false);
        pool.keep(reply);
    }
    let found = FoundAttack { attack: Attack::default(), value: value.clone(), reply: Block::default() };
    pool.best = Some(Best { number, found });
    pool.decide(Place::default())?;
    if pool.best.as_ref().is_some_and(|best| best.number > number) {
        return Err(SearchError::Contradiction("an attack is worth more than the best one".to_owned()));
    }
    pool.replies.retain(|reply| reply.used);
    Ok(pool.replies)
}
