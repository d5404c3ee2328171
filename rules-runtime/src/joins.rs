//! Matches: how the facts that go together are found, whole by searches or part by part in tokens.

pub(crate) mod fact_index;
pub(crate) mod found;
pub(crate) mod in_common;
pub(crate) mod token;
pub(crate) mod wider;
pub(crate) mod worklist;
