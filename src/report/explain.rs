//! Why the answer is the answer, in sentences: what the natural alternatives come to, and the blocks that make it so.

use itertools::Itertools;

use super::answer::{Answer, Attacker, Blocker, Status, attackers, blockers};
use super::headline::block_words;
use super::names::spoken;
use crate::rules::Board;
use crate::search::{Alternative, Change, Explanation, LeftOff, Question, Why};

/// Most alternatives that are named in one sentence about what is left off.
const LONGEST: usize = 10;

/// The alternatives to an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainAnswer {
    /// What other declarations come to.
    pub alternatives: Vec<AlternativeRow>,
    /// Those of which that isn't said.
    pub left_off: Vec<LeftOffRow>,
}

/// How a declaration differs from the answer's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChangeRow {
    /// "nobody", "everybody", "with", "without" or "at".
    pub change: &'static str,
    /// The id of the creature that is more or less, or attacks something else.
    pub creature: Option<String>,
    /// The id of what else it attacks.
    pub target: Option<String>,
}

/// Another declaration than the answer's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlternativeRow {
    /// How it differs.
    pub change: ChangeRow,
    /// The attackers.
    pub attacks: Vec<Attacker>,
    /// The blockers.
    pub blocks: Vec<Blocker>,
    /// One number for each level.
    pub value: Vec<i64>,
}

/// Another declaration, of which it isn't said what it comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOffRow {
    /// How it differs.
    pub change: ChangeRow,
    /// Why it is left off, in words: the broken rules, or what ended the search.
    pub why: String,
    /// The same in a few words, by which sentences take several together.
    short: String,
}

impl ExplainAnswer {
    /// Puts names to what other declarations come to.
    pub fn new(board: &Board<'_>, explanation: &Explanation) -> ExplainAnswer {
        let row = |alternative: &Alternative| AlternativeRow {
            change: ChangeRow::new(board, alternative.change),
            attacks: attackers(board, &alternative.attack),
            blocks: blockers(board, &alternative.block),
            value: alternative.value.0.to_vec(),
        };
        let left_off = |left: &LeftOff| {
            let (why, short) = match &left.why {
                Why::Illegal(reasons) => (
                    reasons.iter().join("; "),
                    format!("illegal by CR {}", reasons.iter().map(|reason| reason.rule).unique().join(" and ")),
                ),
                Why::Stopped(stop) => {
                    (format!("the search was stopped at {stop}"), format!("not looked at for {stop}"))
                }
                Why::TooMuch(text) => (text.clone(), text.clone()),
            };
            LeftOffRow { change: ChangeRow::new(board, left.change), why, short }
        };
        ExplainAnswer {
            alternatives: explanation.alternatives.iter().map(row).collect(),
            left_off: explanation.left_off.iter().map(left_off).collect(),
        }
    }
}

impl ChangeRow {
    fn new(board: &Board<'_>, change: Change) -> ChangeRow {
        let (change, creature, target) = match change {
            Change::Nobody => ("nobody", None, None),
            Change::Everybody => ("everybody", None, None),
            Change::With(creature) => ("with", Some(creature), None),
            Change::Without(creature) => ("without", Some(creature), None),
            Change::At(creature, target) => ("at", Some(creature), Some(target)),
        };
        ChangeRow {
            change,
            creature: creature.map(|creature| board.name(creature).to_owned()),
            target: target.map(|target| board.position().target_id(target).to_owned()),
        }
    }

    /// `Attacking with Lion as well`.
    fn words(&self, question: Question) -> String {
        let creature = self.creature.as_deref().unwrap_or_default();
        let attack = question == Question::Attack;
        match (self.change, &self.target) {
            ("nobody", _) if attack => "Not attacking".to_owned(),
            ("nobody", _) => "Not blocking".to_owned(),
            ("everybody", _) => "Attacking with everything".to_owned(),
            ("with", _) => format!("Attacking with {creature} as well"),
            (_, Some(target)) => format!("Sending {creature} at {target} instead"),
            _ if attack => format!("Attacking without {creature}"),
            _ => format!("Blocking without {creature}"),
        }
    }
}

/// One sentence for the answer, one for each alternative, and one for each cause to leave some off.
pub(super) fn sentences(answer: &Answer, explanation: &ExplainAnswer) -> Vec<String> {
    let mut all = vec![match (answer.question, answer.status) {
        (Question::Attack, Status::Optimal) => format!("The best reply to this attack: {}.", reply(&answer.blocks)),
        (Question::Block, Status::Optimal) => "No other block allows less.".to_owned(),
        (Question::Assign, Status::Optimal) => "No other split gets more, whatever the defenders assign.".to_owned(),
        (_, Status::Limit) => "The search was stopped, so something better may exist.".to_owned(),
    }];
    all.extend(explanation.alternatives.iter().map(|other| sentence(answer, other)));
    let mut causes: Vec<(&str, Vec<String>)> = Vec::new();
    for LeftOffRow { change, short, .. } in &explanation.left_off {
        let words = lower(&change.words(answer.question));
        match causes.iter_mut().find(|(cause, _)| cause == short) {
            Some((_, changes)) => changes.push(words),
            None => causes.push((short, vec![words])),
        }
    }
    all.extend(causes.into_iter().map(|(cause, changes)| format!("Left off, {cause}: {}.", spoken(changes, LONGEST))));
    all
}

fn sentence(answer: &Answer, other: &AlternativeRow) -> String {
    let what = other.change.words(answer.question);
    let attack = answer.question == Question::Attack;
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
    lower(&block_words(blocks))
}

fn lower(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}
