//! Which rules' logical facts other rules read: rules and fact types as the nodes of a graph.
//!
//! An edge leads from a rule to each type of which it inserts logical facts, and from a type to each rule
//! whose conditions range over it. An insert whose type does not stand in it may be of any type.

use std::collections::BTreeSet;

use petgraph::graph::{DiGraph, NodeIndex};

use crate::hir::{
    Accumulate, Condition, ElementId, ElementKind, FactTypeId, Quantifier, Rule, RuleId, Ruleset,
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
    /// The text of the negation or the accumulate around it: it holds by what there is not, or by all that
    /// there is.
    pub(crate) all: Option<&'r str>,
    /// Whether the rule cannot fire without such a fact.
    pub(crate) is_needed: bool,
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
            if fact_type.table.is_none() {
                graph.add_edge(any, node, ());
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
    read(rule, &rule.conditions, (None, true), &mut readings);
    readings
}

fn read<'r>(
    rule: &'r Rule,
    conditions: &'r [Condition],
    (all, is_needed): (Option<&'r str>, bool),
    readings: &mut Vec<Reading<'r>>,
) {
    for condition in conditions {
        match condition {
            Condition::Fact { element, .. } => {
                if let ElementKind::Fact { fact_type, .. } = rule.elements[element.0].kind {
                    readings.push(Reading {
                        element: *element,
                        fact_type,
                        all,
                        is_needed,
                    });
                }
            }
            Condition::Quantified {
                quantifier: Quantifier::None | Quantifier::One,
                conditions,
                text,
            } => {
                read(rule, conditions, (all.or(Some(text)), false), readings);
            }
            Condition::Quantified {
                quantifier: Quantifier::Some,
                conditions,
                ..
            } => {
                read(rule, conditions, (all, is_needed), readings);
            }
            Condition::Either { branches, .. } => {
                for branch in branches {
                    read(rule, branch, (all, false), readings);
                }
            }
            Condition::Accumulate(id) => {
                let Accumulate {
                    element, source, ..
                } = &rule.accumulates[id.0];
                let text = &rule.elements[element.0].text;
                read(rule, source, (all.or(Some(text)), false), readings);
            }
            Condition::Test(_) | Condition::Each(_) => {}
        }
    }
}
