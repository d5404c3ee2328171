//! What is asked of the types of fields, keys and times, which the compiler of rules does not know.

pub(crate) mod bind;
pub(crate) mod distances;
pub(crate) mod fact_number;
pub(crate) mod group_key;
pub(crate) mod key_parts;
pub(crate) mod key_value;
pub(crate) mod lends;
pub(crate) mod ordinals;
pub(crate) mod sides;
