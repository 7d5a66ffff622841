//! Why the answer is the answer, in sentences: what the natural alternatives come to, and the blocks that make it so.

use super::answer::{AlternativeRow, Answer, Blocker, Status};
use super::headline::block_words;
use crate::search::Question;

/// One sentence for the answer and one for each alternative.
pub(super) fn sentences(answer: &Answer, alternatives: &[AlternativeRow]) -> Vec<String> {
    let mut all = vec![match (answer.question, answer.status) {
        (Question::Attack, Status::Optimal) => format!("The best reply to this attack: {}.", reply(&answer.blocks)),
        (Question::Block, Status::Optimal) => "No other block allows less.".to_owned(),
        (Question::Assign, Status::Optimal) => "No other split gets more, whatever the defenders assign.".to_owned(),
        (_, Status::Limit) => "The search was stopped, so something better may exist.".to_owned(),
    }];
    all.extend(alternatives.iter().map(|other| sentence(answer, other)));
    all
}

fn sentence(answer: &Answer, other: &AlternativeRow) -> String {
    let creature = other.creature.as_deref().unwrap_or_default();
    let attack = answer.question == Question::Attack;
    let what = match (other.change, attack) {
        ("nobody", true) => "Not attacking".to_owned(),
        ("nobody", false) => "Not blocking".to_owned(),
        ("everybody", _) => "Attacking with everything".to_owned(),
        ("with", _) => format!("Attacking with {creature} as well"),
        (_, true) => format!("Attacking without {creature}"),
        (_, false) => format!("Blocking without {creature}"),
    };
    let verb = if attack { "gets" } else { "allows" };
    let levels = answer.levels.iter().zip(&other.value).zip(&answer.value);
    // The first level that differs decides.
    match levels.into_iter().find(|((_, value), best)| value != best) {
        None if attack => format!("{what} gets no more."),
        None => format!("{what} allows just as much."),
        Some(((level, value), best)) => {
            let mut text = format!("{what} {verb} {level} {value} instead of {best}");
            if attack && !other.attacks.is_empty() {
                text.push_str(&format!(": then the best reply is: {}", reply(&other.blocks)));
            }
            text + "."
        }
    }
}

/// `block Ghalta with Wall`, `don't block`.
fn reply(blocks: &[Blocker]) -> String {
    let words = block_words(blocks);
    let mut letters = words.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}
