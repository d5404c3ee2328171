//! Accumulates: what is said of all matches of inner conditions together, kept up to date by what comes and goes.

pub(crate) mod accumulator;
pub(crate) mod extremum_heap;
pub(crate) mod facts;
pub(crate) mod gather;
pub(crate) mod latest;
pub(crate) mod members;
pub(crate) mod number;
pub(crate) mod results;
pub(crate) mod sharers;
pub(crate) mod summarize;
pub(crate) mod summary;
