//! Records: what a firing leaves behind, for its `undo` block and for `#[once]` and `#[on_change]`.
//!
//! A record holds a copy of the match: of its token, of those on its left, and of what its accumulates said.
//! The values of its facts are not copied but pinned in the archives, by the date of the firing's change.

#[cfg(feature = "serde")]
mod saved;

use alloc::vec::Vec;

use crate::containers::index::NIL;
use crate::containers::trail::{Cells, Map, Mode, Pass};
use crate::generated::engine_features::HasFeatures as _;
use crate::generated::program::{Holds, Program, Visitor};
use crate::joins::network::Network;
use crate::memory::handle::FactId;
use crate::plan::{NodeKind, Part, Summary};
use crate::support::Place;

/// A match that fired, as it was then.
#[derive(Debug, Clone, Default)]
pub(crate) struct Record {
    /// The copy of its token.
    pub(crate) token: u32,
    /// The date of the firing's change.
    pub(crate) date: u64,
    /// Its facts, in the order written.
    pub(crate) ids: Vec<FactId>,
    /// The dates that these had, where the strategy goes by the dates of facts.
    pub(crate) dates: Vec<u64>,
    copies: Copies,
    /// How many need it.
    users: u8,
}

/// What a record has been given, and gives back.
#[derive(Debug, Clone, Default)]
pub(crate) struct Copies {
    /// Each after the one on its left; the match's own last.
    pub(crate) tokens: Vec<u32>,
    pub(crate) groups: Vec<u32>,
    /// The facts that are pinned.
    pub(crate) facts: Vec<Place>,
    /// Groups and tokens for which working memory keeps something: the node, the original, the copy.
    pub(crate) states: Vec<(u32, u32, u32)>,
}

/// The records of a session.
#[derive(Debug, Clone, Default)]
pub(crate) struct Records<M: Mode> {
    all: Cells<Record, M>,
    free: Cells<u32, M>,
    /// The record of each match that has fired and is to be undone when it ends.
    undone_by: Map<u32, u32, M>,
}

impl<M: Mode> Records<M> {
    /// Goes through its state.
    pub(crate) fn trace(&mut self, pass: &mut impl Pass) {
        pass.over(&mut self.all);
        pass.over(&mut self.free);
        pass.over(&mut self.undone_by);
    }

    pub(crate) fn get(&self, record: u32) -> &Record {
        &self.all[record as usize]
    }

    /// Keeps a record.
    pub(crate) fn push(&mut self, record: Record) -> u32 {
        if let Some(number) = self.free.pop() {
            self.all[number as usize] = record;
            return number;
        }
        self.all.push(record);
        (self.all.len() - 1) as u32
    }

    /// Notes that one more needs a record.
    pub(crate) fn share(&mut self, record: u32) {
        self.all[record as usize].users += 1;
    }

    /// Notes that a record is needed when a match ends.
    pub(crate) fn await_end(&mut self, token: u32, record: u32) {
        self.share(record);
        self.undone_by.insert(token, record);
    }

    /// Whether a match is to be undone when it ends.
    pub(crate) fn is_awaited(&self, token: u32) -> bool {
        self.undone_by.get(token).is_some()
    }

    /// The record of a match that has ended and is to be undone.
    pub(crate) fn ended(&mut self, token: u32) -> Option<u32> {
        if self.undone_by.is_empty() {
            return None;
        }
        let record = self.undone_by.get(token).copied();
        self.undone_by.remove(token);
        record
    }
}

impl<M: Mode> Network<M> {
    /// The record of which a token is the copy.
    pub(crate) fn record_of(&self, token: u32) -> Option<&Record> {
        self.match_view().record_of(token)
    }

    /// Makes the record of a match that fires in the change of a date, of its facts and their dates.
    #[inline(never)]
    pub(crate) fn record(
        &mut self,
        token: u32,
        date: u64,
        (ids, dates): (Vec<FactId>, Vec<u64>),
    ) -> u32 {
        let mut copies = Copies::default();
        let token = self.copy(token, &mut copies);
        let record = self.records.push(Record {
            token,
            date,
            ids,
            dates,
            copies,
            users: 0,
        });
        self.tokens.get_mut(token).note = record;
        record
    }

    /// Copies a token with all to its left.
    pub(crate) fn copy(&mut self, token: u32, copies: &mut Copies) -> u32 {
        let mut chain = alloc::vec![token];
        let mut first = token;
        loop {
            let shape = &self.plan.nodes[self.tokens.node(first) as usize];
            let left = self.tokens.get(first).left;
            if left == NIL || shape.left_fact.is_some() {
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
                copies.facts.push((kind, last));
            }
            if let Some(Part { kind, .. }) = shape.fact {
                copies.facts.push((kind, fact));
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
            last = self.tokens.copy(token, last, fact);
            copies.tokens.push(last);
            if let NodeKind::Each { kept: true } = shape.kind {
                copies.states.push((node, token, last));
            }
        }
        last
    }
}

/// Gives up a use of a record; with the last it is forgotten.
pub(crate) fn release<P: Program>(
    record: u32,
    memory: &mut P::Memory,
    network: &mut Network<P::Mode>,
) {
    let Record {
        users,
        date,
        copies,
        ..
    } = &mut network.records.all[record as usize];
    *users -= 1;
    if *users > 0 {
        return;
    }
    let (date, mut copies) = (*date, core::mem::take(copies));
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
    network.records.all[record as usize] = Record::default();
    network.records.free.push(record);
}

/// Pins the facts of a new record, and copies what working memory keeps besides.
pub(crate) fn pin<P: Program>(record: u32, memory: &mut P::Memory, network: &Network<P::Mode>) {
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
struct Pin<'a, P: Program> {
    memory: &'a mut P::Memory,
    facts: &'a [Place],
    date: u64,
    asks: bool,
}

impl<P: Program> Pin<'_, P> {
    fn pin(&mut self) {
        if const { P::FEATURES.past() } {
            P::visit(self);
        }
    }
}

impl<P: Program> Visitor<P> for Pin<'_, P> {
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
