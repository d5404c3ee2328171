//! The program's parts: the rules and the session of a card, the stream, and what a run shows of itself.

pub(crate) mod card;
pub(crate) mod cluster;
pub(crate) mod ends;
pub(crate) mod generate;
pub(crate) mod live;
pub(crate) mod metrics;
pub(crate) mod plain;
pub(crate) mod report;
mod rules;
