//! Packages of generated rules: written and built under the target directory.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use super::{READINGS, SENSORS, Test, WIDTH};
use crate::measure::Run;
use crate::target_directory;

/// The root of this workspace, whose runtime and locked dependencies the packages use.
fn workspace() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    root.expect("two directories above").to_owned()
}

/// A package of some rules.
struct Package {
    directory: PathBuf,
    name: String,
}

impl Package {
    fn write(rules: u32, test: Test) -> io::Result<Self> {
        let name = format!("scaling_{}_{rules}", test.name());
        let directory = target_directory().join("benchmarks/packages").join(&name);
        fs::create_dir_all(directory.join("src"))?;
        let workspace = workspace();
        let runtime = workspace.join("rules-runtime");
        let manifest = format!(
            "[package]\nname = \"{name}\"\nedition = \"2024\"\n\n[workspace]\n\n\
             [dependencies]\nrules-runtime = {{ path = \"{}\" }}\n",
            runtime.display()
        );
        fs::write(directory.join("Cargo.toml"), manifest)?;
        fs::copy(workspace.join("Cargo.lock"), directory.join("Cargo.lock"))?;
        fs::write(directory.join("src/main.rs"), program(rules, test))?;
        Ok(Self { directory, name })
    }

    /// Runs cargo; the packages share a target directory, so that dependencies are built once.
    fn cargo(&self, arguments: &[&str]) -> Result<(), String> {
        let output = Command::new("cargo")
            .args(arguments)
            .current_dir(&self.directory)
            .env("CARGO_TARGET_DIR", self.target())
            .output()
            .map_err(|error| error.to_string())?;
        if output.status.success() {
            Ok(())
        } else {
            let said = String::from_utf8_lossy(&output.stderr);
            Err(format!("{} does not build:\n{said}", self.name))
        }
    }

    fn target(&self) -> PathBuf {
        self.directory.with_file_name("target")
    }
}

/// Our program, built.
pub(super) fn ours(rules: u32, test: Test) -> Result<Command, String> {
    let package = Package::write(rules, test).map_err(|error| error.to_string())?;
    package.cargo(&["build", "--release"])?;
    let binary = package.target().join("release").join(&package.name);
    Ok(Command::new(binary))
}

pub(super) fn build_ours(rules: u32) -> Run {
    time(rules, &["build", "--release"])
}

pub(super) fn check_ours(rules: u32) -> Run {
    time(rules, &["check"])
}

/// Times a build after one that makes the dependencies ready.
fn time(rules: u32, arguments: &[&str]) -> Run {
    let write = || Package::write(rules, Test::Equality).expect("the target directory is ours");
    let built = |package: &Package| {
        if let Err(error) = package.cargo(arguments) {
            panic!("{error}");
        }
    };
    built(&write());
    // What is written anew is built anew.
    let package = write();
    Run::time(|| {
        built(&package);
        (None, u64::from(rules))
    })
}

/// The text of a program that measures itself.
fn program(rules: u32, test: Test) -> String {
    let measure = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/measure.rs");
    let mut program = format!(
        "#[allow(dead_code)]
#[path = \"{}\"]
mod measure;

use rules_runtime::rules;

rules! {{
    ruleset Alarms;

    fact Sensor {{ id: u32, kind: u32 }}
    fact Reading {{ number: u32, sensor: u32, value: u32 }}
    global alarms: u64;
",
        measure.display()
    );
    for rule in 0..rules {
        let first = rule * WIDTH;
        let value = match test {
            Test::Equality => first.to_string(),
            Test::Range => format!("{first}..={}", first + WIDTH - 1),
        };
        let _ = write!(
            program,
            "
    rule alarm_{rule} {{
        when {{
            Sensor {{ id, kind: {rule} }};
            Reading {{ sensor: id, value: {value} }};
        }}
        then {{ *alarms += 1; }}
    }}
"
        );
    }
    let _ = write!(
        program,
        "}}

fn run() -> measure::Run {{
    let mut session = Alarms::new(0);
    session.insert_all((0..{SENSORS}).map(|id| Sensor {{ id, kind: id % {rules} }}));
    measure::Run::time_each({READINGS}, || {{
        let mut fired = 0;
        for n in 0..{READINGS} {{
            let sensor = n % {SENSORS};
            let other = u32::from(n / 10 % 10 != 0);
            let value = (sensor + other) % {rules} * {WIDTH};
            session.insert(Reading {{ number: n, sensor, value }});
            fired += session.run().count;
        }}
        (Some(fired), session.globals().alarms)
    }})
}}

fn main() {{
    if std::env::args().any(|argument| argument == \"--once\") {{
        run();
    }} else {{
        measure::print_measurement(run);
    }}
}}
"
    );
    program
}
