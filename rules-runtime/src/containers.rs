//! Containers that know the way back: hash indexes, heaps, an arena, sets of fields, and the trail that undoes what was
//! written to them.

pub(crate) mod arena;
pub(crate) mod fields;
pub(crate) mod hash;
pub(crate) mod heap;
pub(crate) mod index;
pub(crate) mod numbers;
pub(crate) mod ordered;
pub(crate) mod trail;
