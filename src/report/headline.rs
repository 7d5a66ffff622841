//! The answer in words: what to do.

use itertools::Itertools;

use super::answer::{Answer, Attacker, Blocker};
use super::names::{runs, spoken};
use crate::search::Question;

/// Most names in one list, and most lists.
const LONGEST: usize = 6;

/// What the side that decides should do.
pub(super) fn headline(answer: &Answer) -> String {
    match answer.question {
        Question::Attack => attack_words(&answer.attacks),
        Question::Block => block_words(&answer.blocks),
        Question::Assign => assign_words(answer),
    }
}

/// `Attack opp with Ghalta; Jace with Goblin#1`.
pub(super) fn attack_words(attackers: &[Attacker]) -> String {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for attacker in attackers {
        push(&mut groups, &attacker.target, &attacker.id);
    }
    if groups.is_empty() { "Don't attack".to_owned() } else { format!("Attack {}", with(groups)) }
}

/// `Block Ghalta with Wall; Goblin#1 with Bird`.
pub(super) fn block_words(blockers: &[Blocker]) -> String {
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for blocker in blockers {
        for attacker in &blocker.attackers {
            push(&mut groups, attacker, &blocker.id);
        }
    }
    if groups.is_empty() { "Don't block".to_owned() } else { format!("Block {}", with(groups)) }
}

/// `Ghalta deals 3 to Wall and 9 to opp`, for the attackers that have split their damage, or have several blockers to
/// split it among.
fn assign_words(answer: &Answer) -> String {
    let attacks = |id: &str| answer.attacks.iter().any(|attacker| attacker.id == id);
    let mut splits: Vec<String> = Vec::new();
    for ((_, source), rows) in &answer.damage.iter().chunk_by(|row| (row.step, row.source.as_str())) {
        let parts: Vec<String> = rows.map(|row| format!("{} to {}", row.amount, row.target)).collect();
        let blockers = answer.blocks.iter().filter(|blocker| blocker.attackers.iter().any(|id| id == source)).count();
        if (parts.len() > 1 || blockers > 1) && attacks(source) {
            splits.push(format!("{source} deals {}", spoken(parts, LONGEST)));
        }
    }
    if splits.is_empty() { "Nobody splits damage".to_owned() } else { limited(splits) }
}

fn push<'a>(groups: &mut Vec<(&'a str, Vec<&'a str>)>, key: &'a str, id: &'a str) {
    match groups.iter_mut().find(|(other, _)| *other == key) {
        Some((_, ids)) => ids.push(id),
        None => groups.push((key, vec![id])),
    }
}

fn with(groups: Vec<(&str, Vec<&str>)>) -> String {
    limited(groups.into_iter().map(|(key, ids)| format!("{key} with {}", spoken(runs(ids), LONGEST))).collect())
}

fn limited(mut parts: Vec<String>) -> String {
    let more = parts.len().saturating_sub(LONGEST);
    parts.truncate(LONGEST);
    if more > 0 {
        parts.push(format!("and {more} more"));
    }
    parts.join("; ")
}
