//! Adds the node of a condition: joins with facts, counted facts, tests, the elements of a `for`. (Summaries are in
//! `summaries`.)

use std::collections::BTreeMap;

use crate::hir::{ElementId, Quantifier, TestId};
use crate::plan::{Bound, KeyPart, Quantified, Scan};

use super::builder::{Builder, Left, Source};
use super::nodes::NewNode;
use super::shape::{NodeKey, NodeShape, Summarized, TestShape};
use super::{Context, Input, NodeKind, Place, Reads, Side, Tests};

impl<'a> Builder<'a> {
    /// A fact: the first is the alpha memory itself, any other is joined.
    pub(super) fn add_fact(&mut self, left: Left, scan: &Scan) -> Left {
        let alpha = self.add_alpha(&left.context, scan);
        let element = scan.element;
        let mut context = left.context.clone();
        if left.source == Source::Root && scan.joins().is_empty() {
            context.places.insert(element, Place::Right);
            return Left {
                source: Source::Facts { alpha, element },
                context,
                owner: 0,
            };
        }
        let text = self.rule(&context).elements[element.0].text.clone();
        if let Source::Facts {
            alpha: left_alpha,
            element: left_element,
        } = left.source
        {
            return self.join_facts(&left, (left_alpha, left_element), (alpha, scan), text);
        }
        let join = |right, key, bounds| NodeKind::Join { right, key, bounds };
        let shape = |right, reads, tests| NodeShape::Join {
            right,
            reads,
            tests,
        };
        self.add_lookup(left, (alpha, scan), shape, join, text, Some(element))
    }

    /// A join of two facts, which no other condition stands before.
    fn join_facts(
        &mut self,
        left: &Left,
        (left_alpha, left_element): (usize, ElementId),
        (alpha, scan): (usize, &Scan),
        text: String,
    ) -> Left {
        let (element, joins, keys) = (scan.element, scan.joins(), &scan.keys);
        let mut context = left.context.clone();
        context.places.insert(left_element, Place::Left);
        context.places.insert(element, Place::Right);
        let part = self.part(&context, left_element);
        let reads = self.part(&context, element).reads;
        let bounds = self.bounds(&context, scan);
        let order: Vec<KeyPart> = bounds.iter().map(|bound| bound.value).collect();
        let left_index = self.add(left_alpha, &context, left_element, (&keys.left, &order));
        let right_index = self.add_right(alpha, &context, (scan, &bounds));
        let shape = NodeShape::JoinFacts {
            left: left_index,
            right: right_index,
            reads: reads.clone(),
            tests: self.shapes(&context).tests(&joins),
        };
        let kind = NodeKind::JoinFacts {
            left: left_index,
            part: part.clone(),
            right: right_index,
            key: keys.left.clone(),
            bounds,
        };
        let tests = Tests {
            context: context.clone(),
            tests: joins,
        };
        let new = NewNode {
            kind,
            shape,
            tests,
            text,
            right: Some((alpha, reads)),
        };
        let node = self.add_node(Input::Alpha(left_alpha), Side::Left, Some(part), left, new);
        let mut places = BTreeMap::new();
        places.insert(left_element, Place::LeftOf(0));
        places.insert(element, Place::Token(0));
        Left {
            source: Source::Node(node),
            context: Context { places, ..context },
            owner: 0,
        }
    }

    /// A node that looks up for its tokens the facts that go with them; it gives tokens that end in the
    /// element `binds`, where it binds one.
    fn add_lookup(
        &mut self,
        left: Left,
        (alpha, scan): (usize, &Scan),
        shape: impl FnOnce(usize, Reads, Vec<TestShape>) -> NodeShape,
        kind: impl FnOnce(usize, Vec<KeyPart>, Vec<Bound>) -> NodeKind,
        text: String,
        binds: Option<ElementId>,
    ) -> Left {
        let (element, joins, keys) = (scan.element, scan.joins(), &scan.keys);
        let mut context = left.context.clone();
        context.places.insert(element, Place::Right);
        let reads = self.part(&context, element).reads;
        let bounds = self.bounds(&context, scan);
        let right = self.add_right(alpha, &context, (scan, &bounds));
        let shape = shape(right, reads.clone(), self.shapes(&context).tests(&joins));
        let tests = Tests {
            context,
            tests: joins,
        };
        let new = NewNode {
            kind: kind(right, keys.left.clone(), bounds),
            shape,
            tests,
            text,
            right: Some((alpha, reads)),
        };
        self.add_consumer(left, new, binds)
    }

    /// The values on the left of a join by which its sides bound one another; none where there is one fact at the most.
    fn bounds(&self, context: &Context, scan: &Scan) -> Vec<Bound> {
        let rule = self.rule(context);
        if scan.is_of_single(self.ruleset, rule) {
            return Vec::new();
        }
        scan.keys.bounds(rule)
    }

    /// The index in which a join looks up its facts, which these bound there.
    fn add_right(
        &mut self,
        alpha: usize,
        context: &Context,
        (scan, bounds): (&Scan, &[Bound]),
    ) -> usize {
        if bounds.is_empty() {
            self.add_index(alpha, context, scan.element, &scan.keys.right)
        } else {
            self.add_ordered(alpha, context, scan)
        }
    }

    /// `not` and `exists`: counted where they range over one fact, else summarized.
    pub(super) fn add_quantified(&mut self, left: Left, quantified: &'a Quantified) -> Left {
        let Quantified {
            quantifier,
            inner,
            fact,
            text,
        } = quantified;
        if let Some(fact) = fact {
            return self.add_counted(left, *quantifier, fact, text);
        }
        self.add_summary(left, Summarized::counted(*quantifier, inner), text)
    }

    fn add_counted(&mut self, left: Left, quantifier: Quantifier, fact: &Scan, text: &str) -> Left {
        let left = Self::as_tokens(left);
        let alpha = self.add_alpha(&left.context, fact);
        let counted = |right, key, bounds| NodeKind::Counted {
            right,
            key,
            bounds,
            quantifier,
        };
        let shape = |right, reads, tests| NodeShape::Counted {
            quantifier,
            right,
            reads,
            tests,
        };
        self.add_lookup(left, (alpha, fact), shape, counted, text.to_owned(), None)
    }

    /// Tests of what stands on the left.
    pub(super) fn add_filter(&mut self, left: Left, tests: Vec<TestId>) -> Left {
        let rule = self.rule(&left.context);
        let text = tests
            .iter()
            .map(|test| rule.tests[test.0].text.as_str())
            .collect::<Vec<_>>()
            .join(" && ");
        let shape = NodeShape::Filter {
            tag: 0,
            tests: self.shapes(&left.context).tests(&tests),
        };
        let tests = Tests {
            context: left.context.clone(),
            tests,
        };
        let new = NewNode {
            kind: NodeKind::Filter { tag: 0 },
            shape,
            tests,
            text,
            right: None,
        };
        self.add_consumer(left, new, None)
    }

    /// A `for`: one for all choices of branches whose list is the same, so that what follows is the same in each.
    pub(super) fn add_each(&mut self, left: Left, element: ElementId, tests: Vec<TestId>) -> Left {
        let rule = self.rule(&left.context);
        let each = rule.each(element);
        let before = Self::as_tokens(left);
        let (mut left, mut tag) = (before.clone(), 0);
        loop {
            let mut context = left.context.clone();
            context.places.insert(element, Place::Right);
            let key = NodeKey {
                input: Self::input(&left),
                reads: self.reads_of_left(&left),
                shape: NodeShape::Each {
                    rule: context.rule,
                    element,
                    list: self.shapes(&left.context).expression(&each.expr),
                    tests: self.shapes(&context).tests(&tests),
                },
            };
            // What is kept is found by its token: lists that differ by branches stand behind different ones.
            let is_known = self.nodes.contains_key(&key);
            if each.ty.is_some() && !is_known && self.has_each(&left, element) {
                tag += 1;
                left = self.add_tag(before.clone(), tag);
                continue;
            }
            let new = NewNode {
                kind: NodeKind::Each { element },
                shape: key.shape,
                tests: Tests { context, tests },
                text: rule.elements[element.0].text.clone(),
                right: None,
            };
            return self.add_consumer(left, new, Some(element));
        }
    }

    /// Whether the tokens on the left go to a node of a `for`.
    fn has_each(&self, left: &Left, element: ElementId) -> bool {
        let (input, rule) = (Self::input(left), left.context.rule);
        self.network.nodes.iter().any(|node| {
            matches!(node.kind, NodeKind::Each { element: of } if of == element)
                && node.input == input
                && node.tests.context.rule == rule
        })
    }
}
