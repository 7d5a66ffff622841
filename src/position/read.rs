//! Reading a position from a text, or from short forms on the command line.

use std::ops::Range;

use super::battlefield::Position;
use super::defect::{Defect, Defects, Finding, Findings, ReadError};
use super::node::{Node, Value};
use super::place::{Place, Segment};
use super::setup::{PlayerSetup, Setup};
use super::setup_read::{SHORT_FORM, setup_of};
use super::validate::validate;
use super::{node_json, node_toml, short};

/// How a position is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// TOML.
    Toml,
    /// JSON.
    Json,
}

/// A byte order mark, which some editors put in front.
const MARK: &[u8] = b"\xEF\xBB\xBF";

impl Notation {
    /// The notation of a file by its ending; of other files and of standard input by the text, which is JSON if it
    /// begins with `{`.
    pub fn of(path: Option<&str>, text: &[u8]) -> Notation {
        let ending = path.and_then(|path| path.rsplit_once('.')).map(|(_, ending)| ending.to_ascii_lowercase());
        match ending.as_deref() {
            Some("toml") => Notation::Toml,
            Some("json") => Notation::Json,
            _ => {
                let text = text.strip_prefix(MARK).unwrap_or(text);
                match text.iter().find(|byte| !byte.is_ascii_whitespace()) {
                    Some(b'{') => Notation::Json,
                    _ => Notation::Toml,
                }
            }
        }
    }
}

/// Reads a position. With `lenient`, unknown abilities and counters are left out and give warnings.
///
/// # Errors
/// The text breaks the notation, or it describes no position; then all its defects are there at once.
pub fn read(text: &[u8], notation: Notation, lenient: bool) -> Result<Position, ReadError> {
    let skipped = if text.starts_with(MARK) { MARK.len() } else { 0 };
    let text = match std::str::from_utf8(&text[skipped..]) {
        Ok(text) => text,
        Err(error) => {
            let (valid, _) = text[skipped..].split_at(error.valid_up_to());
            let before = String::from_utf8_lossy(valid);
            let end = before.len();
            return Err(syntax("this is not UTF-8".to_owned(), &before, end..end + 1, skipped));
        }
    };
    let root = match notation {
        Notation::Toml => node_toml::parse(text).map_err(|error| syntax(error.text, text, error.span, skipped))?,
        Notation::Json => node_json::parse(text).map_err(|error| {
            let start = line_start(text, error.line) + error.byte.saturating_sub(1);
            let start = start.min(text.len());
            syntax(error.text, text, start..(start + 1).min(text.len()), skipped)
        })?,
    };
    let (setup, mut findings) = setup_of(&root);
    let blemishes = findings.list.iter().map(|finding| finding.place.clone()).collect();
    if !findings.is_full() {
        let (position, more) = validate(&setup, lenient, blemishes);
        match position {
            Some(position) if findings.is_empty() => return Ok(position),
            _ => more.list.into_iter().for_each(|finding| findings.push(finding.place, finding.text, finding.help)),
        }
    }
    Err(located(findings, &root, text, skipped).into())
}

fn syntax(problem: String, text: &str, span: Range<usize>, skipped: usize) -> ReadError {
    let mut defect = Defect { path: String::new(), span: Some(span), line_column: None, text: problem, help: None };
    add_lines(std::slice::from_mut(&mut defect), text, skipped);
    ReadError::Syntax(Box::new(defect))
}

/// The byte at which a line (from 1) begins.
fn line_start(text: &str, line: usize) -> usize {
    let before = line.saturating_sub(1);
    if before == 0 { 0 } else { text.match_indices('\n').nth(before - 1).map_or(text.len(), |(at, _)| at + 1) }
}

/// The findings in the order of the file, each with its place in the text.
fn located(findings: Findings, root: &Node, text: &str, skipped: usize) -> Defects {
    let is_cut = findings.is_full();
    let mut ordered: Vec<(Vec<usize>, Defect)> = findings
        .list
        .into_iter()
        .map(|finding| {
            let (depth, span, node) = root.locate(&finding.place);
            let order = root.order(&finding.place);
            let mut place = finding.place;
            if matches!(node.value, Value::String(_)) {
                // A short form has no places inside.
                place.0.truncate(depth);
            }
            (order, Defect { span, ..Finding { place, ..finding }.into_defect() })
        })
        .collect();
    ordered.sort_by(|(one, _), (other, _)| one.cmp(other));
    let mut defects: Vec<Defect> = ordered.into_iter().map(|(_, defect)| defect).collect();
    add_lines(&mut defects, text, skipped);
    Defects::new(defects, is_cut)
}

/// Gives each defect with a span its line and column, and moves the span behind what was `skipped` in front.
fn add_lines(defects: &mut [Defect], text: &str, skipped: usize) {
    let mut order: Vec<usize> = (0..defects.len()).collect();
    order.sort_by_key(|index| defects[*index].span.as_ref().map_or(0, |span| span.start));
    let (mut at, mut line, mut column) = (0, 1, 1);
    let mut rest = text.chars();
    for index in order {
        let Some(span) = &mut defects[index].span else { continue };
        while at < span.start {
            let Some(c) = rest.next() else { break };
            at += c.len_utf8();
            (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        *span = span.start + skipped..span.end + skipped;
        defects[index].line_column = Some((line, column));
    }
}

/// Makes a position of short forms, as the command line gives them: creatures of the active player `you` and of
/// the player `opp`, each list split at semicolons.
///
/// # Errors
/// What is wrong, with the flag as its place: `--mine[1]` is the second creature of `--mine`.
pub fn read_short_forms(
    mine: &str,
    theirs: &str,
    my_life: i64,
    their_life: i64,
    lenient: bool,
) -> Result<Position, Defects> {
    let mut findings = Findings::default();
    let mut players = Vec::new();
    for (name, life, flag, list) in [("you", my_life, "--mine", mine), ("opp", their_life, "--theirs", theirs)] {
        let mut player = PlayerSetup { name: name.to_owned(), life, ..PlayerSetup::default() };
        for (index, piece) in list.split(';').map(str::trim).filter(|piece| !piece.is_empty()).enumerate() {
            match short::parse(piece) {
                Ok(creature) => player.creatures.push(creature),
                Err(problem) => {
                    findings.push(Place::top().then(flag).then(index), problem, Some(SHORT_FORM.to_owned()));
                    // The numbers of the others stay.
                    player.creatures.push(super::CreatureSetup { toughness: 1, ..Default::default() });
                }
            }
        }
        players.push(player);
    }
    let unreadable = findings.list.iter().map(|finding| as_file_place(&finding.place)).collect();
    let (position, more) = validate(&Setup { players, ..Setup::default() }, lenient, unreadable);
    match position {
        Some(position) if findings.is_empty() => return Ok(position),
        _ => more.list.into_iter().for_each(|finding| {
            findings.push(as_flag_place(&finding.place), finding.text, finding.help);
        }),
    }
    Err(findings.into_defects())
}

/// `--theirs[2]` as `players[1].creatures[2]`.
fn as_file_place(place: &Place) -> Place {
    let player = usize::from(place.0.first() == Some(&Segment::from("--theirs")));
    let mut file = Place::top().then("players").then(player).then("creatures");
    file.0.extend(place.0.iter().skip(1).cloned());
    file
}

/// `players[1].creatures[2].power` as `--theirs[2]`, `players[0].life` as `--my-life`.
fn as_flag_place(place: &Place) -> Place {
    let is_first = place.0.get(1) == Some(&Segment::Index(0));
    let pick = |first, second| Place::top().then(if is_first { first } else { second });
    match (place.0.get(2), place.0.get(3)) {
        (Some(Segment::Key(list)), Some(Segment::Index(index))) if list == "creatures" => {
            pick("--mine", "--theirs").then(*index)
        }
        (Some(Segment::Key(key)), _) if key == "life" => pick("--my-life", "--their-life"),
        _ => Place::top().then("--mine"),
    }
}
