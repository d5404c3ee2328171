//! What facts mean: keys, identities, support, time, and the calls that insert, change and retract them.
//! One behaviour a test; each file here is a module of one test binary.

mod best;
mod deadlines;
mod expiry;
mod falling;
mod foreign_keys;
mod founded_by_exists;
mod founded_support;
mod ghosts;
mod handles;
mod insertion_order;
mod keys;
mod latest;
mod liars;
mod many_fields;
mod many_types;
mod shared_types;
mod support;
mod time;
mod together;
mod transactions;
mod unique;
mod windows;
