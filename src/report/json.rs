//! Answers as JSON: keys in a fixed order, maps in file order, one line for each key and each row.

use std::fmt::Write as _;
use std::io;

use serde::Serialize;
use serde::ser::SerializeMap;
use serde_json::ser::Formatter;

use super::answer::{Answer, Attacker, BetterRow, Blocker, Change, CheckAnswer, CountAnswer, DamageRow, OutcomeRow};
use super::explain::{AlternativeRow, ChangeRow, LeftOffRow};
use super::top::{RankedRow, TopAnswer};
use crate::position::Warning;

/// The answer to `attack`, `block` or `assign`, with a final line end.
///
/// # Errors
///
/// None in practice: only what the JSON writer itself reports.
pub fn answer_json(answer: &Answer) -> serde_json::Result<String> {
    let stats = Stats {
        elapsed_ms: (answer.stats.elapsed.as_secs_f64() * 1e6).round() / 1e3,
        programs: answer.stats.programs,
        nodes: answer.stats.nodes,
        threads: answer.stats.threads,
        solver: answer.stats.solver,
    };
    let mut document = Document::new();
    document.line("question", answer.question.name())?;
    document.line("status", answer.status.name())?;
    document.line("objective", &answer.objective())?;
    document.line("value", &answer.value)?;
    document.line("bound", &answer.bound)?;
    document.line("attacks", &attacks(&answer.attacks))?;
    document.line("blocks", &blocks(&answer.blocks))?;
    document.rows("damage", answer.damage.iter().map(Row::of))?;
    document.nested("outcome", outcome(&answer.outcome)?);
    if let Some(explanation) = &answer.explanation {
        document.rows("explain", explanation.alternatives.iter().map(Other::of))?;
        document.rows("explain_left_off", explanation.left_off.iter().map(NoOther::of))?;
    }
    if let Some(top) = &answer.top {
        document.rows("top", top.rows.iter().map(Best::of))?;
        document.line("optimal_count", &OptimalCount::of(top))?;
    }
    document.rows("warnings", answer.warnings.iter())?;
    document.line("stats", &stats)?;
    Ok(document.end())
}

/// The answer to `check`, with a final line end.
///
/// # Errors
///
/// As [`answer_json`].
pub fn check_json(answer: &CheckAnswer) -> serde_json::Result<String> {
    let mut document = Document::new();
    document.line("question", "check")?;
    document.line("legal", &answer.legal())?;
    document.rows("reasons", answer.reasons.iter())?;
    match &answer.better {
        Some(BetterRow::Attacks(better)) => document.line("better", &Map(vec![("attacks", attacks(better))]))?,
        Some(BetterRow::Blocks(better)) => document.line("better", &Map(vec![("blocks", blocks(better))]))?,
        None => {}
    }
    document.warnings(&answer.warnings)?;
    Ok(document.end())
}

/// The answer to `count`, with a final line end.
///
/// # Errors
///
/// As [`answer_json`].
pub fn count_json(answer: &CountAnswer) -> serde_json::Result<String> {
    let mut document = Document::new();
    document.line("question", "count")?;
    document.line("attacks", &answer.attacks)?;
    document.line("blocks", &answer.blocks)?;
    document.line("optimal", &answer.optimal)?;
    document.warnings(&answer.warnings)?;
    Ok(document.end())
}

fn outcome(outcome: &OutcomeRow) -> serde_json::Result<Document> {
    let terms = outcome.terms.iter().map(|(term, count)| (term.name(), *count)).collect();
    let players = outcome.players.iter().map(|player| {
        (player.name.as_str(), Player { life: player.life.after, poison: player.poison.after, lost: player.lost })
    });
    let mut document = Document::inner();
    document.line("terms", &Map(terms))?;
    document.line("players", &Map(players.collect()))?;
    document.line("died", &outcome.died)?;
    document.line("planeswalkers", &after(&outcome.planeswalkers))?;
    document.line("battles", &after(&outcome.battles))?;
    Ok(document)
}

fn attacks(attackers: &[Attacker]) -> Map<'_, &str> {
    Map(attackers.iter().map(|attacker| (attacker.id.as_str(), attacker.target.as_str())).collect())
}

fn blocks(blockers: &[Blocker]) -> Map<'_, &[String]> {
    Map(blockers.iter().map(|blocker| (blocker.id.as_str(), blocker.attackers.as_slice())).collect())
}

fn after(changes: &[(String, Change)]) -> Map<'_, i64> {
    Map(changes.iter().map(|(id, change)| (id.as_str(), change.after)).collect())
}

#[derive(Serialize)]
struct Stats {
    elapsed_ms: f64,
    programs: u64,
    nodes: u64,
    threads: usize,
    solver: &'static str,
}

#[derive(Serialize)]
struct Player {
    life: i64,
    poison: i64,
    lost: bool,
}

#[derive(Serialize)]
struct Row<'a> {
    step: &'static str,
    source: &'a str,
    target: &'a str,
    amount: i64,
}

impl Row<'_> {
    fn of(row: &DamageRow) -> Row<'_> {
        Row { step: row.step.name(), source: &row.source, target: &row.target, amount: row.amount }
    }
}

#[derive(Serialize)]
struct Changed<'a> {
    change: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    creature: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<&'a str>,
}

impl Changed<'_> {
    fn of(row: &ChangeRow) -> Changed<'_> {
        Changed { change: row.change, creature: row.creature.as_deref(), target: row.target.as_deref() }
    }
}

#[derive(Serialize)]
struct Other<'a> {
    #[serde(flatten)]
    change: Changed<'a>,
    value: &'a [i64],
    attacks: Map<'a, &'a str>,
    blocks: Map<'a, &'a [String]>,
}

impl Other<'_> {
    fn of(row: &AlternativeRow) -> Other<'_> {
        Other {
            change: Changed::of(&row.change),
            value: &row.value,
            attacks: attacks(&row.attacks),
            blocks: blocks(&row.blocks),
        }
    }
}

#[derive(Serialize)]
struct NoOther<'a> {
    #[serde(flatten)]
    change: Changed<'a>,
    why: &'a str,
}

impl NoOther<'_> {
    fn of(row: &LeftOffRow) -> NoOther<'_> {
        NoOther { change: Changed::of(&row.change), why: &row.why }
    }
}

#[derive(Serialize)]
struct Best<'a> {
    value: &'a [i64],
    attacks: Map<'a, &'a str>,
    blocks: Map<'a, &'a [String]>,
}

impl Best<'_> {
    fn of(row: &RankedRow) -> Best<'_> {
        Best { value: &row.value, attacks: attacks(&row.attacks), blocks: blocks(&row.blocks) }
    }
}

/// A number, or what it is at least.
#[derive(Serialize)]
#[serde(untagged)]
enum OptimalCount {
    Exact(u64),
    Least { at_least: u64 },
}

impl OptimalCount {
    fn of(top: &TopAnswer) -> OptimalCount {
        if top.exact { OptimalCount::Exact(top.optimal) } else { OptimalCount::Least { at_least: top.optimal } }
    }
}

/// A map that keeps its order.
struct Map<'a, V>(Vec<(&'a str, V)>);

impl<V: Serialize> Serialize for Map<'_, V> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in &self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

/// A JSON object being written, one line for each key.
struct Document {
    text: String,
    indent: &'static str,
}

impl Document {
    fn new() -> Document {
        Document { text: "{".to_owned(), indent: "  " }
    }

    fn inner() -> Document {
        Document { text: "{".to_owned(), indent: "    " }
    }

    fn key(&mut self, key: &str) {
        let comma = if self.text.ends_with('{') { "" } else { "," };
        // Writing to a string can't fail; keys are our own and need no escape.
        let _ = write!(self.text, "{comma}\n{}\"{key}\": ", self.indent);
    }

    /// A value on the key's line.
    fn line<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> serde_json::Result<()> {
        let value = spaced(value)?;
        self.key(key);
        self.text.push_str(&value);
        Ok(())
    }

    /// A list, one line for each item.
    fn rows<T: Serialize>(&mut self, key: &str, rows: impl Iterator<Item = T>) -> serde_json::Result<()> {
        self.key(key);
        self.text.push('[');
        for (number, row) in rows.enumerate() {
            let comma = if number == 0 { "" } else { "," };
            let _ = write!(self.text, "{comma}\n{}  {}", self.indent, spaced(&row)?);
        }
        if !self.text.ends_with('[') {
            let _ = write!(self.text, "\n{}", self.indent);
        }
        self.text.push(']');
        Ok(())
    }

    /// An object with lines of its own.
    fn nested(&mut self, key: &str, inner: Document) {
        self.key(key);
        self.text.push_str(&inner.text);
        let _ = write!(self.text, "\n{}}}", self.indent);
    }

    /// The warnings, where there are any.
    fn warnings(&mut self, warnings: &[Warning]) -> serde_json::Result<()> {
        if warnings.is_empty() { Ok(()) } else { self.rows("warnings", warnings.iter()) }
    }

    fn end(mut self) -> String {
        self.text.push_str("\n}\n");
        self.text
    }
}

/// One line of JSON with a blank after each comma and colon.
fn spaced<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<String> {
    let mut out = Vec::new();
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut out, Spaced))?;
    // The writer's output is UTF-8, so nothing is ever replaced.
    Ok(String::from_utf8_lossy(&out).into_owned())
}

struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: io::Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object_key<W: io::Write + ?Sized>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object_value<W: io::Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}
