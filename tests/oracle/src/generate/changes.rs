//! Makes changes from outside, one at a time, each fit for the facts there are.

use super::Random;
use super::queries::ask;
use super::search;
use crate::compare::{Change, Edit, ends};
use crate::elements::{Element, Elements};
use crate::model::Ruleset;
use crate::naive::Session;
use crate::value::{Kind, Value};

/// With this many facts, changes take away more than they add.
const MANY: usize = 14;
/// With this many, they only take away.
const TOO_MANY: usize = 24;

/// Of so many facts of a hundred that are inserted into a session that searches, the search has to choose something.
const OPEN: u32 = 40;

/// The forms of changes.
#[derive(Clone, Copy)]
enum Form {
    Insert,
    InsertAll,
    Update,
    Retract,
    Transaction,
    Step,
    Skip,
    Run,
    RunAll,
    Search,
    Ask,
    Tick,
}

/// The next change for a session.
pub fn change(
    random: &mut Random,
    ruleset: &Ruleset,
    session: &Session<'_>,
    elements: Elements,
) -> Change {
    let room = session.len() < MANY;
    let when = |wanted: bool, weight: u32| if wanted { weight } else { 0 };
    let transactions = room && elements.has(Element::Transaction);
    let skips = when(
        elements.has(Element::Errors),
        if ruleset.fails { 16 } else { 4 },
    );
    let forms = [
        (when(room, 30), Form::Insert),
        (when(room, 10), Form::InsertAll),
        (18, Form::Update),
        (if room { 12 } else { 60 }, Form::Retract),
        (when(transactions, 10), Form::Transaction),
        (when(session.len() < TOO_MANY, 16), Form::Step),
        (skips, Form::Skip),
        (when(room, 10), Form::Run),
        (when(ruleset.backtrack && room, 8), Form::RunAll),
        (when(ruleset.backtrack && room, 60), Form::Search),
        (when(!ruleset.questions().is_empty(), 40), Form::Ask),
        (when(ruleset.clock, 24), Form::Tick),
    ];
    match *random.weighted(&forms) {
        Form::Insert => Change::Edit(insert(random, ruleset, session)),
        Form::InsertAll => {
            let kind = inserted(random, ruleset);
            let count = random.within(2, 4);
            let facts = (0..count).map(|_| values(random, ruleset, session, kind));
            Change::InsertAll(kind, facts.collect())
        }
        Form::Update => Change::Edit(update(random, ruleset, session)),
        Form::Retract => match place(random, ruleset, session) {
            Some((kind, place)) => Change::Edit(Edit::Retract(kind, place)),
            None => Change::Edit(insert(random, ruleset, session)),
        },
        Form::Transaction => transaction(random, ruleset, session),
        Form::Step => Change::Step,
        Form::Skip => Change::Skip,
        Form::Run => Change::Run(random.within(2, 5) as u64),
        Form::RunAll => if_it_ends(session, Change::Run(u64::MAX)),
        Form::Search => if_it_ends(session, Change::Next),
        Form::Ask => ask(random, ruleset),
        Form::Tick => Change::Tick(session.now() + random.int(0, 2)),
    }
}

/// A change that may fire without end, or a step.
fn if_it_ends(session: &Session<'_>, change: Change) -> Change {
    if ends(session, &change) {
        change
    } else {
        Change::Step
    }
}

fn transaction(random: &mut Random, ruleset: &Ruleset, session: &Session<'_>) -> Change {
    let mut edits: Vec<Edit> = Vec::new();
    for _ in 0..random.within(1, 4) {
        let edit = match random.below(3) {
            0 => insert(random, ruleset, session),
            1 => update(random, ruleset, session),
            _ => match place(random, ruleset, session) {
                Some((kind, place)) => Edit::Retract(kind, place),
                None => insert(random, ruleset, session),
            },
        };
        // A fact that the transaction has retracted has no handle any more.
        let gone = edits.iter().any(|other| match (other, target(&edit)) {
            (Edit::Retract(kind, place), Some(target)) => (*kind, *place) == target,
            _ => false,
        });
        if !gone {
            edits.push(edit);
        }
    }
    Change::Transaction(edits)
}

/// The fact that an edit is about.
fn target(edit: &Edit) -> Option<(usize, usize)> {
    match edit {
        Edit::Insert(..) => None,
        Edit::Update(kind, place, _) | Edit::Retract(kind, place) => Some((*kind, *place)),
    }
}

fn insert(random: &mut Random, ruleset: &Ruleset, session: &Session<'_>) -> Edit {
    let kind = inserted(random, ruleset);
    Edit::Insert(kind, values(random, ruleset, session, kind))
}

/// The fact types that are changed from outside.
fn changed(ruleset: &Ruleset) -> Vec<usize> {
    let kinds = 0..ruleset.facts.len();
    kinds
        .filter(|kind| ruleset.facts[*kind].best.is_none())
        .collect()
}

/// A fact type of which facts are inserted from outside.
fn inserted(random: &mut Random, ruleset: &Ruleset) -> usize {
    if let Some(open) = search::open(ruleset)
        && random.chance(OPEN)
    {
        return open;
    }
    *random.pick(&changed(ruleset))
}

/// An update of one field or of all, to a value that may be the same.
fn update(random: &mut Random, ruleset: &Ruleset, session: &Session<'_>) -> Edit {
    let Some((kind, place)) = place(random, ruleset, session) else {
        return insert(random, ruleset, session);
    };
    let declared = &ruleset.facts[kind];
    let mut now = session.facts(&declared.name)[place].values.clone();
    let mut fresh = values(random, ruleset, session, kind);
    for (place, (field, _)) in declared.fields.iter().enumerate() {
        // The time of an event stays.
        if declared
            .event
            .as_ref()
            .is_some_and(|event| event.has(field))
        {
            fresh[place] = now[place];
        }
    }
    if random.chance(25) {
        return Edit::Update(kind, place, fresh);
    }
    let field = random.below(now.len());
    now[field] = fresh[field];
    Edit::Update(kind, place, now)
}

/// Some fact: its type and its place among those of the type.
fn place(random: &mut Random, ruleset: &Ruleset, session: &Session<'_>) -> Option<(usize, usize)> {
    let mut all = Vec::new();
    for kind in changed(ruleset) {
        let declared = &ruleset.facts[kind];
        let facts = session.facts(&declared.name);
        all.extend((0..facts.len()).map(|place| (kind, place)));
    }
    (!all.is_empty()).then(|| *random.pick(&all))
}

fn values(
    random: &mut Random,
    ruleset: &Ruleset,
    session: &Session<'_>,
    kind: usize,
) -> Vec<Value> {
    let declared = &ruleset.facts[kind];
    let begins = declared
        .event
        .as_ref()
        .map(|_| session.now() + random.int(-1, 2));
    let values = declared.fields.iter().map(|(field, kind)| match kind {
        Kind::Int
            if declared
                .event
                .as_ref()
                .is_some_and(|event| event.has(field)) =>
        {
            let begins = begins.expect("it is an event");
            let is_beginning = declared
                .event
                .as_ref()
                .is_some_and(|event| event.at == *field);
            Value::Int(begins + if is_beginning { 0 } else { random.int(-1, 2) })
        }
        kind => random.value(*kind),
    });
    values.collect()
}
