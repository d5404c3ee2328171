//! Listeners made of listeners: one that the caller keeps, one that may be none, and two that are told the same.

use crate::inspect::explain::Explanation;
use crate::inspect::listener::{ActivationEvent, ConditionEvent, FactEvent, Listener};
use crate::inspect::metadata::RulesetInfo;
use crate::inspect::recording::Recording;

/// The methods that are told something and answer nothing: each is called of these listeners, after what binds them.
macro_rules! handed_on {
    ($self:ident $before:tt $listeners:tt) => {
        handed_on! { $self $before $listeners
            fact_inserted(fact: FactEvent<'_>);
            fact_updated(before: FactEvent<'_>, after: FactEvent<'_>);
            fact_retracted(fact: FactEvent<'_>);
            fact_expired(fact: FactEvent<'_>);
            fact_waits(fact: FactEvent<'_>);
            activation_created(activation: ActivationEvent<'_>);
            activation_cancelled(activation: ActivationEvent<'_>);
            rule_firing(activation: ActivationEvent<'_>);
            rule_fired(activation: ActivationEvent<'_>);
            rule_failed(activation: ActivationEvent<'_>);
            rule_gave_up(activation: ActivationEvent<'_>);
            rule_undone(activation: ActivationEvent<'_>);
            condition_evaluated(condition: ConditionEvent);
            change_ended();
            rolled_back();
            fact_stands(fact: FactEvent<'_>);
            activation_stands(activation: ActivationEvent<'_>);
            state_told();
            rule_explained(rule: usize, explanation: &Explanation);
        }
    };
    ($self:ident $before:tt $listeners:tt $($method:ident($($argument:ident: $ty:ty),*);)*) => {$(
        fn $method(&mut $self, $($argument: $ty),*) {
            handed_on! { @call $before $listeners $method ($($argument),*) }
        }
    )*};
    (@call {$($before:tt)*} [$($listener:expr),+] $method:ident $arguments:tt) => {
        $($before)*
        $($listener.$method $arguments;)+
    };
}

/// A listener that the caller keeps.
impl<L: Listener> Listener for &mut L {
    const ACTIVE: bool = L::ACTIVE;
    const WANTS_STATE: bool = L::WANTS_STATE;
    const EXPLAINS: bool = L::EXPLAINS;

    fn session_begins(&mut self, ruleset: RulesetInfo) {
        (**self).session_begins(ruleset);
    }

    handed_on! { self {} [**self] }

    fn wants_explanations(&self) -> bool {
        (**self).wants_explanations()
    }

    fn wants_explanation_of(&self, rule: usize) -> bool {
        (**self).wants_explanation_of(rule)
    }

    fn recording(&self) -> Option<&Recording> {
        (**self).recording()
    }
}

/// A listener, or none: whether anybody listens is decided as the program runs.
impl<L: Listener> Listener for Option<L> {
    const ACTIVE: bool = L::ACTIVE;
    const WANTS_STATE: bool = L::WANTS_STATE;
    const EXPLAINS: bool = L::EXPLAINS;

    fn session_begins(&mut self, ruleset: RulesetInfo) {
        if let Some(listener) = self {
            listener.session_begins(ruleset);
        }
    }

    handed_on! { self { let Some(listener) = self else { return }; } [listener] }

    fn wants_explanations(&self) -> bool {
        self.as_ref().is_some_and(L::wants_explanations)
    }

    fn wants_explanation_of(&self, rule: usize) -> bool {
        self.as_ref()
            .is_some_and(|listener| listener.wants_explanation_of(rule))
    }

    fn recording(&self) -> Option<&Recording> {
        self.as_ref().and_then(L::recording)
    }
}

/// Two listeners, told one after the other.
impl<A: Listener, B: Listener> Listener for (A, B) {
    const ACTIVE: bool = A::ACTIVE || B::ACTIVE;
    const WANTS_STATE: bool = A::WANTS_STATE || B::WANTS_STATE;
    const EXPLAINS: bool = A::EXPLAINS || B::EXPLAINS;

    fn session_begins(&mut self, ruleset: RulesetInfo) {
        self.0.session_begins(ruleset.clone());
        self.1.session_begins(ruleset);
    }

    handed_on! { self {} [self.0, self.1] }

    fn wants_explanations(&self) -> bool {
        self.0.wants_explanations() || self.1.wants_explanations()
    }

    fn wants_explanation_of(&self, rule: usize) -> bool {
        self.0.wants_explanations() && self.0.wants_explanation_of(rule)
            || self.1.wants_explanations() && self.1.wants_explanation_of(rule)
    }

    fn recording(&self) -> Option<&Recording> {
        self.0.recording().or_else(|| self.1.recording())
    }
}
