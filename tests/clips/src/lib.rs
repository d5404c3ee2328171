//! Generated rulesets run beside CLIPS, an engine of other people's: a mistake that the naive matcher shares with the
//! engine is hardly one that CLIPS shares.
//!
//! Three play a sequence of changes: the compiled ruleset, the naive matcher and CLIPS. The engine has what the naive
//! matcher has, and CLIPS agrees with it: about facts and activations after every change, and about facts at rest.
//! The rulesets are confluent ([`oracle::generate::confluent`]), so that working memory at rest is a matter of what
//! the rules say and not of the order of firing, and of the elements that both languages have.

#![forbid(unsafe_code)]

mod process;
mod script;
mod shrink;
mod state;

use oracle::compare::{Change, Engine, Id, New, apply_to, written};
use oracle::model::Ruleset;
use oracle::naive::{FactId, Session};
use oracle::{clips, generate, text};
use script::{Agenda, Step};
use state::{State, more};
use std::fmt::{Debug, Write as _};
use std::path::Path;

/// The one side's name.
const CLIPS: &str = "CLIPS";

/// A Python that has CLIPS. None, with a note on the standard error, where there is none: the test that asked for it
/// is to return then.
///
/// # Panics
///
/// If there is none and the environment says `CLIPS_TESTS=required`.
#[must_use]
pub fn python() -> Option<&'static Path> {
    let found = clipspy::python();
    if found.is_none() {
        let required = std::env::var("CLIPS_TESTS").is_ok_and(|value| value == "required");
        assert!(!required, "{}", clipspy::MISSING);
        eprintln!("skipped: {}", clipspy::MISSING);
    }
    found
}

/// Tries the ruleset of a seed on sequences of changes: the naive matcher beside CLIPS and, where `new` makes a session
/// of the compiled ruleset, beside the engine.
///
/// # Errors
///
/// If they disagree: a text that shows how to see it again, with as few changes as show it and, unless it is the engine
/// that disagrees, with as little of the ruleset.
pub fn agree<I: Id>(
    python: &Path,
    seed: u64,
    sequences: u64,
    new: Option<&New<'_, I>>,
) -> Result<(), String> {
    let mut ruleset = generate::confluent(seed);
    let Err(mut found) = try_sequences(python, &ruleset, sequences, new) else {
        return Ok(());
    };
    while let Some(smaller) = smaller(python, &ruleset, sequences) {
        (ruleset, found) = smaller;
    }
    let Difference {
        sequence,
        changes,
        text,
    } = found;
    Err(report(seed, sequence, &ruleset, &changes, &text))
}

/// The first ruleset one step smaller about which the naive matcher and CLIPS disagree.
fn smaller(python: &Path, ruleset: &Ruleset, sequences: u64) -> Option<(Ruleset, Difference)> {
    let no_engine = None::<&New<'_, FactId>>;
    shrink::rulesets(ruleset).into_iter().find_map(|cut| {
        let found = try_sequences(python, &cut, sequences, no_engine).err()?;
        Some((cut, found))
    })
}

/// Where they disagree.
struct Difference {
    sequence: u64,
    changes: Vec<Change>,
    text: String,
}

/// Tries a ruleset on sequences of changes.
fn try_sequences<I: Id>(
    python: &Path,
    ruleset: &Ruleset,
    sequences: u64,
    new: Option<&New<'_, I>>,
) -> Result<(), Difference> {
    let program = clips::program(ruleset);
    for sequence in 0..sequences {
        let attempt = |changes: &[Change]| {
            let Some(steps) = script::record(ruleset, changes) else {
                return Ok(());
            };
            if let Some(new) = new {
                compare_engine(ruleset, new().as_mut(), &steps)?;
            }
            compare_clips(python, &program, ruleset, &steps)
        };
        let changes = script::changes(ruleset, sequence);
        if let Err(text) = attempt(&changes) {
            let (changes, text) = shrink::changes(&attempt, changes, text);
            return Err(Difference {
                sequence,
                changes,
                text,
            });
        }
    }
    Ok(())
}

/// Makes the changes on a compiled ruleset.
fn compare_engine<I: Id>(
    ruleset: &Ruleset,
    engine: &mut dyn Engine<Id = I>,
    steps: &[Step],
) -> Result<(), String> {
    for (number, step) in steps.iter().enumerate() {
        apply_to(engine, &step.change, ruleset);
        let (expected, found) = (&step.state, State::of_engine(ruleset, engine));
        differ("facts", "the engine", &expected.facts, &found.facts)
            .and_then(|()| differ("activations", "the engine", &expected.agenda, &found.agenda))
            .map_err(|text| format!("after change {}: {text}", number + 1))?;
    }
    engine.verify();
    Ok(())
}

/// Makes the changes in CLIPS.
fn compare_clips(
    python: &Path,
    program: &str,
    ruleset: &Ruleset,
    steps: &[Step],
) -> Result<(), String> {
    let operations: Vec<_> = steps.iter().map(|step| step.operations.clone()).collect();
    let states = process::play(python, program, &operations)?;
    let first = State::of(ruleset, &Session::new(ruleset));
    differ("facts at first", CLIPS, &first.facts, &states[0].facts)?;
    differ(
        "activations at first",
        CLIPS,
        &first.agenda,
        &states[0].agenda,
    )?;
    for (number, (step, found)) in steps.iter().zip(&states[1..]).enumerate() {
        compare_state(step, found)
            .map_err(|text| format!("after change {}: {text}", number + 1))?;
    }
    Ok(())
}

fn compare_state(step: &Step, found: &State) -> Result<(), String> {
    let expected = &step.state;
    if step.agenda == Agenda::Open {
        return Ok(());
    }
    if step.agenda == Agenda::Same {
        differ("facts", CLIPS, &expected.facts, &found.facts)?;
        return differ("activations", CLIPS, &expected.agenda, &found.agenda);
    }
    differ("facts", CLIPS, &[], &more(&found.facts, &expected.facts))?;
    if expected.facts != found.facts {
        return Ok(());
    }
    differ(
        "activations",
        CLIPS,
        &more(&expected.agenda, &found.agenda),
        &more(&found.agenda, &step.matches),
    )
}

/// What the naive matcher and another have more than each other.
fn differ<T: Ord + Clone + Debug>(
    what: &str,
    other: &str,
    expected: &[T],
    found: &[T],
) -> Result<(), String> {
    if expected == found {
        return Ok(());
    }
    let (ours, theirs) = (more(expected, found), more(found, expected));
    Err(format!(
        "{what}\n  only the naive matcher has {ours:?}\n  only {other} has {theirs:?}"
    ))
}

/// A disagreement, with both texts of the ruleset and of the changes.
fn report(
    seed: u64,
    sequence: u64,
    ruleset: &Ruleset,
    changes: &[Change],
    difference: &str,
) -> String {
    let mut out = format!(
        "they disagree about the ruleset of seed {seed}, sequence {sequence}\n\n{}\n{}\n",
        text::ruleset(ruleset),
        clips::program(ruleset)
    );
    let steps = script::record(ruleset, changes).unwrap_or_default();
    for (number, step) in steps.iter().enumerate() {
        let call = written(ruleset, &step.change);
        let operations: Vec<String> = step.operations.iter().map(ToString::to_string).collect();
        let operations = operations.join(" ");
        writeln!(out, "{call} // {}: {operations}", number + 1).expect("a string takes any text");
    }
    out + "\n" + difference
}
