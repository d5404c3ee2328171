//! Evaluates expressions over bound variables.

use super::found::Binding;
use super::memory::{Fact, Memory};
use crate::model::Expression;
use crate::value::Value;

/// What an expression's variables stand for.
pub(super) trait Scope<'r> {
    /// The value of a variable.
    fn value(&self, name: &str) -> Value;
    /// The fact of a fact variable, as it reads.
    fn fact(&self, name: &str) -> &Fact<'r>;
    /// The facts collected in a variable.
    fn members(&self, name: &str) -> Vec<&Fact<'r>>;
}

/// The value of an expression.
pub(super) fn value(expression: &Expression, scope: &dyn Scope<'_>) -> Value {
    match expression {
        Expression::Constant(constant) => *constant,
        Expression::Variable(name) | Expression::Shown(name) => scope.value(name),
        Expression::Field(name, field) => scope.fact(name).get(field),
        Expression::Total(name) => Value::Int(scope.fact(name).total()),
        Expression::Length(name) => Value::Count(scope.members(name).len()),
        Expression::Vacant(name) => Value::Bool(scope.members(name).is_empty()),
        Expression::Sum(name, field) => {
            let members = scope.members(name);
            Value::Int(members.iter().map(|member| member.get(field).int()).sum())
        }
        Expression::Distinct(left, right) => {
            Value::Bool(scope.fact(left).id != scope.fact(right).id)
        }
        Expression::AsInt(inner) => match value(inner, scope) {
            Value::Count(count) => Value::Int(i32::try_from(count).expect("a small count")),
            other => panic!("expected a count, found `{other}`"),
        },
        Expression::Owned(inner) => value(inner, scope),
        Expression::Not(inner) => Value::Bool(!value(inner, scope).truth()),
        Expression::Wrap(inner) => {
            Value::Int(value(inner, scope).int().rem_euclid(crate::value::DOMAIN))
        }
        Expression::Binary(operator, left, right) => {
            operator.apply(value(left, scope), value(right, scope))
        }
    }
}

/// Bindings read through working memory.
pub(super) struct View<'m, 'r> {
    pub(super) bindings: &'m [(&'r str, Binding)],
    pub(super) memory: &'m Memory<'r>,
}

impl View<'_, '_> {
    fn binding(&self, name: &str) -> &Binding {
        let mut bindings = self.bindings.iter().rev();
        let found = bindings.find(|(bound, _)| *bound == name);
        &found
            .unwrap_or_else(|| panic!("unbound variable `{name}`"))
            .1
    }
}

impl<'r> Scope<'r> for View<'_, 'r> {
    fn value(&self, name: &str) -> Value {
        match self.binding(name) {
            Binding::Value(value) => *value,
            other => panic!("expected a value in `{name}`, found {other:?}"),
        }
    }

    fn fact(&self, name: &str) -> &Fact<'r> {
        match self.binding(name) {
            Binding::Fact(id) => self.memory.get(*id).expect("a fact of a match is there"),
            other => panic!("expected a fact in `{name}`, found {other:?}"),
        }
    }

    fn members(&self, name: &str) -> Vec<&Fact<'r>> {
        match self.binding(name) {
            Binding::Facts(ids) => ids.iter().filter_map(|id| self.memory.get(*id)).collect(),
            other => panic!("expected facts in `{name}`, found {other:?}"),
        }
    }
}
