//! Reduced indexes: of the facts that a search looks up, those alone that have a partner among the facts of a pattern that
//! is still to come. The runtime makes one where searches look at many facts in vain: see the module of that name there.
//!
//! Of `Wanted(x); Link(x, y); Place(y)` a search from a place looks links up by `y`, and of each what is wanted by `x`. What
//! a partner has in common with the fact must be fields of the fact alone: then it is known of each fact by itself
//! whether it has one. The first loop of searches that begin alike is not reduced, for each has partners of its own; nor are
//! the loops of a session that goes back, which would make the index again and again.

use std::collections::BTreeMap;

use crate::hir::{Quantifier, Rule, Ruleset};
use crate::plan::{KeyPart, Keys, Scan, StepKind, field_of};

use super::builder::Builder;
use super::whole::{Counted, Seed};
use super::{Context, FactIndex, Network, Reduced};

/// Facts of which one goes with each fact of a loop that has a match.
#[derive(Debug, Clone)]
pub(crate) struct Partners {
    /// The index of those facts of the loop that have one.
    pub index: usize,
    /// What partners and facts have in common: the facts' side of the tests.
    pub key: Vec<KeyPart>,
}

/// The loops of a search, with what is known of the match that it finds.
#[derive(Clone, Copy)]
pub(super) struct Loops<'s> {
    pub(super) context: &'s Context,
    pub(super) seed: &'s Seed,
    /// The counted patterns of the match: their steps come after those of so many patterns.
    pub(super) counted: &'s [Counted],
    pub(super) patterns: usize,
}

impl Builder<'_> {
    /// For each loop of a search, by what its facts may be reduced.
    pub(super) fn add_reduced(&mut self, loops: Loops<'_>) -> BTreeMap<usize, Vec<Partners>> {
        if self.ruleset.backtrack {
            return BTreeMap::new();
        }
        let Loops { context, seed, .. } = loops;
        let mut reduced = BTreeMap::new();
        for (place, scan) in seed.plan.nest.scans() {
            let rule = self.rule(context);
            if !is_looked_up(self.ruleset, rule, scan) || scan.finds_one(self.ruleset, rule) {
                continue;
            }
            let all = seed.indexes[&place];
            let alpha = self.network.indexes[all].alpha;
            let indexes = self.partners(loops, (place, scan)).into_iter();
            let indexes = indexes.map(|(of, partner)| {
                let key = partner.keys.left.clone();
                let by = self.add_index(alpha, context, scan.element, &key);
                let index = self.add_part(Reduced { all, by, of });
                Partners { index, key }
            });
            reduced.insert(place, indexes.collect());
        }
        reduced
    }

    /// The loops after another that look up by the fields of its fact alone, each with the index that it asks.
    fn partners<'s>(
        &self,
        loops: Loops<'s>,
        (place, scan): (usize, &Scan),
    ) -> Vec<(usize, &'s Scan)> {
        let Loops {
            context,
            seed,
            counted,
            patterns,
        } = loops;
        let rule = self.rule(context);
        let steps = seed.plan.nest.steps.iter();
        let later = steps.skip_while(|step| step.id.0 != place).skip(1);
        let asked = later.filter_map(|step| match &step.kind {
            StepKind::Scan(scan) => Some((seed.indexes[&step.id.0], scan)),
            StepKind::Quantified(quantified) if quantified.quantifier != Quantifier::None => {
                let of = &counted[step.id.0 - patterns];
                let (step, scan) = of.plan.facts.first_scan()?;
                Some((of.indexes[&step], scan))
            }
            _ => None,
        });
        let is_partner = |(_, partner): &(usize, &Scan)| {
            let mut bound = partner.keys.left.iter();
            is_looked_up(self.ruleset, rule, partner)
                && bound.all(|part| {
                    let field = field_of(rule, part.operand(rule));
                    field.is_some_and(|(of, _)| of == scan.element)
                })
        };
        asked.filter(is_partner).collect()
    }

    /// The index of some facts of another.
    fn add_part(&mut self, reduced: Reduced) -> usize {
        let Reduced { all, by, .. } = reduced;
        let Builder {
            network,
            reduced: known,
            ..
        } = self;
        *known.entry(reduced).or_insert_with(|| {
            let FactIndex {
                alpha,
                key,
                order,
                context,
                reads,
                ..
            } = &network.indexes[all];
            let mut reads = reads.clone();
            reads.add(&network.indexes[by].reads);
            network.indexes.push(FactIndex {
                alpha: *alpha,
                key: key.clone(),
                order: order.clone(),
                context: context.clone(),
                reads,
                reduced: Some(reduced),
            });
            network.indexes.len() - 1
        })
    }
}

impl Network {
    /// The reduced indexes for whose facts those of an index are partners.
    pub(crate) fn reduced_by(&self, partners: usize) -> impl Iterator<Item = usize> {
        let indexes = self.indexes.iter().enumerate();
        let reduced = indexes.filter(move |(_, index)| {
            let of = index.reduced.map(|reduced| reduced.of);
            of == Some(partners)
        });
        reduced.map(|(number, _)| number)
    }
}

/// Whether a loop goes over the facts of a key, in no order.
fn is_looked_up(ruleset: &Ruleset, rule: &Rule, scan: &Scan) -> bool {
    let Keys { left, ranges, .. } = &scan.keys;
    !left.is_empty() && ranges.is_empty() && !scan.is_of_single(ruleset, rule)
}
