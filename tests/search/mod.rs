//! The search against the plain reference.

mod limits;
mod oracle;
mod planner;
mod top;
