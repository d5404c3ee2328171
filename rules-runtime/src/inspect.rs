//! What is told and shown of sessions: listeners and recordings, rules and their network, explanations, coverage. None of it
//! asks a session; `examine` does.

#[cfg(feature = "coverage")]
pub(crate) mod coverage;
pub(crate) mod deciding_row;
pub(crate) mod explain;
pub(crate) mod graph;
pub(crate) mod json;
pub(crate) mod listener;
pub(crate) mod metadata;
pub(crate) mod recording;
