//! Every second of the rulesets, from number 0 on: taken back before every call, they agree with the naive
//! matcher.

#[allow(dead_code, reason = "a shard may have no ruleset")]
mod support;

#[allow(unused_imports, reason = "a shard may have no ruleset")]
use support::driven;

include!(concat!(env!("OUT_DIR"), "/shard_0.rs"));
