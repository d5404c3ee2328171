//! Generates confluent rulesets from their seeds, compiles each, and writes the modules that the tests include.
//!
//! `CLIPS_RULESETS` says which, as `oracle::driver::seeds` reads it; rustc takes some 100 MB for each of a test crate.

use oracle::{driver, generate, text};
use std::error::Error;
use std::fs;
use std::path::PathBuf;

/// The seeds whose rulesets are compiled where the environment does not say which.
const SEEDS: &str = "0..8";
/// The number of test crates, `tests/shard_0.rs` and so on.
const SHARDS: usize = 2;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=CLIPS_RULESETS");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let mut shards = vec![String::new(); SHARDS];
    for (place, seed) in driver::seeds("CLIPS_RULESETS", SEEDS)
        .into_iter()
        .enumerate()
    {
        let ruleset = generate::confluent(seed);
        let path = out.join(format!("{}.rules", ruleset.name.to_lowercase()));
        fs::write(&path, text::ruleset(&ruleset))?;
        rules_dsl::Build::new()
            .ruleset(&ruleset.name)
            .files([&path])
            .explain(false)
            .compile();
        shards[place % SHARDS] += &driver::module_of(&seed.to_string(), &ruleset);
    }
    for (number, shard) in shards.iter().enumerate() {
        fs::write(out.join(format!("shard_{number}.rs")), shard)?;
    }
    Ok(())
}
