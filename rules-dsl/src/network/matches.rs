//! Adds the nodes in which the variants of rules end, and their gates.

use crate::plan::{MatchElement, Scan};

use super::builder::{Builder, Left, Source};
use super::bulk::fires_in_bulk;
use super::{Context, Feed, Match, NodeKind, Place, Side, Tests, Whole, WhyByTokens};

impl Builder<'_> {
    pub(super) fn add_match(
        &mut self,
        left: Left,
        elements: Vec<MatchElement>,
        gates: &[&Scan],
        whole: Result<Whole, WhyByTokens>,
    ) {
        let mut left = Self::as_tokens(left);
        let index = self.network.matches.len();
        let node = self.network.nodes.len();
        let gates: Vec<usize> = gates
            .iter()
            .map(|gate| self.add_gate(&mut left.context, node, gate))
            .collect();
        let rule = self.rule(&left.context);
        let text = rule.name.to_string();
        let is_found = whole.is_ok() || matches!(left.source, Source::Facts { .. });
        let bulk = gates.is_empty() && is_found && fires_in_bulk(self.ruleset, rule);
        let tests = Tests {
            context: left.context.clone(),
            tests: Vec::new(),
        };
        let mut context = left.context.clone();
        if whole.is_ok() {
            context.make_whole(&elements);
        }
        self.network.matches.push(Match {
            context,
            elements,
            gates,
            bulk,
            found: whole,
            node,
        });
        self.push_node(&left, NodeKind::Match { index }, tests, text);
    }

    /// A gate of the match node that comes next.
    pub(super) fn add_gate(&mut self, context: &mut Context, node: usize, gate: &Scan) -> usize {
        let alpha = self.add_alpha(context, gate);
        let number = self.network.gates;
        self.network.gates += 1;
        context.places.insert(gate.element, Place::Gate(number));
        let reads = self.part(context, gate.element).reads;
        self.network.alphas[alpha].feeds.push(Feed {
            node,
            side: Side::Gate(number),
            reads,
        });
        number
    }
}
