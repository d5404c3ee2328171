//! What the build script says of mistakes in `.rules` files: path, line, column, an excerpt, a caret.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, fs};

use rules_dsl::unstable::{Source, compile_source, render};

/// The report on one file.
fn report(text: &str) -> String {
    let source = Source::from_text(Path::new("rules/shop.rules"), text.to_owned());
    let (_, diagnostics) = compile_source(&source);
    render(&diagnostics, source.files())
}

/// Runs a build script on files of a fresh directory, each with its text.
fn build(name: &str, files: &[(&str, &str)]) -> (PathBuf, Output) {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(directory.join("out")).unwrap();
    for (file, text) in files {
        fs::write(directory.join(file), text).unwrap();
    }
    let output = Command::new(env!("CARGO_BIN_EXE_build_script"))
        .args(files.iter().map(|(file, _)| file))
        .current_dir(&directory)
        .env("OUT_DIR", directory.join("out"))
        .output()
        .unwrap();
    (directory, output)
}

#[test]
fn an_unknown_field_is_shown_at_its_word() {
    let text = "fact Order { total: u32 }\n\nrule r {\n    when { Order { totl: > 5 }; }\n    then {}\n}\n";
    insta::assert_snapshot!(report(text));
}

#[test]
fn a_syntax_error_is_shown_at_the_token_found() {
    let text = "fact Order { total: u32 }\n\nrule r {\n    when { Order { total: > 5 } }\n    then {}\n}\n";
    insta::assert_snapshot!(report(text));
}

#[test]
fn all_mistakes_of_a_file_are_shown_in_one_build() {
    let text = "\
fact Order { total: u32 }
fact Order(u32);

rule first {
    when { Order { total: > limit }; }
    then { modify limit { *limit = 1; } }
}

rule first {
    when { t = sum(total for Order { total }); }
    then { retract t; }
}
";
    insta::assert_snapshot!(report(text));
}

#[test]
fn columns_count_characters_not_bytes() {
    let text =
        "fact Größe { länge: u32 }\nrule r { when { Größe { länge: > 5, läng: 3 }; } then {} }\n";
    insta::assert_snapshot!(report(text));
}

#[test]
fn a_tab_before_the_mistake_does_not_move_the_caret() {
    let text = "fact A { x: u32 }\nrule r {\n\twhen {\tA { y: 1 }; }\n\tthen {}\n}\n";
    insta::assert_snapshot!(report(text));
}

#[test]
fn a_bracket_that_is_not_closed_is_shown() {
    insta::assert_snapshot!(report(
        "fact A { x: u32 }\nrule r {\n    when { A { x: (1 }; }\n    then {}\n}\n"
    ));
}

#[test]
fn a_string_that_is_not_closed_is_shown() {
    insta::assert_snapshot!(report(
        "fact A { x: String }\nrule r {\n    when { A { x: \"abc }; }\n    then {}\n}\n"
    ));
}

#[test]
fn a_build_with_mistakes_fails_and_says_them_to_cargo_too() {
    let text = "fact A { x: u32 }\nrule r { when { A { y: 1 }; } then {} }\n";
    let (directory, output) = build("mistakes", &[("shop.rules", text)]);
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!("to_cargo", String::from_utf8_lossy(&output.stdout));
    insta::assert_snapshot!("to_the_terminal", String::from_utf8_lossy(&output.stderr));
    assert!(!directory.join("out/shop.rs").exists());
}

#[test]
fn a_mistake_in_the_second_of_two_files_is_shown_there() {
    let first = "ruleset Shop;\nfact A { x: u32 }\nrule r { when { A; } then {} }\n";
    let second = "rule s { when { A { z: 1 }; } then {} }\nrule r { when { A; } then {} }\n";
    let (_, output) = build(
        "two_files",
        &[("first.rules", first), ("second.rules", second)],
    );
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stderr));
}

#[test]
fn a_build_without_mistakes_writes_the_file_and_names_what_it_read() {
    let text = "fact A { x: u32 }\nrule r { when { A { x: 1 }; } then {} }\n";
    let (directory, output) = build("fine", &[("shop.rules", text)]);
    assert!(output.status.success());
    assert_eq!(
        String::from_utf8_lossy(&output.stdout),
        "cargo::rerun-if-changed=shop.rules\ncargo::rerun-if-env-changed=RULES_PROFILE\n"
    );
    assert!(output.stderr.is_empty());
    assert!(
        fs::read_to_string(directory.join("out/shop.rs"))
            .unwrap()
            .contains("struct Shop")
    );
}

#[test]
fn a_file_that_is_not_there_is_an_error() {
    let (_, output) = build("missing", &[]);
    assert_eq!(output.status.code(), Some(1));
    let output = Command::new(env!("CARGO_BIN_EXE_build_script"))
        .arg("no/such.rules")
        .env("OUT_DIR", env::temp_dir())
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    let report = String::from_utf8_lossy(&output.stderr);
    assert!(
        report.starts_with("error: cannot read `no/such.rules`: "),
        "{report}"
    );
}
