//! Matches: indexes by which the facts that go together are found, what searches find whole, and tokens for what is found part
//! by part. `network` finds them.

pub(crate) mod bounded;
pub(crate) mod fact_index;
pub(crate) mod found;
pub(crate) mod in_common;
pub(crate) mod token;
pub(crate) mod wider;
pub(crate) mod worklist;
