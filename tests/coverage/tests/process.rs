//! `RULES_COVERAGE=directory`, and the command that shows what processes wrote there.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use assert_cmd::Command;
use assert_cmd::cargo::{cargo_bin, cargo_bin_cmd};
use tempfile::TempDir;

/// Runs a program with sessions, and its coverage written to a directory.
fn run(directory: &Path, arguments: &[&str]) {
    let run = Command::new(cargo_bin!("covered"))
        .env("RULES_COVERAGE", directory)
        .args(arguments)
        .ok();
    let aborts = arguments.contains(&"abort");
    assert_eq!(run.is_ok(), !aborts, "{run:?}");
}

/// What the command prints, and its exit code.
fn rules(arguments: &[&str]) -> (String, Option<i32>) {
    let run = cargo_bin_cmd!("rules_command")
        .arg("coverage")
        .args(arguments)
        .assert();
    let output = run.get_output();
    let printed = [&output.stdout[..], &output.stderr].concat();
    (String::from_utf8(printed).unwrap(), output.status.code())
}

fn files(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.collect()
}

fn shown(directory: &TempDir, arguments: &[&str]) -> String {
    let path = directory.path().to_str().unwrap();
    let (printed, code) = rules(&[&[path], arguments].concat());
    assert_eq!(code, Some(0), "{printed}");
    printed.replace(env!("CARGO_MANIFEST_DIR"), "PACKAGE")
}

#[test]
fn processes_that_run_at_once_are_added_up() {
    let directory = TempDir::new().unwrap();
    let start = |gold: &str| {
        std::process::Command::new(cargo_bin!("covered"))
            .env("RULES_COVERAGE", directory.path())
            .arg(gold)
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    };
    let processes = ["gold", "grey", "gold"].map(start);
    for mut process in processes {
        assert!(process.wait().unwrap().success());
    }
    let names = files(directory.path());
    assert_eq!(names.len(), 3, "{names:?}");
    assert!(names.iter().all(|name| !name.contains(".tmp")), "{names:?}");
    insta::assert_snapshot!(shown(&directory, &[]));
}

#[test]
fn what_was_seen_outlives_a_process_that_aborts() {
    let directory = TempDir::new().unwrap();
    run(directory.path(), &["gold", "abort"]);
    let printed = shown(&directory, &[]);
    assert!(printed.contains("discount     40"), "{printed}");
    assert!(printed.contains("light       1"), "{printed}");
}

#[test]
fn lcov_has_the_lines_of_both_doors() {
    let directory = TempDir::new().unwrap();
    run(directory.path(), &["gold"]);
    insta::assert_snapshot!(shown(&directory, &["--lcov"]));
}

#[test]
fn the_page_shows_the_text_of_the_rules_with_what_is_missing() {
    let directory = TempDir::new().unwrap();
    run(directory.path(), &[]);
    let page = directory.path().join("page.html");
    let printed = shown(&directory, &["--html", "-o", page.to_str().unwrap()]);
    assert_eq!(printed, "");
    let page = fs::read_to_string(page).unwrap();
    for line in [
        "<span class=\"l nothing\"><span class=\"no\">13</span>    | true  | &gt;= 100 || 10      |",
        "<span class=\"l all\"><span class=\"no\">15</span>    | false | -      || 0       |",
        "<span class=\"l nothing\"><span class=\"no\">19</span>rule discount {<span class=\"why\">rule `discount` never fired</span>",
        "<span class=\"l\"><span class=\"no\">20</span>    when {</span>",
    ] {
        assert!(page.contains(line), "{line}\n{page}");
    }
    assert!(!page.contains("http"), "the page needs nothing else");
}

#[test]
fn nothing_is_written_without_the_variable() {
    let directory = TempDir::new().unwrap();
    let run = |value: Option<&str>| {
        let mut command = Command::new(cargo_bin!("covered"));
        command
            .current_dir(directory.path())
            .env_remove("RULES_COVERAGE");
        if let Some(value) = value {
            command.env("RULES_COVERAGE", value);
        }
        command.assert().success();
    };
    run(None);
    run(Some(""));
    assert_eq!(files(directory.path()), [""; 0]);
    run(Some("below/it"));
    assert_eq!(files(&directory.path().join("below/it")).len(), 1);
}

#[test]
fn a_directory_that_cannot_be_written_is_told_once_and_tests_go_on() {
    let directory = TempDir::new().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    let run = Command::new(cargo_bin!("covered"))
        .env("RULES_COVERAGE", file.join("inside"))
        .env("RULES_COVERAGE_EVERY", "often")
        .assert()
        .success();
    let told = String::from_utf8(run.get_output().stderr.clone()).unwrap();
    assert_eq!(
        told.matches("coverage cannot be written to `").count(),
        1,
        "{told}"
    );
    assert_eq!(
        told.matches("`RULES_COVERAGE_EVERY` is `often`").count(),
        1,
        "{told}"
    );
}

#[test]
fn files_that_are_none_of_coverage_are_told() {
    let directory = TempDir::new().unwrap();
    let path = directory.path();
    let (name, there) = (path.to_str().unwrap(), path.join("a.json"));
    let (printed, code) = rules(&[name]);
    assert!(
        printed.contains("there are no files of coverage in `"),
        "{printed}"
    );
    assert_eq!(code, Some(1));
    for (text, told) in [
        ("{", "`a.json` is no file of coverage: EOF while parsing"),
        (
            "{}",
            "`a.json` is no file of coverage: `version` is missing",
        ),
        (
            "{\"version\": 7}",
            "its version is 7, and this command reads version 1",
        ),
        (
            "{\"version\": 1, \"rulesets\": [{\"package\": 1}]}",
            "`package` is not a text",
        ),
    ] {
        fs::write(&there, text).unwrap();
        let (printed, code) = rules(&[name]);
        let printed = printed.replace(&format!("{name}/"), "");
        assert!(printed.contains(told), "{printed}");
        assert_eq!(code, Some(1));
    }
    let (printed, code) = rules(&[path.join("not there").to_str().unwrap()]);
    assert!(printed.contains("cannot read `"), "{printed}");
    assert_eq!(code, Some(1));
}

#[test]
fn files_of_two_versions_of_a_program_are_not_added_up() {
    let directory = TempDir::new().unwrap();
    let path = directory.path();
    run(path, &[]);
    let name = files(path).remove(0);
    let text = fs::read_to_string(path.join(&name)).unwrap();
    let other = text.replace("if percent > 0", "if percent > 1");
    assert_ne!(text, other);
    fs::write(path.join("zzz.json"), other).unwrap();
    let (printed, code) = rules(&[path.to_str().unwrap()]);
    assert!(
        printed.contains("ruleset `Till` is another than in the files before it"),
        "{printed}"
    );
    assert_eq!(code, Some(1));
}
