//! `rules graph --matches`: how the matches of each rule are found.

mod support;

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
