//! Whether a creature has a quality that protection or evasion names (CR 702.16a, 109.3).

use crate::position::{CreatureId, Position, Quality};

/// Power and toughness at some moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Power; may be negative.
    pub power: i64,
    /// Toughness, without marked damage.
    pub toughness: i64,
}

/// Whether a quality can come and go with power or toughness.
pub(crate) fn depends_on_size(quality: &Quality) -> bool {
    match quality {
        Quality::PowerAtMost(_)
        | Quality::PowerAtLeast(_)
        | Quality::ToughnessAtMost(_)
        | Quality::ToughnessAtLeast(_) => true,
        Quality::All(parts) | Quality::Any(parts) => parts.iter().any(depends_on_size),
        Quality::Everything
        | Quality::Color(_)
        | Quality::Colorless
        | Quality::Monocolored
        | Quality::Multicolored
        | Quality::Type(_)
        | Quality::Keyword(_)
        | Quality::ManaValueAtMost(_)
        | Quality::ManaValueAtLeast(_)
        | Quality::Player(_) => false,
    }
}

/// Whether `creature` has `quality` when it has this size.
pub fn has_quality(position: &Position, creature: CreatureId, size: Size, quality: &Quality) -> bool {
    let card = position.creature(creature);
    match quality {
        Quality::Everything => true,
        Quality::Color(color) => card.colors.contains(color),
        Quality::Colorless => card.colors.is_empty(),
        Quality::Monocolored => card.colors.len() == 1,
        Quality::Multicolored => card.colors.len() >= 2,
        Quality::Type(kind) => card.has_type(kind),
        Quality::Keyword(keyword) => card.has(*keyword),
        Quality::PowerAtMost(limit) => size.power <= *limit,
        Quality::PowerAtLeast(limit) => size.power >= *limit,
        Quality::ToughnessAtMost(limit) => size.toughness <= *limit,
        Quality::ToughnessAtLeast(limit) => size.toughness >= *limit,
        Quality::ManaValueAtMost(limit) => card.mana_value <= *limit,
        Quality::ManaValueAtLeast(limit) => card.mana_value >= *limit,
        Quality::Player(name) => position.player(card.controller).name == *name,
        Quality::All(parts) => parts.iter().all(|part| has_quality(position, creature, size, part)),
        Quality::Any(parts) => parts.iter().any(|part| has_quality(position, creature, size, part)),
    }
}
