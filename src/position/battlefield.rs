//! What is on the table: a valid [`Position`] and the things in it.

use super::ability::{Ability, Color, Keyword, LandType, Quality};
use super::id::{BattleId, CreatureId, PlaneswalkerId, PlayerId, Target};
use super::objective::Objective;

/// The counters on a creature (CR 122).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// `+1/+1` counters as given.
    pub plus: i64,
    /// `-1/-1` counters as given.
    pub minus: i64,
    /// Shield counters (CR 122.1c).
    pub shield: i64,
    /// Stun counters (CR 122.1d): they only replace untapping.
    pub stun: i64,
    /// Keyword counters (CR 122.1b), each with how many, in file order.
    pub keywords: Vec<(Ability, i64)>,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Unique name; it is the player's id.
    pub name: String,
    /// Life total; may be 0 or less.
    pub life: i64,
    /// Poison counters.
    pub poison: i64,
    /// Combat damage dealt to this player in this game, by creature id (CR 903.10a), in file order.
    /// The creature need not be on the table.
    pub commander_damage: Vec<(String, i64)>,
    /// Basic land types that the player controls.
    pub lands: Vec<LandType>,
    /// Qualities that the player has protection from (CR 702.16e), in file order.
    pub protection: Vec<Quality>,
}

/// A creature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Creature {
    /// Unique id, as answers name it.
    pub id: String,
    /// Name as given; several creatures may share one.
    pub name: String,
    /// Who controls it.
    pub controller: PlayerId,
    /// Base power, without counters; may be negative.
    pub power: i64,
    /// Base toughness, without counters.
    pub toughness: i64,
    /// Counters on it.
    pub counters: Counters,
    /// Printed abilities in file order, repeats kept.
    pub abilities: Vec<Ability>,
    /// Its colours, without repeats, in file order.
    pub colors: Vec<Color>,
    /// Type line as given.
    pub type_line: String,
    /// Mana value.
    pub mana_value: i64,
    /// Damage marked on it this turn.
    pub damage: i64,
    /// Whether it is tapped.
    pub tapped: bool,
    /// Whether it has come under its controller's control this turn (CR 302.6).
    pub summoning_sick: bool,
    /// Whether it is a commander (CR 903.3).
    pub commander: bool,
    /// Players who goaded it (CR 701.15), each once, in file order.
    pub goaded_by: Vec<PlayerId>,
    /// What an effect says it must attack if able (CR 508.1d).
    pub must_attack: Option<Target>,
    /// Attackers that effects say it must block if able (CR 509.1c), in file order.
    pub must_block: Vec<CreatureId>,
    /// What it is worth where the file says so.
    pub stated_value: Option<i64>,
}

impl Creature {
    /// Power with counters (CR 613.4c); a combat may change it further.
    pub fn start_power(&self) -> i64 {
        self.power + self.counters.plus - self.counters.minus
    }

    /// Toughness with counters (CR 613.4c).
    pub fn start_toughness(&self) -> i64 {
        self.toughness + self.counters.plus - self.counters.minus
    }

    /// What objectives count for it: the stated value, else power + toughness after counters, at least 1.
    pub fn value(&self) -> i64 {
        self.stated_value.unwrap_or_else(|| (self.start_power() + self.start_toughness()).max(1))
    }

    /// Whether it has this type, in lower case and singular ("artifact", "goblin", "legendary", "time lord"): on the
    /// type line, or a creature type by changeling (CR 702.73a).
    pub fn has_type(&self, word: &str) -> bool {
        let line = self.type_line.to_lowercase();
        let between = |c: char| c.is_whitespace() || matches!(c, '—' | '–' | '/');
        let words: Vec<&str> = line.split(between).filter(|word| !word.is_empty()).collect();
        let wanted: Vec<&str> = word.split_whitespace().collect();
        let printed = !wanted.is_empty() && words.windows(wanted.len()).any(|part| part == wanted);
        printed
            || word == "creature"
            || (super::type_words::kind(word) == Some(super::type_words::TypeKind::CreatureType)
                && self.has(Keyword::Changeling))
    }

    /// Printed abilities, repeats kept, and those of keyword counters (CR 122.1b), each kind of counter once: how many
    /// there are only matters to [`instances`](Creature::instances).
    pub fn all_abilities(&self) -> impl Iterator<Item = &Ability> {
        let of_counters = self.counters.keywords.iter().filter(|(_, count)| *count > 0).map(|(ability, _)| ability);
        self.abilities.iter().chain(of_counters)
    }

    /// Whether it has this keyword, printed or from a counter.
    pub fn has(&self, keyword: Keyword) -> bool {
        let is = |ability: &Ability| *ability == Ability::Keyword(keyword);
        self.abilities.iter().any(is) || self.counters.keywords.iter().any(|(ability, count)| *count > 0 && is(ability))
    }

    /// How many instances of this keyword it has.
    pub fn instances(&self, keyword: Keyword) -> i64 {
        let is = |ability: &Ability| *ability == Ability::Keyword(keyword);
        let printed = self.abilities.iter().filter(|ability| is(ability)).count();
        let counters: i64 =
            self.counters.keywords.iter().filter(|(ability, _)| is(ability)).map(|(_, count)| count).sum();
        i64::try_from(printed).unwrap_or(i64::MAX).saturating_add(counters)
    }
}

/// A planeswalker (CR 306).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planeswalker {
    /// Unique id, as answers name it.
    pub id: String,
    /// Name as given.
    pub name: String,
    /// Who controls it.
    pub controller: PlayerId,
    /// Loyalty, 1 or more.
    pub loyalty: i64,
}

/// A battle (CR 310).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Battle {
    /// Unique id, as answers name it.
    pub id: String,
    /// Name as given.
    pub name: String,
    /// Who controls it.
    pub controller: PlayerId,
    /// Defense counters, 1 or more.
    pub defense: i64,
    /// Who protects it: the defending player of its attackers (CR 310.9).
    pub protector: PlayerId,
}

/// A declaration of attackers (CR 508.1): what each attacking creature attacks, in file order of the creatures.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Attack(pub Vec<(CreatureId, Target)>);

/// A declaration of blockers (CR 509.1): the attackers that each blocking creature blocks, in file order of the
/// blockers; a creature that blocks nothing is not listed.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Block(pub Vec<(CreatureId, Vec<CreatureId>)>);

/// One of the two combat damage steps (CR 510.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Step {
    /// The first of two, for first strike and double strike.
    FirstStrike,
    /// The only one, or the second of two.
    Regular,
}

impl Step {
    /// The name used in files and answers.
    pub fn name(self) -> &'static str {
        match self {
            Step::FirstStrike => "first-strike",
            Step::Regular => "regular",
        }
    }
}

/// Damage that a creature assigns in a step (CR 510.1); in answers and, for `check`, in positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Assignment {
    /// In which step.
    pub step: Step,
    /// The creature that assigns it.
    pub source: CreatureId,
    /// What it is assigned to.
    pub recipient: super::id::Recipient,
    /// How much; 0 or more in a declared list.
    pub amount: i64,
}

/// Something worth saying that is no error.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Warning {
    /// The object that it is about, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What to know.
    pub text: String,
}

/// A valid combat position: the moment before attackers are declared, perhaps with declarations.
///
/// Made from a [`Setup`](super::Setup) only; every id in it is in range.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    pub(super) title: Option<String>,
    pub(super) active: PlayerId,
    pub(super) objective: Option<Objective>,
    pub(super) players: Vec<Player>,
    pub(super) creatures: Vec<Creature>,
    /// Those that others are told to block, in order.
    pub(super) named: Vec<CreatureId>,
    pub(super) planeswalkers: Vec<Planeswalker>,
    pub(super) battles: Vec<Battle>,
    pub(super) attacks: Option<Attack>,
    pub(super) blocks: Option<Block>,
    pub(super) damage: Option<Vec<Assignment>>,
    pub(super) warnings: Vec<Warning>,
}

impl Position {
    /// The title, if any.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Whose combat it is.
    pub fn active(&self) -> PlayerId {
        self.active
    }

    /// The stated objective, if any; [`Objective::damage`] is the default.
    pub fn objective(&self) -> Option<&Objective> {
        self.objective.as_ref()
    }

    /// All players, in file order.
    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// All creatures, in file order.
    pub fn creatures(&self) -> &[Creature] {
        &self.creatures
    }

    /// All planeswalkers, in file order.
    pub fn planeswalkers(&self) -> &[Planeswalker] {
        &self.planeswalkers
    }

    /// All battles, in file order.
    pub fn battles(&self) -> &[Battle] {
        &self.battles
    }

    /// The declared attack, if any.
    pub fn attacks(&self) -> Option<&Attack> {
        self.attacks.as_ref()
    }

    /// The declared blocks, if any; only with an attack. A list of attackers is in
    /// file order, repeats kept: `check` judges them.
    pub fn blocks(&self) -> Option<&Block> {
        self.blocks.as_ref()
    }

    /// The declared damage, if any; only with blocks.
    pub fn damage(&self) -> Option<&[Assignment]> {
        self.damage.as_deref()
    }

    /// What reading it gave to warn of.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// One creature.
    pub fn creature(&self, id: CreatureId) -> &Creature {
        &self.creatures[id.index()]
    }

    /// One player.
    pub fn player(&self, id: PlayerId) -> &Player {
        &self.players[id.index()]
    }

    /// One planeswalker.
    pub fn planeswalker(&self, id: PlaneswalkerId) -> &Planeswalker {
        &self.planeswalkers[id.index()]
    }

    /// One battle.
    pub fn battle(&self, id: BattleId) -> &Battle {
        &self.battles[id.index()]
    }

    /// Every creature's number, in file order.
    pub fn creature_ids(&self) -> impl Iterator<Item = CreatureId> + use<> {
        (0..self.creatures.len() as u32).map(CreatureId)
    }

    /// Every player's number, in file order.
    pub fn player_ids(&self) -> impl Iterator<Item = PlayerId> + use<> {
        (0..self.players.len() as u32).map(PlayerId)
    }

    /// All players but the active one, in turn order: file order, starting after the active player (CR 802.2).
    pub fn defending_players(&self) -> impl Iterator<Item = PlayerId> + use<> {
        let (count, active) = (self.players.len() as u32, self.active.0);
        (1..count).map(move |step| PlayerId((active + step) % count))
    }

    /// The creatures that a player controls, in file order.
    pub fn creatures_of(&self, player: PlayerId) -> impl Iterator<Item = CreatureId> + '_ {
        self.creature_ids().filter(move |id| self.creature(*id).controller == player)
    }

    /// The defending player for what is attacked (CR 508.5): the player, the planeswalker's controller or the
    /// battle's protector.
    pub fn defender_of(&self, target: Target) -> PlayerId {
        match target {
            Target::Player(player) => player,
            Target::Planeswalker(walker) => self.planeswalker(walker).controller,
            Target::Battle(battle) => self.battle(battle).protector,
        }
    }

    /// The id of what is attacked, as files and answers write it.
    pub fn target_id(&self, target: Target) -> &str {
        match target {
            Target::Player(player) => &self.player(player).name,
            Target::Planeswalker(walker) => &self.planeswalker(walker).id,
            Target::Battle(battle) => &self.battle(battle).id,
        }
    }

    /// The id of a recipient of damage, as files and answers write it.
    pub fn recipient_id(&self, recipient: super::id::Recipient) -> &str {
        match recipient {
            super::id::Recipient::Creature(creature) => &self.creature(creature).id,
            super::id::Recipient::Target(target) => self.target_id(target),
        }
    }

    /// Whether some creature is told to block this one: then it is like no other.
    pub(crate) fn is_named(&self, creature: CreatureId) -> bool {
        self.named.binary_search(&creature).is_ok()
    }

    /// The same table with another attack declared and, if given, other blocks; declared damage is dropped.
    pub fn with_declarations(&self, attacks: Option<Attack>, blocks: Option<Block>) -> Position {
        Position { attacks, blocks, damage: None, ..self.clone() }
    }
}
