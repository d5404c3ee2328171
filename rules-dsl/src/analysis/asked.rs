//! The calls of recursive queries in rules: what stands before each, and on which facts its answers rest.

use std::collections::{BTreeMap, BTreeSet};

use crate::hir::{
    Condition, ElementId, ElementKind, FactTypeId, Rule, RuleId, Ruleset, Source, TestId, Wait,
};

use super::touched::{FieldsRead, needs_alone};

/// The rule whose call has answers of a type, with the element that stands for them.
pub(crate) fn asker(ruleset: &Ruleset, answers: FactTypeId) -> Option<(RuleId, ElementId)> {
    let mut rules = ruleset.rules.iter().enumerate();
    rules.find_map(|(number, rule)| {
        let mut elements = (0..rule.elements.len()).map(ElementId);
        let of = |&element: &ElementId| rule.pattern_type(element) == Some(answers);
        Some((RuleId(number), elements.find(of)?))
    })
}

/// The rule that waits for the instants of a type, and its pattern by whose fact alone each is known. Then a fact says as
/// it comes for what is waited, whatever else the rule asks for. None where the instants are those of matches.
pub(crate) fn waiting(ruleset: &Ruleset, instants: FactTypeId) -> Option<(RuleId, ElementId)> {
    let site = ruleset.fact_types[instants.0].site.as_ref()?;
    let (id, _) = asker(ruleset, instants)?;
    if let Wait::Window(event) = site.waits.as_ref()? {
        return Some((id, *event));
    }
    let rule = ruleset.rule(id);
    let needs = &site.question.needs;
    let mut variables = needs.variables.iter();
    let is_read = variables.all(|variable| {
        let source = &rule.variables[variable.0].source;
        matches!(source, Source::Fact(_) | Source::Field { .. })
    });
    let mut elements = needs.elements.iter();
    let element = elements.next().filter(|_| is_read)?;
    let is_only = elements.next().is_none() && rule.pattern_type(*element).is_some();
    (is_only && guards(ruleset, instants, *element).is_some()).then_some((id, *element))
}

/// The tests to the left of a question of one fact that may guard its expression, in order: those that read the same fields. None
/// where one of them needs other facts, too.
pub(crate) fn guards(
    ruleset: &Ruleset,
    instants: FactTypeId,
    element: ElementId,
) -> Option<Vec<TestId>> {
    let site = ruleset.fact_types[instants.0].site.as_ref()?;
    let Some(Wait::Due { is_computed: true }) = site.waits else {
        return Some(Vec::new());
    };
    let (id, asks) = asker(ruleset, instants)?;
    let rule = ruleset.rule(id);
    let read = FieldsRead::of_needs(rule, &site.question.needs, element);
    let mut tests = Vec::new();
    for condition in before(rule, asks) {
        match condition {
            Condition::Fact { tests: of_fact, .. } => tests.extend(of_fact),
            Condition::Test(test) => tests.push(test),
            _ => {}
        }
    }
    tests.retain(|&test| {
        !rule.tests[test.0].is_let() && FieldsRead::of(rule, test, element).meets(&read)
    });
    let is_own = |test: &TestId| needs_alone(rule, *test, element, &BTreeMap::new());
    tests.iter().all(is_own).then_some(tests)
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
    if let Some((rule, element)) = waiting(ruleset, answers) {
        types.extend(ruleset.rule(rule).pattern_type(element));
    } else if let Some((rule, element)) = asker(ruleset, answers) {
        let rule = ruleset.rule(rule);
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
