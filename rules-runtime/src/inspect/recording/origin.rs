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
    /// The last value of each fact.
    last: BTreeMap<FactId, usize>,
    of: BTreeMap<FactId, Origin>,
}

impl Origins {
    /// The firing that inserted a fact, where it is known.
    pub(crate) fn of(&self, fact: FactId) -> Option<&Origin> {
        self.of.get(&fact)
    }

    /// Whether a value is the last of its fact.
    pub(crate) fn is_last(&self, version: usize) -> bool {
        self.last.get(&self.versions[version].fact) == Some(&version)
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
        for entry in self.log.entries() {
            match entry {
                Entry::Inserted(fact, text) => {
                    if let Some(firing) = &firing {
                        origins.of.insert(fact, firing.clone());
                    }
                    self.add_version(&mut origins, fact, text.into());
                }
                Entry::Updated(fact, difference) => {
                    if let Some(&last) = origins.last.get(&fact) {
                        let text = difference.apply(&origins.versions[last].value);
                        self.add_version(&mut origins, fact, text);
                    }
                }
                Entry::Of(Phase::Fired | Phase::Undone, Occurrence { rule, facts }) => {
                    let versions = facts
                        .iter()
                        .filter_map(|fact| origins.last.get(fact).copied());
                    firing = Some(Origin {
                        rule: self.rules[rule as usize],
                        versions: versions.collect(),
                    });
                }
                // What comes again is there as it was before.
                Entry::WentBack | Entry::ChangeEnded => firing = None,
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
        let last = origins.last.get(&fact);
        if last.is_some_and(|&last| origins.versions[last].value == value) {
            return;
        }
        origins.last.insert(fact, origins.versions.len());
        origins.versions.push(Version {
            fact,
            fact_type: self.fact_type(fact.kind),
            value,
        });
    }
}
