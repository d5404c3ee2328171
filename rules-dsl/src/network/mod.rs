//! The network: which memories, joins and summaries the rules come to, shared where they are equal.
//!
//! `build` makes it of the plans; `generate` turns it into tables and code. What holds: each
//! node is numbered after all from which it gets anything; each test stands at one node, where
//! everything that it needs is at hand; equal nodes of different rules are one.

mod build;
mod builder;
mod bulk;
mod context;
#[cfg(feature = "cli")]
mod drawing;
mod fields;
mod gates;
#[cfg(feature = "cli")]
mod graph;
mod in_common;
mod joins;
mod labels;
mod matches;
mod memories;
mod nodes;
mod on_demand;
mod queries;
mod reads;
mod reduced;
mod settled;
mod shape;
mod stratify;
mod summaries;
mod topology;
mod whole;
mod wider;

use std::collections::BTreeMap;

use crate::hir::{ElementId, FactTypeId, Last, Quantifier, RuleId, TestId, VariableId};
use crate::plan::{Bound, KeyPart, MatchElement, StepId};

pub(crate) use build::build;
pub(crate) use bulk::inserted;
pub(crate) use context::{Context, Place};
#[cfg(feature = "cli")]
pub(crate) use drawing::Drawing;
pub(crate) use fields::{Reads, width};
#[cfg(feature = "lsp")]
pub(crate) use gates::gates;
#[cfg(feature = "cli")]
pub(crate) use graph::{Edge, Role, graph};
pub(crate) use in_common::{Common, FEWEST_INDEXES};
pub(crate) use on_demand::on_demand;
pub(crate) use reduced::Partners;
pub(crate) use whole::{Beginning, Counted, Search, Seed, Whole, WhyByTokens};
pub(crate) use wider::Wider;

/// The network of a ruleset.
#[derive(Debug, Default)]
pub(crate) struct Network {
    /// The alpha memories.
    pub alphas: Vec<Alpha>,
    /// The indexes of alpha memories.
    pub indexes: Vec<FactIndex>,
    /// The other nodes, in topological order.
    pub nodes: Vec<Node>,
    /// The nodes that begin with the one token without facts.
    pub roots: Vec<usize>,
    /// What the match nodes end in.
    pub matches: Vec<Match>,
    /// The searches for matches that are found whole.
    pub searches: Vec<Search>,
    /// When it is settled which facts of `#[best(…)]` types and which answers stand, in order.
    pub settlements: Vec<Settlement>,
    /// How many gates the match nodes have together.
    pub gates: usize,
    /// The queries, as in [`Ruleset::queries`](crate::hir::Ruleset::queries).
    pub queries: Vec<Query>,
}

/// `#[best(…)]` types of which it is settled together which facts stand, or the type of the answers to what a call asks,
/// and the first node that works only then.
#[derive(Debug)]
pub(crate) struct Settlement {
    /// The types.
    pub fact_types: Vec<FactTypeId>,
    /// The node.
    pub before: usize,
    /// Whether the type is one of answers.
    pub asks: bool,
    /// The types on which these rest.
    pub reads: Vec<FactTypeId>,
}

impl Network {
    /// A search of a match that is found whole, by their numbers.
    pub(crate) fn seed(&self, entry: usize, seed: usize) -> &Seed {
        let whole = self.matches[entry].whole();
        &whole.expect("searches are of what is found whole").seeds[seed]
    }

    /// The same, to be changed.
    fn seed_mut(&mut self, entry: usize, seed: usize) -> &mut Seed {
        let whole = self.matches[entry].found.as_mut();
        &mut whole.expect("searches are of what is found whole").seeds[seed]
    }
}

/// An alpha memory: the facts of a type that pass tests on themselves alone.
#[derive(Debug)]
pub(crate) struct Alpha {
    /// The type.
    pub fact_type: FactTypeId,
    /// Where the tests are evaluated; its frame holds the one element.
    pub tests: Tests,
    /// Which nodes take its facts.
    pub feeds: Vec<Feed>,
}

/// A node that takes facts of an alpha memory.
#[derive(Debug)]
pub(crate) struct Feed {
    /// The node.
    pub node: usize,
    /// As what.
    pub side: Side,
    /// The fields that the rules read of them.
    pub reads: Reads,
}

/// As what a node takes facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// As tokens of one fact.
    Token,
    /// As the left side of a join of two facts.
    Left,
    /// As its right side.
    Right,
    /// As the one fact that opens this gate of a match node.
    Gate(usize),
}

/// An index of an alpha memory.
#[derive(Debug, Clone)]
pub(crate) struct FactIndex {
    /// The memory.
    pub alpha: usize,
    /// The parts of its key: a side of an equality test each.
    pub key: Vec<KeyPart>,
    /// By what the facts of a key are ordered: fields, or what of them bounds fields of others; of each a side of a comparison.
    pub order: Vec<KeyPart>,
    /// Where the key is evaluated.
    pub context: Context,
    /// The fields that the memory's tests and the key read, and those that its readers read besides.
    pub reads: Reads,
    /// Of what it is a part, where it is reduced.
    pub reduced: Option<Reduced>,
    /// The reduced indexes for whose facts its own are partners.
    pub reduces: Vec<usize>,
}

/// An index of those facts of another that have a partner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Reduced {
    /// The other index.
    pub all: usize,
    /// The index of the same facts by what their partners have in common with them.
    pub by: usize,
    /// The index of the partners.
    pub of: usize,
}

/// Tests with the context in which they are evaluated, in the order written.
#[derive(Debug, Clone)]
pub(crate) struct Tests {
    /// Where things are found.
    pub context: Context,
    /// The tests.
    pub tests: Vec<TestId>,
}

/// A node.
#[derive(Debug)]
pub(crate) struct Node {
    /// What it does.
    pub kind: NodeKind,
    /// The tests of a pair that it forms.
    pub tests: Tests,
    /// From where its tokens come.
    pub input: Input,
    /// The fact in which its tokens end, where they end in one.
    pub fact: Option<Part>,
    /// The fact with which its tokens begin, where their left is a fact.
    pub left_fact: Option<Part>,
    /// The nodes that take what it gives.
    pub outputs: Vec<usize>,
    /// The condition that it stands for, as written.
    pub text: String,
    /// The rules that it serves.
    pub rules: Vec<RuleId>,
    /// Whether anything comes to it: not where all that it would give is found [whole](Whole), nor to a match node
    /// whose matches are.
    pub kept: bool,
}

/// A fact as part of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    /// Its type.
    pub fact_type: FactTypeId,
    /// What the rules read of it.
    pub reads: Reads,
}

/// From where a node's tokens come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Input {
    /// From the start of the session.
    Root,
    /// From an alpha memory.
    Alpha(usize),
    /// From a node.
    Node(usize),
}

/// What a node does.
#[derive(Debug)]
pub(crate) enum NodeKind {
    /// Joins tokens with facts.
    Join {
        /// The index of the facts.
        right: usize,
        /// What of the tokens is compared with the key: a side of the same tests.
        key: Vec<KeyPart>,
        /// What of them bounds fields of the facts.
        bounds: Vec<Bound>,
    },
    /// Joins facts with facts.
    JoinFacts {
        /// The index of the left facts.
        left: usize,
        /// The left facts.
        part: Part,
        /// The index of the right facts.
        right: usize,
        /// What of the left facts is compared with the key: a side of the node's own tests.
        key: Vec<KeyPart>,
        /// What of them bounds fields of the right ones.
        bounds: Vec<Bound>,
    },
    /// Counts facts for each token.
    Counted {
        /// The index of the facts.
        right: usize,
        /// What of the tokens is compared with the key.
        key: Vec<KeyPart>,
        /// What of them bounds fields of the facts.
        bounds: Vec<Bound>,
        /// How many there must be for a token to pass.
        quantifier: Quantifier,
    },
    /// Tests tokens.
    Filter {
        /// What the tokens that it gives end in: the branch by which a member was found.
        tag: u32,
    },
    /// Makes a token of each element that a `for` gives.
    Each {
        /// The `for`.
        element: ElementId,
    },
    /// Keeps the tokens over each of which a summary is made.
    Owner {
        /// The summary.
        summary: usize,
    },
    /// Keeps the tokens that have one summary in common, which reads nothing of them. For them all it gives one token
    /// without facts, the owner.
    Sharers {
        /// The summary.
        summary: usize,
    },
    /// Makes a summary.
    Summary {
        /// Which.
        of: Summary,
        /// How many steps to the left of a member its owner is.
        steps: u32,
        /// What it is to each accumulate that it serves, first to that of the node's context; of a `not` or an
        /// `exists` to that alone.
        uses: Vec<SummaryUse>,
    },
    /// Lets pass the latest of the members of each group.
    Last {
        /// How many, and when each was.
        last: Last,
        /// How many steps to the left of a member its owner is.
        steps: u32,
        /// The accumulate whose members they are, as the rule of the node's context has it; it names no result.
        of: SummaryUse,
    },
    /// Puts tokens on the agenda.
    Match {
        /// The entry of [`Network::matches`].
        index: usize,
    },
}

impl NodeKind {
    /// Of a node that looks facts up, by what of what stands on the left: the key, and what bounds them.
    pub(crate) fn looks_up(&self) -> Option<(&[KeyPart], &[Bound])> {
        match self {
            NodeKind::Join { key, bounds, .. }
            | NodeKind::JoinFacts { key, bounds, .. }
            | NodeKind::Counted { key, bounds, .. } => Some((key, bounds)),
            _ => None,
        }
    }

    /// The index in which it looks facts up.
    pub(crate) fn right(&self) -> Option<usize> {
        match *self {
            NodeKind::Join { right, .. }
            | NodeKind::JoinFacts { right, .. }
            | NodeKind::Counted { right, .. } => Some(right),
            _ => None,
        }
    }

    /// What on the left bounds the facts that it looks up.
    pub(crate) fn bounds(&self) -> &[Bound] {
        self.looks_up().map_or(&[], |(_, bounds)| bounds)
    }
}

/// A summary as a rule sees it.
#[derive(Debug, Clone)]
pub(crate) struct SummaryUse {
    /// By which the rule's contexts name it.
    pub number: usize,
    /// The rule.
    pub rule: RuleId,
    /// The element that it binds: that of an accumulate.
    pub result: Option<ElementId>,
    /// The inner variables by which members are grouped.
    pub by: Vec<VariableId>,
    /// Where a member's elements are found from it, for each branch by which members come.
    pub branches: Vec<Branch>,
}

/// A branch by which the members of a summary come.
#[derive(Debug, Clone)]
pub(crate) struct Branch {
    /// Where a member's elements are found from it.
    pub context: Context,
    /// The elements that order members, left to right.
    pub elements: Vec<MatchElement>,
}

/// A summary of members.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Summary {
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
pub(crate) struct Match {
    /// Where the rule's elements are found from the token.
    pub context: Context,
    /// The elements that order activations, left to right.
    pub elements: Vec<MatchElement>,
    /// Its gates.
    pub gates: Vec<usize>,
    /// Whether they fire in bulk: see [`inserted`] for what they do.
    pub bulk: bool,
    /// How they are found whole, or why they are not.
    pub found: Result<Whole, WhyByTokens>,
    /// The node.
    pub node: usize,
}

impl Match {
    /// How they are found whole, where they are.
    #[must_use]
    pub(crate) fn whole(&self) -> Option<&Whole> {
        self.found.as_ref().ok()
    }

    /// The elements of its patterns, left to right, where they are found whole.
    #[must_use]
    pub(crate) fn patterns(&self) -> Vec<ElementId> {
        let mut patterns: BTreeMap<u32, ElementId> = BTreeMap::new();
        for (&element, place) in &self.context.places {
            if let Place::Whole(place) = place {
                patterns.insert(*place, element);
            }
        }
        patterns.into_values().collect()
    }
}

/// What a query looks up.
#[derive(Debug)]
pub(crate) struct Query {
    /// For each scan of its plan, the index of the facts.
    pub indexes: BTreeMap<StepId, usize>,
}
