//! Names come from files: what would move a cursor or turn a line around is written out instead.

use std::borrow::Cow;

/// Whether a character acts on the terminal, or on the order of the text around it, instead of being seen.
fn acts(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text on one line, with every such character escaped (`\u{1b}`).
///
/// ```
/// assert_eq!(alphastrike::report::printable("Bear"), "Bear");
/// assert_eq!(alphastrike::report::printable("\x1b[2JBear\n"), "\\u{1b}[2JBear\\n");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\r' | '\t' => out.extend(c.escape_default()),
            _ if acts(c) => out.extend(c.escape_unicode()),
            _ => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// The text with every such character but line ends and tabs replaced by as many bytes that can be seen, so that byte
/// places stay right.
///
/// ```
/// assert_eq!(alphastrike::report::same_length("a\x1bb\u{202e}c\n"), "a?b???c\n");
/// ```
pub fn same_length(text: &str) -> Cow<'_, str> {
    let acts = |c: char| acts(c) && !matches!(c, '\n' | '\t');
    // A carriage return before a line feed is part of the line end.
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if acts(c) && !(c == '\r' && chars.peek() == Some(&'\n')) {
            out.extend(std::iter::repeat_n('?', c.len_utf8()));
        } else {
            out.push(c);
        }
    }
    Cow::Owned(out)
}
