//! Answers for people: what to do in the first line, then why.

use std::time::Duration;

use super::answer::{Answer, BetterRow, Change, CheckAnswer, CountAnswer, OutcomeRow, Status};
use super::combat_table::combat_table;
use super::explain::sentences;
use super::headline::{attack_words, block_words, headline};
use super::names::counted;
use super::styled::{BAD, FAINT, GOOD, PLAIN, STRONG, Styled, WARN};
use super::table::Table;
use super::top::top_text;
use crate::position::Warning;
use crate::search::Question;

/// The answer to `attack`, `block` or `assign`.
pub fn answer_text(answer: &Answer) -> Styled {
    let mut out = Styled::new();
    if let Some(title) = &answer.title {
        out.add(FAINT, title).end_line();
    }
    out.add(STRONG, headline(answer)).end_line();
    verdict(&mut out, answer);
    let table = combat_table(answer);
    if !table.is_empty() {
        out.end_line().append(table);
    }
    out.end_line().append(aftermath(&answer.outcome));
    if let Some(explanation) = &answer.explanation {
        out.end_line().add(FAINT, "  why").end_line();
        for sentence in sentences(answer, explanation) {
            out.add(PLAIN, format!("  {sentence}")).end_line();
        }
    }
    if let Some(top) = &answer.top {
        out.end_line().append(top_text(top, answer.question, &answer.levels));
    }
    out.end_line().add(FAINT, work(answer)).end_line();
    warnings(&mut out, &answer.warnings);
    out
}

/// The answer to `check`.
pub fn check_text(answer: &CheckAnswer) -> Styled {
    let mut out = Styled::new();
    if answer.legal() {
        out.add(GOOD, "Legal").add(PLAIN, format!(": no rule is broken by the {}", answer.judged)).end_line();
    } else {
        let broken = counted(answer.reasons.len() as u64, "broken rule");
        out.add(BAD.bold(), "Illegal").add(PLAIN, format!(": {broken}")).end_line().end_line();
        let mut table = Table::new(&[]);
        for reason in &answer.reasons {
            let rule = Styled::new().with(FAINT, format!("CR {}", reason.rule));
            table.row(vec![rule, Styled::new().with(PLAIN, &reason.text)]);
        }
        out.append(table.lay_out());
    }
    if let Some(better) = &answer.better {
        let words = match better {
            BetterRow::Attacks(attackers) => attack_words(attackers),
            BetterRow::Blocks(blockers) => block_words(blockers),
        };
        out.end_line().add(PLAIN, "This obeys the requirements: ").add(STRONG, words).end_line();
    }
    warnings(&mut out, &answer.warnings);
    out
}

/// The answer to `count`.
pub fn count_text(answer: &CountAnswer) -> Styled {
    let optimal = match answer.open {
        Question::Attack => "best attacks",
        Question::Block => "best blocks",
        Question::Assign => "best damage splits of the first step",
    };
    let blocks = match answer.open {
        Question::Attack => "legal blocks, over all legal attacks",
        Question::Block | Question::Assign => "legal blocks of the declared attack",
    };
    let mut table = Table::new(&[0]);
    for (count, what) in [(answer.attacks, "legal attacks"), (answer.blocks, blocks), (answer.optimal, optimal)] {
        table.row(vec![Styled::new().with(STRONG, count.to_string()), Styled::new().with(PLAIN, what)]);
    }
    let mut out = table.lay_out();
    warnings(&mut out, &answer.warnings);
    out
}

/// `Proved best: win 1, face + loyalty 13`.
fn verdict(out: &mut Styled, answer: &Answer) {
    match answer.status {
        Status::Optimal => {
            out.add(GOOD, "Proved best").add(PLAIN, ": ");
            levels(out, answer.question, &answer.levels, &answer.value);
        }
        Status::Limit => {
            out.add(WARN, "Not proved").add(PLAIN, ": stopped at ");
            out.add(PLAIN, answer.stop.as_deref().unwrap_or("a limit")).end_line();
            let (value, bound) = match answer.question {
                Question::Attack => ("This attack gets at least: ", "No attack gets more than: "),
                Question::Block => ("These blocks allow at most: ", "No blocks allow less than: "),
                Question::Assign => ("This split gets at least: ", "No split gets more than: "),
            };
            out.add(PLAIN, value);
            levels(out, answer.question, &answer.levels, &answer.value);
            out.add(PLAIN, bound);
            levels(out, answer.question, &answer.levels, &answer.bound);
            let open = match answer.question {
                Question::Attack => "What is left to prove is that no fewer attackers get as much.",
                Question::Block => "What is left to prove is that no fewer blockers allow as little.",
                Question::Assign => "",
            };
            if answer.value == answer.bound && !open.is_empty() {
                out.add(PLAIN, open).end_line();
            }
        }
    }
}

/// Values are counted from the attacker's side, which is worth a word where the defenders ask.
fn levels(out: &mut Styled, question: Question, levels: &[String], value: &[i64]) {
    for (number, (level, value)) in levels.iter().zip(value).enumerate() {
        out.add(PLAIN, if number > 0 { ", " } else { "" });
        out.add(PLAIN, level).add(PLAIN, " ").add(STRONG, value.to_string());
    }
    if question == Question::Block {
        out.add(PLAIN, " for the attacker");
    }
    out.end_line();
}

/// Players, planeswalkers and battles after combat.
fn aftermath(outcome: &OutcomeRow) -> Styled {
    let mut table = Table::new(&[]);
    let name = |name: &str| Styled::new().with(STRONG, name);
    for player in &outcome.players {
        let poison = if player.poison == (Change { before: 0, after: 0 }) {
            Styled::new()
        } else {
            change(player.poison, "poison")
        };
        let lost = Styled::new().with(BAD, if player.lost { "lost" } else { "" });
        table.row(vec![name(&player.name), change(player.life, "life"), poison, lost]);
    }
    for (permanents, unit, fate) in
        [(&outcome.planeswalkers, "loyalty", "gone"), (&outcome.battles, "defense", "defeated")]
    {
        for (id, left) in permanents {
            let fate = Styled::new().with(BAD, if left.after == 0 { fate } else { "" });
            table.row(vec![name(id), change(*left, unit), Styled::new(), fate]);
        }
    }
    let mut out = Styled::new().with(FAINT, "  after combat");
    out.end_line().append(table.lay_out());
    out
}

/// `9 → 0 life`, or `20 life` where nothing changed.
fn change(Change { before, after }: Change, unit: &str) -> Styled {
    if before == after {
        Styled::new().with(PLAIN, format!("{after} {unit}"))
    } else {
        Styled::new().with(FAINT, format!("{before} → ")).with(PLAIN, format!("{after} {unit}"))
    }
}

fn work(answer: &Answer) -> String {
    let stats = &answer.stats;
    let (programs, nodes) = (counted(stats.programs, "program"), counted(stats.nodes, "node"));
    let threads = counted(stats.threads as u64, "thread");
    format!("{programs}, {nodes} in {} on {threads} with {}", elapsed(stats.elapsed), stats.solver)
}

fn elapsed(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 1.0 { format!("{:.1} ms", seconds * 1e3) } else { format!("{seconds:.2} s") }
}

fn warnings(out: &mut Styled, warnings: &[Warning]) {
    if !warnings.is_empty() {
        out.end_line();
    }
    for Warning { id, text } in warnings {
        out.add(WARN, "warning").add(PLAIN, ": ");
        if let Some(id) = id {
            out.add(STRONG, id).add(PLAIN, ": ");
        }
        out.add(PLAIN, text).end_line();
    }
}
