//! Rules whose effects make a match of themselves again, and leave what they test as it is: they fire
//! without end, or once too often.
//!
//! Said only where the effect stands in no branch, nothing leaves the block before it, and no other effect
//! of the block can end the matches.

use proc_macro2::Span;

use crate::diagnostic::Diagnostic;
use crate::hir::{Effect, EffectKind, ElementKind, Insert, Modify, Rule, Ruleset};
use crate::vocabulary as say;

use super::tested::{Tested, fires_for_each_match, inserts_anew, is_certain, patterns};
use super::{Found, Subject, rules};

/// Finds the effects by which a rule re-activates itself.
pub(super) fn check_self_reactivation(ruleset: &Ruleset, found: &mut Found<'_>) {
    for subject in rules(ruleset) {
        let rule = subject.rule;
        if rule.no_loop || !fires_for_each_match(rule) {
            continue;
        }
        let check = Check {
            ruleset,
            subject,
            rule,
            tested: Tested::by(rule),
        };
        if !check.may_end_matches() {
            let mut effects = rule.then.effects.iter();
            let warning = effects.find_map(|effect| check.warning(effect));
            if let Some(warning) = warning {
                found.push(rule, warning);
            }
        }
    }
}

struct Check<'r> {
    ruleset: &'r Ruleset,
    subject: Subject<'r>,
    rule: &'r Rule,
    tested: Tested,
}

impl Check<'_> {
    /// Whether some effect of the block may change what the rule tests, or ends the firing for now.
    fn may_end_matches(&self) -> bool {
        self.tested.may_be_changed_by(self.rule)
    }

    fn warning(&self, effect: &Effect) -> Option<Diagnostic> {
        if !effect.is_unconditional() {
            return None;
        }
        match &effect.kind {
            EffectKind::Insert(insert) => self.reactivating_insert(insert, effect.keyword),
            EffectKind::Modify(modify) => is_certain(self.rule, modify)
                .then(|| self.reactivating_modify(modify, effect.keyword))
                .flatten(),
            _ => None,
        }
    }

    /// A fact of a type of which any will do for the rule.
    fn reactivating_insert(&self, insert: &Insert, keyword: Span) -> Option<Diagnostic> {
        let inserted = inserts_anew(self.ruleset, self.rule, insert)?;
        let mut patterns = patterns(self.rule);
        let (element, _) = patterns.find(|(_, fact_type)| {
            *fact_type == inserted && !self.tested.asks_anything(inserted)
        })?;
        let name = &self.ruleset.fact_types[inserted.0].name;
        let read = self.rule.elements[element.0].span;
        let wording = say::reactivating_insert(self.subject, name);
        Some(wording.at(keyword).label(read, say::ANY_WILL_DO))
    }

    /// A `modify` that writes a field which the rule reads and does not test.
    fn reactivating_modify(&self, modify: &Modify, keyword: Span) -> Option<Diagnostic> {
        let (element, writes) = (modify.target.element?, modify.writes.as_ref()?);
        if !patterns(self.rule).any(|(pattern, _)| pattern == element) {
            return None;
        }
        let ElementKind::Fact {
            fact_type, reads, ..
        } = &self.rule.elements[element.0].kind
        else {
            return None;
        };
        let fields = &self.ruleset.fact_types[fact_type.0].fields;
        let read: Vec<&str> = reads
            .iter()
            .filter_map(|number| fields.get_index(*number)?.0.member.as_deref())
            .collect();
        let mut written = writes.iter().filter_map(|field| field.member.as_deref());
        let member = written.find(|member| read.contains(member))?;
        let wording = say::reactivating_modify(self.subject, member);
        Some(wording.at(keyword))
    }
}
