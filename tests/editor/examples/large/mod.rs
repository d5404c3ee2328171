//! A package of a thousand rules in ten files.

use std::fmt::Write as _;
use std::fs;

use tempfile::TempDir;

pub(crate) const FILES: usize = 10;
const RULES: usize = 100;
/// A file of rules over the facts of the ruleset.
fn file(number: usize) -> String {
    let mut text = String::new();
    if number == 0 {
        text.push_str("pub ruleset Large;\n\n");
    }
    for fact in 0..5 {
        let number = number * 5 + fact;
        _ = writeln!(
            text,
            "/// A fact.\nfact Fact{number} {{ id: u32, state: u32, amount: u64 }}\n"
        );
    }
    for rule in 0..RULES {
        let number = number * RULES + rule;
        let (a, b, c) = (number % 50, (number * 7 + 1) % 50, (number * 11 + 3) % 50);
        _ = writeln!(
            text,
            "/// A rule.\nrule rule_{number} {{\n    when {{\n        a @ Fact{a} {{ id, state: {rule}, amount }} if amount > {number};\n        \
             b @ Fact{b} {{ id, amount: other }} if other < amount;\n        not Fact{c} {{ id, state: {number} }};\n    }}\n    \
             then {{\n        modify a {{ a.state += 1; }}\n        insert Fact{c} {{ id, state: b.state, amount: other }};\n    }}\n}}\n"
        );
    }
    text
}

/// A package of such files: where it is, the address of one of them, and its text.
pub(crate) fn package() -> (TempDir, String, String) {
    let directory = tempfile::tempdir().expect("a directory");
    let names: Vec<String> = (0..FILES)
        .map(|number| format!("rules_{number}.rules"))
        .collect();
    let write =
        |name: &str, text: &str| fs::write(directory.path().join(name), text).expect("a file");
    write("Cargo.toml", "[package]\nname = \"large\"\n");
    write(
        "build.rs",
        &format!("fn main() {{ rules_dsl::Build::new().files({names:?}).compile(); }}"),
    );
    let texts: Vec<String> = (0..FILES).map(file).collect();
    for (name, text) in names.iter().zip(&texts) {
        write(name, text);
    }
    let uri = format!("file://{}", directory.path().join(&names[4]).display());
    (directory, uri, texts[4].clone())
}

/// The resident memory of the process, in megabytes.
pub(crate) fn memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmRSS"));
    let size = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    size.unwrap_or_default() / 1024
}
