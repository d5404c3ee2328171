//! What the elements of rules stand for that bind no fact: accumulates and `for`s.

use std::collections::HashMap;

use proc_macro2::Ident;

use crate::hir::{Each, ElementId, Function, RuleId, Ruleset};
use crate::network::{Branch, Context, Network, NodeKind, SummaryUse};

use super::names;

/// What the elements of rules that bind no fact stand for.
pub(super) struct Definitions<'a> {
    ruleset: &'a Ruleset,
    /// By the number of a use of a summary, what it is.
    summaries: HashMap<usize, Gathered<'a>>,
}

/// A summary, as a rule sees it.
#[derive(Clone, Copy)]
struct Gathered<'a> {
    /// The branches by which its members come.
    branches: &'a [Branch],
    /// The use for which the node was built: it names what working memory keeps.
    built_for: &'a SummaryUse,
}

impl<'a> Definitions<'a> {
    pub(super) fn new(ruleset: &'a Ruleset, network: &'a Network) -> Self {
        let uses = network.nodes.iter().filter_map(|node| match &node.kind {
            NodeKind::Summary { uses, .. } => Some(uses),
            _ => None,
        });
        let summaries = uses.flat_map(|uses| {
            let gathered = move |of: &'a SummaryUse| Gathered {
                branches: &of.branches,
                built_for: &uses[0],
            };
            uses.iter().map(move |of| (of.number, gathered(of)))
        });
        Definitions {
            ruleset,
            summaries: summaries.collect(),
        }
    }

    /// The function of an accumulate.
    pub(super) fn function(&self, rule: RuleId, element: ElementId) -> &'a Function {
        &self.ruleset.rule(rule).accumulate(element).function
    }

    /// A `for`.
    pub(super) fn each(&self, rule: RuleId, element: ElementId) -> &'a Each {
        self.ruleset.rule(rule).each(element)
    }

    /// The branches by which the members of an accumulate come.
    pub(super) fn branches(&self, context: &Context, element: ElementId) -> &'a [Branch] {
        self.summaries[&context.summaries[&element]].branches
    }

    /// The field of working memory that keeps the states of a user's accumulate.
    pub(super) fn state(&self, context: &Context, element: ElementId) -> Ident {
        let SummaryUse { rule, result, .. } =
            self.summaries[&context.summaries[&element]].built_for;
        names::state(*rule, result.unwrap_or(element))
    }
}
