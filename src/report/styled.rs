//! Text in pieces, each with its style; whether a terminal shows the style is not decided here.

use std::fmt;

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use super::printable::printable;

/// What the eye should find first.
pub(super) const STRONG: Style = Style::new().bold();
/// What it may pass over.
pub(super) const FAINT: Style = Style::new().dimmed();
/// What is proved or gained.
pub(super) const GOOD: Style = AnsiColor::Green.on_default().bold();
/// Who dies, what is broken.
pub(super) const BAD: Style = AnsiColor::Red.on_default();
/// Warnings.
pub(super) const WARN: Style = AnsiColor::Yellow.on_default().bold();
/// No style.
pub(super) const PLAIN: Style = Style::new();

/// Text in pieces, each with its style.
///
/// Its `Display` writes the styles as ANSI escapes, for a stream that drops them where they don't belong; `{:#}`
/// writes the text alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Styled {
    pieces: Vec<(Style, String)>,
}

impl Styled {
    /// No text.
    pub fn new() -> Styled {
        Styled::default()
    }

    /// The pieces.
    pub fn pieces(&self) -> &[(Style, String)] {
        &self.pieces
    }

    /// Columns of a terminal that the text takes.
    pub fn width(&self) -> usize {
        self.pieces.iter().map(|(_, text)| text.width()).sum()
    }

    /// Whether there is nothing to see.
    pub fn is_empty(&self) -> bool {
        self.pieces.iter().all(|(_, text)| text.is_empty())
    }

    /// Adds a piece; control characters are escaped.
    pub(super) fn add(&mut self, style: Style, text: impl AsRef<str>) -> &mut Styled {
        self.pieces.push((style, printable(text.as_ref()).into_owned()));
        self
    }

    /// Adds a piece as a builder.
    #[must_use]
    pub(super) fn with(mut self, style: Style, text: impl AsRef<str>) -> Styled {
        self.add(style, text);
        self
    }

    /// Adds another text.
    pub(super) fn append(&mut self, other: Styled) -> &mut Styled {
        self.pieces.extend(other.pieces);
        self
    }

    /// Ends the line.
    pub(super) fn end_line(&mut self) -> &mut Styled {
        self.pieces.push((PLAIN, "\n".to_owned()));
        self
    }

    /// Adds blanks.
    pub(super) fn blanks(&mut self, count: usize) -> &mut Styled {
        if count > 0 {
            self.pieces.push((PLAIN, " ".repeat(count)));
        }
        self
    }
}

impl fmt::Display for Styled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (style, text) in &self.pieces {
            if f.alternate() || text.is_empty() || *style == PLAIN {
                f.write_str(text)?;
            } else {
                write!(f, "{style}{text}{style:#}")?;
            }
        }
        Ok(())
    }
}
