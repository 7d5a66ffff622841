//! Parts of a combat played side by side: the active player announces in all of them, then the defenders answer.

use std::borrow::Cow;

use itertools::Itertools;

use super::engagement::{Engagement, Final, Play, Second, prune_finals};
use super::score::{Score, Scorer};
use super::solution::SearchError;
use crate::position::Assignment;
use crate::rules::Value;

/// Most combinations of announcements over all parts.
const COMBINATION_LIMIT: usize = 1_000_000;

/// What a combat of these parts is worth when both sides play their best, and the rows of one such line as far as the
/// parts keep them.
///
/// # Errors
///
/// [`SearchError::TooLarge`] where too many combinations matter, [`SearchError::Stopped`] beyond the budget.
pub(super) fn combine(
    scorer: &Scorer<'_, '_>,
    engagements: &[impl AsRef<Engagement>],
) -> Result<(Value, Vec<Assignment>), SearchError> {
    let flat: Option<Vec<&[Final]>> =
        engagements.iter().map(|engagement| engagement.as_ref().flat.as_deref()).collect();
    match flat {
        Some(parts) => last_step(scorer, scorer.zero(), &parts),
        None => whole_game(scorer, engagements),
    }
}

/// The last announcements of all parts together, after plays that came to `before`.
fn last_step(
    scorer: &Scorer<'_, '_>,
    mut before: Score,
    parts: &[&[Final]],
) -> Result<(Value, Vec<Assignment>), SearchError> {
    let mut rows: Vec<Assignment> = Vec::new();
    let mut open: Vec<&[Final]> = Vec::new();
    for part in parts {
        match part {
            [only] if only.replies.is_empty() => {
                before.add(&only.play.score);
                rows.extend(&only.play.rows);
            }
            _ => open.push(part),
        }
    }
    if open.is_empty() {
        return Ok((scorer.worth(&before), rows));
    }
    let mut all = vec![Final { play: Play { score: before, rows }, replies: [].into() }];
    for part in open {
        if all.len().saturating_mul(part.len()) > COMBINATION_LIMIT {
            return Err(too_large());
        }
        let together = all.iter().cartesian_product(part.iter()).map(|(one, other)| both(scorer, one, other));
        all = prune_finals(scorer, together.collect::<Result<_, _>>()?)?;
    }
    let mut best: Option<(Value, Vec<Assignment>)> = None;
    for last in &all {
        scorer.budget().check()?;
        let answered =
            last.replies.iter().map(|reply| (scorer.worth(&last.play.score.plus(&reply.score)), Some(reply)));
        let worst = answered.min_by(|one, other| one.0.cmp(&other.0));
        let (value, reply) = worst.unwrap_or_else(|| (scorer.worth(&last.play.score), None));
        // Of equals the first, so that the line doesn't depend on anything else.
        if best.as_ref().is_none_or(|(best, _)| value > *best) {
            let rows = last.play.rows.iter().chain(reply.iter().flat_map(|reply| &reply.rows)).copied();
            best = Some((value, rows.collect()));
        }
    }
    best.ok_or_else(|| SearchError::Contradiction("a side has no way to assign its damage".to_owned()))
}

/// Two parts' announcements together, and what may be answered to both.
fn both(scorer: &Scorer<'_, '_>, one: &Final, other: &Final) -> Result<Final, SearchError> {
    scorer.budget().check()?;
    let replies = match (one.replies.is_empty(), other.replies.is_empty()) {
        (true, _) => other.replies.clone(),
        (_, true) => one.replies.clone(),
        (false, false) => {
            if one.replies.len().saturating_mul(other.replies.len()) > COMBINATION_LIMIT {
                return Err(too_large());
            }
            let mut replies = Vec::new();
            for reply in one.replies.iter() {
                scorer.budget().check()?;
                replies.extend(other.replies.iter().map(|other| reply.then(other)));
            }
            replies.into()
        }
    };
    Ok(Final { play: one.play.then(&other.play), replies })
}

/// All four announcements of two steps, where the defenders choose in the first: what they choose is known before the
/// active player announces again, in every part.
fn whole_game(
    scorer: &Scorer<'_, '_>,
    engagements: &[impl AsRef<Engagement>],
) -> Result<(Value, Vec<Assignment>), SearchError> {
    let trees: Vec<Cow<'_, [Vec<Second>]>> = engagements
        .iter()
        .map(|engagement| {
            let Engagement { flat, firsts } = engagement.as_ref();
            match flat {
                // Without a choice in the first step all that matters is chosen after it.
                Some(finals) if firsts.is_empty() => {
                    let nothing = Play { score: scorer.zero(), rows: Vec::new() };
                    Cow::Owned(vec![vec![Second { play: nothing, finals: finals.clone() }]])
                }
                _ => Cow::Borrowed(firsts.as_slice()),
            }
        })
        .collect();
    let size =
        trees.iter().try_fold(1usize, |size, tree| size.checked_mul(tree.iter().map(|seconds| seconds.len()).sum()));
    if size.is_none_or(|size| size > COMBINATION_LIMIT) {
        return Err(too_large());
    }
    let mut best: Option<(Value, Vec<Assignment>)> = None;
    for announced in trees.iter().map(|tree| tree.iter()).multi_cartesian_product() {
        let mut worst: Option<(Value, Vec<Assignment>)> = None;
        for answered in announced.iter().map(|seconds| seconds.iter()).multi_cartesian_product() {
            let mut before = scorer.zero();
            answered.iter().for_each(|second| before.add(&second.play.score));
            let parts: Vec<&[Final]> = answered.iter().map(|second| second.finals.as_slice()).collect();
            let (value, later) = last_step(scorer, before, &parts)?;
            if worst.as_ref().is_none_or(|(worst, _)| value < *worst) {
                let rows = answered.iter().flat_map(|second| &second.play.rows).copied().chain(later).collect();
                worst = Some((value, rows));
            }
            if best.as_ref().is_some_and(|(best, _)| worst.as_ref().is_some_and(|(worst, _)| worst <= best)) {
                break;
            }
        }
        if let Some(worst) = worst
            && best.as_ref().is_none_or(|(best, _)| worst.0 > *best)
        {
            best = Some(worst);
        }
    }
    best.ok_or_else(|| SearchError::Contradiction("a side has no way to assign its damage".to_owned()))
}

fn too_large() -> SearchError {
    SearchError::TooLarge(format!(
        "the ways to divide damage combine in too many ways: the limit is {COMBINATION_LIMIT} combinations"
    ))
}
