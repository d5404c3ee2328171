//! Every tenth of the generated rulesets, from number 9 on: the engine agrees with the naive matcher.

#[allow(dead_code, reason = "a shard may have no ruleset")]
mod support;

#[allow(unused_imports, reason = "a shard may have no ruleset")]
use support::{derived, driven, explained};

include!(concat!(env!("OUT_DIR"), "/shard_9.rs"));
