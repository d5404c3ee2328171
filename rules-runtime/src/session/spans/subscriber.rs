//! The spans and events of the crate `tracing`.

use ::tracing::span::EnteredSpan;
use ::tracing::{Level, Span, debug, debug_span, enabled, trace};

use crate::ids::TokenId;
use crate::inspect::listener::{ActivationEvent, FactEvent, Listener};
use crate::session::program::Program;
use crate::session::report;
use crate::session::work::Work;

/// By what a filter knows what is told here.
const TARGET: &str = "rules_runtime";

/// Who is told what changes: the subscriber, and a session's listener.
pub(crate) type EventSink<'a, L> = (Subscriber, &'a mut L);

/// Tells a listener, and the subscriber.
pub(crate) fn also<L>(listener: &mut L) -> EventSink<'_, L> {
    (Subscriber, listener)
}

/// Whether the subscriber asks for anything.
pub(crate) fn is_enabled() -> bool {
    enabled!(target: TARGET, Level::DEBUG)
}

/// Whether it asks for each change of a fact and each activation.
pub(crate) fn follows_changes() -> bool {
    enabled!(target: TARGET, Level::TRACE)
}

/// Begins the span of a firing. What the rule's block tells stands in it, and what the firing changes.
pub(crate) fn firing<P: Program>(work: &Work<P>, token: TokenId) -> Option<EnteredSpan> {
    if !is_enabled() {
        return None;
    }
    let undoes = work.network.tokens.is_copy(token);
    let mut span = None;
    report::activation::<P>(&work.memory, &work.network, token, |activation| {
        let ActivationEvent { rule, facts } = activation;
        span = Some(if undoes {
            debug_span!(target: TARGET, "undo", ruleset = P::NAME, rule, ?facts)
        } else {
            debug_span!(target: TARGET, "firing", ruleset = P::NAME, rule, ?facts)
        });
    });
    span.map(Span::entered)
}

/// Tells the subscriber.
pub(crate) struct Subscriber;

impl Listener for Subscriber {
    fn fact_inserted(&mut self, fact: FactEvent<'_>) {
        trace!(target: TARGET, fact = ?fact.fact, r#type = fact.fact_type, value = %fact.value, "inserted");
    }

    fn fact_updated(&mut self, before: FactEvent<'_>, after: FactEvent<'_>) {
        trace!(
            target: TARGET,
            fact = ?after.fact,
            r#type = after.fact_type,
            before = %before.value,
            value = %after.value,
            "updated"
        );
    }

    fn fact_retracted(&mut self, fact: FactEvent<'_>) {
        trace!(target: TARGET, fact = ?fact.fact, r#type = fact.fact_type, value = %fact.value, "retracted");
    }

    fn fact_expired(&mut self, fact: FactEvent<'_>) {
        trace!(target: TARGET, fact = ?fact.fact, r#type = fact.fact_type, value = %fact.value, "expired");
    }

    fn activation_created(&mut self, ActivationEvent { rule, facts }: ActivationEvent<'_>) {
        trace!(target: TARGET, rule, ?facts, "activated");
    }

    fn activation_cancelled(&mut self, ActivationEvent { rule, facts }: ActivationEvent<'_>) {
        trace!(target: TARGET, rule, ?facts, "cancelled");
    }

    fn rule_failed(&mut self, ActivationEvent { rule, facts }: ActivationEvent<'_>) {
        debug!(target: TARGET, rule, ?facts, "failed");
    }

    fn rolled_back(&mut self) {
        debug!(target: TARGET, "rolled back");
    }
}
