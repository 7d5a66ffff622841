//! The combat as a table: who attacks what, who blocks whom, what each deals in which step, who dies.

use std::collections::{BTreeMap, BTreeSet};

use super::answer::Answer;
use super::names::{follows, runs};
use super::styled::{BAD, FAINT, PLAIN, STRONG, Styled};
use super::table::Table;
use crate::position::Step;

/// One creature, or several in a row that fare alike.
struct Row<'a> {
    ids: Vec<&'a str>,
    size: (i64, i64),
    /// What it attacks or blocks.
    opposes: String,
    blocked_by: String,
    first: String,
    regular: String,
    dies: bool,
}

impl Row<'_> {
    fn fares_like(&self, other: &Row<'_>) -> bool {
        let of = |row: &Row<'_>| (row.size, row.dies);
        of(self) == of(other)
            && self.opposes == other.opposes
            && self.blocked_by == other.blocked_by
            && self.first == other.first
            && self.regular == other.regular
    }
}

/// The table, or nothing where nobody attacks.
pub(super) fn combat_table(answer: &Answer) -> Styled {
    if answer.attacks.is_empty() {
        return Styled::new();
    }
    let dealt = Dealt::of(answer);
    let dead: BTreeSet<&str> = answer.outcome.died.iter().map(String::as_str).collect();
    let mut blocked_by: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for blocker in &answer.blocks {
        for attacker in &blocker.attackers {
            blocked_by.entry(attacker).or_default().push(&blocker.id);
        }
    }
    let row = |id, size, opposes: String, blocked_by: String| Row {
        ids: vec![id],
        size,
        opposes,
        blocked_by,
        first: dealt.by(id, Step::FirstStrike),
        regular: dealt.by(id, Step::Regular),
        dies: dead.contains(id),
    };
    let attackers = answer.attacks.iter().map(|attacker| {
        let blockers = blocked_by.get(attacker.id.as_str()).map(|ids| runs(ids.iter().copied()).join(", "));
        row(&attacker.id, attacker.size, attacker.target.clone(), blockers.unwrap_or_default())
    });
    let blockers = answer.blocks.iter().map(|blocker| {
        let attackers = runs(blocker.attackers.iter().map(String::as_str)).join(", ");
        row(&blocker.id, blocker.size, attackers, String::new())
    });

    let mut table = Table::new(&[1]);
    let damage = if dealt.two_steps { ["first strike", "regular"] } else { ["", "damage"] };
    let [first, regular] = damage;
    table.row(header(["attacker", "", "attacks", "blocked by", first, regular]));
    for row in merged(attackers) {
        table.row(cells(row, "unblocked"));
    }
    if !answer.blocks.is_empty() {
        table.row(Vec::new());
        table.row(header(["blocker", "", "blocks", "", first, regular]));
        for row in merged(blockers) {
            table.row(cells(row, ""));
        }
    }
    table.lay_out()
}

/// Puts neighbours together whose ids count up and who fare alike.
fn merged<'a>(rows: impl Iterator<Item = Row<'a>>) -> Vec<Row<'a>> {
    let mut out: Vec<Row<'a>> = Vec::new();
    for row in rows {
        match out.last_mut() {
            Some(last) if last.fares_like(&row) && last.ids.last().is_some_and(|id| follows(id, row.ids[0])) => {
                last.ids.extend(row.ids);
            }
            _ => out.push(row),
        }
    }
    out
}

fn header(words: [&str; 6]) -> Vec<Styled> {
    words.iter().map(|word| Styled::new().with(FAINT, word)).collect()
}

fn cells(row: Row<'_>, unblocked: &str) -> Vec<Styled> {
    let each = if row.ids.len() > 1 { " each" } else { "" };
    let damage = |text: &str| {
        let text = if text.is_empty() { String::new() } else { format!("{text}{each}") };
        Styled::new().with(PLAIN, text)
    };
    let blocked_by = match row.blocked_by.as_str() {
        "" => Styled::new().with(FAINT, unblocked),
        blockers => Styled::new().with(PLAIN, blockers),
    };
    let (power, toughness) = row.size;
    let size = format!("{power}/{toughness}");
    vec![
        Styled::new().with(STRONG, runs(row.ids).join(", ")),
        Styled::new().with(PLAIN, size),
        Styled::new().with(PLAIN, &row.opposes),
        blocked_by,
        damage(&row.first),
        damage(&row.regular),
        Styled::new().with(BAD, if row.dies { "dies" } else { "" }),
    ]
}

/// Damage by source and step, in words.
struct Dealt<'a> {
    parts: BTreeMap<(&'a str, Step), Vec<String>>,
    two_steps: bool,
}

impl Dealt<'_> {
    fn of(answer: &Answer) -> Dealt<'_> {
        let mut parts: BTreeMap<(&str, Step), Vec<String>> = BTreeMap::new();
        for row in &answer.damage {
            let entry = parts.entry((row.source.as_str(), row.step)).or_default();
            entry.push(format!("{} to {}", row.amount, row.target));
        }
        let two_steps = parts.keys().any(|(_, step)| *step == Step::FirstStrike);
        Dealt { parts, two_steps }
    }

    fn by(&self, id: &str, step: Step) -> String {
        self.parts.get(&(id, step)).map(|parts| parts.join(", ")).unwrap_or_default()
    }
}
