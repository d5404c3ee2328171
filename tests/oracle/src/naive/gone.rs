//! Events that an engine lets go since no condition needs them.
//!
//! They are hidden and go on to be matched, so that an engine that lets one go too early differs. What comes late, and what
//! is changed from outside, is to meet what is still there: before it the hidden are forgotten, and no match begins by that.

use super::{Call, End, FactId, Held, Session, State};

impl Session<'_> {
    /// Hides an event.
    pub fn hide(&mut self, id: FactId) {
        self.memory.hidden.insert(id);
    }

    /// Whether some events are hidden.
    #[must_use]
    pub fn hides(&self) -> bool {
        !self.memory.hidden.is_empty()
    }

    /// Whether there are events with an end before their beginning, which may come when others have gone.
    #[must_use]
    pub fn has_odd(&self) -> bool {
        let ahead = self.memory.ahead.iter().map(|(_, fact)| fact);
        let mut all = self.memory.facts.iter().chain(ahead);
        all.any(|fact| fact.kind.event.is_some() && fact.ends() < fact.begins())
    }

    /// Forgets what is hidden before calls that may meet it.
    pub(super) fn forget_before(&mut self, calls: &[Call]) {
        let meets = |call: &Call| match call {
            Call::Insert(fact, values) => {
                let kind = self.ruleset.fact_type(fact);
                kind.event.as_ref().is_some_and(|event| {
                    let time = |field: &str| values[kind.place(field)].int();
                    let begins = time(&event.at);
                    let ends = time(event.until.as_ref().unwrap_or(&event.at));
                    begins < self.memory.now || ends < begins
                })
            }
            Call::Update(..) | Call::Retract(_) => true,
        };
        if calls.iter().any(meets) {
            self.forget();
        }
    }

    /// Fires the first activation; where it inserts what may meet the hidden, after these are forgotten.
    pub(super) fn fire_and_forget(&mut self) -> Option<End> {
        if !self.hides() {
            return self.fire();
        }
        self.memory.is_odd = false;
        let before = self.clone();
        let end = self.fire();
        if !self.memory.is_odd {
            return end;
        }
        *self = before;
        self.forget();
        self.fire()
    }

    /// Forgets what is hidden.
    pub fn forget(&mut self) {
        if !self.hides() {
            return;
        }
        let hidden = std::mem::take(&mut self.memory.hidden);
        self.memory.facts.retain(|fact| !hidden.contains(&fact.id));
        for found in self.match_again() {
            self.number += 1;
            self.held.push(Held {
                number: self.number,
                date: self.date,
                salience: 0,
                watched: None,
                state: State::Barred,
                fired: Vec::new(),
                found,
            });
        }
    }
}
