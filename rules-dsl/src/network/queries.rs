//! Plans queries: loops within loops over the facts of indexes, from left to right as written.
//!
//! A query keeps no tokens: it is evaluated when it is called. What is kept for it are the alpha memory of
//! each of its patterns and an index of that memory, the same as those of rules where they are equal.

use std::collections::{BTreeMap, BTreeSet};

use crate::hir::{Condition, ElementId, RuleId};

use super::build::Builder;
use super::matches::match_elements;
use super::reads::reads_of;
use super::steps::{Step, Variant, variants};
use super::{Context, LoopStep, Loops, MatchElement, Place, Query};

impl<'a> Builder<'a> {
    /// Plans a query, given by the number under which it stands for a rule.
    pub(super) fn add_query(&mut self, id: RuleId) {
        let rule = self.ruleset.rule(id);
        let places = (0..rule.elements.len()).map(|element| (ElementId(element), Place::Local));
        let context = Context {
            rule: id,
            branches: BTreeMap::new(),
            places: places.collect(),
            summaries: BTreeMap::new(),
        };
        let bound = BTreeSet::from([ElementId::PARAMETERS]);
        let loops = self.loops(&context, &rule.conditions, &bound, None);
        self.network.queries.push(Query { loops });
    }

    /// The loops that find the matches of conditions: one nest for each choice of branches. The element
    /// `first`, where there is one, orders the matches before all others.
    fn loops(
        &mut self,
        context: &Context,
        conditions: &'a [Condition],
        bound: &BTreeSet<ElementId>,
        first: Option<ElementId>,
    ) -> Vec<Loops> {
        let rule = self.rule(context);
        let variants = variants(rule, conditions, bound, &context.branches);
        let nest = |variant: Variant<'a>| {
            let first = first.map(MatchElement::Fact);
            let elements = first.into_iter().chain(match_elements(&variant)).collect();
            let context = Context {
                branches: variant.branches,
                ..context.clone()
            };
            let mut bound = bound.clone();
            let steps = variant.steps.into_iter();
            let steps = steps.filter_map(|step| self.loop_step(&context, &mut bound, step));
            Loops {
                steps: steps.collect(),
                elements,
                context: context.clone(),
            }
        };
        variants.into_iter().map(nest).collect()
    }

    fn loop_step(
        &mut self,
        context: &Context,
        bound: &mut BTreeSet<ElementId>,
        step: Step<'a>,
    ) -> Option<LoopStep> {
        Some(match step {
            Step::Branch(_) => return None,
            Step::Tests(tests) => LoopStep::Tests(tests),
            Step::Fact { element, tests } => {
                bound.insert(element);
                let own = tests.clone().into_iter();
                let (alpha, joins) = self.add_alpha(context, element, tests);
                let keys = self.keys(context, &joins, element);
                let own = own.filter(|test| !joins.contains(test));
                let chosen_by = own.chain(keys.right.iter().map(|part| part.test));
                let reads = reads_of(self.ruleset, context, element, chosen_by);
                LoopStep::Fact {
                    element,
                    index: self.add_index(alpha, context, element, keys.right, &reads),
                    key: keys.left,
                    tests: joins,
                }
            }
            Step::Each { element, tests } => {
                bound.insert(element);
                LoopStep::Each { element, tests }
            }
            Step::Quantified {
                quantifier,
                conditions,
                ..
            } => LoopStep::Quantified {
                quantifier,
                inner: self.loops(context, conditions, bound, None),
            },
            Step::Accumulate { accumulate, tests } => {
                let first = accumulate.function.best();
                let inner = self.loops(context, &accumulate.source, bound, first);
                bound.insert(accumulate.element);
                LoopStep::Accumulate {
                    element: accumulate.element,
                    inner,
                    by: accumulate.by.clone(),
                    tests,
                }
            }
        })
    }
}
