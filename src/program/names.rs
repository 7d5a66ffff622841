//! Names that every solver's file formats can read.
//!
//! The LP format takes letters, digits and some marks, forbids a leading digit and reads `e12` as a number; cbc reads
//! names of at most 100 characters. So a name is built from ASCII letters, digits and `_`, begins with a word of the
//! encoder's own (`damage_`, `dies_`) and is cut short.

use std::sync::Arc;

use rustc_hash::FxHashSet;

/// Longest symbol of one thing on the table, in characters: two of them and a word stay below [`NAME_LENGTH`].
const SYMBOL_LENGTH: usize = 36;
/// Longest name, in characters.
const NAME_LENGTH: usize = 96;

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
pub struct Names {
    used: FxHashSet<Arc<str>>,
}

impl Names {
    /// `wish` made legal, and with the first free number behind it if another has it already: `Wall`, `Wall_2`.
    pub fn claim(&mut self, wish: &str) -> Arc<str> {
        let legal = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut base: String = wish.chars().map(|c| if legal(c) { c } else { '_' }).take(NAME_LENGTH).collect();
        if base.is_empty() {
            base.push('_');
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
