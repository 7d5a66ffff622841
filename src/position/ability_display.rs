//! The text of an ability as answers and written positions show it; reading it gives the same ability.

use std::fmt;

use super::ability::Ability;
use super::number_text::word as number;
use super::quality_display::{a_creature, creatures, protection};

/// "creature" with the number in front that it needs.
fn plural(count: i64) -> String {
    format!("{} creature{}", number(count), if count == 1 { "" } else { "s" })
}

impl fmt::Display for Ability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fixed = match self {
            Ability::Keyword(keyword) => keyword.name(),
            Ability::Numbered(keyword, amount) => return write!(f, "{} {amount}", keyword.name()),
            Ability::Landwalk(land) => return write!(f, "{}walk", land.word().to_lowercase()),
            Ability::Protection(quality) => return write!(f, "protection from {}", protection(quality)),
            Ability::CantAttack => "can't attack",
            Ability::CantAttackAlone => "can't attack alone",
            Ability::AttacksOnlyAlone => "can only attack alone",
            Ability::CantAttackUnlessOthers(1) => "can't attack unless at least one other creature attacks",
            Ability::CantAttackUnlessOthers(count) => {
                return write!(f, "can't attack unless at least {} other creatures attack", number(*count));
            }
            Ability::CantAttackUnlessAlso(quality) => {
                return write!(f, "can't attack unless {} also attacks", a_creature(quality));
            }
            Ability::CantAttackUnlessLand(land) => {
                let article = if land.word().starts_with('I') { "an" } else { "a" };
                return write!(f, "can't attack unless defending player controls {article} {}", land.word());
            }
            Ability::CantAttackPlayers => "can't attack players",
            Ability::CantAttackPlaneswalkers => "can't attack planeswalkers",
            Ability::AtMostAttackers(count) => {
                return write!(f, "no more than {} can attack each combat", plural(*count));
            }
            Ability::AtMostAttackersAtYou(count) => {
                return write!(f, "no more than {} can attack you each combat", plural(*count));
            }
            Ability::CreaturesCantAttackYou => "creatures can't attack you",
            Ability::CantBlock => "can't block",
            Ability::CantBlockQuality(quality) => return write!(f, "can't block {}", creatures(quality)),
            Ability::BlocksOnly(quality) => return write!(f, "can block only {}", creatures(quality)),
            Ability::CantBlockAlone => "can't block alone",
            Ability::AtMostBlockers(count) => {
                return write!(f, "no more than {} can block each combat", plural(*count));
            }
            Ability::SmallerCantBlockYours => {
                "creatures with power less than this creature's power can't block creatures you control"
            }
            Ability::SmallerCantBlockIt => "creatures with power less than this creature's power can't block it",
            Ability::BlocksAdditional(1) => "can block an additional creature each combat",
            Ability::BlocksAdditional(count) => {
                return write!(f, "can block an additional {} creatures each combat", number(*count));
            }
            Ability::BlocksAny => "can block any number of creatures",
            Ability::CantBeBlocked => "can't be blocked",
            Ability::CantBeBlockedBy(quality) => return write!(f, "can't be blocked by {}", creatures(quality)),
            Ability::CantBeBlockedExceptBy(quality) => {
                return write!(f, "can't be blocked except by {}", creatures(quality));
            }
            Ability::CantBeBlockedExceptByCount(count) => {
                return write!(f, "can't be blocked except by {} or more creatures", number(*count));
            }
            Ability::CantBeBlockedByMoreThan(count) => {
                return write!(f, "can't be blocked by more than {}", plural(*count));
            }
            Ability::CantBeBlockedUnlessAll => {
                "can't be blocked unless all creatures defending player controls block it"
            }
            Ability::AttacksEachCombat => "attacks each combat if able",
            Ability::BlocksEachCombat => "blocks each combat if able",
            Ability::MustBeBlocked => "must be blocked if able",
            Ability::Lure => "all creatures able to block this creature do so",
            Ability::AssignsToughness => "assigns combat damage equal to its toughness rather than its power",
            Ability::AsThoughUnblocked => {
                "you may have this creature assign its combat damage as though it weren't blocked"
            }
            Ability::PreventDamage => "prevent all damage that would be dealt to this creature",
            Ability::PreventDamageBy => "prevent all combat damage that would be dealt by this creature",
            Ability::NoEffect(text) => text,
        };
        f.write_str(fixed)
    }
}
