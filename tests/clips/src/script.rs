//! Changes for a ruleset, and what the naive matcher makes of each.
//!
//! Until something fires, the agenda is every match there is, and CLIPS must have the same. After that it has those that
//! are new, and there the two languages part: for CLIPS a fact that is modified, or a match that ends and holds again
//! within a change, is new, for ours only what reads another value, or did not hold before the change. So the
//! agenda is the same after a change that is one insert or one retract and that CLIPS makes at one stroke; after others
//! CLIPS has what ours has, and of the matches that hold perhaps more. A fact that such a match supports is gone until
//! it fires again. At rest the facts are the same, and both agendas are empty.

use crate::state::{Activated, Operation, State, activated, more};
use oracle::clips;
use oracle::compare::{Change, Edit, apply};
use oracle::generate;
use oracle::model::{Condition, FactType, Ruleset};
use oracle::naive::{Call, Fact, Session, Stop};
use std::collections::BTreeSet;

/// The number of changes in a sequence.
const CHANGES: usize = 24;
/// A run that fires more often than that is not made, nor a change after which there are more facts or matches.
const FIRINGS: u64 = 100;
const FACTS: usize = 60;
const MATCHES: usize = 400;
/// CLIPS may fire a match again, and so more often.
const ENOUGH: u64 = 100_000;

/// How far the agendas, and the facts that matches support, agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Agenda {
    /// They are the same.
    Same,
    /// CLIPS has what ours has, and perhaps other matches that hold; where fewer facts stand, they say nothing of each
    /// other.
    Within,
    /// Nothing is compared: which of two equal facts is gone is another one in CLIPS.
    Open,
}

/// A change, with what is expected after it.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    /// The change.
    pub(crate) change: Change,
    /// The same for CLIPS.
    pub(crate) operations: Vec<Operation>,
    /// What the naive matcher has after it.
    pub(crate) state: State,
    /// The matches that hold after it, fired or not.
    pub(crate) matches: Vec<Activated>,
    /// How the agenda is compared.
    pub(crate) agenda: Agenda,
}

/// The changes of a sequence. In every other one nothing fires; in the rest rules run to rest after each change, or
/// after every third.
pub(crate) fn changes(ruleset: &Ruleset, sequence: u64) -> Vec<Change> {
    let mut random = generate::random(sequence);
    let every = [None, Some(1), None, Some(3)][sequence as usize % 4];
    let mut session = Session::new(ruleset);
    let mut changes = Vec::new();
    let fits = |session: &Session<'_>| session.len() <= FACTS && session.matches().len() <= MATCHES;
    for number in 1..=CHANGES {
        let edit = generate::edit(&mut random, ruleset, &session, every.is_some());
        let run = every.is_some_and(|every| number % every == 0);
        for change in edit.into_iter().chain(run.then_some(Change::Run(FIRINGS))) {
            let mut next = session.clone();
            let fired = apply(ruleset, &mut next, &change);
            let rests = fired.is_none_or(|fired| fired.stop == Stop::Rest);
            if rests && fits(&next) {
                session = next;
                changes.push(change);
            }
        }
    }
    changes
}

/// What the naive matcher makes of changes; `None` where a run does not come to rest.
pub(crate) fn record(ruleset: &Ruleset, changes: &[Change]) -> Option<Vec<Step>> {
    let mut session = Session::new(ruleset);
    let mut before = State::of(ruleset, &session);
    let mut fired = false;
    let mut agenda = Agenda::Same;
    let even = ruleset.rules.iter().all(|rule| is_even(&rule.when));
    let mut steps = Vec::new();
    for change in changes {
        let (operations, merges) = operations(ruleset, &session, change);
        let run = apply(ruleset, &mut session, change);
        let state = State::of(ruleset, &session);
        if let Some(run) = run {
            if run.stop != Stop::Rest {
                return None;
            }
            (fired, agenda) = (true, Agenda::Same);
        } else if fired {
            let gone = more(&before.facts, &state.facts).len();
            let different = gone + more(&state.facts, &before.facts).len();
            let at_once = match operations.as_slice() {
                [] => true,
                [Operation::Assert(_) | Operation::Retract(..)] => even && different <= 1,
                _ => false,
            };
            agenda = agenda.max(match (merges, at_once) {
                (true, _) => Agenda::Open,
                (false, true) => Agenda::Same,
                (false, false) => Agenda::Within,
            });
        }
        let matches = activated(ruleset, &session, session.matches());
        before = state.clone();
        steps.push(Step {
            change: change.clone(),
            operations,
            state,
            matches,
            agenda,
        });
    }
    Some(steps)
}

/// What a change is for CLIPS, and whether it makes two facts of a `#[unique]` type one.
fn operations(ruleset: &Ruleset, session: &Session<'_>, change: &Change) -> (Vec<Operation>, bool) {
    let edits = match change {
        Change::Edit(edit) => vec![edit.clone()],
        Change::Transaction(edits) => edits.clone(),
        Change::InsertAll(kind, facts) => facts
            .iter()
            .map(|values| Edit::Insert(*kind, values.clone()))
            .collect(),
        Change::Run(_) => return (vec![Operation::Run(ENOUGH)], false),
        Change::Step
        | Change::Next
        | Change::Skip
        | Change::Ask(..)
        | Change::Tick(_)
        | Change::Advance(_) => {
            unreachable!("not among the changes of a confluent ruleset")
        }
    };
    let mut calls = Vec::new();
    let mut operations = Vec::new();
    let mut merges = false;
    for edit in edits {
        // A transaction reads what it has written so far.
        let mut now = session.clone();
        if !calls.is_empty() {
            now.transaction(&calls);
        }
        let declared = &ruleset.facts[kind(&edit)];
        let place = |place: usize| session.facts(&declared.name).get(place).map(|fact| fact.id);
        match edit {
            Edit::Insert(_, values) => {
                operations.push(Operation::Assert(clips::fact(declared, &values)));
                calls.push(Call::Insert(declared.name.clone(), values));
            }
            Edit::Update(_, at, values) => {
                let Some(fact) = place(at).and_then(|id| now.get(id)) else {
                    continue;
                };
                let mut others = now.facts(&declared.name).into_iter();
                merges |= declared.unique
                    && others.any(|other| other.id != fact.id && other.values == values);
                let (text, at) = named(&now, declared, fact);
                let new = clips::fact(declared, &values);
                if text != new {
                    operations.push(Operation::Modify(text, at, new));
                }
                calls.push(Call::Update(fact.id, values));
            }
            Edit::Retract(_, at) => {
                let Some(fact) = place(at).and_then(|id| now.get(id)) else {
                    continue;
                };
                let (text, at) = named(&now, declared, fact);
                operations.push(Operation::Retract(text, at));
                calls.push(Call::Retract(fact.id));
            }
        }
    }
    (operations, merges)
}

/// A fact as an operation names it: as it is written, and its place among those that are written alike.
fn named(session: &Session<'_>, declared: &FactType, fact: &Fact<'_>) -> (String, usize) {
    let others = session.facts(&declared.name).into_iter();
    let alike = others.filter(|other| other.id < fact.id && other.values == fact.values);
    (clips::fact(declared, &fact.values), alike.count())
}

/// Whether CLIPS looks at a fact once for each negation: no fact type stands in one both as what is negated and under a
/// further negation. Else a match may end, by the one, and hold again, by the other.
fn is_even(conditions: &[Condition]) -> bool {
    conditions.iter().all(|condition| {
        if let Condition::Either(branches) = condition {
            return branches.iter().all(|branch| is_even(branch));
        }
        let mut types = [BTreeSet::new(), BTreeSet::new()];
        sides(std::slice::from_ref(condition), false, &mut types);
        types[0].is_disjoint(&types[1])
    })
}

/// The fact types in conditions: those under an even number of negations, and the others, or the other way round.
fn sides<'r>(conditions: &'r [Condition], odd: bool, types: &mut [BTreeSet<&'r str>; 2]) {
    for condition in conditions {
        match condition {
            Condition::Pattern(pattern) => {
                types[usize::from(odd)].insert(&pattern.fact);
            }
            Condition::Not(block) => sides(block, !odd, types),
            Condition::Exists(block) => sides(block, odd, types),
            Condition::Forall(left, right) => {
                sides(left, !odd, types);
                sides(right, odd, types);
            }
            Condition::Either(branches) => {
                for branch in branches {
                    sides(branch, odd, types);
                }
            }
            _ => {}
        }
    }
}

fn kind(edit: &Edit) -> usize {
    match edit {
        Edit::Insert(kind, _) | Edit::Update(kind, ..) | Edit::Retract(kind, _) => *kind,
    }
}
