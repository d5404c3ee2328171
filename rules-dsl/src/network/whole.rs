//! Which rules' matches are found whole: by loops from the fact that has changed, without partial matches.
//!
//! A token for each beginning of a match saves the join of that beginning where something further right changes, and
//! costs its making, its place in an index and its taking away. Where each further fact of a match can be looked up by
//! what is known of it, from whichever of its facts one begins, the join costs less than keeping it does.
//!
//! The joins of such a rule stand in the network to be looked at. No fact is let into them, unless they serve other
//! rules too.

use std::collections::BTreeMap;

use crate::hir::Rule;
use crate::plan::{Nest, Scan, Seeded, Step, StepKind, plan_seeds};

use super::builder::Builder;
use super::bulk::fires_in_bulk;
use super::{Context, Input, Network, NodeKind, Part};

/// So many searches are generated for a ruleset, at the most: each is a function, which takes rustc longer than the
/// tests of a join do. The rules that come first have them.
const MOST_SEARCHES: usize = 200;

/// A match that is found whole.
#[derive(Debug)]
pub(crate) struct Whole {
    /// Its facts, left to right.
    pub facts: Vec<Part>,
    /// The searches, from each of them.
    pub seeds: Vec<Seed>,
}

/// A search for matches from the fact of one pattern.
#[derive(Debug)]
pub(crate) struct Seed {
    /// The loops.
    pub plan: Seeded,
    /// The alpha memory of the pattern.
    pub alpha: usize,
    /// For the pattern at each other place, the index of its facts.
    pub indexes: BTreeMap<usize, usize>,
}

impl Builder<'_> {
    /// How the matches of steps are found whole, where they are; the steps are what gates leave of a nest.
    pub(super) fn find_whole(
        &mut self,
        context: &Context,
        nest: &Nest,
        steps: &[&Step],
        is_gated: bool,
    ) -> Option<Whole> {
        let rule = self.rule(context);
        let scans = scans(steps)?;
        if !is_forgotten(rule) || !is_gated && fires_in_bulk(self.ruleset, rule, None) {
            return None;
        }
        let seeds = plan_seeds(rule, nest, &scans);
        // Where all facts of a third pattern would have to be gone through, it is better to know the pairs.
        if scans.len() > 2 && seeds.iter().any(Seeded::scans_all) {
            return None;
        }
        if self.searches + scans.len() > MOST_SEARCHES {
            return None;
        }
        self.searches += scans.len();
        let facts: Vec<Part> = scans
            .iter()
            .map(|scan| self.part(context, scan.element))
            .collect();
        let alphas: Vec<usize> = scans
            .iter()
            .map(|scan| self.add_alpha(context, scan))
            .collect();
        let seeds = seeds.into_iter().map(|plan| {
            let indexes = plan.scans().map(|(place, scan)| {
                let (alpha, reads) = (alphas[place], &facts[place].reads);
                let right = &scan.keys.right;
                (
                    place,
                    self.add_index(alpha, context, scan.element, right, reads),
                )
            });
            let indexes = indexes.collect();
            Seed {
                alpha: alphas[plan.place],
                indexes,
                plan,
            }
        });
        let seeds = seeds.collect();
        Some(Whole { facts, seeds })
    }
}

/// The patterns of steps that are patterns alone, of which there are several.
fn scans<'a>(steps: &[&'a Step]) -> Option<Vec<&'a Scan>> {
    let mut scans = Vec::new();
    for step in steps {
        match &step.kind {
            StepKind::Scan(scan) => scans.push(scan),
            StepKind::Branch { .. } => {}
            StepKind::Tests(_)
            | StepKind::Each { .. }
            | StepKind::Quantified(_)
            | StepKind::Accumulate { .. }
            | StepKind::Either(_) => return None,
        }
    }
    (scans.len() > 1).then_some(scans)
}

/// Whether nothing is kept of a rule's matches that have fired.
fn is_forgotten(rule: &Rule) -> bool {
    let is_remembered = rule.undo.is_some()
        || rule.once
        || rule.no_loop
        || !rule.on_change.is_empty()
        || rule.then.inserts_logical();
    !is_remembered
}

/// Finds out which nodes take nothing, for all that they would give is found whole.
pub(super) fn mark_kept(network: &mut Network) {
    let mut kept = vec![false; network.nodes.len()];
    let producers: Vec<Option<usize>> = network
        .nodes
        .iter()
        .map(|node| match node.input {
            Input::Node(producer) => Some(producer),
            Input::Root | Input::Alpha(_) => None,
        })
        .collect();
    for (number, node) in network.nodes.iter().enumerate() {
        let keeps = match node.kind {
            NodeKind::Match { index } => network.matches[index].whole.is_none(),
            NodeKind::Join { .. } | NodeKind::JoinFacts { .. } => false,
            _ => true,
        };
        let mut at = Some(number).filter(|_| keeps);
        while let Some(node) = at.filter(|&node| !kept[node]) {
            kept[node] = true;
            at = producers[node];
        }
    }
    for (node, kept) in network.nodes.iter_mut().zip(kept) {
        node.kept = kept;
    }
}
