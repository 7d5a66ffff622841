//! Every ability that the project models, as data.
//!
//! An [`Ability`] is what a creature's card prints; the rule numbers beside the variants say where
//! its meaning is written down. Reading and printing them is `ability_text`'s work.

/// One of the five colours (CR 105.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// White.
    White,
    /// Blue.
    Blue,
    /// Black.
    Black,
    /// Red.
    Red,
    /// Green.
    Green,
}

impl Color {
    /// All five, in the order of the colour pie (CR 105.1).
    pub const ALL: [Color; 5] = [Color::White, Color::Blue, Color::Black, Color::Red, Color::Green];

    /// The word that cards use, in lower case.
    pub fn word(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Blue => "blue",
            Color::Black => "black",
            Color::Red => "red",
            Color::Green => "green",
        }
    }

    /// The colour of this word, in whatever case.
    pub fn of_word(word: &str) -> Option<Color> {
        Color::ALL.into_iter().find(|color| color.word().eq_ignore_ascii_case(word))
    }
}

/// A basic land type, for landwalk (CR 305.6, 702.14).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LandType {
    /// Plains.
    Plains,
    /// Island.
    Island,
    /// Swamp.
    Swamp,
    /// Mountain.
    Mountain,
    /// Forest.
    Forest,
}

impl LandType {
    /// All five, in the order of CR 305.6.
    pub const ALL: [LandType; 5] =
        [LandType::Plains, LandType::Island, LandType::Swamp, LandType::Mountain, LandType::Forest];

    /// The word as a card prints it.
    pub fn word(self) -> &'static str {
        match self {
            LandType::Plains => "Plains",
            LandType::Island => "Island",
            LandType::Swamp => "Swamp",
            LandType::Mountain => "Mountain",
            LandType::Forest => "Forest",
        }
    }

    /// The land type of this word, in whatever case.
    pub fn of_word(word: &str) -> Option<LandType> {
        LandType::ALL.into_iter().find(|land| land.word().eq_ignore_ascii_case(word))
    }
}

/// A quality of a creature, as protection and evasion sentences name it (CR 702.16a).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quality {
    /// Everything: each object has it (CR 702.16j).
    Everything,
    /// Being of this colour.
    Color(Color),
    /// Having no colour.
    Colorless,
    /// Having exactly one colour.
    Monocolored,
    /// Having two or more colours.
    Multicolored,
    /// A card type, subtype or supertype in lower case, singular ("artifact", "goblin", "legendary").
    Type(String),
    /// Having this keyword ("with flying").
    Keyword(Keyword),
    /// Power at most this ("with power 2 or less").
    PowerAtMost(i64),
    /// Power at least this ("with power 3 or greater").
    PowerAtLeast(i64),
    /// Toughness at most this.
    ToughnessAtMost(i64),
    /// Toughness at least this.
    ToughnessAtLeast(i64),
    /// Mana value at most this.
    ManaValueAtMost(i64),
    /// Mana value at least this.
    ManaValueAtLeast(i64),
    /// Controlled by the player of this name (CR 702.16k).
    Player(String),
    /// Having each of these ("artifact creatures with flying").
    All(Vec<Quality>),
    /// Having at least one of these ("artifact creatures and/or black creatures").
    Any(Vec<Quality>),
}

/// A keyword without a number or a quality, where more than one instance on a creature is either
/// redundant or counted by repeating it in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Keyword {
    /// CR 702.9.
    Flying,
    /// CR 702.17.
    Reach,
    /// CR 702.7.
    FirstStrike,
    /// CR 702.4.
    DoubleStrike,
    /// CR 702.2.
    Deathtouch,
    /// CR 702.19.
    Trample,
    /// CR 702.19c. It is trample too.
    TrampleOverPlaneswalkers,
    /// CR 702.15.
    Lifelink,
    /// CR 702.90.
    Infect,
    /// CR 702.80.
    Wither,
    /// CR 702.12.
    Indestructible,
    /// CR 702.111.
    Menace,
    /// CR 702.20. Attacking doesn't tap; inside one combat that changes nothing.
    Vigilance,
    /// CR 702.10.
    Haste,
    /// CR 702.3.
    Defender,
    /// CR 702.28.
    Shadow,
    /// CR 702.31.
    Horsemanship,
    /// CR 702.36.
    Fear,
    /// CR 702.13.
    Intimidate,
    /// CR 702.118.
    Skulk,
    /// CR 702.147.
    Decayed,
    /// CR 702.25; instances add up.
    Flanking,
    /// CR 702.83; instances add up.
    Exalted,
    /// CR 702.91; instances add up.
    BattleCry,
    /// CR 702.121; instances add up.
    Melee,
    /// CR 702.98: can't block while it has a +1/+1 counter.
    Unleash,
    /// CR 702.161: a creature only during its controller's turn.
    LivingMetal,
    /// CR 701.60: menace, and it can't block.
    Suspected,
    /// CR 701.35: can't attack or block.
    Detained,
    /// CR 701.54c: can't be blocked by creatures with greater power.
    RingBearer,
    /// CR 702.73: it is every creature type; [`Creature::has_type`](super::Creature::has_type) knows.
    Changeling,
}

/// A keyword ability with a number; instances add up unless the rule says otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Numbered {
    /// CR 702.164.
    Toxic,
    /// CR 702.45.
    Bushido,
    /// CR 702.23.
    Rampage,
    /// CR 702.68.
    Frenzy,
    /// CR 702.130.
    Afflict,
}

/// An ability of a creature that can change a combat in which nothing is cast.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ability {
    /// A plain keyword.
    Keyword(Keyword),
    /// A keyword with a number.
    Numbered(Numbered, i64),
    /// Islandwalk and its kin (CR 702.14).
    Landwalk(LandType),
    /// Protection from one quality (CR 702.16).
    Protection(Quality),
    /// "Can't attack" (CR 508.1c).
    CantAttack,
    /// "Can't attack alone" (CR 506.5).
    CantAttackAlone,
    /// "Can only attack alone" (CR 506.5).
    AttacksOnlyAlone,
    /// "Can't attack unless at least N other creatures attack" (CR 508.1c).
    CantAttackUnlessOthers(i64),
    /// "Can't attack unless a creature with this quality also attacks" (CR 508.1c).
    CantAttackUnlessAlso(Quality),
    /// "Can't attack unless defending player controls an Island" (CR 508.5).
    CantAttackUnlessLand(LandType),
    /// "Can't attack players": only planeswalkers and battles (CR 508.1c).
    CantAttackPlayers,
    /// "Can't attack planeswalkers" (CR 508.1c).
    CantAttackPlaneswalkers,
    /// "No more than N creatures can attack each combat" (CR 508.1c).
    AtMostAttackers(i64),
    /// "No more than N creatures can attack you each combat" (CR 508.1c, 802.3a).
    AtMostAttackersAtYou(i64),
    /// "Creatures can't attack you" (CR 508.1c).
    CreaturesCantAttackYou,
    /// "Can't block" (CR 509.1b).
    CantBlock,
    /// "Can't block creatures with this quality" (CR 509.1b).
    CantBlockQuality(Quality),
    /// "Can block only creatures with this quality" (CR 509.1b).
    BlocksOnly(Quality),
    /// "Can't block alone" (CR 506.5).
    CantBlockAlone,
    /// "No more than N creatures can block each combat" (CR 509.1b).
    AtMostBlockers(i64),
    /// "Creatures with power less than this creature's power can't block creatures you control" (CR 509.1b).
    SmallerCantBlockYours,
    /// "Creatures with power less than this creature's power can't block it" (CR 509.1b).
    SmallerCantBlockIt,
    /// "Can block N additional creatures each combat" (CR 509.1b).
    BlocksAdditional(i64),
    /// "Can block any number of creatures" (CR 509.1b).
    BlocksAny,
    /// "Can't be blocked" (CR 509.1b).
    CantBeBlocked,
    /// "Can't be blocked by creatures with this quality" (CR 509.1b).
    CantBeBlockedBy(Quality),
    /// "Can't be blocked except by creatures with this quality" (CR 509.1b).
    CantBeBlockedExceptBy(Quality),
    /// "Can't be blocked except by N or more creatures" (CR 509.1b).
    CantBeBlockedExceptByCount(i64),
    /// "Can't be blocked by more than N creatures" (CR 509.1b).
    CantBeBlockedByMoreThan(i64),
    /// "Can't be blocked unless all creatures defending player controls block it" (CR 509.1b).
    CantBeBlockedUnlessAll,
    /// "Attacks each combat if able" (CR 508.1d).
    AttacksEachCombat,
    /// "Blocks each combat if able" (CR 509.1c).
    BlocksEachCombat,
    /// "Must be blocked if able" (CR 509.1c).
    MustBeBlocked,
    /// "All creatures able to block this creature do so" (CR 509.1c).
    Lure,
    /// "Assigns combat damage equal to its toughness rather than its power" (CR 510.1a).
    AssignsToughness,
    /// "You may have this creature assign its combat damage as though it weren't blocked" (CR 510.1c).
    AsThoughUnblocked,
    /// "Prevent all damage that would be dealt to this creature" (CR 615.1).
    PreventDamage,
    /// "Prevent all combat damage that would be dealt by this creature" (CR 615.1).
    PreventDamageBy,
    /// A keyword that can't change a combat in which nothing is cast; the text as read, in lower case.
    NoEffect(String),
}
