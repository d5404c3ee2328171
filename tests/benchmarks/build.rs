//! Compiles the rules that stand in files, and says to the program which compiler it is built by.

use std::env;
use std::process::Command;

fn main() {
    for (name, rules) in [("Waltz", "labelling"), ("WaltzDb", "filtering")] {
        let files = ["drawing", rules].map(|file| format!("rules/{file}.rules"));
        rules_dsl::Build::new().ruleset(name).files(files).compile();
    }
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    let version = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    println!(
        "cargo::rustc-env=RUSTC_VERSION={}",
        version.unwrap_or_default()
    );
}
