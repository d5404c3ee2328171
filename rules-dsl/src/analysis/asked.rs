//! The calls of recursive queries in rules: what stands before each, and on which facts its answers rest.

use std::collections::BTreeSet;

use crate::hir::{Condition, ElementId, ElementKind, FactTypeId, Rule, Ruleset};

/// The rule whose call has answers of a type, with the element that stands for them.
pub(crate) fn asker(ruleset: &Ruleset, answers: FactTypeId) -> Option<(&Rule, ElementId)> {
    ruleset.rules.iter().find_map(|rule| {
        let mut elements = (0..rule.elements.len()).map(ElementId);
        let of = |&element: &ElementId| rule.pattern_type(element) == Some(answers);
        Some((rule, elements.find(of)?))
    })
}

/// The conditions that hold where an element is looked for: those before it, and those before each that it stands in.
pub(crate) fn before(rule: &Rule, element: ElementId) -> Vec<Condition> {
    let mut found = Vec::new();
    gather(rule, &rule.conditions, element, &mut found);
    found
}

fn gather(
    rule: &Rule,
    conditions: &[Condition],
    element: ElementId,
    found: &mut Vec<Condition>,
) -> bool {
    for condition in conditions {
        if let Condition::Fact { element: other, .. } = condition
            && *other == element
        {
            return true;
        }
        for inner in condition.children(rule) {
            let before = found.len();
            if gather(rule, inner, element, found) {
                return true;
            }
            found.truncate(before);
        }
        found.push(condition.clone());
    }
    false
}

/// The types of the facts on which the answers of a type rest, and what is asked: those over which the queries range,
/// and the conditions before the call. None where the type is of no answers.
pub(crate) fn reads(ruleset: &Ruleset, answers: FactTypeId) -> BTreeSet<FactTypeId> {
    let mut types = BTreeSet::new();
    let Some(site) = &ruleset.fact_types[answers.0].site else {
        return types;
    };
    for query in &ruleset.queries {
        if site
            .reached
            .contains(&crate::names::plain(&query.rule.name))
        {
            let elements = (0..query.rule.elements.len()).map(ElementId);
            types.extend(elements.filter_map(|element| query.rule.pattern_type(element)));
        }
    }
    if let Some((rule, element)) = asker(ruleset, answers) {
        let conditions = before(rule, element);
        rule.walk(&conditions, &mut |condition| {
            if let Condition::Fact { element, .. } = condition
                && let ElementKind::Fact { fact_type, .. } = rule.elements[element.0].kind
            {
                types.insert(fact_type);
            }
        });
    }
    types
}

/// Whether answers of a type rest on facts of another, through other answers too.
pub(crate) fn is_reason(ruleset: &Ruleset, of: FactTypeId, answers: FactTypeId) -> bool {
    let reads = reads(ruleset, answers);
    let mut others = reads.iter();
    reads.contains(&of) || others.any(|&other| is_reason(ruleset, of, other))
}
