//! The line of a file that a defect is about, with a mark under the place.

use std::fmt;
use std::ops::Range;

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, NamedSource, Severity, SourceCode};

use crate::position::Defect;
use crate::report::{printable, same_length};

/// Longest line that is quoted, in bytes: a file of one line would fill screens.
const LONGEST_LINE: usize = 300;
/// Most defects that get a quote.
const MOST: usize = 20;

/// Quotes from one file.
pub(super) struct Snippets {
    source: NamedSource<String>,
    handler: GraphicalReportHandler,
    left: usize,
}

impl Snippets {
    /// Quotes from `bytes`, or nothing where they are no text.
    pub(super) fn new(name: &str, bytes: &[u8], colours: bool) -> Option<Snippets> {
        let text = std::str::from_utf8(bytes).ok()?;
        let theme = if colours { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
        let handler =
            GraphicalReportHandler::new_themed(theme).with_context_lines(1).with_wrap_lines(false).with_links(false);
        let source = NamedSource::new(printable(name), same_length(text).into_owned());
        Some(Snippets { source, handler, left: MOST })
    }

    /// A defect with its quote, where its place is known and fit to be shown.
    pub(super) fn render(&mut self, defect: &Defect) -> Option<String> {
        let span = defect.span.clone()?;
        if self.left == 0 || !fit_to_show(self.source.inner(), &span) {
            return None;
        }
        self.left -= 1;
        let text = match defect.path.as_str() {
            "" => printable(&defect.text).into_owned(),
            path => format!("{}: {}", printable(path), printable(&defect.text)),
        };
        let help = defect.help.as_deref().map(|help| printable(help).into_owned());
        let mut out = String::new();
        let quoted = Quoted { text, help, span, source: &self.source };
        self.handler.render_report(&mut out, &quoted).ok()?;
        Some(out)
    }
}

/// Whether the lines around the place, and one more at each side, are short.
fn fit_to_show(text: &str, span: &Range<usize>) -> bool {
    let (Some(before), Some(within), Some(after)) =
        (text.get(..span.start), text.get(span.clone()), text.get(span.end..))
    else {
        return false;
    };
    let near = |length: usize| length <= LONGEST_LINE;
    let mut above = before.rsplit('\n').map(str::len);
    let mut below = after.split('\n').map(str::len);
    within.len() <= LONGEST_LINE && above.by_ref().take(2).all(near) && below.by_ref().take(2).all(near)
}

/// A defect with the file that it is in.
#[derive(Debug)]
struct Quoted<'a> {
    text: String,
    help: Option<String>,
    span: Range<usize>,
    source: &'a NamedSource<String>,
}

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for Quoted<'_> {}

impl Diagnostic for Quoted<'_> {
    fn severity(&self) -> Option<Severity> {
        Some(Severity::Error)
    }

    fn help<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = LabeledSpan::new(None, self.span.start, self.span.len());
        Some(Box::new(std::iter::once(label)))
    }
}
