//! `rules fmt`, run.

use std::fs;
use std::path::PathBuf;

use assert_cmd::cargo::cargo_bin_cmd;

const WRITTEN: &str = "fact A;\nrule r { when { A; } then {} }\n";
const FORMATTED: &str = "fact A;\n\nrule r {\n    when { A; }\n    then {}\n}\n";

/// A fresh file with a text.
fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_file_is_formatted_in_place() {
    let path = file("in_place.rules", WRITTEN);
    let mut command = cargo_bin_cmd!("command");
    command.arg("fmt").arg(&path).assert().code(0).stdout("");
    assert_eq!(fs::read_to_string(&path).unwrap(), FORMATTED);
}

#[test]
fn a_file_that_is_formatted_is_not_written() {
    let path = file("unchanged.rules", FORMATTED);
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    let before = fs::metadata(&path).unwrap().modified().unwrap();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions.clone()).unwrap();
    let mut command = cargo_bin_cmd!("command");
    command.arg("fmt").arg(&path).assert().code(0);
    assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), before);
    fs::remove_file(path).unwrap();
}

#[test]
fn a_check_shows_what_would_change_and_fails() {
    let path = file("checked.rules", WRITTEN);
    let mut command = cargo_bin_cmd!("command");
    command
        .current_dir(path.parent().unwrap())
        .args(["fmt", "--check", "checked.rules"])
        .assert()
        .code(1)
        .stdout(
            "\
--- checked.rules
+++ checked.rules (formatted)
@@ -1,2 +1,6 @@
 fact A;
-rule r { when { A; } then {} }
+
+rule r {
+    when { A; }
+    then {}
+}
",
        );
    assert_eq!(fs::read_to_string(&path).unwrap(), WRITTEN);
}

#[test]
fn a_check_of_what_is_formatted_says_nothing() {
    let path = file("fine.rules", FORMATTED);
    let mut command = cargo_bin_cmd!("command");
    let run = command.args(["fmt", "--check"]).arg(&path).assert();
    run.code(0).stdout("").stderr("");
}

#[test]
fn the_standard_input_goes_formatted_to_the_standard_output() {
    let mut command = cargo_bin_cmd!("command");
    let run = command.args(["fmt", "-"]).write_stdin(WRITTEN).assert();
    run.code(0).stdout(FORMATTED).stderr("");
}

#[test]
fn a_file_with_a_mistake_is_told_and_left_and_the_others_are_formatted() {
    let wrong = "rule r { when { A } then {} }\n";
    let (wrong_path, path) = (file("wrong.rules", wrong), file("right.rules", WRITTEN));
    let mut command = cargo_bin_cmd!("command");
    let run = command
        .arg("fmt")
        .args([&wrong_path, &path])
        .assert()
        .code(1);
    let stderr = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(stderr.contains("wrong.rules:1:19"), "{stderr}");
    assert_eq!(fs::read_to_string(&wrong_path).unwrap(), wrong);
    assert_eq!(fs::read_to_string(&path).unwrap(), FORMATTED);
}

#[test]
fn a_file_that_is_not_there_is_an_error() {
    let mut command = cargo_bin_cmd!("command");
    let run = command.args(["fmt", "no/such.rules"]).assert().code(1);
    let stderr = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(
        stderr.starts_with("error: cannot read `no/such.rules`: "),
        "{stderr}"
    );
}

#[test]
fn a_rust_file_is_left_as_it_is() {
    let text = "mod tests {\n    // As it is.\n    rules! { ruleset A; }\n}\n";
    let path = file("rust.rs", text);
    let mut command = cargo_bin_cmd!("command");
    let run = command.arg("fmt").arg(&path).assert().code(1);
    let stderr = String::from_utf8_lossy(&run.get_output().stderr).into_owned();
    assert!(
        stderr.contains("is Rust, which `rustfmt` formats"),
        "{stderr}"
    );
    assert_eq!(fs::read_to_string(path).unwrap(), text);
}

#[test]
fn no_file_is_a_wrong_use() {
    cargo_bin_cmd!("command").arg("fmt").assert().code(2);
}
