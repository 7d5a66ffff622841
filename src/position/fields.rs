//! Taking values of the wanted kind out of a tree, and noting where there is something else.

use super::defect::{Findings, quoted};
use super::limits::{MAX_AMOUNT, grouped};
use super::nearest::Nearest;
use super::node::{Entry, Node, Value};
use super::place::Place;

/// Notes what is wrong while values are taken.
#[derive(Debug, Default)]
pub(super) struct Taker {
    pub(super) findings: Findings,
    nearest: Nearest,
}

/// A table whose keys are all known.
#[derive(Debug)]
pub(super) struct Fields<'n> {
    entries: &'n [Entry],
    place: Place,
}

impl<'n> Fields<'n> {
    /// The value of a key and its place.
    pub(super) fn get(&self, key: &str) -> Option<(&'n Node, Place)> {
        let entry = self.entries.iter().find(|entry| entry.key == key)?;
        Some((&entry.node, self.place.then(key)))
    }
}

impl Taker {
    /// The entries of a table, whatever their keys.
    pub(super) fn entries<'n>(&mut self, node: &'n Node, place: &Place) -> Option<&'n [Entry]> {
        match &node.value {
            Value::Table(entries) => Some(entries),
            _ => self.wrong("a table", node, place),
        }
    }

    /// A table that may have the `known` keys only.
    pub(super) fn fields<'n>(&mut self, node: &'n Node, place: Place, known: &[&str]) -> Option<Fields<'n>> {
        let entries = self.entries(node, &place)?;
        for entry in entries.iter().filter(|entry| !known.contains(&entry.key.as_str())) {
            if self.findings.is_full() {
                break;
            }
            let nearest = self.nearest.of(&entry.key, known.iter().copied());
            let help = nearest.map(|nearest| format!("nearest known key: {nearest}"));
            self.findings.push(place.then(entry.key.as_str()).own_key(), "unknown key", help);
        }
        Some(Fields { entries, place })
    }

    /// The items of a list.
    pub(super) fn items<'n>(&mut self, fields: &Fields<'n>, key: &str) -> (&'n [Node], Place) {
        match fields.get(key) {
            None => (&[], fields.place.then(key)),
            Some((node, place)) => match &node.value {
                Value::List(items) => (items, place),
                _ => {
                    self.wrong::<()>("a list", node, &place);
                    (&[], place)
                }
            },
        }
    }

    /// A string, if the key is there.
    pub(super) fn string(&mut self, fields: &Fields<'_>, key: &str) -> Option<String> {
        let (node, place) = fields.get(key)?;
        self.string_at(node, &place)
    }

    /// A string that must be there; empty where it is not.
    pub(super) fn needed_string(&mut self, fields: &Fields<'_>, key: &str) -> String {
        self.need(fields, key);
        self.string(fields, key).unwrap_or_default()
    }

    /// A list of strings; where an item is none, an empty one stands in for it so that places keep their numbers.
    pub(super) fn strings(&mut self, fields: &Fields<'_>, key: &str) -> Vec<String> {
        let (items, place) = self.items(fields, key);
        self.strings_at(items, &place)
    }

    /// The strings of a list's items, as [`Taker::strings`] gives them.
    pub(super) fn strings_at(&mut self, items: &[Node], place: &Place) -> Vec<String> {
        let strings = items.iter().enumerate();
        strings.map(|(index, item)| self.string_at(item, &place.then(index)).unwrap_or_default()).collect()
    }

    /// A whole number, or the default where the key is not there.
    pub(super) fn integer(&mut self, fields: &Fields<'_>, key: &str, default: i64) -> i64 {
        self.integer_if_given(fields, key).unwrap_or(default)
    }

    /// A whole number, if the key is there.
    pub(super) fn integer_if_given(&mut self, fields: &Fields<'_>, key: &str) -> Option<i64> {
        let (node, place) = fields.get(key)?;
        self.integer_at(node, &place, MAX_AMOUNT)
    }

    /// A whole number that must be there; 0 where it is not.
    pub(super) fn needed_integer(&mut self, fields: &Fields<'_>, key: &str) -> i64 {
        self.needed_integer_up_to(fields, key, MAX_AMOUNT)
    }

    /// A whole number that must be there, with a limit of its own for messages to name.
    pub(super) fn needed_integer_up_to(&mut self, fields: &Fields<'_>, key: &str, most: i64) -> i64 {
        self.need(fields, key);
        fields.get(key).and_then(|(node, place)| self.integer_at(node, &place, most)).unwrap_or(0)
    }

    /// `true` or `false`; `false` where the key is not there.
    pub(super) fn boolean(&mut self, fields: &Fields<'_>, key: &str) -> bool {
        match fields.get(key) {
            None => false,
            Some((Node { value: Value::Bool(truth), .. }, _)) => *truth,
            Some((node, place)) => self.wrong("true or false", node, &place).unwrap_or(false),
        }
    }

    /// A table of whole numbers by name.
    pub(super) fn amounts(&mut self, fields: &Fields<'_>, key: &str) -> Vec<(String, i64)> {
        let Some((node, place)) = fields.get(key) else { return Vec::new() };
        let entries = self.entries(node, &place).unwrap_or(&[]);
        let amount = |entry: &Entry| {
            let amount = self.integer_at(&entry.node, &place.then(entry.key.as_str()), MAX_AMOUNT)?;
            Some((entry.key.clone(), amount))
        };
        entries.iter().filter_map(amount).collect()
    }

    pub(super) fn string_at(&mut self, node: &Node, place: &Place) -> Option<String> {
        match &node.value {
            Value::String(text) => Some(text.clone()),
            _ => self.wrong("a string", node, place),
        }
    }

    /// A whole number; `most` is only named where it is beyond 64 bits, and looked at later where it is not.
    fn integer_at(&mut self, node: &Node, place: &Place, most: i64) -> Option<i64> {
        match &node.value {
            Value::Integer(number) => Some(*number),
            Value::Beyond(_) => self.wrong(&format!("a whole number of at most {}", grouped(most)), node, place),
            _ => self.wrong("a whole number", node, place),
        }
    }

    fn need(&mut self, fields: &Fields<'_>, key: &str) {
        if fields.get(key).is_none() {
            self.findings.push(fields.place.then(key), "this key is missing", None);
        }
    }

    pub(super) fn wrong<T>(&mut self, wanted: &str, node: &Node, place: &Place) -> Option<T> {
        let help = match &node.value {
            Value::String(text) if wanted == "a list" => Some(format!("write [{}]", quoted(text))),
            Value::String(text) if wanted == "a whole number" && text.trim().parse::<i64>().is_ok() => {
                Some(format!("write {} without quotes", text.trim()))
            }
            _ => None,
        };
        self.findings.push(place.clone(), format!("expected {wanted}, found {}", node.description()), help);
        None
    }
}
