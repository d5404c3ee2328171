//! Adds alpha memories and their indexes, or finds those of the same tests and keys.

use std::collections::{BTreeMap, BTreeSet};

use crate::hir::ElementId;
use crate::plan::{KeyPart, Scan};

use super::builder::Builder;
use super::{Alpha, Context, FactIndex, Network, Place, Reads, Tests};

impl Builder<'_> {
    /// The alpha memory of the facts that pass a pattern's own tests.
    pub(super) fn add_alpha(&mut self, context: &Context, scan: &Scan) -> usize {
        let element = scan.element;
        let Some(fact_type) = self.rule(context).pattern_type(element) else {
            unreachable!("patterns bind facts");
        };
        let own = scan.own_tests();
        let context = Context {
            places: BTreeMap::from([(element, Place::Right)]),
            ..context.clone()
        };
        let shape = self.shapes(&context).tests(&own);
        let alphas = &mut self.network.alphas;
        *self.alphas.entry((fact_type, shape)).or_insert_with(|| {
            alphas.push(Alpha {
                fact_type,
                tests: Tests {
                    context,
                    tests: own,
                },
                feeds: Vec::new(),
            });
            alphas.len() - 1
        })
    }

    /// An index of an alpha memory over one side of a join's tests, which is told of changes in the fields
    /// that it reads.
    pub(super) fn add_index(
        &mut self,
        alpha: usize,
        context: &Context,
        element: ElementId,
        key: &[KeyPart],
        reads: &Reads,
    ) -> usize {
        let context = Context {
            places: BTreeMap::from([(element, Place::Right)]),
            ..context.clone()
        };
        let shape = self.shapes(&context).key(key);
        let indexes = &mut self.network.indexes;
        let index = *self.indexes.entry((alpha, shape)).or_insert_with(|| {
            indexes.push(FactIndex {
                alpha,
                key: key.to_vec(),
                context,
                reads: reads.clone(),
            });
            indexes.len() - 1
        });
        indexes[index].reads.add(reads);
        index
    }
}

impl Network {
    /// The fields that an alpha memory's indexes, or anything downstream of it, read.
    pub(crate) fn alpha_reads(&self, alpha: usize) -> Reads {
        let indexes = self.indexes.iter().filter(|index| index.alpha == alpha);
        let feeds = self.alphas[alpha].feeds.iter().map(|feed| &feed.reads);
        let mut all = Reads::of(&BTreeSet::new(), false);
        for reads in feeds.chain(indexes.map(|index| &index.reads)) {
            all.add(reads);
        }
        all
    }
}
