//! What the matcher finds: matches, what they are made of, and what makes two of them the same.

use super::evaluate::View;
use super::memory::{FactId, Memory};
use crate::model::{Accumulate, Pattern};
use crate::value::{Float, Value};
use std::collections::HashMap;

/// What a variable is bound to.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Binding {
    Value(Value),
    Fact(FactId),
    Facts(Vec<FactId>),
}

/// When a group of `by` first had a member: the change, and its place among those of the change.
pub(super) type Place = (u64, usize);

/// A piece of a match, from left to right as written.
#[derive(Clone, Debug)]
pub(super) enum Part<'r> {
    /// The fact of a pattern.
    Fact(FactId, &'r Pattern),
    /// The branch of an `either`.
    Branch(usize),
    /// The element of a `for`.
    Item(usize),
    /// The answer of a recursive query.
    Answer(Value),
    /// The group of a `by`.
    Group(Vec<Value>, Place),
    /// The result of an accumulate.
    Result(&'r Accumulate, Binding),
}

/// Equal by what they stand for; parts are compared within one rule only.
impl PartialEq for Part<'_> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Fact(left, _), Self::Fact(right, _)) => left == right,
            (Self::Branch(left), Self::Branch(right)) | (Self::Item(left), Self::Item(right)) => {
                left == right
            }
            (Self::Answer(left), Self::Answer(right)) => left == right,
            (Self::Group(left, one), Self::Group(right, two)) => (left, one) == (right, two),
            (Self::Result(_, left), Self::Result(_, right)) => left == right,
            _ => false,
        }
    }
}

impl Eq for Part<'_> {}

impl std::hash::Hash for Part<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        match self {
            Self::Fact(id, _) => id.hash(state),
            Self::Branch(number) | Self::Item(number) => number.hash(state),
            Self::Answer(value) => value.hash(state),
            Self::Group(key, place) => (key, place).hash(state),
            Self::Result(_, binding) => binding.hash(state),
        }
    }
}

/// One entry of a match's identity.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key {
    Fact(FactId),
    Number(usize),
    Value(Value),
    /// The value of a field that is not equal to itself: it is the same as long as nothing writes the field. The change that
    /// last did.
    Written(u64),
}

impl Key {
    /// The entry of a value, of a field that a change has written last.
    pub(super) fn of(value: Value, written: u64) -> Self {
        match value {
            Value::Float(Float(float)) if float.is_nan() => Self::Written(written),
            // The two zeros are equal.
            Value::Float(Float(0.0)) => Self::Value(Value::Float(Float(0.0))),
            value => Self::Value(value),
        }
    }
}

/// A match of a rule.
#[derive(Clone, Debug)]
pub(super) struct Match<'r> {
    pub(super) rule: usize,
    pub(super) parts: Vec<Part<'r>>,
    pub(super) bindings: Vec<(&'r str, Binding)>,
    /// Facts, branches, elements and groups, with the values read of them and of the accumulates.
    pub(super) identity: Vec<Key>,
}

impl<'r> Match<'r> {
    /// The facts of its patterns, as written.
    pub(super) fn facts(&self) -> Vec<FactId> {
        let facts = self.parts.iter().filter_map(|part| match part {
            Part::Fact(id, _) => Some(*id),
            _ => None,
        });
        facts.collect()
    }

    /// What the attributes call "the same facts": its facts, and the keys of its groups.
    pub(super) fn subject(&self) -> Vec<Part<'r>> {
        let of_subject = |part: &Part<'r>| match part {
            Part::Fact(..) => Some(part.clone()),
            Part::Group(key, _) => Some(Part::Group(key.clone(), Place::default())),
            Part::Branch(_) | Part::Item(_) | Part::Answer(_) | Part::Result(..) => None,
        };
        self.parts.iter().filter_map(of_subject).collect()
    }

    /// Its variables, for an expression in an attribute.
    pub(super) fn scope<'m>(&'m self, memory: &'m Memory<'r>) -> View<'m, 'r> {
        View {
            bindings: &self.bindings,
            memory,
        }
    }
}

/// The groups of `by` that have members, with their places.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups<'r>(pub(super) HashMap<GroupKey<'r>, Place>);

/// A group: of a rule's accumulate, for what stands to its left as that reads, and of a key. What stands
/// to the left ends with a value that it reads, and its groups with it.
pub(super) type GroupKey<'r> = (usize, &'r str, Vec<Key>, Vec<Value>);

/// All matches of all rules at one moment, in the order found.
pub(super) struct Matches<'r> {
    pub(super) found: Vec<Option<Match<'r>>>,
    pub(super) places: HashMap<(usize, Vec<Key>), usize>,
}

impl<'r> Matches<'r> {
    /// Takes out the match that is the same as `other`.
    pub(super) fn take(&mut self, other: &Match<'r>) -> Option<Match<'r>> {
        let place = self.places.get(&(other.rule, other.identity.clone()))?;
        self.found[*place].take()
    }

    /// Whether the same match as `other` is among them.
    pub(super) fn contains(&self, other: &Match<'r>) -> bool {
        let key = (other.rule, other.identity.clone());
        self.places.contains_key(&key)
    }

    /// Those not taken out.
    pub(super) fn rest(self) -> impl Iterator<Item = Match<'r>> {
        self.found.into_iter().flatten()
    }
}
