//! Settles which candidates of `#[best]` types stand, and which answers of recursive queries that rules ask.
//!
//! When all that falls in a change has fallen, so far as it can be the reason for a candidate, the best of each group
//! that has changed stands: first what is not the best any more goes, and what rests on it falls; then the best of those
//! that are left step in. No candidate comes in the meantime, so this ends.
//!
//! A query is asked by all that stands before its call, and answered anew where facts have changed on which that or the
//! answers rest. What it answered before and does not now falls; what is new steps in. No answer leads to facts on which
//! it rests, so once is enough.

use alloc::vec::Vec;

use crate::containers::fields::Fields as _;
use crate::containers::trail::Mode;
use crate::ids::{KindId, Slot};
use crate::memory::identity::Identity as _;
use crate::network::Network;
use crate::network::conditions::{FieldsOf, Holds, Visitor};
use crate::network::engine_features::HasFeatures as _;
use crate::network::supports::apply_supports::Fall;
use crate::network::supports::candidate_of;
use crate::plan::Settlement;
use crate::session::change;
use crate::session::program::Program;
use crate::session::work::Work;

impl<M: Mode> Network<M> {
    /// The settlement whose turn it is, if all nodes have worked that come before it.
    pub(crate) fn due_settlement(&self) -> Option<u32> {
        let number = self.unsettled.first()?;
        let before = self.plan.settlements[number as usize].before;
        let next = self.work.first();
        next.is_none_or(|node| node >= before).then_some(number)
    }
}

/// Does what is due of a settlement: lets facts go than which a candidate is better, or, where none is left, lets
/// candidates step in.
pub(crate) fn settle<P: Program>(number: u32, work: &mut Work<P>) {
    let Work {
        memory, network, ..
    } = work;
    let Settlement { kinds, asks, .. } = P::PLAN.settlements[number as usize];
    if const { P::FEATURES.asks } && asks {
        network.unsettled.pop();
        P::visit(&mut Ask::<P> { kinds, work });
        change::search::<P>(&work.memory, &mut work.network);
        return;
    }
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
    kinds: &'static [KindId],
    memory: &'a mut P::Memory,
    network: &'a mut Network<P::Mode>,
    is_any: bool,
}

impl<P: Program> Visitor<P> for Displace<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        if const { !P::Identity::RANKS } || !self.kinds.contains(&P::KIND) {
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
    kinds: &'static [KindId],
    work: &'a mut Work<P>,
}

impl<P: Program> Visitor<P> for StepIn<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        if const { !P::Identity::RANKS } || !self.kinds.contains(&P::KIND) {
            return;
        }
        let Work {
            memory,
            network,
            tags,
            date,
            ..
        } = &mut *self.work;
        let date = const { P::FEATURES.facts_dates }.then_some(*date);
        for candidate in P::slab_mut(memory).next_to_stand() {
            let slab = P::slab_mut(memory);
            let slot = slab.stand::<P::Identity>(candidate, tags.next(), date);
            let (fact, waiting) = ((P::KIND, slot), candidate_of::<P>((P::KIND, candidate)));
            network.supports.derive(fact);
            network.supports.pass(waiting, Some(fact));
            network.supports.forget(waiting);
            let all = FieldsOf::<P>::ALL;
            network.tokens.touch(P::KIND, slot, all);
            P::enter(memory, network, slot, all);
            if const { P::FEATURES.asks } {
                network.ask_again(P::KIND);
            }
        }
    }
}

/// Lets answers fall that a query gives no more, and those step in that are new.
struct Ask<'a, P: Program> {
    kinds: &'static [KindId],
    work: &'a mut Work<P>,
}

impl<P: Program> Visitor<P> for Ask<'_, P> {
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
        let answers = P::answers(memory, network);
        let slab = P::slab(memory);
        let mut gone = Vec::new();
        if const { !P::LASTS } {
            let is_answer = |answer: &F| {
                let place = answers.binary_search_by(|other| P::order_answers(other, answer));
                place.is_ok()
            };
            let stand = slab.slots().filter(|&slot| slab.view(slot).is_some());
            gone.extend(stand.filter(|&slot| !is_answer(slab.value(slot))));
        }
        for slot in gone {
            let mut fall = Fall::<P> {
                memory,
                network,
                fact: (P::KIND, slot),
            };
            fall.visit::<F>();
        }
        let date = const { P::FEATURES.facts_dates }.then_some(*date);
        let mut is_any = false;
        for answer in answers {
            let slab = P::slab_mut(memory);
            let hash = P::Identity::hash(&answer);
            let known =
                hash.and_then(|hash| slab.find_identity::<P::Identity>(hash, &answer, Slot::NONE));
            if known.is_some() {
                continue;
            }
            is_any = true;
            let slot = slab.step_in(answer, hash, (tags.next(), date));
            let all = FieldsOf::<P>::ALL;
            network.tokens.touch(P::KIND, slot, all);
            P::enter(memory, network, slot, all);
        }
        if is_any {
            network.ask_again(P::KIND);
        }
    }
}
