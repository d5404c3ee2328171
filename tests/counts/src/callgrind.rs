//! Callgrind: it runs this program again, and counts what `paths::measured` executes.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

/// The function whose instructions count, with all that it calls.
const COUNTED: &str = "--toggle-collect=counts::paths::measured*";

/// Whether valgrind can be run.
pub(crate) fn is_installed() -> bool {
    let version = Command::new("valgrind")
        .arg("--version")
        .stdout(Stdio::null())
        .status();
    version.is_ok_and(|status| status.success())
}

/// Counts the instructions of a path.
pub(crate) fn count(name: &str) -> Result<u64, String> {
    let failed = |error: std::io::Error| format!("cannot count `{name}`: {error}");
    let this = env::current_exe().map_err(failed)?;
    let directory = target_directory(&this).join("counts");
    fs::create_dir_all(&directory).map_err(failed)?;
    let profile = directory.join(format!("{name}.callgrind"));
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", COUNTED])
        .arg(format!("--callgrind-out-file={}", profile.display()))
        .arg(this)
        .args(["--run", name])
        .output()
        .map_err(failed)?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!(
            "`{name}` under callgrind ends with {}:\n{said}",
            output.status
        ));
    }
    let text = fs::read_to_string(&profile).map_err(failed)?;
    match total(&text) {
        Some(0) | None => Err(format!("callgrind counted nothing of `{name}`")),
        Some(total) => Ok(total),
    }
}

/// The directory cargo builds to, two above this program.
fn target_directory(this: &Path) -> PathBuf {
    let directory = this.ancestors().nth(2);
    directory.unwrap_or(Path::new("target")).to_owned()
}

/// The instructions that a profile holds in all.
fn total(profile: &str) -> Option<u64> {
    let totals = profile
        .lines()
        .find_map(|line| line.strip_prefix("totals:"));
    totals?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::total;

    #[test]
    fn a_profile_ends_with_its_total() {
        assert_eq!(total("summary: 12 \n\n0 12\ntotals: 12 \n"), Some(12));
        assert_eq!(total("events: Ir\n"), None);
    }
}
