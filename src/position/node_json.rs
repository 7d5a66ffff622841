//! A JSON text as a tree of nodes: order and repeated keys kept, no number wrapped.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use super::node::{Entry, Node, Value};

/// Why a text is not JSON: what is wrong, and at which line and byte of the line (from 1).
#[derive(Debug)]
pub(super) struct JsonError {
    pub(super) text: String,
    pub(super) line: usize,
    pub(super) byte: usize,
}

/// Reads a whole JSON text. Nesting beyond serde_json's limit of 128 is an error.
pub(super) fn parse(text: &str) -> Result<Node, JsonError> {
    serde_json::from_str(text).map_err(|error| {
        let (line, byte) = (error.line(), error.column());
        let full = error.to_string();
        let message = full.strip_suffix(&format!(" at line {line} column {byte}")).unwrap_or(&full);
        JsonError { text: message.to_owned(), line, byte }
    })
}

impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl NodeVisitor {
    fn node<E>(value: Value) -> Result<Node, E> {
        Ok(Node { span: None, value })
    }
}

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Node;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        NodeVisitor::node(Value::Null)
    }

    fn visit_bool<E>(self, truth: bool) -> Result<Node, E> {
        NodeVisitor::node(Value::Bool(truth))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Node, E> {
        NodeVisitor::node(Value::Integer(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Node, E> {
        let fits = i64::try_from(number).map(Value::Integer);
        NodeVisitor::node(fits.unwrap_or_else(|_| Value::Beyond(number.to_string())))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Node, E> {
        // A whole number beyond 64 bits arrives here too.
        NodeVisitor::node(if number.abs() >= 9.2e18 {
            Value::Beyond(format!("{number:e}"))
        } else {
            Value::Float(format!("{number:?}"))
        })
    }

    fn visit_str<E>(self, text: &str) -> Result<Node, E> {
        NodeVisitor::node(Value::String(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Node, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = sequence.next_element()? {
            items.push(item);
        }
        NodeVisitor::node(Value::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut entries = Vec::new();
        while let Some((key, node)) = map.next_entry()? {
            entries.push(Entry { key, key_span: None, node });
        }
        NodeVisitor::node(Value::Table(entries))
    }
}
