//! Every fourth of the generated rulesets, from number 1 on: the engine agrees with the naive matcher.

mod support;

use support::fired;

include!(concat!(env!("OUT_DIR"), "/shard_1.rs"));
