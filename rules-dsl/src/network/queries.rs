//! The indexes that queries look facts up in.
//!
//! A query keeps no tokens: it is evaluated when it is called. What is kept for it are the alpha memory of
//! each of its patterns and an index of that memory, the same as those of rules where they are equal.

use std::collections::BTreeMap;

use crate::hir::RuleId;
use crate::plan::{Nest, Scan, StepId, StepKind};

use super::builder::Builder;
use super::{Context, Query};

impl<'a> Builder<'a> {
    /// Adds the indexes of a query, given by the number under which it stands for a rule.
    pub(super) fn add_query(&mut self, id: RuleId) {
        let mut indexes = BTreeMap::new();
        self.add_nests(id, self.plans.joined(id), &mut indexes);
        self.network.queries.push(Query { indexes });
    }

    fn add_nests(&mut self, id: RuleId, nests: &'a [Nest], indexes: &mut BTreeMap<StepId, usize>) {
        for nest in nests {
            let context = Context::of_locals(self.ruleset, id, nest.branches.clone());
            for step in &nest.steps {
                match &step.kind {
                    StepKind::Scan(scan) => {
                        indexes.insert(step.id, self.add_scan(&context, scan));
                    }
                    StepKind::Quantified(quantified) => {
                        self.add_nests(id, &quantified.inner, indexes);
                    }
                    StepKind::Accumulate { inner, .. } => self.add_nests(id, inner, indexes),
                    StepKind::Tests(_)
                    | StepKind::Each { .. }
                    | StepKind::Branch { .. }
                    | StepKind::Either(_) => {}
                }
            }
        }
    }

    /// The index in which the facts of a pattern are looked up.
    fn add_scan(&mut self, context: &Context, scan: &Scan) -> usize {
        let alpha = self.add_alpha(context, scan);
        self.add_ordered(alpha, context, scan)
    }
}
