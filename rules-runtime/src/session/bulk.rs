//! Firing in bulk: the matches of rules that do nothing but insert a fact.
//!
//! An insert ends no match whose conditions are facts alone. So nothing has to be kept of such matches from their
//! begin to their firing: where a rule of that kind fires, those that begin from then on wait as their facts on a stack,
//! and are neither tokens nor on the agenda. A stack is the firing order under `depth`: what a change begins goes
//! before all that was there.
//!
//! As soon as anything else is to fire, they become what they would have been: activations of the dates of the changes
//! that began them. Nothing that can be seen tells how a match has waited.

use alloc::vec::Vec;
use core::mem;

use crate::agenda::waitings::{Begun, Run, Sorted, Waitings, width};
use crate::containers::fields::Fields as _;
use crate::containers::index::NIL;
use crate::generated::program::FieldsOf;
use crate::generated::program::{Holds, Program, Visitor, bit_of};
use crate::inspect::audience::Audience as _;
use crate::inspect::coverage;
use crate::inspect::listener::Listener;
use crate::joins::network::{Network, Seeded};
use crate::plan::{Element, Side};
use crate::session::Session;
use crate::session::change;
use crate::session::work::Work;

/// A run of firings in bulk.
pub struct Bulk<'a, P: Program> {
    work: &'a mut Work<P>,
    /// The activation to fire, where it is one, which stands with those that wait, too.
    token: Option<u32>,
    fired: u64,
    /// The types of the facts that were inserted.
    derived: u64,
}

impl<P: Program, L: Listener> Session<P, L> {
    /// Whether rules that can fire in bulk do: nobody is told of each firing.
    #[inline]
    pub(crate) fn fires_in_bulk() -> bool {
        !(L::hears() || coverage::is_on())
    }

    /// Fires an activation, what it leads to in bulk, and those that then come first, as long as they fire in bulk too:
    /// `limit` times at the most. Returns how often.
    pub(crate) fn fire_in_bulk(&mut self, token: u32, limit: u64) -> u64 {
        let mut bulk = Bulk {
            work: &mut self.work,
            token: None,
            fired: 0,
            derived: 0,
        };
        let mut next = Some(token);
        while let Some(token) = next {
            bulk.fire(token, limit);
            next = bulk.next().filter(|_| bulk.fired < limit);
        }
        bulk.fired
    }
}

impl<P: Program> Bulk<'_, P> {
    /// Fires an activation, and what it leads to.
    fn fire(&mut self, token: u32, limit: u64) {
        let network = &mut self.work.network;
        let entry = network.match_of(token);
        let salience = P::PLAN.matches[entry as usize].salience;
        let mut found = mem::take(&mut network.bulk.found);
        found.nodes.push(network.tokens.node(token));
        let places = network.places(token);
        found.facts.extend(places.map(|(_, slot)| slot));
        network.bulk.found = found;
        network.bulk.let_wait(P::PLAN, 0);
        network.bulk.begin(P::PLAN, salience);
        self.token = Some(token);
        P::insert_of(entry, self);
        while self.fired < limit
            && let Some(&Run { entry, .. }) = self.work.network.bulk.runs.last()
        {
            P::insert_of(entry, self);
        }
    }

    /// The activation that fires next, if it fires in bulk, where none waits.
    fn next(&mut self) -> Option<u32> {
        let token = self.work.first_activation()?;
        self.work.entry_of(token).bulk.then_some(token)
    }

    /// Working memory.
    #[must_use]
    pub fn memory(&self) -> &P::Memory {
        &self.work.memory
    }

    /// The slots of the facts of the match that fires, from left to right.
    ///
    /// # Panics
    ///
    /// Panics if it has not so many.
    #[must_use]
    #[inline]
    pub fn facts<const N: usize>(&self) -> [u32; N] {
        let Waitings { runs, found, .. } = &self.work.network.bulk;
        let first = runs.last().map_or(0, |run| run.next as usize);
        let facts = found.facts[first..].first_chunk();
        *facts.expect("a match has its facts")
    }

    /// Ends a firing: inserts the fact that it has made. Until then nothing of it is done.
    pub fn insert<F: 'static>(&mut self, fact: F)
    where
        P: Holds<F>,
    {
        self.work.poisoned = true;
        self.take_off();
        self.fired += 1;
        let work = &mut *self.work;
        work.date += 1;
        let tag = work.tags.reserve(1);
        let slab = P::slab_mut(&mut work.memory);
        self.derived |= bit_of(P::KIND);
        if let Some(slot) = slab.insert_derived::<P::Identity>(fact, <P as Holds<F>>::number, tag) {
            self.enter::<F>(slot);
        }
        self.work.poisoned = false;
    }

    /// Takes the match that fires off what waits.
    fn take_off(&mut self) {
        let work = &mut *self.work;
        let (node, entry) = work.network.bulk.pop();
        if let Some(token) = self.token.take() {
            work.take_off(token, work.match_of(token));
            work.network.sweep();
        } else {
            work.network.counters.removes(node);
        }
        work.recent.push(P::PLAN.matches[entry as usize].rule);
    }

    /// Lets a new fact into the network. What it begins waits too, or goes on the agenda where something else is now to
    /// fire.
    fn enter<F: 'static>(&mut self, slot: u32)
    where
        P: Holds<F>,
    {
        let Work {
            memory, network, ..
        } = &mut *self.work;
        network
            .tokens
            .touch_single(P::KIND, slot, FieldsOf::<P>::ALL);
        let mut alphas = mem::take(&mut network.alphas);
        P::classify(memory, slot, FieldsOf::<P>::ALL, &mut alphas);
        let (mut has_work, mut seeded) = (false, Seeded::none(slot));
        for alpha in alphas.drain(..) {
            network.counters.enters(alpha);
            let alpha = &P::PLAN.alphas[alpha as usize];
            for &(index, _) in alpha.indexes {
                if network.facts.is_made(index) {
                    network.link::<P>(index, memory, slot);
                }
            }
            for seeding in alpha.seedings {
                network.seed(seeding, &mut seeded);
            }
            for feed in alpha.feeds {
                has_work |= !(feed.side == Side::Token && network.bulk.take(feed.node));
                network.feed(feed, slot);
            }
        }
        network.begin_seeded(seeded);
        network.alphas = alphas;
        if has_work {
            change::work_off(self.work);
        } else {
            search::<P>(memory, network);
        }
        let network = &mut self.work.network;
        if has_work || !network.agenda.fresh.is_empty() {
            self.settle();
        } else {
            network.tokens.forget_changes();
        }
        self.begin();
    }

    /// Ends a change that was work for more than bulk.
    #[inline(never)]
    fn settle(&mut self) {
        let work = &mut *self.work;
        if is_preceded(work) {
            spill(work);
            let begun: Vec<Begun> = work.network.bulk.begun(P::PLAN).collect();
            let found = mem::take(&mut work.network.bulk.found);
            for (node, first) in begun {
                let facts = &found.facts[first..][..width(P::PLAN, node)];
                let token = activate(work, node, facts);
                work.network.agenda.fresh.push(token);
            }
        }
        work.end_matches();
        work.begin_matches();
        let kinds = work.staged();
        change::finish::<P>(&mut work.memory, &mut work.network, work.date, kinds);
    }

    /// Lets the matches wait, in firing order, that a change has begun.
    #[inline]
    fn begin(&mut self) {
        let Work {
            memory,
            network,
            date,
            ..
        } = &mut *self.work;
        let bulk = &mut network.bulk;
        if let Some(node) = bulk.only_node()
            && is_in_order::<P>(memory, node, &bulk.found.facts[bulk.settled..])
        {
            let (settled, all) = (bulk.settled as u32, bulk.found.facts.len() as u32);
            bulk.push_run(P::PLAN, node, (settled, all, settled), *date);
            bulk.end_change();
        } else if !bulk.found.nodes.is_empty() {
            sort::<P>(memory, bulk);
            bulk.let_wait(P::PLAN, *date);
        }
    }
}

/// What still waits goes on the agenda, also where a panic in a block ends the run.
impl<P: Program> Drop for Bulk<'_, P> {
    fn drop(&mut self) {
        let memory = &mut self.work.memory;
        P::visit_some(self.derived, &mut EndDerivation::<P> { memory });
        if self.work.poisoned {
            self.work.network.bulk = Waitings::default();
        } else {
            if self.token.is_some() {
                self.work.network.bulk.pop();
            }
            spill(self.work);
            self.work.network.bulk.stop();
        }
    }
}

/// Ends the derivation of facts.
struct EndDerivation<'a, P: Program> {
    memory: &'a mut P::Memory,
}

impl<P: Program> Visitor<P> for EndDerivation<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        P::slab_mut(self.memory).end_derivation::<P::Identity>();
    }
}

/// Whether a change has begun something that goes before the matches that wait.
fn is_preceded<P: Program>(work: &Work<P>) -> bool {
    let Network { agenda, bulk, .. } = &work.network;
    agenda.fresh.iter().any(|&token| {
        let entry = work.entry_of(token);
        entry.auto_focus
            || entry.group == 0 && (entry.salience.is_none() || entry.salience >= bulk.salience())
    })
}

/// Searches for the matches that a change begins. Those of rules that fire in bulk stay where they are found.
#[inline]
fn search<P: Program>(memory: &P::Memory, network: &mut Network<P::Mode>) {
    if network.begun.is_empty() {
        return;
    }
    let mut found = mem::take(&mut network.bulk.found);
    change::search_into::<P>(memory, network, &mut found);
    if found.nodes.iter().all(|&node| network.bulk.take(node)) {
        for &node in &found.nodes {
            network.counters.creates(P::PLAN, node);
        }
        network.bulk.found = found;
    } else {
        let mut begun = found.split_off(network.bulk.settled);
        network.bulk.found = found;
        network.create_whole(&mut begun);
    }
}

/// Puts what waits on the agenda; not what the change under way begins.
fn spill<P: Program>(work: &mut Work<P>) {
    let mut runs = mem::take(&mut work.network.bulk.runs);
    let found = mem::take(&mut work.network.bulk.found);
    for Run {
        node,
        entry,
        width,
        next,
        end,
        date,
        ..
    } in runs.drain(..)
    {
        let salience = P::PLAN.matches[entry as usize].salience.unwrap_or_default();
        let facts = &found.facts[next as usize..end as usize];
        for facts in facts.chunks_exact(width as usize).rev() {
            let token = activate(work, node, facts);
            work.with_agenda(|agenda, links, order| {
                agenda.push(links, token, entry, salience, date, order);
            });
        }
    }
    let bulk = &mut work.network.bulk;
    (bulk.runs, bulk.found) = (runs, found);
    bulk.found.facts.drain(..bulk.settled);
    bulk.settled = 0;
}

/// Makes a token of a match that waits.
fn activate<P: Program>(work: &mut Work<P>, node: u32, facts: &[u32]) -> u32 {
    let tokens = &mut work.network.tokens;
    if let ([fact], []) = (facts, P::PLAN.whole(node)) {
        return tokens.create(P::PLAN, node, NIL, *fact);
    }
    let token = tokens.create_whole(node, facts);
    tokens.link(P::PLAN, token);
    token
}

/// Whether matches of a node are in firing order: searches go from the newest fact to the oldest, but for those that a
/// modify has moved.
fn is_in_order<P: Program>(memory: &P::Memory, node: u32, facts: &[u32]) -> bool {
    let elements = P::PLAN.matches[P::PLAN.entry_of(node) as usize].elements;
    let width = elements.len();
    // Where two matches differ, and how old the fact of the second is there.
    let mut known = None;
    let mut at = 0;
    while at + width < facts.len() {
        let (last, next) = facts[at..at + 2 * width].split_at(width);
        at += width;
        let Some(place) = (0..width).find(|&place| last[place] != next[place]) else {
            return false;
        };
        let kind = kind_of(elements[place]);
        let tag = |slot| P::id(memory, kind, slot).tag;
        let of_last = match known {
            Some((of, tag)) if of == place => tag,
            _ => tag(last[place]),
        };
        let of_next = tag(next[place]);
        if of_last < of_next {
            return false;
        }
        known = Some((place, of_next));
    }
    true
}

/// The type of the fact that is an element of a match that waits.
fn kind_of(element: Element) -> u32 {
    match element {
        Element::Fact { kind, .. } | Element::Whole { kind, .. } => kind,
        _ => unreachable!("a rule that fires in bulk has facts alone"),
    }
}

/// Puts the matches that a change begins in firing order, as [`order::order`](crate::agenda::order::order) says of
/// tokens.
#[cold]
fn sort<P: Program>(memory: &P::Memory, bulk: &mut Waitings) {
    let mut begun = Vec::with_capacity(bulk.found.nodes.len());
    let mut tags = Vec::with_capacity(bulk.found.facts.len() - bulk.settled);
    for &node in &bulk.found.nodes {
        let entry = &P::PLAN.matches[P::PLAN.entry_of(node) as usize];
        let first = tags.len();
        for &element in entry.elements {
            let slot = bulk.found.facts[bulk.settled + tags.len()];
            tags.push(P::id(memory, kind_of(element), slot).tag);
        }
        begun.push(Sorted {
            node,
            rule: entry.rule,
            first,
            width: entry.elements.len(),
        });
    }
    bulk.sort(begun, &tags);
}
