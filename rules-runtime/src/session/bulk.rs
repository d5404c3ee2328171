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

use crate::agenda::waitings::{Begun, BulkNodes, Run, Sorted, Waitings, width};
use crate::containers::fields::Fields as _;
use crate::containers::index::NIL;
use crate::ids::{KindId, Slot, TokenId};
use crate::inspect::listener::Listener;
use crate::network::Network;
use crate::network::conditions::{FieldsOf, Holds, Visitor};
use crate::network::engine_features::HasFeatures as _;
use crate::plan::{Element, bit_of};
use crate::session::audience::Audience as _;
use crate::session::program::Program;
use crate::session::work::Work;
use crate::session::{Session, change, follower};

/// A run of firings in bulk.
pub struct Bulk<'a, P: Program> {
    work: &'a mut Work<P>,
    /// The matches that wait.
    waiting: Waitings,
    /// The activation to fire, where it is one, which stands with those that wait, too.
    token: Option<TokenId>,
    /// How many firings there may still be.
    left: u64,
    /// Whether it is remembered which rules fired.
    is_remembered: bool,
    /// The types whose derivation is to be ended.
    derived: u64,
}

impl<P: Program, L: Listener> Session<P, L> {
    /// Whether rules that can fire in bulk do: nobody is told of each firing.
    #[inline]
    pub(crate) fn fires_in_bulk() -> bool {
        !(L::hears() || follower::is_on())
    }

    /// Fires an activation, what it leads to in bulk, and those that then come first, as long as they fire in bulk too:
    /// `limit` times at the most. Returns how often. `is_remembered`: whether it is asked afterwards which rules fired.
    pub(crate) fn fire_in_bulk(&mut self, token: TokenId, limit: u64, is_remembered: bool) -> u64 {
        let mut bulk = Bulk {
            waiting: mem::take(&mut self.work.network.bulk.spare),
            work: &mut self.work,
            token: None,
            left: limit,
            is_remembered,
            derived: 0,
        };
        let mut next = Some(token);
        while let Some(token) = next {
            bulk.fire(token);
            next = bulk.next().filter(|_| bulk.left > 0);
        }
        limit - bulk.left
    }
}

impl<P: Program> Bulk<'_, P> {
    /// Fires an activation, and what it leads to.
    fn fire(&mut self, token: TokenId) {
        let network = &mut self.work.network;
        let entry = network.match_of(token);
        network
            .bulk
            .begin(P::PLAN, P::PLAN.matches[entry as usize].salience);
        let places = network.places(token);
        let found = &mut self.waiting.found;
        found.facts.extend(places.map(|(_, slot)| slot));
        found.nodes.push(network.tokens.node(token));
        self.waiting.let_wait(P::PLAN, 0);
        self.token = Some(token);
        while self.left > 0
            && let Some(&Run { entry, .. }) = self.waiting.runs.last()
        {
            P::insert_of(entry, self);
        }
    }

    /// The activation that fires next, if it fires in bulk, where none waits.
    fn next(&mut self) -> Option<TokenId> {
        let token = self.work.first_activation()?;
        self.work.entry_of(token).bulk.then_some(token)
    }

    /// Working memory.
    #[must_use]
    #[inline]
    pub fn memory(&self) -> &P::Memory {
        &self.work.memory
    }

    /// The slots of the facts of the match that fires next, from left to right, if it is one of an entry of the plan.
    #[must_use]
    #[inline]
    pub fn next_of<const N: usize>(&self, entry: u32) -> Option<[Slot; N]> {
        let Waitings { runs, found, .. } = &self.waiting;
        let run = runs
            .last()
            .filter(|run| run.entry == entry && self.left > 0)?;
        let facts = found.facts.get(run.next as usize..)?;
        facts.first_chunk().copied()
    }

    /// Ends a firing: inserts the fact that it has made. Until then nothing of it is done.
    #[inline]
    pub fn insert<F: 'static>(&mut self, fact: F)
    where
        P: Holds<F>,
    {
        let (node, entry) = self.waiting.pop();
        if self.token.is_some() || self.is_remembered {
            self.begin_firing(node, entry);
        } else {
            self.work.network.counters.removes(node);
        }
        let work = &mut *self.work;
        self.left -= 1;
        work.date += 1;
        let tag = work.tags.reserve(1);
        let slab = P::slab_mut(&mut work.memory);
        // Most facts are told from others by no code of a user's, so that nothing can go wrong until they enter.
        match slab.insert_numbered(fact, <P as Holds<F>>::number, tag) {
            Ok(None) => {}
            Ok(Some(slot)) => self.enter::<F>(slot),
            Err(fact) => self.insert_asked(fact, tag),
        }
    }

    /// Takes the activation that fires off the agenda, and remembers the rule, where it is asked.
    #[inline(never)]
    fn begin_firing(&mut self, node: u32, entry: u32) {
        let work = &mut *self.work;
        if let Some(token) = self.token.take() {
            work.take_off(token, entry);
            work.network.sweep();
        } else {
            work.network.counters.removes(node);
        }
        if self.is_remembered {
            work.recent.push(P::PLAN.matches[entry as usize].rule);
        }
    }

    /// Inserts a fact whose type is asked for its identity, which is a user's code.
    #[inline(never)]
    fn insert_asked<F: 'static>(&mut self, fact: F, tag: u64)
    where
        P: Holds<F>,
    {
        self.work.poisoned = true;
        // It may be the first of those that are told apart by their numbers.
        self.derived |= bit_of(P::KIND);
        let slab = P::slab_mut(&mut self.work.memory);
        if let Some(slot) = slab.insert_derived::<P::Identity>(fact, <P as Holds<F>>::number, tag) {
            self.enter::<F>(slot);
        }
        self.work.poisoned = false;
    }

    /// Lets a new fact into the network. What it begins waits too, or goes on the agenda where something else is now to
    /// fire.
    #[inline(never)]
    fn enter<F: 'static>(&mut self, slot: Slot)
    where
        P: Holds<F>,
    {
        self.work.poisoned = true;
        let slab = P::slab_mut(&mut self.work.memory);
        if slab.derives_sparsely() {
            slab.give_numbers_up::<P::Identity>();
            self.derived |= bit_of(P::KIND);
        }
        self.enter_network::<F>(slot);
        self.work.poisoned = false;
    }

    #[inline]
    fn enter_network<F: 'static>(&mut self, slot: Slot)
    where
        P: Holds<F>,
    {
        let Work {
            memory, network, ..
        } = &mut *self.work;
        network
            .tokens
            .touch_single(P::KIND, slot, FieldsOf::<P>::ALL);
        P::enter(memory, network, slot, FieldsOf::<P>::ALL);
        if has_work::<P>(network) {
            change::work_off(self.work);
            self.settle();
            return;
        }
        change::search_into::<P>(memory, network, &mut self.waiting.found);
        match self.waiting.only_node() {
            Some(node) if network.bulk.take(node) && network.bulk.begun.nodes.is_empty() => {
                for &node in &self.waiting.found.nodes {
                    network.counters.creates(P::PLAN, node);
                }
                network.tokens.forget_changes();
                self.begin_in_order(node);
            }
            None if self.waiting.found.nodes.is_empty() && network.bulk.begun.nodes.is_empty() => {
                network.tokens.forget_changes();
            }
            _ => self.settle_found(),
        }
    }

    /// Ends a change that has begun matches of several rules.
    #[inline(never)]
    fn settle_found(&mut self) {
        let mut begun = self.waiting.take_begun();
        let network = &mut self.work.network;
        network.create_each(&mut begun);
        if network.agenda.fresh.is_empty() {
            network.tokens.forget_changes();
            self.waiting.gather(&mut network.bulk.begun);
            self.begin();
        } else {
            self.settle();
        }
    }

    /// Ends a change that was work for more than bulk.
    #[inline(never)]
    fn settle(&mut self) {
        let work = &mut *self.work;
        self.waiting.gather(&mut work.network.bulk.begun);
        if is_preceded(work) {
            spill(&mut self.waiting, work);
            let begun: Vec<Begun> = self.waiting.begun(P::PLAN).collect();
            let found = mem::take(&mut self.waiting.found);
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
        self.begin();
    }

    /// Lets the matches wait, in firing order, that a change has begun.
    fn begin(&mut self) {
        if let Some(node) = self.waiting.only_node() {
            self.begin_in_order(node);
        } else if !self.waiting.found.nodes.is_empty() {
            self.sort();
        }
    }

    /// The same where all are of a node.
    #[inline]
    fn begin_in_order(&mut self, node: u32) {
        let Work { memory, date, .. } = &*self.work;
        let waiting = &mut self.waiting;
        if is_in_order::<P>(memory, node, &waiting.found.facts[waiting.settled..]) {
            let (settled, all) = (waiting.settled as u32, waiting.found.facts.len() as u32);
            waiting.push_run(P::PLAN, node, (settled, all, settled), *date);
            waiting.end_change();
        } else {
            self.sort();
        }
    }

    /// The same where they are in another order.
    #[cold]
    fn sort(&mut self) {
        let Work { memory, date, .. } = &*self.work;
        sort::<P>(memory, &mut self.waiting);
        self.waiting.let_wait(P::PLAN, *date);
    }
}

/// What still waits goes on the agenda, also where a panic in a block ends the run.
impl<P: Program> Drop for Bulk<'_, P> {
    fn drop(&mut self) {
        let memory = &mut self.work.memory;
        P::visit_some(self.derived, &mut EndDerivation::<P> { memory });
        if self.work.poisoned {
            self.work.network.bulk = BulkNodes::default();
        } else {
            if self.token.is_some() {
                self.waiting.pop();
            }
            spill(&mut self.waiting, self.work);
            let bulk = &mut self.work.network.bulk;
            bulk.stop();
            bulk.spare = mem::take(&mut self.waiting);
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
        P::slab_mut(self.memory).end_derivation();
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

/// Whether a fact that has entered is work for more than searches.
#[inline]
fn has_work<P: Program>(network: &Network<P::Mode>) -> bool {
    !(network.work.is_empty() && network.agenda.fresh.is_empty())
        || P::FEATURES.gates && network.gates.do_turn()
        || P::FEATURES.counts && network.turns.is_due()
}

/// Puts what waits on the agenda; not what the change under way begins.
fn spill<P: Program>(waiting: &mut Waitings, work: &mut Work<P>) {
    let Waitings {
        runs,
        found,
        settled,
    } = waiting;
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
    found.facts.drain(..*settled);
    *settled = 0;
}

/// Makes a token of a match that waits.
fn activate<P: Program>(work: &mut Work<P>, node: u32, facts: &[Slot]) -> TokenId {
    let tokens = &mut work.network.tokens;
    if let ([fact], []) = (facts, P::PLAN.whole(node)) {
        return tokens.create(P::PLAN, node, NIL, fact.number());
    }
    let token = tokens.create_whole(node, facts);
    tokens.link(P::PLAN, token);
    token
}

/// Whether matches of a node are in firing order: searches go from the newest fact to the oldest, but for those that a
/// modify has moved.
fn is_in_order<P: Program>(memory: &P::Memory, node: u32, facts: &[Slot]) -> bool {
    let elements = P::PLAN.matches[P::PLAN.entry_of(node) as usize].elements;
    let mut matches = facts.chunks_exact(elements.len());
    let Some(mut last) = matches.next() else {
        return true;
    };
    // Where two matches differ, most others do: the numbers of insertion of the facts there.
    let mut known: Option<(usize, &[u64])> = None;
    for next in matches {
        let mut places = last.iter().zip(next).enumerate();
        let Some((place, (&before, &after))) = places.find(|(_, (last, next))| last != next) else {
            return false;
        };
        let tags = match known {
            Some((of, tags)) if of == place => tags,
            _ => P::tags(memory, kind_of(elements[place])),
        };
        known = Some((place, tags));
        if tags[before.index()] < tags[after.index()] {
            return false;
        }
        last = next;
    }
    true
}

/// The type of the fact that is an element of a match that waits.
fn kind_of(element: Element) -> KindId {
    match element {
        Element::Fact { kind, .. } | Element::Whole { kind, .. } => kind,
        _ => unreachable!("a rule that fires in bulk has facts alone"),
    }
}

/// Puts the matches that a change begins in firing order, as [`order::order`](crate::network::order::order) says of
/// tokens.
#[cold]
fn sort<P: Program>(memory: &P::Memory, waiting: &mut Waitings) {
    let mut begun = Vec::with_capacity(waiting.found.nodes.len());
    let mut tags = Vec::with_capacity(waiting.found.facts.len() - waiting.settled);
    for &node in &waiting.found.nodes {
        let entry = &P::PLAN.matches[P::PLAN.entry_of(node) as usize];
        let first = tags.len();
        for &element in entry.elements {
            let slot = waiting.found.facts[waiting.settled + tags.len()];
            tags.push(P::tag(memory, kind_of(element), slot));
        }
        begun.push(Sorted {
            node,
            rule: entry.rule,
            first,
            width: entry.elements.len(),
        });
    }
    waiting.sort(begun, &tags);
}
