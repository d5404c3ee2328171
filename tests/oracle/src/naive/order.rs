//! The firing order: total, and the same on every machine.
//!
//! The focused group; salience; `undo` before the rest; the strategy; the rules as written; the match's
//! elements from left to right.

use super::complexity::tests;
use super::found::{Match, Part};
use super::{Held, Session, State, Undone};
use crate::model::Strategy;
use std::cmp::{Ordering, Reverse};

/// An activation on the agenda.
#[derive(Clone, Copy, Debug)]
pub(super) enum Entry<'s, 'r> {
    Undo(&'s Undone<'r>),
    Match(&'s Held<'r>),
}

impl<'s, 'r> Entry<'s, 'r> {
    pub(super) fn found(self) -> &'s Match<'r> {
        match self {
            Self::Undo(undone) => &undone.found,
            Self::Match(held) => &held.found,
        }
    }

    fn date(self) -> u64 {
        match self {
            Self::Undo(undone) => undone.date,
            Self::Match(held) => held.date,
        }
    }

    fn salience(self) -> i32 {
        match self {
            Self::Undo(undone) => undone.salience,
            Self::Match(held) => held.salience,
        }
    }
}

/// The activation to fire next, by its number.
#[derive(Clone, Copy, Debug)]
pub(super) enum Choice {
    Undo(u64),
    Match(u64),
}

impl<'r> Session<'r> {
    /// What is on the agenda, in firing order.
    pub(super) fn entries(&self) -> Vec<Entry<'_, 'r>> {
        let pending = self.held.iter().filter(|held| Self::is_pending(held));
        let undone = self.undone.iter().map(Entry::Undo);
        let mut entries: Vec<_> = undone.chain(pending.map(Entry::Match)).collect();
        entries.sort_by(|left, right| self.compare(*left, *right));
        entries
    }

    /// The activation to fire next. Groups on top of the stack that have none left are popped.
    pub(super) fn choose(&mut self) -> Option<Choice> {
        let entries = self.entries();
        let groups: Vec<_> = entries.iter().map(|entry| self.group(*entry)).collect();
        let mut focus = self.focus.clone();
        let first = loop {
            let top = focus.last().copied();
            let first = groups.iter().position(|group| *group == top);
            if first.is_some() || focus.pop().is_none() {
                break first;
            }
        };
        let choice = first.map(|first| match entries[first] {
            Entry::Undo(undone) => Choice::Undo(undone.number),
            Entry::Match(held) => Choice::Match(held.number),
        });
        self.focus = focus;
        choice
    }

    /// Whether an activation's turn can come without a further focus.
    pub(super) fn may_fire(&self, entry: Entry<'_, 'r>) -> bool {
        self.group(entry)
            .is_none_or(|group| self.focus.contains(&group))
    }

    /// Puts a group on top of the focus stack, or moves it there.
    pub fn focus_on(&mut self, group: &'r str) {
        self.focus.retain(|other| *other != group);
        self.focus.push(group);
    }

    pub(super) fn is_pending(held: &Held<'r>) -> bool {
        held.state == State::Pending
    }

    fn group(&self, entry: Entry<'_, 'r>) -> Option<&'r str> {
        self.ruleset.rules[entry.found().rule].group.as_deref()
    }

    /// Where an activation's group stands: the stack from its top, no group, and the groups without focus.
    fn level(&self, entry: Entry<'_, 'r>) -> usize {
        let bottom = self.focus.len();
        self.group(entry).map_or(bottom, |group| {
            let place = self.focus.iter().rev().position(|other| *other == group);
            place.unwrap_or(bottom + 1)
        })
    }

    fn compare(&self, left: Entry<'_, 'r>, right: Entry<'_, 'r>) -> Ordering {
        let strategy = self.ruleset.strategy;
        let undo_first = |entry: Entry<'_, 'r>| matches!(entry, Entry::Match(_));
        self.level(left)
            .cmp(&self.level(right))
            .then_with(|| right.salience().cmp(&left.salience()))
            .then_with(|| undo_first(left).cmp(&undo_first(right)))
            .then_with(|| self.by_strategy(strategy, left, right))
            .then_with(|| left.found().rule.cmp(&right.found().rule))
            .then_with(|| parts(strategy, &left.found().parts, &right.found().parts))
    }

    fn by_strategy(
        &self,
        strategy: Strategy,
        left: Entry<'_, 'r>,
        right: Entry<'_, 'r>,
    ) -> Ordering {
        let latest = right.date().cmp(&left.date());
        let tests = |entry: Entry<'_, 'r>| tests(&self.ruleset.rules[entry.found().rule]);
        let ordered = match strategy {
            Strategy::Depth => Ordering::Equal,
            Strategy::Breadth => return left.date().cmp(&right.date()),
            Strategy::Lex => self.dates(right).cmp(&self.dates(left)),
            Strategy::Mea => {
                let first = |entry: Entry<'_, 'r>| self.dates_of(entry).first().copied();
                let firsts = first(right).cmp(&first(left));
                firsts.then_with(|| self.dates(right).cmp(&self.dates(left)))
            }
            Strategy::Complexity => tests(right).cmp(&tests(left)),
            Strategy::Simplicity => tests(left).cmp(&tests(right)),
            Strategy::Order => left.found().rule.cmp(&right.found().rule),
        };
        ordered.then(latest)
    }

    /// The dates of a match's facts, newest first; of two lists that begin alike the longer is greater.
    fn dates(&self, entry: Entry<'_, 'r>) -> Vec<u64> {
        let mut dates = self.dates_of(entry);
        dates.sort_by_key(|date| Reverse(*date));
        dates
    }

    /// The dates of a match's facts, in the order written; of one to be undone, those at its firing.
    fn dates_of(&self, entry: Entry<'_, 'r>) -> Vec<u64> {
        match entry {
            Entry::Undo(undone) => undone.fired.clone(),
            Entry::Match(held) => self.fact_dates(&held.found),
        }
    }

    /// The dates of the facts of a match that stands, in the order written.
    pub(super) fn fact_dates(&self, found: &Match<'r>) -> Vec<u64> {
        let date = |id| self.memory.get(id).map_or(0, |fact| fact.date);
        found.facts().into_iter().map(date).collect()
    }
}

/// Compares what two matches of one rule are made of, from left to right.
pub(super) fn parts(strategy: Strategy, left: &[Part<'_>], right: &[Part<'_>]) -> Ordering {
    let newest_first = |order: Ordering| match strategy {
        Strategy::Breadth => order,
        _ => order.reverse(),
    };
    let pairs = left.iter().zip(right);
    let mut orders = pairs.map(|pair| match pair {
        (Part::Fact(left, _), Part::Fact(right, _)) => newest_first(left.cmp(right)),
        (Part::Group(_, left), Part::Group(_, right)) => newest_first(left.cmp(right)),
        (Part::Branch(left), Part::Branch(right)) | (Part::Item(left), Part::Item(right)) => {
            left.cmp(right)
        }
        (Part::Answer(left), Part::Answer(right)) => left.cmp(right),
        _ => Ordering::Equal,
    });
    orders
        .find(|order| order.is_ne())
        .unwrap_or(Ordering::Equal)
}
