//! CLIPS as a contender: a program of ours in its language, run by Python's `clipspy`.
//!
//! The Python is named by `CLIPS_PYTHON`; else it is the one of the virtual environment `clips` in the
//! target directory; else `python3`.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::{env, fs};

use crate::target_directory;

/// What is missing, and how to get it.
const MISSING: &str = "CLIPS is left out: no Python here has `clipspy`. To have one: \
    `python3 -m venv target/clips && target/clips/bin/pip install clipspy`, \
    or set CLIPS_PYTHON to a Python that has it";

/// The command that runs a program, as `clips/run.py` says. `facts` is more text of the program, made for
/// one size.
pub(crate) fn command(name: &str, program: &str, facts: &str) -> Result<Command, String> {
    let python = python().ok_or(MISSING)?;
    let directory = target_directory().join("benchmarks");
    let path = directory.join(format!("{name}.clp"));
    fs::create_dir_all(&directory)
        .and_then(|()| fs::write(&path, format!("{program}\n{facts}\n")))
        .map_err(|error| format!("cannot write `{}`: {error}", path.display()))?;
    let mut command = Command::new(python);
    command
        .args(["-c", include_str!("../clips/run.py")])
        .arg(path);
    Ok(command)
}

/// A Python that has `clipspy`.
fn python() -> Option<&'static Path> {
    static FOUND: OnceLock<Option<PathBuf>> = OnceLock::new();
    let candidates = || {
        let named = env::var_os("CLIPS_PYTHON").map(PathBuf::from);
        let made = target_directory().join("clips/bin/python");
        named.into_iter().chain([made, "python3".into()])
    };
    FOUND
        .get_or_init(|| candidates().find(|python| has_clipspy(python)))
        .as_deref()
}

fn has_clipspy(python: &Path) -> bool {
    let status = Command::new(python)
        .args(["-c", "import clips; clips.Environment"])
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}
