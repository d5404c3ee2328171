//! Which firing inserted a fact, over facts with which values: found by going through a recording.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::Recording;
use super::code::{Entry, Occurrence, Phase};
use crate::memory::handle::FactId;

/// A value that a fact had.
pub(crate) struct Version {
    pub(crate) fact: FactId,
    pub(crate) fact_type: &'static str,
    pub(crate) value: Box<str>,
}

/// The firing that inserted a fact.
#[derive(Clone)]
pub(crate) struct Origin {
    pub(crate) rule: &'static str,
    /// The facts of the match, as places in [`Origins::versions`].
    pub(crate) versions: Vec<usize>,
}

/// Where the facts of a recording came from.
#[derive(Default)]
pub(crate) struct Origins {
    pub(crate) versions: Vec<Version>,
    /// The values of each fact one after the other, of which the last is the one of now; without those that a way back has
    /// taken away.
    standing: BTreeMap<FactId, Vec<usize>>,
    of: BTreeMap<FactId, Origin>,
}

impl Origins {
    /// The firing that inserted a fact, where it is known.
    pub(crate) fn of(&self, fact: FactId) -> Option<&Origin> {
        self.of.get(&fact)
    }

    /// Whether a value is the last of its fact.
    pub(crate) fn is_last(&self, version: usize) -> bool {
        self.last(self.versions[version].fact) == Some(version)
    }

    /// The last value of a fact.
    fn last(&self, fact: FactId) -> Option<usize> {
        self.standing.get(&fact)?.last().copied()
    }

    /// Lets a fact have the last of its values again that was such a one, if there is one. (Of two that are equal a recording does
    /// not know which stood when the session was as it is now.)
    fn go_back(&mut self, fact: FactId, value: &str) -> bool {
        let Some(standing) = self.standing.get_mut(&fact) else {
            return false;
        };
        let mut values = standing.iter();
        let is_it = |&version: &usize| *self.versions[version].value == *value;
        let place = values.rposition(is_it);
        if let Some(place) = place {
            standing.truncate(place + 1);
        }
        place.is_some()
    }
}

impl Recording {
    /// Goes through the history.
    pub(crate) fn origins(&self) -> Origins {
        let mut origins = Origins::default();
        for (&fact, text) in &self.log.base().facts {
            self.add_version(&mut origins, fact, text.clone());
        }
        let mut firing: Option<Origin> = None;
        let mut goes_back = false;
        for entry in self.log.entries() {
            match entry {
                Entry::Waits(fact) => {
                    if let Some(firing) = &firing {
                        origins.of.insert(fact, firing.clone());
                    }
                }
                Entry::Inserted(fact, text) => {
                    if let Some(firing) = &firing {
                        origins.of.insert(fact, firing.clone());
                    }
                    if !(goes_back && origins.go_back(fact, text)) {
                        self.add_version(&mut origins, fact, text.into());
                    }
                }
                Entry::Updated(fact, difference) => {
                    if let Some(last) = origins.last(fact) {
                        let text = difference.apply(&origins.versions[last].value);
                        if !(goes_back && origins.go_back(fact, &text)) {
                            self.add_version(&mut origins, fact, text);
                        }
                    }
                }
                Entry::Of(Phase::Fired | Phase::Undone, Occurrence { rule, facts }) => {
                    let versions = facts.iter().filter_map(|&fact| origins.last(fact));
                    firing = Some(Origin {
                        rule: self.rules[rule as usize],
                        versions: versions.collect(),
                    });
                }
                // What comes again is there as it was before.
                Entry::WentBack => (firing, goes_back) = (None, true),
                Entry::ChangeEnded => (firing, goes_back) = (None, false),
                Entry::Retracted(fact) if goes_back => _ = origins.standing.remove(&fact),
                Entry::Of(..)
                | Entry::Retracted(_)
                | Entry::Expired(_)
                | Entry::Explained(..)
                | Entry::Tested { .. } => {}
            }
        }
        origins
    }

    fn add_version(&self, origins: &mut Origins, fact: FactId, value: Box<str>) {
        let last = origins.last(fact);
        if last.is_some_and(|last| origins.versions[last].value == value) {
            return;
        }
        let standing = origins.standing.entry(fact).or_default();
        standing.push(origins.versions.len());
        origins.versions.push(Version {
            fact,
            fact_type: self.fact_type(fact.kind),
            value,
        });
    }
}
