//! The names of keyword abilities, as cards print them.

use super::ability::{Ability, Keyword, LandType, Numbered};

/// Every plain keyword with its name.
const KEYWORDS: [(Keyword, &str); 31] = [
    (Keyword::Flying, "flying"),
    (Keyword::Reach, "reach"),
    (Keyword::FirstStrike, "first strike"),
    (Keyword::DoubleStrike, "double strike"),
    (Keyword::Deathtouch, "deathtouch"),
    (Keyword::Trample, "trample"),
    (Keyword::TrampleOverPlaneswalkers, "trample over planeswalkers"),
    (Keyword::Lifelink, "lifelink"),
    (Keyword::Infect, "infect"),
    (Keyword::Wither, "wither"),
    (Keyword::Indestructible, "indestructible"),
    (Keyword::Menace, "menace"),
    (Keyword::Vigilance, "vigilance"),
    (Keyword::Haste, "haste"),
    (Keyword::Defender, "defender"),
    (Keyword::Shadow, "shadow"),
    (Keyword::Horsemanship, "horsemanship"),
    (Keyword::Fear, "fear"),
    (Keyword::Intimidate, "intimidate"),
    (Keyword::Skulk, "skulk"),
    (Keyword::Decayed, "decayed"),
    (Keyword::Flanking, "flanking"),
    (Keyword::Exalted, "exalted"),
    (Keyword::BattleCry, "battle cry"),
    (Keyword::Melee, "melee"),
    (Keyword::Unleash, "unleash"),
    (Keyword::LivingMetal, "living metal"),
    (Keyword::Suspected, "suspected"),
    (Keyword::Detained, "detained"),
    (Keyword::RingBearer, "ring-bearer"),
    (Keyword::Changeling, "changeling"),
];

/// Every keyword with a number, with its name.
const NUMBERED: [(Numbered, &str); 5] = [
    (Numbered::Toxic, "toxic"),
    (Numbered::Bushido, "bushido"),
    (Numbered::Rampage, "rampage"),
    (Numbered::Frenzy, "frenzy"),
    (Numbered::Afflict, "afflict"),
];

impl Keyword {
    /// The name as a card prints it, in lower case.
    pub fn name(self) -> &'static str {
        KEYWORDS.iter().find(|(keyword, _)| *keyword == self).map_or("", |(_, name)| name)
    }
}

impl Numbered {
    /// The name as a card prints it, in lower case, without the number.
    pub fn name(self) -> &'static str {
        NUMBERED.iter().find(|(keyword, _)| *keyword == self).map_or("", |(_, name)| name)
    }

    /// The keyword of this name in lower case.
    pub(super) fn of_name(name: &str) -> Option<Numbered> {
        NUMBERED.iter().find(|(_, known)| *known == name).map(|(keyword, _)| *keyword)
    }
}

/// The keyword of this name in lower case.
pub(super) fn keyword(name: &str) -> Option<Keyword> {
    KEYWORDS.iter().find(|(_, known)| *known == name).map(|(keyword, _)| *keyword)
}

/// Landwalk of a basic land type, from its name in lower case ("islandwalk").
pub(super) fn landwalk(name: &str) -> Option<Ability> {
    let land = name.strip_suffix("walk")?;
    LandType::of_word(land).map(Ability::Landwalk)
}

/// The names of all keywords, without their numbers.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    KEYWORDS.iter().map(|(_, name)| *name).chain(NUMBERED.iter().map(|(_, name)| *name))
}

/// The ability that a keyword counter gives, from the counter's name in lower case (CR 122.1b).
pub(super) fn of_counter(name: &str) -> Option<Ability> {
    if name == "hexproof" || name.starts_with("hexproof from ") {
        return super::no_effect::parse(name);
    }
    let keyword = keyword(name)?;
    COUNTER_KEYWORDS.contains(&keyword).then_some(Ability::Keyword(keyword))
}

/// The keywords that counters can give, variants included (CR 122.1b).
const COUNTER_KEYWORDS: [Keyword; 15] = [
    Keyword::Flying,
    Keyword::FirstStrike,
    Keyword::DoubleStrike,
    Keyword::Deathtouch,
    Keyword::Decayed,
    Keyword::Exalted,
    Keyword::Haste,
    Keyword::Indestructible,
    Keyword::Lifelink,
    Keyword::Menace,
    Keyword::Reach,
    Keyword::Shadow,
    Keyword::Trample,
    Keyword::TrampleOverPlaneswalkers,
    Keyword::Vigilance,
];

/// The names of all counters that a creature may have, for suggestions.
pub(super) fn counter_names() -> impl Iterator<Item = &'static str> {
    ["+1/+1", "-1/-1", "shield", "stun", "hexproof"].into_iter().chain(COUNTER_KEYWORDS.iter().map(|k| k.name()))
}
