#![doc = include_str!("../README.md")]

pub mod cli;
pub mod position;
pub mod program;
pub mod report;
pub mod rules;
pub mod search;
