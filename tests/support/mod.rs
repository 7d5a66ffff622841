//! What several tests share.

pub mod ask;
pub mod binary;
pub mod random;
