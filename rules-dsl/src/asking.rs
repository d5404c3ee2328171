//! What calls of recursive queries in rules ask, as queries of their own.
//!
//! Stands between `reduce` and `plan`. For each call there is a query after those of the user: its conditions are those
//! that hold where the call stands, its results the arguments. It is no method of the session, and nobody is told of it.

use quote::format_ident;
use syn::parse_quote;

use crate::analysis::asked::{asker, before, waiting};
use crate::hir::{Action, Condition, ElementId, FactTypeId, Query, Rule, Ruleset};

/// Adds the queries.
pub(crate) fn add_questions(ruleset: &mut Ruleset) {
    let types = (0..ruleset.fact_types.len()).map(FactTypeId);
    let questions: Vec<Query> = types.filter_map(|of| question(ruleset, of)).collect();
    ruleset.queries.extend(questions);
}

/// The query that finds what the call asks whose answers are of a type.
fn question(ruleset: &Ruleset, of: FactTypeId) -> Option<Query> {
    let site = ruleset.fact_types[of.0].site.as_ref()?;
    if waiting(ruleset, of).is_some() {
        // Each fact says it as it comes.
        return None;
    }
    let (rule, element) = asker(ruleset, of)?;
    let rule = ruleset.rule(rule);
    let conditions = before(rule, element);
    let mut elements = rule.elements.clone();
    for element in bound(rule, &conditions) {
        elements[element.0].inner = false;
    }
    let rule = Rule {
        name: format_ident!("asks_{}_{}", site.query, of.0, span = rule.name.span()),
        was: Vec::new(),
        docs: Vec::new(),
        group: None,
        stage: None,
        salience: None,
        computed_salience: None,
        on_change: Vec::new(),
        then: Action::empty(rule.name.span()),
        undo: None,
        conditions,
        elements,
        ..rule.clone()
    };
    Some(Query {
        vis: parse_quote! {},
        rule,
        params: Vec::new(),
        recursive: false,
        asks: Some(of),
        select: Some((site.asked.clone(), site.question.clone())),
    })
}

/// The elements of a match of conditions.
fn bound(rule: &Rule, conditions: &[Condition]) -> Vec<ElementId> {
    let mut elements = Vec::new();
    for condition in conditions {
        match condition {
            Condition::Fact { element, .. } => elements.push(*element),
            Condition::Each(id) => elements.push(rule.eaches[id.0].element),
            Condition::Accumulate(id) => elements.push(rule.accumulates[id.0].element),
            Condition::Either { branches, .. } => {
                elements.extend(branches.iter().flat_map(|branch| bound(rule, branch)));
            }
            Condition::Test(_) | Condition::Quantified { .. } => {}
        }
    }
    elements
}
