//! Listeners: code that is told what a session does.
//!
//! A session has one listener, of a type known when it is built, so a session without one contains no
//! trace of it. The events of a change come when the change is over.

use core::fmt;

use crate::handle::FactId;

/// A fact, as an event tells it.
#[derive(Debug, Clone, Copy)]
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

/// Is told what a session does. Every method does nothing unless it is written.
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

    /// A change inserted a fact.
    fn fact_inserted(&mut self, fact: FactEvent<'_>) {
        _ = fact;
    }

    /// A change gave a fact a new value.
    fn fact_updated(&mut self, before: FactEvent<'_>, after: FactEvent<'_>) {
        _ = (before, after);
    }

    /// A change retracted a fact.
    fn fact_retracted(&mut self, fact: FactEvent<'_>) {
        _ = fact;
    }

    /// A match began and was put on the agenda.
    fn activation_created(&mut self, activation: ActivationEvent<'_>) {
        _ = activation;
    }

    /// A match ended before its turn.
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

    /// The session has gone back to a checkpoint or a choice point.
    fn rolled_back(&mut self) {}

    /// The `undo` block of a rule has run, for a match that fired and has ended; the events of what it
    /// changed come next.
    fn rule_undone(&mut self, activation: ActivationEvent<'_>) {
        _ = activation;
    }
}

/// No listener.
impl Listener for () {
    const ACTIVE: bool = false;
}

/// A listener that the caller keeps.
impl<L: Listener> Listener for &mut L {
    const ACTIVE: bool = L::ACTIVE;

    fn fact_inserted(&mut self, fact: FactEvent<'_>) {
        (**self).fact_inserted(fact);
    }

    fn fact_updated(&mut self, before: FactEvent<'_>, after: FactEvent<'_>) {
        (**self).fact_updated(before, after);
    }

    fn fact_retracted(&mut self, fact: FactEvent<'_>) {
        (**self).fact_retracted(fact);
    }

    fn activation_created(&mut self, activation: ActivationEvent<'_>) {
        (**self).activation_created(activation);
    }

    fn activation_cancelled(&mut self, activation: ActivationEvent<'_>) {
        (**self).activation_cancelled(activation);
    }

    fn rule_firing(&mut self, activation: ActivationEvent<'_>) {
        (**self).rule_firing(activation);
    }

    fn rule_fired(&mut self, activation: ActivationEvent<'_>) {
        (**self).rule_fired(activation);
    }

    fn rule_failed(&mut self, activation: ActivationEvent<'_>) {
        (**self).rule_failed(activation);
    }

    fn rolled_back(&mut self) {
        (**self).rolled_back();
    }

    fn rule_undone(&mut self, activation: ActivationEvent<'_>) {
        (**self).rule_undone(activation);
    }
}
