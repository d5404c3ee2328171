//! Builds the network: a chain of nodes for each nest of each rule's plan, from left to right as planned,
//! where each node that is there already is taken instead of a new one.

use std::collections::{BTreeMap, BTreeSet};

use crate::hir::{ElementId, Rule, RuleId, Ruleset};
use crate::plan::{Plans, Step, StepKind};
use crate::profile::Profile;

use super::builder::{Builder, Left, Source};
use super::gates::split_gates;
use super::shape::Summarized;
use super::stratify::stratify;
use super::whole::mark_kept;
use super::{Context, Network};

/// Builds the network of a ruleset, by what an earlier run has counted of it.
#[must_use]
pub(crate) fn build(ruleset: &Ruleset, plans: &Plans, profile: &Profile) -> Network {
    let mut builder = build_apart(ruleset, plans, profile, BTreeSet::new());
    let tested_apart = builder.tested_differently();
    if !tested_apart.is_empty() {
        builder = build_apart(ruleset, plans, profile, tested_apart);
    }
    let mut network = builder.network;
    stratify(ruleset, &mut network);
    mark_kept(&mut network);
    network.tell_kept_indexes();
    network
}

/// Builds the network of a ruleset, but for the order of its nodes; the results of some accumulates are tested at
/// nodes of their own.
fn build_apart<'a>(
    ruleset: &'a Ruleset,
    plans: &'a Plans,
    profile: &'a Profile,
    tested_apart: BTreeSet<(RuleId, ElementId)>,
) -> Builder<'a> {
    let mut builder = Builder::new(ruleset, plans, profile, tested_apart);
    for rule in 0..ruleset.rules.len() {
        builder.add_rule(RuleId(rule));
    }
    for query in 0..ruleset.queries.len() {
        builder.add_query(RuleId(ruleset.rules.len() + query));
    }
    builder.look_up_in_common();
    builder.look_up_wider();
    builder
}

impl<'a> Builder<'a> {
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
            let context = left.context.clone();
            let left = self.add_steps(left, steps.iter().copied());
            let whole = self.find_whole(&context, nest, &steps);
            self.add_match(left, nest.elements(rule), &gates, whole);
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
}
