//! Variables that are bound and not used: often a misspelt name, which was to join.

use std::collections::BTreeSet;

use crate::diagnostic::nearest;
use crate::hir::{
    ElementId, Expression, Function, Needs, Query, Rule, Ruleset, Source, TestKind, Variable,
    VariableId,
};
use crate::vocabulary as say;

use super::{Found, Subject, rules_and_queries};
use crate::names::member_name;

/// Finds the variables that nothing uses.
pub(super) fn check_unused_variables(ruleset: &Ruleset, found: &mut Found<'_>) {
    let selects = ruleset.rules.iter().map(|_| None);
    let selects = selects.chain(ruleset.queries.iter().map(select));
    for (subject, select) in rules_and_queries(ruleset).zip(selects) {
        let mut used = Used {
            rule: subject.rule,
            variables: BTreeSet::new(),
        };
        used.add_rule();
        used.add(select);
        used.add_same_values();
        check_variables(ruleset, subject, &used.variables, found);
    }
}

fn select(query: &Query) -> Option<&Expression> {
    query.select.as_ref().map(|(_, expression)| expression)
}

fn check_variables(
    ruleset: &Ruleset,
    subject: Subject<'_>,
    used: &BTreeSet<VariableId>,
    found: &mut Found<'_>,
) {
    let variables = subject.rule.variables.iter();
    let later_branches: BTreeSet<VariableId> = variables
        .filter_map(|variable| match &variable.source {
            Source::Either { branches, .. } => branches.get(1..),
            _ => None,
        })
        .flatten()
        .copied()
        .collect();
    for (number, variable) in subject.rule.variables.iter().enumerate() {
        let name = variable.name.to_string();
        let is_result = is_result(ruleset, subject.rule, &variable.source);
        let is_named_twice = match &variable.source {
            // A key groups, and the variables of the branches are there themselves.
            Source::Key { .. } | Source::Either { .. } => continue,
            Source::Field { member, .. } => member_name(member) == name,
            _ => false,
        };
        let id = VariableId(number);
        // A variable of all branches is one.
        if name.starts_with('_') || used.contains(&id) || later_branches.contains(&id) {
            continue;
        }
        let wording = if let Some(meant) = meant(subject, used, &name) {
            say::misspelt_variable(subject, &name, meant)
        } else if is_named_twice {
            say::unused_field_variable(subject, &name)
        } else if is_result {
            say::unused_result(subject, &name)
        } else {
            say::unused_variable(subject, &name)
        };
        found.push(subject.rule, wording.at(variable.name.span()));
    }
}

/// Whether a variable names what comes of a condition, an accumulate or the call of a query: a place that is not left empty.
fn is_result(ruleset: &Ruleset, rule: &Rule, source: &Source) -> bool {
    let is_answer = |element: ElementId| {
        let of = rule.pattern_type(element);
        of.is_some_and(|of| ruleset.fact_types[of.0].site.is_some())
    };
    match source {
        Source::Accumulate(_) | Source::Each(_) => true,
        Source::Fact(element) | Source::Field { element, .. } => is_answer(*element),
        Source::Test(_) | Source::Key { .. } | Source::Parameter(_) | Source::Either { .. } => {
            false
        }
    }
}

/// The other variable that a name may have been meant for.
fn meant(subject: Subject<'_>, used: &BTreeSet<VariableId>, name: &str) -> Option<String> {
    let variables = used
        .iter()
        .map(|id| subject.rule.variables[id.0].name.to_string());
    let others: Vec<String> = variables
        .filter(|other| other.chars().count() > 2)
        .collect();
    nearest(name, others.iter().map(String::as_str)).map(str::to_owned)
}

/// Whether a variable stands for a value that another has a name for: for the same fact, or for what it was handed on as.
fn is_same(used: &Variable, other: &Variable) -> bool {
    let (name, of) = (used.name.to_string(), other.name.to_string());
    let is_handed_on = name.starts_with("__") && name.ends_with(&format!("_{of}"));
    match (&used.source, &other.source) {
        (Source::Fact(used), Source::Fact(other)) => used == other,
        (Source::Accumulate(used), Source::Accumulate(other)) => is_handed_on && used == other,
        (
            Source::Field { element, member },
            Source::Field {
                element: other,
                member: of,
            },
        ) => is_handed_on && element == other && member == of,
        _ => false,
    }
}

/// The variables that something uses.
struct Used<'r> {
    rule: &'r Rule,
    variables: BTreeSet<VariableId>,
}

impl<'r> Used<'r> {
    fn add_rule(&mut self) {
        let rule = self.rule;
        let tests = rule.tests.iter().map(|test| &test.needs);
        let blocks = rule.actions().map(|action| &action.needs);
        for needs in tests.chain(blocks) {
            self.add_needs(needs);
        }
        for test in &rule.tests {
            if let TestKind::Relation { event, .. } = test.kind {
                self.add_variable(event);
            }
        }
        self.add(&rule.computed_salience);
        self.add(&rule.on_change);
        for accumulate in &rule.accumulates {
            self.add_function(&accumulate.function);
            for key in &accumulate.by {
                self.add_variable(*key);
            }
        }
        self.add(rule.eaches.iter().map(|each| &each.expr));
    }

    fn add(&mut self, expressions: impl IntoIterator<Item = &'r Expression>) {
        for expression in expressions {
            self.add_needs(&expression.needs);
        }
    }

    fn add_needs(&mut self, needs: &Needs) {
        for variable in &needs.variables {
            self.add_variable(*variable);
        }
    }

    /// What is used under one name is used: a query that is called has another for its argument.
    fn add_same_values(&mut self) {
        let variables = &self.rule.variables;
        let others = variables.iter().enumerate().filter(|(_, other)| {
            let mut used = self.variables.iter().map(|id| &variables[id.0]);
            used.any(|used| is_same(used, other))
        });
        let others: Vec<VariableId> = others.map(|(number, _)| VariableId(number)).collect();
        self.variables.extend(others);
    }

    fn add_variable(&mut self, variable: VariableId) {
        if !self.variables.insert(variable) {
            return;
        }
        if let Source::Either { branches, .. } = &self.rule.variables[variable.0].source {
            for branch in branches {
                self.add_variable(*branch);
            }
        }
    }

    fn add_function(&mut self, function: &'r Function) {
        self.add(function.expression());
        let member = match function {
            Function::Collect(member) => Some(*member),
            _ => function.best(),
        };
        if let Some(member) = member {
            // The name says which fact is meant.
            let variables = self.rule.variables.iter().enumerate();
            let named = variables
                .filter(|(_, variable)| matches!(variable.source, Source::Fact(e) if e == member));
            self.variables
                .extend(named.map(|(number, _)| VariableId(number)));
        }
    }
}
