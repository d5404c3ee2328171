//! Makes expressions over what is bound.

use super::Generator;
use super::scope::Scope;
use crate::elements::Element;
use crate::model::{Expression, Operator};
use crate::value::{DOMAIN, Kind, Value};

/// The operators that compare.
const COMPARISONS: [(u32, Operator); 6] = [
    (5, Operator::Equal),
    (2, Operator::Unequal),
    (2, Operator::Less),
    (1, Operator::AtMost),
    (2, Operator::Greater),
    (1, Operator::AtLeast),
];

impl Generator {
    /// A value of a kind that a field has.
    pub(super) fn constant(&mut self, kind: Kind) -> Value {
        self.random.value(kind)
    }

    /// Every expression of a kind that is a variable, a field or the like.
    pub(super) fn atoms(&self, scope: &Scope, kind: Kind) -> Vec<Expression> {
        let variables = scope.of(kind).into_iter();
        let mut atoms: Vec<_> = variables
            .map(|name| Expression::Variable(name.into()))
            .collect();
        for (name, fact) in &scope.facts {
            let declared = self.facts.iter().find(|declared| declared.name == *fact);
            let fields = &declared.expect("a declared type").fields;
            for (field, _) in fields.iter().filter(|(_, held)| *held == kind) {
                atoms.push(Expression::Field(name.clone(), field.clone()));
            }
        }
        if kind == Kind::Int {
            let counts = scope.of(Kind::Count).into_iter();
            atoms.extend(counts.map(|name| {
                let count = Expression::Variable(name.into());
                Expression::AsInt(Box::new(count))
            }));
            atoms.extend(scope.lists.iter().map(|(name, _)| {
                let length = Expression::Length(name.clone());
                Expression::AsInt(Box::new(length))
            }));
        }
        atoms
    }

    /// An expression of a kind, of what is bound if anything of that kind is.
    pub(super) fn expression(&mut self, scope: &Scope, kind: Kind) -> Expression {
        let atoms = self.atoms(scope, kind);
        if atoms.is_empty() || self.random.chance(12) {
            return Expression::Constant(self.constant(kind));
        }
        let atom = self.random.pick(&atoms).clone();
        match kind {
            Kind::Int => match self.random.below(10) {
                0..=5 => atom,
                6 | 7 => atom.plus(1),
                8 => atom.plus(self.random.pick(&atoms).clone()),
                _ => atom.with(Operator::Subtract, self.random.pick(&atoms).clone()),
            },
            Kind::Bool if self.random.chance(40) => Expression::Not(Box::new(atom)),
            _ => atom,
        }
    }

    /// A test of what is bound, or nothing where nothing fit for it is.
    pub(super) fn test(&mut self, scope: &Scope) -> Option<Expression> {
        let first = self.comparison(scope)?;
        if !self.random.chance(15) {
            return Some(first);
        }
        let second = self.comparison(scope)?;
        let operator = *self
            .random
            .pick(&[Operator::And, Operator::Or, Operator::Or]);
        // Under `&&` the two must not contradict each other, so they are about different variables.
        let apart = operator == Operator::Or
            || !names(&first)
                .iter()
                .any(|name| names(&second).contains(name));
        Some(if apart {
            first.with(operator, second)
        } else {
            first
        })
    }

    fn comparison(&mut self, scope: &Scope) -> Option<Expression> {
        if self.random.chance(12)
            && let Some(test) = self.whole(scope)
        {
            return Some(test);
        }
        let kind = *self
            .random
            .weighted(&[(8, Kind::Int), (1, Kind::Bool), (1, Kind::Color)]);
        let kinds = [kind, Kind::Int, Kind::Bool, Kind::Color];
        let kind = kinds
            .into_iter()
            .find(|kind| !self.atoms(scope, *kind).is_empty())?;
        let atoms = self.atoms(scope, kind);
        let mut left = self.random.pick(&atoms).clone();
        if let Expression::Variable(name) = &left
            && kind == Kind::Int
            && self.uses(Element::Formats)
            && self.random.chance(40)
        {
            left = Expression::Shown(name.clone());
        }
        if kind == Kind::Bool && self.random.chance(40) {
            return Some(left);
        }
        let mut right = self.expression(scope, kind);
        if names(&right).iter().any(|name| names(&left).contains(name)) {
            right = Expression::Constant(self.constant(kind));
        }
        let operator = match kind {
            Kind::Int => *self.random.weighted(&COMPARISONS),
            _ => *self
                .random
                .pick(&[Operator::Equal, Operator::Equal, Operator::Unequal]),
        };
        // A comparison that no value of a field passes would be refused.
        if let Expression::Constant(Value::Int(constant)) = right {
            let inside = constant.clamp(1, DOMAIN - 2);
            return Some(left.with(operator, inside));
        }
        Some(left.with(operator, right))
    }

    /// A test of facts as such: two that differ, one used whole, members of a list.
    fn whole(&mut self, scope: &Scope) -> Option<Expression> {
        if scope.facts.is_empty() {
            return self.members(scope);
        }
        let (name, fact) = self.random.pick(&scope.facts).clone();
        let mut others = scope.facts.iter();
        if let Some((other, _)) = others.find(|(other, of)| *other != name && *of == fact) {
            return Some(Expression::Distinct(name, other.clone()));
        }
        if !scope.lists.is_empty() && self.random.chance(50) {
            return self.members(scope);
        }
        let limit = self.random.int(1, 4);
        if self.uses(Element::Whole) {
            return Some(Expression::Total(name).above(limit));
        }
        None
    }

    /// A test of collected facts.
    fn members(&mut self, scope: &Scope) -> Option<Expression> {
        let (name, fact) = scope.lists.first()?.clone();
        if self.uses(Element::Whole) && self.random.chance(40) {
            let declared = self.facts.iter().find(|declared| declared.name == fact)?;
            let field = declared.fields[0].0.clone();
            return Some(Expression::Sum(name, field).above(self.random.int(1, 4)));
        }
        let vacant = Expression::Vacant(name);
        Some(match self.random.below(3) {
            0 => vacant,
            _ => Expression::Not(Box::new(vacant)),
        })
    }
}

/// The variables in an expression.
fn names(expression: &Expression) -> Vec<&str> {
    let mut names = Vec::new();
    expression.walk(&mut |part| match part {
        Expression::Variable(name)
        | Expression::Shown(name)
        | Expression::Field(name, _)
        | Expression::Total(name)
        | Expression::Length(name)
        | Expression::Vacant(name)
        | Expression::Sum(name, _) => names.push(name.as_str()),
        Expression::Distinct(left, right) => names.extend([left.as_str(), right.as_str()]),
        _ => {}
    });
    names
}
