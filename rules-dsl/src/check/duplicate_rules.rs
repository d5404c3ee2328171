//! Rules with the conditions and the effects of an earlier one: whatever they do is done twice.

use std::collections::HashMap;

use crate::hir::{GroupId, Rule, Ruleset};
use crate::printer;
use crate::vocabulary as say;

use super::{Found, Subject, rules};

/// Finds the second and further ones of rules that do the same.
pub(super) fn check_duplicate_rules(ruleset: &Ruleset, found: &mut Found<'_>) {
    let mut known: HashMap<Essence, Subject<'_>> = HashMap::new();
    for subject in rules(ruleset) {
        let rule = subject.rule;
        let first = *known.entry(Essence::of(rule)).or_insert(subject);
        if first.rule.name != rule.name {
            let wording = say::duplicate_rule(subject, first);
            let (here, there) = (rule.name.span(), first.rule.name.span());
            found.push(rule, wording.at_second(here, there));
        }
    }
}

/// What a rule does and when, its name and its attributes aside. A rule of two groups may be meant: each
/// has its time.
#[derive(PartialEq, Eq, Hash)]
struct Essence {
    group: Option<GroupId>,
    conditions: Vec<String>,
    then: String,
    undo: Option<String>,
}

impl Essence {
    fn of(rule: &Rule) -> Self {
        let mut conditions = rule.texts.clone();
        conditions.sort();
        let text =
            |action: &crate::hir::Action| printer::text(&action.tokens(&action.block.pieces));
        Self {
            group: rule.group,
            conditions,
            then: text(&rule.then),
            undo: rule.undo.as_ref().map(text),
        }
    }
}
