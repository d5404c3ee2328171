//! Drives a compiled ruleset and the naive matcher side by side, and reports where they part.
//!
//! After every change: the facts of each type in insertion order, their handles (a fact that stayed has the
//! handle it had), the whole agenda in firing order, and what a listener was told of them; now and then
//! explanations and derivations. A failing list of changes is cut down before it is shown.

mod derivations;
mod engine;
mod gone;
mod paces;
mod report;

use crate::elements::Elements;
use crate::model::{Ruleset, condition};
use crate::naive::{Call, FactId, Fired, Session, Stop};
use crate::value::Value;
use crate::{generate, shrink};
pub use engine::{Around, Change, Edit, Engine, Id, Pending, fired, searched};
use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The number of sequences tried on a ruleset, unless `ORACLE_SEQUENCES` says otherwise.
const SEQUENCES: u64 = 20;
/// Explanations and derivations are compared after every so many changes,
const EXPLAINED: u64 = 4;
/// and where there are no more than so many facts: they try every combination.
const FEW: usize = 12;
/// After every so many changes the engine checks its own state, unless `ORACLE_VERIFY` says otherwise.
const VERIFY: u64 = 20;
/// A sequence ends after a change for which the naive matcher has evaluated so many conditions, unless
/// `ORACLE_EVALUATIONS` says otherwise. Most changes take some hundred; of a few rulesets, whose conditions
/// multiply, each makes some hundred thousand partial matches.
const EVALUATIONS: u64 = 10_000;
/// The engine's state is checked after changes for which fewer are evaluated: it is compared with all pairs of
/// all joins.
const QUICK: u64 = 2_000;
/// A run without a bound fires so many activations at the most.
const FIRINGS: u64 = 100;
/// The number of changes in a sequence, unless `ORACLE_CHANGES` says otherwise.
const CHANGES: u64 = 40;

/// Gives the next change, if there is one, to a session whose last change took so many evaluations.
type Next<'n> = dyn FnMut(&Session<'_>, u64) -> Option<Change> + 'n;

/// Makes a session of a compiled ruleset.
pub type New<'e, I> = dyn Fn() -> Box<dyn Engine<Id = I> + 'e> + 'e;

/// Tries a generated ruleset, a case of [`shrink`], on random sequences of changes.
///
/// `ORACLE_SEED` set to a case tries that ruleset only, `7.12` its sequence 12 only. `ORACLE_TRACE` has each
/// change written out before it is made, for an engine that hangs or aborts.
///
/// # Panics
///
/// If the engine and the naive matcher disagree, with a text that shows how to see it again.
pub fn agree<I: Id>(case: &str, elements: Elements, new: &New<'_, I>) {
    let wanted = std::env::var("ORACLE_SEED").ok();
    let (only, sequence) = match wanted.as_deref().map(|text| text.split_once('.')) {
        None => (None, None),
        Some(None) => (wanted, None),
        Some(Some((ruleset, sequence))) => (Some(ruleset.to_string()), Some(number(sequence))),
    };
    if only.is_some_and(|only| only != case) {
        return;
    }
    let ruleset = shrink::case(case, elements);
    if generate::is_over_streams(&ruleset) {
        paces::agree(case, &ruleset, new);
    }
    let sequences = match sequence {
        Some(sequence) => sequence..sequence + 1,
        None => 0..bound("ORACLE_SEQUENCES", SEQUENCES),
    };
    let length = bound("ORACLE_CHANGES", CHANGES);
    let most = bound("ORACLE_EVALUATIONS", EVALUATIONS);
    for sequence in sequences {
        let mut random = generate::random(sequence);
        let mut changes = Vec::new();
        let mut next = |session: &Session<'_>, evaluations| {
            if changes.len() as u64 == length || evaluations > most {
                return None;
            }
            let change = generate::change(&mut random, &ruleset, session, elements);
            changes.push(change.clone());
            Some(change)
        };
        let played = attempt(&ruleset, new, &mut next);
        if let Err(difference) = played {
            let (changes, difference) = shrink(&ruleset, new, changes, difference);
            let report = report::report(case, sequence, &ruleset, &changes, &difference);
            panic!("{report}");
        }
    }
}

fn number(text: &str) -> u64 {
    text.parse()
        .unwrap_or_else(|_| panic!("expected a number, found `{text}`"))
}

fn bound(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| number(&text))
}

/// Leaves out changes while the rest still shows a difference, until none can go: one to which another refers
/// can when the other has gone.
fn shrink<I: Id>(
    ruleset: &Ruleset,
    new: &New<'_, I>,
    mut changes: Vec<Change>,
    mut difference: String,
) -> (Vec<Change>, String) {
    loop {
        let length = changes.len();
        for at in (0..length).rev() {
            let mut fewer = changes.clone();
            fewer.remove(at);
            let mut rest = fewer.iter().cloned();
            if let Err(other) = attempt(ruleset, new, &mut |_, _| rest.next()) {
                (changes, difference) = (fewer, other);
            }
        }
        if changes.len() == length {
            return (changes, difference);
        }
    }
}

/// Makes changes on both sides, as `next` gives them; a panic of the engine is a difference too.
fn attempt<I: Id>(ruleset: &Ruleset, new: &New<'_, I>, next: &mut Next<'_>) -> Result<(), String> {
    let played = catch_unwind(AssertUnwindSafe(|| play(ruleset, &mut *new(), next)));
    played.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(format!("the engine panics: {}", text.unwrap_or("no text")))
    })
}

fn play<I: Id>(
    ruleset: &Ruleset,
    engine: &mut dyn Engine<Id = I>,
    next: &mut Next<'_>,
) -> Result<(), String> {
    let mut session = Session::new(ruleset);
    let mut known = Known {
        facts: HashMap::new(),
        ids: HashMap::new(),
    };
    compare(ruleset, &session, engine, &mut known).map_err(|found| format!("at first: {found}"))?;
    let mut number: u64 = 0;
    let traced = std::env::var_os("ORACLE_TRACE").is_some();
    let verify = bound("ORACLE_VERIFY", VERIFY);
    let (mut before, mut evaluations) = (0, 0);
    while let Some(change) = next(&session, evaluations) {
        number += 1;
        if traced {
            eprintln!("{} // {number}", report::call(ruleset, &change));
        }
        let after = |text: String| format!("after change {number}: {text}");
        if !ends(&session, &change) {
            break;
        }
        if let Change::Ask(query, arguments) = &change {
            engine.change(&change);
            let expected = session.ask(*query, arguments);
            let found = engine.ask(*query, arguments);
            if expected != found {
                let results = report::results(&expected, &found);
                return Err(after(results));
            }
            continue;
        }
        let expected = apply(ruleset, &mut session, &change);
        let found = apply_to(engine, &change, ruleset);
        if expected != found && !at_both(expected, found, &change) {
            return Err(after(format!(
                "fired {expected:?} expected, found {found:?}"
            )));
        }
        if matches!(change, Change::Tick(_)) {
            gone::hide(ruleset, &mut session, engine, &known.ids);
        }
        compare(ruleset, &session, engine, &mut known).map_err(after)?;
        if number.is_multiple_of(EXPLAINED) && session.len() <= FEW && !session.hides() {
            compare_explanations(ruleset, &session, engine).map_err(after)?;
            // Of two values of a fact that are equal, a recording does not know which of them stands again when the session has
            // gone back.
            if !ruleset.backtrack {
                derivations::compare(ruleset, &session, engine, &known).map_err(after)?;
            }
        }
        let after = session.evaluations();
        (before, evaluations) = (after, after - before);
        if number.is_multiple_of(verify) && evaluations < QUICK {
            engine.verify();
        }
    }
    if evaluations < QUICK {
        engine.verify();
    }
    Ok(())
}

/// Compares what explanations count.
fn compare_explanations<I: Id>(
    ruleset: &Ruleset,
    session: &Session<'_>,
    engine: &dyn Engine<Id = I>,
) -> Result<(), String> {
    for (rule, written) in ruleset.rules.iter().enumerate() {
        let Some(found) = engine.explain(rule) else {
            continue;
        };
        // Of windows and instants more is counted.
        if condition::ask_clock(&written.when) {
            continue;
        }
        let expected = session.explain(rule);
        if expected != found {
            return Err(report::rows(&written.name, &expected, &found));
        }
    }
    Ok(())
}

/// Whether a run came to rest with the last firing that its limit allows: an engine may say either.
fn at_both(expected: Option<Fired>, found: Option<Fired>, change: &Change) -> bool {
    let limit = match change {
        Change::Step => 1,
        Change::Run(limit) => *limit,
        _ => return false,
    };
    let (Some(expected), Some(found)) = (expected, found) else {
        return false;
    };
    let stops = (expected.stop, found.stop);
    expected.count == limit && found.count == limit && stops == (Stop::Rest, Stop::Limit)
}

/// Whether a change comes to its end soon: others may never.
#[must_use]
pub fn ends(session: &Session<'_>, change: &Change) -> bool {
    let mut tried = session.clone();
    let mut ends = match change {
        Change::Next => tried.next_solution_within(1).is_some(),
        Change::Run(u64::MAX) => tried.run_limit(1).stop != Stop::Limit,
        _ => return true,
    };
    let mut fired = 1;
    while !ends && fired < FIRINGS && tried.evaluations() - session.evaluations() < EVALUATIONS {
        ends = tried.run_limit(1).stop != Stop::Limit;
        fired += 1;
    }
    ends
}

/// Makes a change on the naive side, an edit of a fact that is not there left out; what fired, where it is a run.
pub fn apply(ruleset: &Ruleset, session: &mut Session<'_>, change: &Change) -> Option<Fired> {
    let calls = match change {
        Change::Step => return Some(session.step()),
        Change::Run(limit) => return Some(session.run_limit(*limit)),
        Change::Advance(t) => return Some(session.advance_to(*t)),
        Change::Next => return Some(searched(session.next_solution())),
        Change::Skip => {
            session.skip();
            return None;
        }
        Change::Tick(t) => {
            session.tick_to(*t);
            return None;
        }
        Change::Ask(..) => return None,
        // One of a fact that is not there is no change.
        Change::Edit(edit) => vec![call(ruleset, session, edit)?],
        Change::Transaction(edits) => {
            let calls = edits.iter().filter_map(|edit| call(ruleset, session, edit));
            calls.collect::<Vec<_>>()
        }
        Change::InsertAll(kind, facts) => {
            let name = &ruleset.facts[*kind].name;
            let calls = facts.iter().cloned();
            calls
                .map(|values| Call::Insert(name.clone(), values))
                .collect()
        }
    };
    session.transaction(&calls);
    None
}

/// A change as Rust.
#[must_use]
pub fn written(ruleset: &Ruleset, change: &Change) -> String {
    report::call(ruleset, change)
}

/// What an edit is for the naive side; nothing where it names a fact that is not there.
fn call(ruleset: &Ruleset, session: &Session<'_>, edit: &Edit) -> Option<Call> {
    let id = |kind: &usize, place: &usize| -> Option<FactId> {
        let facts = session.facts(&ruleset.facts[*kind].name);
        facts.get(*place).map(|fact| fact.id)
    };
    match edit {
        Edit::Insert(kind, values) => {
            let name = ruleset.facts[*kind].name.clone();
            Some(Call::Insert(name, values.clone()))
        }
        Edit::Update(kind, place, values) => Some(Call::Update(id(kind, place)?, values.clone())),
        Edit::Retract(kind, place) => Some(Call::Retract(id(kind, place)?)),
    }
}

/// Makes a change on the engine's side; an edit of a fact that is not there is left out.
pub fn apply_to<I: Id>(
    engine: &mut dyn Engine<Id = I>,
    change: &Change,
    ruleset: &Ruleset,
) -> Option<Fired> {
    let lengths: Vec<usize> = (0..ruleset.facts.len())
        .map(|kind| engine.facts(kind).len())
        .collect();
    let there = |edit: &Edit| match edit {
        Edit::Insert(..) => true,
        Edit::Update(kind, place, _) | Edit::Retract(kind, place) => *place < lengths[*kind],
    };
    match change {
        Change::Edit(edit) if !there(edit) => None,
        Change::Transaction(edits) => {
            let edits = edits.iter().filter(|edit| there(edit)).cloned().collect();
            engine.change(&Change::Transaction(edits))
        }
        change => engine.change(change),
    }
}

/// Which handle stands for which fact, of all that a change ended with.
struct Known<I> {
    facts: HashMap<I, FactId>,
    ids: HashMap<FactId, I>,
}

/// Compares both sides. `known` grows with the facts met.
fn compare<I: Id>(
    ruleset: &Ruleset,
    session: &Session<'_>,
    engine: &dyn Engine<Id = I>,
    known: &mut Known<I>,
) -> Result<(), String> {
    for (kind, declared) in ruleset.facts.iter().enumerate() {
        let expected = session.facts(&declared.name);
        let found = engine.facts(kind);
        let values: Vec<&Vec<Value>> = expected.iter().map(|fact| &fact.values).collect();
        if !values
            .iter()
            .copied()
            .eq(found.iter().map(|(_, values)| values))
        {
            let name = &declared.name;
            let expected = report::facts(ruleset, name, values.into_iter());
            let found = report::facts(ruleset, name, found.iter().map(|(_, values)| values));
            return Err(format!("facts\n  expected {expected}\n  found    {found}"));
        }
        for (fact, (id, _)) in expected.iter().zip(&found) {
            let shown = || report::facts(ruleset, &declared.name, std::iter::once(&fact.values));
            if *known.facts.entry(*id).or_insert(fact.id) != fact.id {
                return Err(format!("{} has the handle {id:?} of another fact", shown()));
            }
            if *known.ids.entry(fact.id).or_insert(*id) != *id {
                return Err(format!("{} has a new handle {id:?}", shown()));
            }
        }
    }
    let clock = engine.clock();
    let expected = (session.now(), session.late().to_vec());
    if let Some(found) = clock.filter(|found| *found != expected) {
        return Err(format!(
            "the clock, and late events\n  expected {expected:?}\n  found    {found:?}"
        ));
    }
    // Of an activation that undoes, a fact may be gone; one that no change ended with is unknown to both.
    let met = |id: &FactId| known.ids.contains_key(id).then_some(*id);
    let activations = session.agenda().into_iter();
    let expected: Vec<report::Activation> = activations
        .map(|activation| Pending {
            rule: activation.rule,
            focused: activation.focused,
            facts: activation.facts.iter().map(met).collect(),
        })
        .collect();
    let activations = engine.agenda().into_iter();
    let found: Vec<report::Activation> = activations
        .map(|activation| Pending {
            rule: activation.rule,
            focused: activation.focused,
            facts: activation
                .facts
                .iter()
                .map(|id| known.facts.get(id).copied())
                .collect(),
        })
        .collect();
    if expected != found {
        let expected = report::agenda(ruleset, session, &expected);
        let found = report::agenda(ruleset, session, &found);
        return Err(format!("agenda\n  expected{expected}\n  found{found}"));
    }
    engine.check_listener();
    Ok(())
}
