//! Compiles the ruleset that `src/lib.rs` includes.

use std::env;
use std::path::Path;

fn main() {
    let package = env::var("CARGO_MANIFEST_DIR").expect("Cargo sets it");
    rules_dsl::compile(Path::new(&package).join("../rules/everything.rules"));
}
