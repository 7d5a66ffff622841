//! Reading, checking and writing positions.

mod abilities;
mod cases;
mod defects;
mod fields;
mod hostile;
mod ids;
mod objective;
mod qualities;
mod round_trip;
mod short_form;

use alphastrike::position::{Notation, Position, ReadError, read};

/// Reads JSON, strictly.
fn json(text: &str) -> Result<Position, ReadError> {
    read(text.as_bytes(), Notation::Json, false)
}

/// Reads TOML, strictly.
fn toml(text: &str) -> Result<Position, ReadError> {
    read(text.as_bytes(), Notation::Toml, false)
}

/// A position of two players as JSON, with these creatures on the two sides and this behind the players.
fn table(mine: &str, theirs: &str, rest: &str) -> String {
    format!(
        r#"{{"players": [{{"name": "you", "creatures": [{mine}]}}, {{"name": "opp", "creatures": [{theirs}]}}]{rest}}}"#
    )
}

/// The defects of a text as lines; empty where it has none.
fn lines(outcome: Result<Position, ReadError>) -> Vec<String> {
    match outcome {
        Ok(_) => Vec::new(),
        Err(error) => error.defects().iter().map(ToString::to_string).collect(),
    }
}
