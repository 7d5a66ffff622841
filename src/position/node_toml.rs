//! A TOML text as a tree of nodes, each with its place in the text.

use std::ops::Range;
use std::thread;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::node::{Entry, Node, Value};

/// Deeper than any position, and shallow enough for recursion.
const DEEPEST: usize = 64;

/// With fewer marks that can open a level than this, a tree is dropped well within the smallest usual stack.
const HARMLESS: usize = 1_000;

/// Why a text is not TOML: what is wrong and at which bytes.
#[derive(Debug)]
pub(super) struct TomlError {
    pub(super) text: String,
    pub(super) span: Range<usize>,
}

/// Reads a whole TOML text.
pub(super) fn parse(text: &str) -> Result<Node, TomlError> {
    let opening = text.bytes().filter(|byte| matches!(byte, b'.' | b'[' | b'{')).take(HARMLESS).count();
    if opening < HARMLESS {
        return parse_here(text);
    }
    // The toml crate limits brackets and dotted keys to 80 levels each, which makes 6,400 together, and drops its
    // tree by recursion; that takes about 5 MB when not optimised.
    let failed = || TomlError { text: "too little memory to read so many tables".to_owned(), span: 0..0 };
    thread::scope(|scope| {
        let large = thread::Builder::new().stack_size(64 << 20);
        large.spawn_scoped(scope, || parse_here(text)).map_err(|_| failed())?.join().map_err(|_| failed())?
    })
}

fn parse_here(text: &str) -> Result<Node, TomlError> {
    match DeTable::parse(text) {
        Ok(table) => Ok(Node { span: Some(0..0), value: from_table(table.get_ref(), 0)? }),
        Err(error) => Err(TomlError { text: error.message().to_owned(), span: error.span().unwrap_or(0..0) }),
    }
}

fn from_table(table: &DeTable<'_>, depth: usize) -> Result<Value, TomlError> {
    let mut entries = Vec::with_capacity(table.len());
    for (key, value) in table {
        entries.push(Entry {
            key: key.get_ref().clone().into_owned(),
            key_span: Some(key.span()),
            node: from_value(value, depth + 1)?,
        });
    }
    // The crate sorts tables by key; the file's order counts.
    entries.sort_by_key(|entry| entry.key_span.as_ref().map_or(0, |span| span.start));
    Ok(Value::Table(entries))
}

fn from_value(value: &Spanned<DeValue<'_>>, depth: usize) -> Result<Node, TomlError> {
    if depth > DEEPEST {
        return Err(TomlError { text: format!("nested more than {DEEPEST} levels deep"), span: value.span() });
    }
    let inner = match value.get_ref() {
        DeValue::String(text) => Value::String(text.clone().into_owned()),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(fits) => Value::Integer(fits),
            Err(_) => Value::Beyond(number.to_string()),
        },
        DeValue::Float(number) => Value::Float(number.as_str().to_owned()),
        DeValue::Boolean(truth) => Value::Bool(*truth),
        DeValue::Datetime(date) => Value::Date(date.to_string()),
        DeValue::Array(items) => {
            Value::List(items.iter().map(|item| from_value(item, depth + 1)).collect::<Result<_, _>>()?)
        }
        DeValue::Table(table) => from_table(table, depth)?,
    };
    Ok(Node { span: Some(value.span()), value: inner })
}
