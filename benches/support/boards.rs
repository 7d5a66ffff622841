//! Boards drawn by chance, by kind and size, the same on every machine.

use alphastrike::position::{Notation, Position, read};

/// What the creatures of a board are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// All different: power 1 to 6, toughness about as much, half of them with an ability.
    Distinct,
    /// As two decks would have them: many small ones, few large ones.
    Curve,
    /// Three kinds a side.
    Tokens,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Distinct, Kind::Curve, Kind::Tokens];

    pub fn name(self) -> &'static str {
        match self {
            Kind::Distinct => "distinct",
            Kind::Curve => "curve",
            Kind::Tokens => "tokens",
        }
    }
}

const ABILITIES: [&str; 9] =
    ["flying", "flying", "trample", "first strike", "deathtouch", "lifelink", "menace", "reach", "double strike"];

/// Abilities that hold declarations to something, beside some that do not.
const DUTIES: [&str; 9] = [
    "attacks each combat if able",
    "must be blocked if able",
    "all creatures able to block this creature do so",
    "blocks each combat if able",
    "can't attack alone",
    "can't block alone",
    "menace",
    "flying",
    "reach",
];

/// A generator of numbers: splitmix64.
pub struct Numbers(pub u64);

impl Numbers {
    /// A number below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % limit
    }

    fn creature(&mut self, name: &str, kind: Kind, count: usize, abilities: &[&str; 9]) -> String {
        let power = match kind {
            Kind::Curve => [1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6][self.below(12) as usize],
            Kind::Distinct | Kind::Tokens => 1 + self.below(6),
        };
        let toughness = (power + self.below(3)).saturating_sub(1).max(1);
        let ability = if self.below(2) == 0 { abilities[self.below(9) as usize] } else { "vigilance" };
        format!(
            r#"{{"name": {name:?}, "power": {power}, "toughness": {toughness}, "abilities": [{ability:?}], "count": {count}}}"#
        )
    }

    fn side(&mut self, letter: char, kind: Kind, size: usize, abilities: &[&str; 9]) -> String {
        let counts: Vec<usize> = match kind {
            Kind::Tokens => vec![size - size / 2 - size / 4, size / 2, size / 4],
            Kind::Distinct | Kind::Curve => vec![1; size],
        };
        let creatures = counts.iter().enumerate();
        let creatures: Vec<String> = creatures
            .map(|(index, count)| self.creature(&format!("{letter}{index}"), kind, *count, abilities))
            .collect();
        creatures.join(", ")
    }
}

/// Every size of board that is measured.
pub const SIZES: [usize; 6] = [6, 8, 10, 12, 15, 20];

/// A board of `size` creatures a side without declarations.
pub fn board(kind: Kind, size: usize, seed: u64) -> Position {
    drawn(kind, size, seed, &ABILITIES)
}

/// The same with requirements and restrictions on attacks and blocks.
pub fn board_with_duties(kind: Kind, size: usize, seed: u64) -> Position {
    drawn(kind, size, seed, &DUTIES)
}

fn drawn(kind: Kind, size: usize, seed: u64, abilities: &[&str; 9]) -> Position {
    let mut numbers = Numbers(seed.wrapping_mul(1_000) + size as u64);
    let objective = ["balanced", "trade", "damage", "win, face + material"][numbers.below(4) as usize];
    let (own, others) = (numbers.side('A', kind, size, abilities), numbers.side('B', kind, size, abilities));
    let life = 10 + numbers.below(20);
    let text = format!(
        r#"{{"objective": {objective:?}, "players": [{{"name": "you", "creatures": [{own}]}}, {{"name": "opp", "life": {life}, "creatures": [{others}]}}]}}"#
    );
    read(text.as_bytes(), Notation::Json, false).unwrap_or_else(|error| panic!("{error}\n{text}"))
}
