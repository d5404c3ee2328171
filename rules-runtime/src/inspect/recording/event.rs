//! What a recording tells of the history that it keeps.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::memory::handle::FactId;

/// Something that a session did.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RecordedEvent {
    /// Its number, from 0, those that are no longer kept counted.
    pub number: u64,
    /// The number of the change in which it happened, from 0. The events of a change follow one another.
    pub change: u64,
    /// What happened.
    pub what: Recorded,
}

/// What happened.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Recorded {
    /// A fact was inserted.
    Inserted(RecordedFact),
    /// A fact got a new value.
    Updated {
        /// The fact with its new value.
        fact: RecordedFact,
        /// The value before, as `Debug` writes it.
        before: String,
    },
    /// A fact was retracted; its value is the last.
    Retracted(RecordedFact),
    /// An event expired: nothing can need it any more, or its `expires` has passed; its value is the last.
    Expired(RecordedFact),
    /// A match began and was put on the agenda.
    Created(RecordedActivation),
    /// A match was taken off the agenda before its turn.
    Cancelled(RecordedActivation),
    /// A rule fired; what it changed comes next.
    Fired(RecordedActivation),
    /// A rule's block returned an error.
    Failed(RecordedActivation),
    /// A rule's block ended in `fail`, or had no alternative left.
    GaveUp(RecordedActivation),
    /// The `undo` block of a rule ran; what it changed comes next.
    Undone(RecordedActivation),
    /// The session went back to a checkpoint or a choice point; how the state differs from the one left comes
    /// next.
    WentBack,
    /// A rule is explained otherwise than before.
    Explained {
        /// The rule's name.
        rule: &'static str,
        /// Its [`Explanation`](crate::Explanation) as text.
        explanation: String,
    },
    /// A node of the network made tests in the change.
    Tested {
        /// The node, by its place in [`NetworkGraph::nodes`](crate::NetworkGraph::nodes).
        node: usize,
        /// How many facts or partial matches were tested.
        tested: u64,
        /// How many of them passed.
        passed: u64,
    },
}

/// A fact with its value at a moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedFact {
    /// The fact.
    pub fact: FactId,
    /// The name of its type in the ruleset.
    pub fact_type: &'static str,
    /// Its value, as `Debug` writes it; `…` where its type has no `Debug`.
    pub value: String,
}

/// A rule and the facts of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedActivation {
    /// The rule's name.
    pub rule: &'static str,
    /// The facts of the match, in the order in which the rule's conditions are written.
    pub facts: Vec<FactId>,
}

impl fmt::Display for RecordedFact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let RecordedFact {
            fact,
            fact_type,
            value,
        } = self;
        let value = if value == "…" {
            fact_type
        } else {
            value.as_str()
        };
        write!(f, "{fact:?} {value}")
    }
}

impl fmt::Display for RecordedActivation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.rule)?;
        for fact in &self.facts {
            write!(f, " {fact:?}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Recorded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Recorded::Inserted(fact) => write!(f, "inserted   {fact}"),
            Recorded::Updated { fact, before } => {
                write!(f, "updated    {:?} {before} → {}", fact.fact, fact.value)
            }
            Recorded::Retracted(fact) => write!(f, "retracted  {fact}"),
            Recorded::Expired(fact) => write!(f, "expired    {fact}"),
            Recorded::Created(activation) => write!(f, "activated  {activation}"),
            Recorded::Cancelled(activation) => write!(f, "cancelled  {activation}"),
            Recorded::Fired(activation) => write!(f, "fired      {activation}"),
            Recorded::Failed(activation) => write!(f, "failed     {activation}"),
            Recorded::GaveUp(activation) => write!(f, "gave up    {activation}"),
            Recorded::Undone(activation) => write!(f, "undone     {activation}"),
            Recorded::WentBack => write!(f, "went back"),
            Recorded::Explained { rule, .. } => write!(f, "explained  {rule}"),
            Recorded::Tested {
                node,
                tested,
                passed,
            } => write!(f, "tested     {tested} at node {node}, {passed} passed"),
        }
    }
}

impl fmt::Display for RecordedEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:>6}  {}", self.change, self.what)
    }
}
