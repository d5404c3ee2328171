//! Reduced indexes: of the facts that a search looks up, those alone that have a partner among the facts of a pattern that
//! is still to come. The runtime makes one where searches look at many facts in vain: see the module of that name there.
//!
//! Of `Wanted(x); Link(x, y); Place(y)` a search from a place looks links up by `y`, and of each what is wanted by `x`. What
//! a partner has in common with the fact must be fields of the fact alone: then it is known of each fact by itself
//! whether it has one. The first loop of searches that begin alike is not reduced, for each has partners of its own; nor are
//! the loops of a session that goes back, which would make the index again and again.

use std::collections::BTreeMap;

use crate::hir::Quantifier;
use crate::plan::{KeyPart, Scan, StepKind, field_of};

use super::builder::Builder;
use super::whole::{Counted, Seed};
use super::{Context, FactIndex, Reduced};

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
    /// For each loop of a search whose facts may be reduced, by what.
    pub(super) fn add_reduced(&mut self, loops: Loops<'_>) -> BTreeMap<usize, Vec<Partners>> {
        if self.ruleset.backtrack {
            return BTreeMap::new();
        }
        let Loops { context, seed, .. } = loops;
        let mut reduced = BTreeMap::new();
        for (place, scan) in seed.plan.nest.scans() {
            let rule = self.rule(context);
            if !scan.is_by_key(self.ruleset, rule) || scan.finds_one(self.ruleset, rule) {
                continue;
            }
            let all = seed.indexes[&place];
            let alpha = self.network.indexes[all].alpha;
            let partners = self.partners(loops, (place, scan));
            if partners.is_empty() {
                continue;
            }
            let indexes = partners.into_iter().map(|(of, partner)| {
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
            partner.is_by_key(self.ruleset, rule)
                && bound.all(|part| {
                    let field = field_of(rule, part.operand(rule));
                    field.is_some_and(|(of, _)| of == scan.element)
                })
        };
        asked.filter(is_partner).collect()
    }

    /// The index of some facts of another.
    fn add_part(&mut self, reduced: Reduced) -> usize {
        let Reduced { all, by, of } = reduced;
        let Builder {
            network,
            reduced: known,
            ..
        } = self;
        *known.entry(reduced).or_insert_with(|| {
            let number = network.indexes.len();
            let mut part = FactIndex {
                reduced: Some(reduced),
                reduces: Vec::new(),
                ..network.indexes[all].clone()
            };
            part.reads.add(&network.indexes[by].reads);
            network.indexes.push(part);
            network.indexes[of].reduces.push(number);
            number
        })
    }
}
