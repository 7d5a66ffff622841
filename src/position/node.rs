//! One tree for both notations: what a file says, before it means anything.

use std::collections::HashSet;
use std::ops::Range;

use super::defect::{Findings, quoted};
use super::limits::grouped;
use super::place::{Place, Segment};

/// A value and where it stands in the text, if the notation tells.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    pub(super) span: Option<Range<usize>>,
    pub(super) value: Value,
}

/// A value of either notation.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// JSON's `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A whole number that fits.
    Integer(i64),
    /// A whole number that does not fit, as written.
    Beyond(String),
    /// Any other number, as written.
    Float(String),
    /// A string.
    String(String),
    /// A date or a time, as written.
    Date(String),
    /// A list.
    List(Vec<Node>),
    /// A table, in the order of the file; a key may stand in it twice.
    Table(Vec<Entry>),
}

/// An entry of a table.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) key_span: Option<Range<usize>>,
    pub(super) node: Node,
}

impl Node {
    /// What was found, as an error says it.
    pub(super) fn description(&self) -> String {
        match &self.value {
            Value::Null => "null".to_owned(),
            Value::Bool(truth) => truth.to_string(),
            Value::Integer(number) => grouped(*number),
            Value::Beyond(text) | Value::Float(text) => cut(text),
            Value::String(text) => format!("a string {}", quoted(text)),
            Value::Date(text) => format!("a date or time {}", cut(text)),
            Value::List(_) => "a list".to_owned(),
            Value::Table(_) => "a table".to_owned(),
        }
    }

    /// The node at a place, or the deepest one on the way to it, and how many steps led there.
    pub(super) fn locate(&self, place: &Place) -> (usize, Option<Range<usize>>, &Node) {
        let (mut node, mut span, mut key_span) = (self, self.span.clone(), None);
        for (depth, segment) in place.0.iter().enumerate() {
            if *segment == Segment::OwnKey {
                return (depth, key_span.or(span), node);
            }
            let next = match (&node.value, segment) {
                (Value::List(items), Segment::Index(index)) => items.get(*index).map(|item| (item, item.span.clone())),
                (Value::Table(entries), Segment::Key(key)) => {
                    entries.iter().find(|entry| entry.key == *key).map(|entry| {
                        key_span = entry.key_span.clone();
                        (&entry.node, entry.node.span.clone())
                    })
                }
                _ => None,
            };
            match next {
                Some((inner, inner_span)) => (node, span) = (inner, inner_span.or(span)),
                None => return (depth, span, node),
            }
        }
        (place.0.len(), span, node)
    }

    /// A sort key that orders places as they stand in the file.
    pub(super) fn order(&self, place: &Place) -> Vec<usize> {
        let mut node = self;
        let mut order = Vec::with_capacity(place.0.len());
        for segment in &place.0 {
            let (index, next) = match (&node.value, segment) {
                (_, Segment::Index(index)) => match &node.value {
                    Value::List(items) => (*index, items.get(*index)),
                    _ => (*index, None),
                },
                (Value::Table(entries), Segment::Key(key)) => {
                    let index = entries.iter().position(|entry| entry.key == *key).unwrap_or(entries.len());
                    (index, entries.get(index).map(|entry| &entry.node))
                }
                _ => (0, None),
            };
            order.push(index);
            match next {
                Some(next) => node = next,
                None => break,
            }
        }
        order
    }

    /// Reports every key that stands twice in one table, at any depth.
    pub(super) fn find_repeated_keys(&self, place: &Place, findings: &mut Findings) {
        match &self.value {
            _ if findings.is_full() => {}
            Value::List(items) => {
                for (index, item) in items.iter().enumerate().filter(|(_, item)| item.holds_others()) {
                    item.find_repeated_keys(&place.then(index), findings);
                }
            }
            Value::Table(entries) => {
                let mut seen = HashSet::new();
                for entry in entries {
                    if !seen.insert(entry.key.as_str()) && !findings.is_full() {
                        findings.push(place.then(entry.key.as_str()).own_key(), "this key is given twice", None);
                    }
                    if entry.node.holds_others() {
                        entry.node.find_repeated_keys(&place.then(entry.key.as_str()), findings);
                    }
                }
            }
            _ => {}
        }
    }

    fn holds_others(&self) -> bool {
        matches!(self.value, Value::List(_) | Value::Table(_))
    }
}

fn cut(text: &str) -> String {
    const LONGEST: usize = 40;
    match text.char_indices().nth(LONGEST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
