//! The command `rules`: what it takes, and what its exit codes say.
//!
//! Each subcommand has its file. None of this is part of a build: it stands behind the feature `cli`.

mod blocks;
mod check;
mod coverage;
mod expand;
mod fmt;
mod graph;
mod impact;
#[cfg(feature = "lsp")]
mod lsp;
mod matches;
mod message;
mod new;
mod rows;
mod sources;
mod table;
mod time;

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::diagnostic::Diagnostics;
use crate::hir::Ruleset;
use crate::profile::Profile;
use crate::report::render;
use crate::source::Source;
use crate::vocabulary as say;
use crate::{Analysed, analyse, hygiene};

/// Begin packages with rules; check, format, draw and expand `.rules` files; show their tables, what rules do to one
/// another, and what tests have shown of them.
#[derive(Debug, Parser)]
#[command(name = "rules", bin_name = "rules", version, max_term_width = 100, after_help = EXIT_CODES)]
struct Arguments {
    #[command(subcommand)]
    subcommand: Command,
}

/// What every subcommand's exit code says.
const EXIT_CODES: &str = "\
Exit codes:
  0    all is well
  1    a file cannot be read or written, does not compile, is not formatted, or cases leave rows out
  2    the arguments are wrong
  101  `check`: Cargo's own, where the package does not build";

#[derive(Debug, Subcommand)]
enum Command {
    Check(check::Arguments),
    Coverage(coverage::Arguments),
    Fmt(fmt::Arguments),
    Graph(graph::Arguments),
    Impact(impact::Arguments),
    Expand(expand::Arguments),
    New(new::Arguments),
    Table(table::Arguments),
    #[cfg(feature = "lsp")]
    Lsp(lsp::Arguments),
}

/// What a subcommand did not get done, to be told in one line.
type Failure = Box<dyn std::error::Error>;

/// The text of a file.
fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path)
        .map_err(|error| format!("cannot read `{}`: {error}", path.display()).into())
}

/// What an earlier run has counted, where the environment names a file of it.
fn profile() -> Result<Profile, Failure> {
    let named = Profile::named()?;
    Ok(named.map(|(_, profile)| profile).unwrap_or_default())
}

/// One or more `.rules` files that make a ruleset, or a Rust file with a `rules!` block
#[derive(Debug, clap::Args)]
struct Files {
    /// The file of rules, of which several make one ruleset; or a Rust file with a `rules!` block
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The ruleset's name, where no `ruleset` item gives it [default: the first file's stem]; where a Rust file has several
    /// blocks, the ruleset of the one to read
    #[arg(long, value_name = "NAME")]
    ruleset: Option<String>,
}

impl Files {
    /// Reads the files.
    fn source(&self) -> Result<Source, Failure> {
        let mut texts = Vec::new();
        for path in &self.files {
            let mut text = read(path)?;
            if blocks::is_rust(path) {
                text = blocks::only_block(path, &text, self.ruleset.as_deref())?;
            }
            texts.push((path.clone(), text));
        }
        let source = Source::from_files(self.ruleset.as_deref(), texts);
        let root = self.files.first().and_then(|path| package_of(path));
        // Not that of the program that is being run, should Cargo run it.
        Ok(source.in_package(root.unwrap_or_default()))
    }
}

/// The root of the package in which a file stands.
fn package_of(path: &Path) -> Option<PathBuf> {
    let path = fs::canonicalize(path).ok()?;
    let mut above = path.ancestors().skip(1);
    let root = above.find(|directory| directory.join("Cargo.toml").is_file());
    root.map(Path::to_owned)
}

/// What a source means; `None` where something is wrong with it. What is to be said of it is printed.
fn ruleset_of(source: &Source) -> Option<Ruleset> {
    let (ruleset, diagnostics) = model_of(source);
    report(&diagnostics, source);
    (!diagnostics.has_errors()).then_some(ruleset)
}

/// The model of a source, and what is to be said of it.
fn model_of(source: &Source) -> (Ruleset, Diagnostics) {
    let Analysed {
        ruleset,
        diagnostics,
        ..
    } = analyse(source);
    (
        ruleset,
        hygiene::restore_in(diagnostics, source.shared_names()),
    )
}

/// Why nothing of a name is shown.
fn not_there(what: &str, name: &str, known: &[String]) -> Failure {
    let known: Vec<&str> = known.iter().map(String::as_str).collect();
    match say::suggestion(name, &known, "there are") {
        Some(help) => format!("there is no {what} `{name}`; {help}").into(),
        None => format!("there is no {what} `{name}`").into(),
    }
}

/// Prints what is to be said of files.
fn report(diagnostics: &Diagnostics, source: &Source) {
    anstream::eprint!("{}", render(diagnostics, source.files()));
}

/// Prints a text. Whoever reads it may have seen enough before its end: that is no failure.
fn print(mut output: impl Write, text: &str) -> Result<(), Failure> {
    let done = output.write_all(text.as_bytes());
    match done.and_then(|()| output.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Runs the command on the arguments of the process.
#[must_use]
pub fn run() -> ExitCode {
    let done = match Arguments::parse().subcommand {
        Command::Check(arguments) => check::check(&arguments),
        Command::Coverage(arguments) => coverage::coverage(&arguments),
        Command::Fmt(arguments) => fmt::fmt(&arguments),
        Command::Graph(arguments) => graph::graph(&arguments),
        Command::Impact(arguments) => impact::impact(&arguments),
        Command::Expand(arguments) => expand::expand(&arguments),
        Command::New(arguments) => new::new(&arguments),
        Command::Table(arguments) => table::table(&arguments),
        #[cfg(feature = "lsp")]
        Command::Lsp(arguments) => Ok(lsp::lsp(&arguments)),
    };
    done.unwrap_or_else(|failure| {
        anstream::eprintln!("error: {failure}");
        ExitCode::FAILURE
    })
}
