//! A crate is built again when a sheet of one of its tables changes, and not otherwise: Cargo builds the one in
//! `rebuilt`, with a table of a `.rules` file and one of a `rules!` block. It is also built with a table that needs a
//! feature which it does not turn on.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

fn write_sheet(sheets: &TempDir, name: &str, fee: u32) {
    fs::write(sheets.path().join(name), format!("age,fee\n-,{fee}\n")).unwrap();
}

/// A command of Cargo for the crate, with these sheets.
fn cargo(sheets: &TempDir, arguments: &[&str]) -> Command {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("rebuilt"))
        .env("CARGO_TARGET_DIR", target)
        .env("REBUILT_FROM", sheets.path())
        .args(arguments)
        .args(["--offline", "--quiet"]);
    cargo
}

/// Sheets as the crate begins with them.
fn first_sheets() -> TempDir {
    let sheets = TempDir::new().unwrap();
    for (name, fee) in [("script.csv", 1), ("macro.csv", 2), ("other.csv", 3)] {
        write_sheet(&sheets, name, fee);
    }
    let rules = include_str!("../../rebuilt/sheets/by_script.rules");
    let script = sheets.path().join("script.csv");
    let script = format!("{:?}", script.to_str().unwrap());
    let rules = rules.replace("\"sheets/script.csv\"", &script);
    fs::write(sheets.path().join("by_script.rules"), rules).unwrap();
    sheets
}

/// Builds the crate with these sheets and runs it: what it prints, and whether it was built again.
fn run(sheets: &TempDir) -> (String, bool) {
    let run = cargo(sheets, &["run", "--message-format=json"]).output();
    let run = run.unwrap();
    let (output, errors) = (utf8(run.stdout), utf8(run.stderr));
    assert!(run.status.success(), "{output}\n{errors}");
    let is_artifact = |line: &&str| {
        line.contains(r#""reason":"compiler-artifact""#)
            && line.contains(r#""kind":["bin"],"crate_types":["bin"],"name":"rebuilt""#)
    };
    let artifact = output.lines().find(is_artifact);
    let artifact = artifact.unwrap_or_else(|| panic!("Cargo names what it built: {output}"));
    let printed = output.lines().last().unwrap_or_default();
    (printed.to_owned(), artifact.contains(r#""fresh":false"#))
}

fn utf8(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

#[test]
fn a_crate_is_built_again_when_a_sheet_changes_and_not_otherwise() {
    let sheets = first_sheets();
    assert_eq!(run(&sheets), ("1 2".to_owned(), true));
    assert_eq!(run(&sheets), ("1 2".to_owned(), false));
    write_sheet(&sheets, "other.csv", 4);
    assert_eq!(run(&sheets), ("1 2".to_owned(), false));
    write_sheet(&sheets, "script.csv", 5);
    assert_eq!(run(&sheets), ("5 2".to_owned(), true));
    write_sheet(&sheets, "macro.csv", 6);
    assert_eq!(run(&sheets), ("5 6".to_owned(), true));
    assert_eq!(run(&sheets), ("5 6".to_owned(), false));
}

#[test]
fn a_table_that_is_reloaded_names_the_feature_that_lacks_and_nothing_else() {
    let sheets = first_sheets();
    let check = cargo(&sheets, &["check", "--features", "reloaded"]).output();
    let check = check.unwrap();
    let errors = utf8(check.stderr);
    assert!(!check.status.success(), "{errors}");
    let told: Vec<&str> = errors
        .lines()
        .filter(|line| line.starts_with("error"))
        .collect();
    let [message, end] = told[..] else {
        panic!("one error and the end, not {errors}");
    };
    assert_eq!(
        message,
        "error: a table with `#[reload]` needs the feature `reload` of `rules-runtime`: \
         `rules-runtime = { features = [\"reload\"] }`"
    );
    assert!(end.starts_with("error: could not compile"), "{errors}");
    assert!(errors.contains("#[reload]\n"), "{errors}");
}
