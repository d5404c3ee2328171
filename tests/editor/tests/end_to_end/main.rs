//! The server as a process of its own: asked from Python by pytest-lsp, and by Neovim.
//!
//! Where the one or the other is not there a note says so; with `EDITOR_TESTS=required` it is a failure.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The file of this folder.
fn beside(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    root.join("tests/end_to_end").join(name)
}

/// Says that a test cannot be made.
fn skipped(what: &str) {
    let required = env::var("EDITOR_TESTS").is_ok_and(|value| value == "required");
    assert!(!required, "{what}, and is required");
    eprintln!("note: {what}; this test is left out");
}

fn succeeded(output: &Output) {
    let [out, err] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(output.status.success(), "{out}\n{err}");
}

#[test]
fn a_client_in_python_that_checks_the_protocol_is_served() {
    let Ok(python) = env::var("EDITOR_PYTHON") else {
        return skipped("`EDITOR_PYTHON` names no Python with pytest-lsp");
    };
    let run = Command::new(python)
        .args(["-m", "pytest", "--quiet", "-p", "no:cacheprovider"])
        .arg(beside("test_server.py"))
        .env("RULES", env!("CARGO_BIN_EXE_editor"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .output();
    succeeded(&run.expect("it runs"));
}

#[test]
fn neovim_shows_a_diagnostic_takes_its_quick_fix_formats_and_renames() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("desk.rules");
    let text = "fact Cell { rôw: u8, mark: u8 }\nrule r { when { /* 🦀 */ Cell { rôw: r, mrak: 1 };   } then { f(r); } }\n";
    fs::write(&file, text).expect("a file");
    let run = Command::new("nvim")
        .args(["--headless", "--clean", "-n", "-c"])
        .arg(format!("luafile {}", beside("neovim.lua").display()))
        .env("RULES", env!("CARGO_BIN_EXE_editor"))
        .env("RULES_FILE", &file)
        .output();
    let Ok(output) = run else {
        return skipped("there is no `nvim`");
    };
    succeeded(&output);
    let expected = "fact Cell { rôw: u8, mark: u8 }

rule r {
    when { /* 🦀 */
        Cell { rôw: row, mark: 1 };
    }
    then { f(row); }
}
";
    assert_eq!(fs::read_to_string(file).expect("it is there"), expected);
}
