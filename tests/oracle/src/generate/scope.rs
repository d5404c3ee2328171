//! What is bound at a place in a rule, for the generator.

use crate::value::Kind;
use std::collections::BTreeSet;

/// The variables visible at a place, and the names that the rule has used anywhere.
#[derive(Clone, Debug, Default)]
pub(super) struct Scope {
    /// Variables that hold a value.
    pub(super) values: Vec<(String, Kind)>,
    /// Fact variables, with the names of their types.
    pub(super) facts: Vec<(String, String)>,
    /// Variables that hold collected facts.
    pub(super) lists: Vec<(String, String)>,
    /// Names of variables that are there, of which the place makes no use.
    pub(super) ignored: BTreeSet<String>,
    /// Every name bound in the rule so far, local ones included.
    pub(super) used: BTreeSet<String>,
    /// How deep the place is in `not`, `exists`, `forall`, accumulates and branches.
    pub(super) depth: u32,
    /// Whether the place is in an `undo` block, where nothing can support a fact.
    pub(super) undoes: bool,
    /// Whether names are local here, so that other local places may use them too.
    pub(super) local: bool,
}

impl Scope {
    /// The scope of a place inside this one.
    pub(super) fn inner(&self) -> Self {
        let mut inner = self.clone();
        inner.depth += 1;
        inner.local = true;
        inner
    }

    /// The same place, where nothing that is bound outside is used, unless a look-up is added later: what is found there is
    /// the same for all matches.
    pub(super) fn apart(mut self) -> Self {
        let values = self.values.drain(..).map(|(name, _)| name);
        let facts = self.facts.drain(..).map(|(name, _)| name);
        let lists = self.lists.drain(..).map(|(name, _)| name);
        self.ignored.extend(values.chain(facts).chain(lists));
        self
    }

    /// The scope of a branch: a name bound in every branch is not local, so none is used twice by chance.
    pub(super) fn branch(&self) -> Self {
        let mut branch = self.inner();
        branch.local = false;
        branch
    }

    /// Remembers the names that were used in an inner place, and forgets the rest of it.
    pub(super) fn leave(&mut self, inner: &Self) {
        self.used.extend(inner.used.iter().cloned());
    }

    /// Whether a variable of that name can be seen.
    pub(super) fn sees(&self, name: &str) -> bool {
        let values = self.values.iter().map(|(name, _)| name);
        let facts = self.facts.iter().map(|(name, _)| name);
        let mut seen = values.chain(facts).chain(&self.ignored);
        seen.any(|seen| seen == name)
    }

    /// The variables of a kind.
    pub(super) fn of(&self, kind: Kind) -> Vec<&str> {
        let values = self.values.iter().filter(|(_, held)| *held == kind);
        values.map(|(name, _)| name.as_str()).collect()
    }

    /// Binds a variable.
    pub(super) fn bind(&mut self, name: &str, kind: Kind) {
        self.values.push((name.into(), kind));
        self.used.insert(name.into());
    }

    /// Binds a fact variable.
    pub(super) fn bind_fact(&mut self, name: &str, fact: &str) {
        self.facts.push((name.into(), fact.into()));
        self.used.insert(name.into());
    }

    /// Binds a variable that holds collected facts.
    pub(super) fn bind_list(&mut self, name: &str, fact: &str) {
        self.lists.push((name.into(), fact.into()));
        self.used.insert(name.into());
    }
}
