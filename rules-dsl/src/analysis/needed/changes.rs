//! What rules do to events that stand: a match may begin again where one is modified, or goes.

use std::collections::BTreeSet;

use crate::hir::{Action, EffectKind, ElementId, FactTypeId, Field, Function, Rule, Ruleset};

/// What rules do to events that stand.
pub(super) struct Changes {
    /// The types of which they modify facts, with the fields that they write; `None` is all.
    pub(super) modified: Vec<(FactTypeId, Option<BTreeSet<Field>>)>,
    /// The types of which they let facts go, or insert logical ones.
    pub(super) ended: BTreeSet<FactTypeId>,
}

impl Changes {
    pub(super) fn of(ruleset: &Ruleset) -> Self {
        let mut changes = Changes {
            modified: Vec::new(),
            ended: BTreeSet::new(),
        };
        for rule in &ruleset.rules {
            for action in std::iter::once(&rule.then).chain(&rule.undo) {
                changes.add(ruleset, rule, action);
            }
        }
        changes
    }

    fn add(&mut self, ruleset: &Ruleset, rule: &Rule, action: &Action) {
        // A Rust variable of a block holds a fact that an accumulate has collected.
        let of = |element: Option<ElementId>| -> Vec<FactTypeId> {
            if let Some(element) = element {
                return rule.fact_type(element).into_iter().collect();
            }
            let collected = rule.accumulates.iter();
            let collected = collected.filter_map(|accumulate| match accumulate.function {
                Function::Collect(element) => rule.fact_type(element),
                _ => None,
            });
            collected.collect()
        };
        for effect in &action.effects {
            match &effect.kind {
                EffectKind::Modify(modify) => {
                    let types = of(modify.element).into_iter();
                    self.modified
                        .extend(types.map(|of| (of, modify.writes.clone())));
                }
                EffectKind::Retract(retract) => self.ended.extend(of(retract.element)),
                EffectKind::Insert(insert) if insert.logical => match insert.fact_type {
                    Some(of) => _ = self.ended.insert(of),
                    None => self
                        .ended
                        .extend((0..ruleset.fact_types.len()).map(FactTypeId)),
                },
                _ => {}
            }
        }
    }
}
