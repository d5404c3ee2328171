//! What rules do to facts: which fields they modify, of which types they let facts go, and of which they touch any.

use std::collections::BTreeSet;

use syn::Member;

use crate::hir::{Action, EffectKind, ElementId, FactTypeId, Field, Insert, Ruleset, Target};
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
            for action in rule.actions() {
                changes.add(ruleset, action);
            }
        }
        changes
    }

    /// Whether rules modify a field of a type's facts.
    pub(crate) fn writes(&self, of: FactTypeId, member: &Member) -> bool {
        self.writes_named(of, Some(&member_name(member)))
    }

    /// Whether rules modify a field of this name, or the variant, of a type's facts.
    pub(crate) fn writes_named(&self, of: FactTypeId, name: Option<&str>) -> bool {
        let is_it = |field: &Field| field.member.as_deref() == name;
        let mut modified = self.modified.iter();
        modified.any(|(modified, writes)| {
            let writes = writes.as_ref();
            *modified == of && writes.is_none_or(|writes| writes.iter().any(is_it))
        })
    }

    fn add(&mut self, ruleset: &Ruleset, action: &Action) {
        for effect in &action.effects {
            match &effect.kind {
                EffectKind::Modify(modify) => {
                    let types = modify.target.types.iter();
                    self.modified
                        .extend(types.map(|&of| (of, modify.writes.clone())));
                }
                EffectKind::Retract(retract) => self.ended.extend(&retract.target.types),
                EffectKind::Insert(insert) if insert.logical => {
                    self.ended.extend(inserted(ruleset, insert));
                }
                _ => {}
            }
        }
    }
}

/// The types of which an `insert` may be: each, where rustc alone knows it.
pub(crate) fn inserted(ruleset: &Ruleset, insert: &Insert) -> Vec<FactTypeId> {
    match insert.fact_type {
        Some(of) => vec![of],
        None => (0..ruleset.fact_types.len()).map(FactTypeId).collect(),
    }
}

/// The types on whose facts blocks have effects. Where rustc alone knows the type, those are among them of which it may be.
pub(crate) fn affected_types(ruleset: &Ruleset) -> BTreeSet<FactTypeId> {
    let mut types = BTreeSet::new();
    for rule in &ruleset.rules {
        // What a Rust variable holds comes from the match: rustc may know better than `Target::types` of which type.
        let of = |target: &Target| -> Vec<FactTypeId> {
            if let Some(known) = target.element.and_then(|element| rule.fact_type(element)) {
                return vec![known];
            }
            let elements = (0..rule.elements.len()).map(ElementId);
            elements.filter_map(|of| rule.fact_type(of)).collect()
        };
        for effect in rule.actions().flat_map(|action| &action.effects) {
            match &effect.kind {
                EffectKind::Modify(modify) => types.extend(of(&modify.target)),
                EffectKind::Retract(retract) => types.extend(of(&retract.target)),
                EffectKind::Insert(insert) => types.extend(inserted(ruleset, insert)),
                EffectKind::Focus { .. }
                | EffectKind::Halt
                | EffectKind::Choose(_)
                | EffectKind::Fail => {}
            }
        }
    }
    types
}
