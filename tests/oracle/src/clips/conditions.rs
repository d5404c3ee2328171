//! Conditions as conditional elements of CLIPS.

use super::expressions::{expression, function, predicate};
use super::scope::{Named, Scope};
use super::{IDENTITY, Writer, constant, slot};
use crate::model::{Condition, Expression, Pattern, Test};

impl<'r> Writer<'r> {
    /// Conditions that stand together; `scope` becomes the scope after them. A `let` is none.
    pub(super) fn block(&mut self, block: &'r [Condition], scope: &mut Scope<'r>) -> Vec<String> {
        let mut elements = Vec::new();
        for condition in block {
            if let Condition::Let(name, value) = condition {
                scope.values.insert(name, expression(value, scope));
                continue;
            }
            elements.push(self.condition(condition, scope));
            // A guard is a test of its own: CLIPS 6.4 overlooks a predicate that stands after a constant in a slot.
            if let Condition::Pattern(pattern) = condition
                && let Some(guard) = &pattern.guard
            {
                elements.push(format!("(test {})", predicate(guard, scope)));
            }
        }
        elements
    }

    fn condition(&mut self, condition: &'r Condition, scope: &mut Scope<'r>) -> String {
        match condition {
            Condition::Pattern(pattern) => self.pattern(pattern, scope),
            Condition::Not(block) => {
                let block = self.block(block, &mut scope.clone());
                format!("(not {})", together(&block))
            }
            Condition::Exists(block) => {
                let block = self.block(block, &mut scope.clone());
                format!("(exists {})", listed(&block))
            }
            Condition::Forall(left, right) => {
                let mut scope = scope.clone();
                let left = self.block(left, &mut scope);
                let right = self.block(right, &mut scope);
                format!("(forall {} {})", together(&left), listed(&right))
            }
            Condition::Either(branches) => self.either(branches, &condition.bound(), scope),
            Condition::If(test) => format!("(test {})", predicate(test, scope)),
            Condition::IfLet {
                constant: expected,
                name,
                left,
                right,
            } => {
                let test = format!(
                    "(test (eq {} {}))",
                    expression(left, scope),
                    constant(*expected)
                );
                scope.values.insert(name, expression(right, scope));
                test
            }
            Condition::Unique(_)
            | Condition::Let(..)
            | Condition::For(..)
            | Condition::Kept(..)
            | Condition::LookUp(_)
            | Condition::Asked(_)
            | Condition::Again(_)
            | Condition::Due(_)
            | Condition::Accumulate(_) => {
                panic!("CLIPS has no such condition: {condition:?}")
            }
        }
    }

    /// Branches; a variable that every one binds has one name in all.
    fn either(
        &mut self,
        branches: &'r [Vec<Condition>],
        common: &[&'r str],
        scope: &mut Scope<'r>,
    ) -> String {
        let mut inner = scope.clone();
        for name in common {
            if !scope.values.contains_key(name) && !scope.planned.contains_key(name) {
                inner.planned.insert(name, self.names.fresh());
            }
        }
        let mut elements = Vec::new();
        for branch in branches {
            let mut inner = inner.clone();
            elements.push(together(&self.block(branch, &mut inner)));
            for name in common {
                let text = inner.value(name).to_owned();
                let before = scope.values.insert(name, text.clone());
                assert!(
                    before.is_none_or(|before| before == text),
                    "CLIPS has no name for `{name}` after branches that compute it"
                );
            }
        }
        format!("(or {})", elements.join(" "))
    }

    fn pattern(&mut self, pattern: &'r Pattern, scope: &mut Scope<'r>) -> String {
        let kind = self.ruleset.fact_type(&pattern.fact);
        let mut slots = Vec::new();
        let mut fields = vec![String::new(); kind.fields.len()];
        let named = pattern.fields.iter().map(|(field, _)| field);
        let others = kind.fields.iter().map(|(field, _)| field);
        let mut order: Vec<&String> = Vec::new();
        for field in named.chain(others) {
            if !order.contains(&field) {
                order.push(field);
            }
        }
        for field in order {
            let tests = pattern.fields.iter().filter(|(named, _)| named == field);
            let tests: Vec<&'r Test> = tests.map(|(_, test)| test).collect();
            let (variable, constraint) = self.field(&tests, scope);
            fields[kind.place(field)] = variable;
            slots.push((slot(field), constraint));
        }
        let name = pattern.name.as_deref();
        let address = name.filter(|name| self.written.contains(name));
        let address = address.map(|_| self.names.fresh());
        let identity = (name.is_some() && !kind.unique).then(|| self.names.fresh());
        if let Some(name) = name {
            let named = Named {
                kind,
                address: address.clone(),
                fields,
                identity: identity.clone(),
            };
            scope.facts.insert(name, named);
        }
        slots.extend(identity.map(|variable| (IDENTITY.into(), variable)));
        let slots: Vec<String> = slots
            .into_iter()
            .map(|(slot, constraint)| format!("({slot} {constraint})"))
            .collect();
        let address = address.map(|variable| format!("{variable} <- "));
        format!(
            "{}({} {})",
            address.unwrap_or_default(),
            kind.name,
            slots.join(" ")
        )
    }

    /// The variable of a slot, and its constraint, which begins with the variable.
    fn field(&mut self, tests: &[&'r Test], scope: &mut Scope<'r>) -> (String, String) {
        let joins = tests.iter().filter_map(|test| match test {
            Test::Variable(name) => Some(name.as_str()),
            _ => None,
        });
        let joins: Vec<&'r str> = joins.collect();
        let unbound = joins.iter().find(|name| !scope.values.contains_key(**name));
        let bound = joins.iter().find(|name| {
            let value = scope.values.get(**name);
            value.is_some_and(|value| value.starts_with('?'))
        });
        let variable = match (unbound, bound) {
            (Some(name), _) => match scope.planned.get(name) {
                Some(planned) => planned.clone(),
                None => self.names.fresh(),
            },
            (None, Some(name)) => scope.value(name).to_owned(),
            (None, None) => self.names.fresh(),
        };
        let mut constraint = variable.clone();
        for test in tests {
            constraint += &constraint_of(test, &variable, tests.len() > 1, scope);
        }
        (variable, constraint)
    }
}

/// What a test adds to the constraint of a slot that the variable stands for.
fn constraint_of<'r>(
    test: &'r Test,
    variable: &str,
    others: bool,
    scope: &mut Scope<'r>,
) -> String {
    match test {
        Test::Any => String::new(),
        Test::Variable(name) => {
            let values = &mut scope.values;
            let bound = values.entry(name).or_insert_with(|| variable.to_owned());
            match bound.as_str() {
                same if same == variable => String::new(),
                call if call.starts_with('(') => format!("&={call}"),
                other => format!("&{other}"),
            }
        }
        Test::Constant(value) => format!("&{}", constant(*value)),
        Test::OneOf(values) if others => {
            let values = values.iter();
            let values: Vec<String> = values
                .map(|value| format!("(eq {variable} {})", constant(*value)))
                .collect();
            format!("&:(or {})", values.join(" "))
        }
        Test::OneOf(values) => {
            let values: Vec<String> = values.iter().map(|value| constant(*value)).collect();
            format!("&{}", values.join("|"))
        }
        Test::Range(low, high) => format!("&:(<= {low} {variable} {high})"),
        Test::Compare(operator, compared) => {
            compare(function(*operator), variable, compared, scope)
        }
    }
}

fn compare(function: &str, variable: &str, compared: &Expression, scope: &Scope<'_>) -> String {
    let compared = expression(compared, scope);
    format!("&:({function} {variable} {compared})")
}

/// What holds always.
const TRUE: &str = "(test (eq TRUE TRUE))";

/// Elements one after another, at least one: of what only computes, a branch or what a condition was cut down to, there are
/// none.
fn listed(elements: &[String]) -> String {
    match elements {
        [] => TRUE.into(),
        _ => elements.join(" "),
    }
}

/// Elements as one.
fn together(elements: &[String]) -> String {
    match elements {
        [] | [_] => listed(elements),
        _ => format!("(and {})", listed(elements)),
    }
}
