//! Adds the nodes in which the variants of rules end, and their gates.

use super::build::{Builder, Left, Source};
use super::bulk::fires_in_bulk;
use super::gates::Gate;
use super::steps::{Step, Variant};
use super::{Context, Feed, Match, MatchElement, NodeKind, Place, Side, Tests};

/// The elements by which a variant's activations are ordered.
pub(super) fn match_elements(variant: &Variant<'_>) -> Vec<MatchElement> {
    let element = |step: &Step<'_>| match step {
        Step::Fact { element, .. } => Some(MatchElement::Fact(*element)),
        Step::Branch(branch) => Some(MatchElement::Branch(*branch)),
        Step::Each { element, .. } => Some(MatchElement::Each(*element)),
        Step::Accumulate { accumulate, .. } if !accumulate.by.is_empty() => {
            Some(MatchElement::Group(accumulate.element))
        }
        Step::Tests(_) | Step::Quantified { .. } | Step::Accumulate { .. } => None,
    };
    variant.steps.iter().filter_map(element).collect()
}

impl Builder<'_> {
    pub(super) fn add_match(&mut self, left: Left, elements: Vec<MatchElement>, gates: Vec<Gate>) {
        let mut left = Self::as_tokens(left);
        let index = self.network.matches.len();
        let node = self.network.nodes.len();
        let gates: Vec<usize> = gates
            .into_iter()
            .map(|gate| self.add_gate(&mut left.context, node, gate))
            .collect();
        let rule = self.rule(&left.context);
        let text = rule.name.to_string();
        let bulk = gates.is_empty()
            && match left.source {
                Source::Root => false,
                Source::Facts { .. } => fires_in_bulk(self.ruleset, rule, None),
                Source::Node(node) => {
                    fires_in_bulk(self.ruleset, rule, Some(&self.network.nodes[node].kind))
                }
            };
        let tests = Tests {
            context: left.context.clone(),
            tests: Vec::new(),
        };
        self.network.matches.push(Match {
            context: left.context.clone(),
            elements,
            gates,
            bulk,
        });
        self.push_node(&left, NodeKind::Match { index }, tests, text);
    }

    /// A gate of the match node that comes next.
    pub(super) fn add_gate(&mut self, context: &mut Context, node: usize, gate: Gate) -> usize {
        let Gate { element, tests } = gate;
        let (alpha, joins) = self.add_alpha(context, element, tests);
        debug_assert!(joins.is_empty(), "nothing is joined to a gate");
        let number = self.network.gates;
        self.network.gates += 1;
        context.places.insert(element, Place::Gate(number));
        let reads = self.part(context, element).reads;
        self.network.alphas[alpha].feeds.push(Feed {
            node,
            side: Side::Gate(number),
            reads,
        });
        number
    }
}
