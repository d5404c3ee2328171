//! What rules do to facts: which fields they modify, of which types they let facts go, and of which they touch any.

use std::collections::BTreeSet;

use syn::Member;

use crate::hir::{Action, EffectKind, ElementId, FactTypeId, Field, Function, Rule, Ruleset};
use crate::names::member_name;

/// What rules do to facts that stand.
pub(crate) struct Changes {
    /// The types of which they modify facts, with the fields that they write; `None` is all.
    pub(crate) modified: Vec<(FactTypeId, Option<BTreeSet<Field>>)>,
    /// The types of which they let facts go, or insert logical ones.
    pub(crate) ended: BTreeSet<FactTypeId>,
}

impl Changes {
    pub(crate) fn of(ruleset: &Ruleset) -> Self {
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

    /// Whether rules modify a field of a type's facts.
    pub(crate) fn writes(&self, of: FactTypeId, member: &Member) -> bool {
        let name = member_name(member);
        let is_it = |field: &Field| field.member.as_ref() == Some(&name);
        let mut modified = self.modified.iter();
        modified.any(|(modified, writes)| {
            let writes = writes.as_ref();
            *modified == of && writes.is_none_or(|writes| writes.iter().any(is_it))
        })
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

/// The types on whose facts blocks have effects. Where rustc alone knows the type, those are among them of which it may be.
pub(crate) fn affected_types(ruleset: &Ruleset) -> BTreeSet<FactTypeId> {
    let mut types = BTreeSet::new();
    for rule in &ruleset.rules {
        let of = |element: Option<ElementId>| -> Vec<FactTypeId> {
            if let Some(known) = element.and_then(|element| rule.fact_type(element)) {
                return vec![known];
            }
            // A Rust variable holds a fact of the match.
            let elements = (0..rule.elements.len()).map(ElementId);
            elements.filter_map(|of| rule.fact_type(of)).collect()
        };
        let actions = std::iter::once(&rule.then).chain(&rule.undo);
        for effect in actions.flat_map(|action| &action.effects) {
            match &effect.kind {
                EffectKind::Modify(modify) => types.extend(of(modify.element)),
                EffectKind::Retract(retract) => types.extend(of(retract.element)),
                EffectKind::Insert(insert) => match insert.fact_type {
                    Some(of) => _ = types.insert(of),
                    None => types.extend((0..ruleset.fact_types.len()).map(FactTypeId)),
                },
                EffectKind::Focus { .. }
                | EffectKind::Halt
                | EffectKind::Choose(_)
                | EffectKind::Fail => {}
            }
        }
    }
    types
}
