//! Generated rulesets with their conditions split: the engine agrees with the naive matcher of the original.

#[allow(dead_code, reason = "there may be no ruleset")]
mod support;

#[allow(unused_imports, reason = "there may be no ruleset")]
use support::driven;

include!(concat!(env!("OUT_DIR"), "/split.rs"));
