//! Writing qualities as cards do, so that reading them gives the same quality.

use super::ability::Quality;
use super::type_words::{self, TypeKind};

/// A quality as a phrase for creatures: "creatures with flying", "Walls".
pub(super) fn creatures(quality: &Quality) -> String {
    match quality {
        Quality::Everything => "everything".to_owned(),
        Quality::Player(name) => format!("creatures controlled by the player {name}"),
        Quality::Any(list) if list.iter().all(is_property) => {
            let properties: Vec<String> = list.iter().map(word).collect();
            format!("creatures with {}", properties.join(" or "))
        }
        Quality::Any(list) if list.iter().all(is_adjective) => format!("{} creatures", word(quality)),
        Quality::Any(list) => {
            let phrases: Vec<String> = list.iter().map(creatures).collect();
            phrases.join(" and/or ")
        }
        Quality::All(list) => noun_phrase(list),
        one => noun_phrase(std::slice::from_ref(one)),
    }
}

/// A quality as it stands behind "a": "creature with flying", "black or green creature".
pub(super) fn a_creature(quality: &Quality) -> String {
    let plural = creatures(quality);
    let mut words: Vec<String> = Vec::new();
    for word in plural.split(' ') {
        let lower = word.to_lowercase();
        words.push(match lower.as_str() {
            "creatures" => "creature".to_owned(),
            "lords" => "Lord".to_owned(),
            _ => match type_words::singular(&lower) {
                Some(singular) if singular != lower => capitalised(&singular),
                _ => word.to_owned(),
            },
        });
    }
    let text = words.join(" ");
    let article = if text.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
    format!("{article} {text}")
}

/// A quality as it stands behind "protection from".
pub(super) fn protection(quality: &Quality) -> String {
    match quality {
        Quality::Type(name) => match type_words::kind(name) {
            Some(TypeKind::Card) => type_words::plural(name),
            Some(TypeKind::Supertype) | None => name.clone(),
            Some(_) => capitalised(&type_words::plural(name)),
        },
        // A full stop at the end of a sentence is not read as part of it.
        Quality::Player(name) if name.ends_with('.') => format!("the player {name}."),
        Quality::Player(name) => format!("the player {name}"),
        Quality::Keyword(_) | Quality::All(_) | Quality::Any(_) => creatures(quality),
        other => word(other),
    }
}

/// Adjectives, a noun and a clause of "with" for qualities which are all needed.
fn noun_phrase(list: &[Quality]) -> String {
    let split = list.iter().position(in_with_clause).unwrap_or(list.len());
    let (adjectives, properties) = list.split_at(split);
    let mut words: Vec<String> = adjectives.iter().map(word).collect();
    match adjectives.last() {
        Some(Quality::Type(name)) if name == "creature" => {
            words.pop();
            words.push("creatures".to_owned());
        }
        Some(Quality::Type(name)) if is_subtype(name) => {
            words.pop();
            words.push(capitalised(&type_words::plural(name)));
        }
        _ => words.push("creatures".to_owned()),
    }
    if !properties.is_empty() {
        let properties: Vec<String> = properties.iter().map(word).collect();
        words.push(format!("with {}", properties.join(" and ")));
    }
    words.join(" ")
}

/// A quality as a word or two inside a phrase.
fn word(quality: &Quality) -> String {
    match quality {
        Quality::Everything => "everything".to_owned(),
        Quality::Color(color) => color.word().to_owned(),
        Quality::Colorless => "colorless".to_owned(),
        Quality::Monocolored => "monocolored".to_owned(),
        Quality::Multicolored => "multicolored".to_owned(),
        Quality::Type(name) if is_subtype(name) => capitalised(name),
        Quality::Type(name) => name.clone(),
        Quality::Keyword(keyword) => keyword.name().to_owned(),
        Quality::PowerAtMost(bound) => format!("power {bound} or less"),
        Quality::PowerAtLeast(bound) => format!("power {bound} or greater"),
        Quality::ToughnessAtMost(bound) => format!("toughness {bound} or less"),
        Quality::ToughnessAtLeast(bound) => format!("toughness {bound} or greater"),
        Quality::ManaValueAtMost(bound) => format!("mana value {bound} or less"),
        Quality::ManaValueAtLeast(bound) => format!("mana value {bound} or greater"),
        Quality::Player(name) => name.clone(),
        Quality::All(list) => list.iter().map(word).collect::<Vec<_>>().join(" "),
        Quality::Any(list) => list.iter().map(word).collect::<Vec<_>>().join(" or "),
    }
}

fn in_with_clause(quality: &Quality) -> bool {
    match quality {
        Quality::Any(list) => list.iter().all(is_property),
        other => is_property(other),
    }
}

/// Whether it can stand in front of "creatures" and is no noun itself.
fn is_adjective(quality: &Quality) -> bool {
    match quality {
        Quality::Color(_) | Quality::Colorless | Quality::Monocolored | Quality::Multicolored => true,
        Quality::Type(name) => name != "creature" && !is_subtype(name),
        _ => false,
    }
}

fn is_property(quality: &Quality) -> bool {
    matches!(
        quality,
        Quality::Keyword(_)
            | Quality::PowerAtMost(_)
            | Quality::PowerAtLeast(_)
            | Quality::ToughnessAtMost(_)
            | Quality::ToughnessAtLeast(_)
            | Quality::ManaValueAtMost(_)
            | Quality::ManaValueAtLeast(_)
    )
}

fn is_subtype(name: &str) -> bool {
    matches!(type_words::kind(name), Some(TypeKind::CreatureType | TypeKind::OtherSubtype))
}

/// The words with capitals in front, as cards print subtypes.
fn capitalised(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    let mut at_start = true;
    for c in words.chars() {
        if at_start {
            out.extend(c.to_uppercase())
        } else {
            out.push(c)
        }
        at_start = c == ' ' || c == '-';
    }
    out
}
