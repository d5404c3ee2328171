//! A session without its listener and globals: facts, network, and the change in the making.

use alloc::vec::Vec;
use core::mem;

use crate::agenda::recent::Recent;
use crate::agenda::{ActivationKey, Agenda, Compare as _};
use crate::containers::fields::Fields;
use crate::containers::index::{Link, NIL};
use crate::containers::trail::Cells;
use crate::ids::{Slot, TokenId};
use crate::memory::handle::{Cause, FactId, Handle, HandleError, POISONED};
use crate::memory::identity::Identity;
use crate::memory::tags::Tags;
use crate::network::conditions::{FieldsOf, Holds, IsTouched};
use crate::network::engine_features::HasFeatures as _;
use crate::network::order::{self, ByPlan};
use crate::network::{Network, records};
use crate::plan::Match;
use crate::session::Activation;
use crate::session::change::{self, Revert};
use crate::session::program::Program;

/// The state of a session.
pub(crate) struct Work<P: Program> {
    pub(crate) memory: P::Memory,
    pub(crate) network: Network<P::Mode>,
    pub(crate) tags: Tags,
    /// How many changes there have been.
    pub(crate) date: u64,
    pub(crate) halted: bool,
    /// The rules of the last firings.
    pub(crate) recent: Recent,
    /// Whether a block may have noted effects that have not been staged.
    pub(crate) noted: bool,
    /// Whether user code that must not panic is running, or did when a panic ended it.
    pub(crate) poisoned: bool,
}

impl<P: Program> Work<P> {
    /// No facts, and the token without facts where the network begins with it; still to be propagated.
    pub(crate) fn new() -> Self {
        let mut network = Network::new(P::PLAN, P::FEATURES);
        for &root in P::PLAN.roots {
            network.create(root, NIL, NIL);
        }
        if const { P::FEATURES.asks } {
            network.ask_all();
        }
        Work {
            memory: P::memory(),
            network,
            tags: Tags::new(),
            date: 0,
            halted: false,
            recent: Recent::default(),
            noted: false,
            poisoned: false,
        }
    }

    /// Stages an insert.
    pub(crate) fn stage_insert<F: 'static>(&mut self, fact: F) -> Handle<F>
    where
        P: Holds<F>,
    {
        self.check();
        self.poisoned = true;
        let tag = self.tags.next();
        let slab = P::slab_mut(&mut self.memory);
        let (slot, is_new) = slab.stage_insert::<P::Identity>(fact, tag);
        slab.note_insert(slot, is_new, false);
        let handle = Handle::new(slab.id(slot));
        if P::EVENT && P::lies_ahead(&self.memory, P::slab(&self.memory).value(slot)) {
            P::slab_mut(&mut self.memory).defer(slot);
        }
        self.poisoned = false;
        handle
    }

    /// Stages a new value of a fact.
    pub(crate) fn stage_value<F: 'static>(&mut self, slot: Slot, fact: F)
    where
        P: Holds<F>,
    {
        self.poisoned = true;
        P::slab_mut(&mut self.memory).stage_value::<P::Identity>(slot, fact, Fields::ALL);
        self.poisoned = false;
    }

    /// Stages a retraction.
    pub(crate) fn stage_retract<F: 'static>(&mut self, slot: Slot)
    where
        P: Holds<F>,
    {
        self.poisoned = true;
        P::slab_mut(&mut self.memory).stage_retract::<P::Identity>(slot);
        self.poisoned = false;
    }

    /// The slot of the fact that a handle names.
    pub(crate) fn slot<F: 'static>(&self, handle: Handle<F>) -> Result<Slot, HandleError>
    where
        P: Holds<F>,
    {
        if self.poisoned {
            return Err(refusal::<P, F>(handle.id(), Cause::Poisoned));
        }
        let slot = P::slab(&self.memory).slot(handle.id());
        slot.ok_or(refusal::<P, F>(handle.id(), Cause::Gone))
    }

    /// The same, of a fact that is to be changed or retracted from outside.
    pub(crate) fn written_slot<F: 'static>(&self, handle: Handle<F>) -> Result<Slot, HandleError>
    where
        P: Holds<F>,
    {
        let slot = self.slot(handle)?;
        if P::Identity::RANKS {
            return Err(refusal::<P, F>(handle.id(), Cause::Best));
        }
        Ok(slot)
    }

    /// Whether a fact may get a new value: the time of an event stays.
    pub(crate) fn check_time<F: 'static>(&self, slot: Slot, new: &F) -> Result<(), HandleError>
    where
        P: Holds<F>,
    {
        if const { !P::EVENT } {
            return Ok(());
        }
        let slab = P::slab(&self.memory);
        if slab.view(slot).is_none_or(|old| P::keeps_time(old, new)) {
            return Ok(());
        }
        Err(refusal::<P, F>(slab.id(slot), Cause::Time))
    }

    /// Forgets what is staged.
    pub(crate) fn revert(&mut self) {
        // What is dropped is the user's.
        self.poisoned = true;
        P::visit(&mut Revert::<P> {
            memory: &mut self.memory,
        });
        self.poisoned = false;
    }

    /// The fact types of which the change that is staged says something.
    pub(crate) fn staged(&self) -> u64 {
        P::kinds::<IsTouched>(&self.memory)
    }

    /// Frees what the change removed; the change is then over.
    pub(crate) fn finish(&mut self, kinds: u64) {
        change::finish::<P>(&mut self.memory, &mut self.network, self.date, kinds);
        self.poisoned = false;
    }

    /// The activation to fire first.
    pub(crate) fn first_activation(&mut self) -> Option<TokenId> {
        if const { P::FEATURES.hand }
            && let Some(token) = self.network.agenda.in_hand()
        {
            return Some(token);
        }
        if self.network.agenda.is_at_rest() {
            return None;
        }
        self.with_agenda(|agenda, links, order| agenda.first(links, order))
    }

    /// Puts the activation in hand where it would stand: a change comes before it fires.
    #[inline]
    pub(crate) fn put_down(&mut self) {
        if const { P::FEATURES.hand } && self.network.agenda.in_hand().is_some() {
            self.network.put_down();
        }
    }

    /// All activations in firing order.
    pub(crate) fn in_order(&self) -> Vec<TokenId> {
        let Work {
            memory, network, ..
        } = self;
        let by_plan = ByPlan::<P> {
            memory,
            network: network.match_view(),
        };
        network.agenda.in_order(&by_plan)
    }

    /// Sorts activations that one change has begun in firing order.
    pub(crate) fn sort_begun(&self, tokens: &mut [TokenId]) {
        let Work {
            memory, network, ..
        } = self;
        let by_plan = ByPlan::<P> {
            memory,
            network: network.match_view(),
        };
        tokens.sort_by(|&a, &b| {
            let (entry_a, entry_b) = (self.entry_of(a), self.entry_of(b));
            let turn = |entry: &Match<_>| network.agenda.turn_of(entry.group);
            let key = |token, entry: &Match<_>| {
                let key = network.agenda.key(token);
                // Without heaps no keys are kept, and saliences are constant.
                let salience = entry.salience.unwrap_or(key.salience);
                ActivationKey { salience, ..key }
            };
            let by_turn = turn(entry_a).cmp(&turn(entry_b));
            by_turn.then_with(|| by_plan.in_heap((a, &key(a, entry_a)), (b, &key(b, entry_b))))
        });
    }

    /// Takes an activation off the agenda as if it had fired.
    pub(crate) fn skip(&mut self, token: TokenId) {
        let entry = self.match_of(token);
        if self.network.tokens.is_copy(token) {
            self.take_off_undo(token, entry);
        } else {
            self.take_off(token, entry);
        }
    }

    /// Takes off the agenda the activation that undoes a match, with what is kept of the match.
    pub(crate) fn take_off_undo(&mut self, token: TokenId, entry: u32) {
        self.leave_agenda(token, entry);
        let record = self.network.tokens.get(token).note;
        records::release::<P>(record, &mut self.memory, &mut self.network);
    }

    /// Takes an activation off the agenda; the match stays.
    pub(crate) fn leave_agenda(&mut self, token: TokenId, entry: u32) {
        self.with_agenda(|agenda, links, order| agenda.cancel(links, token, entry, order));
    }

    /// Takes an activation off the agenda, with its token where the match cannot fire again as it is.
    pub(crate) fn take_off(&mut self, token: TokenId, entry: u32) {
        if const { P::FEATURES.hand } && self.network.let_go(token) {
            return;
        }
        self.leave_agenda(token, entry);
        if const { P::FEATURES.gates }
            && self.with_agenda(|agenda, links, _| agenda.keep_fired(links, token, entry))
        {
            return;
        }
        self.network.remove_match(token);
    }

    /// Takes off the agenda what the change ended.
    #[inline]
    pub(crate) fn end_matches(&mut self) {
        if !self.network.ended.is_empty() {
            self.take_off_ended();
        }
        if const { P::FEATURES.gates } && self.network.gates.do_turn() {
            self.turn_gates();
        }
    }

    #[inline(never)]
    fn take_off_ended(&mut self) {
        let date = self.date;
        let mut ended = mem::take(&mut self.network.ended);
        for token in ended.drain(..) {
            let entry = self.match_of(token);
            self.leave_agenda(token, entry);
            if const { P::FEATURES.undo }
                && let Some(record) = self.network.records.ended(token)
            {
                let copy = self.network.records.get(record).token;
                self.with_agenda(|agenda, links, order| {
                    agenda.push_undo(links, (token, copy), entry, date, order);
                });
            }
        }
        self.network.ended = ended;
    }

    /// Closes and opens gates: goes from the state before the change to that after it.
    #[inline(never)]
    fn turn_gates(&mut self) {
        let date = self.date;
        let mut left = mem::take(&mut self.network.gates.left);
        for &(_, node) in &left {
            let entry = P::PLAN.entry_of(node);
            self.with_agenda(|agenda, links, order| agenda.close(links, entry, order));
        }
        let gates = &mut self.network.gates;
        for (gate, _) in left.drain(..) {
            gates.set(gate, Slot::NONE);
        }
        gates.left = left;
        let mut entered = mem::take(&mut gates.entered);
        for &(gate, _, slot) in &entered {
            gates.set(gate, slot);
        }
        for (_, node, _) in entered.drain(..) {
            let entry = P::PLAN.entry_of(node);
            if gates.are_open(P::PLAN.matches[entry as usize].gates) {
                self.network.agenda.open(entry, date);
            }
        }
        gates.entered = entered;
    }

    /// Puts on the agenda what the change began.
    #[inline]
    pub(crate) fn begin_matches(&mut self) {
        let Network {
            redated, agenda, ..
        } = &self.network;
        if !(redated.is_empty() && agenda.fresh.is_empty()) {
            self.put_on_fresh();
        }
    }

    /// Takes out what the change began, as if it had fired.
    pub(crate) fn drop_fresh(&mut self) {
        for token in self.network.take_fresh() {
            if !self.network.tokens.is_dead(token) {
                self.network.remove_match(token);
            }
        }
    }

    #[inline(never)]
    fn put_on_fresh(&mut self) {
        let date = self.date;
        if const { P::FEATURES.facts_dates } {
            self.put_back_redated();
        }
        let mut fresh = self.network.take_fresh();
        // What the change has made and unmade again is never seen.
        self.network.tokens.leave_out_dead(&mut fresh);
        if const { ByPlan::<P>::HEAPS } {
            // Matches are numbered in firing order.
            order::sort::<P>(&mut fresh, &self.memory, self.network.match_view());
        }
        let (mut barred, mut focused) = (Vec::new(), Vec::new());
        if const { P::FEATURES.bars() } {
            barred = mem::take(&mut self.network.agenda.barred);
        }
        if const { P::FEATURES.focus } {
            focused = mem::take(&mut self.network.agenda.focused);
        }
        for &token in &fresh {
            let index = self.match_of(token);
            let entry = &P::PLAN.matches[index as usize];
            let locked = const { P::FEATURES.focus }
                && entry.lock_on_active
                && self.network.agenda.has_focus(entry.group);
            if locked || const { P::FEATURES.memos } && self.is_barred(token) {
                barred.push(token);
                continue;
            }
            let salience = entry
                .salience
                .unwrap_or_else(|| P::salience(index, token, &self.memory, &self.network));
            if const { P::FEATURES.focus } && entry.auto_focus {
                focused.push(token);
            }
            self.with_agenda(|agenda, links, order| {
                agenda.push(links, token, index, salience, date, order);
            });
        }
        fresh.clear();
        self.network.agenda.fresh = fresh;
        if const { P::FEATURES.bars() } {
            for token in barred.drain(..) {
                self.network.remove_match(token);
            }
            self.network.agenda.barred = barred;
        }
        if const { P::FEATURES.focus } {
            self.focus_each(&mut focused);
            self.network.agenda.focused = focused;
        }
    }

    /// Gives the groups of matches the focus, one after the other in the order of rules: the last comes out on top.
    pub(crate) fn focus_each(&mut self, matches: &mut Vec<TokenId>) {
        if const { !P::FEATURES.focus } {
            return;
        }
        order::sort::<P>(matches, &self.memory, self.network.match_view());
        for token in matches.drain(..) {
            let group = self.entry_of(token).group;
            self.network.agenda.focus(group);
        }
    }

    /// Puts activations back whose facts have new dates.
    fn put_back_redated(&mut self) {
        let mut redated = mem::take(&mut self.network.redated);
        self.network.tokens.leave_out_dead(&mut redated);
        for token in redated.drain(..) {
            let entry = self.match_of(token);
            self.with_agenda(|agenda, links, order| agenda.put_back(links, token, entry, order));
        }
        self.network.redated = redated;
    }

    /// Calls `f` with the agenda and what orders it.
    pub(crate) fn with_agenda<R>(
        &mut self,
        f: impl FnOnce(&mut Agenda<P::Mode>, &mut Cells<Link, P::Mode>, &ByPlan<'_, P>) -> R,
    ) -> R {
        let Work {
            memory, network, ..
        } = self;
        let (agenda, links, network) = network.agenda_mut();
        f(agenda, links, &ByPlan { memory, network })
    }

    /// An activation, as callers see it.
    pub(crate) fn activation(&self, token: TokenId) -> Activation<P::Rule> {
        let Work {
            memory, network, ..
        } = self;
        let &Match { rule, group, .. } = self.entry_of(token);
        Activation {
            rule: P::RULES[rule as usize].rule,
            focused: network.agenda.is_in_focus(group),
            facts: order::told_facts::<P>(memory, network.match_view(), token),
        }
    }

    /// The entry of the plan of an activation.
    pub(crate) fn entry_of(&self, token: TokenId) -> &'static Match<FieldsOf<P>> {
        &P::PLAN.matches[self.match_of(token) as usize]
    }

    /// The number of the match of an activation, in a session that goes back.
    pub(crate) fn number_of(&self, token: TokenId) -> u64 {
        self.network.agenda.key(token).number
    }

    /// The number of the entry of the plan of an activation.
    pub(crate) fn match_of(&self, token: TokenId) -> u32 {
        P::PLAN.entry_of(self.network.tokens.node(token))
    }

    /// The rule of an activation, by its place in [`Program::RULES`].
    pub(crate) fn rule_of(&self, token: TokenId) -> usize {
        self.entry_of(token).rule as usize
    }

    pub(crate) fn check(&self) {
        assert!(!self.poisoned, "{POISONED}");
    }
}

/// Why a call does nothing to a fact of a type.
fn refusal<P: Holds<F>, F: 'static>(id: FactId, cause: Cause) -> HandleError {
    HandleError {
        id,
        fact_type: P::PLAN.kinds[P::KIND.index()].name,
        cause,
    }
}
