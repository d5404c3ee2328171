//! What the nodes of accumulates do in a change: members come and go, and groups say what they come to.

pub(crate) mod extremum_heap;
mod groups;
pub(crate) mod latest;
pub(crate) mod lists;
mod results;
mod sharers;
pub(crate) mod summarize;
pub(crate) mod total_of;
