//! Generated rulesets under `#[strategy(random(…))]`, whose order is the engine's own: they are confluent, and come to rest
//! with the facts that the naive matcher comes to rest with.

#![allow(dead_code, reason = "there may be no ruleset")]

use oracle::compare::{Change, Edit, Engine, Id, New, apply, apply_to};
use oracle::generate;
use oracle::model::Ruleset;
use oracle::naive::{Session, Stop};
use oracle::value::Value;

include!(concat!(env!("OUT_DIR"), "/shuffled.rs"));

/// The number of sequences of changes for each ruleset.
const SEQUENCES: u64 = 20;
/// The number of changes in a sequence; after each, rules fire until nothing is left.
const CHANGES: usize = 15;
/// A sequence ends before the naive matcher has so many facts,
const FACTS: usize = 30;
/// or fires so often after a change. In another order there may be more to fire.
const FIRINGS: u64 = 60;
/// How often the engine fires at the most.
const LIMIT: u64 = 10_000;

/// Tries the ruleset of a seed.
fn agree<I: Id>(seed: &str, new: &New<'_, I>) {
    let ruleset = generate::confluent(seed.parse().expect("a seed"));
    for sequence in 0..SEQUENCES {
        play(&ruleset, sequence, new);
    }
}

/// The same change of a session whose facts have come in another order: of a fact of the same values.
fn shuffled<I: Id>(
    change: &Change,
    ruleset: &Ruleset,
    session: &Session<'_>,
    engine: &dyn Engine<Id = I>,
) -> Change {
    let place_of = |kind: usize, place: usize| {
        let facts = session.facts(&ruleset.facts[kind].name);
        let found = engine.facts(kind);
        let fact = &facts[place];
        let alike = facts[..place]
            .iter()
            .filter(|other| other.values == fact.values);
        let found = found.iter().enumerate();
        let mut same = found.filter(|(_, (_, values))| *values == fact.values);
        same.nth(alike.count()).expect("both have the same facts").0
    };
    let edited = |edit: &Edit| match edit {
        Edit::Insert(..) => edit.clone(),
        Edit::Update(kind, place, values) => {
            Edit::Update(*kind, place_of(*kind, *place), values.clone())
        }
        Edit::Retract(kind, place) => Edit::Retract(*kind, place_of(*kind, *place)),
    };
    match change {
        Change::Edit(edit) => Change::Edit(edited(edit)),
        Change::Transaction(edits) => Change::Transaction(edits.iter().map(edited).collect()),
        change => change.clone(),
    }
}

fn play<I: Id>(ruleset: &Ruleset, sequence: u64, new: &New<'_, I>) {
    let (mut session, mut engine) = (Session::new(ruleset), new());
    let mut random = generate::random(sequence);
    for number in 1..=CHANGES {
        let Some(edit) = generate::edit(&mut random, ruleset, &session, true) else {
            return;
        };
        let shuffled = shuffled(&edit, ruleset, &session, &*engine);
        apply(ruleset, &mut session, &edit);
        let rests = session.run_limit(FIRINGS).stop == Stop::Rest;
        if !rests || session.len() > FACTS {
            return;
        }
        apply_to(&mut *engine, &shuffled, ruleset);
        engine.change(&Change::Run(LIMIT));
        for (kind, declared) in ruleset.facts.iter().enumerate() {
            let expected = session.facts(&declared.name).into_iter();
            let mut expected: Vec<Vec<Value>> = expected.map(|fact| fact.values.clone()).collect();
            let found = engine.facts(kind).into_iter();
            let mut found: Vec<Vec<Value>> = found.map(|(_, values)| values).collect();
            expected.sort_unstable();
            found.sort_unstable();
            let name = &declared.name;
            assert_eq!(
                found, expected,
                "{name} after change {number} of sequence {sequence} of {}",
                ruleset.name
            );
        }
        engine.verify();
    }
}
