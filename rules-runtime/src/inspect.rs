//! What looks on: explanations, derivations, the network as a graph, listeners, recordings, metrics, the internal
//! check.

pub(crate) mod audience;
pub(crate) mod coverage;
pub(crate) mod deciding_row;
pub(crate) mod explain;
pub(crate) mod graph;
pub(crate) mod json;
pub(crate) mod listener;
pub(crate) mod metadata;
#[cfg(feature = "metrics")]
pub(crate) mod metrics;
pub(crate) mod recording;
pub(crate) mod report;
pub(crate) mod spans;
#[cfg(debug_assertions)]
pub(crate) mod verify;
pub(crate) mod why;
