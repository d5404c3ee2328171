//! Adds alpha memories and their indexes, or finds those of the same tests and keys.

use std::collections::BTreeMap;

use crate::analysis::touched::needed;
use crate::hir::{ElementId, ElementKind, TestId};

use super::build::Builder;
use super::{Alpha, Context, FactIndex, KeyPart, Place, Reads, Tests};

impl Builder<'_> {
    /// The alpha memory of a pattern, and the tests that are not its own.
    pub(super) fn add_alpha(
        &mut self,
        context: &Context,
        element: ElementId,
        tests: Vec<TestId>,
    ) -> (usize, Vec<TestId>) {
        let rule = self.rule(context);
        let (own, joins) = tests.into_iter().partition::<Vec<_>, _>(|&test| {
            needed(rule, test, &context.branches)
                .iter()
                .all(|&e| e == element)
        });
        let ElementKind::Fact { fact_type, .. } = rule.elements[element.0].kind else {
            unreachable!("patterns bind facts");
        };
        let context = Context {
            places: BTreeMap::from([(element, Place::Right)]),
            ..context.clone()
        };
        let shape = self.shapes(&context).tests(&own);
        let alphas = &mut self.network.alphas;
        let alpha = *self.alphas.entry((fact_type, shape)).or_insert_with(|| {
            alphas.push(Alpha {
                fact_type,
                tests: Tests {
                    context,
                    tests: own,
                },
                feeds: Vec::new(),
            });
            alphas.len() - 1
        });
        (alpha, joins)
    }

    /// An index of an alpha memory over one side of a join's tests, which is told of changes in the fields
    /// that it reads.
    pub(super) fn add_index(
        &mut self,
        alpha: usize,
        context: &Context,
        element: ElementId,
        key: Vec<KeyPart>,
        reads: &Reads,
    ) -> usize {
        let context = Context {
            places: BTreeMap::from([(element, Place::Right)]),
            ..context.clone()
        };
        let shape = self.shapes(&context).key(&key);
        let indexes = &mut self.network.indexes;
        let index = *self.indexes.entry((alpha, shape)).or_insert_with(|| {
            indexes.push(FactIndex {
                alpha,
                key,
                context,
                reads: reads.clone(),
            });
            indexes.len() - 1
        });
        indexes[index].reads.add(reads);
        index
    }
}
