//! `rules graph --matches`: how the matches of each rule are found.

mod support;

use std::fs;
use std::path::Path;

use assert_cmd::cargo::cargo_bin_cmd;
use support::fixture;

#[test]
fn a_table_says_how_the_matches_of_each_rule_are_found_and_why() {
    let run = cargo_bin_cmd!("command")
        .current_dir(fixture())
        .env("RULES_PROFILE", "")
        .args(["graph", "--matches", "rules/found.rules"])
        .assert();
    let run = run.code(0).stderr("");
    let table = String::from_utf8(run.get_output().stdout.clone()).unwrap();
    insta::assert_snapshot!(table);
}

#[test]
fn the_rules_of_a_block_in_rust_are_read_too() {
    let rust = Path::new(env!("CARGO_TARGET_TMPDIR")).join("block.rs");
    let rules = fs::read_to_string(fixture().join("rules/found.rules")).unwrap();
    let block =
        format!("mod found {{\n    rules_runtime::rules! {{\n{rules}    }}\n}}\nfn main() {{}}\n");
    fs::write(&rust, block).unwrap();
    let table = |path: &Path| {
        let mut command = cargo_bin_cmd!("command");
        command.current_dir(fixture()).env("RULES_PROFILE", "");
        let run = command.args(["graph", "--matches"]).arg(path).assert();
        String::from_utf8(run.code(0).stderr("").get_output().stdout.clone()).unwrap()
    };
    assert_eq!(table(&rust), table(Path::new("rules/found.rules")));
    fs::write(&rust, "fn main() {}\n").unwrap();
    let run = cargo_bin_cmd!("command").arg("graph").arg(&rust).assert();
    let said = String::from_utf8(run.code(1).stdout("").get_output().stderr.clone()).unwrap();
    assert!(
        said.contains("is Rust, and has no `rules!` block"),
        "{said}"
    );
}

#[test]
fn the_table_is_no_drawing_and_no_other() {
    for other in [&["--format", "dot"][..], &["--time"]] {
        cargo_bin_cmd!("command")
            .current_dir(fixture())
            .args(["graph", "--matches", "rules/found.rules"])
            .args(other)
            .assert()
            .code(2);
    }
}
