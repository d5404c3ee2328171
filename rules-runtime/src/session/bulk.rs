//! Firing in bulk: the matches of rules that do nothing but insert a fact.
//!
//! An insert ends no match whose conditions are facts alone. So nothing has to be kept of such matches from their
//! begin to their firing: where a rule of that kind fires, those that begin from then on wait as pairs on a stack,
//! and are neither tokens nor on the agenda. A stack is the firing order under `depth`: what a change begins goes
//! before all that was there.
//!
//! As soon as anything else is to fire, the pairs become what they would have been: activations of the dates of
//! the changes that began them. Nothing that can be seen tells how a match has waited.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::mem;

use crate::containers::fields::Fields as _;
use crate::containers::index::NIL;
use crate::containers::trail::Mode;
use crate::generated::program::FieldsOf;
use crate::generated::program::{Holds, Program};
use crate::inspect::coverage;
use crate::inspect::listener::Listener;
use crate::inspect::spans;
use crate::joins::network::{Network, Pair};
use crate::plan::{Element, Feed, Node, NodeKind, Plan, Side};
use crate::session::Session;
use crate::session::change;
use crate::session::work::Work;

/// A match that waits: its node, what its token would be made of, and the date of the change that began it.
///
/// The halves of a pair stand apart, so that they are copied one by one: a word that is read right after its
/// halves were written waits for both.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
struct Waiting {
    left: u32,
    node: u32,
    right: u32,
    date: u64,
}

/// The matches that wait.
#[derive(Debug, Clone, Default)]
pub(crate) struct Waitings {
    /// Whether rules fire in bulk now.
    is_on: bool,
    /// The salience of those that do, or did last.
    salience: Option<i32>,
    /// For each node: a match node, whether its matches wait here; a join of two facts, whether all that it gives
    /// does.
    takes: Vec<bool>,
    /// The date of the change under way.
    date: u64,
    /// The one to fire first on top; those that the change under way begins, in no order.
    stack: Vec<Waiting>,
    /// What a join works on.
    pairs: Vec<Pair>,
}

impl Waitings {
    /// Whether what comes to a node comes to nothing but what waits here.
    #[inline]
    pub(crate) fn take(&self, node: u32) -> bool {
        self.is_on && self.takes[node as usize]
    }

    /// Adds a match that the change under way begins.
    #[inline]
    pub(crate) fn push(&mut self, node: u32, left: u32, right: u32) {
        let date = self.date;
        self.stack.push(Waiting {
            left,
            node,
            right,
            date,
        });
    }

    /// Begins to take the matches of rules of a salience.
    fn begin<F>(&mut self, plan: &Plan<F>, salience: Option<i32>) {
        self.is_on = true;
        if self.salience == salience && !self.takes.is_empty() {
            return;
        }
        self.salience = salience;
        let is_of_such = |node: &Node<F>| match node.kind {
            NodeKind::Match { index } => {
                let entry = &plan.matches[index as usize];
                entry.bulk && entry.salience == salience
            }
            _ => false,
        };
        let takes = |node: &Node<F>| match node.kind {
            NodeKind::JoinFacts { .. } => {
                let mut outputs = node.outputs.iter();
                outputs.all(|&output| is_of_such(&plan.nodes[output as usize]))
            }
            _ => is_of_such(node),
        };
        self.takes.clear();
        self.takes.extend(plan.nodes.iter().map(takes));
    }
}

/// A run of firings in bulk.
pub struct Bulk<'a, P: Program> {
    work: &'a mut Work<P>,
    /// The activation to fire, where it is one and not the top of the stack.
    token: Option<u32>,
    fired: u64,
}

impl<P: Program, L: Listener> Session<P, L> {
    /// Whether rules that can fire in bulk do: nobody is told of each firing.
    #[inline]
    pub(crate) fn fires_in_bulk() -> bool {
        !(L::ACTIVE || spans::is_enabled() || coverage::is_on())
    }

    /// Fires an activation, and what it leads to in bulk, `limit` times at the most. Returns how often.
    pub(crate) fn fire_in_bulk(&mut self, token: u32, limit: u64) -> u64 {
        let network = &mut self.work.network;
        let (node, pair) = (network.tokens.node(token), network.pair(token));
        let salience = P::PLAN.matches[network.match_of(token) as usize].salience;
        network.bulk.begin(P::PLAN, salience);
        let mut bulk = Bulk {
            work: &mut self.work,
            token: Some(token),
            fired: 0,
        };
        P::insert_of(P::PLAN.entry_of(node), pair, &mut bulk);
        while bulk.fired < limit
            && let Some(&Waiting {
                left, node, right, ..
            }) = bulk.work.network.bulk.stack.last()
        {
            P::insert_of(P::PLAN.entry_of(node), Pair { left, right }, &mut bulk);
        }
        bulk.fired
    }
}

impl<P: Program> Bulk<'_, P> {
    /// Working memory.
    #[must_use]
    pub fn memory(&self) -> &P::Memory {
        &self.work.memory
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Network<P::Mode> {
        &self.work.network
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
        work.network.bulk.date = work.date;
        let tag = work.tags.reserve(1);
        let slab = P::slab_mut(&mut work.memory);
        if let Some(slot) = slab.insert_settled::<P::Identity>(fact, tag) {
            let waited = self.work.network.bulk.stack.len();
            let has_work = self.enter::<F>(slot);
            self.begin(waited, has_work);
        }
        self.work.poisoned = false;
    }

    /// Takes the match that fires off what waits.
    fn take_off(&mut self) {
        let work = &mut *self.work;
        let rule = if let Some(token) = self.token.take() {
            let rule = work.rule_of(token);
            work.take_off(token, work.match_of(token));
            work.network.sweep();
            rule
        } else {
            let network = &mut work.network;
            let Waiting { node, .. } = network.bulk.stack.pop().expect("a match waits");
            network.counters.removes(node);
            P::PLAN.matches[P::PLAN.entry_of(node) as usize].rule as usize
        };
        work.recent.push(rule as u32);
    }

    /// Lets a new fact into the network. Returns whether that was work for more than bulk.
    fn enter<F: 'static>(&mut self, slot: u32) -> bool
    where
        P: Holds<F>,
    {
        let Work {
            memory, network, ..
        } = &mut *self.work;
        let mut alphas = mem::take(&mut network.alphas);
        P::classify(memory, slot, FieldsOf::<P>::ALL, &mut alphas);
        for &alpha in &alphas {
            network.counters.enters(alpha);
            for &(index, _) in P::PLAN.alphas[alpha as usize].indexes {
                network.link::<P>(index, memory, slot);
            }
        }
        let mut has_work = false;
        for alpha in alphas.drain(..) {
            for feed in P::PLAN.alphas[alpha as usize].feeds {
                if !pair_up::<P>(feed, slot, memory, network) {
                    if !has_work {
                        network.tokens.touch(P::KIND, slot, FieldsOf::<P>::ALL);
                        has_work = true;
                    }
                    network.feed(feed, slot);
                }
            }
        }
        network.alphas = alphas;
        if has_work {
            change::work_off(self.work);
        }
        has_work
    }

    /// Ends a change, before which so many matches waited: what it began waits too, or goes on the agenda where
    /// something else is now to fire.
    fn begin(&mut self, waited: usize, has_work: bool) {
        let work = &mut *self.work;
        if has_work {
            if is_preceded(work) {
                let begun = work.network.bulk.stack.split_off(waited);
                spill(work);
                for waiting in begun {
                    let token = activate(work, waiting);
                    work.network.agenda.fresh.push(token);
                }
            }
            work.end_matches();
            work.begin_matches();
            let kinds = work.staged();
            change::finish::<P>(&mut work.memory, &mut work.network, work.date, kinds);
        }
        let Work {
            memory, network, ..
        } = work;
        let mut stack = mem::take(&mut network.bulk.stack);
        if let Some(begun) = stack.get_mut(waited..)
            && begun.len() > 1
        {
            let order = |a: &Waiting, b: &Waiting| order::<P>(memory, network, b, a);
            if !begun.is_sorted_by(|a, b| order(a, b).is_le()) {
                begun.sort_by(order);
            }
        }
        network.bulk.stack = stack;
    }
}

/// What still waits goes on the agenda, also where a panic in a block ends the run.
impl<P: Program> Drop for Bulk<'_, P> {
    fn drop(&mut self) {
        if self.work.poisoned {
            self.work.network.bulk = Waitings::default();
        } else {
            spill(self.work);
            self.work.network.bulk.is_on = false;
        }
    }
}

/// Pairs a new fact with what goes with it where all that comes of it waits. Returns whether it does.
#[inline]
fn pair_up<P: Program>(
    &Feed { node, side, .. }: &Feed<FieldsOf<P>>,
    slot: u32,
    memory: &P::Memory,
    network: &mut Network<P::Mode>,
) -> bool {
    if !network.bulk.take(node) {
        return false;
    }
    let shape = &P::PLAN.nodes[node as usize];
    let NodeKind::JoinFacts { left, right, .. } = shape.kind else {
        network.create(node, NIL, slot);
        return true;
    };
    let hashed = P::is_hashed(node, memory, network);
    let mut pairs = mem::take(&mut network.bulk.pairs);
    let facts = &network.facts;
    if side == Side::Left {
        let hash = facts.hash_of(left, slot).unwrap_or_default();
        facts.each(right, hash, hashed, |right| {
            pairs.push(Pair { left: slot, right });
        });
    } else {
        let hash = facts.hash_of(right, slot).unwrap_or_default();
        let [of_left, of_right] = [left, right].map(|index| P::PLAN.indexes[index as usize].kind);
        // A fact that stands on both sides is paired with itself once, from the left.
        let stands_left = of_left == of_right && facts.hash_of(left, slot).is_some();
        facts.each(left, hash, hashed, |left| {
            if !(stands_left && left == slot) {
                pairs.push(Pair { left, right: slot });
            }
        });
    }
    network.counters.takes(node, 1);
    change::filter::<P>(node, memory, network, &mut pairs);
    // Facts are found from the newest on, but for those that a modify has moved.
    for Pair { left, right } in pairs.drain(..).rev() {
        for &node in shape.outputs {
            network.counters.creates(P::PLAN, node);
            network.bulk.push(node, left, right);
        }
    }
    network.bulk.pairs = pairs;
    true
}

/// Whether a change has begun something that goes before the matches that wait.
fn is_preceded<P: Program>(work: &Work<P>) -> bool {
    let Network { agenda, bulk, .. } = &work.network;
    agenda.fresh.iter().any(|&token| {
        let entry = work.entry_of(token);
        entry.auto_focus
            || entry.group == 0 && (entry.salience.is_none() || entry.salience >= bulk.salience)
    })
}

/// Puts what waits on the agenda.
fn spill<P: Program>(work: &mut Work<P>) {
    let mut stack = mem::take(&mut work.network.bulk.stack);
    for waiting in stack.drain(..) {
        let token = activate(work, waiting);
        let index = P::PLAN.entry_of(waiting.node);
        let salience = P::PLAN.matches[index as usize].salience.unwrap_or_default();
        work.with_agenda(|agenda, links, order| {
            agenda.push(links, token, index, salience, waiting.date, order);
        });
    }
    work.network.bulk.stack = stack;
}

/// Makes a token of a match that waits.
fn activate<P: Program>(work: &mut Work<P>, waiting: Waiting) -> u32 {
    let Waiting {
        left, node, right, ..
    } = waiting;
    work.network.tokens.create(P::PLAN, node, left, right)
}

/// Which of two matches of one change fires first, as [`order::order`](crate::agenda::order::order) says of tokens.
fn order<P: Program>(
    memory: &P::Memory,
    network: &Network<P::Mode>,
    a: &Waiting,
    b: &Waiting,
) -> Ordering {
    let [of_a, of_b] =
        [a, b].map(|waiting| &P::PLAN.matches[P::PLAN.entry_of(waiting.node) as usize]);
    of_a.rule.cmp(&of_b.rule).then_with(|| {
        for &element in of_a.elements {
            let (kind, [a, b]) = match element {
                Element::Fact { steps, kind } => (kind, [a, b].map(|of| of.fact(network, steps))),
                Element::LeftFact { steps, kind } => {
                    (kind, [a, b].map(|of| of.left_fact(network, steps)))
                }
                Element::Whole { .. }
                | Element::Gate { .. }
                | Element::Branch(_)
                | Element::Each { .. }
                | Element::Group { .. } => {
                    unreachable!("a rule that fires in bulk has facts alone")
                }
            };
            if a != b {
                // Newest first.
                let [a, b] = [a, b].map(|slot| P::id(memory, kind, slot).tag);
                return b.cmp(&a);
            }
        }
        Ordering::Equal
    })
}

impl Waiting {
    /// See [`Network::fact`].
    fn fact<M: Mode>(&self, network: &Network<M>, steps: u32) -> u32 {
        match steps {
            0 => self.right,
            steps => network.fact(self.left, steps - 1),
        }
    }

    /// See [`Network::left_fact`].
    fn left_fact<M: Mode>(&self, network: &Network<M>, steps: u32) -> u32 {
        match steps {
            0 => self.left,
            steps => network.left_fact(self.left, steps - 1),
        }
    }
}
