//! Names that every solver's file formats can read.
//!
//! The LP format takes letters, digits and some marks, forbids a leading digit, reads `e12` as a number and has words of
//! its own; cbc drops all names if one is longer than 100 characters. So a name is built from ASCII letters, digits and
//! `_`, and cut short.

use std::sync::Arc;

use rustc_hash::FxHashSet;

/// Longest symbol of one thing on the table, in characters: two of them and a word stay below [`NAME_LENGTH`].
const SYMBOL_LENGTH: usize = 36;
/// Longest name, in characters.
const NAME_LENGTH: usize = 96;

/// The objective's name in files; no constraint gets it.
pub(super) const OBJECTIVE: &str = "value";
/// Name in files of the variable that carries the objective's constant; no other variable gets it.
pub(super) const CONSTANT: &str = "constant";
/// Words that begin a section of an LP file or stand for a number there, in lower case.
const WORDS: [&str; 22] = [
    "max", "maximize", "maximise", "maximum", "min", "minimize", "minimise", "minimum", "st", "such", "subject",
    "bounds", "bound", "general", "generals", "gen", "binary", "binaries", "bin", "end", "free", "inf",
];

/// The legal form of an id: every character that is no ASCII letter or digit becomes `_`, and the end of a long one
/// is dropped.
///
/// ```
/// use alphastrike::program::symbol;
///
/// assert_eq!(symbol("Goblin#1"), "Goblin_1");
/// assert_eq!(symbol("Juzám Djinn"), "Juz_m_Djinn");
/// ```
pub fn symbol(id: &str) -> String {
    id.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).take(SYMBOL_LENGTH).collect()
}

/// Names given out so far; each only once.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    used: FxHashSet<Arc<str>>,
}

impl Names {
    /// No names yet, but one that nothing may get.
    pub fn without(reserved: &str) -> Names {
        Names { used: FxHashSet::from_iter([Arc::from(reserved)]) }
    }

    /// `wish` made legal, and with the first free number behind it if another has it already: `Wall`, `Wall_2`.
    pub fn claim(&mut self, wish: &str) -> Arc<str> {
        let legal = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut base: String = wish.chars().map(|c| if legal(c) { c } else { '_' }).take(NAME_LENGTH).collect();
        if is_number_or_word(&base) {
            base.insert(0, '_');
            base.truncate(NAME_LENGTH);
        }
        let mut name = base.clone();
        let mut number = 2_usize;
        while self.used.contains(name.as_str()) {
            let suffix = format!("_{number}");
            let kept = base.len().min(NAME_LENGTH - suffix.len());
            name = format!("{}{suffix}", &base[..kept]);
            number += 1;
        }
        let name: Arc<str> = name.into();
        self.used.insert(Arc::clone(&name));
        name
    }
}

/// Whether an LP file would not read a text of legal characters as a name.
fn is_number_or_word(text: &str) -> bool {
    let digit = |at: usize| text.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let exponent = text.starts_with(['e', 'E']) && digit(1);
    text.is_empty() || digit(0) || exponent || WORDS.iter().any(|word| word.eq_ignore_ascii_case(text))
}
