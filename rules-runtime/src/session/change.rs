//! One change: from the facts staged to the matches that begin and end.
//!
//! The sweeps over the fact types, generic over the ruleset. See [`Network`] for what they do to the
//! network, and [`Slab`](crate::memory::slab::Slab) for the two states between which they stand.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem;

use crate::containers::fields::Fields;
use crate::ids::{Slot, TokenId};
use crate::joins::found::Matches;
use crate::memory::store::{FactChange, Touched};
use crate::network::conditions::{FieldsOf, Holds, IsTouched, Visitor};
use crate::network::engine_features::HasFeatures as _;
use crate::network::summaries::extremum_heap::leave_heaps;
use crate::network::summaries::latest::pass_latest;
use crate::network::summaries::summarize::summarize;
use crate::network::supports::apply_supports::{ApplySupports, withdraw_supports};
use crate::network::{
    Batch, Leaving, Network, NotesLeaving, Pair, Seeded, bounded, on_demand, reduced, turns,
};
use crate::plan::NodeKind;
use crate::session::events;
use crate::session::program::Program;
use crate::session::settle::settle;
use crate::session::work::Work;

/// Takes a staged change through the network. Afterwards `network.ended` holds the matches that it ended,
/// `network.agenda.fresh` those that began; the slabs still hold what was before, until `finish`. `firing`
/// is the match whose effects the change is, `kinds` the fact types of which it says something.
pub(crate) fn propagate<P: Program>(work: &mut Work<P>, firing: Option<TokenId>, kinds: u64) {
    work.put_down();
    pass::<P>(work, firing, kinds);
    work.network.link_fresh();
}

/// Takes a change through the network. The match that it may hold has no number of its own yet, by which reports name it.
fn pass<P: Program>(work: &mut Work<P>, firing: Option<TokenId>, kinds: u64) {
    let Work {
        memory,
        network,
        date,
        ..
    } = work;
    let date = *date;
    if kinds == 0 {
        // The beginning of a session, or a block without effects.
        P::turn_clock(memory);
        work_off(work);
        return;
    }
    let mut leaving = mem::take(&mut network.leaving);
    P::visit_some(
        kinds,
        &mut Leave::<P> {
            memory,
            network,
            leaving: &mut leaving,
        },
    );
    if const { P::PLAN.logical } {
        P::visit_some(
            kinds,
            &mut ApplySupports::<P> {
                memory,
                network,
                firing,
            },
        );
    }
    discount::<P>(memory, network);
    turns::look_back::<P>(memory, network);
    for Leaving { kind, slot, fields } in leaving.drain(..) {
        network.facts.leave(kind, slot, fields);
    }
    network.leaving = leaving;
    if const { P::FEATURES.facts_dates } {
        withdraw(work);
    }
    let Work {
        memory, network, ..
    } = work;
    P::turn_clock(memory);
    P::visit_some(kinds, &mut Apply::<P> { memory, date });
    P::visit_some(kinds, &mut Enter::<P> { memory, network });
    work_off(work);
}

/// Lets the searches begin for matches that are found whole, and all nodes work that have something new, each after
/// those from which it gets anything.
#[inline]
pub(crate) fn work_off<P: Program>(work: &mut Work<P>) {
    search::<P>(&work.memory, &mut work.network);
    loop {
        if const { P::FEATURES.settles }
            && let Some(number) = work.network.due_settlement()
        {
            settle(number, work);
        } else if let Some(node) = work.network.work.pop() {
            work_at::<P>(node, &mut work.memory, &mut work.network);
        } else {
            return;
        }
    }
}

/// Searches for the matches that begin and are found whole: those in which the facts take part that the change puts in,
/// or gives other values, and those whose counted patterns begin to hold.
#[inline]
pub(crate) fn search<P: Program>(memory: &P::Memory, network: &mut Network<P::Mode>) {
    if !network.begun.is_empty() {
        search_begun::<P>(memory, network);
    }
    if const { P::FEATURES.counts } {
        turns::turn::<P>(memory, network);
    }
}

fn search_begun<P: Program>(memory: &P::Memory, network: &mut Network<P::Mode>) {
    let mut found = network.found.take().unwrap_or_default();
    search_into::<P>(memory, network, &mut found);
    network.create_whole(&mut found);
    network.found = Some(found);
}

/// Has the searches made that are to begin.
#[inline]
pub(crate) fn search_into<P: Program>(
    memory: &P::Memory,
    network: &mut Network<P::Mode>,
    found: &mut Matches,
) {
    let mut place = 0;
    while let Some(&Seeded {
        search,
        slot,
        seeds,
    }) = network.begun.get(place)
    {
        place += 1;
        if const { P::FEATURES.on_demand } && network.ready[search as usize] & seeds != seeds {
            on_demand::make_asked::<P>(search, seeds, memory, network);
        }
        if const { P::FEATURES.reduced } {
            reduced::take_in_late::<P>(memory, network);
        }
        let before = found.nodes.len();
        P::search(search, seeds, slot, memory, network, found);
        if const { P::FEATURES.on_demand }
            && let Some(wanted) = found.wants.take()
        {
            on_demand::make_wanted::<P>(wanted, seeds, memory, network);
        }
        network.counters.searched(found, before);
    }
    network.begun.clear();
}

/// Lets what the change puts in, or gives other values, into the network.
#[cfg(feature = "serde")]
pub(crate) fn enter<P: Program>(memory: &P::Memory, network: &mut Network<P::Mode>) {
    let kinds = P::kinds::<IsTouched>(memory);
    P::visit_some(kinds, &mut Enter::<P> { memory, network });
    search::<P>(memory, network);
}

/// Takes off the agenda the activations whose facts get new dates.
fn withdraw<P: Program>(work: &mut Work<P>) {
    let mut redated = mem::take(&mut work.network.redated);
    // One match may have several such facts, and one fact at more than one place.
    redated.sort_unstable();
    redated.dedup();
    redated.retain(|&token| {
        let entry = work.match_of(token);
        work.with_agenda(|agenda, links, order| agenda.withdraw(links, token, entry, order))
    });
    work.network.redated = redated;
}

/// Ends a change: frees what it removed. `kinds` are the fact types of which it was to say something; of others it
/// may have let facts fall.
pub(crate) fn finish<P: Program>(
    memory: &mut P::Memory,
    network: &mut Network<P::Mode>,
    date: u64,
    kinds: u64,
) {
    forget::<P>(memory, network);
    let kinds = if const { P::PLAN.logical } {
        P::kinds::<IsTouched>(memory)
    } else {
        kinds
    };
    P::visit_some(kinds, &mut Finish::<P> { memory, date });
}

/// Frees the partial matches that a change has ended, and what working memory keeps for some.
#[inline]
pub(crate) fn forget<P: Program>(memory: &mut P::Memory, network: &mut Network<P::Mode>) {
    if const { P::FEATURES.states } {
        for (node, of) in network.forgotten.drain(..) {
            P::forget_state(node, memory, of);
        }
    }
    network.sweep();
}

/// The sweep over what the change ends.
struct Leave<'a, P: Program> {
    memory: &'a P::Memory,
    network: &'a mut Network<P::Mode>,
    leaving: &'a mut Vec<Leaving<FieldsOf<P>>>,
}

impl<P: Program> Visitor<P> for Leave<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        let slab = P::slab(self.memory);
        for &Touched { slot, ref what } in slab.touched() {
            let fields = match what {
                FactChange::Inserted | FactChange::Cancelled => continue,
                _ if P::EVENT && slab.is_waiting(slot) => continue,
                FactChange::Updated { value, written } => {
                    P::changes(slab.value(slot), value, slab.written(*written))
                }
                FactChange::Retracted { .. } => Fields::ALL,
            };
            if const { P::FEATURES.facts_dates } {
                self.network.redate(P::KIND, slot);
            }
            if fields == Fields::NONE {
                continue;
            }
            self.network.tokens.touch(P::KIND, slot, fields);
            leave_memories::<P, F>(slot, fields, self.memory, self.network);
            let kind = P::KIND;
            if self.network.facts.read(kind, fields) {
                self.leaving.push(Leaving { kind, slot, fields });
            }
        }
    }
}

/// Removes what reads these fields of a fact, which the change touches, and notes which alpha memories the fact leaves, where
/// that is noted.
#[inline]
pub(crate) fn leave_memories<P: Holds<F>, F: 'static>(
    slot: Slot,
    fields: FieldsOf<P>,
    memory: &P::Memory,
    network: &mut Network<P::Mode>,
) {
    network.retire(P::KIND, slot, fields);
    if <P as NotesLeaving<F>>::NOTES_LEAVING {
        let mut alphas = mem::take(&mut network.alphas);
        P::classify(memory, slot, fields, &mut alphas);
        for alpha in alphas.drain(..) {
            network.leave(&P::PLAN.alphas[alpha as usize], slot, fields);
        }
        network.alphas = alphas;
    }
}

/// Takes the facts that leave off the counts of the tokens that stay.
pub(crate) fn discount<P: Program>(memory: &P::Memory, network: &mut Network<P::Mode>) {
    if const { !P::FEATURES.discounts() } || network.work.is_empty() {
        return;
    }
    let mut nodes: Vec<u32> = mem::take(&mut network.leaving_nodes);
    network.work.add_to(&mut nodes);
    for &node in &nodes {
        match P::PLAN.nodes[node as usize].kind {
            NodeKind::Counted { .. } => {
                let mut batch = network.open_leaving(node);
                bounded::pair_rights::<P>(node, &mut batch, memory, network);
                P::filter(node, memory, network, &mut batch.pairs);
                network.discount(node, batch);
            }
            NodeKind::Summary { of, .. } => leave_heaps::<P>(node, of, memory, network),
            _ => {}
        }
    }
    nodes.clear();
    network.leaving_nodes = nodes;
}

/// Goes from the state before the change to the state after it.
struct Apply<'a, P: Program> {
    memory: &'a mut P::Memory,
    date: u64,
}

impl<P: Program> Visitor<P> for Apply<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        let slab = P::slab_mut(self.memory);
        if const { P::FEATURES.facts_dates } {
            slab.redate(self.date);
        }
        slab.apply();
    }
}

/// The sweep over what the change begins.
struct Enter<'a, P: Program> {
    memory: &'a P::Memory,
    network: &'a mut Network<P::Mode>,
}

impl<P: Program> Visitor<P> for Enter<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        let slab = P::slab(self.memory);
        for &Touched { slot, ref what } in slab.touched() {
            if P::EVENT && slab.is_waiting(slot) {
                continue;
            }
            let fields = match what {
                FactChange::Inserted => Fields::ALL,
                FactChange::Updated { .. } => self.network.tokens.changes(P::KIND, slot),
                FactChange::Retracted { .. } | FactChange::Cancelled => continue,
            };
            if fields == Fields::NONE {
                continue;
            }
            if matches!(what, FactChange::Inserted) {
                self.network.tokens.touch(P::KIND, slot, fields);
            }
            P::enter(self.memory, self.network, slot, fields);
        }
        if const { P::FEATURES.asks } && !slab.touched().is_empty() {
            self.network.ask_again(P::KIND);
        }
    }
}

/// Forgets the change.
struct Finish<'a, P: Program> {
    memory: &'a mut P::Memory,
    date: u64,
}

impl<P: Program> Visitor<P> for Finish<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        finish_facts::<P, F>(self.memory, self.date);
    }
}

/// Ends the change of a date for the facts of a type.
#[inline]
pub(crate) fn finish_facts<P: Holds<F>, F: 'static>(memory: &mut P::Memory, date: u64) {
    let slab = P::slab_mut(memory);
    if const { P::FEATURES.past() } {
        slab.finish::<true>(date);
    } else {
        slab.finish::<false>(date);
    }
}

/// Forgets what was staged.
pub(crate) struct Revert<'a, P: Program> {
    pub(crate) memory: &'a mut P::Memory,
}

impl<P: Program> Visitor<P> for Revert<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        P::slab_mut(self.memory).revert::<P::Identity>();
    }
}

/// Stages the effects of a block.
pub(crate) struct Stage<'a, P: Program> {
    pub(crate) memory: &'a mut P::Memory,
    pub(crate) first_tag: u64,
}

impl<P: Program> Visitor<P> for Stage<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        P::slab_mut(self.memory).stage_effects::<P::Identity>(self.first_tag, P::WRITES);
        events::wait::<P, F>(self.memory);
    }
}

/// Forgets the effects of a block that failed.
pub(crate) struct Discard<'a, P: Program> {
    pub(crate) memory: &'a mut P::Memory,
}

impl<P: Program> Visitor<P> for Discard<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        P::slab_mut(self.memory).effects_mut().clear();
    }
}

/// The work of one node.
pub(crate) fn work_at<P: Program>(
    node: u32,
    memory: &mut P::Memory,
    network: &mut Network<P::Mode>,
) {
    match P::PLAN.nodes[node as usize].kind {
        NodeKind::Join { .. } => {
            let batch = join::<P>(node, true, memory, network);
            network.emit(node, batch);
        }
        NodeKind::JoinFacts { .. } => {
            let batch = join::<P>(node, false, memory, network);
            network.emit(node, batch);
        }
        NodeKind::Counted { quantifier, .. } if const { P::FEATURES.counted } => {
            let batch = join::<P>(node, true, memory, network);
            network.count(node, quantifier, batch);
        }
        NodeKind::Each { .. } if const { P::FEATURES.each } => {
            let mut batch = network.open(node);
            P::each(node, memory, network, &batch.lefts, &mut batch.pairs);
            filter::<P>(node, memory, network, &mut batch.pairs);
            network.emit(node, batch);
        }
        NodeKind::Filter { tag } => {
            let mut batch = network.open(node);
            batch.pair_lefts(tag);
            filter::<P>(node, memory, network, &mut batch.pairs);
            network.emit(node, batch);
        }
        NodeKind::Owner { summary } if const { P::FEATURES.summaries } => {
            network.own(node, summary);
        }
        NodeKind::Sharers { summary } if const { P::FEATURES.sharers } => {
            network.share(node, summary);
        }
        NodeKind::Summary { .. } if const { P::FEATURES.summaries } => {
            let mut batch = summarize::<P>(node, memory, network);
            filter::<P>(node, memory, network, &mut batch.pairs);
            network.emit(node, batch);
        }
        NodeKind::Last { number, steps, .. } if const { P::FEATURES.latest } => {
            pass_latest::<P>(node, (number, steps), memory, network);
        }
        NodeKind::Match { .. } if const { P::PLAN.logical } => {
            withdraw_supports::<P>(node, memory, network);
        }
        _ => unreachable!("nothing is to be done at such a node"),
    }
}

/// Finds what is new and goes together at a node.
fn join<P: Program>(
    node: u32,
    of_tokens: bool,
    memory: &P::Memory,
    network: &mut Network<P::Mode>,
) -> Box<Batch> {
    let mut batch = network.open(node);
    if of_tokens {
        P::hash_lefts(node, memory, network, &mut batch.lefts);
    }
    if const { P::FEATURES.on_demand } {
        on_demand::prepare::<P>(node, &mut batch, memory, network);
    }
    bounded::pair::<P>(node, &mut batch, memory, network);
    if !batch.pairs.is_empty() {
        filter::<P>(node, memory, network, &mut batch.pairs);
    }
    batch
}

/// Keeps of the pairs at a node those that meet its tests.
#[inline]
pub(crate) fn filter<P: Program>(
    node: u32,
    memory: &P::Memory,
    network: &mut Network<P::Mode>,
    pairs: &mut Vec<Pair>,
) {
    let tested = pairs.len();
    P::filter(node, memory, network, pairs);
    network.counters.tests(node, tested, pairs.len());
}
