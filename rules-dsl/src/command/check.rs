//! `rules check`: Cargo's check, its messages about generated code told on the `.rules` text.
//!
//! Cargo builds and prints what it prints to the terminal; its messages come as JSON and are printed
//! here, those that come from a `.rules` file by `message`, the others as rustc rendered them.

use std::collections::BTreeSet;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitCode, Stdio};
use std::{env, fs};

use cargo_metadata::Message;

use super::message::Translator;
use super::time::time_table;
use super::{Failure, Files, model_of, print, report};
use crate::names::plain;
use crate::output::Table;

/// Check packages with `cargo check`, and tell rustc's messages on the `.rules` text itself
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The packages: their directories, or files in them, `.rules` files among them [default: .]
    paths: Vec<PathBuf>,
    /// The package's `Cargo.toml`
    #[arg(long, value_name = "PATH", conflicts_with = "paths")]
    manifest_path: Option<PathBuf>,
    /// Then show of each ruleset in `.rules` files for how long its events are kept, and because of which condition
    #[arg(long)]
    time: bool,
    /// More arguments for `cargo check`
    #[arg(last = true, value_name = "CARGO_ARGUMENTS")]
    cargo: Vec<String>,
}

/// Checks each package; the exit code is that of the first that fails.
pub(super) fn check(arguments: &Arguments) -> Result<ExitCode, Failure> {
    let manifests = manifests(arguments)?;
    let mut rulesets = BTreeSet::new();
    for manifest in &manifests {
        let (code, compiled) = check_package(manifest, &arguments.cargo)?;
        if code != 0 {
            return Ok(ExitCode::from(u8::try_from(code).unwrap_or(u8::MAX)));
        }
        rulesets.extend(compiled);
    }
    let files: BTreeSet<&PathBuf> = rulesets.iter().flat_map(|one| &one.files).collect();
    let is_rules = |path: &&PathBuf| path.extension().is_some_and(|name| name == "rules");
    for path in arguments.paths.iter().filter(is_rules) {
        if !files.contains(&path.canonicalize()?) {
            let path = path.display();
            return Err(format!("no build script of its package compiles `{path}`; `rules table` and `rules expand` read a file by itself").into());
        }
    }
    if arguments.time {
        return show_times(&rulesets);
    }
    Ok(ExitCode::SUCCESS)
}

/// A ruleset that a build script has compiled.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Built {
    /// Its `.rules` files, in the order in which they make it.
    files: Vec<PathBuf>,
    /// What names it where no `ruleset` item does.
    name: Option<String>,
}

/// Prints for how long events are kept, of each ruleset that has a clock.
fn show_times(rulesets: &BTreeSet<Built>) -> Result<ExitCode, Failure> {
    for built in rulesets {
        let Built { files, name } = built.clone();
        let source = Files {
            files,
            ruleset: name,
        }
        .source()?;
        let (ruleset, diagnostics) = model_of(&source);
        // What else is to be said of it the build script has said.
        if diagnostics.has_errors() {
            report(&diagnostics, &source);
            return Ok(ExitCode::FAILURE);
        }
        if ruleset.clock.is_some() {
            let name = plain(&ruleset.name);
            print(io::stdout(), &format!("{name}\n{}", time_table(&ruleset)))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The manifests of the packages that are asked for, each once.
fn manifests(arguments: &Arguments) -> Result<Vec<PathBuf>, Failure> {
    if let Some(path) = &arguments.manifest_path {
        return Ok(vec![path.clone()]);
    }
    let here = [PathBuf::from(".")];
    let paths = if arguments.paths.is_empty() {
        &here[..]
    } else {
        &arguments.paths
    };
    let mut manifests = Vec::new();
    for path in paths {
        let manifest = manifest_of(path)?;
        if !manifests.contains(&manifest) {
            manifests.push(manifest);
        }
    }
    Ok(manifests)
}

/// The nearest manifest at a path or above it.
fn manifest_of(path: &Path) -> Result<PathBuf, Failure> {
    let shown = path.display();
    let absolute = path
        .canonicalize()
        .map_err(|error| format!("cannot read `{shown}`: {error}"))?;
    let manifest = absolute
        .ancestors()
        .map(|directory| directory.join("Cargo.toml"))
        .find(|manifest| manifest.is_file());
    manifest.ok_or_else(|| format!("`{shown}` is in no package: there is no `Cargo.toml`").into())
}

/// Runs Cargo on a package. Answers its exit code, and the rulesets that build scripts compiled.
fn check_package(manifest: &Path, more: &[String]) -> Result<(i32, BTreeSet<Built>), Failure> {
    let mut translator = Translator::new(workspace_root(manifest)?);
    let mut cargo = cargo("check", manifest)
        .arg("--message-format=json-diagnostic-rendered-ansi")
        .args(more)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| no_cargo(&error))?;
    let mut rulesets = BTreeSet::new();
    let mut printed = BTreeSet::new();
    for message in messages(&mut cargo) {
        match message? {
            Message::CompilerMessage(message) => {
                let message = message.message;
                let text = translator.translate(&message);
                let text = text.or(message.rendered).unwrap_or(message.message);
                // A library and its tests are compiled apart, and have the same mistakes.
                if printed.insert(text.clone()) {
                    anstream::eprint!("{text}");
                }
            }
            Message::BuildScriptExecuted(script) => {
                rulesets.extend(rulesets_in(script.out_dir.as_std_path()));
            }
            Message::TextLine(line) => anstream::println!("{line}"),
            _ => {}
        }
    }
    Ok((cargo.wait()?.code().unwrap_or(101), rulesets))
}

fn messages(cargo: &mut Child) -> impl Iterator<Item = Result<Message, std::io::Error>> + use<> {
    let output: Option<BufReader<ChildStdout>> = cargo.stdout.take().map(BufReader::new);
    output.into_iter().flat_map(Message::parse_stream)
}

/// Cargo, as it called us or as the shell finds it.
fn cargo(subcommand: &str, manifest: &Path) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.arg(subcommand).arg("--manifest-path").arg(manifest);
    cargo
}

fn no_cargo(error: &std::io::Error) -> Failure {
    format!("cannot run Cargo: {error}").into()
}

/// The directory to which the paths in rustc's messages are relative.
fn workspace_root(manifest: &Path) -> Result<PathBuf, Failure> {
    let output = cargo("locate-project", manifest)
        .args(["--workspace", "--message-format=plain"])
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| no_cargo(&error))?;
    let root = String::from_utf8(output.stdout)?;
    match Path::new(root.trim_end()).parent() {
        Some(root) if output.status.success() => Ok(root.to_owned()),
        _ => Err(format!("`{}` is no package that Cargo can read", manifest.display()).into()),
    }
}

/// The rulesets of which the tables in a build script's directory tell.
fn rulesets_in(directory: &Path) -> Vec<Built> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths
        .filter(|path| path.extension().is_some_and(|name| name == "table"))
        .filter_map(|path| fs::read_to_string(path).ok()?.parse::<Table>().ok())
        .map(|table| {
            let files = table.files().iter();
            Built {
                files: files.filter_map(|file| file.canonicalize().ok()).collect(),
                name: table.ruleset().map(str::to_owned),
            }
        })
        .collect()
}
