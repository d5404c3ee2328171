//! Tells a listener what a change did.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::fmt;

use crate::containers::trail::Mode;
use crate::ids::TokenId;
#[cfg(feature = "metrics")]
use crate::inspect::listener::ConditionEvent;
use crate::inspect::listener::{ActivationEvent, FactEvent, Listener};
use crate::memory::handle::FactId;
use crate::memory::store::{FactChange, Touched};
use crate::network::conditions::{Holds, Visitor};
use crate::network::{Network, order};
#[cfg(feature = "metrics")]
use crate::session::Session;
use crate::session::program::Program;
use crate::session::work::Work;

/// What a change does to an activation. It is noted while the match stands, and told when no code of the user's is left to
/// run that may break the change off.
pub(crate) struct Outcome {
    phase: Phase,
    rule: &'static str,
    facts: Vec<FactId>,
}

/// What becomes of an activation.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Phase {
    Fired,
    Undone,
    Cancelled,
}

impl Outcome {
    pub(crate) fn of<P: Program>(
        phase: Phase,
        token: TokenId,
        memory: &P::Memory,
        network: &Network<P::Mode>,
    ) -> Self {
        Outcome {
            phase,
            rule: rule_name::<P>(network, token),
            facts: order::told_facts::<P>(memory, network.match_view(), token),
        }
    }

    fn tell(&self, listener: &mut impl Listener) {
        let &Outcome {
            phase,
            rule,
            ref facts,
        } = self;
        let activation = ActivationEvent { rule, facts };
        match phase {
            Phase::Fired => listener.rule_fired(activation),
            Phase::Undone => listener.rule_undone(activation),
            Phase::Cancelled => listener.activation_cancelled(activation),
        }
    }
}

/// Tells of what has been noted of activations.
pub(crate) fn outcomes(all: &[Outcome], listener: &mut impl Listener) {
    for outcome in all {
        outcome.tell(listener);
    }
}

/// Tells of the facts that the change touched.
pub(crate) fn facts<P: Program, L: Listener>(memory: &P::Memory, listener: &mut L) {
    P::visit(&mut Facts::<P, L> { memory, listener });
}

/// The activations that the change takes off the agenda.
pub(crate) fn ended<P: Program>(memory: &P::Memory, network: &Network<P::Mode>) -> Vec<Outcome> {
    let mut ended = network.ended.clone();
    // A match may lose several gates at once.
    let mut closing: Vec<u32> = network.gates.left.iter().map(|&(_, node)| node).collect();
    closing.sort_unstable();
    closing.dedup();
    for node in closing {
        let mut matches = network.agenda.behind_gates(P::PLAN.entry_of(node));
        // Those that the change has ended besides are told already.
        network.tokens.leave_out_dead(&mut matches);
        order::sort::<P>(&mut matches, memory, network.match_view());
        ended.extend(matches);
    }
    // Those whose facts get new dates are off the agenda already, to be put back if they stand.
    let withdrawn: BTreeSet<TokenId> = network.redated.iter().copied().collect();
    ended.retain(|&token| withdrawn.contains(&token) || is_on_agenda(network, token));
    let cancelled = |&token| Outcome::of::<P>(Phase::Cancelled, token, memory, network);
    ended.iter().map(cancelled).collect()
}

/// The matches that began, those among them that gates have let in.
pub(crate) fn begun<P: Program>(work: &Work<P>) -> Vec<TokenId> {
    let Network { tokens, agenda, .. } = &work.network;
    let mut fresh = agenda.fresh.clone();
    tokens.leave_out_dead(&mut fresh);
    fresh.extend(agenda.let_in(work.date));
    fresh
}

/// Tells of the activations that have come onto the agenda, of the matches that began, when the change is over.
pub(crate) fn created<P: Program, L: Listener>(
    work: &Work<P>,
    mut fresh: Vec<TokenId>,
    listener: &mut L,
) {
    let Work {
        memory, network, ..
    } = work;
    // An attribute of its rule may have barred it, or a gate is closed.
    fresh.retain(|&token| is_on_agenda(network, token));
    work.sort_begun(&mut fresh);
    for token in fresh {
        activation::<P>(memory, network, token, |event| {
            listener.activation_created(event);
        });
    }
}

fn is_on_agenda<M: Mode>(network: &Network<M>, token: TokenId) -> bool {
    let entry = network.match_of(token);
    network.agenda.is_on(&network.tokens.links, token, entry)
}

/// Tells of all that stands.
pub(crate) fn state<P: Program, L: Listener>(work: &Work<P>, listener: &mut L) {
    if !L::WANTS_STATE {
        return;
    }
    let Work {
        memory, network, ..
    } = work;
    P::visit(&mut ReplayFacts::<P, L> { memory, listener });
    let mut activations = work.in_order();
    activations.retain(|&token| !network.tokens.is_copy(token));
    for token in activations {
        activation::<P>(memory, network, token, |event| {
            listener.activation_stands(event);
        });
    }
    listener.state_told();
}

/// Tells of the facts that stand.
struct ReplayFacts<'a, P: Program, L> {
    memory: &'a P::Memory,
    listener: &'a mut L,
}

impl<P: Program, L: Listener> Visitor<P> for ReplayFacts<'_, P, L> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        if P::HIDDEN {
            return;
        }
        let slab = P::slab(self.memory);
        for slot in slab.slots() {
            let value = Shown::<P, F>(slab.value(slot), core::marker::PhantomData);
            self.listener.fact_stands(FactEvent {
                fact: slab.id(slot),
                fact_type: P::PLAN.kinds[P::KIND.index()].name,
                value: format_args!("{value}"),
            });
        }
    }
}

/// Makes the event of an activation.
pub(crate) fn activation<P: Program>(
    memory: &P::Memory,
    network: &Network<P::Mode>,
    token: TokenId,
    event: impl FnOnce(ActivationEvent<'_>),
) {
    let facts = order::told_facts::<P>(memory, network.match_view(), token);
    event(ActivationEvent {
        rule: rule_name::<P>(network, token),
        facts: &facts,
    });
}

fn rule_name<P: Program>(network: &Network<P::Mode>, token: TokenId) -> &'static str {
    let rule = P::PLAN.matches[network.match_of(token) as usize].rule;
    P::RULES[rule as usize].name
}

/// Tells of the facts that a change touched, those that fell with it among them.
struct Facts<'a, P: Program, L> {
    memory: &'a P::Memory,
    listener: &'a mut L,
}

/// A fact's value as text.
pub(crate) struct Shown<'a, P, F>(pub(crate) &'a F, pub(crate) core::marker::PhantomData<P>);

impl<F: 'static, P: Holds<F>> fmt::Display for Shown<'_, P, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        P::show(self.0, f)
    }
}

impl<P: Program, L: Listener> Visitor<P> for Facts<'_, P, L> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        if P::HIDDEN {
            return;
        }
        let slab = P::slab(self.memory);
        let fact_type = P::PLAN.kinds[P::KIND.index()].name;
        for Touched { slot, what } in slab.touched() {
            let fact = slab.id(*slot);
            let shown = |value| Shown::<P, F>(value, core::marker::PhantomData);
            if P::EVENT && slab.is_waiting(*slot) {
                if matches!(what, FactChange::Inserted) {
                    let value = shown(slab.value(*slot));
                    self.listener.fact_waits(FactEvent {
                        fact,
                        fact_type,
                        value: format_args!("{value}"),
                    });
                }
                continue;
            }
            match what {
                FactChange::Inserted => {
                    let value = shown(slab.value(*slot));
                    self.listener.fact_inserted(FactEvent {
                        fact,
                        fact_type,
                        value: format_args!("{value}"),
                    });
                }
                FactChange::Updated { value, .. } => {
                    let (before, after) = (shown(value), shown(slab.value(*slot)));
                    self.listener.fact_updated(
                        FactEvent {
                            fact,
                            fact_type,
                            value: format_args!("{before}"),
                        },
                        FactEvent {
                            fact,
                            fact_type,
                            value: format_args!("{after}"),
                        },
                    );
                }
                // The network still asks for the value of a fact that has fallen: it stands in its slot.
                FactChange::Retracted { value } => {
                    let value = value.as_ref().unwrap_or_else(|| slab.value(*slot));
                    let value = shown(value);
                    let tell = if P::EVENT && slab.table.expiring.contains(slot) {
                        L::fact_expired
                    } else {
                        L::fact_retracted
                    };
                    tell(
                        self.listener,
                        FactEvent {
                            fact,
                            fact_type,
                            value: format_args!("{value}"),
                        },
                    );
                }
                FactChange::Cancelled => {}
            }
        }
    }
}

#[cfg(feature = "metrics")]
impl<P: Program, L: Listener> Session<P, L> {
    /// Tells the listener what the change has tested.
    pub(crate) fn tell_tests(&mut self) {
        let mut change = core::mem::take(&mut self.work.network.counters.change);
        let first = P::PLAN.kinds.len() + P::PLAN.alphas.len();
        for (node, tested, passed) in change.drain(..) {
            let node = first + node as usize;
            self.listener.condition_evaluated(ConditionEvent {
                node,
                text: P::NETWORK.nodes()[node].text(),
                tested,
                passed,
            });
        }
        self.work.network.counters.change = change;
    }
}
