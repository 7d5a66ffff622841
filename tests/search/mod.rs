//! The search against the plain reference.

mod limits;
mod oracle;
mod top;
