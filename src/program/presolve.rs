//! What amounts alone decide about a side's announcement, before any program is written.

use super::indicator::{Reach, reach};
use crate::position::Recipient;
use crate::rules::{Assigner, Condition, Division, Share};

/// The division without the shares whose conditions can't be met whatever is assigned.
pub(super) fn without_impossible(division: &Division) -> Division {
    let mut possible = division.clone();
    loop {
        let before = possible.clone();
        for (assigner, it) in possible.assigners.iter_mut().zip(&before.assigners) {
            for way in &mut assigner.ways {
                way.retain(|share| {
                    share.conditions.iter().all(|condition| reach_of(&before, *condition) != Reach::Never)
                        && most_for(&before, it, &[share]) > 0
                });
            }
            assigner.ways.retain(|way| !way.is_empty());
        }
        if possible == before {
            return possible;
        }
    }
}

/// The most that a creature can assign to `shares` of one way together. If any of them gets something, the conditions
/// that all of them ask for hold, and the creature has itself assigned what all others can't.
pub(super) fn most_for(division: &Division, assigner: &Assigner, shares: &[&Share]) -> i64 {
    let Some((first, others)) = shares.split_first() else { return 0 };
    let common = first.conditions.iter().filter(|condition| others.iter().all(|it| it.conditions.contains(condition)));
    let elsewhere = common.filter(|condition| !shares.iter().any(|it| it.recipient == recipient_of(**condition)));
    let own: i64 = elsewhere.map(|condition| own_part(division, assigner, *condition)).sum();
    (assigner.amount - own).max(0)
}

/// What a creature must at least assign itself for a condition to hold.
fn own_part(division: &Division, assigner: &Assigner, condition: Condition) -> i64 {
    let recipient = recipient_of(condition);
    let is_other = |other: &Assigner| other.creature != assigner.creature;
    let (_, others) = range_of(division, recipient, is_other);
    let missing = (need_of(division, condition) - others).max(0);
    match condition {
        Condition::Loyalty(_) => missing,
        Condition::Lethal(_) => {
            let (_, touching) = range_of(division, recipient, |other| is_other(other) && other.deathtouch);
            if touching > 0 {
                0
            } else if assigner.deathtouch {
                missing.min(1)
            } else {
                missing
            }
        }
    }
}

/// Whether a condition is met in any case, or never, by amounts alone.
pub(super) fn reach_of(division: &Division, condition: Condition) -> Reach {
    let recipient = recipient_of(condition);
    let enough = reach(range_of(division, recipient, |_| true), need_of(division, condition));
    let touched = match condition {
        Condition::Lethal(_) => reach(range_of(division, recipient, |assigner| assigner.deathtouch), 1),
        Condition::Loyalty(_) => Reach::Never,
    };
    match (enough, touched) {
        (Reach::Always, _) | (_, Reach::Always) => Reach::Always,
        (Reach::Never, Reach::Never) => Reach::Never,
        _ => Reach::Open,
    }
}

/// Least and greatest damage that the assigners that `by` picks can assign to a recipient.
pub(super) fn range_of(division: &Division, recipient: Recipient, by: impl Fn(&Assigner) -> bool) -> (i64, i64) {
    let (mut low, mut high) = (0_i64, 0_i64);
    for assigner in division.assigners.iter().filter(|assigner| by(assigner)) {
        if assigner.ways.iter().flatten().any(|share| share.recipient == recipient) {
            high = high.saturating_add(assigner.amount);
            if only_share(assigner).is_some() {
                low = low.saturating_add(assigner.amount);
            }
        }
    }
    (low, high)
}

/// The only thing that a creature can assign to, if there is no choice.
pub(super) fn only_share(assigner: &Assigner) -> Option<&Share> {
    match assigner.ways.as_slice() {
        [way] if !assigner.may_decline => match way.as_slice() {
            [share] => Some(share),
            _ => None,
        },
        _ => None,
    }
}

/// What must be assigned enough.
pub(super) fn recipient_of(condition: Condition) -> Recipient {
    match condition {
        Condition::Lethal(creature) => Recipient::Creature(creature),
        Condition::Loyalty(target) => Recipient::Target(target),
    }
}

/// How much is enough, deathtouch aside.
pub(super) fn need_of(division: &Division, condition: Condition) -> i64 {
    match condition {
        Condition::Lethal(creature) => {
            division.lethal.iter().find(|(other, _)| *other == creature).map_or(0, |(_, need)| *need)
        }
        Condition::Loyalty(target) => {
            division.loyalty.iter().find(|(other, _)| *other == target).map_or(0, |(_, need)| *need)
        }
    }
}
