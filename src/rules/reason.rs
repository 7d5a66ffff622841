//! Why a declaration or an assignment is illegal.

use std::fmt;

/// One broken rule.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Reason {
    /// Number in the Comprehensive Rules, such as `702.111b`.
    pub rule: &'static str,
    /// What is wrong, in words, naming the permanents by id.
    pub text: String,
}

impl Reason {
    /// A reason from its rule number and text.
    pub fn new(rule: &'static str, text: impl Into<String>) -> Reason {
        Reason { rule, text: text.into() }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [CR {}]", self.text, self.rule)
    }
}
