//! Listeners made of listeners: one that the caller keeps, one that may be none, and two that are told the same.

use crate::inspect::explain::Explanation;
use crate::inspect::listener::{ActivationEvent, ConditionEvent, FactEvent, Listener};
use crate::inspect::metadata::RulesetInfo;
use crate::inspect::recording::Recording;

/// A listener that the caller keeps.
impl<L: Listener> Listener for &mut L {
    const ACTIVE: bool = L::ACTIVE;
    const WANTS_STATE: bool = L::WANTS_STATE;
    const EXPLAINS: bool = L::EXPLAINS;

    fn session_begins(&mut self, ruleset: RulesetInfo) {
        (**self).session_begins(ruleset);
    }

    fn fact_inserted(&mut self, fact: FactEvent<'_>) {
        (**self).fact_inserted(fact);
    }

    fn fact_updated(&mut self, before: FactEvent<'_>, after: FactEvent<'_>) {
        (**self).fact_updated(before, after);
    }

    fn fact_retracted(&mut self, fact: FactEvent<'_>) {
        (**self).fact_retracted(fact);
    }

    fn fact_expired(&mut self, fact: FactEvent<'_>) {
        (**self).fact_expired(fact);
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

    fn rule_undone(&mut self, activation: ActivationEvent<'_>) {
        (**self).rule_undone(activation);
    }

    fn condition_evaluated(&mut self, condition: ConditionEvent) {
        (**self).condition_evaluated(condition);
    }

    fn change_ended(&mut self) {
        (**self).change_ended();
    }

    fn rolled_back(&mut self) {
        (**self).rolled_back();
    }

    fn fact_stands(&mut self, fact: FactEvent<'_>) {
        (**self).fact_stands(fact);
    }

    fn activation_stands(&mut self, activation: ActivationEvent<'_>) {
        (**self).activation_stands(activation);
    }

    fn state_told(&mut self) {
        (**self).state_told();
    }

    fn wants_explanations(&self) -> bool {
        (**self).wants_explanations()
    }

    fn wants_explanation_of(&self, rule: usize) -> bool {
        (**self).wants_explanation_of(rule)
    }

    fn rule_explained(&mut self, rule: usize, explanation: &Explanation) {
        (**self).rule_explained(rule, explanation);
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

    fn fact_inserted(&mut self, fact: FactEvent<'_>) {
        if let Some(listener) = self {
            listener.fact_inserted(fact);
        }
    }

    fn fact_updated(&mut self, before: FactEvent<'_>, after: FactEvent<'_>) {
        if let Some(listener) = self {
            listener.fact_updated(before, after);
        }
    }

    fn fact_retracted(&mut self, fact: FactEvent<'_>) {
        if let Some(listener) = self {
            listener.fact_retracted(fact);
        }
    }

    fn fact_expired(&mut self, fact: FactEvent<'_>) {
        if let Some(listener) = self {
            listener.fact_expired(fact);
        }
    }

    fn activation_created(&mut self, activation: ActivationEvent<'_>) {
        if let Some(listener) = self {
            listener.activation_created(activation);
        }
    }

    fn activation_cancelled(&mut self, activation: ActivationEvent<'_>) {
        if let Some(listener) = self {
            listener.activation_cancelled(activation);
        }
    }

    fn rule_firing(&mut self, activation: ActivationEvent<'_>) {
        if let Some(listener) = self {
            listener.rule_firing(activation);
        }
    }

    fn rule_fired(&mut self, activation: ActivationEvent<'_>) {
        if let Some(listener) = self {
            listener.rule_fired(activation);
        }
    }

    fn rule_failed(&mut self, activation: ActivationEvent<'_>) {
        if let Some(listener) = self {
            listener.rule_failed(activation);
        }
    }

    fn rule_undone(&mut self, activation: ActivationEvent<'_>) {
        if let Some(listener) = self {
            listener.rule_undone(activation);
        }
    }

    fn condition_evaluated(&mut self, condition: ConditionEvent) {
        if let Some(listener) = self {
            listener.condition_evaluated(condition);
        }
    }

    fn change_ended(&mut self) {
        if let Some(listener) = self {
            listener.change_ended();
        }
    }

    fn rolled_back(&mut self) {
        if let Some(listener) = self {
            listener.rolled_back();
        }
    }

    fn fact_stands(&mut self, fact: FactEvent<'_>) {
        if let Some(listener) = self {
            listener.fact_stands(fact);
        }
    }

    fn activation_stands(&mut self, activation: ActivationEvent<'_>) {
        if let Some(listener) = self {
            listener.activation_stands(activation);
        }
    }

    fn state_told(&mut self) {
        if let Some(listener) = self {
            listener.state_told();
        }
    }

    fn wants_explanations(&self) -> bool {
        self.as_ref().is_some_and(L::wants_explanations)
    }

    fn wants_explanation_of(&self, rule: usize) -> bool {
        self.as_ref()
            .is_some_and(|listener| listener.wants_explanation_of(rule))
    }

    fn rule_explained(&mut self, rule: usize, explanation: &Explanation) {
        if let Some(listener) = self {
            listener.rule_explained(rule, explanation);
        }
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

    fn fact_inserted(&mut self, fact: FactEvent<'_>) {
        self.0.fact_inserted(fact);
        self.1.fact_inserted(fact);
    }

    fn fact_updated(&mut self, before: FactEvent<'_>, after: FactEvent<'_>) {
        self.0.fact_updated(before, after);
        self.1.fact_updated(before, after);
    }

    fn fact_retracted(&mut self, fact: FactEvent<'_>) {
        self.0.fact_retracted(fact);
        self.1.fact_retracted(fact);
    }

    fn fact_expired(&mut self, fact: FactEvent<'_>) {
        self.0.fact_expired(fact);
        self.1.fact_expired(fact);
    }

    fn activation_created(&mut self, activation: ActivationEvent<'_>) {
        self.0.activation_created(activation);
        self.1.activation_created(activation);
    }

    fn activation_cancelled(&mut self, activation: ActivationEvent<'_>) {
        self.0.activation_cancelled(activation);
        self.1.activation_cancelled(activation);
    }

    fn rule_firing(&mut self, activation: ActivationEvent<'_>) {
        self.0.rule_firing(activation);
        self.1.rule_firing(activation);
    }

    fn rule_fired(&mut self, activation: ActivationEvent<'_>) {
        self.0.rule_fired(activation);
        self.1.rule_fired(activation);
    }

    fn rule_failed(&mut self, activation: ActivationEvent<'_>) {
        self.0.rule_failed(activation);
        self.1.rule_failed(activation);
    }

    fn rule_undone(&mut self, activation: ActivationEvent<'_>) {
        self.0.rule_undone(activation);
        self.1.rule_undone(activation);
    }

    fn condition_evaluated(&mut self, condition: ConditionEvent) {
        self.0.condition_evaluated(condition);
        self.1.condition_evaluated(condition);
    }

    fn change_ended(&mut self) {
        self.0.change_ended();
        self.1.change_ended();
    }

    fn rolled_back(&mut self) {
        self.0.rolled_back();
        self.1.rolled_back();
    }

    fn fact_stands(&mut self, fact: FactEvent<'_>) {
        self.0.fact_stands(fact);
        self.1.fact_stands(fact);
    }

    fn activation_stands(&mut self, activation: ActivationEvent<'_>) {
        self.0.activation_stands(activation);
        self.1.activation_stands(activation);
    }

    fn state_told(&mut self) {
        self.0.state_told();
        self.1.state_told();
    }

    fn wants_explanations(&self) -> bool {
        self.0.wants_explanations() || self.1.wants_explanations()
    }

    fn wants_explanation_of(&self, rule: usize) -> bool {
        self.0.wants_explanations() && self.0.wants_explanation_of(rule)
            || self.1.wants_explanations() && self.1.wants_explanation_of(rule)
    }

    fn rule_explained(&mut self, rule: usize, explanation: &Explanation) {
        self.0.rule_explained(rule, explanation);
        self.1.rule_explained(rule, explanation);
    }

    fn recording(&self) -> Option<&Recording> {
        self.0.recording().or_else(|| self.1.recording())
    }
}
