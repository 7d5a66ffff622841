//! What a file says, before it is known to make sense: every field may hold anything.

/// A position as a file or a program states it; [`Setup::validate`] makes a [`Position`](super::Position) of it.
///
/// The fields are those of the file format, with its names and defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// What it is called.
    pub title: Option<String>,
    /// Name of the player whose combat it is; the first player if not given.
    pub active: Option<String>,
    /// The objective, as an expression or a preset's name.
    pub objective: Option<String>,
    /// The players; all but the active one defend.
    pub players: Vec<PlayerSetup>,
    /// Attacking creatures with what they attack, by id.
    pub attacks: Option<Vec<(String, String)>>,
    /// Blocking creatures with the attackers that they block, by id.
    pub blocks: Option<Vec<(String, Vec<String>)>>,
    /// Damage as assigned.
    pub damage: Option<Vec<AssignmentSetup>>,
}

/// A player of a [`Setup`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerSetup {
    /// Unique name.
    pub name: String,
    /// Life total.
    pub life: i64,
    /// Poison counters.
    pub poison: i64,
    /// Combat damage that commanders have dealt to this player, by creature id.
    pub commander_damage: Vec<(String, i64)>,
    /// Basic land types that the player controls.
    pub lands: Vec<String>,
    /// "Protection from …" of the player.
    pub abilities: Vec<String>,
    /// Creatures that the player controls.
    pub creatures: Vec<CreatureSetup>,
    /// Planeswalkers that the player controls.
    pub planeswalkers: Vec<PlaneswalkerSetup>,
    /// Battles that the player controls.
    pub battles: Vec<BattleSetup>,
}

impl Default for PlayerSetup {
    fn default() -> PlayerSetup {
        PlayerSetup {
            name: String::new(),
            life: 20,
            poison: 0,
            commander_damage: Vec::new(),
            lands: Vec::new(),
            abilities: Vec::new(),
            creatures: Vec::new(),
            planeswalkers: Vec::new(),
            battles: Vec::new(),
        }
    }
}

/// One or several like creatures of a [`Setup`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreatureSetup {
    /// Name; without an `id` the id is made from it.
    pub name: String,
    /// Id, where the name is not to be it.
    pub id: Option<String>,
    /// How many of them.
    pub count: i64,
    /// Base power.
    pub power: i64,
    /// Base toughness.
    pub toughness: i64,
    /// Counters by name.
    pub counters: Vec<(String, i64)>,
    /// Abilities as cards print them.
    pub abilities: Vec<String>,
    /// Colours.
    pub colors: Vec<String>,
    /// Type line.
    pub type_line: String,
    /// Mana value.
    pub mana_value: i64,
    /// Damage marked.
    pub damage: i64,
    /// Whether it is tapped.
    pub tapped: bool,
    /// Whether it has come under its controller's control this turn.
    pub summoning_sick: bool,
    /// Whether it is a commander.
    pub commander: bool,
    /// Names of players who goaded it.
    pub goaded_by: Vec<String>,
    /// Id of what an effect says it must attack if able.
    pub must_attack: Option<String>,
    /// Ids of attackers that effects say it must block if able.
    pub must_block: Vec<String>,
    /// What it is worth.
    pub value: Option<i64>,
}

impl Default for CreatureSetup {
    fn default() -> CreatureSetup {
        CreatureSetup {
            name: String::new(),
            id: None,
            count: 1,
            power: 0,
            toughness: 0,
            counters: Vec::new(),
            abilities: Vec::new(),
            colors: Vec::new(),
            type_line: "Creature".to_owned(),
            mana_value: 0,
            damage: 0,
            tapped: false,
            summoning_sick: false,
            commander: false,
            goaded_by: Vec::new(),
            must_attack: None,
            must_block: Vec::new(),
            value: None,
        }
    }
}

/// A planeswalker of a [`Setup`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlaneswalkerSetup {
    /// Name; without an `id` the id is made from it.
    pub name: String,
    /// Id, where the name is not to be it.
    pub id: Option<String>,
    /// Loyalty.
    pub loyalty: i64,
}

/// A battle of a [`Setup`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BattleSetup {
    /// Name; without an `id` the id is made from it.
    pub name: String,
    /// Id, where the name is not to be it.
    pub id: Option<String>,
    /// Defense counters.
    pub defense: i64,
    /// Name of the player who protects it.
    pub protector: String,
}

/// Damage that one creature assigns to one recipient in a [`Setup`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AssignmentSetup {
    /// "first-strike" or "regular".
    pub step: String,
    /// Id of the creature.
    pub source: String,
    /// Id of the recipient.
    pub target: String,
    /// How much, up to [`MAX_DAMAGE`](super::MAX_DAMAGE).
    pub amount: i64,
}
