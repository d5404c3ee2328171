//! `rules new`, run, and what it makes built.

use std::fs;
use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin_cmd;
use tempfile::TempDir;

/// What the command prints in a directory, and its exit code.
fn new(directory: &Path, name: &str) -> (String, Option<i32>) {
    let run = cargo_bin_cmd!("command")
        .current_dir(directory)
        .args(["new", name])
        .assert();
    let output = run.get_output();
    let printed = [&output.stdout[..], &output.stderr].concat();
    (String::from_utf8(printed).unwrap(), output.status.code())
}

#[test]
fn what_is_made_builds_and_passes_its_test() {
    let directory = TempDir::new().unwrap();
    let (printed, code) = new(directory.path(), "my-shop");
    assert_eq!(code, Some(0), "{printed}");
    assert!(
        printed.contains("made the package `my-shop` in `my-shop`"),
        "{printed}"
    );
    let package = directory.path().join("my-shop");
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let workspace = workspace.canonicalize().unwrap();
    // The crates as they are here, with the versions of others that are built here already.
    let patch = [
        ("rules-dsl", "rules-dsl"),
        ("rules-macros", "rules-macros"),
        ("rules-runtime", "rules-runtime"),
        ("rules-tables", "rules-dsl/tables"),
    ]
    .map(|(name, path)| format!("{name} = {{ path = {:?} }}\n", workspace.join(path)));
    fs::create_dir(package.join(".cargo")).unwrap();
    let config = format!("[patch.crates-io]\n{}", patch.concat());
    fs::write(package.join(".cargo/config.toml"), config).unwrap();
    fs::copy(workspace.join("Cargo.lock"), package.join("Cargo.lock")).unwrap();
    let run = Command::new(env!("CARGO"))
        .args(["test", "--offline"])
        .current_dir(&package)
        .env(
            "CARGO_TARGET_DIR",
            Path::new(env!("CARGO_TARGET_TMPDIR")).join("new"),
        )
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("RUSTFLAGS", "-D warnings")
        .output()
        .unwrap();
    let printed = [&run.stdout[..], &run.stderr].concat();
    let printed = String::from_utf8(printed).unwrap();
    assert!(run.status.success(), "{printed}");
    assert!(printed.contains("test result: ok. 2 passed"), "{printed}");
}

#[test]
fn rules_are_made_as_they_are_formatted() {
    let directory = TempDir::new().unwrap();
    new(directory.path(), "shop");
    cargo_bin_cmd!("command")
        .current_dir(directory.path())
        .args(["fmt", "--check", "shop/rules/discounts.rules"])
        .assert()
        .success();
}

#[test]
fn what_is_there_is_left_as_it_is() {
    let directory = TempDir::new().unwrap();
    let shop = directory.path().join("shop");
    fs::create_dir(&shop).unwrap();
    fs::write(shop.join("notes.txt"), "mine").unwrap();
    let (printed, code) = new(directory.path(), "shop");
    assert!(printed.contains("`shop` is there already"), "{printed}");
    assert_eq!(code, Some(1));
    assert_eq!(fs::read_dir(&shop).unwrap().count(), 1);
    fs::write(directory.path().join("file"), "").unwrap();
    let (printed, code) = new(directory.path(), "file");
    assert!(printed.contains("`file` is there already"), "{printed}");
    assert_eq!(code, Some(1));
    // An empty directory will do.
    fs::create_dir(directory.path().join("till")).unwrap();
    assert_eq!(new(directory.path(), "till").1, Some(0));
}

#[test]
fn names_that_are_none_of_packages_are_refused() {
    let directory = TempDir::new().unwrap();
    for (name, told) in [
        (
            "9lives",
            "`9lives` is no name of a package: it does not begin with a letter",
        ),
        ("tic tac", "it has a ` ` in it"),
        ("läden", "it has a `ä` in it"),
        ("fn", "Rust, Cargo or the rules use it themselves"),
        ("test", "Rust, Cargo or the rules use it themselves"),
        ("..", "`..` does not end in a name"),
    ] {
        let (printed, code) = new(directory.path(), name);
        assert!(printed.contains(told), "{name}: {printed}");
        assert_eq!(code, Some(1), "{printed}");
    }
    assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 0);
}

#[test]
fn a_package_inside_a_workspace_is_told_of_it() {
    let directory = TempDir::new().unwrap();
    fs::write(
        directory.path().join("Cargo.toml"),
        "[workspace]\nmembers = []\n",
    )
    .unwrap();
    let (printed, code) = new(directory.path(), "shop");
    assert!(
        printed.contains("it stands in the workspace of `"),
        "{printed}"
    );
    assert_eq!(code, Some(0));
}
