//! The network as the compiler laid it out: constant tables that the runtime walks.
//!
//! What differs from rule to rule and needs the user's types (tests, keys, blocks) is generated code;
//! everything else about a node stands here as numbers, so that the code that keeps tokens and
//! lists is written once and compiled once. An entry of a type that has a `PLAIN` one says what differs
//! from that.

use crate::containers::fields::Fields;
use crate::ids::KindId;

/// The network of a ruleset.
#[derive(Debug)]
pub struct Plan<F: 'static = u64> {
    /// The fact types.
    pub kinds: &'static [Kind<F>],
    /// The alpha memories.
    pub alphas: &'static [Alpha<F>],
    /// The indexes of the alpha memories.
    pub indexes: &'static [FactIndex],
    /// The nodes, each after all from which it gets anything.
    pub nodes: &'static [Node<F>],
    /// The nodes that get the one token without facts when a session begins.
    pub roots: &'static [u32],
    /// The searches for matches that are found whole.
    pub searches: &'static [WholeSearch],
    /// The `not`, `exists` and `unique` on which such matches depend.
    pub counted: &'static [Counted<F>],
    /// What the match nodes end in.
    pub matches: &'static [Match<F>],
    /// How many gates there are: patterns that are no part of tokens, of facts of which there is one at the
    /// most. A match is on the agenda while all gates of its entry are open.
    pub gates: u32,
    /// How activations of equal salience are ordered.
    pub strategy: Strategy,
    /// When it is settled which candidates of `#[best]` types stand, and which answers to recursive queries; in order.
    pub settlements: &'static [Settlement],
    /// Whether some rule inserts logical facts.
    pub logical: bool,
    /// Whether logical facts can come to rest on one another. (It says nothing of recursive queries.)
    pub recursive: bool,
    /// How many agenda groups there are.
    pub groups: u32,
}

impl<F> Plan<F> {
    /// The facts of a match, where the tokens at a node hold all of them; none at other nodes.
    #[inline]
    pub(crate) fn whole(&self, node: u32) -> &'static [Part<F>] {
        match self.nodes[node as usize].kind {
            NodeKind::Match { index } => self.matches[index as usize].facts,
            _ => &[],
        }
    }

    /// Whether facts of a type are answers of a recursive query.
    #[inline]
    pub(crate) fn is_answer(&self, kind: KindId) -> bool {
        self.kinds[kind.index()].answers
    }

    /// Whether facts of a type may stand only while something holds them up. (Candidates are counted apart, as types past
    /// all others.)
    #[inline]
    pub(crate) const fn is_logical(&self, kind: KindId) -> bool {
        self.kinds[kind.itself(self.kinds.len()).index()].logical
    }

    /// Whether facts of a type are looked up.
    pub(crate) const fn is_indexed(&self, kind: KindId) -> bool {
        let mut index = 0;
        while index < self.indexes.len() {
            if self.indexes[index].kind.is(kind) {
                return true;
            }
            index += 1;
        }
        false
    }

    /// Whether blocks may have effects on facts of a type, or on those of a type with which it shares a bit.
    pub(crate) const fn is_affected(&self, kind: KindId) -> bool {
        kind.number() >= LAST_BIT || self.kinds[kind.index()].affected
    }

    /// The entry of [`Plan::settlements`] of a `#[best]` type.
    pub(crate) fn settlement_of(&self, kind: KindId) -> u32 {
        let mut all = self.settlements.iter();
        let number = all.position(|settlement| settlement.kinds.contains(&kind));
        number.expect("`#[best]` types are settled") as u32
    }

    /// Whether the matches of a node are found whole, from facts alone.
    pub(crate) fn is_of_facts(&self, node: u32) -> bool {
        let counts = |counted: &Counted<F>| counted.node == node;
        !(self.whole(node).is_empty() || self.counted.iter().any(counts))
    }

    /// The entry of [`Plan::matches`] of a match node.
    pub(crate) fn entry_of(&self, node: u32) -> u32 {
        match self.nodes[node as usize].kind {
            NodeKind::Match { index } => index,
            _ => unreachable!("matches stand at match nodes"),
        }
    }
}

/// How activations of equal salience are ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// Latest first.
    Depth,
    /// Earliest first.
    Breadth,
    /// By the dates of the match's facts, newest first.
    Lex,
    /// By the date of the first pattern's fact, then as `Lex`.
    Mea,
    /// The rule with more tests first.
    Complexity,
    /// The rule with fewer tests first.
    Simplicity,
    /// By the order of rules alone.
    Order,
    /// By a hash of this seed and the match's number.
    Random(u64),
}

/// The place of the last bit in a set of fact types, which the types from this on share.
pub(crate) const LAST_BIT: u32 = 63;

/// The bit of a fact type in a set of them, where something is so.
#[must_use]
#[inline]
pub fn kind_bit(is: bool, place: u32) -> u64 {
    u64::from(is) << place
}

/// The bit that types share which have none of their own.
pub(crate) const SHARED_BIT: u64 = 1 << LAST_BIT;

/// The bit of the type with this number in a set of them; the types from the 64th on share one.
#[inline]
pub(crate) fn bit_of(kind: KindId) -> u64 {
    kind_bit(true, kind.number().min(LAST_BIT))
}

/// A fact type.
#[derive(Debug)]
pub struct Kind<F: 'static = u64> {
    /// Its name in the ruleset.
    pub name: &'static str,
    /// The fields that some rule reads.
    pub reads: F,
    /// Whether its facts are the answers of a recursive query that a rule asks: elements of a match, and no facts of it.
    pub answers: bool,
    /// Whether its facts may stand only while something holds them up: rules insert them logically, or they are answers.
    pub logical: bool,
    /// Whether blocks may have effects on its facts.
    pub affected: bool,
}

impl<F: Fields> Kind<F> {
    /// One that no rule knows of.
    pub const PLAIN: Self = Kind {
        name: "",
        reads: F::NONE,
        answers: false,
        logical: false,
        affected: false,
    };
}

/// The bit of a mask that stands for a fact's being there; every reader has it, and an insert or a
/// retract changes it.
pub const PRESENCE: u64 = 1 << 63;
/// The bit of a mask that stands for the fact as a whole.
pub const WHOLE: u64 = 1 << 62;

/// An alpha memory: the facts of a type that pass the tests on themselves alone.
#[derive(Debug)]
pub struct Alpha<F: 'static = u64> {
    /// The fact type.
    pub kind: KindId,
    /// The indexes of it: which, and the fields that its tests and the key read.
    pub indexes: &'static [(u32, F)],
    /// The searches that begin from its facts.
    pub seedings: &'static [Seeding<F>],
    /// The nodes that take its facts.
    pub feeds: &'static [Feed<F>],
    /// Those in which it is drawn, if they are others: where matches are found whole, joins are drawn which nothing
    /// comes to.
    pub drawn: &'static [Feed<F>],
}

impl<F> Alpha<F> {
    /// One that leads nowhere.
    pub const PLAIN: Self = Alpha {
        kind: KindId(0),
        indexes: &[],
        seedings: &[],
        feeds: &[],
        drawn: &[],
    };

    /// The nodes that it is drawn to lead to.
    pub(crate) const fn drawn_feeds(&self) -> &'static [Feed<F>] {
        if self.drawn.is_empty() {
            self.feeds
        } else {
            self.drawn
        }
    }
}

/// An index of an alpha memory.
#[derive(Debug, Clone, Copy)]
pub struct FactIndex {
    /// The type of its facts.
    pub kind: KindId,
    /// Whether it has all facts of the type: the memory has no tests.
    pub has_all: bool,
    /// Whether it is made when a join first asks it.
    pub on_demand: bool,
    /// Whether the facts of a key are in an order, to be found within bounds.
    pub ordered: bool,
    /// What its facts must have, where it is reduced.
    pub reduced: Option<Reduced>,
    /// The reduced indexes for whose facts its own are partners.
    pub reduces: &'static [u32],
}

impl FactIndex {
    /// One by equality, made from the beginning.
    pub const PLAIN: Self = FactIndex {
        kind: KindId(0),
        has_all: false,
        on_demand: false,
        ordered: false,
        reduced: None,
        reduces: &[],
    };
}

/// An index of those facts of another that have a partner, with which they have a key in common.
#[derive(Debug, Clone, Copy)]
pub struct Reduced {
    /// The other index.
    pub all: u32,
    /// The index of the same facts by what they have in common with partners.
    pub by: u32,
    /// The index of the partners.
    pub of: u32,
}

/// A look-up of a search of which it is counted what it goes over, for it could be made in another order.
#[derive(Debug)]
pub struct LookUp {
    /// The rule.
    pub rule: &'static str,
    /// The condition with whose facts the search begins, as written.
    pub from: &'static str,
    /// The condition whose facts are looked up.
    pub condition: &'static str,
    /// The tests by which they are.
    pub by: &'static str,
}

/// A node that takes the facts of an alpha memory.
#[derive(Debug)]
pub struct Feed<F: 'static = u64> {
    /// The node.
    pub node: u32,
    /// As what it takes them.
    pub side: Side,
    /// The fields of them that its rules read.
    pub reads: F,
}

/// As what a node takes facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// As tokens of one fact.
    Token,
    /// As the left side of a join of two facts.
    Left,
    /// As its right side.
    Right,
    /// As the one fact that opens this gate of a match node.
    Gate(u32),
    /// As one that this counted pattern of a match that is found whole counts.
    Counted(u32),
}

/// A search for the matches in which a fact takes part, by loops from the pattern that the fact meets: of one rule, or of
/// several that look up the same first. No partial match is kept. (Semi-naive evaluation: each match is found once, from the
/// leftmost of its facts that the change touches.)
#[derive(Debug)]
pub struct WholeSearch {
    /// For each alpha memory from whose facts it begins, what it finds; 64 at the most.
    pub seeds: &'static [Seed],
}

/// A search that begins from the facts of an alpha memory.
#[derive(Debug)]
pub struct Seeding<F: 'static = u64> {
    /// Which.
    pub search: u32,
    /// Which of its seeds they are.
    pub seed: u32,
    /// The fields of them that its rules read.
    pub reads: F,
}

/// What a search finds from the facts of an alpha memory.
#[derive(Debug)]
pub struct Seed {
    /// The match nodes.
    pub nodes: &'static [u32],
    /// The indexes that the loops ask.
    pub asks: &'static [u32],
}

/// Where a search that looks up in common would look up otherwise: an index of the facts that pass a pattern's own tests.
#[derive(Debug)]
pub struct OwnIndex {
    /// Its number.
    pub index: u32,
    /// A bit for each seed of the search that asks it.
    pub seeds: u64,
}

/// A `not`, an `exists` or a `unique` over one pattern, on which matches depend that are found whole.
#[derive(Debug)]
pub struct Counted<F: 'static = u64> {
    /// The match node.
    pub node: u32,
    /// How many facts there must be.
    pub quantifier: Quantifier,
    /// A fact that it counts.
    pub fact: Part<F>,
    /// The places of the facts to which the pattern is joined, its outer facts.
    pub outer: &'static [u32],
}

/// When it is settled which candidates of `#[best]` types stand, or which answers of a recursive query: when all facts
/// have fallen that can be the reason for one.
#[derive(Debug)]
pub struct Settlement {
    /// The types, which may rest on one another.
    pub kinds: &'static [KindId],
    /// The nodes of lower numbers have worked by then, and no other.
    pub before: u32,
    /// Whether the types are of answers of recursive queries, which are asked again instead.
    pub asks: bool,
    /// The types of the facts on which these answers rest, and on which it rests what is asked.
    pub reads: &'static [KindId],
}

/// A node of the network.
#[derive(Debug)]
pub struct Node<F: 'static = u64> {
    /// What it does.
    pub kind: NodeKind<F>,
    /// The node from which its tokens come; its own number where they come from an alpha memory or
    /// from the start of the session.
    pub producer: u32,
    /// The fact that a token here ends in.
    pub fact: Option<Part<F>>,
    /// The fact that a token here begins with, where its left part is a fact and not a token.
    pub left_fact: Option<Part<F>>,
    /// The nodes that take what it gives.
    pub outputs: &'static [u32],
    /// Those in which it is drawn, if they are others.
    pub drawn: &'static [u32],
    /// Of a join, by which values of what stands on the left the facts on the right are bounded: none, one or two.
    pub bounds: JoinBounds,
}

/// Those of a join.
pub type JoinBounds = [Option<JoinBound>; 2];

/// A value of what stands on the left of a join, by which a field of the fact on the right is bounded.
#[derive(Debug, Clone, Copy)]
pub struct JoinBound {
    /// The field: one of the two by which the index of the facts is ordered.
    pub field: u8,
    /// Whether it is no less than the value, rather than no greater.
    pub least: bool,
}

impl<F> Node<F> {
    /// One to which nothing comes and that leads nowhere.
    pub const PLAIN: Self = Node {
        kind: NodeKind::Drawn { counts: None },
        producer: 0,
        fact: None,
        left_fact: None,
        outputs: &[],
        drawn: &[],
        bounds: [None; 2],
    };

    /// Whether it is a join whose sides bound one another.
    #[inline]
    pub(crate) const fn is_bounded(&self) -> bool {
        self.bounds[0].is_some()
    }

    /// The nodes that it is drawn to lead to.
    pub(crate) const fn drawn_outputs(&self) -> &'static [u32] {
        if self.drawn.is_empty() {
            self.outputs
        } else {
            self.drawn
        }
    }
}

/// A fact as part of a token.
#[derive(Debug, Clone, Copy)]
pub struct Part<F: 'static = u64> {
    /// Its type.
    pub kind: KindId,
    /// The fields of it that the rules read.
    pub reads: F,
}

/// What a node does.
#[derive(Debug)]
pub enum NodeKind<F: 'static = u64> {
    /// Joins its tokens with the facts of an index.
    Join {
        /// The index of the facts.
        right: u32,
    },
    /// Joins the facts of two indexes.
    JoinFacts {
        /// The index of the left facts.
        left: u32,
        /// The left facts.
        part: Part<F>,
        /// The index of the right facts.
        right: u32,
    },
    /// Counts for each token the facts of an index that go with it, and lets pass the tokens that have so many.
    Counted {
        /// The index of the facts.
        right: u32,
        /// How many a token must have to pass.
        quantifier: Quantifier,
    },
    /// Lets pass the tokens that meet a test.
    Filter {
        /// What the tokens that it gives end in.
        tag: u32,
    },
    /// Keeps the tokens over each of which a summary is made, and starts the search for its members.
    Owner {
        /// The summary.
        summary: u32,
    },
    /// Keeps the tokens that have one summary in common, which reads nothing of them. For them all it gives one token
    /// without facts, the owner.
    Sharers {
        /// The summary.
        summary: u32,
    },
    /// Makes a token of each element that an expression over its tokens gives.
    Each {
        /// Whether the elements are kept.
        kept: bool,
    },
    /// Makes a summary over the members found for each owner.
    Summary {
        /// Which.
        of: Summary,
        /// How many steps to the left of a member its owner is.
        steps: u32,
        /// Whether an owner's members are grouped by a key.
        by: bool,
        /// What a member is made of; where members come by several branches, for each branch, whose
        /// number is then the member's result.
        branches: &'static [&'static [Element]],
    },
    /// Lets pass the latest of the members found for an owner, of each key.
    Last {
        /// How many.
        number: usize,
        /// How many steps to the left of a member its owner is.
        steps: u32,
        /// What a member is made of: as of a summary.
        branches: &'static [&'static [Element]],
    },
    /// Stands to be looked at: what it would give is found whole.
    Drawn {
        /// How many facts there must be for a match, where it counts some.
        counts: Option<Quantifier>,
    },
    /// Puts its tokens on the agenda.
    Match {
        /// The entry of [`Plan::matches`].
        index: u32,
    },
}

impl<F> NodeKind<F> {
    /// The index in which a node looks facts up, if it does.
    #[inline]
    pub(crate) fn right(&self) -> Option<u32> {
        match *self {
            NodeKind::Join { right }
            | NodeKind::JoinFacts { right, .. }
            | NodeKind::Counted { right, .. } => Some(right),
            _ => None,
        }
    }
}

/// How many there must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantifier {
    /// None.
    None,
    /// At least one.
    Some,
    /// Exactly one.
    One,
}

impl Quantifier {
    /// Whether so many are right.
    pub(crate) fn holds_of(self, count: u32) -> bool {
        match self {
            Quantifier::None => count == 0,
            Quantifier::Some => count > 0,
            Quantifier::One => count == 1,
        }
    }
}

/// A summary of the members found for an owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Summary {
    /// There are so many.
    Quantified(Quantifier),
    /// How many there are.
    Count,
    /// Which they are.
    Collect,
    /// The sum of an expression over them.
    Sum,
    /// Its mean.
    Avg,
    /// The one for which it is least.
    Least,
    /// The one for which it is greatest.
    Greatest,
    /// What a user's accumulator makes of an expression over them.
    User,
}

/// What a match node ends in.
#[derive(Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an attribute of the rule"
)]
pub struct Match<F: 'static = u64> {
    /// The rule, by its place in the ruleset.
    pub rule: u32,
    /// The rule's salience; `None` where it is computed from the match.
    pub salience: Option<i32>,
    /// The rule's group, counted from 1; 0 where it is in none.
    pub group: u32,
    /// Whether a match that has fired is kept, for what it supports or for its end.
    pub kept: bool,
    /// Whether an activation focuses its group.
    pub auto_focus: bool,
    /// Whether matches that begin while the group has the focus do not fire.
    pub lock_on_active: bool,
    /// How many tests the rule has, as written.
    pub complexity: u32,
    /// Whether a match made by a firing of its own rule over the same facts does not fire.
    pub no_loop: bool,
    /// Whether there is one firing for the same facts.
    pub once: bool,
    /// Whether a match fires only if what the rule watches differs from the last firing over the same facts.
    pub on_change: bool,
    /// Whether the rule has an `undo` block.
    pub undo: bool,
    /// Whether the block begins with a choice.
    pub chooses: bool,
    /// Whether the block does nothing but `fail`.
    pub fails: bool,
    /// Whether the block may `fail` after it has done something else.
    pub may_fail: bool,
    /// Whether the rule has facts for conditions and does nothing but insert one.
    pub bulk: bool,
    /// Whether several matches may be over the same facts at once.
    pub several: bool,
    /// Its gates.
    pub gates: &'static [u32],
    /// What the match is made of, left to right.
    pub elements: &'static [Element],
    /// The facts of a match that is found whole, left to right; of one that comes by tokens, none.
    pub facts: &'static [Part<F>],
}

impl<F> Match<F> {
    /// One of a rule without attributes and without facts.
    pub const PLAIN: Self = Match {
        rule: 0,
        salience: Some(0),
        group: 0,
        kept: false,
        auto_focus: false,
        lock_on_active: false,
        complexity: 0,
        no_loop: false,
        once: false,
        on_change: false,
        undo: false,
        chooses: false,
        fails: false,
        may_fail: false,
        bulk: false,
        several: false,
        gates: &[],
        elements: &[],
        facts: &[],
    };

    /// Whether its firing may bar other matches over the same facts.
    pub(crate) fn bars_others(&self) -> bool {
        self.several && (self.once || self.on_change)
    }
}

/// One element of a match.
#[derive(Debug, Clone, Copy)]
pub enum Element {
    /// The fact in which the token so many steps to the left ends.
    Fact {
        /// The steps.
        steps: u32,
        /// Its type.
        kind: KindId,
    },
    /// The fact with which that token begins.
    LeftFact {
        /// The steps.
        steps: u32,
        /// Its type.
        kind: KindId,
    },
    /// The fact at a place of a match that is found whole.
    Whole {
        /// The place.
        place: u32,
        /// Its type.
        kind: KindId,
    },
    /// The fact that has opened a gate.
    Gate {
        /// The gate.
        gate: u32,
        /// Its type.
        kind: KindId,
    },
    /// The branch of an `either`.
    Branch(u32),
    /// The number of an element of `for`, in which the token so many steps to the left ends.
    Each {
        /// The steps.
        steps: u32,
    },
    /// The group of an accumulate, in which that token ends.
    Group {
        /// The steps.
        steps: u32,
    },
}
