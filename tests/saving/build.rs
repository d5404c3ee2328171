//! Generates rulesets from their seeds, as `tests/generated` does, with facts that serde can save.
//!
//! `SAVING_RULESETS` says which, as `oracle::driver::seeds` reads it: `0..8` where it is not set.

use oracle::driver;
use oracle::elements::Elements;
use oracle::{shrink, text};
use std::error::Error;
use std::fs;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=SAVING_RULESETS");
    rules_dsl::compile("rules/shop.rules");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let mut modules = String::new();
    for seed in driver::seeds("SAVING_RULESETS", "0..8") {
        let case = &seed.to_string();
        let ruleset = shrink::case(case, Elements::SAVED);
        let path = out.join(format!("{}.rules", ruleset.name.to_lowercase()));
        fs::write(&path, savable(&text::ruleset(&ruleset)))?;
        rules_dsl::Build::new()
            .ruleset(&ruleset.name)
            .files([&path])
            .explain(false)
            .compile();
        modules += &driver::module_saved(case, &ruleset);
    }
    Ok(fs::write(out.join("rulesets.rs"), modules)?)
}

/// A ruleset's text, its types with serde's derives.
fn savable(text: &str) -> String {
    let serde = "serde::Serialize, serde::Deserialize";
    let fact = format!("#[derive(Debug, Clone, PartialEq, Eq, Hash, {serde})]\npub fact ");
    let rust = |word: &str| format!("#[derive({serde})]\n{word}");
    text.replace("pub fact ", &fact)
        .replace("pub enum ", &rust("pub enum "))
        .replace("pub struct ", &rust("pub struct "))
}
