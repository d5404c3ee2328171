//! What the compiler says of a whole ruleset, as plain data: the mistakes, what rules do to one another, and how the
//! network finds their matches.
//!
//! It is made apart from the thread that answers, as it takes longer than a key stroke. A file that cannot be split
//! into tokens takes part as `repair` leaves it; of its own mistakes the one that keeps it from being tokens is told.

mod among_rules;
mod evaluation;
mod mistakes;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::diagnostic::{Diagnostics, Edit, SpanRange};
use crate::network::Network;
use crate::profile::Profile;
use crate::reduce::Reduced;
use crate::source::Source;
use crate::{Analysed, analyse, hir, lay_out, reduce};

use among_rules::{facts, rules};
use mistakes::mistakes;

use super::documents::Text;
use super::repair::Repaired;
use super::workspace::Ruleset;

/// A ruleset to be analysed, as its files are now.
#[derive(Debug, Clone)]
pub(super) struct Job {
    pub(super) ruleset: Ruleset,
    pub(super) texts: Vec<(PathBuf, Arc<Text>)>,
    /// The files that cannot be read, and why.
    pub(super) missing: Vec<(PathBuf, String)>,
}

/// What is known of a ruleset.
#[derive(Debug)]
pub(super) struct Findings {
    /// Of what.
    pub(super) job: Job,
    pub(super) mistakes: Vec<Mistake>,
    pub(super) rules: Vec<RuleFinding>,
    pub(super) facts: Vec<FactFinding>,
    pub(super) hints: Vec<Hint>,
}

/// A place in a file of the ruleset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) file: PathBuf,
    pub(super) range: Range<usize>,
}

/// An error or a warning.
#[derive(Debug, Clone)]
pub(super) struct Mistake {
    pub(super) place: Place,
    pub(super) code: &'static str,
    pub(super) is_error: bool,
    pub(super) message: String,
    pub(super) help: Option<String>,
    pub(super) labels: Vec<(Place, String)>,
    /// What mends it, with the place that is changed.
    pub(super) mends: Vec<(Place, Edit)>,
}

/// A rule among the others.
#[derive(Debug, Clone)]
pub(super) struct RuleFinding {
    pub(super) name: String,
    pub(super) place: Place,
    /// The rules whose effects may begin its matches.
    pub(super) after: Vec<String>,
    /// The rules whose matches its effects may begin.
    pub(super) before: Vec<String>,
    /// Of how many nodes its part of the network is, and how many of these others share.
    pub(super) nodes: usize,
    pub(super) shared: usize,
    pub(super) sharers: Vec<String>,
}

/// A fact type among the rules.
#[derive(Debug, Clone)]
pub(super) struct FactFinding {
    pub(super) name: String,
    /// The rules that match it.
    pub(super) readers: Vec<String>,
    /// The queries that do.
    pub(super) queries: Vec<String>,
    /// The rules that insert, modify or retract it.
    pub(super) writers: Vec<String>,
}

/// A word about how a condition is evaluated.
#[derive(Debug, Clone)]
pub(super) struct Hint {
    pub(super) place: Place,
    pub(super) label: String,
    pub(super) explanation: &'static str,
}

/// The files of a job as one source.
struct Sources {
    source: Source,
    repaired: Vec<(PathBuf, Repaired)>,
    /// The files that are no tokens, with what keeps them from it.
    broken: Vec<(PathBuf, Diagnostics, Source)>,
}

impl Sources {
    fn of(job: &Job) -> Self {
        let mut repaired = Vec::new();
        let mut broken = Vec::new();
        for (path, text) in &job.texts {
            let alone = Source::from_files(Some("R"), [(path.clone(), text.text.clone())]);
            if !alone.problems().is_empty() {
                broken.push((path.clone(), alone.problems().clone(), alone));
            }
            repaired.push((path.clone(), Repaired::of(&text.text)));
        }
        let texts = repaired.iter();
        let texts = texts.map(|(path, repaired)| (path.clone(), repaired.text.clone()));
        let source = Source::from_files(job.ruleset.name.as_deref(), texts);
        let root = job.ruleset.root.clone().unwrap_or_default();
        Self {
            source: source.in_package(root),
            repaired,
            broken,
        }
    }

    fn place(&self, span: SpanRange) -> Option<Place> {
        let (file, range) = self.source.files().locate(span)?;
        let (path, repaired) = self.repaired.iter().find(|(path, _)| path == file.path())?;
        Some(Place {
            file: path.clone(),
            range: repaired.original(range.start)..repaired.original(range.end),
        })
    }

    fn is_broken(&self, path: &Path) -> bool {
        self.broken.iter().any(|(broken, ..)| broken == path)
    }
}

/// Analyses a ruleset.
pub(super) fn analyse_job(job: Job) -> Findings {
    // What was analysed before is plain data by now.
    proc_macro2::extra::invalidate_current_thread_spans();
    let sources = Sources::of(&job);
    let source = &sources.source;
    let Analysed {
        written,
        ruleset,
        diagnostics,
        ..
    } = analyse(source);
    let Reduced { ruleset, has_rules } = reduce::reduce(ruleset, &written, source, &diagnostics);
    let mistakes = mistakes(&sources, diagnostics);
    let mut findings = Findings {
        job,
        mistakes,
        rules: Vec::new(),
        facts: facts(&ruleset),
        hints: Vec::new(),
    };
    let mut network = Network::default();
    if has_rules {
        let mut with_questions = ruleset.clone();
        let plans;
        (plans, network) = lay_out(&mut with_questions, &Profile::default());
        findings.hints = evaluation::hints(&with_questions, &written, &plans, &network, &|span| {
            sources.place(span)
        });
    }
    findings.rules = rules(&ruleset, &network, &sources);
    findings
}

/// The network of a ruleset, or why there is none.
pub(super) fn network_of(
    job: &Job,
    draw: impl FnOnce(&hir::Ruleset, &Network) -> String,
) -> Result<String, String> {
    proc_macro2::extra::invalidate_current_thread_spans();
    let sources = Sources::of(job);
    let Analysed {
        mut ruleset,
        diagnostics,
        ..
    } = analyse(&sources.source);
    if diagnostics.has_errors() {
        return Err("the ruleset has errors: mend them, then its network can be drawn".to_owned());
    }
    let (_, network) = lay_out(&mut ruleset, &Profile::default());
    Ok(draw(&ruleset, &network))
}
