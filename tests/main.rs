//! All tests.

mod cli;
