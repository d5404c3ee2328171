//! What is bound at a place in a rule, for the writer: each variable by the text that stands for it in CLIPS.

use crate::model::FactType;
use std::collections::BTreeMap;

/// Makes names that no other variable of the rule has.
#[derive(Default)]
pub(super) struct Names {
    made: u32,
}

impl Names {
    /// A variable that there was not: `?v3`.
    pub(super) fn fresh(&mut self) -> String {
        self.made += 1;
        format!("?v{}", self.made)
    }
}

/// A fact variable.
#[derive(Clone)]
pub(super) struct Named<'r> {
    pub(super) kind: &'r FactType,
    /// The variable with the fact's address, where an effect writes the fact.
    pub(super) address: Option<String>,
    /// What stands for each field.
    pub(super) fields: Vec<String>,
    /// The variable of the slot that tells it from equal facts, where its type has one.
    pub(super) identity: Option<String>,
}

/// The variables visible at a place.
#[derive(Clone, Default)]
pub(super) struct Scope<'r> {
    /// Variables that hold a value: a variable, a constant or an expression in parentheses.
    pub(super) values: BTreeMap<&'r str, String>,
    pub(super) facts: BTreeMap<&'r str, Named<'r>>,
    /// Names for variables that are bound in several branches.
    pub(super) planned: BTreeMap<&'r str, String>,
}

impl<'r> Scope<'r> {
    /// What stands for a variable.
    pub(super) fn value(&self, name: &str) -> &str {
        let value = self.values.get(name);
        value.unwrap_or_else(|| panic!("unbound variable `{name}`"))
    }

    /// The fact that a variable names.
    pub(super) fn fact(&self, name: &str) -> &Named<'r> {
        let fact = self.facts.get(name);
        fact.unwrap_or_else(|| panic!("unbound fact variable `{name}`"))
    }
}
