//! Generates rulesets from their seeds, as `tests/generated` does, whose sessions can go back.
//!
//! `ROLLBACK_RULESETS` says which, as `oracle::driver::seeds` reads it: `0..12` where it is not set.

use oracle::driver;
use oracle::elements::Elements;
use oracle::{shrink, text};
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

/// The number of test crates, `tests/shard_0.rs` and so on.
const SHARDS: usize = 2;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=ROLLBACK_RULESETS");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let mut shards = vec![String::new(); SHARDS];
    for (place, seed) in driver::seeds("ROLLBACK_RULESETS", "0..12")
        .iter()
        .enumerate()
    {
        let case = &seed.to_string();
        let mut ruleset = shrink::case(case, Elements::ENGINE);
        ruleset.backtrack = true;
        let name = &ruleset.name;
        let stem = name.to_lowercase();
        let path = out.join(format!("{stem}.rules"));
        fs::write(&path, text::ruleset(&ruleset))?;
        rules_dsl::Build::new()
            .ruleset(name)
            .files([&path])
            .explain(false)
            .compile();
        let shard = &mut shards[place % SHARDS];
        *shard += &driver::module_heard(case, &ruleset);
        writeln!(shard, "support::goes_back!({stem}::Driven);")?;
    }
    for (number, shard) in shards.iter().enumerate() {
        fs::write(out.join(format!("shard_{number}.rs")), shard)?;
    }
    Ok(())
}
