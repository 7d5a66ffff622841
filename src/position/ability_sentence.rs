//! Combat sentences: static abilities that cards write out.
//!
//! The creature itself is `~` here, and "each combat", "this turn" and the like are gone: inside one combat
//! they change nothing.

use super::ability::{Ability, LandType, Quality};
use super::number_text::parse_count;
use super::{keyword_text, quality_text};

/// Sentences without a part that varies.
const FIXED: &[(&str, &[Ability])] = &[
    ("can't attack", &[Ability::CantAttack]),
    ("can't block", &[Ability::CantBlock]),
    ("can't attack or block", &[Ability::CantAttack, Ability::CantBlock]),
    ("can't be blocked", &[Ability::CantBeBlocked]),
    ("can't block and can't be blocked", &[Ability::CantBlock, Ability::CantBeBlocked]),
    ("can't block or be blocked", &[Ability::CantBlock, Ability::CantBeBlocked]),
    ("can't attack alone", &[Ability::CantAttackAlone]),
    ("can't block alone", &[Ability::CantBlockAlone]),
    ("can't attack or block alone", &[Ability::CantAttackAlone, Ability::CantBlockAlone]),
    ("can only attack alone", &[Ability::AttacksOnlyAlone]),
    ("can attack only alone", &[Ability::AttacksOnlyAlone]),
    ("can't attack players", &[Ability::CantAttackPlayers]),
    ("can't attack planeswalkers", &[Ability::CantAttackPlaneswalkers]),
    ("creatures can't attack you", &[Ability::CreaturesCantAttackYou]),
    ("attacks if able", &[Ability::AttacksEachCombat]),
    ("must attack if able", &[Ability::AttacksEachCombat]),
    ("blocks if able", &[Ability::BlocksEachCombat]),
    ("must block if able", &[Ability::BlocksEachCombat]),
    ("attacks or blocks if able", &[Ability::AttacksEachCombat, Ability::BlocksEachCombat]),
    ("must be blocked if able", &[Ability::MustBeBlocked]),
    ("all creatures able to block ~ do so", &[Ability::Lure]),
    ("can block any number of creatures", &[Ability::BlocksAny]),
    ("can't be blocked unless all creatures defending player controls block it", &[Ability::CantBeBlockedUnlessAll]),
    ("can't be blocked unless all creatures defending player controls block ~", &[Ability::CantBeBlockedUnlessAll]),
    ("creatures with power less than ~'s power can't block creatures you control", &[Ability::SmallerCantBlockYours]),
    ("creatures with power less than ~'s power can't block it", &[Ability::SmallerCantBlockIt]),
    ("creatures with power less than ~'s power can't block ~", &[Ability::SmallerCantBlockIt]),
    ("can't be blocked by creatures with lesser power", &[Ability::SmallerCantBlockIt]),
    ("assigns combat damage equal to its toughness rather than its power", &[Ability::AssignsToughness]),
    ("you may have ~ assign its combat damage as though it weren't blocked", &[Ability::AsThoughUnblocked]),
    ("you may have it assign its combat damage as though it weren't blocked", &[Ability::AsThoughUnblocked]),
    ("may assign its combat damage as though it weren't blocked", &[Ability::AsThoughUnblocked]),
    ("prevent all damage that would be dealt to ~", &[Ability::PreventDamage]),
    ("prevent all combat damage that would be dealt to ~", &[Ability::PreventDamage]),
    ("prevent all damage that would be dealt to ~ by creatures", &[Ability::PreventDamage]),
    ("prevent all damage that would be dealt by ~", &[Ability::PreventDamageBy]),
    ("prevent all combat damage that would be dealt by ~", &[Ability::PreventDamageBy]),
    ("prevent all damage ~ would deal", &[Ability::PreventDamageBy]),
    ("prevent all combat damage ~ would deal", &[Ability::PreventDamageBy]),
    ("prevent all damage that would be dealt to and dealt by ~", &[Ability::PreventDamage, Ability::PreventDamageBy]),
    (
        "prevent all combat damage that would be dealt to and dealt by ~",
        &[Ability::PreventDamage, Ability::PreventDamageBy],
    ),
    // What these two say is skulk, CR 702.118b.
    ("can't be blocked by creatures with greater power", &[SKULK]),
    ("creatures with power greater than ~'s power can't block it", &[SKULK]),
];

const SKULK: Ability = Ability::Keyword(super::ability::Keyword::Skulk);

/// Reads a sentence in lower case, the creature written `~`.
pub(super) fn parse(text: &str) -> Option<Vec<Ability>> {
    let text = without_scope(text);
    let predicate = text.strip_prefix("~ ").unwrap_or(&text);
    if let Some((_, abilities)) = FIXED.iter().find(|(sentence, _)| *sentence == predicate) {
        return Some(abilities.to_vec());
    }
    if let Some(qualities) = predicate.strip_prefix("can't block or be blocked by ") {
        let quality = quality_text::creatures(qualities)?;
        return Some(vec![Ability::CantBlockQuality(quality.clone()), Ability::CantBeBlockedBy(quality)]);
    }
    counted(predicate).or_else(|| qualified(predicate)).map(|ability| vec![ability])
}

/// The sentence without the words that say for how long.
fn without_scope(text: &str) -> String {
    ["each combat", "each turn", "this combat", "this turn"]
        .iter()
        .fold(text.to_owned(), |text, scope| text.replace(&format!(" {scope}"), ""))
}

/// Sentences with a number in them.
fn counted(text: &str) -> Option<Ability> {
    let between = |start: &str, end: &str| parse_count(text.strip_prefix(start)?.strip_suffix(end)?);
    if text == "can block an additional creature" {
        return Some(Ability::BlocksAdditional(1));
    }
    let either = |start: &str, one: &str, many: &str| between(start, one).or_else(|| between(start, many));
    None.or_else(|| either("can block an additional ", " creature", " creatures").map(Ability::BlocksAdditional))
        .or_else(|| {
            between("can't be blocked except by ", " or more creatures").map(Ability::CantBeBlockedExceptByCount)
        })
        .or_else(|| {
            either("can't be blocked by more than ", " creature", " creatures").map(Ability::CantBeBlockedByMoreThan)
        })
        .or_else(|| {
            either("can't attack unless at least ", " other creature attacks", " other creatures attack")
                .map(Ability::CantAttackUnlessOthers)
        })
        .or_else(|| {
            either("no more than ", " creature can attack", " creatures can attack").map(Ability::AtMostAttackers)
        })
        .or_else(|| {
            either("no more than ", " creature can attack you", " creatures can attack you")
                .map(Ability::AtMostAttackersAtYou)
        })
        .or_else(|| either("no more than ", " creature can block", " creatures can block").map(Ability::AtMostBlockers))
}

/// Sentences with a quality or a land type in them.
fn qualified(text: &str) -> Option<Ability> {
    type Make = fn(Quality) -> Ability;
    const STARTS: [(&str, Make); 4] = [
        ("can't be blocked except by ", Ability::CantBeBlockedExceptBy),
        ("can't be blocked by ", Ability::CantBeBlockedBy),
        ("can block only ", Ability::BlocksOnly),
        ("can't block ", Ability::CantBlockQuality),
    ];
    if let Some((start, make)) = STARTS.iter().find(|(start, _)| text.starts_with(start)) {
        return quality_text::creatures(&text[start.len()..]).map(make);
    }
    let condition = text.strip_prefix("can't attack unless ")?;
    if let Some(land) = condition.strip_prefix("defending player controls ") {
        let land = land.strip_prefix("a ").or_else(|| land.strip_prefix("an "))?;
        return LandType::of_word(land).map(Ability::CantAttackUnlessLand);
    }
    quality_text::a_creature(condition.strip_suffix(" also attacks")?).map(Ability::CantAttackUnlessAlso)
}

/// Sentences to suggest where a text is none, with the usual values where something varies.
pub(super) fn samples() -> Vec<String> {
    let flying = || Quality::Keyword(super::ability::Keyword::Flying);
    let varying = [
        Ability::BlocksAdditional(1),
        Ability::BlocksAdditional(2),
        Ability::CantBeBlockedExceptByCount(2),
        Ability::CantBeBlockedByMoreThan(1),
        Ability::CantAttackUnlessOthers(2),
        Ability::AtMostAttackers(1),
        Ability::AtMostAttackersAtYou(1),
        Ability::AtMostBlockers(1),
        Ability::CantAttackUnlessAlso(Quality::PowerAtLeast(4)),
        Ability::CantBeBlockedBy(Quality::PowerAtMost(2)),
        Ability::CantBeBlockedBy(flying()),
        Ability::CantBeBlockedExceptBy(flying()),
        Ability::CantBeBlockedExceptBy(Quality::Type("artifact".to_owned())),
        Ability::BlocksOnly(flying()),
        Ability::CantBlockQuality(Quality::PowerAtMost(2)),
        Ability::Protection(Quality::Type("creature".to_owned())),
        Ability::Protection(Quality::Type("artifact".to_owned())),
        Ability::Protection(Quality::Everything),
    ];
    let lands = LandType::ALL.into_iter();
    let colors = super::ability::Color::ALL.into_iter().map(Quality::Color);
    let fixed = FIXED.iter().flat_map(|(_, abilities)| abilities.iter().cloned());
    let abilities = fixed
        .chain(varying)
        .chain(lands.clone().map(Ability::CantAttackUnlessLand))
        .chain(lands.map(Ability::Landwalk))
        .chain(colors.map(Ability::Protection));
    let mut texts: Vec<String> = abilities.map(|ability| ability.to_string()).collect();
    texts.extend(keyword_text::names().map(str::to_owned));
    texts.extend(super::no_effect::names().map(str::to_owned));
    texts.sort();
    texts.dedup();
    texts
}
