//! Reading the qualities that protection and evasion sentences name: "artifact creatures and/or white creatures".
//!
//! A phrase is a row of noun phrases with "and/or", "or", "and" or commas between them; a noun phrase is
//! adjectives, a noun and perhaps a clause of "with". Adjectives may share a noun ("black and/or red creatures").

use super::ability::{Color, Quality};
use super::{keyword_text, number_text, type_words};

/// Whether the noun of a phrase stands in the plural.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Number {
    Singular,
    Plural,
}

/// Reads "creatures with flying or reach", "black creatures", "Walls" and the like, in lower case.
pub(super) fn creatures(text: &str) -> Option<Quality> {
    if text == "everything" {
        return Some(Quality::Everything);
    }
    Some(any(Phrase::new(text, Number::Plural).noun_phrases(false)?))
}

/// Reads "a creature with flying", "a black or green creature" and the like, in lower case.
pub(super) fn a_creature(text: &str) -> Option<Quality> {
    let text = text.strip_prefix("a ").or_else(|| text.strip_prefix("an "))?;
    Some(any(Phrase::new(text, Number::Singular).noun_phrases(false)?))
}

/// Reads what stands behind "protection from", in lower case: each quality is a protection of its own (CR 702.16g).
pub(super) fn protections(text: &str) -> Option<Vec<Quality>> {
    let text = text.replace(", and from ", " and from ").replace(", from ", " and from ");
    let mut qualities = Vec::new();
    for part in text.split(" and from ") {
        match part {
            "everything" => qualities.push(Quality::Everything),
            "each color" | "all colors" | "every color" => qualities.extend(Color::ALL.map(Quality::Color)),
            _ => match Phrase::new(part, Number::Plural).lone_property() {
                Some(property) => qualities.push(property),
                None => qualities.extend(Phrase::new(part, Number::Plural).noun_phrases(true)?),
            },
        }
    }
    Some(qualities)
}

/// The first word of a phrase that no quality has, if any.
pub(super) fn strange_word(text: &str) -> Option<&str> {
    const LINKS: [&str; 9] = ["and", "or", "and/or", "with", "from", "creatures", "creature", "a", "an"];
    const OTHERS: [&str; 9] = ["power", "toughness", "mana", "value", "less", "greater", "each", "color", "everything"];
    text.split([' ', ',']).filter(|word| !word.is_empty()).find(|word| {
        !LINKS.contains(word)
            && !OTHERS.contains(word)
            && adjective(word).is_none()
            && type_words::singular(word).is_none()
            && number_text::parse(word).is_none()
            && !keyword_text::names().any(|name| name.split(' ').any(|part| part == *word))
    })
}

/// A list of which each is needed, without lists of the same kind inside; a list of one is the one.
fn all(list: Vec<Quality>) -> Quality {
    let mut flat = Vec::new();
    for quality in list {
        match quality {
            Quality::All(inner) => flat.extend(inner),
            other => flat.push(other),
        }
    }
    if flat.len() == 1 { flat.remove(0) } else { Quality::All(flat) }
}

/// A list of which one is enough, without lists of the same kind inside; a list of one is the one.
fn any(list: Vec<Quality>) -> Quality {
    let mut flat = Vec::new();
    for quality in list {
        match quality {
            Quality::Any(inner) => flat.extend(inner),
            other => flat.push(other),
        }
    }
    if flat.len() == 1 { flat.remove(0) } else { Quality::Any(flat) }
}

/// A colour, "colorless" and so on, or a type in the singular.
fn adjective(word: &str) -> Option<Quality> {
    match word {
        "colorless" => return Some(Quality::Colorless),
        "monocolored" => return Some(Quality::Monocolored),
        "multicolored" => return Some(Quality::Multicolored),
        _ => {}
    }
    let color = Color::ALL.into_iter().find(|color| color.word() == word).map(Quality::Color);
    color.or_else(|| {
        let word = word.replace('_', " ");
        type_words::kind(&word).map(|_| Quality::Type(word))
    })
}

/// One noun phrase: "legendary Goblins with flying".
struct NounPhrase {
    adjectives: Vec<Quality>,
    /// Whether it has a noun of its own; "creatures" is one that says nothing.
    has_noun: bool,
    noun: Option<Quality>,
    with: Option<Quality>,
}

struct Phrase<'a> {
    words: Vec<&'a str>,
    next: usize,
    number: Number,
}

impl<'a> Phrase<'a> {
    fn new(text: &'a str, number: Number) -> Phrase<'a> {
        let mut words = Vec::new();
        for word in text.split_whitespace() {
            match word.strip_suffix(',') {
                Some(word) => words.extend([word, ","]),
                None => words.push(word),
            }
        }
        // The only type of two words.
        while let Some(place) = words.windows(2).position(|pair| pair[0] == "time" && pair[1].starts_with("lord")) {
            let joined = if words[place + 1] == "lord" { "time_lord" } else { "time_lords" };
            words.splice(place..place + 2, [joined]);
        }
        Phrase { words, next: 0, number }
    }

    fn word(&self) -> Option<&'a str> {
        self.words.get(self.next).copied()
    }

    /// The whole phrase as alternatives. `bare` lets adjectives stand without a noun at the end ("red").
    fn noun_phrases(mut self, bare: bool) -> Option<Vec<Quality>> {
        let mut alternatives = Vec::new();
        let mut waiting: Vec<Quality> = Vec::new();
        loop {
            let phrase = self.noun_phrase()?;
            if phrase.has_noun {
                let mut parts = Vec::new();
                if waiting.is_empty() {
                    parts.extend(phrase.adjectives);
                } else if phrase.adjectives.is_empty() {
                    // "artifacts and creatures" has two nouns; adjectives alone can't stand beside one.
                    if !bare {
                        return None;
                    }
                    alternatives.append(&mut waiting);
                } else {
                    waiting.push(all(phrase.adjectives));
                    parts.push(any(std::mem::take(&mut waiting)));
                }
                parts.extend(phrase.noun);
                parts.extend(phrase.with);
                alternatives.push(if parts.is_empty() { Quality::Type("creature".to_owned()) } else { all(parts) });
            } else {
                if phrase.with.is_some() {
                    return None;
                }
                waiting.push(all(phrase.adjectives));
            }
            if self.word().is_none() {
                break;
            }
            self.link()?;
        }
        if !waiting.is_empty() && !bare {
            return None;
        }
        alternatives.append(&mut waiting);
        match any(alternatives) {
            Quality::Any(list) => Some(list),
            one => Some(vec![one]),
        }
    }

    fn noun_phrase(&mut self) -> Option<NounPhrase> {
        let mut phrase = NounPhrase { adjectives: Vec::new(), has_noun: false, noun: None, with: None };
        while let Some(word) = self.word() {
            let creature = if self.number == Number::Plural { "creatures" } else { "creature" };
            if word == creature {
                self.next += 1;
                phrase.has_noun = true;
                break;
            }
            if let Some(noun) = self.noun(word) {
                self.next += 1;
                phrase.has_noun = true;
                phrase.noun = Some(noun);
                break;
            }
            match adjective(word) {
                Some(quality) => phrase.adjectives.push(quality),
                None => break,
            }
            self.next += 1;
        }
        if phrase.adjectives.is_empty() && !phrase.has_noun {
            return None;
        }
        if self.word() == Some("with") {
            self.next += 1;
            phrase.with = Some(self.properties()?);
        }
        Some(phrase)
    }

    /// The type that `word` names as a noun; a word that is its own plural is one unless a noun follows.
    fn noun(&self, word: &str) -> Option<Quality> {
        let singular = match self.number {
            Number::Plural => type_words::singular(&word.replace('_', " "))?,
            Number::Singular => {
                let word = word.replace('_', " ");
                let is_subtype = type_words::kind(&word)
                    .is_some_and(|kind| !matches!(kind, type_words::TypeKind::Card | type_words::TypeKind::Supertype));
                is_subtype.then_some(word)?
            }
        };
        let next = self.words.get(self.next + 1).copied().unwrap_or("");
        let noun_follows = next.starts_with("creature") || adjective(next).is_some() || {
            self.number == Number::Plural && type_words::singular(next).is_some()
        };
        (!noun_follows).then_some(Quality::Type(singular))
    }

    /// What stands between two noun phrases.
    fn link(&mut self) -> Option<()> {
        let start = self.next;
        if self.word() == Some(",") {
            self.next += 1;
        }
        if matches!(self.word(), Some("and" | "or" | "and/or")) {
            self.next += 1;
        }
        (self.next > start).then_some(())
    }

    /// "flying", "flying or reach", "power 2 or less and first strike".
    fn properties(&mut self) -> Option<Quality> {
        let mut list = vec![self.property()?];
        let mut link: Option<&str> = None;
        while let Some(word @ ("and" | "or")) = self.word() {
            let start = self.next;
            self.next += 1;
            match self.property() {
                Some(_) if link.is_some_and(|link| link != word) => return None,
                Some(property) => list.push(property),
                None => {
                    self.next = start;
                    break;
                }
            }
            link = Some(word);
        }
        Some(if link == Some("or") { any(list) } else { all(list) })
    }

    fn property(&mut self) -> Option<Quality> {
        let (start, rest) = (self.next, self.words.get(self.next..)?);
        type Make = fn(i64) -> Quality;
        let (measure, at_most, at_least): (usize, Make, Make) = match rest {
            ["power", ..] => (1, Quality::PowerAtMost, Quality::PowerAtLeast),
            ["toughness", ..] => (1, Quality::ToughnessAtMost, Quality::ToughnessAtLeast),
            ["mana", "value", ..] => (2, Quality::ManaValueAtMost, Quality::ManaValueAtLeast),
            _ => {
                let longest = (1..=3.min(rest.len())).rev();
                let (words, keyword) = longest
                    .filter_map(|words| Some((words, keyword_text::keyword(&rest[..words].join(" "))?)))
                    .next()?;
                self.next = start + words;
                return Some(Quality::Keyword(keyword));
            }
        };
        let bound = number_text::parse(rest.get(measure)?)?;
        let quality = match rest.get(measure + 1..measure + 3)? {
            ["or", "less"] => at_most(bound),
            ["or", "greater" | "more"] => at_least(bound),
            _ => return None,
        };
        self.next = start + measure + 3;
        Some(quality)
    }

    /// The phrase as one property with nothing around it: "mana value 3 or greater".
    fn lone_property(mut self) -> Option<Quality> {
        match self.property()? {
            Quality::Keyword(_) => None,
            property => self.word().is_none().then_some(property),
        }
    }
}
