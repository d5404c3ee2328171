//! Builds the part of the network that a summary needs: an owner's node, the chains that find members, the
//! summary's node. Called by `build` for accumulates, and for `not` and `exists` over more than one fact.

use std::collections::BTreeSet;

use crate::hir::{Condition, ElementId, Function, Rule, TestId, VariableId};

use super::build::{Builder, Left, Source, SummaryKey, match_elements};
use super::steps::variants;
use super::{Branch, Input, MatchElement, Node, NodeKind, Place, Summary, Tests};

/// The result of an accumulate.
pub(super) struct Accumulated<'a> {
    pub(super) element: ElementId,
    /// Of which member the place decides first among equals.
    pub(super) first: Option<ElementId>,
    pub(super) by: &'a [VariableId],
    pub(super) tests: Vec<TestId>,
}

/// The summary that an accumulate's function is made of.
pub(super) fn summary_of(function: &Function) -> Summary {
    match function {
        Function::Count => Summary::Count,
        Function::Collect(_) => Summary::Collect,
        Function::Sum(_) => Summary::Sum,
        Function::Avg(_) => Summary::Avg,
        Function::Min(_) | Function::MinBy(..) => Summary::Least,
        Function::Max(_) | Function::MaxBy(..) => Summary::Greatest,
        Function::User(..) => Summary::User,
    }
}

impl<'a> Builder<'a> {
    /// A summary over inner conditions: an owner's node, a chain that finds members, the summary's node.
    pub(super) fn add_summary(
        &mut self,
        left: Left,
        of: Summary,
        conditions: &'a [Condition],
        result: Option<Accumulated<'a>>,
        text: &str,
    ) -> Left {
        let left = Self::as_tokens(left);
        let tests = result
            .as_ref()
            .map(|result| result.tests.clone())
            .unwrap_or_default();
        let mut after = left.context.step();
        if let Some(Accumulated { element, .. }) = &result {
            after.places.insert(*element, Place::Token(0));
        }
        let key = SummaryKey {
            conditions: conditions.as_ptr(),
            source: left.source,
            tests,
            branch_variables: self.shapes(&left.context).branch_variables(),
        };
        let element = result.as_ref().map(|result| result.element);
        if let Some(&(summary, owner)) = self.summaries.get(&key) {
            after.summaries.extend(element.map(|of| (of, summary)));
            return Left {
                source: Source::Node(summary),
                context: after,
                owner,
            };
        }
        let rule_id = left.context.rule;
        let owner = self.push_node(
            &left,
            NodeKind::Owner {
                summary: usize::MAX,
            },
            Tests {
                context: left.context.clone(),
                tests: Vec::new(),
            },
            "for each".to_owned(),
        );
        let (ends, elements) = self.add_members(&left, owner, conditions);
        let summary = self.network.nodes.len();
        for end in &ends {
            self.connect(end, summary);
        }
        let steps = ends.first().map_or(0, |end| end.owner + 1);
        let mut context = left.context.clone();
        if let Some(Accumulated { element, .. }) = &result {
            context.places.insert(*element, Place::Right);
        }
        context.summaries.extend(element.map(|of| (of, summary)));
        after.summaries.extend(element.map(|of| (of, summary)));
        let input = ends.first().map_or(Input::Root, Self::input);
        let fact = ends.first().and_then(|end| self.last_fact(end));
        let first = result.as_ref().and_then(|result| result.first);
        let branch = |(end, elements): (Left, Vec<MatchElement>)| {
            let first = first.map(MatchElement::Fact);
            Branch {
                context: end.context,
                elements: first.into_iter().chain(elements).collect(),
            }
        };
        let branches = ends.into_iter().zip(elements).map(branch).collect();
        let (result, by, tests) = match result {
            Some(Accumulated {
                element, by, tests, ..
            }) => (Some(element), by.to_vec(), tests),
            None => (None, Vec::new(), Vec::new()),
        };
        self.network.nodes.push(Node {
            kind: NodeKind::Summary {
                number: summary,
                of,
                result,
                steps,
                by,
                branches,
            },
            tests: Tests { context, tests },
            input,
            fact,
            left_fact: None,
            outputs: Vec::new(),
            text: text.to_owned(),
            rules: vec![rule_id],
        });
        self.network.nodes[owner].kind = NodeKind::Owner { summary };
        let owner = left.owner + 1;
        self.summaries.insert(key, (summary, owner));
        Left {
            source: Source::Node(summary),
            context: after,
            owner,
        }
    }

    /// The chains that find an owner's members: one for each variant of the inner conditions, all of one
    /// length.
    fn add_members(
        &mut self,
        left: &Left,
        owner: usize,
        conditions: &'a [Condition],
    ) -> (Vec<Left>, Vec<Vec<MatchElement>>) {
        let rule: &'a Rule = self.rule(&left.context);
        let bound: BTreeSet<ElementId> = left.context.places.keys().copied().collect();
        let (mut ends, mut elements) = (Vec::new(), Vec::new());
        for variant in variants(rule, conditions, &bound, &left.context.branches) {
            elements.push(match_elements(&variant));
            let context = left.context.step();
            let start = Left {
                source: Source::Node(owner),
                context,
                owner: 0,
            };
            ends.push(self.add_steps(start, variant));
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
        (ends.collect(), elements)
    }

    /// A node that lets everything pass, and marks it.
    fn add_tag(&mut self, left: Left, tag: u32) -> Left {
        let left = Self::as_tokens(left);
        let tests = Tests {
            context: left.context.clone(),
            tests: Vec::new(),
        };
        let node = self.push_node(&left, NodeKind::Filter { tag }, tests, String::new());
        let (context, owner) = (left.context.step(), left.owner + 1);
        Left {
            source: Source::Node(node),
            context,
            owner,
        }
    }
}
