//! All tests, in one binary: the library is linked once.

mod cases;
mod cli;
mod determinism;
mod layers;
mod metamorphic;
mod models;
mod position;
mod program;
mod readme;
mod rules;
mod search;
mod support;
