//! What a network is built with: what is there of it, and what the next condition stands on.

use std::collections::{BTreeSet, HashMap};

use crate::analysis::changes::Changes;
use crate::hir::{ElementId, ElementKind, FactTypeId, Rule, RuleId, Ruleset};
use crate::plan::Plans;
use crate::profile::Profile;

use super::in_common::SearchCount;
use super::shape::{IndexShape, NodeKey, SearchKey, Shapes, SummaryShape, TestShape};
use super::{Context, Input, Network, Part, Reads, Reduced};

/// Accumulates that differ in nothing but the tests of their results.
pub(super) struct Alike {
    /// Those of the first.
    pub(super) tests: Vec<TestShape>,
    pub(super) differ: bool,
    pub(super) accumulates: Vec<(RuleId, ElementId)>,
}

pub(super) struct Builder<'a> {
    pub(super) ruleset: &'a Ruleset,
    pub(super) plans: &'a Plans,
    /// What an earlier run has counted.
    pub(super) profile: &'a Profile,
    /// What rules do to facts that stand.
    pub(super) changes: Changes,
    pub(super) network: Network,
    /// What is there already, by shape. (Looked up only, never iterated: the output's order does not
    /// depend on it.)
    pub(super) alphas: HashMap<(FactTypeId, Vec<TestShape>), usize>,
    pub(super) indexes: HashMap<IndexShape, usize>,
    pub(super) reduced: HashMap<Reduced, usize>,
    pub(super) nodes: HashMap<NodeKey, usize>,
    /// How many uses summaries have.
    pub(super) uses: usize,
    /// Those that begin by looking facts up, by how they begin.
    pub(super) begun: HashMap<SearchKey, usize>,
    /// How many searches there are so far.
    pub(super) search_count: SearchCount,
    /// The accumulates over the same tokens that are alike.
    pub(super) alike: HashMap<(Input, Reads, SummaryShape), Alike>,
    /// The accumulates whose results are tested at a node of their own, so that others share them.
    pub(super) tested_apart: BTreeSet<(RuleId, ElementId)>,
}

/// What stands on the left of the next condition, and where its elements are found.
#[derive(Clone)]
pub(super) struct Left {
    pub(super) source: Source,
    pub(super) context: Context,
    /// In the search for the members of a summary: how many steps to the left the owner is.
    pub(super) owner: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// The token without facts.
    Root,
    /// The facts of an alpha memory.
    Facts { alpha: usize, element: ElementId },
    /// The tokens that a node gives.
    Node(usize),
}

impl<'a> Builder<'a> {
    /// Nothing is built yet.
    pub(super) fn new(
        ruleset: &'a Ruleset,
        plans: &'a Plans,
        profile: &'a Profile,
        tested_apart: BTreeSet<(RuleId, ElementId)>,
    ) -> Self {
        Builder {
            ruleset,
            plans,
            profile,
            changes: Changes::of(ruleset),
            network: Network::default(),
            alphas: HashMap::new(),
            indexes: HashMap::new(),
            reduced: HashMap::new(),
            nodes: HashMap::new(),
            uses: 0,
            begun: HashMap::new(),
            search_count: SearchCount::default(),
            alike: HashMap::new(),
            tested_apart,
        }
    }

    /// The accumulates that others would share, but for the tests of their results.
    pub(super) fn tested_differently(&self) -> BTreeSet<(RuleId, ElementId)> {
        let differing = self.alike.values().filter(|alike| alike.differ);
        differing
            .flat_map(|alike| alike.accumulates.iter().copied())
            .collect()
    }

    pub(super) fn part(&self, context: &Context, element: ElementId) -> Part {
        let ElementKind::Fact {
            fact_type,
            reads,
            whole,
            ..
        } = &self.rule(context).elements[element.0].kind
        else {
            unreachable!("only facts are part of tokens");
        };
        let reads = Reads::of(reads, *whole);
        Part {
            fact_type: *fact_type,
            reads,
        }
    }

    pub(super) fn rule(&self, context: &Context) -> &'a Rule {
        self.ruleset.rule(context.rule)
    }

    pub(super) fn shapes<'s>(&self, context: &'s Context) -> Shapes<'s>
    where
        'a: 's,
    {
        Shapes {
            ruleset: self.ruleset,
            context,
            members: &[],
        }
    }
}
