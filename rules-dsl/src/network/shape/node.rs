//! The shapes of nodes.

use crate::hir::{ElementId, FactTypeId, Quantifier, RuleId};

use super::super::{Input, Reads};
use super::summary::{LastShape, SummaryShape};
use super::test::{TestShape, ValueShape};

/// What decides whether a node is there already: what it takes, and what it makes of that.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(in crate::network) struct NodeKey {
    pub(in crate::network) input: Input,
    /// The fields that the rule reads of the facts that it takes from an alpha memory.
    pub(in crate::network) reads: Reads,
    pub(in crate::network) shape: NodeShape,
}

/// What an index is of, and by what.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(in crate::network) struct IndexShape {
    /// The alpha memory.
    pub(in crate::network) alpha: usize,
    pub(in crate::network) key: Vec<ValueShape>,
    /// By what the facts of a key are ordered, and whether that has the last place where it has none of its own.
    pub(in crate::network) order: Vec<(ValueShape, bool)>,
}

/// What decides whether searches begin alike: from facts of which type, and where these look up what goes with them.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(in crate::network) struct SearchKey {
    pub(in crate::network) fact_type: FactTypeId,
    /// The index in which they look up others.
    pub(in crate::network) index: usize,
    /// By what of them.
    pub(in crate::network) key: Vec<ValueShape>,
    /// Within what.
    pub(in crate::network) ranges: Vec<[Vec<ValueShape>; 2]>,
}

/// What a node makes of what it takes.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(in crate::network) enum NodeShape {
    JoinFacts {
        left: usize,
        right: usize,
        reads: Reads,
        tests: Vec<TestShape>,
    },
    Join {
        right: usize,
        reads: Reads,
        tests: Vec<TestShape>,
    },
    Counted {
        quantifier: Quantifier,
        right: usize,
        reads: Reads,
        tests: Vec<TestShape>,
    },
    Filter {
        tag: u32,
        tests: Vec<TestShape>,
    },
    Last(LastShape),
    /// No other rule shares it.
    Each {
        rule: RuleId,
        element: ElementId,
        /// What it goes through, which branches before it may decide.
        list: ValueShape,
        tests: Vec<TestShape>,
    },
    Summary {
        shape: SummaryShape,
        tests: Vec<TestShape>,
    },
}
