//! `rules check`: rustc's messages on the `.rules` text.

mod support;

use std::path::Path;

use assert_cmd::assert::Assert;
use assert_cmd::cargo::cargo_bin_cmd;
use support::fixture;

/// Checks the fixture with one of its rulesets.
fn check(ruleset: &str, paths: &[&str]) -> Assert {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    cargo_bin_cmd!("command")
        .current_dir(fixture())
        .env("CARGO_TARGET_DIR", target)
        .env("FIXTURE", ruleset)
        .arg("check")
        .args(paths)
        .args(["--", "--quiet", "--offline"])
        .assert()
}

fn stderr(run: &Assert) -> String {
    String::from_utf8(run.get_output().stderr.clone()).unwrap()
}

#[test]
fn what_rustc_finds_wrong_is_told_on_the_text_of_the_rules() {
    let run = check("mistakes", &[]).code(101);
    insta::assert_snapshot!(stderr(&run));
}

#[test]
fn what_rustc_warns_of_is_told_on_the_text_of_the_rules() {
    let run = check("warned", &[]).code(0);
    insta::assert_snapshot!(stderr(&run));
}

#[test]
fn a_package_without_mistakes_passes_without_a_word() {
    check("fine", &[]).code(0).stdout("").stderr("");
}

#[test]
fn a_package_may_be_named_by_a_file_in_it() {
    check("fine", &["rules/fine.rules"]).code(0).stderr("");
}

#[test]
fn a_rules_file_that_is_not_compiled_is_an_error() {
    check("fine", &["rules/left_out.rules"])
        .code(1)
        .stderr("error: no build script of its package compiles `rules/left_out.rules`; `rules table` and `rules expand` read a file by itself\n");
}

#[test]
fn what_does_not_come_from_rules_is_told_as_rustc_renders_it() {
    let run = check("elsewhere", &[]).code(101);
    insta::assert_snapshot!(stderr(&run));
}

#[test]
fn what_the_compiler_finds_wrong_is_told_by_the_build_script() {
    let run = check("broken", &[]).code(101);
    let stderr = stderr(&run);
    assert!(stderr.contains("did you mean `quantity`?"), "{stderr}");
    assert!(stderr.contains("rules/broken.rules:8:28"), "{stderr}");
}

#[test]
fn what_is_wrong_with_a_sheet_is_told_with_its_cell() {
    let run = check("sheets", &[]).code(101);
    let stderr = stderr(&run);
    for said in [
        "sheets/broken.csv, C2 (`price`): `x` found, expected an integer",
        "sheets/broken.csv, B3 (`quantity`): `-10` is not among the values of this column, 0 to 4294967295",
        "there is no `sheets/lost.csv` in the package, whose root is where `Cargo.toml` stands",
        "rules/sheets.rules:10:55",
        "rules/sheets.rules:15:38",
    ] {
        assert!(stderr.contains(said), "{said}: {stderr}");
    }
}

#[test]
fn what_rustc_finds_wrong_with_tables_is_told_on_the_text_of_the_rules() {
    let run = check("tables", &[]).code(101);
    insta::assert_snapshot!(stderr(&run));
}

#[test]
fn what_is_no_package_is_an_error() {
    cargo_bin_cmd!("command")
        .args(["check", "/"])
        .assert()
        .code(1)
        .stderr("error: `/` is in no package: there is no `Cargo.toml`\n");
}
