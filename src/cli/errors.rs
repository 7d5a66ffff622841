//! What went wrong, where, and what would be right: on standard error, every defect at once.

use std::fmt;
use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use itertools::Itertools;
use thiserror::Error;

use super::input::MAX_BYTES;
use super::snippet::Snippets;
use super::status::ExitStatus;
use crate::position::{Defect, Defects, ObjectiveError, ReadError};
use crate::report::printable;
use crate::rules::BoardError;
use crate::search::SearchError;

const ERROR: Style = AnsiColor::Red.on_default().bold();
const HELP: Style = AnsiColor::Cyan.on_default();

/// Why there is no answer.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Failure {
    /// The flags don't go together.
    #[error("{text}")]
    Usage {
        /// What is wrong.
        text: String,
        /// What would be right.
        help: String,
    },
    /// `--objective` can't be read.
    #[error("--objective: {0}")]
    Objective(#[from] ObjectiveError),
    /// The file can't be read.
    #[error("can't read {place}: {source}")]
    Unreadable {
        /// The file.
        place: String,
        /// Why not.
        source: io::Error,
    },
    /// The certificate's file can't be written.
    #[error("can't write {place}: {source}")]
    Unwritable {
        /// The file.
        place: String,
        /// Why not.
        source: io::Error,
    },
    /// The file is too long.
    #[error("{0} is longer than {limit} MiB", limit = MAX_BYTES >> 20)]
    TooLong(String),
    /// The text is no position.
    #[error("{error}")]
    Position {
        /// The file.
        place: String,
        /// What is in it.
        text: Vec<u8>,
        /// What is wrong with it.
        error: ReadError,
    },
    /// `--mine` and `--theirs` are no position.
    #[error("{0}")]
    ShortForms(#[from] Defects),
    /// The position can't be played out.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// The question has no answer.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// The answer can't be written as JSON.
    #[error("can't write the answer: {0}")]
    Json(#[from] serde_json::Error),
    /// Standard output takes no more.
    #[error("can't write the answer: {0}")]
    Output(#[source] io::Error),
}

impl Failure {
    /// Flags that don't go together.
    pub(super) fn usage(text: impl Into<String>, help: impl Into<String>) -> Failure {
        Failure::Usage { text: text.into(), help: help.into() }
    }

    /// What the caller is told.
    pub fn status(&self) -> ExitStatus {
        match self {
            Failure::Search(SearchError::Stopped(_) | SearchError::LegalityUnknown(_)) => ExitStatus::Limit,
            Failure::Search(SearchError::Contradiction(_))
            | Failure::Unwritable { .. }
            | Failure::Json(_)
            | Failure::Output(_) => ExitStatus::Failed,
            Failure::Usage { .. }
            | Failure::Objective(_)
            | Failure::Unreadable { .. }
            | Failure::TooLong(_)
            | Failure::Position { .. }
            | Failure::ShortForms(_)
            | Failure::Board(_)
            | Failure::Search(_) => ExitStatus::BadInput,
        }
    }
}

/// Writes the failure to standard error, with quotes from the file where a person looks on.
pub(super) fn print(failure: &Failure) -> io::Result<()> {
    let raw = io::stderr();
    let colours = AutoStream::choice(&raw) != ColorChoice::Never;
    let quotes = (colours || raw.is_terminal()).then_some(colours);
    let mut stderr = AutoStream::auto(raw.lock());
    write!(stderr, "{}", Rendered { failure, quotes })?;
    stderr.flush()
}

/// A failure as text.
struct Rendered<'a> {
    failure: &'a Failure,
    /// Whether to quote the file, and if so, in colours or not.
    quotes: Option<bool>,
}

impl fmt::Display for Rendered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.failure {
            Failure::Position { place, text, error } => {
                let mut snippets = self.quotes.and_then(|colours| Snippets::new(place, text, colours));
                for defect in error.defects() {
                    match snippets.as_mut().and_then(|snippets| snippets.render(defect)) {
                        Some(snippet) => f.write_str(&snippet)?,
                        None => write_defect(f, place, defect)?,
                    }
                }
                match error {
                    ReadError::Position(defects) => write_cut(f, defects),
                    ReadError::Syntax(_) => Ok(()),
                }
            }
            Failure::ShortForms(defects) => {
                for defect in defects.list() {
                    write_defect(f, "", defect)?;
                }
                write_cut(f, defects)
            }
            Failure::Objective(error) => {
                write_error(f, &self.failure.to_string())?;
                write_help(f, error.help.as_deref())
            }
            Failure::Search(SearchError::Illegal(reasons)) => {
                write_error(f, "the declaration is illegal")?;
                for reason in reasons {
                    writeln!(f, "  CR {}: {}", reason.rule, printable(&reason.text))?;
                }
                Ok(())
            }
            Failure::Usage { text, help } => {
                write_error(f, text)?;
                write_help(f, Some(help))
            }
            other => write_error(f, &other.to_string()),
        }
    }
}

/// `error: board.toml:3:9: players[0].life: …`
fn write_defect(f: &mut fmt::Formatter<'_>, place: &str, defect: &Defect) -> fmt::Result {
    let place = match defect.line_column {
        Some((line, column)) => format!("{place}:{line}:{column}"),
        None => place.to_owned(),
    };
    let parts = [place.as_str(), &defect.path, &defect.text];
    write_error(f, &parts.iter().filter(|part| !part.is_empty()).join(": "))?;
    write_help(f, defect.help.as_deref())
}

fn write_cut(f: &mut fmt::Formatter<'_>, defects: &Defects) -> fmt::Result {
    if defects.is_cut() {
        writeln!(f, "There may be more: these are the first {}.", defects.list().len())
    } else {
        Ok(())
    }
}

fn write_error(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    writeln!(f, "{ERROR}error{ERROR:#}: {}", printable_lines(text))
}

fn write_help(f: &mut fmt::Formatter<'_>, help: Option<&str>) -> fmt::Result {
    match help {
        Some(help) if !help.is_empty() => writeln!(f, "  {HELP}help{HELP:#}: {}", printable_lines(help)),
        _ => Ok(()),
    }
}

/// Several lines stay several, indented.
fn printable_lines(text: &str) -> String {
    text.lines().map(printable).collect::<Vec<_>>().join("\n  ")
}
