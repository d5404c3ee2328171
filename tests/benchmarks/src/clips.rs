//! CLIPS as a contender: a program of ours in its language, run by Python's `clipspy`.

use std::fs;
use std::process::Command;

use crate::target_directory;

/// The command that runs a program, as `clips/run.py` says. `facts` is more text of the program, made for
/// one size.
pub(crate) fn command(name: &str, program: &str, facts: &str) -> Result<Command, String> {
    let python =
        clipspy::python().ok_or_else(|| format!("CLIPS is left out: {}", clipspy::MISSING))?;
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
