//! Finds a Python that has CLIPS, by its package `clipspy`, for those who measure beside it or compare with it.
//!
//! The Python is named by `CLIPS_PYTHON`; else it is the one of the virtual environment `clips` in the target
//! directory; else `python3`.

#![forbid(unsafe_code)]

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// What is missing where there is none, and how to get it.
pub const MISSING: &str = "no Python here has `clipspy`. To have one: \
    `python3 -m venv target/clips && target/clips/bin/pip install clipspy`, \
    or set CLIPS_PYTHON to a Python that has it";

/// A Python that has `clipspy`.
#[must_use]
pub fn python() -> Option<&'static Path> {
    static FOUND: OnceLock<Option<PathBuf>> = OnceLock::new();
    let candidates = || {
        let named = env::var_os("CLIPS_PYTHON").map(PathBuf::from);
        named.into_iter().chain(made()).chain(["python3".into()])
    };
    FOUND
        .get_or_init(|| candidates().find(|python| has_clipspy(python)))
        .as_deref()
}

/// The Python of the virtual environment: the program that runs stands in the target directory, at some depth.
fn made() -> Option<PathBuf> {
    let this = env::current_exe().ok()?;
    let mut around = this.ancestors().skip(1);
    around.find_map(|directory| {
        let python = directory.join("clips/bin/python");
        python.exists().then_some(python)
    })
}

fn has_clipspy(python: &Path) -> bool {
    let status = Command::new(python)
        .args(["-c", "import clips; clips.Environment"])
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}
