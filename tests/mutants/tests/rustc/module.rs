//! Rulesets that our own checks pass, given to rustc many at once: each is a module of one file.
//!
//! rustc goes on to types only where all names are known, so what it has rejected is taken out and the rest
//! tried again, until it has nothing more to say.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use cargo_metadata::Message;
use cargo_metadata::diagnostic::{Diagnostic, DiagnosticLevel, DiagnosticSpan};
use corpus::root;
use rules_dsl::unstable::{Output, Source, Table, compile_source};

/// The file that is given to rustc.
const FILE: &str = "mutants.rs";

/// How many modules are given to it at once.
const BATCH: usize = 100;

/// A ruleset as a module: what a build script makes of it, or a `rules!` block.
pub(crate) struct Module {
    text: String,
    /// What of the text is the user's.
    users: Users,
}

enum Users {
    /// What a table leads to.
    Table(Table),
    /// What stands between the braces.
    Within(Range<usize>),
}

impl Module {
    /// That of a text, by each of the doors. None where our checks find a mistake.
    pub(crate) fn of(text: &str) -> Vec<Self> {
        Self::of_file(text)
            .into_iter()
            .chain(Self::of_block(text))
            .collect()
    }

    fn of_file(text: &str) -> Option<Self> {
        // What the lexer keeps of one text is of no use to the next.
        proc_macro2::extra::invalidate_current_thread_spans();
        let file = (PathBuf::from("mutant.rules"), text.to_owned());
        let source = Source::from_files(Some("Mutant"), [file]);
        let (code, diagnostics) = compile_source(&source);
        if diagnostics.has_errors() {
            return None;
        }
        let Output { code, table } = Output::new(&code, source.files());
        Some(Self {
            text: code,
            users: Users::Table(table),
        })
    }

    fn of_block(text: &str) -> Option<Self> {
        proc_macro2::extra::invalidate_current_thread_spans();
        let (_, diagnostics) = compile_source(&Source::from_tokens(text.parse().ok()?));
        if diagnostics.has_errors() {
            return None;
        }
        let open = "rules_runtime::rules! {";
        Some(Self {
            text: format!("{open}{text}\n}}"),
            users: Users::Within(open.len()..open.len() + text.len()),
        })
    }

    /// Whether a range of the text is the user's.
    fn is_users(&self, range: &Range<usize>) -> bool {
        match &self.users {
            Users::Table(table) => table.locate(range).is_some(),
            Users::Within(users) => users.start <= range.start && range.end <= users.end,
        }
    }
}

/// One error of rustc's.
pub(crate) struct Rejection {
    /// The number of the module.
    pub(crate) module: usize,
    /// Whether it stands at what the user wrote.
    pub(crate) is_users: bool,
    /// What rustc says.
    pub(crate) message: String,
}

/// rustc, and where the built runtime stands.
pub(crate) struct Rustc {
    runtime: PathBuf,
    dependencies: PathBuf,
    directory: &'static Path,
}

impl Rustc {
    /// Builds the runtime.
    pub(crate) fn new() -> Self {
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let target = directory.parent().expect("it is in the target directory");
        let output = Command::new(env::var_os("CARGO").expect("Cargo sets it"))
            .args(["build", "--package=rules-runtime", "--message-format=json"])
            .arg("--target-dir")
            .arg(target)
            .current_dir(root())
            .stderr(Stdio::inherit())
            .output()
            .expect("Cargo runs");
        let messages = Message::parse_stream(&output.stdout[..]);
        let mut files = messages.flatten().filter_map(|message| match message {
            Message::CompilerArtifact(built) if built.target.name == "rules_runtime" => {
                Some(built.filenames)
            }
            _ => None,
        });
        let library = files.find_map(|files| {
            let library = files
                .into_iter()
                .find(|file| file.extension() == Some("rlib"));
            library.map(PathBuf::from)
        });
        Self {
            runtime: library.expect("the runtime is built"),
            dependencies: target.join("debug/deps"),
            directory,
        }
    }

    /// What it finds wrong with modules.
    pub(crate) fn reject(&self, modules: &[Module]) -> Vec<Rejection> {
        (0..modules.len())
            .step_by(BATCH)
            .flat_map(|start| self.reject_batch(modules, start..modules.len().min(start + BATCH)))
            .collect()
    }

    /// What it finds wrong with the modules of these numbers.
    fn reject_batch(&self, modules: &[Module], numbers: Range<usize>) -> Vec<Rejection> {
        let mut left: BTreeSet<usize> = numbers.collect();
        let mut rejections = Vec::new();
        loop {
            let mut text = String::new();
            let mut places = BTreeMap::new();
            for &number in &left {
                _ = writeln!(text, "mod m{number} {{");
                let start = text.len();
                text.push_str(&modules[number].text);
                places.insert(start, (number, start..text.len()));
                text.push_str("\n}\n");
            }
            let errors = self.errors(&text);
            if errors.is_empty() {
                return rejections;
            }
            for error in errors {
                let rejection = rejection(error, modules, &places);
                left.remove(&rejection.module);
                rejections.push(rejection);
            }
        }
    }

    /// What it finds wrong with some text.
    fn errors(&self, text: &str) -> Vec<Diagnostic> {
        fs::write(self.directory.join(FILE), text).expect("a file of ours");
        let output = Command::new("rustc")
            .args(["--crate-type=lib", "--edition=2024", "--emit=metadata"])
            .args(["--error-format=json", "--cap-lints=allow"])
            .arg(format!("--extern=rules_runtime={}", self.runtime.display()))
            .arg(format!("-Ldependency={}", self.dependencies.display()))
            .arg(FILE)
            .current_dir(self.directory)
            .output()
            .expect("rustc runs");
        let messages = String::from_utf8_lossy(&output.stderr);
        let errors: Vec<Diagnostic> = messages
            .lines()
            .filter_map(|line| serde_json::from_str::<Diagnostic>(line).ok())
            .filter(|message| message.level == DiagnosticLevel::Error && !message.spans.is_empty())
            .collect();
        assert_eq!(output.status.success(), errors.is_empty(), "{messages}");
        errors
    }
}

/// Which module an error is about, and whether it stands at what the user wrote there.
fn rejection(
    error: Diagnostic,
    modules: &[Module],
    places: &BTreeMap<usize, (usize, Range<usize>)>,
) -> Rejection {
    let in_module = |span: &DiagnosticSpan| {
        let range = span.byte_start as usize..span.byte_end as usize;
        let (_, (number, place)) = places.range(..=range.start).next_back()?;
        if span.file_name != FILE || range.end > place.end {
            return None;
        }
        let range = range.start - place.start..range.end - place.start;
        Some((*number, modules[*number].is_users(&range)))
    };
    let mut all = error.spans.iter().flat_map(calls).filter_map(in_module);
    let Some((module, _)) = all.next() else {
        panic!("{:?}", error.rendered);
    };
    let primary = error.spans.iter().filter(|span| span.is_primary);
    let mut primary = primary.flat_map(calls).filter_map(in_module);
    Rejection {
        module,
        is_users: primary.any(|(_, is_users)| is_users),
        message: error.rendered.unwrap_or(error.message),
    }
}

/// A span and the macro calls around it, from the inside out.
fn calls(span: &DiagnosticSpan) -> impl Iterator<Item = &DiagnosticSpan> {
    std::iter::successors(Some(span), |span| {
        span.expansion.as_ref().map(|expansion| &expansion.span)
    })
}
