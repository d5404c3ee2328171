//! Patterns that fall into sets which share nothing: every fact of one is matched with every fact of the
//! other.

use petgraph::unionfind::UnionFind;

use crate::diagnostic::Diagnostic;
use crate::hir::{
    Condition, ElementId, ElementKind, Identity, KeyField, Needs, Rule, Ruleset, Source, TestId,
    VariableId,
};
use crate::vocabulary as say;

use super::{Found, Subject, rules_and_queries};
use crate::analysis::terms::{Claim, Reader, Renamed, Term};
use crate::names::member_name;

/// Finds the patterns that nothing relates to those before.
pub(super) fn check_cross_products(ruleset: &Ruleset, found: &mut Found<'_>) {
    for subject in rules_and_queries(ruleset) {
        for warning in cross_products(ruleset, subject) {
            found.push(subject.rule, warning);
        }
    }
}

fn cross_products(ruleset: &Ruleset, subject: Subject<'_>) -> Vec<Diagnostic> {
    let rule = subject.rule;
    let name = |element: ElementId| match rule.elements[element.0].kind {
        // The answers of a query are of a type that has no name.
        ElementKind::Fact { fact_type, .. } if ruleset.fact_types[fact_type.0].site.is_none() => {
            ruleset.fact_types[fact_type.0].name.to_string()
        }
        _ => rule.elements[element.0].text.clone(),
    };
    let mut related = Related::in_rule(rule);
    let mut seen: Vec<(usize, ElementId)> = Vec::new();
    let mut warnings = Vec::new();
    for element in partners(ruleset, rule) {
        let set = related.sets.find_mut(element.0);
        if seen.iter().any(|(other, _)| *other == set) {
            continue;
        }
        if let Some((_, first)) = seen.first() {
            let [here, there] = [element, *first].map(|element| rule.elements[element.0].span);
            let wording = say::cross_product(subject, name(element), name(*first));
            warnings.push(wording.at_second(here, there.start));
        }
        seen.push((set, element));
    }
    warnings
}

/// The patterns of a rule that bind variables, and of which there may be several matches.
fn partners(ruleset: &Ruleset, rule: &Rule) -> Vec<ElementId> {
    let patterns = rule
        .conditions
        .iter()
        .filter_map(|condition| match condition {
            Condition::Fact { element, tests } => Some((*element, tests)),
            _ => None,
        });
    patterns
        .filter(|(element, tests)| {
            binds(rule, *element)
                && !is_trigger(rule, *element)
                && !is_single(ruleset, rule, *element, tests)
        })
        .map(|(element, _)| element)
        .collect()
}

fn binds(rule: &Rule, element: ElementId) -> bool {
    rule.variables.iter().any(|variable| {
        let of = match &variable.source {
            Source::Fact(of) | Source::Field { element: of, .. } => Some(*of),
            Source::Test(test) => match &rule.tests[test.0].kind {
                crate::hir::TestKind::Match { element: of, .. } => Some(*of),
                _ => None,
            },
            _ => None,
        };
        of == Some(element) && !variable.name.to_string().starts_with('_')
    })
}

/// Whether a pattern only asks for some fact of its type, as the only one to do so: the fact sets the rule
/// going, and the rule is meant to be about each other fact.
fn is_trigger(rule: &Rule, element: ElementId) -> bool {
    let ElementKind::Fact {
        fact_type,
        reads,
        whole,
        variant,
    } = &rule.elements[element.0].kind
    else {
        return false;
    };
    let of_type = rule.elements.iter().filter(|other| {
        matches!(&other.kind, ElementKind::Fact { fact_type: other, .. } if other == fact_type)
    });
    variant.is_none() && reads.is_empty() && !whole && of_type.count() == 1
}

/// Whether at most one fact matches a pattern: its key is none, or constant.
fn is_single(ruleset: &Ruleset, rule: &Rule, element: ElementId, tests: &[TestId]) -> bool {
    let ElementKind::Fact { fact_type, .. } = rule.elements[element.0].kind else {
        return false;
    };
    let Identity::Key(fields) = &ruleset.fact_types[fact_type.0].identity else {
        return false;
    };
    let reader = Reader {
        ruleset,
        rule,
        renamed: &Renamed::new(),
    };
    let claims: Vec<Claim> = tests.iter().flat_map(|test| reader.claims(*test)).collect();
    fields.iter().all(|KeyField { member, .. }| {
        let key = Term::Field(element, Some(member_name(member)));
        claims.iter().any(|claim| match claim {
            Claim::Among { term, values } => *term == key && values.is_one(),
            Claim::Ordered { .. } | Claim::Other(_) => false,
        })
    })
}

/// The elements of a rule in sets: those that some condition relates, even through others, are in one.
/// After the elements, the parameters of a query have their places.
struct Related<'r> {
    rule: &'r Rule,
    sets: UnionFind<usize>,
}

impl<'r> Related<'r> {
    fn in_rule(rule: &'r Rule) -> Self {
        let sets = UnionFind::new(rule.elements.len() + rule.variables.len());
        let mut related = Self { rule, sets };
        for condition in &rule.conditions {
            let about = related.condition(condition);
            // Of a pattern each test is a condition by itself.
            if !matches!(condition, Condition::Fact { .. }) {
                related.relate(&about);
            }
        }
        related
    }

    fn relate(&mut self, places: &[usize]) {
        for pair in places.windows(2) {
            self.sets.union(pair[0], pair[1]);
        }
    }

    /// What a condition is about. What its tests relate is related.
    fn condition(&mut self, condition: &'r Condition) -> Vec<usize> {
        match condition {
            Condition::Fact { element, tests } => {
                let mut about = vec![element.0];
                about.extend(tests.iter().flat_map(|test| self.test(*test)));
                about
            }
            Condition::Test(test) => self.test(*test),
            Condition::Quantified { .. } | Condition::Either { .. } => self.children(condition),
            Condition::Accumulate(id) => {
                let accumulate = &self.rule.accumulates[id.0];
                let mut about = vec![accumulate.element.0];
                about.extend(self.children(condition));
                about.extend(accumulate.tests.iter().flat_map(|test| self.test(*test)));
                if let Some(value) = accumulate.function.expression() {
                    about.extend(self.needed(&value.needs));
                }
                about
            }
            Condition::Each(id) => {
                let each = &self.rule.eaches[id.0];
                let mut about = vec![each.element.0];
                about.extend(self.needed(&each.expr.needs));
                about
            }
        }
    }

    fn children(&mut self, condition: &'r Condition) -> Vec<usize> {
        let inner = condition.children(self.rule).into_iter().flatten();
        inner.flat_map(|inner| self.condition(inner)).collect()
    }

    fn test(&mut self, test: TestId) -> Vec<usize> {
        let about = self.needed(&self.rule.tests[test.0].needs);
        self.relate(&about);
        about
    }

    fn needed(&self, needs: &Needs) -> Vec<usize> {
        let parameters = needs.variables.iter().filter(|variable| {
            let source = &self.rule.variables[variable.0].source;
            matches!(source, Source::Parameter(_))
        });
        let parameters = parameters.map(|VariableId(place)| self.rule.elements.len() + place);
        let elements = needs.elements.iter().map(|element| element.0);
        elements.chain(parameters).collect()
    }
}
