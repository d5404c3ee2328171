//! The network: all state beside the facts, and what a change does with it.
//!
//! A change passes it in two sweeps. In the first, working memory still reads as before the change: what the
//! change ends is taken out ([`leaving`], and [`Network::discount`]). In the second it reads as after the change:
//! facts enter the alpha memories ([`entering`]), then each node that has something new works once ([`batch`]), in
//! the order of the plan. What they make is [`fresh`]. The tests between the steps are generated code, reached
//! through [`Conditions`](conditions::Conditions).

mod batch;
pub(crate) mod bounded;
pub(crate) mod conditions;
pub(crate) mod counted;
pub(crate) mod counters;
pub(crate) mod engine_features;
mod entering;
mod fresh;
mod leaving;
pub(crate) mod on_demand;
pub(crate) mod order;
pub(crate) mod records;
pub(crate) mod reduced;
#[cfg(feature = "serde")]
mod saved;
pub(crate) mod summaries;
pub(crate) mod supports;
pub(crate) mod turns;

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::agenda::Agenda;
use crate::agenda::gate::Gates;
use crate::agenda::match_view::MatchView;
use crate::agenda::waitings::BulkNodes;
use crate::aggregates::summary::Summaries;
use crate::containers::fields::Fields as _;
use crate::containers::index::{Indexes, Link};
use crate::containers::ordered::Bounds;
use crate::containers::trail::{Cells, Mode, Pass};
use crate::history::memo::{FiredGroup, Memos};
use crate::history::record::Records;
use crate::ids::{KindId, Slot, TokenId};
use crate::joins::bounded::BoundedTokens;
use crate::joins::fact_index::{FactIndexes, Facts};
use crate::joins::found::Matches;
use crate::joins::in_common::InCommon;
use crate::joins::token::Tokens;
use crate::joins::worklist::Worklist;
use crate::memory::effects::Effect;
use crate::network::counters::Counters;
use crate::network::engine_features::EngineFeatures;
use crate::network::reduced::Reductions;
use crate::network::turns::Turns;
use crate::plan::{Element, OwnIndex, Plan};
use crate::support::{Place, Supports};

pub(crate) use batch::Batch;
pub use batch::{Keyed, Pair};
pub(crate) use entering::{Seeded, enter_by_plan};
pub(crate) use leaving::{Leaving, NotesLeaving};

/// One fact of several types that changes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Changed<F> {
    /// By what.
    pub(crate) effect: Effect,
    /// Its slot; [`Slot::NONE`] of one that is to be inserted.
    pub(crate) slot: Slot,
    /// In what.
    pub(crate) fields: F,
}

/// What a node keeps.
#[derive(Debug, Clone, Default)]
pub(crate) struct NodeState {
    /// What came from the left in this change: tokens, or slots.
    pub(crate) lefts: Vec<u32>,
    /// Slots that came from the right in this change, or left; at a summary that tokens have in common, such of these as are
    /// new.
    pub(crate) rights: Vec<u32>,
    /// Tokens whose count or members this change has touched.
    pub(crate) touched: Vec<TokenId>,
    /// Where logical facts can come to rest on one another: tokens for which an `exists` counts less than
    /// before, or is not settled yet; matches that rest on such.
    pub(crate) doubted: Vec<TokenId>,
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
    /// Whether the first match of a change is held, to be fired next: not where several changes come without a run.
    pub(crate) holds: bool,
    pub(crate) counters: Counters,
    pub(crate) tokens: Tokens<M>,
    pub(crate) agenda: Agenda<M>,
    pub(crate) nodes: Vec<NodeState>,
    /// The tokens at each node by the hash of their key.
    pub(crate) lefts: Indexes<M>,
    /// The tokens at each node whose sides bound one another.
    pub(crate) bounded: BoundedTokens<M>,
    /// The facts of alpha memories by the hash of their key.
    pub(crate) facts: FactIndexes<M>,
    pub(crate) summaries: Summaries<M>,
    pub(crate) work: Worklist,
    /// The [settlements](Plan::settlements) for which the change has something.
    pub(crate) unsettled: Worklist,
    /// None where a node works on it.
    pub(crate) batch: Option<Box<Batch>>,
    pub(crate) scratch: Vec<TokenId>,
    /// The alpha memories of the fact that is looked at.
    pub(crate) alphas: Vec<u32>,
    pub(crate) leaving: Vec<Leaving<M::Fields>>,
    /// What a change of one fact of each of several types says.
    pub(crate) changed: Vec<Changed<M::Fields>>,
    pub(crate) leaving_nodes: Vec<u32>,
    pub(crate) supports: Supports<M>,
    /// The facts that lose a support at the node that works.
    pub(crate) lost: Vec<Place>,
    pub(crate) records: Records<M>,
    pub(crate) gates: Gates,
    pub(crate) bulk: BulkNodes,
    /// The searches that are to begin.
    pub(crate) begun: Vec<Seeded>,
    /// For each search where it stands there, if it does, for the fact from which it began last.
    begun_at: Vec<u32>,
    /// For each search the seeds of which all indexes are made that they ask.
    pub(crate) ready: Vec<u64>,
    /// What a search finds; none where one is made.
    pub(crate) found: Option<Box<Matches>>,
    pub(crate) reductions: Reductions,
    pub(crate) turns: Turns,
    pub(crate) memos: Memos<M>,
    /// The groups and tokens that the change ended for which working memory keeps something, with their
    /// nodes.
    pub(crate) forgotten: Vec<(u32, u32)>,
    /// The matches that the change ended.
    pub(crate) ended: Vec<TokenId>,
    /// Activations taken off the agenda because the dates of their facts change.
    pub(crate) redated: Vec<TokenId>,
    /// Of the match whose firing is the change, where its rule bars loops: its groups.
    pub(crate) fired_groups: Vec<FiredGroup>,
}

impl<M: Mode> Network<M> {
    /// A network without facts; of its plan, what it uses of the engine.
    #[inline(never)]
    pub(crate) fn new(plan: &'static Plan<M::Fields>, features: EngineFeatures) -> Self {
        Network {
            plan,
            features,
            loose: features.hand && !M::TRAILS,
            first_loose: usize::MAX,
            holds: true,
            counters: Counters::new(plan),
            tokens: Tokens::new(plan),
            agenda: Agenda::new(plan),
            nodes: plan.nodes.iter().map(|_| NodeState::default()).collect(),
            lefts: Indexes::new(plan.nodes.len()),
            bounded: BoundedTokens::new(plan),
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
            lost: Vec::new(),
            records: Records::default(),
            gates: Gates::new(plan),
            bulk: BulkNodes::default(),
            begun: Vec::new(),
            begun_at: alloc::vec![0; plan.searches.len()],
            ready: alloc::vec![0; plan.searches.len()],
            found: None,
            reductions: Reductions::new(plan.indexes),
            turns: Turns::default(),
            memos: Memos::new(),
            forgotten: Vec::new(),
            ended: Vec::new(),
            redated: Vec::new(),
            fired_groups: Vec::new(),
        }
    }

    /// The slot in which the token so many steps to the left ends.
    #[must_use]
    #[inline]
    pub fn fact(&self, token: TokenId, steps: u32) -> Slot {
        self.tokens.get(self.tokens.up(token, steps)).slot()
    }

    /// The slot in which the token ends that is so many steps to the left of a member of a summary: of one that came by the
    /// branch of that number.
    #[must_use]
    pub fn fact_by_branch(&self, member: TokenId, steps: &[u32]) -> Slot {
        self.fact(member, steps[self.result(member, 0) as usize])
    }

    /// The number in which that token ends: of an element of a `for`, or of a group.
    #[must_use]
    #[inline]
    pub fn result(&self, token: TokenId, steps: u32) -> u32 {
        self.tokens.get(self.tokens.up(token, steps)).fact
    }

    /// The token on the left of that token.
    #[must_use]
    #[inline]
    pub fn left(&self, token: TokenId, steps: u32) -> TokenId {
        self.tokens.get(self.tokens.up(token, steps)).left_token()
    }

    /// The slot with which that token begins.
    #[must_use]
    #[inline]
    pub fn left_fact(&self, token: TokenId, steps: u32) -> Slot {
        self.tokens.get(self.tokens.up(token, steps)).left_slot()
    }

    /// The slot at a place of a match that was found whole.
    #[must_use]
    #[inline]
    pub fn fact_at(&self, token: TokenId, place: u32) -> Slot {
        self.tokens.fact_at(token, place)
    }

    /// Whether the change that is under way touches a fact of a type in one of these fields.
    #[must_use]
    #[inline]
    pub fn is_touched(&self, kind: KindId, reads: M::Fields, slot: Slot) -> bool {
        self.tokens.touches(kind) && self.tokens.changes(kind, slot).meets(reads)
    }

    /// The slots of the facts of a match, from left to right.
    ///
    /// # Panics
    ///
    /// Panics if it has not so many.
    #[must_use]
    pub fn slots<const N: usize>(&self, token: TokenId) -> [Slot; N] {
        let mut places = self.places(token);
        core::array::from_fn(|_| places.next().expect("a match has its facts").1)
    }

    /// The slot of the fact that has opened a gate.
    #[must_use]
    #[inline]
    pub fn gate(&self, gate: u32) -> Slot {
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
    pub(crate) fn match_of(&self, token: TokenId) -> u32 {
        self.plan.entry_of(self.tokens.node(token))
    }

    /// Whether the sides of a node's join bound one another.
    #[inline]
    pub(crate) fn is_bounded(&self, node: u32) -> bool {
        self.features.bounded && self.plan.nodes[node as usize].is_bounded()
    }

    /// The node that gave a token.
    pub(crate) fn producer(&self, token: TokenId) -> u32 {
        self.plan.nodes[self.tokens.node(token) as usize].producer
    }

    /// The facts of a match, by their places.
    pub(crate) fn places(&self, token: TokenId) -> impl Iterator<Item = Place> + '_ {
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

    /// The facts of an index of some of a type that have a hash, or all where keys cannot be looked up; in unspecified order.
    #[inline]
    pub fn facts(&self, index: u32, hash: Option<u64>) -> Facts<'_, M> {
        self.facts.of_some(index, hash)
    }

    /// The same of an index of all facts of a type.
    #[inline]
    pub fn facts_of_type(&self, index: u32, hash: Option<u64>) -> Facts<'_, M> {
        self.facts.of_all(index, hash)
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

    /// The facts of an index that have a hash, which are more than a pattern asks for: those of the pattern's own index, with
    /// the hash that these have there, where the others are many.
    #[inline]
    pub fn facts_of_wider(
        &self,
        index: u32,
        own: &'static [OwnIndex],
        hash: Option<u64>,
        own_hash: impl FnOnce() -> Option<u64>,
        matches: &mut Matches,
    ) -> Facts<'_, M> {
        self.facts.of_wider((index, hash), (own, own_hash), matches)
    }

    /// The next facts of an index of all of a type that have a hash, which patterns look up in common, with a bit for each of
    /// their own indexes where they are meant. Where they are many, the facts of those indexes in turn.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "counted: as a call it costs more")]
    pub fn facts_in_common(
        &self,
        index: u32,
        own: &'static [OwnIndex],
        hash: Option<u64>,
        seeds: u64,
        so_far: &mut InCommon,
        matches: &mut Matches,
    ) -> Option<(u64, Facts<'_, M>)> {
        self.facts
            .in_common((index, own), hash, seeds, so_far, matches)
    }

    /// The facts of an index that have a hash and lie within bounds, or all where keys cannot be looked up.
    #[inline]
    pub fn facts_within(
        &self,
        index: u32,
        hash: Option<u64>,
        bounds: [Bounds; 2],
    ) -> impl Iterator<Item = Slot> {
        self.facts.within(index, hash, bounds)
    }

    /// Forgets what a change that was broken off was about to do.
    pub(crate) fn abandon(&mut self) {
        self.tokens.abandon();
        self.summaries.abandon();
        self.agenda.fresh.clear();
        self.first_loose = usize::MAX;
        self.gates.abandon();
        self.begun.clear();
        self.found = None;
        self.turns.clear();
        for state in &mut self.nodes {
            *state = NodeState::default();
        }
        self.work = Worklist::new(self.plan.nodes.len());
        self.unsettled = Worklist::new(self.plan.settlements.len());
        self.batch = None;
        self.scratch.clear();
        self.lost.clear();
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
        assert_eq!(self.work.first(), None, "a node has work");
        assert!(self.unsettled.is_empty(), "all candidates are settled");
        for node in &self.nodes {
            let NodeState {
                lefts,
                rights,
                touched,
                doubted,
            } = node;
            let is_idle = lefts.is_empty() && rights.is_empty();
            assert!(
                is_idle && touched.is_empty() && doubted.is_empty(),
                "{node:?}"
            );
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
        if self.features.bounded {
            self.bounded.trace(self.plan, pass);
        }
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
