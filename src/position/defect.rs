//! What is wrong with an input, where, and what would be right.

use std::fmt;
use std::ops::Range;

use super::limits::grouped;
use super::place::Place;

/// The most defects that are listed; a position with as many is not looked through any further.
pub const MAX_DEFECTS: usize = 1_000;

/// One thing that is wrong with an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defect {
    /// The place, such as `players[0].creatures[2].power`; empty where it is the text as a whole.
    pub path: String,
    /// The bytes of the text that it is about, where known.
    pub span: Option<Range<usize>>,
    /// Line and column (in characters) of the start of `span`, both counted from 1.
    pub line_column: Option<(usize, usize)>,
    /// What is wrong.
    pub text: String,
    /// What would be right, where something can be said.
    pub help: Option<String>,
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.path.as_str(), self.line_column) {
            ("", Some((line, column))) => write!(f, "line {line}, column {column}: ")?,
            ("", None) => {}
            (path, _) => write!(f, "{path}: ")?,
        }
        f.write_str(&self.text)?;
        match &self.help {
            Some(help) => write!(f, " ({help})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Defect {}

/// Everything that is wrong with a position: at least one defect, in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defects {
    list: Vec<Defect>,
    cut: bool,
}

impl Defects {
    pub(super) fn new(list: Vec<Defect>, cut: bool) -> Defects {
        Defects { list, cut }
    }

    /// The defects, at most [`MAX_DEFECTS`].
    pub fn list(&self) -> &[Defect] {
        &self.list
    }

    /// Whether there may be more than are listed.
    pub fn is_cut(&self) -> bool {
        self.cut
    }
}

impl fmt::Display for Defects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, defect) in self.list.iter().enumerate() {
            if number > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{defect}")?;
        }
        if self.cut {
            write!(f, "\nand perhaps more: only the first {} are listed", grouped(MAX_DEFECTS as i64))?;
        }
        Ok(())
    }
}

impl std::error::Error for Defects {}

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The text is neither TOML nor JSON, or not even UTF-8; the defect's path is empty.
    #[error("{0}")]
    Syntax(Box<Defect>),
    /// The text can be read, but it describes no position.
    #[error("{0}")]
    Position(#[from] Defects),
}

impl ReadError {
    /// The defects, whichever kind they are; at least one.
    pub fn defects(&self) -> &[Defect] {
        match self {
            ReadError::Syntax(defect) => std::slice::from_ref(&**defect),
            ReadError::Position(defects) => defects.list(),
        }
    }
}

/// A defect whose place is not yet written out.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    pub(super) place: Place,
    pub(super) text: String,
    pub(super) help: Option<String>,
}

impl Finding {
    pub(super) fn into_defect(self) -> Defect {
        Defect { path: self.place.to_string(), span: None, line_column: None, text: self.text, help: self.help }
    }
}

/// Findings in the order of finding, up to the limit.
#[derive(Clone, Debug, Default)]
pub(super) struct Findings {
    pub(super) list: Vec<Finding>,
}

impl Findings {
    pub(super) fn push(&mut self, place: Place, text: impl Into<String>, help: Option<String>) {
        if !self.is_full() {
            self.list.push(Finding { place, text: text.into(), help });
        }
    }

    /// Whether looking further is no use.
    pub(super) fn is_full(&self) -> bool {
        self.list.len() >= MAX_DEFECTS
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(super) fn into_defects(self) -> Defects {
        let cut = self.is_full();
        Defects::new(self.list.into_iter().map(Finding::into_defect).collect(), cut)
    }
}

/// The text in double quotes on one line, cut where it is long.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 80;
    match text.char_indices().nth(LONGEST) {
        None => format!("\"{}\"", escaped(text)),
        Some((end, _)) => format!("\"{}…\"", escaped(&text[..end])),
    }
}

/// The text with quotes, backslashes and control characters escaped.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            _ if c.is_control() => out.extend(c.escape_default()),
            _ => out.push(c),
        }
    }
    out
}
