//! The network's state, and the steps of a change that need no user's code.
//!
//! A change passes the network in two sweeps. In the first, working memory still reads as before the
//! change: what the change ends is taken out ([`Network::leave`], [`Network::discount`]). In the
//! second it reads as after the change: facts enter the alpha memories ([`Network::enter`]), then each
//! node that has something new works once, in the order of the plan. The tests between the steps are
//! generated code, reached through [`Program`](crate::generated::program::Program).

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::mem;

use crate::agenda::Agenda;
use crate::agenda::gate::Gates;
use crate::agenda::match_view::MatchView;
use crate::agenda::waitings::Waitings;
use crate::aggregates::summary::Summaries;
use crate::containers::fields::Fields as _;
use crate::containers::index::{Indexes, Link, NIL, each_item};
use crate::containers::ordered::{Bounds, Item};
use crate::containers::trail::{Cells, Mode, Pass};
use crate::generated::engine_features::{EngineFeatures, HasFeatures as _};
use crate::generated::program::{Holds, Program};
use crate::history::memo::{FiredGroup, Memos};
use crate::history::record::Records;
use crate::inspect::counters::Counters;
use crate::joins::fact_index::{FactIndexes, Facts};
use crate::joins::found::Matches;
use crate::joins::in_common::InCommon;
use crate::joins::reduced::{self, Reductions};
use crate::joins::token::Tokens;
use crate::joins::turns::Turns;
use crate::joins::worklist::Worklist;
use crate::plan::{Alpha, Element, Feed, NodeKind, OwnIndex, Plan, Side, Summary};
use crate::support::{Place, Supports};

/// A fact that is to leave indexes which read these fields.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Leaving<F> {
    pub(crate) kind: u32,
    pub(crate) slot: u32,
    pub(crate) fields: F,
}

/// One fact of several types that changes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Changed<F> {
    /// Its slot; [`NIL`] of one that is to be inserted.
    pub(crate) slot: u32,
    /// In what.
    pub(crate) fields: F,
    /// Whether it goes.
    pub(crate) goes: bool,
}

/// A search that is to begin from a fact.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Begun {
    pub(crate) search: u32,
    pub(crate) slot: u32,
    /// A bit for each of its seeds which the fact is.
    pub(crate) seeds: u64,
}

/// An item of a join, and the hash of its key.
#[derive(Debug, Clone, Copy)]
pub struct Keyed {
    /// The token or the slot.
    pub item: u32,
    /// The hash of its key; 0 where there is none.
    pub hash: u64,
}

/// A token (or a slot) and what is to be joined to it.
#[derive(Debug, Clone, Copy)]
pub struct Pair {
    /// The token, or the slot of a left fact.
    pub left: u32,
    /// The slot of the right fact, or the result of a summary.
    pub right: u32,
}

impl Pair {
    /// Keeps of pairs those that meet a test. By a pointer, for a ruleset has a test for each node, and rustc would make
    /// a loop of its own for each.
    pub fn retain<T, N>(
        pairs: &mut Vec<Pair>,
        memory: &T,
        network: &N,
        test: fn(&T, &N, u32, u32) -> bool,
    ) {
        pairs.retain(|pair| test(memory, network, pair.left, pair.right));
    }
}

/// What a node works on. It is handed on from step to step, and so it stands in a box.
#[derive(Debug, Clone, Default)]
pub(crate) struct Batch {
    pub(crate) lefts: Vec<Keyed>,
    pub(crate) rights: Vec<Keyed>,
    pub(crate) pairs: Vec<Pair>,
}

/// What a node keeps.
#[derive(Debug, Clone, Default)]
pub(crate) struct NodeState {
    /// What came from the left in this change: tokens, or slots.
    pub(crate) lefts: Vec<u32>,
    /// Slots that came from the right in this change, or left.
    pub(crate) rights: Vec<u32>,
    /// Tokens whose count or members this change has touched.
    pub(crate) touched: Vec<u32>,
    /// Where logical facts can come to rest on one another: tokens for which an `exists` counts less than
    /// before, or is not settled yet; matches that rest on such.
    pub(crate) doubted: Vec<u32>,
}

/// Of which types it is noted that facts leave alpha memories.
pub(crate) trait NotesLeaving<F: 'static>: Holds<F> {
    /// Whether it is of this one: facts of it open gates, or are counted.
    const NOTES_LEAVING: bool = notes_leaving(Self::PLAN, Self::KIND);
}

impl<F: 'static, P: Holds<F>> NotesLeaving<F> for P {}

const fn notes_leaving<F>(plan: &Plan<F>, kind: u32) -> bool {
    let mut alpha = 0;
    while alpha < plan.alphas.len() {
        let feeds = plan.alphas[alpha].feeds;
        let mut feed = 0;
        while plan.alphas[alpha].kind == kind && feed < feeds.len() {
            let Feed { node, side, .. } = &feeds[feed];
            let is_noted = match side {
                Side::Gate(_) | Side::Counted(_) => true,
                Side::Right => matches!(plan.nodes[*node as usize].kind, NodeKind::Counted { .. }),
                Side::Token | Side::Left | Side::Seed { .. } => false,
            };
            if is_noted {
                return true;
            }
            feed += 1;
        }
        alpha += 1;
    }
    false
}

/// The network's state.
#[derive(Debug, Clone)]
pub struct Network<M: Mode> {
    pub(crate) plan: &'static Plan<M::Fields>,
    features: EngineFeatures,
    /// Whether matches are loose until they come on the agenda.
    loose: bool,
    /// The place of the first loose one among the matches that the change has begun; [`usize::MAX`] where none is.
    first_loose: usize,
    pub(crate) counters: Counters,
    pub(crate) tokens: Tokens<M>,
    pub(crate) agenda: Agenda<M>,
    pub(crate) nodes: Vec<NodeState>,
    /// The tokens at each node by the hash of their key.
    pub(crate) lefts: Indexes<M>,
    /// The facts of alpha memories by the hash of their key.
    pub(crate) facts: FactIndexes<M>,
    pub(crate) summaries: Summaries<M>,
    pub(crate) work: Worklist,
    /// The [settlements](Plan::settlements) for which the change has something.
    pub(crate) unsettled: Worklist,
    /// None where a node works on it.
    pub(crate) batch: Option<Box<Batch>>,
    pub(crate) scratch: Vec<u32>,
    /// The alpha memories of the fact that is looked at.
    pub(crate) alphas: Vec<u32>,
    pub(crate) leaving: Vec<Leaving<M::Fields>>,
    /// What a change of one fact of each of several types says.
    pub(crate) changed: Vec<Changed<M::Fields>>,
    pub(crate) leaving_nodes: Vec<u32>,
    pub(crate) supports: Supports<M>,
    pub(crate) records: Records<M>,
    pub(crate) gates: Gates,
    pub(crate) bulk: Waitings,
    /// The searches that are to begin.
    pub(crate) begun: Vec<Begun>,
    /// For each search where it stands there, if it does, for the fact from which it began last.
    begun_at: Vec<u32>,
    /// For each search the seeds of which all indexes are made that they ask.
    pub(crate) ready: Vec<u64>,
    /// What a search finds.
    pub(crate) found: Matches,
    pub(crate) reductions: Reductions,
    pub(crate) turns: Turns,
    pub(crate) memos: Memos<M>,
    /// The groups and tokens that the change ended for which working memory keeps something, with their
    /// nodes.
    pub(crate) forgotten: Vec<(u32, u32)>,
    /// The matches that the change ended.
    pub(crate) ended: Vec<u32>,
    /// Activations taken off the agenda because the dates of their facts change.
    pub(crate) redated: Vec<u32>,
    /// Of the match whose firing is the change, where its rule bars loops: its groups.
    pub(crate) fired_groups: Vec<FiredGroup>,
}

impl<M: Mode> Network<M> {
    pub(crate) fn new(plan: &'static Plan<M::Fields>) -> Self {
        let features = EngineFeatures::of(plan);
        Network {
            plan,
            features,
            loose: features.hand && !M::TRAILS,
            first_loose: usize::MAX,
            counters: Counters::new(plan),
            tokens: Tokens::new(plan),
            agenda: Agenda::new(plan),
            nodes: plan.nodes.iter().map(|_| NodeState::default()).collect(),
            lefts: Indexes::new(plan.nodes.len()),
            facts: FactIndexes::new(plan),
            summaries: Summaries::new(plan),
            work: Worklist::new(plan.nodes.len()),
            unsettled: Worklist::new(plan.settlements.len()),
            batch: None,
            scratch: Vec::new(),
            alphas: Vec::new(),
            leaving: Vec::new(),
            changed: Vec::new(),
            leaving_nodes: Vec::new(),
            supports: Supports::new(2 * plan.kinds.len()),
            records: Records::default(),
            gates: Gates::new(plan),
            bulk: Waitings::default(),
            begun: Vec::new(),
            begun_at: alloc::vec![0; plan.searches.len()],
            ready: alloc::vec![0; plan.searches.len()],
            found: Matches::default(),
            reductions: Reductions::new(plan.indexes),
            turns: Turns::default(),
            memos: Memos::new(),
            forgotten: Vec::new(),
            ended: Vec::new(),
            redated: Vec::new(),
            fired_groups: Vec::new(),
        }
    }

    /// The slot, or the result, in which the token so many steps to the left ends.
    #[must_use]
    #[inline]
    pub fn fact(&self, token: u32, steps: u32) -> u32 {
        self.tokens.get(self.tokens.up(token, steps)).fact
    }

    /// The slot with which that token begins.
    #[must_use]
    #[inline]
    pub fn left_fact(&self, token: u32, steps: u32) -> u32 {
        self.tokens.get(self.tokens.up(token, steps)).left
    }

    /// The slot at a place of a match that was found whole.
    #[must_use]
    #[inline]
    pub fn fact_at(&self, token: u32, place: u32) -> u32 {
        self.tokens.fact_at(token, place)
    }

    /// Whether the change that is under way touches a fact of a type in one of these fields.
    #[must_use]
    #[inline]
    pub fn is_touched(&self, kind: u32, reads: M::Fields, slot: u32) -> bool {
        self.tokens.touches(kind) && self.tokens.changes(kind, slot).meets(reads)
    }

    /// The slots of the facts of a match, from left to right.
    ///
    /// # Panics
    ///
    /// Panics if it has not so many.
    #[must_use]
    pub fn slots<const N: usize>(&self, token: u32) -> [u32; N] {
        let mut places = self.places(token);
        core::array::from_fn(|_| places.next().expect("a match has its facts").1)
    }

    /// The slot of the fact that has opened a gate.
    #[must_use]
    #[inline]
    pub fn gate(&self, gate: u32) -> u32 {
        self.gates.fact(gate)
    }

    /// What orders matches.
    pub(crate) fn match_view(&self) -> MatchView<'_, M> {
        MatchView {
            plan: self.plan,
            tokens: self.tokens.all(),
            cells: self.tokens.cells(),
            groups: &self.summaries.groups,
            records: &self.records,
            gates: &self.gates,
        }
    }

    /// The agenda and the links of tokens, with what orders matches.
    pub(crate) fn agenda_mut(&mut self) -> (&mut Agenda<M>, &mut Cells<Link, M>, MatchView<'_, M>) {
        let (tokens, cells, links) = self.tokens.split();
        let match_view = MatchView {
            plan: self.plan,
            tokens,
            cells,
            groups: &self.summaries.groups,
            records: &self.records,
            gates: &self.gates,
        };
        (&mut self.agenda, links, match_view)
    }

    /// The entry of [`Plan::matches`] of a token at a match node.
    pub(crate) fn match_of(&self, token: u32) -> u32 {
        self.plan.entry_of(self.tokens.node(token))
    }

    /// The node that gave a token.
    pub(crate) fn producer(&self, token: u32) -> u32 {
        self.plan.nodes[self.tokens.node(token) as usize].producer
    }

    /// The facts of a match, by their places.
    pub(crate) fn places(&self, token: u32) -> impl Iterator<Item = Place> + '_ {
        let elements = self.plan.matches[self.match_of(token) as usize].elements;
        elements.iter().filter_map(move |&element| match element {
            Element::Fact { steps, kind } => Some((kind, self.fact(token, steps))),
            Element::LeftFact { steps, kind } => Some((kind, self.left_fact(token, steps))),
            Element::Whole { place, kind } => Some((kind, self.fact_at(token, place))),
            Element::Gate { gate, kind } => Some((kind, self.gates.fact(gate))),
            Element::Group { .. } | Element::Branch(_) | Element::Each { .. } => None,
        })
    }

    /// Frees what the change removed.
    #[inline]
    pub(crate) fn sweep(&mut self) {
        self.tokens.sweep(self.plan);
        self.tokens.forget_changes();
        if self.features.summaries {
            self.summaries.sweep();
        }
    }

    // The first sweep: working memory reads as before the change.

    /// Removes the tokens whose rules read one of these fields of a fact, which the change touches.
    pub(crate) fn retire(&mut self, kind: u32, slot: u32, fields: M::Fields) {
        let mut readers = mem::take(&mut self.scratch);
        self.tokens
            .readers(self.plan, kind, slot, fields, &mut readers);
        for token in readers.drain(..) {
            self.remove(token);
        }
        self.scratch = readers;
    }

    /// Notes the matches of which a fact is part: it gets a new date.
    pub(crate) fn redate(&mut self, kind: u32, slot: u32) {
        let Network {
            plan,
            tokens,
            redated,
            ..
        } = self;
        tokens.is_in_match(plan, kind, slot, |token| {
            redated.push(token);
            false
        });
    }

    /// Takes a fact that falls in the second sweep out of what nodes are still to work on. Returns the
    /// nodes that have counted it.
    pub(crate) fn expel(&mut self, alpha: &Alpha<M::Fields>, slot: u32) -> Vec<u32> {
        let mut counted = Vec::new();
        for &Feed { node, side, .. } in alpha.feeds {
            let state = &mut self.nodes[node as usize];
            let pending = match side {
                Side::Token | Side::Gate(_) | Side::Seed { .. } | Side::Counted(_) => continue,
                Side::Left => &mut state.lefts,
                Side::Right => &mut state.rights,
            };
            let before = pending.len();
            pending.retain(|&other| other != slot);
            let counts = matches!(
                self.plan.nodes[node as usize].kind,
                NodeKind::Counted { .. }
            );
            if pending.len() == before && counts && side == Side::Right {
                counted.push(node);
            }
        }
        counted
    }

    /// Removes a token with all that begin with it.
    pub(crate) fn remove(&mut self, token: u32) {
        let Network {
            plan,
            tokens,
            ended,
            supports,
            nodes,
            lefts,
            summaries,
            work,
            forgotten,
            counters,
            ..
        } = self;
        tokens.remove(plan, token, |tokens, token| {
            let node = tokens.node(token);
            counters.removes(node);
            match plan.nodes[node as usize].kind {
                NodeKind::Join { .. } | NodeKind::Counted { .. } => {
                    lefts.unlink(node, &mut tokens.links, token);
                }
                NodeKind::Each { kept: true } => forgotten.push((node, token)),
                NodeKind::JoinFacts { .. }
                | NodeKind::Filter { .. }
                | NodeKind::Each { .. }
                | NodeKind::Drawn { .. } => {}
                NodeKind::Owner { summary } => {
                    let group = tokens.get(token).note;
                    if group != NIL {
                        summaries.end(summary, group);
                        if is_users(plan, summary) {
                            forgotten.push((summary, group));
                        }
                    }
                }
                NodeKind::Summary { .. } | NodeKind::Last { .. } => {
                    summaries.departed(node, token);
                    work.push(node);
                }
                NodeKind::Match { .. } => {
                    ended.push(token);
                    if supports.has_match(token) {
                        nodes[node as usize].touched.push(token);
                        work.push(node);
                    }
                }
            }
        });
    }

    /// Takes the activation in hand off, if it is this one.
    #[inline]
    pub(crate) fn let_go(&mut self, token: u32) -> bool {
        let is_held = self.agenda.let_go(&mut self.tokens.links, token);
        if is_held {
            self.counters.removes(self.tokens.node(token));
            self.tokens.remove_loose(token);
        }
        is_held
    }

    /// Puts the activation in hand on the agenda, and into the lists of its facts.
    pub(crate) fn put_down(&mut self) {
        if let Some(token) = self.agenda.put_down(&mut self.tokens.links) {
            self.tokens.link(self.plan, token);
        }
    }

    /// Removes a match that has fired, or is never to fire: nobody asks about its end.
    pub(crate) fn remove_match(&mut self, token: u32) {
        self.counters.removes(self.tokens.node(token));
        self.tokens.remove_leaf(self.plan, token);
    }

    /// Notes that a fact leaves an alpha memory, or leaves and comes again, where that
    /// [is noted](NotesLeaving). It stays in its indexes for now.
    pub(crate) fn leave(&mut self, alpha: &Alpha<M::Fields>, slot: u32, fields: M::Fields) {
        for &Feed { node, side, reads } in alpha.feeds {
            if let Side::Gate(gate) = side {
                if reads.meets(fields) {
                    self.gates.leave(gate, node);
                }
                continue;
            }
            if let Side::Counted(counted) = side {
                if reads.meets(fields) {
                    self.turns.leaving.push((counted, slot));
                }
                continue;
            }
            let counted = matches!(
                self.plan.nodes[node as usize].kind,
                NodeKind::Counted { .. }
            );
            if counted && side == Side::Right && reads.meets(fields) {
                self.nodes[node as usize].rights.push(slot);
                self.work.push(node);
            }
        }
    }

    // The second sweep: working memory reads as after the change.

    /// Puts a fact into an index.
    #[inline]
    pub(crate) fn link<P: Program<Mode = M>>(&mut self, index: u32, memory: &P::Memory, slot: u32) {
        if const { P::FEATURES.reduced } && reduced::concerns(&P::PLAN.indexes[index as usize]) {
            return reduced::link::<P>(index, memory, slot, self);
        }
        let hash = P::hash_fact(index, memory, slot);
        if const { P::FEATURES.ordered } && P::PLAN.indexes[index as usize].ordered {
            let places = P::order_fact(index, memory, slot);
            self.facts.insert(index, Item { hash, places, slot });
        } else {
            self.facts.link(index, slot, hash);
        }
    }

    /// Tells the nodes that take the facts of an alpha memory of one that entered, or that came again
    /// with other values in these fields.
    #[inline]
    pub(crate) fn enter(&mut self, alpha: &Alpha<M::Fields>, slot: u32, fields: M::Fields) {
        for feed in alpha.feeds {
            if !feed.reads.meets(fields) {
                continue;
            }
            if let Side::Seed { search, seed } = feed.side {
                self.begin(search, seed, slot);
            } else {
                self.feed(feed, slot);
            }
        }
    }

    /// Tells a node of a fact that entered, or that came again.
    pub(crate) fn feed(&mut self, &Feed { node, side, .. }: &Feed<M::Fields>, slot: u32) {
        match side {
            Side::Token => self.create(node, NIL, slot),
            Side::Left => {
                self.nodes[node as usize].lefts.push(slot);
                self.work.push(node);
            }
            Side::Right => {
                self.nodes[node as usize].rights.push(slot);
                self.work.push(node);
            }
            Side::Gate(gate) => self.gates.enter(gate, node, slot),
            Side::Seed { search, seed } => self.begin(search, seed, slot),
            Side::Counted(counted) => self.turns.entering.push((counted, slot)),
        }
    }

    /// Notes that a search begins from a fact. Those of several seeds are one.
    #[inline]
    pub(crate) fn begin(&mut self, search: u32, seed: u32, slot: u32) {
        let place = &mut self.begun_at[search as usize];
        let seeds = 1 << seed;
        match self.begun.get_mut(*place as usize) {
            Some(begun) if begun.search == search && begun.slot == slot => begun.seeds |= seeds,
            _ => {
                *place = self.begun.len() as u32;
                self.begun.push(Begun {
                    search,
                    slot,
                    seeds,
                });
            }
        }
    }

    /// Makes a token at a node, which will work on it. A match of a rule that fires in bulk needs none.
    pub(crate) fn create(&mut self, node: u32, left: u32, fact: u32) {
        if self.bulk.take(node) {
            self.bulk.push(node, &[fact]);
            self.counters.creates(self.plan, node);
            return;
        }
        self.counters.creates(self.plan, node);
        let is_match = || matches!(self.plan.nodes[node as usize].kind, NodeKind::Match { .. });
        if left == NIL && self.loose && is_match() {
            let token = self.tokens.create_loose(node, fact);
            self.push_loose(token);
            return;
        }
        let token = self.tokens.create(self.plan, node, left, fact);
        match self.plan.nodes[node as usize].kind {
            NodeKind::Match { .. } => {
                self.agenda.fresh.push(token);
                return;
            }
            // It may be removed before it gets a group.
            NodeKind::Owner { .. } => self.tokens.get_mut(token).note = NIL,
            _ => {}
        }
        self.nodes[node as usize].lefts.push(token);
        self.work.push(node);
    }

    /// Makes a token of each match that a search has found whole, but for those of rules that fire in bulk.
    #[inline]
    pub(crate) fn create_whole(&mut self, found: &mut Matches) {
        let mut rest = &found.facts[..];
        for &node in &found.nodes {
            let facts;
            (facts, rest) = rest.split_at(self.plan.whole(node).len());
            self.counters.creates(self.plan, node);
            if self.bulk.take(node) {
                self.bulk.push(node, facts);
                continue;
            }
            let token = self.tokens.create_whole(node, facts);
            if self.loose {
                self.push_loose(token);
            } else {
                self.tokens.link(self.plan, token);
                self.agenda.fresh.push(token);
            }
        }
        found.clear();
    }

    /// Notes a match that the change has begun and that stands in no list yet.
    #[inline]
    fn push_loose(&mut self, token: u32) {
        self.first_loose = self.first_loose.min(self.agenda.fresh.len());
        self.agenda.fresh.push(token);
    }

    /// Whether a match that the change has begun stands in no list yet.
    fn is_loose(&self, token: u32) -> bool {
        let token = self.tokens.get(token);
        self.loose && (token.left == NIL || !self.plan.whole(token.node()).is_empty())
    }

    /// Puts the matches that the change has begun into the lists of their facts, if they stand in none yet.
    #[inline]
    pub(crate) fn link_fresh(&mut self) {
        if self.first_loose != usize::MAX {
            self.link_loose();
        }
    }

    fn link_loose(&mut self) {
        for place in self.first_loose..self.agenda.fresh.len() {
            let token = self.agenda.fresh[place];
            if self.is_loose(token) {
                self.tokens.link(self.plan, token);
            }
        }
        self.first_loose = usize::MAX;
    }

    /// The matches that the change has begun, each in the lists of its facts.
    #[inline]
    pub(crate) fn take_fresh(&mut self) -> Vec<u32> {
        self.link_fresh();
        mem::take(&mut self.agenda.fresh)
    }

    /// The only match that the change has begun, if it is one that stands in no list yet.
    #[inline]
    pub(crate) fn only_fresh(&self) -> Option<u32> {
        match *self.agenda.fresh {
            [token] if self.first_loose == 0 => Some(token),
            _ => None,
        }
    }

    /// Takes the only match that the change has begun in hand, if it is one that fires next.
    #[inline]
    pub(crate) fn take_in_hand(&mut self, token: u32, entry: u32, date: u64) -> bool {
        let Network { agenda, tokens, .. } = self;
        let is_taken = agenda.take_in_hand(&mut tokens.links, token, entry, date);
        if is_taken {
            self.agenda.fresh.clear();
            self.first_loose = usize::MAX;
        }
        is_taken
    }

    /// What is new at a node; the hashes of tokens are still to be computed.
    pub(crate) fn open(&mut self, node: u32) -> Box<Batch> {
        let mut batch = self.batch.take().unwrap_or_default();
        let Network {
            plan,
            tokens,
            facts,
            nodes,
            ..
        } = self;
        let (left, right) = match plan.nodes[node as usize].kind {
            NodeKind::Join { right } | NodeKind::Counted { right, .. } => (None, Some(right)),
            NodeKind::JoinFacts { left, right, .. } => (Some(left), Some(right)),
            _ => (None, None),
        };
        let keyed = |index: Option<u32>, item| {
            let hash = index.and_then(|index| facts.hash_of(index, item));
            Keyed {
                item,
                hash: hash.unwrap_or_default(),
            }
        };
        let NodeState { lefts, rights, .. } = &mut nodes[node as usize];
        for &item in &*lefts {
            if left.is_some() || !tokens.is_dead(item) {
                batch.lefts.push(keyed(left, item));
            }
        }
        lefts.clear();
        for &item in &*rights {
            batch.rights.push(keyed(right, item));
        }
        rights.clear();
        let items = batch.lefts.len() + batch.rights.len();
        self.counters.takes(node, items);
        batch
    }

    /// Gives a batch back, to be filled again.
    pub(crate) fn close(&mut self, mut batch: Box<Batch>) {
        batch.lefts.clear();
        batch.rights.clear();
        batch.pairs.clear();
        self.batch = Some(batch);
    }

    /// Pairs what is new with what may go with it: new facts with the tokens that were there, new tokens
    /// with all facts. Puts the new tokens into the node's index.
    pub(crate) fn probe(&mut self, node: u32, batch: &mut Batch, hashed: bool) {
        self.pair_rights(node, batch, hashed);
        let Network {
            plan,
            tokens,
            lefts,
            facts,
            ..
        } = self;
        let (right, of_facts) = match plan.nodes[node as usize].kind {
            NodeKind::Join { right } | NodeKind::Counted { right, .. } => (right, false),
            NodeKind::JoinFacts { right, .. } => (right, true),
            _ => return,
        };
        for &Keyed { item: left, hash } in &batch.lefts {
            if !of_facts {
                let hash = if hashed { hash } else { 0 };
                lefts.link(node, &mut tokens.links, left, hash);
            }
            facts.each(right, hash, hashed, |right| {
                batch.pairs.push(Pair { left, right });
            });
        }
    }

    /// Pairs the facts of a batch with what was on the left before the change.
    pub(crate) fn pair_rights(&self, node: u32, batch: &mut Batch, hashed: bool) {
        let Batch {
            lefts,
            rights,
            pairs,
        } = batch;
        match &self.plan.nodes[node as usize].kind {
            NodeKind::Join { .. } | NodeKind::Counted { .. } => {
                for &Keyed { item: right, hash } in rights.iter() {
                    // Tokens whose keys cannot be hashed all stand under 0.
                    let hash = if hashed { hash } else { 0 };
                    let first = self.lefts.first(node, hash);
                    each_item(first, &self.tokens.links, |left| {
                        pairs.push(Pair { left, right });
                    });
                }
            }
            NodeKind::JoinFacts { left, part, .. } => {
                for &Keyed { item: right, hash } in rights.iter() {
                    self.facts.each(*left, hash, hashed, |left| {
                        // Left facts that are new here come with `lefts`.
                        let is_new = || self.tokens.changes(part.kind, left).meets(part.reads);
                        if lefts.is_empty() || !is_new() {
                            pairs.push(Pair { left, right });
                        }
                    });
                }
            }
            _ => {}
        }
    }

    /// Makes a token of each pair at each node that takes them.
    pub(crate) fn emit(&mut self, node: u32, batch: Box<Batch>) {
        for &Pair { left, right } in &batch.pairs {
            for &output in self.plan.nodes[node as usize].outputs {
                self.create(output, left, right);
            }
        }
        self.close(batch);
    }

    /// Removes what a node has made of a token.
    pub(crate) fn remove_outputs(&mut self, node: u32, token: u32) {
        let mut outputs = mem::take(&mut self.scratch);
        self.tokens.outputs(self.plan, token, node, &mut outputs);
        for output in outputs.drain(..) {
            self.remove(output);
        }
        self.scratch = outputs;
    }
}

/// Whether a summary is a user's accumulate.
pub(crate) fn is_users<F>(plan: &Plan<F>, summary: u32) -> bool {
    matches!(
        plan.nodes[summary as usize].kind,
        NodeKind::Summary {
            of: Summary::User,
            ..
        }
    )
}

impl<M: Mode> Network<M> {
    /// The facts of an index that have a hash, or all where keys cannot be looked up; in unspecified order.
    #[inline]
    pub fn facts(&self, index: u32, hash: Option<u64>) -> Facts<'_, M> {
        self.facts.iter(index, hash)
    }

    /// The facts of an index that have a hash, where of those that have no partner some may be left out: they go with no
    /// fact of a pattern that is still to come. Given are the indexes that are reduced so, if they can be.
    #[inline]
    pub fn facts_with_partner(
        &self,
        index: u32,
        reduced: &'static [u32],
        hash: Option<u64>,
        matches: &mut Matches,
    ) -> Facts<'_, M> {
        reduced::look_up(&self.facts, (index, reduced), hash, matches)
    }

    /// The facts of an index of all of a type that have a hash, which patterns look up in common; each with a bit for each of
    /// their own indexes, where its facts are meant. Where they are many, the facts of those indexes in turn.
    #[inline]
    pub fn facts_in_common(
        &self,
        index: u32,
        own: &'static [OwnIndex],
        hash: Option<u64>,
        seeds: u64,
        matches: &mut Matches,
    ) -> InCommon<'_, M> {
        InCommon::new(&self.facts, (index, own), hash, seeds, matches)
    }

    /// The facts of an index that have a hash and lie within bounds, or all where keys cannot be looked up.
    #[inline]
    pub fn facts_within(
        &self,
        index: u32,
        hash: Option<u64>,
        bounds: [Bounds; 2],
    ) -> impl Iterator<Item = u32> {
        self.facts.within(index, hash, bounds)
    }

    /// Has the recursive queries asked again that rest on facts of a type, of which the change has touched some.
    pub(crate) fn ask_again(&mut self, kind: u32) {
        let settlements = (0..).zip(self.plan.settlements);
        for (number, settlement) in settlements {
            if settlement.reads.contains(&kind) {
                self.unsettled.push(number);
            }
        }
    }

    /// Has all recursive queries asked that rules ask: a session begins.
    pub(crate) fn ask_all(&mut self) {
        let settlements = (0..).zip(self.plan.settlements);
        for (number, settlement) in settlements {
            if settlement.asks {
                self.unsettled.push(number);
            }
        }
    }

    /// Leaves the answers as they are: they have been restored with the facts.
    #[cfg(feature = "serde")]
    pub(crate) fn ask_none(&mut self) {
        self.unsettled = Worklist::new(self.plan.settlements.len());
    }

    /// Forgets what a change that was broken off was about to do.
    pub(crate) fn abandon(&mut self) {
        self.tokens.abandon();
        self.summaries.abandon();
        self.agenda.fresh.clear();
        self.first_loose = usize::MAX;
        self.gates.abandon();
        self.begun.clear();
        self.found.clear();
        self.turns.clear();
        for state in &mut self.nodes {
            *state = NodeState::default();
        }
        self.work = Worklist::new(self.plan.nodes.len());
        self.unsettled = Worklist::new(self.plan.settlements.len());
        self.batch = None;
        self.scratch.clear();
        self.alphas.clear();
        self.leaving.clear();
        self.changed.clear();
        self.leaving_nodes.clear();
        self.forgotten.clear();
        self.ended.clear();
        self.redated.clear();
    }

    /// Checks that nothing is left to be done of the last change.
    #[cfg(debug_assertions)]
    pub(crate) fn verify_idle(&self) {
        assert_eq!(self.work.iter().next(), None, "a node has work");
        assert!(self.unsettled.is_empty(), "all candidates are settled");
        for node in &self.nodes {
            let NodeState {
                lefts,
                rights,
                touched,
                doubted,
            } = node;
            let pending = [lefts, rights, touched, doubted];
            assert!(pending.iter().all(|list| list.is_empty()), "{node:?}");
        }
        for node in &self.summaries.nodes {
            assert!(
                node.departed.is_empty() && node.touched.is_empty(),
                "{node:?}"
            );
        }
        assert!(self.leaving.is_empty() && self.forgotten.is_empty() && self.ended.is_empty());
        assert!(self.redated.is_empty() && self.agenda.fresh.is_empty());
        assert!(self.begun.is_empty() && self.turns.is_clear() && !self.gates.do_turn());
    }

    /// Goes through all the state that stands between changes.
    pub(crate) fn trace(&mut self, pass: &mut impl Pass) {
        self.tokens.trace(pass);
        self.agenda.trace(pass);
        self.lefts.trace(pass);
        self.facts.trace(pass);
        if self.features.summaries {
            self.summaries.trace(pass);
        }
        if self.features.kept {
            self.supports.trace(pass);
        }
        if self.features.past() {
            self.records.trace(pass);
            self.memos.trace(pass);
        }
    }
}
