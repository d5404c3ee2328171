//! Working memory as a list of facts in insertion order, with the semantics of `#[unique]` and `#[key]`.

use super::derivations::{Firing, History};
use crate::model::{FactType, Ruleset};
use crate::value::Value;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A fact's number: how many were inserted before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FactId(pub u64);

/// A fact.
#[derive(Clone, Debug)]
pub struct Fact<'r> {
    /// Its number.
    pub id: FactId,
    /// Its type.
    pub kind: &'r FactType,
    /// A value for each field.
    pub values: Vec<Value>,
    /// The change that inserted it or last modified it.
    pub date: u64,
    /// For each field, the change that last wrote it.
    pub(super) written: Vec<u64>,
    /// Whether it stands by itself, as every fact does that a plain insert made.
    pub(super) stated: bool,
    /// The matches that support it, by number.
    pub(super) supports: Vec<u64>,
    /// Of a `#[best]` fact: how many were derived before it.
    pub(super) order: u64,
}

impl Fact<'_> {
    /// The value of a field.
    #[must_use]
    pub fn get(&self, field: &str) -> Value {
        self.values[self.kind.place(field)]
    }

    /// When it begins, an event.
    pub(super) fn begins(&self) -> i32 {
        let event = self.kind.event.as_ref().expect("an event");
        self.get(&event.at).int()
    }

    /// When it ends.
    pub(super) fn ends(&self) -> i32 {
        let event = self.kind.event.as_ref().expect("an event");
        self.get(event.until.as_ref().unwrap_or(&event.at)).int()
    }

    /// When it expires, where it does.
    pub(super) fn expires(&self) -> Option<i32> {
        let event = self.kind.event.as_ref()?;
        Some(self.ends() + event.expires?)
    }

    /// The sum of the integer fields.
    #[must_use]
    pub fn total(&self) -> i32 {
        let integers = self.values.iter().filter_map(|value| match value {
            Value::Int(int) => Some(int),
            _ => None,
        });
        integers.sum()
    }

    fn key(&self) -> Option<Vec<Value>> {
        let fields = self.kind.key.as_ref()?;
        Some(fields.iter().map(|field| self.get(field)).collect())
    }
}

/// The facts of a session.
#[derive(Clone, Debug)]
pub(super) struct Memory<'r> {
    ruleset: &'r Ruleset,
    pub(super) facts: Vec<Fact<'r>>,
    /// The candidates of `#[best]` types that wait; they have no number.
    pub(super) waiting: Vec<Fact<'r>>,
    /// The events whose time lies ahead, with the dates of the changes that inserted them.
    pub(super) ahead: Vec<(u64, Fact<'r>)>,
    /// The events that another has let go, for no condition needs them: they are shown no more, and still matched.
    pub(super) hidden: BTreeSet<FactId>,
    /// Whether an event has come that may meet what is hidden: late, or with an end before its beginning.
    pub(super) is_odd: bool,
    /// Where the clock is.
    pub(super) now: i32,
    /// For each fact type, how many of its events came after their time.
    pub(super) late: Vec<u64>,
    /// How many candidates have been derived.
    derived: u64,
    /// What the change under way has retracted, as it was before the change.
    retracted: Vec<Fact<'r>>,
    /// What the change under way has modified, as it was before the change.
    modified: Vec<Fact<'r>>,
    inserted: u64,
    /// How many were inserted before the change under way.
    inserted_before: u64,
    /// The firing under way.
    firing: Option<Rc<Firing>>,
    /// Of every fact that was ever inserted.
    histories: Vec<History>,
    /// How often a condition has been evaluated.
    pub(super) evaluations: Cell<u64>,
}

impl<'r> Memory<'r> {
    pub(super) fn new(ruleset: &'r Ruleset) -> Self {
        Self {
            ruleset,
            facts: Vec::new(),
            waiting: Vec::new(),
            ahead: Vec::new(),
            hidden: BTreeSet::new(),
            is_odd: false,
            now: 0,
            late: vec![0; ruleset.facts.len()],
            derived: 0,
            retracted: Vec::new(),
            modified: Vec::new(),
            inserted: 0,
            inserted_before: 0,
            firing: None,
            histories: Vec::new(),
            evaluations: Cell::default(),
        }
    }

    /// Working memory that holds these facts, as they are, and has no history.
    pub(super) fn of_facts(ruleset: &'r Ruleset, facts: Vec<Fact<'r>>) -> Self {
        Self {
            facts,
            ..Self::new(ruleset)
        }
    }

    /// Becomes as it was. The numbers of the facts that there were since are used no more.
    pub(super) fn go_back_to(&mut self, before: &Self) {
        let since = self.histories.split_off(before.histories.len());
        *self = Self {
            inserted: self.inserted,
            inserted_before: self.inserted,
            evaluations: self.evaluations.clone(),
            ..before.clone()
        };
        self.histories.extend(since);
    }

    /// What became of a fact.
    pub(super) fn history(&self, id: FactId) -> &History {
        let place = usize::try_from(id.0).expect("there are few");
        &self.histories[place]
    }

    /// Starts the change that a firing makes.
    pub(super) fn begin_firing(&mut self, firing: Firing) {
        self.firing = Some(Rc::new(firing));
    }

    /// Every fact, in insertion order.
    pub(super) fn facts(&self) -> &[Fact<'r>] {
        &self.facts
    }

    /// The facts of a type, in insertion order.
    pub(super) fn of<'m>(&'m self, fact: &str) -> impl Iterator<Item = &'m Fact<'r>> {
        self.facts.iter().filter(move |held| held.kind.name == fact)
    }

    /// The fact of that number, if it is there.
    pub(super) fn get(&self, id: FactId) -> Option<&Fact<'r>> {
        self.facts.iter().find(|fact| fact.id == id)
    }

    /// Inserts a fact, standing by itself or supported by a match; the number of the one that stands for it.
    pub(super) fn insert(
        &mut self,
        fact: &str,
        values: Vec<Value>,
        support: Option<u64>,
        date: u64,
    ) -> FactId {
        let new = Fact {
            id: FactId(self.inserted),
            kind: self.ruleset.fact_type(fact),
            written: vec![date; values.len()],
            values,
            date,
            stated: support.is_none(),
            supports: support.into_iter().collect(),
            order: self.derived,
        };
        if let Some(equal) = self.equal(&new) {
            equal.stated |= new.stated;
            equal.supports.extend(new.supports);
            return equal.id;
        }
        if new.kind.best.is_some() {
            let id = new.id;
            self.derived += 1;
            self.wait(new);
            return id;
        }
        if let Some(id) = self.of_same_key(&new) {
            self.replace(id, new.values, date);
            return id;
        }
        if new.kind.event.is_some() {
            return self.put_event(new, date);
        }
        self.put(new)
    }

    /// Puts in an event, or lets it wait.
    fn put_event(&mut self, new: Fact<'r>, date: u64) -> FactId {
        let begins = new.begins();
        self.is_odd |= begins < self.now || new.ends() < begins;
        let id = self.put(new);
        if begins > self.now {
            let fact = self.facts.pop().expect("it has been put in");
            // It enters by the clock, whoever inserted it.
            let history = self.histories.last_mut();
            history.expect("it has been put in").origin = None;
            self.ahead.push((date, fact));
        }
        id
    }

    /// Takes out the events that expire first, where that is now or should have been before. Whether there are any.
    pub(super) fn expire(&mut self) -> bool {
        let first = self.facts.iter().filter_map(Fact::expires).min();
        let Some(first) = first.filter(|&first| first <= self.now) else {
            return false;
        };
        let gone = self.facts.iter();
        let gone = gone.filter(|fact| fact.expires() == Some(first));
        for id in gone.map(|fact| fact.id).collect::<Vec<_>>() {
            self.retract(id);
        }
        true
    }

    /// Lets the first of the events that begin now enter, and those that the same change inserted. Whether there is any.
    pub(super) fn enter(&mut self, date: u64) -> bool {
        let now = self.now;
        let due = self.ahead.iter().filter(|(_, fact)| fact.begins() == now);
        let Some((_, of)) = due.map(|(of, fact)| (fact.id, *of)).min() else {
            return false;
        };
        let (enter, wait) = std::mem::take(&mut self.ahead)
            .into_iter()
            .partition(|(other, fact)| *other == of && fact.begins() == now);
        self.ahead = wait;
        for (_, mut fact) in enter {
            fact.date = date;
            self.put_back(fact);
        }
        true
    }

    /// Drops the events that wait and do not stand by themselves, where no match that stands supports them.
    pub(super) fn drop_ahead(&mut self) {
        self.ahead
            .retain(|(_, fact)| fact.stated || !fact.supports.is_empty());
    }

    /// Puts in a fact, with the next number.
    pub(super) fn put(&mut self, mut new: Fact<'r>) -> FactId {
        new.id = FactId(self.inserted);
        self.inserted += 1;
        let history = History::new(&new, self.firing.clone());
        self.histories.push(history);
        self.facts.push(new);
        self.facts[self.facts.len() - 1].id
    }

    /// Gives a fact new values by a write of the whole; nothing happens if it is gone.
    pub(super) fn replace(&mut self, id: FactId, values: Vec<Value>, date: u64) {
        let all: Vec<usize> = (0..values.len()).collect();
        self.modify(id, values, &all, date);
    }

    /// Gives a fact new values by writes of some fields; nothing happens if it is gone.
    pub(super) fn modify(&mut self, id: FactId, values: Vec<Value>, written: &[usize], date: u64) {
        let Some(place) = self.facts.iter().position(|fact| fact.id == id) else {
            return;
        };
        let fact = &mut self.facts[place];
        if self.modified.iter().all(|before| before.id != id) {
            self.modified.push(fact.clone());
        }
        fact.values = values;
        fact.date = date;
        for place in written {
            fact.written[*place] = date;
        }
        let fact = fact.clone();
        if let Some(equal) = self.equal(&fact) {
            let (other, stated, supports) = (equal.id, equal.stated, equal.supports.clone());
            self.facts[place].stated |= stated;
            self.facts[place].supports.extend(supports);
            self.retract(other);
        } else if let Some(other) = self.of_same_key(&fact) {
            self.retract(other);
        }
    }

    /// Takes a fact away; nothing happens if it is gone.
    pub(super) fn retract(&mut self, id: FactId) {
        if let Some(place) = self.facts.iter().position(|fact| fact.id == id) {
            let fact = self.facts.remove(place);
            let before = self.modified.iter().find(|before| before.id == id);
            self.retracted.push(before.cloned().unwrap_or(fact));
        }
    }

    /// Another fact that set semantics holds to be the same.
    fn equal(&mut self, fact: &Fact<'r>) -> Option<&mut Fact<'r>> {
        self.facts.iter_mut().find(|other| {
            (fact.kind.unique || fact.kind.best.is_some())
                && other.id != fact.id
                && other.kind == fact.kind
                && other.values == fact.values
        })
    }

    /// Another fact that has the same key.
    fn of_same_key(&self, fact: &Fact<'r>) -> Option<FactId> {
        let key = fact.key()?;
        let mut others = self.of(&fact.kind.name);
        others
            .find(|other| other.id != fact.id && other.key().as_ref() == Some(&key))
            .map(|other| other.id)
    }

    /// Takes out the facts that do not stand by themselves and that `chosen` chooses.
    pub(super) fn set_aside(&mut self, chosen: impl Fn(&Fact<'r>) -> bool) -> Vec<Fact<'r>> {
        let aside = |fact: &Fact<'r>| !fact.stated && chosen(fact);
        let (out, kept) = std::mem::take(&mut self.facts).into_iter().partition(aside);
        self.facts = kept;
        out
    }

    /// Puts a fact back in its place.
    pub(super) fn put_back(&mut self, fact: Fact<'r>) {
        self.facts.push(fact);
        self.facts.sort_by_key(|fact| fact.id);
    }

    /// Notes that a fact set aside has fallen.
    pub(super) fn let_fall(&mut self, fact: Fact<'r>) {
        self.retracted.push(fact);
    }

    /// Forgets the supports that are not among `standing`.
    pub(super) fn keep_supports(&mut self, standing: &[u64]) {
        let ahead = self.ahead.iter_mut().map(|(_, fact)| fact);
        for fact in self.facts.iter_mut().chain(&mut self.waiting).chain(ahead) {
            fact.supports.retain(|support| standing.contains(support));
        }
    }

    /// Looks at working memory with what the change has retracted still in it.
    pub(super) fn with_retracted<R>(&self, look: impl FnOnce(&Self) -> R) -> R {
        let mut whole = self.clone();
        whole.facts.extend(self.retracted.iter().cloned());
        look(&whole)
    }

    /// Ends a change.
    pub(super) fn end_change(&mut self) {
        self.retracted.clear();
        self.modified.clear();
        self.firing = None;
        for fact in &self.facts {
            let place = usize::try_from(fact.id.0).expect("there are few");
            let is_new = fact.id.0 >= self.inserted_before;
            self.histories[place].go_on(&fact.values, is_new);
            // What falls in the change that inserts it was never there.
            if is_new && fact.kind.event.is_some() && fact.begins() < self.now {
                let mut kinds = self.ruleset.facts.iter();
                let kind = kinds.position(|kind| kind.name == fact.kind.name);
                self.late[kind.expect("a declared type")] += 1;
            }
        }
        self.inserted_before = self.inserted;
    }
}
