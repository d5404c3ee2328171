//! Compiles a ruleset and writes a `rules!` block, each with a table from a sheet: those of the directory that is asked
//! for, else of this package.

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-env-changed=REBUILT_FROM");
    let from = env::var("REBUILT_FROM").unwrap_or_else(|_| "sheets".to_owned());
    let sheet = format!("{from}/macro.csv");
    let table = format!("table fee(age: u8) -> u32 from {sheet:?} {{ | age || fee | }}");
    let block = format!("rules_runtime::rules! {{ ruleset ByMacro; {table} }}");
    let out = PathBuf::from(env::var("OUT_DIR").expect("Cargo sets it"));
    write_if_changed(&out.join("by_macro.rs"), &block);
    rules_dsl::compile(Path::new(&from).join("by_script.rules"));
}

/// Cargo looks at the time at which a file was written.
fn write_if_changed(path: &Path, text: &str) {
    if fs::read_to_string(path).is_ok_and(|there| there == text) {
        return;
    }
    fs::write(path, text).expect("Cargo's directory can be written");
}
