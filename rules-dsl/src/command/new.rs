//! `rules new`: a package with rules, a build script, a test and settings for editors, which builds as it stands.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::{Failure, print};

/// Make a package with rules, a build script, a test and settings for editors
///
/// It builds and passes its test as it stands: `cargo test` in it is the next step.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The directory to make; its last part names the package
    #[arg(value_name = "NAME")]
    path: PathBuf,
}

/// The files, each with its text, in which `{name}`, `{crate}` and `{version}` stand for those of the package.
const FILES: [(&str, &str); 10] = [
    ("Cargo.toml", include_str!("new/template/manifest.toml")),
    ("build.rs", include_str!("new/template/build_script.rs")),
    (
        "rules/discounts.rules",
        include_str!("new/template/discounts.rules"),
    ),
    ("src/lib.rs", include_str!("new/template/library.rs")),
    ("tests/discounts.rs", include_str!("new/template/test.rs")),
    ("README.md", include_str!("new/template/readme.md")),
    (".gitignore", include_str!("new/template/gitignore.txt")),
    (
        ".editorconfig",
        include_str!("new/template/editorconfig.ini"),
    ),
    (
        ".vscode/settings.json",
        include_str!("new/template/vscode.json"),
    ),
    (
        ".helix/languages.toml",
        include_str!("new/template/helix.toml"),
    ),
];

/// Makes the package. Where its name will not do or its directory is there, nothing is written.
pub(super) fn new(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let path = &arguments.path;
    let name = path.file_name().and_then(|name| name.to_str());
    let Some(name) = name else {
        return Err(format!("`{}` does not end in a name", path.display()).into());
    };
    check_name(name)?;
    check_directory(path)?;
    for (file, text) in FILES {
        let text = text
            .replace("{name}", name)
            .replace("{crate}", &name.replace('-', "_"))
            .replace("{version}", env!("CARGO_PKG_VERSION"));
        write(&path.join(file), &text)?;
    }
    let told = format!(
        "made the package `{name}` in `{}`; `cargo test` in it runs its rules\n",
        path.display()
    );
    print(io::stdout(), &told)?;
    if let Some(workspace) = workspace_around(path) {
        let told = format!(
            "it stands in the workspace of `{}`: add it to `members` there, or to `exclude`\n",
            workspace.display()
        );
        print(io::stdout(), &told)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Whether Cargo takes a name for a package's, and rustc for a crate's.
fn check_name(name: &str) -> Result<(), Failure> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let told = |why: &str| {
        format!(
            "`{name}` is no name of a package: {why}; a name is made of the letters `a` to `z`, digits, `-` and `_`, and \
             begins with a letter"
        )
    };
    if let Some(other) = name.chars().find(|&c| !is_part(c)) {
        return Err(told(&format!("it has a `{other}` in it")).into());
    }
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Err(told("it does not begin with a letter").into());
    }
    let is_ident = syn::parse_str::<syn::Ident>(&name.replace('-', "_")).is_ok();
    let known = [
        "alloc",
        "build",
        "core",
        "deps",
        "examples",
        "incremental",
        "proc_macro",
        "rules-dsl",
        "rules-runtime",
        "rules_dsl",
        "rules_runtime",
        "std",
        "test",
    ];
    if !is_ident || known.contains(&name) {
        return Err(format!(
            "`{name}` is no name of a package: Rust, Cargo or the rules use it themselves; choose another"
        )
        .into());
    }
    Ok(())
}

/// Whether a directory is still to be made, or has nothing in it.
fn check_directory(path: &Path) -> Result<(), Failure> {
    let is_empty = match fs::read_dir(path) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) if error.kind() == ErrorKind::NotFound => true,
        Err(error) if error.kind() == ErrorKind::NotADirectory => false,
        Err(error) => return Err(format!("cannot read `{}`: {error}", path.display()).into()),
    };
    if is_empty {
        return Ok(());
    }
    let path = path.display();
    Err(
        format!("`{path}` is there already, and nothing in it is changed; choose another name")
            .into(),
    )
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let told = |error| format!("cannot write `{}`: {error}", path.display());
    if let Some(directory) = path.parent() {
        fs::create_dir_all(directory).map_err(told)?;
    }
    Ok(fs::write(path, text).map_err(told)?)
}

/// The manifest of a workspace around a package, which Cargo would take it for a member of.
fn workspace_around(path: &Path) -> Option<PathBuf> {
    let path = fs::canonicalize(path).ok()?;
    let mut manifests = path.ancestors().skip(1).map(|of| of.join("Cargo.toml"));
    manifests.find(|manifest| {
        let text = fs::read_to_string(manifest).unwrap_or_default();
        text.lines().any(|line| line.trim() == "[workspace]")
    })
}
