//! What the compiler itself makes of mutants: it never panics, takes its time or writes without end, and
//! what it finds wrong it mostly tells where the mutant differs.
//!
//! With `MUTANTS_FAR` in the environment those are printed of which it is told elsewhere.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::time::Duration;

use corpus::{Ruleset, rulesets};
use mutants::{Mutant, Mutants, sample, timed};
use proc_macro2::TokenStream;
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use rules_dsl::unstable::{
    Diagnostic, Diagnostics, Output, Source, compile_source, compile_tokens, format, render,
};

/// How long a processor may work on one mutant, in a build without optimisation.
const BOUND: Duration = Duration::from_secs(20);

/// How many bytes of Rust a mutant may be compiled to for each byte of its text.
const LENGTH: usize = 2000;

/// How many of a hundred rejected mutants whose brackets match are told of at the token that differs, or its
/// neighbour, at least. (Where a bracket is too many, no one knows which. Mutants of a ruleset that is itself
/// rejected, as those of tests of messages, do not count: what is told of them may be of that.)
const SHARE: usize = 90;

/// What is done with a mutant.
struct Compiled {
    source: Source,
    found: Diagnostics,
    /// The length of the longest text that came out.
    length: usize,
    /// Whether its brackets match: if not, no `rules!` has such tokens.
    is_balanced: bool,
}

impl Compiled {
    /// Compiles a mutant through both doors, and formats it.
    fn of(mutant: &Mutant<'_>) -> Self {
        // What the lexer keeps of one text is of no use to the next.
        proc_macro2::extra::invalidate_current_thread_spans();
        let file = (mutant.ruleset.path.clone(), mutant.text.clone());
        let source = Source::from_files(Some("Mutant"), [file]);
        let (code, found) = compile_source(&source);
        let mut length = Output::new(&code, source.files()).code.len();
        let tokens = mutant.text.parse::<TokenStream>();
        let is_balanced = tokens.is_ok();
        if let Ok(tokens) = tokens {
            length = length.max(compile_tokens(tokens).to_string().len());
        }
        if let Ok(formatted) = format(&source) {
            length = length.max(formatted.len());
        }
        Self {
            source,
            found,
            length,
            is_balanced,
        }
    }

    /// Whether an error is told where the mutant differs.
    fn is_told_near(&self, mutant: &Mutant<'_>) -> bool {
        let near = &mutant.neighbourhood;
        let is_near = |error: &Diagnostic| {
            let place = self.source.files().locate(error.span);
            place
                .is_some_and(|(_, at)| at.start < near.end && near.start < at.end.max(at.start + 1))
        };
        let mut errors = self.found.iter().filter(|found| found.is_error());
        errors.any(is_near)
    }
}

/// Which rulesets compile as they are, by their texts: found when it is first asked.
struct Accepted<'r>(HashMap<&'r str, OnceLock<bool>>);

impl<'r> Accepted<'r> {
    fn of(rulesets: &'r [Ruleset]) -> Self {
        let unknown = |ruleset: &'r Ruleset| (ruleset.text.as_str(), OnceLock::new());
        Accepted(rulesets.iter().map(unknown).collect())
    }

    /// Whether a ruleset compiles as it is. (Where spans of another one stand is lost.)
    fn has(&self, ruleset: &Ruleset) -> bool {
        let compiles = || {
            proc_macro2::extra::invalidate_current_thread_spans();
            let file = (ruleset.path.clone(), ruleset.text.clone());
            let (_, found) = compile_source(&Source::from_files(Some("Unchanged"), [file]));
            !found.has_errors()
        };
        *self.0[ruleset.text.as_str()].get_or_init(compiles)
    }
}

/// What is found of a mutant.
struct Tried {
    took: Duration,
    failures: Vec<String>,
    rejected: Option<Rejected>,
}

/// A mutant with errors.
struct Rejected {
    is_balanced: bool,
    is_near: bool,
}

/// Tries a mutant.
fn tried(mutant: &Mutant<'_>, accepted: &Accepted<'_>) -> Tried {
    let compile = || catch_unwind(AssertUnwindSafe(|| Compiled::of(mutant)));
    let (compiled, took) = timed(compile);
    let Ok(compiled) = compiled else {
        return Tried {
            took,
            failures: vec![format!("panics: {mutant}")],
            rejected: None,
        };
    };
    let mut failures = Vec::new();
    if took > BOUND {
        failures.push(format!("takes {took:?}: {mutant}"));
    }
    if compiled.length > LENGTH * (mutant.text.len() + 100) {
        failures.push(format!("is {} bytes long: {mutant}", compiled.length));
    }
    Tried {
        took,
        failures,
        rejected: rejected(mutant, &compiled, accepted),
    }
}

/// What is said of a mutant that is rejected, if the ruleset that it is made of is not.
fn rejected(mutant: &Mutant<'_>, compiled: &Compiled, accepted: &Accepted<'_>) -> Option<Rejected> {
    if !compiled.found.has_errors() {
        return None;
    }
    // Before another ruleset is compiled, which loses where these errors stand.
    let is_near = compiled.is_told_near(mutant);
    let is_printed = !is_near && std::env::var_os("MUTANTS_FAR").is_some();
    let report = is_printed.then(|| render(&compiled.found, compiled.source.files()));
    if !accepted.has(mutant.ruleset) {
        return None;
    }
    if let Some(report) = report {
        println!("far: {mutant}{report}");
    }
    Some(Rejected {
        is_balanced: compiled.is_balanced,
        is_near,
    })
}

/// How many mutants are rejected, and how many of these are told of where they differ.
#[derive(Default)]
struct Count {
    rejected: usize,
    near: usize,
}

impl Count {
    fn add(&mut self, is_near: bool) {
        self.rejected += 1;
        self.near += usize::from(is_near);
    }
}

#[test]
fn mutants_neither_crash_nor_stall_the_compiler_and_are_told_where_they_differ() {
    let rulesets = rulesets();
    let accepted = Accepted::of(&rulesets);
    let all: Vec<Mutants<'_>> = rulesets.iter().map(Mutants::of).collect();
    let total = all.iter().map(Mutants::len).sum();
    let numbers = sample(total).into_par_iter();
    let mutants = numbers.filter_map(|number| Mutants::nth(&all, number));
    let all_tried: Vec<Tried> = mutants.map(|mutant| tried(&mutant, &accepted)).collect();
    let (mut balanced, mut others) = (Count::default(), Count::default());
    let mut failures = Vec::new();
    let (tried, mut slowest) = (all_tried.len(), Duration::ZERO);
    for tried in all_tried {
        slowest = slowest.max(tried.took);
        failures.extend(tried.failures);
        if let Some(rejected) = tried.rejected {
            let count = if rejected.is_balanced {
                &mut balanced
            } else {
                &mut others
            };
            count.add(rejected.is_near);
        }
    }
    println!("{total} mutants, {tried} of them tried, the slowest in {slowest:?}");
    println!(
        "with brackets that match {} rejected, {} told near",
        balanced.rejected, balanced.near
    );
    println!(
        "with others {} rejected, {} told near",
        others.rejected, others.near
    );
    let count = failures.len();
    assert!(
        failures.is_empty(),
        "{count} failures\n{}",
        failures.join("\n")
    );
    let Count { rejected, near } = balanced;
    assert!(rejected > 0, "of {tried} mutants none is rejected");
    assert!(near * 100 >= rejected * SHARE, "{near} of {rejected}");
}
