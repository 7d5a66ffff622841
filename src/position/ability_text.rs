//! Reading and writing abilities: keywords and combat sentences as cards print them.

use std::sync::LazyLock;

use super::ability::{Ability, Numbered, Quality};
use super::defect::quoted;
use super::nearest::Nearest;
use super::{ability_sentence, keyword_text, no_effect, number_text, quality_text, type_words};

/// No ability that the project models is longer.
const LONGEST_TEXT: usize = 400;

/// What players call some abilities that cards write out, with what cards write.
const NICKNAMES: [(&str, &str); 2] =
    [("lure", "all creatures able to block this creature do so"), ("unblockable", "can't be blocked")];

/// What is true of a creature without being an ability, with the field that says so.
const FIELDS: [(&str, &str); 5] = [
    ("goad", "goaded_by"),
    ("goaded", "goaded_by"),
    ("tapped", "tapped"),
    ("summoning sick", "summoning_sick"),
    ("commander", "commander"),
];

/// A text that is no ability which the project models.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{problem} {}", quoted(.text))]
pub struct UnknownAbility {
    /// The text as given.
    pub text: String,
    /// What was perhaps meant, in the way of the `problem`: as a rule the nearest ability that is known, by edit
    /// distance. A keyword that is known but not modelled has none: others that look like it do something else.
    pub nearest: Option<String>,
    /// What the matter is.
    pub problem: AbilityProblem,
}

/// Why a text is no ability.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AbilityProblem {
    /// No ability has this text.
    #[error("unknown ability")]
    Unknown,
    /// It names a keyword that can change combat in a way that is not modelled.
    #[error("this ability can change combat and is not modelled:")]
    Unmodelled,
    /// It is no ability but a field of the creature, which is `nearest`.
    #[error("this is no ability but a field of the creature:")]
    Field,
    /// It is several abilities in one string.
    #[error("one string is one ability, but this holds several:")]
    Several,
    /// It is a keyword with a number that is not from 1 to 1,000,000.
    #[error("the number must be from 1 to 1,000,000 in the ability")]
    Number,
}

/// The players whose names abilities may use, and which of them controls what has the ability.
#[derive(Clone, Copy, Debug)]
pub(super) struct Players<'a> {
    pub(super) names: &'a [String],
    pub(super) controller: usize,
}

impl Ability {
    /// Reads one ability as a card prints it, such as "first strike" or "can't be blocked by Walls"; where it says
    /// "this creature", the card's name (or the first words of it) may stand. Some texts are two abilities ("can't
    /// attack or block") or more ("protection from each color").
    ///
    /// # Errors
    /// The text is no ability that the project models.
    pub fn parse(text: &str, card_name: &str) -> Result<Vec<Ability>, UnknownAbility> {
        parse_among(text, card_name, None, &Nearest::default())
    }
}

/// Reads one ability in a position, where "protection from" may name players.
pub(super) fn parse_among(
    text: &str,
    card_name: &str,
    players: Option<Players<'_>>,
    nearest: &Nearest,
) -> Result<Vec<Ability>, UnknownAbility> {
    let clean = if text.len() <= LONGEST_TEXT { cleaned(text) } else { String::new() };
    if clean.starts_with("protection from ")
        && let Some(protections) = protection_from_players(text, &clean, players)
    {
        return Ok(protections);
    }
    let names_player = clean.starts_with("protection from the player ");
    if !names_player
        && let Some(abilities) = parse_clean(&clean, &card_name.replace('’', "'").to_lowercase())
        && is_written_shortly(&clean, &abilities)
    {
        return Ok(abilities);
    }
    let error = |problem, nearest| Err(UnknownAbility { text: text.to_owned(), nearest, problem });
    if clean.is_empty() {
        return error(AbilityProblem::Unknown, None);
    }
    if no_effect::is_unmodelled(&clean) {
        return error(AbilityProblem::Unmodelled, None);
    }
    let listed = |list: &[(&str, &str)]| list.iter().find(|(word, _)| *word == clean).map(|(_, is)| (*is).to_owned());
    if let Some(field) = listed(&FIELDS) {
        return error(AbilityProblem::Field, Some(field));
    }
    if let Some(sentence) = listed(&NICKNAMES) {
        return error(AbilityProblem::Unknown, Some(sentence));
    }
    if is_numbered_without_number(&clean) {
        let sample = clean.split(' ').next().map(|name| format!("{name} 1"));
        return error(AbilityProblem::Number, sample);
    }
    if pieces(&clean).nth(1).is_some() && pieces(&clean).all(|piece| parse_exact(piece).is_some()) {
        let separate: Vec<String> = pieces(&clean).map(str::to_owned).collect();
        return error(AbilityProblem::Several, Some(separate.join("\", \"")));
    }
    let suggestion = respelled(&clean, nearest).or_else(|| nearest.of(&clean, samples()).map(str::to_owned));
    error(AbilityProblem::Unknown, suggestion)
}

impl UnknownAbility {
    /// What would be right, as a hint.
    pub(super) fn help(&self) -> Option<String> {
        let nearest = self.nearest.as_ref()?;
        Some(match self.problem {
            AbilityProblem::Several => format!("write \"{nearest}\""),
            AbilityProblem::Number => format!("for example \"{nearest}\""),
            AbilityProblem::Field => format!("the field is {nearest}"),
            AbilityProblem::Unknown | AbilityProblem::Unmodelled => format!("nearest known: \"{nearest}\""),
        })
    }
}

/// Lower case, straight apostrophes, single spaces, no reminder text, no full stop at the end.
fn cleaned(text: &str) -> String {
    let mut depth = 0_usize;
    let mut kept = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            _ if depth > 0 => {}
            '’' | '‘' | 'ʼ' => kept.push('\''),
            '−' => kept.push('-'),
            _ => kept.extend(c.to_lowercase()),
        }
    }
    let words: Vec<&str> = kept.split_whitespace().collect();
    let joined = words.join(" ");
    joined.strip_suffix('.').unwrap_or(&joined).trim_end().to_owned()
}

/// Reads a cleaned text, trying ever shorter beginnings of the card's name as the name of the creature.
fn parse_clean(text: &str, card_name: &str) -> Option<Vec<Ability>> {
    let mut plain = text.to_owned();
    for own in ["this creature", "this token", "this permanent", "this vehicle"] {
        plain = with_tilde(&plain, own);
    }
    if let Some(abilities) = parse_exact(&plain) {
        return Some(abilities);
    }
    if card_name.len() > LONGEST_TEXT {
        return None;
    }
    let words: Vec<&str> = card_name.split_whitespace().collect();
    (1..=words.len()).rev().find_map(|count| {
        let name = words[..count].join(" ");
        [name.as_str(), name.trim_end_matches(',')].into_iter().find_map(|name| {
            let replaced = with_tilde(&plain, name);
            if replaced == plain { None } else { parse_exact(&replaced) }
        })
    })
}

/// The text with `name` replaced by `~` wherever it stands as whole words.
fn with_tilde(text: &str, name: &str) -> String {
    if name.is_empty() {
        return text.to_owned();
    }
    let is_letter = |c: char| c.is_alphanumeric() || c == '-';
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(name) {
        let (before, after) = (&rest[..start], &rest[start + name.len()..]);
        let in_word = out.chars().chain(before.chars()).next_back().is_some_and(is_letter)
            || after.chars().next().is_some_and(is_letter);
        out.push_str(before);
        out.push_str(if in_word { name } else { "~" });
        rest = after;
    }
    out + rest
}

/// Reads a cleaned text in which the creature is written `~`.
fn parse_exact(text: &str) -> Option<Vec<Ability>> {
    if let Some(keyword) = keyword_text::keyword(text) {
        return Some(vec![Ability::Keyword(keyword)]);
    }
    if let Some(landwalk) = keyword_text::landwalk(text) {
        return Some(vec![landwalk]);
    }
    if let Some((name, amount)) = text.split_once(' ')
        && let Some(keyword) = Numbered::of_name(name)
    {
        return number_text::parse_count(amount).map(|amount| vec![Ability::Numbered(keyword, amount)]);
    }
    if let Some(qualities) = text.strip_prefix("protection from ") {
        return Some(quality_text::protections(qualities)?.into_iter().map(Ability::Protection).collect());
    }
    if let Some(sentence) = ability_sentence::parse(text) {
        return Some(sentence);
    }
    // "ward {2}, trample" must not swallow trample.
    let holds_another = pieces(text).skip(1).any(|piece| parse_exact(piece).is_some());
    if holds_another { None } else { no_effect::parse(text).map(|ability| vec![ability]) }
}

/// The parts of a text between commas and semicolons.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ';']).map(str::trim)
}

fn is_numbered_without_number(text: &str) -> bool {
    let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
    Numbered::of_name(name).is_some() && number_text::parse_count(rest).is_none()
}

/// "Protection from the player NAME", in a position also "from NAME" and "from each opponent" (CR 702.16k).
fn protection_from_players(text: &str, clean: &str, players: Option<Players<'_>>) -> Option<Vec<Ability>> {
    const FORMAL: &str = "protection from the player ";
    let protection = |name: &String| Ability::Protection(Quality::Player(name.clone()));
    let start = text.trim_start();
    // Names keep their case, and spaces and full stops at their ends.
    let formal = start.get(..FORMAL.len()).filter(|start| start.eq_ignore_ascii_case(FORMAL));
    let as_written = formal.map(|formal| &start[formal.len()..]);
    let Some(players) = players else {
        let name = as_written.map(|name| name.strip_suffix('.').unwrap_or(name))?;
        return (!name.trim().is_empty()).then(|| vec![protection(&name.to_owned())]);
    };
    if let Some(name) = as_written {
        let is = |other: &&String| other.as_str() == name || name.strip_suffix('.') == Some(other.as_str());
        let exact = players.names.iter().find(is);
        if let Some(name) = exact {
            return Some(vec![protection(name)]);
        }
    }
    let whom = clean.strip_prefix(FORMAL).or_else(|| {
        let whom = clean.strip_prefix("protection from ")?;
        quality_text::protections(whom).is_none().then_some(whom)
    })?;
    if matches!(whom, "each opponent" | "each of your opponents" | "your opponents" | "opponents") {
        let others = players.names.iter().enumerate().filter(|(index, _)| *index != players.controller);
        return Some(others.map(|(_, name)| protection(name)).collect());
    }
    let last_words = start.trim_end().trim_end_matches('.');
    let same: Vec<&String> = players.names.iter().filter(|name| cleaned(name) == whom).collect();
    // Two players may differ in case only; then the one as written.
    let name = same.iter().find(|name| last_words.ends_with(name.as_str())).or(same.first())?;
    Some(vec![protection(name)])
}

/// Whether the abilities' own texts are short enough to be read again.
fn is_written_shortly(text: &str, abilities: &[Ability]) -> bool {
    text.len() <= LONGEST_TEXT / 4 || abilities.iter().all(|ability| ability.to_string().len() <= LONGEST_TEXT)
}

/// All known texts, to suggest one.
fn samples() -> impl Iterator<Item = &'static str> {
    static SAMPLES: LazyLock<Vec<String>> = LazyLock::new(ability_sentence::samples);
    SAMPLES.iter().map(String::as_str)
}

/// A text about a quality with its unknown word put right: "protection from gobilns".
fn respelled(text: &str, nearest: &Nearest) -> Option<String> {
    const STARTS: [&str; 5] =
        ["protection from ", "can't be blocked except by ", "can't be blocked by ", "can block only ", "can't block "];
    let (start, end) = STARTS.iter().find_map(|start| Some((start, text.split_once(start)?.1)))?;
    let strange = quality_text::strange_word(end)?;
    let plurals: Vec<String> = type_words::all().map(type_words::plural).collect();
    let colors = ["white", "blue", "black", "red", "green", "colorless", "multicolored", "monocolored", "everything"];
    let right = nearest.of(strange, colors.into_iter().chain(plurals.iter().map(String::as_str)))?;
    let abilities = parse_exact(&format!("{start}{}", end.replacen(strange, right, 1)))?;
    let canonical: Vec<String> = abilities.iter().map(Ability::to_string).collect();
    (canonical.len() == 1).then(|| canonical.concat())
}
