//! Reading, checking and writing positions.

mod cases;
