//! The same events at another pace of the clock: one jump, and step by step, come to the same.

use super::{Change, Edit, Engine, Id, New, report};
use crate::generate;
use crate::model::Ruleset;
use crate::value::{Kind, Value};

/// How many streams are tried.
const STREAMS: u64 = 20;
/// How many events a stream has.
const EVENTS: usize = 16;
/// When the last of them has come and gone.
const END: i32 = 30;

/// Compares engines that are given the same events, and whose clocks go by other steps.
///
/// # Panics
///
/// If they part.
pub(super) fn agree<I: Id>(case: &str, ruleset: &Ruleset, new: &New<'_, I>) {
    for stream in 0..STREAMS {
        let events = events(ruleset, stream);
        let paces = [END, 1, 4].map(|step| played(ruleset, &mut *new(), &events, step));
        if paces.iter().any(|pace| *pace != paces[0]) {
            let events: Vec<String> = events
                .iter()
                .map(|event| report::call(ruleset, event))
                .collect();
            let events = events.join("\n");
            panic!(
                "ruleset {case}, stream {stream}: a jump, and steps of 1 and 4, differ\n{events}\n{paces:#?}"
            );
        }
    }
}

/// Events in the order of their times, all of them ahead.
fn events(ruleset: &Ruleset, stream: u64) -> Vec<Change> {
    let mut random = generate::random(stream);
    let kinds = ruleset.facts.iter().enumerate();
    let kinds = kinds.filter_map(|(kind, fact)| Some((kind, fact, fact.event.as_ref()?)));
    let kinds: Vec<_> = kinds.collect();
    let mut times: Vec<i32> = (0..EVENTS).map(|_| random.int(1, 12)).collect();
    times.sort_unstable();
    let event = times.into_iter().map(|at| {
        let (kind, fact, event) = *random.pick(&kinds);
        let values = fact.fields.iter().map(|(field, of)| match of {
            Kind::Int if *field == event.at => Value::Int(at),
            Kind::Int if event.has(field) => Value::Int(at + random.int(0, 2)),
            kind => random.value(*kind),
        });
        Change::Edit(Edit::Insert(kind, values.collect()))
    });
    event.collect()
}

/// What an engine has come to: how often rules have fired, and what they have derived, in the order of its insertion.
fn played<I: Id>(
    ruleset: &Ruleset,
    engine: &mut dyn Engine<Id = I>,
    events: &[Change],
    step: i32,
) -> (u64, Vec<Vec<Vec<Value>>>) {
    for event in events {
        engine.change(event);
    }
    let mut fired = 0;
    let mut now = 0;
    while now < END {
        now = END.min(now + step);
        let told = engine.change(&Change::Advance(now));
        fired += told.map_or(0, |told| told.count);
    }
    let kinds = ruleset.facts.iter().enumerate();
    let derived = kinds.filter(|(_, fact)| fact.event.is_none());
    let derived = derived.map(|(kind, _)| {
        let facts = engine.facts(kind).into_iter();
        facts.map(|(_, values)| values).collect()
    });
    (fired, derived.collect())
}
