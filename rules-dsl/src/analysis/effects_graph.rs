//! Which rules' logical facts other rules read: rules and fact types as the nodes of a graph.
//!
//! An edge leads from a rule to each type of which it inserts logical facts, and from a type to each rule
//! whose conditions range over it. An insert whose type does not stand in it may be of any type. Answers of a recursive
//! query rest on the types that the query and the conditions before its call range over.

use std::collections::BTreeSet;

use petgraph::graph::{DiGraph, NodeIndex};

use super::asked;
use crate::hir::{
    Accumulate, Condition, ElementId, FactTypeId, Quantifier, Rule, RuleId, Ruleset, TestId,
};

/// The graph.
pub(crate) struct EffectsGraph {
    graph: DiGraph<Node, ()>,
    rules: Vec<NodeIndex>,
    types: Vec<NodeIndex>,
}

/// A node of the graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Node {
    /// A rule.
    Rule(RuleId),
    /// A type of facts.
    Type(FactTypeId),
    /// A fact whose type is not seen.
    AnyType,
}

/// A condition over facts of a type.
pub(crate) struct Reading<'r> {
    /// Its element.
    pub(crate) element: ElementId,
    /// The type.
    pub(crate) fact_type: FactTypeId,
    /// What a fact must meet.
    pub(crate) tests: &'r [TestId],
    /// By what of the facts the rule matches.
    pub(crate) by: By,
    /// The text of the negation or the accumulate around it: it holds by what there is not, or by all that
    /// there is.
    pub(crate) all: Option<&'r str>,
    /// Whether the rule cannot fire without such a fact.
    pub(crate) is_needed: bool,
}

/// By what of the facts that a condition ranges over a rule matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    /// That there is one.
    Presence,
    /// That there is none.
    Absence,
    /// Which there are.
    Amount,
}

impl By {
    /// The same of what stands in a quantifier.
    fn within(self, quantifier: Quantifier) -> Self {
        match (quantifier, self) {
            (Quantifier::Some, by) => by,
            (Quantifier::None, Self::Presence) => Self::Absence,
            (Quantifier::None, Self::Absence) => Self::Presence,
            (Quantifier::One, _) | (Quantifier::None, Self::Amount) => Self::Amount,
        }
    }
}

impl EffectsGraph {
    /// The graph of a ruleset.
    pub(crate) fn of(ruleset: &Ruleset) -> Self {
        let mut graph = DiGraph::new();
        let rules: Vec<NodeIndex> = (0..ruleset.rules.len())
            .map(|rule| graph.add_node(Node::Rule(RuleId(rule))))
            .collect();
        let types: Vec<NodeIndex> = (0..ruleset.fact_types.len())
            .map(|fact_type| graph.add_node(Node::Type(FactTypeId(fact_type))))
            .collect();
        let any = graph.add_node(Node::AnyType);
        for (fact_type, &node) in ruleset.fact_types.iter().zip(&types) {
            if !fact_type.is_hidden() {
                graph.add_edge(any, node, ());
            }
        }
        for (id, &node) in (0..).map(FactTypeId).zip(&types) {
            // A fact tells an instant when it enters, which no firing undoes. Only what steps in for another enters in the
            // change that is under way.
            let is_told = asked::waiting(ruleset, id).is_some();
            let reads = asked::reads(ruleset, id).into_iter();
            for of in reads.filter(|of| !is_told || ruleset.fact_types[of.0].is_best()) {
                graph.add_edge(types[of.0], node, ());
            }
        }
        for (rule, &node) in ruleset.rules.iter().zip(&rules) {
            let logical = rule.then.inserts().filter(|insert| insert.logical);
            let inserted: BTreeSet<NodeIndex> = logical
                .map(|insert| insert.fact_type.map_or(any, |id| types[id.0]))
                .collect();
            let read: BTreeSet<NodeIndex> = readings(rule)
                .iter()
                .map(|reading| types[reading.fact_type.0])
                .collect();
            for fact_type in inserted {
                graph.add_edge(node, fact_type, ());
            }
            for fact_type in read {
                graph.add_edge(fact_type, node, ());
            }
        }
        Self {
            graph,
            rules,
            types,
        }
    }

    /// Whether logical facts can come to rest on one another.
    pub(crate) fn is_cyclic(&self) -> bool {
        petgraph::algo::is_cyclic_directed(&self.graph)
    }

    /// Whether facts of a type can lead to logical facts of another; of the same type, always.
    pub(crate) fn leads_to(&self, from: FactTypeId, to: FactTypeId) -> bool {
        petgraph::algo::has_path_connecting(&self.graph, self.types[from.0], self.types[to.0], None)
    }

    /// The shortest way from a rule to facts of a type, both included.
    pub(crate) fn way(&self, rule: RuleId, fact_type: FactTypeId) -> Option<Vec<Node>> {
        let (start, end) = (self.rules[rule.0], self.types[fact_type.0]);
        let is_end = |node| node == end;
        let (_, way) = petgraph::algo::astar(&self.graph, start, is_end, |_| 1, |_| 0)?;
        Some(way.into_iter().map(|node| self.graph[node]).collect())
    }
}

/// The conditions of a rule over facts, inner ones included, in the order of its elements.
pub(crate) fn readings(rule: &Rule) -> Vec<Reading<'_>> {
    let mut readings = Vec::new();
    let around = Around {
        all: None,
        is_needed: true,
        by: By::Presence,
    };
    read(rule, &rule.conditions, around, &mut readings);
    readings
}

/// What stands around conditions.
#[derive(Clone, Copy)]
struct Around<'r> {
    /// The text of the outermost negation or accumulate.
    all: Option<&'r str>,
    is_needed: bool,
    by: By,
}

fn read<'r>(
    rule: &'r Rule,
    conditions: &'r [Condition],
    around: Around<'r>,
    readings: &mut Vec<Reading<'r>>,
) {
    let Around { all, is_needed, by } = around;
    for condition in conditions {
        match condition {
            Condition::Fact { element, tests } => {
                if let Some(fact_type) = rule.pattern_type(*element) {
                    readings.push(Reading {
                        element: *element,
                        fact_type,
                        tests,
                        by,
                        all,
                        is_needed,
                    });
                }
            }
            Condition::Quantified {
                quantifier,
                conditions,
                text,
            } => {
                let by = by.within(*quantifier);
                let inner = match quantifier {
                    Quantifier::Some => Around { by, ..around },
                    Quantifier::None | Quantifier::One => Around {
                        all: all.or(Some(text)),
                        is_needed: false,
                        by,
                    },
                };
                read(rule, conditions, inner, readings);
            }
            Condition::Either { branches, .. } => {
                let is_needed = false;
                for branch in branches {
                    read(
                        rule,
                        branch,
                        Around {
                            is_needed,
                            ..around
                        },
                        readings,
                    );
                }
            }
            Condition::Accumulate(id) => {
                let Accumulate {
                    element, source, ..
                } = &rule.accumulates[id.0];
                let inner = Around {
                    all: all.or(Some(&rule.elements[element.0].text)),
                    is_needed: false,
                    by: By::Amount,
                };
                read(rule, source, inner, readings);
            }
            Condition::Test(_) | Condition::Each(_) => {}
        }
    }
}
