//! What a change does to logical facts: who supports them, and which fall.

pub(crate) mod apply_supports;
pub(crate) mod founded;
