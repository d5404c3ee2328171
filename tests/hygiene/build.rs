//! Compiles the rulesets that `src/lib.rs` includes.

use std::env;
use std::path::Path;

fn main() {
    let package = env::var("CARGO_MANIFEST_DIR").expect("Cargo sets it");
    for rules in ["../rules/everything.rules", "../rules/derived.rules"] {
        rules_dsl::compile(Path::new(&package).join(rules));
    }
}
