//! Every fourth of the generated rulesets, from number 2 on: the engine agrees with the naive matcher.

mod support;

use support::fired;

include!(concat!(env!("OUT_DIR"), "/shard_2.rs"));
