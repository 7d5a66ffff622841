//! The limits on what a position may hold; beyond them reading it is an error, never a wrap.

/// Largest size of a power, a toughness, a life total, a number of counters and the like.
pub const MAX_AMOUNT: i64 = 1_000_000;
/// Largest amount of one row of `damage`. Triggers such as exalted, bushido and rampage can raise a power beyond
/// [`MAX_AMOUNT`], and an answer must be fit to be checked.
pub const MAX_DAMAGE: i64 = 1_000_000_000_000;
/// Most rows of `damage`: all of them at their largest still add up within 64 bits.
pub const MAX_ROWS: usize = 1_000_000;
/// Largest `count` of a creature.
pub const MAX_COUNT: i64 = 10_000;
/// Most creatures, planeswalkers and battles in all.
pub const MAX_PERMANENTS: usize = 50_000;
/// Most players.
pub const MAX_PLAYERS: usize = 1_000;
/// Most abilities in the list of one creature or player, and most items in its other lists.
pub const MAX_ITEMS: usize = 100;
/// Most abilities of all creatures in all.
pub const MAX_ABILITIES: usize = 500_000;
/// Most characters of a name, an id or a type line.
pub const MAX_NAME: usize = 1_000;
/// Largest factor of an objective's term, repeats in a level added up.
pub const MAX_FACTOR: i64 = 1_000_000;
/// Most levels of an objective.
pub const MAX_LEVELS: usize = 100;

/// A number with commas between groups of three digits.
pub(super) fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    if number < 0 { format!("-{out}") } else { out }
}
