//! What the network asks of a ruleset: its facts and what their types need; the tests, keys, searches and summaries of its
//! conditions; saliences, and what `#[on_change]` watches.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;

use crate::aggregates::number::Number;
use crate::containers::trail::{Mode, Pass};
use crate::ids::{KindId, Slot, TokenId};
use crate::joins::found::Matches;
use crate::memory::archive::Moment;
use crate::memory::handle::FactId;
use crate::memory::identity::Identity;
use crate::memory::said::IdentityOf;
use crate::memory::slab::Slab;
use crate::memory::store::Store;
use crate::network::{Keyed, Network, Pair, enter_by_plan};
use crate::plan::Plan;

/// The sets of fields of a ruleset.
pub(crate) type FieldsOf<P> = <<P as Conditions>::Mode as Mode>::Fields;

/// The conditions of a compiled ruleset, and the facts that they are over. Implemented by generated code alone, which leaves
/// out what its rules do not need: the methods that go by a number have bodies for rulesets in which no number comes.
pub trait Conditions: Sized + 'static {
    /// Whether its sessions can go back.
    type Mode: Mode;
    /// Working memory: a [`Slab`] for each fact type.
    type Memory;
    /// The network.
    const PLAN: &'static Plan<FieldsOf<Self>>;
    /// Of rulesets whose sets of fields are of several words: those that `modify` blocks write.
    const WRITES: &'static [FieldsOf<Self>] = &[];
    /// Whether some of its facts are events.
    const EVENTS: bool = false;
    /// Lets conditions see the clock where it is, if there is one: working memory is about to read as after a change.
    fn turn_clock(memory: &mut Self::Memory) {
        _ = memory;
    }
    /// A working memory without facts.
    fn memory() -> Self::Memory;
    /// Takes a pass over what working memory keeps beside facts: the clock, and what accumulates and loops keep.
    fn trace_states(memory: &mut Self::Memory, pass: &mut impl Pass) {
        _ = (memory, pass);
    }
    /// The fact types for which a test holds: bit by bit, those from the 64th on in one.
    fn kinds<T: KindTest>(memory: &Self::Memory) -> u64;
    /// Shows these fact types to a visitor, in the order of their numbers.
    fn visit_some<V: Visitor<Self>>(kinds: u64, visitor: &mut V);
    /// Shows each fact type to a visitor, in the order of their numbers.
    fn visit<V: Visitor<Self>>(visitor: &mut V);
    /// The numbers of insertion of the facts of a type, by slot.
    fn tags(memory: &Self::Memory, kind: KindId) -> &[u64] {
        _ = (memory, kind);
        unreachable!("fact types are numbered by the plan")
    }
    /// The number of insertion of a fact.
    #[inline]
    #[must_use]
    fn tag(memory: &Self::Memory, kind: KindId, slot: Slot) -> u64 {
        Self::tags(memory, kind)[slot.index()]
    }
    /// The name of a fact.
    #[inline]
    #[must_use]
    fn id(memory: &Self::Memory, kind: KindId, slot: Slot) -> FactId {
        let tag = Self::tag(memory, kind, slot);
        FactId { slot, kind, tag }
    }
    /// The hash of a fact's key in an index of an alpha memory.
    fn hash_fact(index: u32, memory: &Self::Memory, slot: Slot) -> u64 {
        _ = (index, memory, slot);
        0
    }
    /// The places of a fact in an index that is ordered, by one field and by another.
    fn order_fact(index: u32, memory: &Self::Memory, slot: Slot) -> [u64; 2] {
        _ = (index, memory, slot);
        [0; 2]
    }
    /// Whether the two sides of a node's join hash alike, so that one can look up the other; where they have no key, whether they
    /// can within bounds.
    fn is_hashed(node: u32, memory: &Self::Memory, network: &Network<Self::Mode>) -> bool {
        _ = (node, memory, network);
        true
    }
    /// Of the values on the left of a node's join that bound fields on the right, whether both sides have places in one order.
    fn is_ordered(node: u32, memory: &Self::Memory, network: &Network<Self::Mode>) -> [bool; 2] {
        _ = (node, memory, network);
        [true; 2]
    }
    /// The places of those values in a token.
    fn order_left(
        node: u32,
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
        token: TokenId,
    ) -> [u64; 2] {
        _ = (node, memory, network, token);
        [0; 2]
    }
    /// Computes the hashes of the tokens that are new at a node.
    fn hash_lefts(
        node: u32,
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
        lefts: &mut [Keyed],
    ) {
        _ = (node, memory, network, lefts);
    }
    /// Keeps of the pairs at a node those that meet its tests.
    fn filter(
        node: u32,
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
        pairs: &mut Vec<Pair>,
    ) {
        _ = (node, memory, network, pairs);
    }
    /// Adds to `found` the facts of each match that is found whole in which the fact in a slot takes part at the place
    /// from which a search begins, and none further left that the change touches: those of the seeds of which the bit is
    /// set.
    fn search(
        search: u32,
        seeds: u64,
        slot: Slot,
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
        found: &mut Matches,
    ) {
        _ = (search, seeds, slot, memory, network, found);
    }
    /// How many facts of a counted pattern go with its outer facts, counted no further than it takes to know whether they
    /// are as many as asked for; of those that the change under way does not touch, if `unchanged`.
    fn count(
        counted: u32,
        facts: &[Slot],
        unchanged: bool,
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
    ) -> u32 {
        _ = (counted, facts, unchanged, memory, network);
        0
    }
    /// Adds to `found` the outer facts that go with the fact in a slot, which a counted pattern counts, and of which the
    /// change touches none.
    fn outer(
        counted: u32,
        slot: Slot,
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
        found: &mut Matches,
    ) {
        _ = (counted, slot, memory, network, found);
    }
    /// Adds to `found` the facts of each match with these outer facts of a counted pattern of which the change touches
    /// none, as if that pattern had as many facts as asked for.
    fn complete(
        counted: u32,
        facts: &[Slot],
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
        found: &mut Matches,
    ) {
        _ = (counted, facts, memory, network, found);
    }
    /// Adds a pair for each element that the expression of a `for` gives for each token.
    fn each(
        node: u32,
        memory: &mut Self::Memory,
        network: &Network<Self::Mode>,
        lefts: &[Keyed],
        pairs: &mut Vec<Pair>,
    ) {
        _ = (node, memory, network, lefts, pairs);
    }
    /// The number that a member adds to a sum.
    fn number(
        node: u32,
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
        member: TokenId,
    ) -> Number {
        _ = (node, memory, network, member);
        unreachable!("no sum stands here")
    }
    /// How two members compare by the expression of a summary.
    fn compare(
        node: u32,
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
        a: TokenId,
        b: TokenId,
    ) -> Ordering {
        _ = (node, memory, network, a, b);
        Ordering::Equal
    }
    /// How two members, each as it was at a moment, compare by the times of their events.
    fn compare_times(
        node: u32,
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
        first: (TokenId, Moment),
        second: (TokenId, Moment),
    ) -> Ordering {
        _ = (node, memory, network, first, second);
        Ordering::Equal
    }
    /// Whether the best member before the change and the best member now say different things.
    fn differs(
        node: u32,
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
        before: (TokenId, Moment),
        now: TokenId,
    ) -> bool {
        _ = (node, memory, network, before, now);
        true
    }
    /// The hash of what a best member says, where that rests on results of others and its hash tells it.
    fn best_hash(
        node: u32,
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
        member: TokenId,
    ) -> Option<u64> {
        _ = (node, memory, network, member);
        None
    }
    /// The fact that a `collect` over several conditions takes of a member, and whether the change touches it in a field that
    /// they name. Of any other summary none: members of one pattern come and go with their facts.
    fn collected(
        node: u32,
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
        member: TokenId,
    ) -> Option<(Slot, bool)> {
        _ = (node, memory, network, member);
        None
    }
    /// Takes a member, as it was at a moment, into a group of a user's accumulate, or out of it; whether that
    /// could be done.
    fn accumulate(
        node: u32,
        memory: &mut Self::Memory,
        network: &Network<Self::Mode>,
        group: u32,
        member: (TokenId, Moment),
        adds: bool,
    ) -> bool {
        _ = (node, memory, network, group, member, adds);
        true
    }
    /// Begins a group of a user's accumulate anew.
    fn reset(node: u32, memory: &mut Self::Memory, group: u32) {
        _ = (node, memory, group);
    }
    /// The number of what a user's accumulate comes to for a group, the same as before where that is equal.
    fn conclude(node: u32, memory: &mut Self::Memory, group: u32) -> Option<u64> {
        _ = (node, memory, group);
        None
    }
    /// Copies what working memory keeps for a group or a token of a node.
    fn copy_state(node: u32, memory: &mut Self::Memory, from: u32, to: u32) {
        _ = (node, memory, from, to);
    }
    /// Forgets what working memory keeps for a group or a token of a node.
    fn forget_state(node: u32, memory: &mut Self::Memory, of: u32) {
        _ = (node, memory, of);
    }
    /// The hash of the key of a member's group.
    fn group_hash(
        node: u32,
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
        member: TokenId,
    ) -> u64 {
        _ = (node, memory, network, member);
        0
    }
    /// Whether a member of a group, as it was at a moment, and another member, with its node, are of one key. Of rules
    /// that ask over which groups they have fired, the node may be another one of the same accumulate.
    fn same_group(
        node: u32,
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
        known: (TokenId, Moment),
        now: (u32, TokenId),
    ) -> bool {
        _ = (node, memory, network, known, now);
        true
    }
    /// Of a summary by keys that rest on results of others: whether keys are equal where their hashes are.
    fn hash_is_exact(
        node: u32,
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
    ) -> Option<bool> {
        _ = (node, memory, network);
        None
    }
    /// The salience of a match, of a rule that computes it.
    fn salience(
        index: u32,
        token: TokenId,
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
    ) -> i32 {
        _ = (index, token, memory, network);
        0
    }
    /// The date of a fact, where the strategy goes by facts' dates.
    fn date(memory: &Self::Memory, kind: KindId, slot: Slot) -> u64 {
        _ = (memory, kind, slot);
        0
    }
    /// Whether what `#[on_change]` watches is in a match the same as it was in another at a moment; each match
    /// is an entry of [`Plan::matches`] and a token.
    fn unchanged(
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
        before: (u32, TokenId, Moment),
        now: (u32, TokenId),
    ) -> bool {
        _ = (memory, network, before, now);
        false
    }
}

/// Says that facts of type `F` are kept by a ruleset's sessions, and how.
#[diagnostic::on_unimplemented(
    message = "`{F}` is no fact type of this ruleset",
    label = "no rule of the ruleset names `{F}`",
    note = "a fact type is one that a pattern or an `insert` of the ruleset names, or that it declares with `fact`"
)]
pub trait Holds<F: 'static>: Conditions {
    /// How its facts are told apart.
    type Identity: Identity<F>;
    /// The same as a value.
    const IDENTITY: IdentityOf<F> = IdentityOf::of::<Self::Identity>();
    /// Its number.
    const KIND: KindId;
    /// Whether its facts are rows of a table, or answers of a query, of which nobody is told.
    const HIDDEN: bool = false;
    /// Whether its facts are events.
    const EVENT: bool = false;
    /// The groups whose pending activations may rest on its events though these are no part of their matches.
    const RESTED_ON: &'static [u32] = &[];
    /// Whether its facts, instants to come, stay until they have come, whoever asks for them.
    const LASTS: bool = false;

    /// Its facts.
    fn slab(memory: &Self::Memory) -> &Slab<F, Self::Mode>;
    /// Its facts.
    fn slab_mut(memory: &mut Self::Memory) -> &mut Slab<F, Self::Mode>;
    /// A copy of a fact, of a type whose past values some rule asks for.
    #[must_use]
    fn duplicate(fact: &F) -> Option<F> {
        _ = fact;
        None
    }
    /// A number that a fact shares with those that are equal to it, and with no others, if facts of the type have one.
    #[inline]
    #[must_use]
    fn number(fact: &F) -> Option<u64> {
        _ = fact;
        None
    }
    /// The fields, of those that some rule reads and of those `written`, in which two states of a
    /// fact differ.
    fn changes(before: &F, after: &F, written: FieldsOf<Self>) -> FieldsOf<Self>;
    /// Adds to `hits` each alpha memory that the fact in a slot belongs to and whose readers read one of these
    /// fields.
    fn classify(memory: &Self::Memory, slot: Slot, fields: FieldsOf<Self>, hits: &mut Vec<u32>);
    /// Lets the fact in a slot that is new, or has new values in these fields, into its alpha memories. Types of few
    /// memories have code for it.
    #[inline]
    fn enter(
        memory: &Self::Memory,
        network: &mut Network<Self::Mode>,
        slot: Slot,
        fields: FieldsOf<Self>,
    ) {
        enter_by_plan::<Self, F>(memory, network, slot, fields);
    }
    /// Of a type whose facts are answers of a recursive query that a rule asks: those that there are, in their order,
    /// each once.
    fn answers(memory: &Self::Memory, network: &Network<Self::Mode>) -> Vec<F> {
        _ = (memory, network);
        Vec::new()
    }
    /// How two of these are ordered.
    fn order_answers(a: &F, b: &F) -> Ordering {
        _ = (a, b);
        Ordering::Equal
    }
    /// The query, and the facts that an answer rests on, by the numbers of their types and their slots, in the order in
    /// which they led to it.
    fn because(
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
        answer: &F,
    ) -> Option<(&'static str, Vec<(KindId, Slot)>)> {
        _ = (memory, network, answer);
        None
    }
    /// Whether the time of an event lies ahead.
    fn lies_ahead(memory: &Self::Memory, event: &F) -> bool {
        _ = (memory, event);
        false
    }
    /// Whether two states of an event have the same time.
    fn keeps_time(before: &F, after: &F) -> bool {
        _ = (before, after);
        true
    }
    /// Takes what the change under way does with events of the type to the calendar; `date` is that of the change before.
    fn schedule(memory: &mut Self::Memory, date: u64) {
        _ = (memory, date);
    }
    /// How many events of the type came after their time.
    fn late(memory: &Self::Memory) -> u64 {
        _ = memory;
        0
    }
    /// Writes a fact as `Debug` does, where its type can.
    ///
    /// # Errors
    ///
    /// Those of the formatter.
    fn show(fact: &F, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// Says that facts of type `F` may be inserted from outside the rules.
#[diagnostic::on_unimplemented(
    message = "facts of type `{F}` cannot be inserted into this ruleset's sessions",
    label = "no fact type of the ruleset, or one that only its rules insert",
    note = "a fact type is one that a pattern or an `insert` of the ruleset names, or that it declares with `fact`; a `#[derived]` one is inserted by rules alone"
)]
pub trait Accepts<F: 'static>: Holds<F> {}

/// Says, in a ruleset with `#[best]` facts, that facts of type `F` are none.
#[diagnostic::on_unimplemented(
    message = "a `#[best(…)]` fact is made by `insert logical` alone, and neither modified nor retracted",
    label = "`{F}` is `#[best(…)]`",
    note = "it stands while it is the best that rules derive: change what it is derived from"
)]
pub trait Writes<F: 'static>: Holds<F> {}

/// Asks something of the facts of a type.
pub trait KindTest {
    /// Whether it is so.
    fn is<F>(facts: &Store<F>) -> bool;
}

/// Whether the change that is staged says something of facts of a type.
pub(crate) struct IsTouched;

impl KindTest for IsTouched {
    #[inline]
    fn is<F>(facts: &Store<F>) -> bool {
        !(facts.touched.is_empty() && facts.table.support_changes.is_empty())
    }
}

/// Whether a block has noted effects on facts of a type.
pub(crate) struct IsAffected;

impl KindTest for IsAffected {
    #[inline]
    fn is<F>(facts: &Store<F>) -> bool {
        facts.effects.are_noted()
    }
}

/// Something to be done for each fact type.
pub trait Visitor<P: Conditions> {
    /// Does it for the type `F`.
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>;
}

/// Shows a visitor these fact types, on whose facts a block has effects. For others nothing of it is compiled.
#[inline]
pub(crate) fn visit_affected<P: Conditions>(kinds: u64, visitor: &mut impl Visitor<P>) {
    P::visit_some(kinds, &mut Affected(visitor));
}

struct Affected<'v, V>(&'v mut V);

impl<P: Conditions, V: Visitor<P>> Visitor<P> for Affected<'_, V> {
    #[inline]
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        if const { P::PLAN.is_affected(P::KIND) } {
            self.0.visit::<F>();
        } else {
            unreachable!("the compiler knows on what facts blocks have effects")
        }
    }
}
