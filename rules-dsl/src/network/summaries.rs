//! Builds the part of the network that a summary needs: an owner's node, the chains that find members, the
//! summary's node. Called by `build` for accumulates, and for `not` and `exists` over more than one fact.
//!
//! A summary that reads nothing of what stands before it is one for all the tokens there: its members are found once, for an
//! owner without facts.

use std::collections::BTreeMap;

use crate::hir::{Accumulate, ElementId, Last, Rule, RuleId};
use crate::plan::MatchElement;

use super::builder::{Alike, Builder, Left, Source};
use super::nodes::NewNode;
use super::shape::{NodeKey, NodeShape, Summarized, SummaryShape, TestShape};
use super::{Branch, Context, Input, Node, NodeKind, Place, SummaryUse, Tests};

impl<'a> Builder<'a> {
    /// A summary over inner conditions: an owner's node, a chain that finds members, the summary's node; or those
    /// that are there.
    pub(super) fn add_summary(
        &mut self,
        left: Left,
        mut summary: Summarized<'a>,
        text: &str,
    ) -> Left {
        let left = Self::as_tokens(left);
        let shape = SummaryShape::new(self.ruleset, &left.context, &summary);
        let mut apart = Vec::new();
        if let Some((accumulate, tests)) = &mut summary.accumulate {
            let accumulate = (left.context.rule, accumulate.element);
            if self.tested_apart.contains(&accumulate) {
                apart = std::mem::take(tests);
            }
        }
        let tests = self.tests_of_result(&left, &summary);
        self.note_alike(&left, &summary, &shape, &tests);
        // Where nothing is bound there is one token at the most.
        let is_for_all = !left.context.places.is_empty() && shape.is_apart();
        let key = NodeKey {
            input: Self::input(&left),
            reads: self.reads_of_left(&left),
            shape: NodeShape::Summary { shape, tests },
        };
        let node = if let Some(&node) = self.nodes.get(&key) {
            self.share_summary(node, &left, &summary);
            node
        } else {
            let node = if is_for_all {
                self.build_for_all(&left, &summary, text)
            } else {
                let owner = self.push_owner(&left, "for each");
                self.build_summary(&left, (&left, owner), &summary, text)
            };
            self.nodes.insert(key, node);
            node
        };
        let mut after = left.context.step();
        if let Some(element) = summary.result() {
            after.places.insert(element, Place::Token(0));
            let of_rule = self.use_of(node, left.context.rule, element);
            after.summaries.extend(of_rule.map(|of| (element, of)));
        }
        let after = Left {
            source: Source::Node(node),
            context: after,
            owner: left.owner + 1,
        };
        if apart.is_empty() {
            after
        } else {
            self.add_filter(after, apart)
        }
    }

    /// The shapes of the tests of a summary's result.
    fn tests_of_result(&self, left: &Left, summary: &Summarized<'_>) -> Vec<TestShape> {
        let Some((accumulate, tests)) = &summary.accumulate else {
            return Vec::new();
        };
        let mut context = left.context.clone();
        context.places.insert(accumulate.element, Place::Right);
        self.shapes(&context).tests(tests)
    }

    /// Notes an accumulate, to find those that differ in the tests of their results alone.
    fn note_alike(
        &mut self,
        left: &Left,
        summary: &Summarized<'_>,
        shape: &SummaryShape,
        tests: &[TestShape],
    ) {
        let Some(element) = summary.result() else {
            return;
        };
        let key = (Self::input(left), self.reads_of_left(left), shape.clone());
        let alike = self.alike.entry(key).or_insert_with(|| Alike {
            tests: tests.to_vec(),
            differ: false,
            accumulates: Vec::new(),
        });
        alike.differ |= alike.tests != tests;
        alike.accumulates.push((left.context.rule, element));
    }

    /// Builds the nodes of a summary that is one for all tokens on its left; returns its own.
    fn build_for_all(&mut self, left: &Left, summary: &Summarized<'a>, text: &str) -> usize {
        let kind = NodeKind::Sharers {
            summary: usize::MAX,
        };
        let sharers = self.push_start(left, kind, "for all");
        let apart = apart(left, Source::Node(sharers));
        let owner = self.push_owner(&apart, "in common");
        let node = self.build_summary(left, (&apart, owner), summary, text);
        self.network.nodes[sharers].kind = NodeKind::Sharers { summary: node };
        node
    }

    /// Adds the node of a summary's owners.
    fn push_owner(&mut self, left: &Left, text: &str) -> usize {
        let kind = NodeKind::Owner {
            summary: usize::MAX,
        };
        self.push_start(left, kind, text)
    }

    /// Adds a node from which a search for members starts.
    fn push_start(&mut self, left: &Left, kind: NodeKind, text: &str) -> usize {
        let tests = Tests {
            context: left.context.clone(),
            tests: Vec::new(),
        };
        self.push_node(left, kind, tests, text.to_owned())
    }

    /// Builds the nodes of a summary behind that of its owners, given with what these are; returns its own.
    fn build_summary(
        &mut self,
        left: &Left,
        (owners, owner): (&Left, usize),
        summary: &Summarized<'a>,
        text: &str,
    ) -> usize {
        let (ends, elements) = self.add_members(owners, owner, summary);
        let node = self.network.nodes.len();
        for end in &ends {
            self.connect(end, node);
        }
        let input = ends.first().map_or(Input::Root, Self::input);
        let fact = ends.first().and_then(|end| self.last_fact(end));
        let steps = ends.first().map_or(0, |end| end.owner + 1);
        let of_rule = self.new_use(left, summary, ends, elements);
        let mut context = left.context.clone();
        let mut tests = Vec::new();
        if let Some((accumulate, of_result)) = &summary.accumulate {
            context.places.insert(accumulate.element, Place::Right);
            context.summaries.insert(accumulate.element, of_rule.number);
            tests.clone_from(of_result);
        }
        self.network.nodes.push(Node {
            kind: NodeKind::Summary {
                of: summary.of,
                steps,
                uses: vec![of_rule],
            },
            tests: Tests { context, tests },
            input,
            fact,
            left_fact: None,
            outputs: Vec::new(),
            text: text.to_owned(),
            rules: vec![left.context.rule],
            kept: true,
        });
        self.network.nodes[owner].kind = NodeKind::Owner { summary: node };
        node
    }

    /// Lets a summary that is there serve a rule: the nodes that find its members are those of the rule's own
    /// conditions too.
    fn share_summary(&mut self, node: usize, left: &Left, summary: &Summarized<'a>) {
        let rule = left.context.rule;
        let is_served = match summary.result() {
            Some(element) => self.use_of(node, rule, element).is_some(),
            None => self.network.nodes[node].rules.contains(&rule),
        };
        if is_served {
            return;
        }
        let owner = self.owner_of(node);
        let before = self.network.nodes.len();
        let (ends, elements) = match self.network.nodes[owner].input {
            Input::Node(before)
                if matches!(self.network.nodes[before].kind, NodeKind::Sharers { .. }) =>
            {
                self.serve(before, rule);
                self.add_members(&apart(left, Source::Node(before)), owner, summary)
            }
            _ => self.add_members(left, owner, summary),
        };
        debug_assert_eq!(before, self.network.nodes.len(), "its members are found");
        self.serve(owner, rule);
        self.serve(node, rule);
        if summary.accumulate.is_some() {
            let of_rule = self.new_use(left, summary, ends, elements);
            if let NodeKind::Summary { uses, .. } = &mut self.network.nodes[node].kind {
                uses.push(of_rule);
            }
        }
    }

    /// What a summary is to a rule, whose search for members ends so.
    fn new_use(
        &mut self,
        left: &Left,
        summary: &Summarized<'a>,
        ends: Vec<Left>,
        elements: Vec<Vec<MatchElement>>,
    ) -> SummaryUse {
        let accumulate = summary
            .accumulate
            .as_ref()
            .map(|(accumulate, _)| *accumulate);
        // Of which member the place decides first among equals.
        let first = accumulate.and_then(|accumulate| accumulate.function.best());
        let first = first.map(MatchElement::Fact);
        let branch = |(end, elements): (Left, Vec<MatchElement>)| Branch {
            context: end.context,
            elements: first.into_iter().chain(elements).collect(),
        };
        self.uses += 1;
        SummaryUse {
            number: self.uses,
            rule: left.context.rule,
            result: summary.result(),
            by: accumulate.map_or_else(Vec::new, |accumulate| accumulate.by.clone()),
            branches: ends.into_iter().zip(elements).map(branch).collect(),
        }
    }

    /// By which a rule's contexts name a summary that gives the result of an accumulate of it.
    fn use_of(&self, node: usize, rule: RuleId, element: ElementId) -> Option<usize> {
        let NodeKind::Summary { uses, .. } = &self.network.nodes[node].kind else {
            return None;
        };
        let mut uses = uses.iter();
        let of = uses.find(|of| of.rule == rule && of.result == Some(element))?;
        Some(of.number)
    }

    fn owner_of(&self, summary: usize) -> usize {
        let is_owner =
            |node: &Node| matches!(node.kind, NodeKind::Owner { summary: of } if of == summary);
        let owner = self.network.nodes.iter().position(is_owner);
        owner.expect("a summary has an owner")
    }

    /// The chains that find an owner's members: one for each inner nest, all of one length. Where the latest alone are
    /// members, the others end before.
    fn add_members(
        &mut self,
        left: &Left,
        owner: usize,
        summary: &Summarized<'a>,
    ) -> (Vec<Left>, Vec<Vec<MatchElement>>) {
        let rule: &'a Rule = self.rule(&left.context);
        let (mut ends, mut elements) = (Vec::new(), Vec::new());
        for nest in summary.inner {
            elements.push(nest.elements(rule));
            let mut context = left.context.step();
            context.branches.clone_from(&nest.branches);
            let start = Left {
                source: Source::Node(owner),
                context,
                owner: 0,
            };
            ends.push(self.add_steps(start, &nest.steps));
        }
        let longest = ends.iter().map(|end| end.owner).max().unwrap_or_default();
        let several = ends.len() > 1;
        let ends = ends.into_iter().enumerate().map(|(number, mut end)| {
            while end.owner < longest || end.source == Source::Node(owner) {
                end = self.add_tag(end, 0);
            }
            // A member of one of several branches says by which it came.
            if several {
                self.add_tag(end, number as u32)
            } else {
                end
            }
        });
        let ends: Vec<Left> = ends.collect();
        let last = summary.accumulate.as_ref().and_then(|(accumulate, _)| {
            let last = accumulate.last.as_ref()?;
            Some((*accumulate, last))
        });
        let Some((accumulate, last)) = last else {
            return (ends, elements);
        };
        // Of one pattern there is one nest.
        let ends = ends.into_iter().zip(&elements);
        let ends = ends.map(|(end, elements)| self.add_last(end, accumulate, last, elements));
        (ends.collect(), elements)
    }

    /// A node that lets the latest members of each group pass.
    fn add_last(
        &mut self,
        end: Left,
        accumulate: &Accumulate,
        last: &Last,
        elements: &[MatchElement],
    ) -> Left {
        let end = Self::as_tokens(end);
        let shape = self.shapes(&end.context).last(accumulate);
        let shape = shape.unwrap_or_else(|| unreachable!("the accumulate ranges over the latest"));
        let new = NewNode {
            kind: NodeKind::Last {
                last: last.clone(),
                steps: end.owner + 1,
                of: SummaryUse {
                    number: 0,
                    rule: end.context.rule,
                    result: None,
                    by: accumulate.by.clone(),
                    branches: vec![Branch {
                        context: end.context.clone(),
                        elements: elements.to_vec(),
                    }],
                },
            },
            shape: NodeShape::Last(shape),
            tests: Tests {
                context: end.context.clone(),
                tests: Vec::new(),
            },
            text: last.text.clone(),
            right: None,
        };
        self.add_consumer(end, new, None)
    }

    /// A node that lets everything pass, and marks it.
    pub(super) fn add_tag(&mut self, left: Left, tag: u32) -> Left {
        let new = NewNode {
            kind: NodeKind::Filter { tag },
            shape: NodeShape::Filter {
                tag,
                tests: Vec::new(),
            },
            tests: Tests {
                context: left.context.clone(),
                tests: Vec::new(),
            },
            text: String::new(),
            right: None,
        };
        self.add_consumer(left, new, None)
    }
}

/// What an owner is that stands apart from the tokens on the left: nothing of them is found from it.
fn apart(left: &Left, source: Source) -> Left {
    Left {
        source,
        context: Context {
            places: BTreeMap::new(),
            summaries: BTreeMap::new(),
            ..left.context.clone()
        },
        owner: 0,
    }
}
