//! Names come from files: what would move a cursor or turn a line around is written out instead.

use std::borrow::Cow;

/// Whether a character acts on the terminal, or on the text around it, instead of being seen: the general categories
/// control, format, line separator and paragraph separator of Unicode 17.
fn acts(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{890}'..='\u{891}' | '\u{8e2}'
            | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2064}'
            | '\u{2066}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{110bd}' | '\u{110cd}'
            | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0001}'
            | '\u{e0020}'..='\u{e007f}')
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
