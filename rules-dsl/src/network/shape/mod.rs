//! What tests, keys, summaries and nodes are, by value: those of one shape are one, of whatever rules they are.
//!
//! `build` looks them up by their shapes, and does nothing else with these.

mod code;
mod node;
mod summary;
mod test;

pub(super) use node::{IndexShape, NodeKey, NodeShape, SearchKey};
pub(super) use summary::{Summarized, SummaryShape};
pub(super) use test::{Shapes, TestShape, ValueShape};
