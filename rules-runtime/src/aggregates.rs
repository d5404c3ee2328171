//! Accumulates: what is said of all matches of inner conditions together, kept up to date by what comes and goes.

pub(crate) mod accumulator;
pub(crate) mod facts;
pub(crate) mod gather;
pub(crate) mod members;
pub(crate) mod number;
pub(crate) mod summary;
