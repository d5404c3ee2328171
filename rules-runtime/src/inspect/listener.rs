//! Listeners: code that is told what a session does.
//!
//! A session has one listener, of a type known when it is built, so a session without one contains no
//! trace of it. The events of a change come when the change is over: first the facts, type after type, then the
//! activations that it ended, then those that began, in firing order.

mod compound;

use core::fmt;

use crate::inspect::explain::Explanation;
use crate::inspect::metadata::RulesetInfo;
use crate::inspect::recording::Recording;
use crate::memory::handle::FactId;

/// A fact, as an event tells it. `Display` writes its name and its value.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct FactEvent<'a> {
    /// The fact.
    pub fact: FactId,
    /// The name of its type in the ruleset.
    pub fact_type: &'static str,
    /// Its value, as `Debug` writes it; `…` where its type has no `Debug`.
    pub value: fmt::Arguments<'a>,
}

impl fmt::Display for FactEvent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {}", self.fact, self.value)
    }
}

/// An activation, as an event tells it.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ActivationEvent<'a> {
    /// The rule's name.
    pub rule: &'static str,
    /// The facts of the match, in the order in which the rule's conditions are written.
    pub facts: &'a [FactId],
}

impl fmt::Display for ActivationEvent<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.rule, self.facts)
    }
}

/// What a node of the network tested in a change.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ConditionEvent {
    /// The node, by its place in [`NetworkGraph::nodes`](crate::NetworkGraph::nodes).
    pub node: usize,
    /// The condition that it stands for, as written.
    pub text: &'static str,
    /// How many facts or partial matches were tested.
    pub tested: u64,
    /// How many of them passed.
    pub passed: u64,
}

/// Is told what a session does. Every method does nothing unless it is written.
///
/// The events of a change come when it is over. First come its facts, type after type; of a type those that
/// the change itself names, in its order, then those that fell with their support. Then come the activations that
/// it has taken off the agenda, and then the new ones, in firing order. What a change makes and unmakes again is not
/// told, and nothing of a change that a panic breaks off. So a listener that follows the events has what the session has
/// after each change; of a way back it is told by [`rolled_back`](Listener::rolled_back).
///
/// ```
/// use rules_runtime::{FactEvent, Listener};
///
/// struct Print;
///
/// impl Listener for Print {
///     fn fact_inserted(&mut self, fact: FactEvent<'_>) {
///         println!("new: {fact}");
///     }
/// }
/// ```
pub trait Listener {
    /// Whether the listener wants to be told at all.
    const ACTIVE: bool = true;

    /// Whether it wants to be told of all that stands, where that does not follow from the changes: when a
    /// restored session begins, and when a session has gone back.
    const WANTS_STATE: bool = false;

    /// Whether it may want to be told the rules' explanations.
    const EXPLAINS: bool = false;

    /// The session begins. What stands in it is told next, to a listener that wants to be.
    fn session_begins(&mut self, ruleset: RulesetInfo) {
        _ = ruleset;
    }

    /// A change inserted a fact.
    fn fact_inserted(&mut self, fact: FactEvent<'_>) {
        _ = fact;
    }

    /// A change gave a fact a new value.
    fn fact_updated(&mut self, before: FactEvent<'_>, after: FactEvent<'_>) {
        _ = (before, after);
    }

    /// A change took out a fact: it was retracted, it fell with its support, or another took its identity. Its value
    /// is that of before the change.
    fn fact_retracted(&mut self, fact: FactEvent<'_>) {
        _ = fact;
    }

    /// An event expired: nothing can need it any more, or its `expires` has passed.
    fn fact_expired(&mut self, fact: FactEvent<'_>) {
        _ = fact;
    }

    /// A change inserted an event whose time lies ahead: it waits. [`fact_inserted`](Listener::fact_inserted) tells of it when it
    /// enters.
    fn fact_waits(&mut self, fact: FactEvent<'_>) {
        _ = fact;
    }

    /// A match began and was put on the agenda.
    fn activation_created(&mut self, activation: ActivationEvent<'_>) {
        _ = activation;
    }

    /// A match was taken off the agenda before its turn: it ended, it was skipped, or the firing of another bars
    /// it.
    fn activation_cancelled(&mut self, activation: ActivationEvent<'_>) {
        _ = activation;
    }

    /// A rule is about to fire.
    fn rule_firing(&mut self, activation: ActivationEvent<'_>) {
        _ = activation;
    }

    /// A rule has fired; the events of what it changed come next.
    fn rule_fired(&mut self, activation: ActivationEvent<'_>) {
        _ = activation;
    }

    /// A rule's block has returned an error: nothing has changed.
    fn rule_failed(&mut self, activation: ActivationEvent<'_>) {
        _ = activation;
    }

    /// A rule's block has ended in `fail`, or has no alternative left: nothing has changed.
    fn rule_gave_up(&mut self, activation: ActivationEvent<'_>) {
        _ = activation;
    }

    /// The session has gone back to a checkpoint or a choice point. What stands in it now is told next, to a
    /// listener that wants to be.
    fn rolled_back(&mut self) {}

    /// The `undo` block of a rule has run, for a match that fired and has ended; the events of what it
    /// changed come next.
    fn rule_undone(&mut self, activation: ActivationEvent<'_>) {
        _ = activation;
    }

    /// A condition was evaluated in the change, so many times; told with the feature `metrics` alone.
    fn condition_evaluated(&mut self, condition: ConditionEvent) {
        _ = condition;
    }

    /// All events of a change have been told.
    fn change_ended(&mut self) {}

    /// A fact that stands.
    fn fact_stands(&mut self, fact: FactEvent<'_>) {
        _ = fact;
    }

    /// An activation that is on the agenda, in firing order.
    fn activation_stands(&mut self, activation: ActivationEvent<'_>) {
        _ = activation;
    }

    /// All that stands has been told.
    fn state_told(&mut self) {}

    /// Whether it wants to be told the explanations of the rules after the change that has just ended. To explain
    /// takes its time: see [`explain`](crate::guide::debugging).
    fn wants_explanations(&self) -> bool {
        false
    }

    /// Of which rules it wants to be told them, by their places, where it wants any.
    fn wants_explanation_of(&self, rule: usize) -> bool {
        _ = rule;
        true
    }

    /// The explanation of a rule, given by its place, after the change that has just ended.
    fn rule_explained(&mut self, rule: usize, explanation: &Explanation) {
        _ = (rule, explanation);
    }

    /// The recording that it keeps, for [`why`](crate::Session::why) to look into.
    fn recording(&self) -> Option<&Recording> {
        None
    }
}

/// No listener.
impl Listener for () {
    const ACTIVE: bool = false;
}
