//! What generated code gives the runtime: the types and the tests of one ruleset.

use alloc::vec::Vec;
use core::cell::{Cell, RefCell};
use core::cmp::Ordering;
use core::fmt;
use core::hash::Hash;

use crate::aggregates::number::Number;
use crate::containers::trail::{Mode, Pass};
use crate::generated::said::IdentityOf;
#[cfg(feature = "coverage")]
use crate::inspect::coverage::places::{ConditionPlace, CoveredTable};
use crate::inspect::deciding_row::DecidingRow;
use crate::inspect::explain::Explanation;
use crate::inspect::graph::NetworkGraph;
use crate::inspect::listener::Listener;
use crate::inspect::metadata::RuleInfo;
use crate::joins::found::Matches;
use crate::memory::archive::Moment;
use crate::memory::fact::Fact;
use crate::memory::handle::FactId;
use crate::memory::identity::{Identity, may_be_logical};
use crate::memory::slab::Slab;
use crate::memory::store::Store;
use crate::network::{Keyed, Network, Pair, enter_by_plan};
use crate::plan::{LAST_BIT, LookUp, Plan};
use crate::search::FiringMode;
use crate::session::Session;
use crate::session::bulk::Bulk;
use crate::session::error::RuleError;
use crate::session::run::End;
use crate::session::transaction::Transaction;

/// The sets of fields of a ruleset.
pub(crate) type FieldsOf<P> = <<P as Program>::Mode as Mode>::Fields;

/// A compiled ruleset. Implemented by generated code alone, which leaves out what its rules do not need: the methods that
/// go by a number have bodies for rulesets in which no number comes.
pub trait Program: Sized + 'static {
    /// Whether its sessions can go back.
    type Mode: Mode;
    /// Working memory: a [`Slab`] for each fact type.
    type Memory;
    /// The globals.
    type Globals;
    /// Names a rule.
    type Rule: Copy + Eq + Hash + fmt::Debug + 'static;
    /// What a block may fail with: `#[error(…)]`, else what cannot be.
    type Error: 'static;
    /// How its sessions fire: `()`, or with a way back under `#[backtrack]`.
    type Search: FiringMode<Self>;
    /// What a call that fires gives: a `Result` under `#[error(…)]`, else the value itself.
    type Outcome<T>;

    /// The ruleset's name.
    const NAME: &'static str;
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
    /// The rules, in the order in which they are written.
    const RULES: &'static [RuleInfo<Self::Rule>];
    /// The network, to be looked at.
    const NETWORK: &'static NetworkGraph;
    /// What is counted of the look-ups of searches.
    const LOOK_UPS: &'static [LookUp] = &[];

    /// Explains a rule, given by its place; a ruleset may be built without. Generic so that a program that asks for
    /// none carries none.
    fn explain<L: Listener>(session: &Session<Self, L>, rule: usize) -> Option<Explanation> {
        _ = (session, rule);
        None
    }
    /// Where the conditions that explanations show stand, rule by rule; none where there are none.
    #[cfg(feature = "coverage")]
    #[must_use]
    fn places() -> &'static [&'static [ConditionPlace]] {
        &[]
    }
    /// The root of the package in which the ruleset stands.
    #[cfg(feature = "coverage")]
    #[must_use]
    fn package() -> Option<&'static str> {
        None
    }
    /// The tables of whose rows is noted which have held.
    #[cfg(feature = "coverage")]
    #[must_use]
    fn covered_tables() -> &'static [&'static CoveredTable] {
        &[]
    }
    /// Gives the caller the result of firing.
    fn outcome<T>(result: Result<T, RuleError<Self::Error, Self::Rule>>) -> Self::Outcome<T>;
    /// What a block's error is as an [`Error`](core::error::Error), where it is or holds one.
    #[must_use]
    fn error_source(error: &Self::Error) -> Option<&(dyn core::error::Error + 'static)> {
        _ = error;
        None
    }
    /// A working memory without facts.
    fn memory() -> Self::Memory;
    /// Takes a pass over what working memory keeps beside facts: the clock, and what accumulates and loops keep.
    fn trace_states(memory: &mut Self::Memory, pass: &mut impl Pass) {
        _ = (memory, pass);
    }
    /// Inserts what a session begins with, the rows of tables. Returns the fact types of which there is something.
    fn begin(session: &mut Transaction<'_, Self>) -> u64 {
        _ = session;
        0
    }
    /// The fact types for which a test holds: bit by bit, those from the 64th on in one.
    fn kinds<T: KindTest>(memory: &Self::Memory) -> u64;
    /// Shows these fact types to a visitor, in the order of their numbers.
    fn visit_some<V: Visitor<Self>>(kinds: u64, visitor: &mut V);
    /// Shows each fact type to a visitor, in the order of their numbers.
    fn visit<V: Visitor<Self>>(visitor: &mut V);
    /// The numbers of insertion of the facts of a type, by slot.
    fn tags(memory: &Self::Memory, kind: u32) -> &[u64] {
        _ = (memory, kind);
        unreachable!("fact types are numbered by the plan")
    }
    /// The number of insertion of a fact.
    #[inline]
    #[must_use]
    fn tag(memory: &Self::Memory, kind: u32, slot: u32) -> u64 {
        Self::tags(memory, kind)[slot as usize]
    }
    /// The name of a fact.
    #[inline]
    #[must_use]
    fn id(memory: &Self::Memory, kind: u32, slot: u32) -> FactId {
        let tag = Self::tag(memory, kind, slot);
        FactId { slot, kind, tag }
    }
    /// The hash of a fact's key in an index of an alpha memory.
    fn hash_fact(index: u32, memory: &Self::Memory, slot: u32) -> u64 {
        _ = (index, memory, slot);
        0
    }
    /// The places of a fact in an index that is ordered, by one field and by another.
    fn order_fact(index: u32, memory: &Self::Memory, slot: u32) -> [u64; 2] {
        _ = (index, memory, slot);
        [0; 2]
    }
    /// Whether the two sides of a node's join hash alike, so that one can look up the other.
    fn is_hashed(node: u32, memory: &Self::Memory, network: &Network<Self::Mode>) -> bool {
        _ = (node, memory, network);
        true
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
        slot: u32,
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
        facts: &[u32],
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
        slot: u32,
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
        facts: &[u32],
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
        member: u32,
    ) -> Number {
        _ = (node, memory, network, member);
        unreachable!("no sum stands here")
    }
    /// How two members compare by the expression of a summary.
    fn compare(
        node: u32,
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
        a: u32,
        b: u32,
    ) -> Ordering {
        _ = (node, memory, network, a, b);
        Ordering::Equal
    }
    /// How two members, each as it was at a moment, compare by the times of their events.
    fn compare_times(
        node: u32,
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
        first: (u32, Moment),
        second: (u32, Moment),
    ) -> Ordering {
        _ = (node, memory, network, first, second);
        Ordering::Equal
    }
    /// Whether the best member before the change and the best member now say different things.
    fn differs(
        node: u32,
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
        before: (u32, Moment),
        now: u32,
    ) -> bool {
        _ = (node, memory, network, before, now);
        true
    }
    /// The hash of what a best member says, where that rests on results of others and its hash tells it.
    fn best_hash(
        node: u32,
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
        member: u32,
    ) -> Option<u64> {
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
        member: (u32, Moment),
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
        member: u32,
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
        known: (u32, Moment),
        now: (u32, u32),
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
        token: u32,
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
    ) -> i32 {
        _ = (index, token, memory, network);
        0
    }
    /// The date of a fact, where the strategy goes by facts' dates.
    fn date(memory: &Self::Memory, kind: u32, slot: u32) -> u64 {
        _ = (memory, kind, slot);
        0
    }
    /// Adds to `rows` the rows of the tables that the conditions of a match that stands have asked, in the order in which
    /// they are written; `index` is the entry of [`Plan::matches`].
    fn decided(
        index: u32,
        token: u32,
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
        rows: &mut Vec<DecidingRow>,
    ) {
        _ = (index, token, memory, network, rows);
    }
    /// Whether what `#[on_change]` watches is in a match the same as it was in another at a moment; each match
    /// is an entry of [`Plan::matches`] and a token.
    fn unchanged(
        memory: &Self::Memory,
        network: &Network<Self::Mode>,
        before: (u32, u32, Moment),
        now: (u32, u32),
    ) -> bool {
        _ = (memory, network, before, now);
        false
    }
    /// Runs the block of the rule whose match a token is; `index` is the entry of [`Plan::matches`].
    ///
    /// # Errors
    ///
    /// Fails as the block does.
    fn fire(
        index: u32,
        token: u32,
        firing: &Firing<'_, Self>,
        globals: &mut Self::Globals,
    ) -> Result<(), Self::Error> {
        _ = (index, token, firing, globals);
        Ok(())
    }
    /// Fires the matches of a rule in bulk, as long as one of them is next: evaluates what the block inserts, and hands it on.
    fn insert_of(index: u32, bulk: &mut Bulk<'_, Self>) {
        _ = (index, bulk);
    }
    /// Runs the `undo` block of the rule of which a match that fired has ended; the token is a copy of it.
    ///
    /// # Errors
    ///
    /// Fails as the block does.
    fn undo(
        index: u32,
        token: u32,
        firing: &Firing<'_, Self>,
        globals: &mut Self::Globals,
    ) -> Result<(), Self::Error> {
        _ = (index, token, firing, globals);
        Ok(())
    }
}

/// Says that facts of type `F` are kept by a ruleset's sessions, and how.
#[diagnostic::on_unimplemented(
    message = "`{F}` is no fact type of this ruleset",
    label = "no rule of the ruleset names `{F}`",
    note = "a fact type is one that a pattern or an `insert` of the ruleset names, or that it declares with `fact`"
)]
pub trait Holds<F: 'static>: Program {
    /// How its facts are told apart.
    type Identity: Identity<F>;
    /// The same as a value.
    const IDENTITY: IdentityOf<F> = IdentityOf::of::<Self::Identity>();
    /// Its number.
    const KIND: u32;
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
    fn classify(memory: &Self::Memory, slot: u32, fields: FieldsOf<Self>, hits: &mut Vec<u32>);
    /// Lets the fact in a slot that is new, or has new values in these fields, into its alpha memories. Types of few
    /// memories have code for it.
    #[inline]
    fn enter(
        memory: &Self::Memory,
        network: &mut Network<Self::Mode>,
        slot: u32,
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
    ) -> Option<(&'static str, Vec<(u32, u32)>)> {
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

/// The bit of a fact type in [`Program::kinds`], where something is so.
#[must_use]
#[inline]
pub fn kind_bit(is: bool, place: u32) -> u64 {
    u64::from(is) << place
}

/// The bit of the type with this number in [`Program::kinds`]; the types from the 64th on share one.
#[inline]
pub(crate) fn bit_of(kind: u32) -> u64 {
    kind_bit(true, kind.min(LAST_BIT))
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
pub trait Visitor<P: Program> {
    /// Does it for the type `F`.
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>;
}

/// Shows a visitor these fact types, on whose facts a block has effects. For others nothing of it is compiled.
#[inline]
pub(crate) fn visit_affected<P: Program>(kinds: u64, visitor: &mut impl Visitor<P>) {
    P::visit_some(kinds, &mut Affected(visitor));
}

struct Affected<'v, V>(&'v mut V);

impl<P: Program, V: Visitor<P>> Visitor<P> for Affected<'_, V> {
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

/// What a running block can reach: the facts, and where its effects go.
pub struct Firing<'a, P: Program> {
    pub(crate) memory: &'a P::Memory,
    pub(crate) network: &'a Network<P::Mode>,
    /// When the match was as the block sees it.
    pub(crate) moment: Moment,
    /// Which alternative the block is to choose.
    pub(crate) alternative: u32,
    pub(crate) end: Cell<End>,
    pub(crate) inserts: Cell<u64>,
    pub(crate) halt: Cell<bool>,
    /// Groups to focus, counted from 1, in order.
    pub(crate) focus: RefCell<Vec<u32>>,
}

impl<'a, P: Program> Firing<'a, P> {
    /// Working memory.
    #[must_use]
    pub fn memory(&self) -> &'a P::Memory {
        self.memory
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &'a Network<P::Mode> {
        self.network
    }

    /// When the match was as the block sees it.
    #[must_use]
    pub fn moment(&self) -> Moment {
        self.moment
    }

    /// Which alternative the block is to choose, counted from 0.
    #[must_use]
    pub fn alternative(&self) -> u32 {
        self.alternative
    }

    /// Notes a `fail`.
    pub fn fail(&self) {
        self.end.set(End::Failed);
    }

    /// Notes that there is no such alternative.
    pub fn exhaust(&self) {
        self.end.set(End::Exhausted);
    }

    /// Notes an `insert`.
    pub fn insert<F: 'static>(&self, fact: F)
    where
        P: Holds<F>,
    {
        const { assert!(P::PLAN.is_affected(P::KIND)) }
        P::slab(self.memory).effects.insert(fact, self.nth(), false);
    }

    /// Notes an `insert logical`.
    pub fn insert_logical<F: 'static>(&self, fact: F)
    where
        P: Holds<F>,
    {
        const { may_be_logical::<F, P::Identity>() }
        const { assert!(P::PLAN.is_affected(P::KIND) && P::PLAN.is_logical(P::KIND)) }
        P::slab(self.memory).effects.insert(fact, self.nth(), true);
    }

    /// Notes an `insert` in a ruleset with `#[best]` facts.
    pub fn insert_plain<F: 'static>(&self, fact: F)
    where
        P: Writes<F>,
    {
        self.insert(fact);
    }

    /// Hands a fact on that a block is to modify or retract, in a ruleset with `#[best]` facts.
    #[inline]
    pub fn writes<'f, 'm, F: 'static>(&self, fact: &'f Fact<'m, F>) -> &'f Fact<'m, F>
    where
        P: Writes<F>,
    {
        fact
    }

    fn nth(&self) -> u64 {
        self.inserts.replace(self.inserts.get() + 1)
    }

    /// Notes a `focus`.
    pub fn focus(&self, group: u32) {
        self.focus.borrow_mut().push(group);
    }

    /// Notes a `halt`.
    pub fn halt(&self) {
        self.halt.set(true);
    }
}
