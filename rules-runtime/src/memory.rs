//! Working memory: the facts of each type, how they are named and told apart, and what changes them.

pub(crate) mod archive;
pub(crate) mod const_str;
pub(crate) mod effects;
pub(crate) mod fact;
pub(crate) mod handle;
pub(crate) mod identities;
pub(crate) mod identity;
pub(crate) mod said;
pub(crate) mod slab;
pub(crate) mod slot_table;
pub(crate) mod slots;
pub(crate) mod store;
pub(crate) mod tags;
