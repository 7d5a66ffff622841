//! Whether a creature has a quality that protection or evasion names (CR 702.16a, 109.3).

use crate::position::{CreatureId, Position, Quality};

/// Whether `creature` has `quality`; `power` is its power at this moment.
pub fn has_quality(position: &Position, creature: CreatureId, power: i64, quality: &Quality) -> bool {
    let card = position.creature(creature);
    match quality {
        Quality::Everything => true,
        Quality::Color(color) => card.colors.contains(color),
        Quality::Colorless => card.colors.is_empty(),
        Quality::Monocolored => card.colors.len() == 1,
        Quality::Multicolored => card.colors.len() >= 2,
        Quality::Type(kind) => card.has_type(kind),
        Quality::Keyword(keyword) => card.has(*keyword),
        Quality::PowerAtMost(limit) => power <= *limit,
        Quality::PowerAtLeast(limit) => power >= *limit,
        Quality::ToughnessAtMost(limit) => card.start_toughness() <= *limit,
        Quality::ToughnessAtLeast(limit) => card.start_toughness() >= *limit,
        Quality::ManaValueAtMost(limit) => card.mana_value <= *limit,
        Quality::ManaValueAtLeast(limit) => card.mana_value >= *limit,
        Quality::Player(name) => position.player(card.controller).name == *name,
        Quality::All(parts) => parts.iter().all(|part| has_quality(position, creature, power, part)),
        Quality::Any(parts) => parts.iter().any(|part| has_quality(position, creature, power, part)),
    }
}
