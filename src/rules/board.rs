//! A position with each creature's characteristics worked out once (CR 613), ready for search.

use thiserror::Error;

use super::quality::{Size, depends_on_size, has_quality};
use crate::position::{
    Ability, Creature, CreatureId, Keyword, Level, Numbered, Objective, PlayerId, Position, Quality, Recipient, Target,
};

/// Largest total of the factors of one level of an objective.
pub const FACTOR_LIMIT: i64 = 1_000_000;

/// What makes a position unfit to be played out.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoardError {
    /// The factors of a level are too large for exact sums.
    #[error("level {level} of the objective has factors that add up to {total}; the limit is {FACTOR_LIMIT}")]
    Factors {
        /// Which level, from 1.
        level: usize,
        /// Sum of the absolute factors.
        total: i128,
    },
}

/// What a creature's abilities and counters come to at the start of combat, as numbers and flags.
///
/// Where instances are redundant it is a flag, where they add up a number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Characteristics {
    /// Power with counters.
    pub power: i64,
    /// Toughness with counters.
    pub toughness: i64,
    /// First strike or double strike: deals damage in the first step of two (CR 510.4).
    pub strikes_first: bool,
    /// Double strike (CR 702.4).
    pub double_strike: bool,
    /// Deathtouch (CR 702.2).
    pub deathtouch: bool,
    /// Trample or trample over planeswalkers (CR 702.19).
    pub trample: bool,
    /// Trample over planeswalkers (CR 702.19c).
    pub trample_over_planeswalkers: bool,
    /// Lifelink (CR 702.15).
    pub lifelink: bool,
    /// Infect (CR 702.90).
    pub infect: bool,
    /// Wither or infect: damage to creatures is -1/-1 counters (CR 702.80a, 702.90c).
    pub withers: bool,
    /// Indestructible (CR 702.12).
    pub indestructible: bool,
    /// Decayed (CR 702.147).
    pub decayed: bool,
    /// Assigns damage equal to its toughness (CR 510.1a).
    pub assigns_toughness: bool,
    /// May assign as though it weren't blocked (CR 510.1c).
    pub as_though_unblocked: bool,
    /// All damage to it is prevented (CR 615.1).
    pub prevents_all: bool,
    /// All damage by it is prevented (CR 615.1).
    pub deals_nothing: bool,
    /// Whether it has any protection (CR 702.16).
    pub protected: bool,
    /// Sum of its toxic numbers (CR 702.164b).
    pub toxic: i64,
    /// Instances of exalted (CR 702.83).
    pub exalted: i64,
    /// Instances of battle cry (CR 702.91).
    pub battle_cry: i64,
    /// Instances of melee (CR 702.121).
    pub melee: i64,
    /// Instances of flanking (CR 702.25).
    pub flanking: i64,
    /// Sum of its bushido numbers (CR 702.45).
    pub bushido: i64,
    /// Sum of its rampage numbers (CR 702.23).
    pub rampage: i64,
    /// Sum of its frenzy numbers (CR 702.68).
    pub frenzy: i64,
    /// Sum of its afflict numbers (CR 702.130).
    pub afflict: i64,
    /// How many attackers it may block (CR 509.1a-b).
    pub capacity: usize,
    /// Fewest creatures that may block it, if any do (CR 702.111b and the like).
    pub least_blockers: usize,
    /// Most creatures that may block it.
    pub most_blockers: usize,
    /// Shield counters (CR 122.1c).
    pub shield: i64,
    /// What it is worth to the objective.
    pub value: i64,
}

impl Characteristics {
    /// Works them out from the card and its counters.
    pub fn of(creature: &Creature) -> Characteristics {
        let mut it = Characteristics {
            power: creature.start_power(),
            toughness: creature.start_toughness(),
            capacity: 1,
            least_blockers: 1,
            most_blockers: usize::MAX,
            shield: creature.counters.shield,
            value: creature.value(),
            ..Characteristics::default()
        };
        for ability in &creature.abilities {
            it.add(ability, 1);
        }
        for (ability, count) in &creature.counters.keywords {
            it.add(ability, *count);
        }
        it
    }

    /// Adds `count` instances of an ability.
    fn add(&mut self, ability: &Ability, count: i64) {
        if count <= 0 {
            return;
        }
        match ability {
            Ability::Keyword(keyword) => self.add_keyword(*keyword, count),
            Ability::Numbered(Numbered::Toxic, number) => self.toxic += number * count,
            Ability::Numbered(Numbered::Bushido, number) => self.bushido += number * count,
            Ability::Numbered(Numbered::Rampage, number) => self.rampage += number * count,
            Ability::Numbered(Numbered::Frenzy, number) => self.frenzy += number * count,
            Ability::Numbered(Numbered::Afflict, number) => self.afflict += number * count,
            Ability::Protection(_) => self.protected = true,
            Ability::BlocksAdditional(number) => {
                let number = usize::try_from(number.saturating_mul(count)).unwrap_or(usize::MAX);
                self.capacity = self.capacity.saturating_add(number);
            }
            Ability::BlocksAny => self.capacity = usize::MAX,
            Ability::CantBeBlockedExceptByCount(number) => {
                self.least_blockers = self.least_blockers.max(usize::try_from(*number).unwrap_or(0));
            }
            Ability::CantBeBlockedByMoreThan(number) => {
                self.most_blockers = self.most_blockers.min(usize::try_from(*number).unwrap_or(0));
            }
            Ability::AssignsToughness => self.assigns_toughness = true,
            Ability::AsThoughUnblocked => self.as_though_unblocked = true,
            Ability::PreventDamage => self.prevents_all = true,
            Ability::PreventDamageBy => self.deals_nothing = true,
            // Who may attack or block whom is read from the ability list where it is judged.
            Ability::Landwalk(_)
            | Ability::CantAttack
            | Ability::CantAttackAlone
            | Ability::AttacksOnlyAlone
            | Ability::CantAttackUnlessOthers(_)
            | Ability::CantAttackUnlessAlso(_)
            | Ability::CantAttackUnlessLand(_)
            | Ability::CantAttackPlayers
            | Ability::CantAttackPlaneswalkers
            | Ability::AtMostAttackers(_)
            | Ability::AtMostAttackersAtYou(_)
            | Ability::CreaturesCantAttackYou
            | Ability::CantBlock
            | Ability::CantBlockQuality(_)
            | Ability::BlocksOnly(_)
            | Ability::CantBlockAlone
            | Ability::AtMostBlockers(_)
            | Ability::SmallerCantBlockYours
            | Ability::SmallerCantBlockIt
            | Ability::CantBeBlocked
            | Ability::CantBeBlockedBy(_)
            | Ability::CantBeBlockedExceptBy(_)
            | Ability::CantBeBlockedUnlessAll
            | Ability::AttacksEachCombat
            | Ability::BlocksEachCombat
            | Ability::MustBeBlocked
            | Ability::Lure
            | Ability::NoEffect(_) => {}
        }
    }

    fn add_keyword(&mut self, keyword: Keyword, count: i64) {
        match keyword {
            Keyword::FirstStrike => self.strikes_first = true,
            Keyword::DoubleStrike => {
                self.strikes_first = true;
                self.double_strike = true;
            }
            Keyword::Deathtouch => self.deathtouch = true,
            Keyword::Trample => self.trample = true,
            Keyword::TrampleOverPlaneswalkers => {
                self.trample = true;
                self.trample_over_planeswalkers = true;
            }
            Keyword::Lifelink => self.lifelink = true,
            Keyword::Infect => {
                self.infect = true;
                self.withers = true;
            }
            Keyword::Wither => self.withers = true,
            Keyword::Indestructible => self.indestructible = true,
            // CR 702.111b: instances are redundant; suspected creatures have menace (CR 701.60c).
            Keyword::Menace | Keyword::Suspected => self.least_blockers = self.least_blockers.max(2),
            Keyword::Decayed => self.decayed = true,
            Keyword::Flanking => self.flanking += count,
            Keyword::Exalted => self.exalted += count,
            Keyword::BattleCry => self.battle_cry += count,
            Keyword::Melee => self.melee += count,
            Keyword::Flying
            | Keyword::Reach
            | Keyword::Vigilance
            | Keyword::Haste
            | Keyword::Defender
            | Keyword::Shadow
            | Keyword::Horsemanship
            | Keyword::Fear
            | Keyword::Intimidate
            | Keyword::Skulk
            | Keyword::Unleash
            | Keyword::LivingMetal
            | Keyword::Detained
            | Keyword::RingBearer
            | Keyword::Changeling => {}
        }
    }
}

/// A position and its objective, with every creature's [`Characteristics`].
#[derive(Clone, Debug)]
pub struct Board<'p> {
    position: &'p Position,
    objective: Objective,
    characteristics: Vec<Characteristics>,
    /// Creatures whose controller can't be attacked, in file order: they concern every attacker.
    guards: Vec<CreatureId>,
    /// Creatures that keep smaller ones from blocking their controller's, in file order.
    captains: Vec<CreatureId>,
}

impl<'p> Board<'p> {
    /// Works out every creature; `objective` replaces the position's own.
    ///
    /// # Errors
    ///
    /// [`BoardError::Factors`] where a level's factors are beyond the limit.
    pub fn new(position: &'p Position, objective: Option<&Objective>) -> Result<Board<'p>, BoardError> {
        let objective = objective.or(position.objective()).cloned().unwrap_or_else(Objective::damage);
        for (index, Level { terms }) in objective.levels.iter().enumerate() {
            let total: i128 = terms.iter().map(|(factor, _)| i128::from(*factor).abs()).sum();
            if total > i128::from(FACTOR_LIMIT) {
                return Err(BoardError::Factors { level: index + 1, total });
            }
        }
        let characteristics = position.creatures().iter().map(Characteristics::of).collect();
        let having = |ability: &Ability| {
            let has = |creature: &CreatureId| position.creature(*creature).all_abilities().any(|own| own == ability);
            position.creature_ids().filter(has).collect()
        };
        let (guards, captains) = (having(&Ability::CreaturesCantAttackYou), having(&Ability::SmallerCantBlockYours));
        Ok(Board { position, objective, characteristics, guards, captains })
    }

    /// The position.
    pub fn position(&self) -> &'p Position {
        self.position
    }

    /// The objective in force.
    pub fn objective(&self) -> &Objective {
        &self.objective
    }

    /// What a creature is at the start of combat.
    pub fn characteristics(&self, creature: CreatureId) -> &Characteristics {
        &self.characteristics[creature.index()]
    }

    /// A player's creature that says that creatures can't attack that player, if there is one.
    pub(super) fn guard_of(&self, player: PlayerId) -> Option<CreatureId> {
        self.guards.iter().copied().find(|guard| self.position.creature(*guard).controller == player)
    }

    /// A player's creatures that keep creatures with less power from blocking that player's.
    pub(super) fn captains_of(&self, player: PlayerId) -> impl Iterator<Item = CreatureId> + '_ {
        self.captains.iter().copied().filter(move |captain| self.position.creature(*captain).controller == player)
    }

    /// The id of a creature, as files and answers write it.
    pub fn name(&self, creature: CreatureId) -> &'p str {
        &self.position.creature(creature).id
    }

    /// Whether damage from `source`, which has this size, to `recipient` is prevented by protection or by an effect that
    /// always prevents it (CR 615.1, 702.16e). Shield counters are not counted here: they go once used (CR 122.1c).
    pub fn prevents(&self, source: CreatureId, size: Size, recipient: Recipient) -> bool {
        self.prevents_where(source, recipient, |quality| has_quality(self.position, source, size, quality))
    }

    /// As [`prevents`](Board::prevents), as far as it holds whatever becomes of the source's power and toughness.
    pub fn always_prevents(&self, source: CreatureId, recipient: Recipient) -> bool {
        self.prevents_where(source, recipient, |quality| !depends_on_size(quality) && self.is(source, quality))
    }

    fn prevents_where(&self, source: CreatureId, recipient: Recipient, is: impl Fn(&Quality) -> bool) -> bool {
        if self.characteristics(source).deals_nothing {
            return true;
        }
        match recipient {
            Recipient::Creature(creature) => {
                let it = self.characteristics(creature);
                let from = |ability: &Ability| matches!(ability, Ability::Protection(from) if is(from));
                it.prevents_all || it.protected && self.position.creature(creature).all_abilities().any(from)
            }
            // Damage to a protected player's planeswalkers is not prevented (CR 702.16e).
            Recipient::Target(Target::Player(player)) => self.position.player(player).protection.iter().any(is),
            Recipient::Target(Target::Planeswalker(_) | Target::Battle(_)) => false,
        }
    }

    /// Whether a creature has a quality at the start of combat.
    pub fn is(&self, creature: CreatureId, quality: &Quality) -> bool {
        let it = self.characteristics(creature);
        has_quality(self.position, creature, Size { power: it.power, toughness: it.toughness }, quality)
    }
}
