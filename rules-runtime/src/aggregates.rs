//! Accumulates: what is said of all matches of inner conditions together, and what is kept for it. `network::summaries` keeps it up
//! to date.

pub(crate) mod accumulator;
pub(crate) mod facts;
pub(crate) mod gather;
pub(crate) mod members;
pub(crate) mod number;
pub(crate) mod summary;
