//! Adds nodes, or finds those of the same shape, and connects each with what stands on its left.

use crate::hir::{ElementId, ElementKind, RuleId};

use super::builder::{Builder, Left, Source};
use super::shape::{NodeKey, NodeShape};
use super::{Feed, Input, Node, NodeKind, Part, Place, Reads, Side, Tests};

/// What decides whether a node is there already.
pub(super) struct NewNode {
    pub(super) kind: NodeKind,
    pub(super) shape: NodeShape,
    pub(super) tests: Tests,
    pub(super) text: String,
    /// The alpha memory and what is read of its facts, where the node takes facts on its right.
    pub(super) right: Option<(usize, Reads)>,
}

impl Builder<'_> {
    /// The same left, as tokens: a fact is then the token's own.
    pub(super) fn as_tokens(mut left: Left) -> Left {
        if let Source::Facts { element, .. } = left.source {
            left.context.places.insert(element, Place::Token(0));
        }
        left
    }

    /// Adds a node that takes the left's tokens, or finds it. Returns what it gives, which ends in
    /// the element's fact.
    pub(super) fn add_consumer(
        &mut self,
        left: Left,
        new: NewNode,
        element: Option<ElementId>,
    ) -> Left {
        let left = Self::as_tokens(left);
        let mut context = left.context.step();
        if let Some(element) = element {
            context.places.insert(element, Place::Token(0));
        }
        let owner = left.owner + 1;
        let node = self.add_node(Self::input(&left), Side::Token, None, &left, new);
        Left {
            source: Source::Node(node),
            context,
            owner,
        }
    }

    /// Adds a node, or finds the one of the same shape.
    pub(super) fn add_node(
        &mut self,
        input: Input,
        side: Side,
        left_part: Option<Part>,
        left: &Left,
        new: NewNode,
    ) -> usize {
        let key = NodeKey {
            input,
            reads: self.reads_of_left(left),
            shape: new.shape,
        };
        let rule = left.context.rule;
        if let Some(&node) = self.nodes.get(&key) {
            self.serve(node, rule);
            return node;
        }
        let node = if let (Input::Alpha(alpha), Some(part)) = (input, left_part) {
            let node = self.network.nodes.len();
            let reads = part.reads;
            self.network.alphas[alpha]
                .feeds
                .push(Feed { node, side, reads });
            self.network.nodes.push(Node {
                kind: new.kind,
                tests: new.tests,
                input,
                fact: None,
                left_fact: None,
                outputs: Vec::new(),
                text: new.text,
                rules: vec![rule],
                kept: true,
            });
            node
        } else {
            self.push_node(left, new.kind, new.tests, new.text)
        };
        if let Some((alpha, reads)) = new.right {
            self.network.alphas[alpha].feeds.push(Feed {
                node,
                side: Side::Right,
                reads,
            });
        }
        self.nodes.insert(key, node);
        node
    }

    /// Adds a node that takes the left's tokens.
    pub(super) fn push_node(
        &mut self,
        left: &Left,
        kind: NodeKind,
        tests: Tests,
        text: String,
    ) -> usize {
        let node = self.network.nodes.len();
        self.connect(left, node);
        let left_fact = match left.source {
            Source::Node(producer) => match &self.network.nodes[producer].kind {
                NodeKind::JoinFacts { part, .. } => Some(part.clone()),
                _ => None,
            },
            _ => None,
        };
        self.network.nodes.push(Node {
            kind,
            tests,
            input: Self::input(left),
            fact: self.last_fact(left),
            left_fact,
            outputs: Vec::new(),
            text,
            rules: vec![left.context.rule],
            kept: true,
        });
        node
    }

    /// Makes a node take what the left gives.
    pub(super) fn connect(&mut self, left: &Left, node: usize) {
        match left.source {
            Source::Root => self.network.roots.push(node),
            Source::Facts { alpha, element } => {
                let reads = self.part(&left.context, element).reads;
                self.network.alphas[alpha].feeds.push(Feed {
                    node,
                    side: Side::Token,
                    reads,
                });
            }
            Source::Node(producer) => self.network.nodes[producer].outputs.push(node),
        }
    }

    /// Notes that a node serves a rule.
    pub(super) fn serve(&mut self, node: usize, rule: RuleId) {
        let rules = &mut self.network.nodes[node].rules;
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }

    pub(super) fn input(left: &Left) -> Input {
        match left.source {
            Source::Root => Input::Root,
            Source::Facts { alpha, .. } => Input::Alpha(alpha),
            Source::Node(node) => Input::Node(node),
        }
    }

    /// What the rule reads of the facts that the left gives, where it is an alpha memory.
    pub(super) fn reads_of_left(&self, left: &Left) -> Reads {
        match left.source {
            Source::Facts { element, .. } => self.part(&left.context, element).reads,
            Source::Root | Source::Node(_) => Reads::default(),
        }
    }

    /// The fact in which the left's tokens end.
    pub(super) fn last_fact(&self, left: &Left) -> Option<Part> {
        let (&element, _) =
            left.context
                .places
                .iter()
                .find(|(element, place)| match left.source {
                    Source::Facts { element: fact, .. } => **element == fact,
                    _ => **place == Place::Token(0),
                })?;
        match self.rule(&left.context).elements[element.0].kind {
            ElementKind::Fact { .. } => Some(self.part(&left.context, element)),
            ElementKind::Accumulate(_) | ElementKind::Best { .. } | ElementKind::Each(_) => None,
        }
    }
}
