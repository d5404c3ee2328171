//! Every other one of the compiled rulesets, from seed 0 on: the engine agrees with CLIPS.

#[allow(dead_code, reason = "a shard may have no ruleset")]
mod support;

#[allow(unused_imports, reason = "a shard may have no ruleset")]
use support::agree;

include!(concat!(env!("OUT_DIR"), "/shard_0.rs"));
