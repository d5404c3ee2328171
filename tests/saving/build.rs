//! Generates rulesets from their seeds, as `tests/generated` does, with facts that serde can save.
//!
//! `ORACLE_RULESETS` says which, see [`oracle::driver::cases`]; without it there are few.

use oracle::driver;
use oracle::elements::Elements;
use oracle::{shrink, text};
use std::error::Error;
use std::fs;
use std::path::PathBuf;

/// How many rulesets there are unless more are asked for.
const FEW: usize = 16;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=ORACLE_RULESETS");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let mut cases = driver::cases();
    if std::env::var_os("ORACLE_RULESETS").is_none() {
        cases.truncate(FEW);
    }
    let mut modules = String::new();
    for case in &cases {
        let ruleset = shrink::case(case, Elements::ENGINE);
        let path = out.join(format!("{}.rules", ruleset.name.to_lowercase()));
        fs::write(&path, savable(&text::ruleset(&ruleset)))?;
        rules_dsl::Build::new()
            .ruleset(&ruleset.name)
            .files([&path])
            .compile();
        modules += &driver::module(case, &ruleset);
    }
    Ok(fs::write(out.join("rulesets.rs"), modules)?)
}

/// A ruleset's text, its types with serde's derives.
fn savable(text: &str) -> String {
    let serde = "serde::Serialize, serde::Deserialize";
    let fact = format!("#[derive(Debug, Clone, PartialEq, Eq, Hash, {serde})]\npub fact ");
    let color = format!("#[derive({serde})]\npub enum ");
    text.replace("pub fact ", &fact)
        .replace("pub enum ", &color)
}
