//! What several tests share.

pub mod random;
