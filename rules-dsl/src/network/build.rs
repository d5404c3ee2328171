//! Builds the network: a chain of nodes for each nest of each rule's plan, from left to right as planned,
//! where each node that is there already is taken instead of a new one.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::hir::{ElementId, ElementKind, FactTypeId, Rule, RuleId, Ruleset};

use crate::plan::{Plans, Step, StepKind};

use super::gates::split_gates;
use super::shape::{NodeKey, Shapes, Summarized, SummaryShape, TestShape, ValueShape};
use super::stratify::stratify;
use super::{Context, Input, Network, Part, Reads};

/// Builds the network of a ruleset.
#[must_use]
pub(crate) fn build(ruleset: &Ruleset, plans: &Plans) -> Network {
    let mut builder = Builder::of(ruleset, plans, BTreeSet::new());
    let tested_apart = builder.tested_differently();
    if !tested_apart.is_empty() {
        builder = Builder::of(ruleset, plans, tested_apart);
    }
    let mut network = builder.network;
    stratify(ruleset, &mut network);
    network
}

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
    pub(super) network: Network,
    /// What is there already, by shape. (Looked up only, never iterated: the output's order does not
    /// depend on it.)
    pub(super) alphas: HashMap<(FactTypeId, Vec<TestShape>), usize>,
    pub(super) indexes: HashMap<(usize, Vec<ValueShape>), usize>,
    pub(super) nodes: HashMap<NodeKey, usize>,
    /// How many uses summaries have.
    pub(super) uses: usize,
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
    /// Builds the network of a ruleset, but for the order of its nodes.
    fn of(
        ruleset: &'a Ruleset,
        plans: &'a Plans,
        tested_apart: BTreeSet<(RuleId, ElementId)>,
    ) -> Self {
        let mut builder = Builder {
            ruleset,
            plans,
            network: Network::default(),
            alphas: HashMap::new(),
            indexes: HashMap::new(),
            nodes: HashMap::new(),
            uses: 0,
            alike: HashMap::new(),
            tested_apart,
        };
        for rule in 0..ruleset.rules.len() {
            builder.add_rule(RuleId(rule));
        }
        for query in 0..ruleset.queries.len() {
            builder.add_query(RuleId(ruleset.rules.len() + query));
        }
        builder
    }

    /// The accumulates that others would share, but for the tests of their results.
    fn tested_differently(&self) -> BTreeSet<(RuleId, ElementId)> {
        let differing = self.alike.values().filter(|alike| alike.differ);
        differing
            .flat_map(|alike| alike.accumulates.iter().copied())
            .collect()
    }

    fn add_rule(&mut self, id: RuleId) {
        let rule: &'a Rule = self.ruleset.rule(id);
        for nest in self.plans.joined(id) {
            let context = Context {
                rule: id,
                branches: nest.branches.clone(),
                places: BTreeMap::new(),
                summaries: BTreeMap::new(),
            };
            let left = Left {
                source: Source::Root,
                context,
                owner: 0,
            };
            let (gates, steps) = split_gates(self.ruleset, rule, nest);
            let left = self.add_steps(left, steps);
            self.add_match(left, nest.elements(rule), &gates);
        }
    }

    /// Adds the nodes of steps; returns what stands on their right.
    pub(super) fn add_steps(
        &mut self,
        mut left: Left,
        steps: impl IntoIterator<Item = &'a Step>,
    ) -> Left {
        for step in steps {
            left = match &step.kind {
                StepKind::Branch { .. } => left,
                StepKind::Scan(scan) => self.add_fact(left, scan),
                StepKind::Tests(tests) => self.add_filter(left, tests.clone()),
                StepKind::Quantified(quantified) => self.add_quantified(left, quantified),
                StepKind::Accumulate {
                    accumulate,
                    inner,
                    tests,
                    ..
                } => {
                    let rule = self.rule(&left.context);
                    let accumulate = &rule.accumulates[accumulate.0];
                    let text = &rule.elements[accumulate.element.0].text;
                    let summary = Summarized::by(accumulate, inner, tests.clone());
                    self.add_summary(left, summary, text)
                }
                StepKind::Each { element, tests } => self.add_each(left, *element, tests.clone()),
                StepKind::Either(_) => unreachable!("each choice of branches has a nest"),
            };
        }
        left
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
