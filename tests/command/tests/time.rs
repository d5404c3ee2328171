//! `rules graph --time` and `rules check --time`: for how long events are kept.

mod support;

use std::path::Path;

use assert_cmd::cargo::cargo_bin_cmd;
use support::fixture;

/// What is said of the ruleset.
const TABLE: &str = "\
event     kept for         because of
Question  PATIENCE or 10s  rule unanswered: q @ Question { id }
Answer    PATIENCE or 10s  rule unanswered: Answer { id } within PATIENCE after q
Call      PATIENCE         rule unanswered: call @ Call { id } within 10s after q
Login     90min            its `expires`
Seen      ever             query seen: Seen { user }
Noise     its instant      no condition
";

#[test]
fn a_table_says_for_how_long_events_are_kept_and_why() {
    let run = cargo_bin_cmd!("command")
        .current_dir(fixture())
        .args(["graph", "--time", "rules/timed.rules"])
        .assert();
    run.code(0).stdout(TABLE).stderr("");
}

#[test]
fn a_ruleset_without_a_clock_has_none() {
    let run = cargo_bin_cmd!("command")
        .current_dir(fixture())
        .args(["graph", "--time", "rules/fine.rules"])
        .assert();
    run.code(0).stdout("Shop has no clock\n").stderr("");
}

#[test]
fn the_table_is_no_drawing() {
    let run = cargo_bin_cmd!("command")
        .current_dir(fixture())
        .args(["graph", "--time", "--format", "dot", "rules/timed.rules"])
        .assert();
    run.code(2);
}

#[test]
fn a_check_shows_it_of_the_rulesets_of_a_package() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let run = cargo_bin_cmd!("command")
        .current_dir(fixture())
        .env("CARGO_TARGET_DIR", target)
        .env("FIXTURE", "timed")
        .args(["check", "--time", "--", "--quiet", "--offline"])
        .assert();
    run.code(0).stdout(format!("Shop\n{TABLE}")).stderr("");
}

#[test]
fn a_ruleset_that_the_build_script_names_is_read_under_that_name() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let run = cargo_bin_cmd!("command")
        .current_dir(fixture())
        .env("CARGO_TARGET_DIR", target)
        .env("FIXTURE", "shop")
        .args(["check", "--time", "--", "--quiet", "--offline"])
        .assert();
    run.code(0).stderr("");
}
