//! The search against the plain reference.

mod oracle;
