//! Settles which candidates of `#[best]` types stand.
//!
//! When all that falls in a change has fallen, so far as it can be the reason for a candidate, the best of each group
//! that has changed stands: first what is not the best any more goes, and what rests on it falls; then the best of those
//! that are left step in. No candidate comes in the meantime, so this ends.

use alloc::vec::Vec;

use crate::containers::fields::Fields as _;
use crate::containers::trail::Mode;
use crate::generated::engine_features::HasFeatures as _;
use crate::generated::program::{FieldsOf, Holds, Program, Visitor};
use crate::joins::network::Network;
use crate::session::change;
use crate::session::work::Work;
use crate::support::apply_supports::Fall;
use crate::support::candidate_of;

impl<M: Mode> Network<M> {
    /// The settlement whose turn it is, if all nodes have worked that come before it.
    pub(crate) fn due_settlement(&self) -> Option<u32> {
        let number = self.unsettled.iter().next()?;
        let before = self.plan.settlements[number as usize].before;
        let next = self.work.iter().next();
        next.is_none_or(|node| node >= before).then_some(number)
    }
}

/// Does what is due of a settlement: lets facts go than which a candidate is better, or, where none is left, lets
/// candidates step in.
pub(crate) fn settle<P: Program>(number: u32, work: &mut Work<P>) {
    let Work {
        memory, network, ..
    } = work;
    let kinds = P::PLAN.settlements[number as usize].kinds;
    let mut displace = Displace::<P> {
        kinds,
        memory,
        network,
        is_any: false,
    };
    P::visit(&mut displace);
    if displace.is_any {
        // What rests on them falls first.
        return;
    }
    network.unsettled.pop();
    P::visit(&mut StepIn::<P> { kinds, work });
    change::search::<P>(&work.memory, &mut work.network);
}

/// Lets facts go than which a candidate is better; they wait.
struct Displace<'a, P: Program> {
    kinds: &'static [u32],
    memory: &'a mut P::Memory,
    network: &'a mut Network<P::Mode>,
    is_any: bool,
}

impl<P: Program> Visitor<P> for Displace<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        if !self.kinds.contains(&P::KIND) {
            return;
        }
        let displaced = P::slab_mut(self.memory).displace::<P::Identity>();
        self.is_any |= !displaced.is_empty();
        for &(slot, candidate) in &displaced {
            let (fact, waiting) = ((P::KIND, slot), candidate_of::<P>((P::KIND, candidate)));
            self.network.supports.derive(waiting);
            self.network.supports.pass(fact, Some(waiting));
        }
        for (slot, _) in displaced {
            let mut fall = Fall::<P> {
                memory: self.memory,
                network: self.network,
                fact: (P::KIND, slot),
            };
            fall.visit::<F>();
        }
    }
}

/// Lets the best candidates step in where none stands.
struct StepIn<'a, P: Program> {
    kinds: &'static [u32],
    work: &'a mut Work<P>,
}

impl<P: Program> Visitor<P> for StepIn<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        if !self.kinds.contains(&P::KIND) {
            return;
        }
        let Work {
            memory,
            network,
            tags,
            date,
            ..
        } = &mut *self.work;
        let date = P::FEATURES.facts_dates.then_some(*date);
        let mut alphas = Vec::new();
        for candidate in P::slab_mut(memory).next_to_stand() {
            let slab = P::slab_mut(memory);
            let slot = slab.stand::<P::Identity>(candidate, tags.next(), date);
            let (fact, waiting) = ((P::KIND, slot), candidate_of::<P>((P::KIND, candidate)));
            network.supports.derive(fact);
            network.supports.pass(waiting, Some(fact));
            network.supports.forget(waiting);
            let all = FieldsOf::<P>::ALL;
            network.tokens.touch(P::KIND, slot, all);
            change::enter_fact::<P, F>(slot, all, &mut alphas, memory, network);
        }
    }
}
