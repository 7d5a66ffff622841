//! Integer programs against the rules, plain enumeration and other solvers.

mod certificate;
mod enumeration;
mod examples;
mod files;
mod large;
mod legality;
mod models;
mod partition;
mod random;
mod scene;
mod solvers;
mod support;
