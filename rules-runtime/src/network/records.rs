//! Makes the records of firings, and gives them up.

use alloc::vec::Vec;

use crate::containers::trail::Mode;
use crate::history::record::{Copies, Record};
use crate::ids::{Slot, TokenId};
use crate::memory::handle::FactId;
use crate::network::Network;
use crate::network::conditions::{Conditions, Holds, Visitor};
use crate::network::engine_features::HasFeatures as _;
use crate::plan::{NodeKind, Part, Summary};
use crate::support::Place;

impl<M: Mode> Network<M> {
    /// The record of which a token is the copy.
    pub(crate) fn record_of(&self, token: TokenId) -> Option<&Record> {
        self.match_view().record_of(token)
    }

    /// Makes the record of a match that fires in the change of a date, of its facts and their dates.
    #[inline(never)]
    pub(crate) fn record(
        &mut self,
        token: TokenId,
        date: u64,
        facts: (Vec<FactId>, Vec<u64>),
    ) -> u32 {
        let mut copies = Copies::default();
        let token = self.copy(token, &mut copies);
        let record = self.records.push(Record::new(token, date, facts, copies));
        self.tokens.get_mut(token).note = record;
        record
    }

    /// Copies a token with all to its left.
    pub(crate) fn copy(&mut self, token: TokenId, copies: &mut Copies) -> TokenId {
        let mut chain = alloc::vec![token];
        let mut first = token;
        loop {
            let shape = &self.plan.nodes[self.tokens.node(first) as usize];
            let left = self.tokens.get(first).left_token();
            if left == TokenId::NONE || shape.left_fact.is_some() {
                break;
            }
            first = left;
            chain.push(first);
        }
        let mut last = self.tokens.get(first).left;
        for token in chain.into_iter().rev() {
            let node = self.tokens.node(token);
            let shape = &self.plan.nodes[node as usize];
            let mut fact = self.tokens.get(token).fact;
            if let Some(Part { kind, .. }) = shape.left_fact {
                copies.facts.push((kind, Slot(last)));
            }
            if let Some(Part { kind, .. }) = shape.fact {
                copies.facts.push((kind, Slot(fact)));
            }
            if let NodeKind::Summary { of, by, .. } = self.plan.nodes[shape.producer as usize].kind
                && shape.producer != node
            {
                let group = fact;
                fact = self.copy_group(of, by, group, copies);
                copies.groups.push(fact);
                if of == Summary::User {
                    copies.states.push((shape.producer, group, fact));
                }
            }
            let copy = self.tokens.copy(token, last, fact);
            copies.tokens.push(copy);
            if let NodeKind::Each { kept: true } = shape.kind {
                copies.states.push((node, token.number(), copy.number()));
            }
            last = copy.number();
        }
        TokenId(last)
    }
}

/// Gives up a use of a record; with the last it is forgotten.
pub(crate) fn release<P: Conditions>(
    record: u32,
    memory: &mut P::Memory,
    network: &mut Network<P::Mode>,
) {
    let Some((date, mut copies)) = network.records.give_up(record) else {
        return;
    };
    Pin::<P> {
        memory,
        facts: &copies.facts,
        date,
        asks: false,
    }
    .pin();
    for &(node, _, copy) in &copies.states {
        P::forget_state(node, memory, copy);
    }
    network.tokens.free_copies(&mut copies.tokens);
    network.summaries.free_copies(&mut copies.groups);
}

/// Pins the facts of a new record, and copies what working memory keeps besides.
pub(crate) fn pin<P: Conditions>(record: u32, memory: &mut P::Memory, network: &Network<P::Mode>) {
    let Record { date, copies, .. } = network.records.get(record);
    for &(node, original, copy) in &copies.states {
        P::copy_state(node, memory, original, copy);
    }
    Pin::<P> {
        memory,
        facts: &copies.facts,
        date: *date,
        asks: true,
    }
    .pin();
}

/// Pins facts, or takes pins back.
struct Pin<'a, P: Conditions> {
    memory: &'a mut P::Memory,
    facts: &'a [Place],
    date: u64,
    asks: bool,
}

impl<P: Conditions> Pin<'_, P> {
    fn pin(&mut self) {
        if const { P::FEATURES.past() } {
            P::visit(self);
        }
    }
}

impl<P: Conditions> Visitor<P> for Pin<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        let slab = P::slab_mut(self.memory);
        for &(_, slot) in self.facts.iter().filter(|(kind, _)| *kind == P::KIND) {
            if self.asks {
                slab.pin(slot, self.date);
            } else {
                slab.unpin(slot, self.date);
            }
        }
    }
}
