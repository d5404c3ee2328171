//! Adds alpha memories and their indexes, or finds those of the same tests and keys.

use std::collections::BTreeSet;

use crate::hir::{ElementId, FactTypeId, Ruleset};
use crate::plan::{KeyPart, Keys, Scan, is_plain};

use super::builder::Builder;
use super::reads::reads_of;
use super::shape::IndexShape;
use super::{Alpha, Context, FactIndex, Feed, Network, NodeKind, Reads, Side, Tests};

impl Builder<'_> {
    /// The alpha memory of the facts that pass a pattern's own tests.
    pub(super) fn add_alpha(&mut self, context: &Context, scan: &Scan) -> usize {
        let element = scan.element;
        let Some(fact_type) = self.rule(context).pattern_type(element) else {
            unreachable!("patterns bind facts");
        };
        let own = scan.own_tests();
        let context = context.of_fact(element);
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

    /// The index in which the facts of a pattern are looked up by the keys of a loop. Where there is one fact at the most, it
    /// has no key: so it stays as it is when the fact changes, as long as the fact passes the memory's tests.
    pub(super) fn add_ordered(&mut self, alpha: usize, context: &Context, scan: &Scan) -> usize {
        if scan.is_of_single(self.ruleset, self.rule(context)) {
            return self.add_index(alpha, context, scan.element, &[]);
        }
        let Keys { right, ranges, .. } = &scan.keys;
        let order: Vec<KeyPart> = ranges.iter().map(|range| range.field).collect();
        self.add(alpha, context, scan.element, (right, &order))
    }

    /// An index of an alpha memory over one side of a join's tests, which is told of changes in the fields
    /// that these and the memory's tests read.
    pub(super) fn add_index(
        &mut self,
        alpha: usize,
        context: &Context,
        element: ElementId,
        key: &[KeyPart],
    ) -> usize {
        self.add(alpha, context, element, (key, &[]))
    }

    /// The index of all facts of the type by the key of another that has some.
    pub(super) fn add_all(&mut self, some: usize) -> usize {
        let FactIndex { context, key, .. } = self.network.indexes[some].clone();
        let element = *context.places.keys().next().expect("keys are of facts");
        let all = Scan {
            element,
            tests: Vec::new(),
            own: BTreeSet::new(),
            keys: Keys::default(),
        };
        let alpha = self.add_alpha(&context, &all);
        self.add_index(alpha, &context, element, &key)
    }

    /// Whether neither the tests that choose the facts of an index nor its key run code of the user's: then both may be asked
    /// of all facts of the type.
    pub(super) fn is_for_all(&self, index: usize) -> bool {
        let index = &self.network.indexes[index];
        let tests = &self.network.alphas[index.alpha].tests;
        let of_tests = self.rule(&tests.context);
        let of_key = self.rule(&index.context);
        tests.tests.iter().all(|&test| is_plain(of_tests, test))
            && index.key.iter().all(|part| part.runs_no_code(of_key))
    }

    /// An index as [`add_index`](Self::add_index) adds it, in which the facts of a key are ordered.
    pub(super) fn add(
        &mut self,
        alpha: usize,
        context: &Context,
        element: ElementId,
        (key, order): (&[KeyPart], &[KeyPart]),
    ) -> usize {
        let context = context.of_fact(element);
        let shape = IndexShape {
            alpha,
            key: self.shapes(&context).key(key),
            order: self.shapes(&context).order(order),
        };
        let Builder {
            ruleset, network, ..
        } = self;
        *self.indexes.entry(shape).or_insert_with(|| {
            let keys = key.iter().chain(order).map(|part| part.test);
            let mut reads = reads_of(ruleset, &context, element, keys);
            reads.add(&network.chosen_by(ruleset, alpha));
            network.indexes.push(FactIndex {
                alpha,
                key: key.to_vec(),
                order: order.to_vec(),
                context,
                reads,
                reduced: None,
                reduces: Vec::new(),
            });
            network.indexes.len() - 1
        })
    }
}

impl Network {
    /// Whether an index has all facts of a type.
    pub(crate) fn has_all(&self, index: usize) -> bool {
        let index = &self.indexes[index];
        self.alphas[index.alpha].tests.tests.is_empty() && index.reduced.is_none()
    }

    /// What the tests of an alpha memory read.
    pub(super) fn chosen_by(&self, ruleset: &Ruleset, alpha: usize) -> Reads {
        let Tests { context, tests } = &self.alphas[alpha].tests;
        let mut elements = context.places.keys();
        let element = elements.next().expect("its tests are about the one fact");
        reads_of(ruleset, context, *element, tests.iter().copied())
    }

    /// Whether a node takes the facts that it is drawn to take. Gates are those of match nodes, to which nothing else need
    /// come.
    pub(crate) fn is_fed(&self, feed: &Feed) -> bool {
        self.nodes[feed.node].kept || matches!(feed.side, Side::Gate(_))
    }

    /// Has the indexes that nodes keep tokens by told of all that their rules read, for they pair what is new with what
    /// was there before.
    pub(super) fn tell_kept_indexes(&mut self) {
        for feed in self.alphas.iter().flat_map(|alpha| &alpha.feeds) {
            let node = &self.nodes[feed.node];
            let index = match (&node.kind, feed.side) {
                (NodeKind::JoinFacts { left, .. }, Side::Left) => *left,
                (
                    NodeKind::Join { right, .. }
                    | NodeKind::JoinFacts { right, .. }
                    | NodeKind::Counted { right, .. },
                    Side::Right,
                ) => *right,
                _ => continue,
            };
            if node.kept {
                self.indexes[index].reads.add(&feed.reads);
            }
        }
    }

    /// The alpha memories of a type.
    pub(crate) fn alphas_of(&self, id: FactTypeId) -> impl Iterator<Item = usize> {
        let alphas = self.alphas.iter().enumerate();
        let of_type = alphas.filter(move |(_, alpha)| alpha.fact_type == id);
        of_type.map(|(number, _)| number)
    }

    /// The indexes of an alpha memory, with their numbers.
    pub(crate) fn indexes_of(&self, alpha: usize) -> impl Iterator<Item = (usize, &FactIndex)> {
        let indexes = self.indexes.iter().enumerate();
        indexes.filter(move |(_, index)| index.alpha == alpha)
    }

    /// The fields that an alpha memory's indexes, or anything downstream of it, read.
    pub(crate) fn alpha_reads(&self, alpha: usize) -> Reads {
        let indexes = self.indexes_of(alpha).map(|(_, index)| &index.reads);
        let feeds = self.alphas[alpha].feeds.iter().map(|feed| &feed.reads);
        let mut all = Reads::of(&BTreeSet::new(), false);
        for reads in feeds.chain(indexes) {
            all.add(reads);
        }
        all
    }
}
