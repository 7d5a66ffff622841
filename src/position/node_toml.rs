//! A TOML text as a tree of nodes, each with its place in the text.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::node::{Entry, Node, Value};

/// Why a text is not TOML: what is wrong and at which bytes.
#[derive(Debug)]
pub(super) struct TomlError {
    pub(super) text: String,
    pub(super) span: Option<Range<usize>>,
}

/// Reads a whole TOML text. Nesting beyond the toml crate's limit of 80 is an error.
pub(super) fn parse(text: &str) -> Result<Node, TomlError> {
    match DeTable::parse(text) {
        Ok(table) => Ok(Node { span: Some(0..0), value: from_table(table.get_ref()) }),
        Err(error) => Err(TomlError { text: error.message().to_owned(), span: error.span() }),
    }
}

fn from_table(table: &DeTable<'_>) -> Value {
    let mut entries: Vec<Entry> = table
        .iter()
        .map(|(key, value)| Entry {
            key: key.get_ref().clone().into_owned(),
            key_span: Some(key.span()),
            node: from_value(value),
        })
        .collect();
    // The crate sorts tables by key; the file's order counts.
    entries.sort_by_key(|entry| entry.key_span.as_ref().map_or(0, |span| span.start));
    Value::Table(entries)
}

fn from_value(value: &Spanned<DeValue<'_>>) -> Node {
    let inner = match value.get_ref() {
        DeValue::String(text) => Value::String(text.clone().into_owned()),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(fits) => Value::Integer(fits),
            Err(_) => Value::Beyond(number.to_string()),
        },
        DeValue::Float(number) => Value::Float(number.as_str().to_owned()),
        DeValue::Boolean(truth) => Value::Bool(*truth),
        DeValue::Datetime(date) => Value::Date(date.to_string()),
        DeValue::Array(items) => Value::List(items.iter().map(from_value).collect()),
        DeValue::Table(table) => from_table(table),
    };
    Node { span: Some(value.span()), value: inner }
}
