//! The door of build scripts: `.rules` files in, a file of Rust in `$OUT_DIR` out.
//!
//! The generated file is written only when its bytes change, whole or not at all. Mistakes go to the
//! terminal as a report with excerpts, to Cargo as one line each, and end the build script.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::{env, fs, io, process};

use heck::ToSnakeCase;

use crate::compile_with;
use crate::diagnostic::{Diagnostic, Diagnostics, Level};
use crate::generate::Options;
use crate::output::{Output, Table};
use crate::profile::{PROFILE_VARIABLE, Profile};
use crate::report;
use crate::source::{Files, Source};

/// Compiles one `.rules` file to `$OUT_DIR/<stem>.rs`; to be called from `build.rs`.
///
/// ```no_run
/// rules_dsl::compile("rules/referee.rules");
/// ```
///
/// Ends the process, after a report, where the file does not compile.
pub fn compile(path: impl AsRef<Path>) {
    Build::new().files([path]).compile();
}

/// Compiles several `.rules` files to one ruleset.
///
/// ```no_run
/// rules_dsl::Build::new()
///     .ruleset("Recall")
///     .files(["rules/deal.rules", "rules/play.rules"])
///     .compile(); // $OUT_DIR/recall.rs
/// ```
#[derive(Debug, Clone, Default)]
pub struct Build {
    ruleset: Option<String>,
    files: Vec<PathBuf>,
    out_dir: Option<PathBuf>,
    profile: Option<PathBuf>,
    options: Options,
}

/// What a build has to say.
#[derive(Debug)]
struct Outcome {
    /// Instructions for Cargo, one a line.
    instructions: String,
    /// The report for the terminal.
    report: String,
    succeeded: bool,
}

impl Build {
    /// A build of no file yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Names the ruleset, and in `snake_case` the generated file.
    #[must_use]
    pub fn ruleset(mut self, name: impl Into<String>) -> Self {
        self.ruleset = Some(name.into());
        self
    }

    /// Adds files, paths relative to the package's root.
    #[must_use]
    pub fn files<P: AsRef<Path>>(mut self, files: impl IntoIterator<Item = P>) -> Self {
        let files = files.into_iter().map(|path| path.as_ref().to_owned());
        self.files.extend(files);
        self
    }

    /// Writes to a directory other than `$OUT_DIR`.
    #[must_use]
    pub fn out_dir(mut self, directory: impl Into<PathBuf>) -> Self {
        self.out_dir = Some(directory.into());
        self
    }

    /// Whether sessions have the methods `explain` and `explain_fact`: they have unless this says `false`. The code
    /// that explains is up to half of a ruleset's, and rustc reads it in each build, whether it is called or not.
    ///
    /// ```no_run
    /// let debugs = std::env::var_os("DEBUG_RULES").is_some();
    /// rules_dsl::Build::new().files(["rules/deal.rules"]).explain(debugs).compile();
    /// ```
    #[must_use]
    pub fn explain(mut self, explains: bool) -> Self {
        self.options.explains = explains;
        self
    }

    /// Goes by what an earlier run has counted, in the file at a path, relative to the package's root: what `Metrics::profile`
    /// of the runtime writes, kept beside the rules. Of a ruleset of which the file says something that the environment
    /// names, by `RULES_PROFILE`, that file says all. The one that is named here must be there all the same.
    ///
    /// ```no_run
    /// rules_dsl::Build::new().files(["rules/shop.rules"]).profile("rules/shop.tsv").compile();
    /// ```
    #[must_use]
    pub fn profile(mut self, path: impl Into<PathBuf>) -> Self {
        self.profile = Some(path.into());
        self
    }

    /// Compiles. Ends the process, after a report, where the files do not compile.
    pub fn compile(self) {
        let outcome = self.run();
        print!("{}", outcome.instructions);
        eprint!("{}", outcome.report);
        if !outcome.succeeded {
            process::exit(1);
        }
    }

    fn run(&self) -> Outcome {
        let mut outcome = Outcome {
            instructions: String::new(),
            report: String::new(),
            succeeded: true,
        };
        let Some(target) = self.target() else {
            outcome.fail("no output: name at least one file, and run as a build script");
            return outcome;
        };
        let mut texts = Vec::new();
        for path in &self.files {
            outcome.instruct(&format!("rerun-if-changed={}", path.display()));
            match fs::read_to_string(path) {
                Ok(text) => texts.push((path.clone(), text)),
                Err(error) => outcome.fail(&format!("cannot read `{}`: {error}", path.display())),
            }
        }
        if let Some(others) = self.overwrites(&target) {
            outcome.fail(&format!(
                "`{}` would be compiled to `{}`, as `{others}` is: name one of the rulesets, with `rules_dsl::Build::ruleset`",
                list(&self.files),
                target.file_name().unwrap_or_default().display(),
            ));
        }
        if outcome.succeeded {
            let source = Source::from_files(self.ruleset.as_deref(), texts);
            let options = Options {
                profile: outcome.profile(self.profile.as_deref()),
                ..self.options.clone()
            };
            outcome.compile(&source, &options, &target);
        }
        outcome
    }

    /// The other files, if some have been compiled to this one by the same build script.
    fn overwrites(&self, target: &Path) -> Option<String> {
        static WRITTEN: Mutex<BTreeMap<PathBuf, Vec<PathBuf>>> = Mutex::new(BTreeMap::new());
        let mut written = WRITTEN.lock().unwrap_or_else(PoisonError::into_inner);
        let files = written
            .entry(target.to_owned())
            .or_insert_with(|| self.files.clone());
        (*files != self.files).then(|| list(files))
    }

    /// The file to write: named by the ruleset, or by the first file.
    fn target(&self) -> Option<PathBuf> {
        let name = match &self.ruleset {
            Some(name) => name.to_snake_case(),
            None => self.files.first()?.file_stem()?.to_str()?.to_owned(),
        };
        let directory = match &self.out_dir {
            Some(directory) => directory.clone(),
            None => env::var_os("OUT_DIR")?.into(),
        };
        Some(directory.join(format!("{name}.rs")))
    }
}

/// Some files, to be told.
fn list(files: &[PathBuf]) -> String {
    let files: Vec<_> = files
        .iter()
        .map(|file| file.display().to_string())
        .collect();
    files.join("`, `")
}

impl Outcome {
    /// What an earlier run has counted, where the environment names a file of it, or the build does.
    fn profile(&mut self, of_build: Option<&Path>) -> Profile {
        self.instruct(&format!("rerun-if-env-changed={PROFILE_VARIABLE}"));
        let own = of_build
            .map(|path| Profile::in_file(path).map(|profile| (path.to_owned(), profile)))
            .transpose();
        let profiles = [Profile::named(), own].map(|found| match found {
            Ok(Some((path, profile))) => {
                self.instruct(&format!("rerun-if-changed={}", path.display()));
                profile
            }
            Ok(None) => Profile::default(),
            Err(message) => {
                self.fail(&message);
                Profile::default()
            }
        });
        let [named, own] = profiles;
        named.or(&own)
    }

    fn compile(&mut self, source: &Source, options: &Options, target: &Path) {
        let compiled = compile_with(source, options);
        for sheet in &compiled.sheets {
            self.instruct(&format!("rerun-if-changed={}", sheet.display()));
        }
        self.report(&compiled.diagnostics, source.files());
        if !self.succeeded {
            return;
        }
        if let Some(message) = &compiled.outdated_profile {
            self.instruct(&format!("warning={message}"));
            let _ = writeln!(self.report, "warning: {message}");
        }
        remove_outdated(target);
        let output = Output::new(&compiled.code, source.files());
        let directory = env::current_dir().unwrap_or_default();
        let name = source.default_name().and_then(Result::ok);
        let table = output.table.of_ruleset(name.map(ToString::to_string));
        let table = table.within(&directory).to_string();
        for (path, text) in [
            (target.to_owned(), output.code),
            (Table::path(target), table),
        ] {
            if let Err(error) = write_if_changed(&path, &text) {
                self.fail(&format!("cannot write `{}`: {error}", path.display()));
            }
        }
    }

    fn report(&mut self, diagnostics: &Diagnostics, files: &Files) {
        self.report.push_str(&report::render(diagnostics, files));
        for diagnostic in diagnostics {
            let kind = match diagnostic.level {
                Level::Error => "error",
                Level::Warning => "warning",
            };
            self.instruct(&format!("{kind}={}", one_line(diagnostic, files)));
        }
        self.succeeded &= !diagnostics.has_errors();
    }

    fn instruct(&mut self, instruction: &str) {
        let _ = writeln!(self.instructions, "cargo::{instruction}");
    }

    fn fail(&mut self, message: &str) {
        self.instruct(&format!("error={message}"));
        let _ = writeln!(self.report, "error: {message}");
        self.succeeded = false;
    }
}

/// `path:line:column: message`
fn one_line(diagnostic: &Diagnostic, files: &Files) -> String {
    let message = report::message(diagnostic, files).replace('\n', " ");
    match files.locate(diagnostic.span) {
        Some((file, range)) => {
            let (line, column) = file.line_column(range.start);
            format!("{}:{line}:{column}: {message}", file.path().display())
        }
        None => message,
    }
}

/// Removes what stands beside the file to write and was generated of `.rules` files that are no more: whoever still includes
/// it would go on with rules that nobody sees. What cannot be read or removed stays.
fn remove_outdated(target: &Path) {
    let entries = target.parent().and_then(|parent| fs::read_dir(parent).ok());
    for entry in entries.into_iter().flatten().flatten() {
        let path = entry.path();
        if path.extension() != Some(OsStr::new("table")) || path == Table::path(target) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        let Ok(table) = text.parse::<Table>() else {
            continue;
        };
        let are_gone = table.files().iter().all(|file| !file.exists());
        if are_gone && fs::remove_file(path.with_extension("")).is_ok() {
            let _ = fs::remove_file(&path);
        }
    }
}

/// Writes through a temporary file, so that nobody ever reads half of it.
fn write_if_changed(target: &Path, text: &str) -> io::Result<()> {
    if fs::read(target).is_ok_and(|old| old == text.as_bytes()) {
        return Ok(());
    }
    let name = target.file_name().unwrap_or(OsStr::new("rules"));
    let mut temporary = name.to_owned();
    temporary.push(format!(".{}.tmp", process::id()));
    let temporary = target.with_file_name(temporary);
    fs::write(&temporary, text)?;
    fs::rename(&temporary, target)
}

#[cfg(test)]
mod tests;
