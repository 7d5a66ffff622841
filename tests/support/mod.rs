//! What several tests share.

pub mod ask;
pub mod binary;
pub mod objectives;
pub mod random;
