//! Makes fact patterns.

use super::Generator;
use super::scope::Scope;
use crate::model::{Expression, FactType, Operator, Pattern, Test, condition};
use crate::value::Kind;

/// The names that several local places use, by the depth of the place.
pub(super) const LOCAL: [&str; 4] = ["outer", "local", "inner", "inmost"];
const LAST: u32 = 3;

impl Generator {
    /// A fact type, more often one that is already matched in the rule.
    pub(super) fn some_type(&mut self, scope: &Scope) -> FactType {
        if !scope.facts.is_empty() && self.random.chance(35) {
            let (_, name) = self.random.pick(&scope.facts).clone();
            let declared = self.matched.iter().find(|declared| declared.name == name);
            if let Some(declared) = declared {
                return declared.clone();
            }
        }
        self.random.pick(&self.matched.clone()).clone()
    }

    /// A pattern of some type, named if `named` or by chance; `scope` becomes the scope after it.
    pub(super) fn pattern(&mut self, scope: &mut Scope, named: bool) -> Pattern {
        self.pattern_of(scope, named, None)
    }

    /// A pattern that binds a variable of that name to its first field, which is an integer in every type.
    pub(super) fn pattern_binding(&mut self, scope: &mut Scope, name: &str) -> Pattern {
        self.pattern_of(scope, false, Some(name))
    }

    fn pattern_of(&mut self, scope: &mut Scope, named: bool, first: Option<&str>) -> Pattern {
        let declared = self.some_type(scope);
        let mut pattern = condition::fact(&declared.name);
        let mut first = first;
        for (field, kind) in &declared.fields {
            let test = match first.take() {
                Some(name) => {
                    scope.bind(name, *kind);
                    Some(Test::Variable(name.into()))
                }
                None => self.field_test(scope, &declared, field, *kind),
            };
            match test {
                Some(test) => pattern = pattern.test(field, test),
                None if declared.tuple => pattern = pattern.test(field, Test::Any),
                None => {}
            }
        }
        if declared.tuple && pattern.fields.iter().all(|(_, test)| *test == Test::Any) {
            let name = self.variable(scope, "0");
            scope.bind(&name, declared.fields[0].1);
            pattern.fields[0].1 = Test::Variable(name);
        }
        let twice = !declared.tuple && !named && self.random.chance(4);
        if twice && pattern.fields.iter().all(|(field, _)| field != "x") {
            pattern = pattern.test("x", Test::Range(1, 2));
            let name = self.variable(scope, "x");
            scope.bind(&name, Kind::Int);
            return pattern.bind("x", &name);
        }
        if named || self.random.chance(55) {
            let name = self.fresh("a");
            scope.bind_fact(&name, &declared.name);
            pattern = pattern.named(&name);
        }
        if self.random.chance(22) {
            pattern.guard = self.guard(scope, &pattern);
        }
        pattern
    }

    /// What stands after a field's name, or nothing.
    fn field_test(
        &mut self,
        scope: &mut Scope,
        declared: &FactType,
        field: &str,
        kind: Kind,
    ) -> Option<Test> {
        let joinable: Vec<String> = scope.of(kind).into_iter().map(Into::into).collect();
        match self.random.below(100) {
            0..22 => None,
            22..34 => Some(Test::Constant(self.constant(kind))),
            34..39 if kind == Kind::Int => Some(
                self.random
                    .pick(&[Test::Range(0, 1), Test::Range(1, 2)])
                    .clone(),
            ),
            39..45 if kind != Kind::Bool => {
                let first = self.constant(kind);
                let second = self.constant(kind);
                Some(if first == second {
                    Test::Constant(first)
                } else {
                    Test::OneOf(vec![first, second])
                })
            }
            45..72 if !joinable.is_empty() => {
                Some(Test::Variable(self.random.pick(&joinable).clone()))
            }
            72..79 if kind == Kind::Int && !declared.tuple && !joinable.is_empty() => {
                let operators = [
                    Operator::Less,
                    Operator::Greater,
                    Operator::Unequal,
                    Operator::Equal,
                    Operator::AtLeast,
                ];
                let operator = *self.random.pick(&operators);
                let variable = Expression::Variable(self.random.pick(&joinable).clone());
                let compared = if self.random.chance(30) {
                    variable.plus(1)
                } else {
                    variable
                };
                Some(Test::Compare(operator, compared))
            }
            _ => {
                let name = self.variable(scope, field);
                scope.bind(&name, kind);
                Some(Test::Variable(name))
            }
        }
    }

    /// A name for a new variable: the field's own, one that several local places use, or a fresh one.
    pub(super) fn variable(&mut self, scope: &Scope, field: &str) -> String {
        if field.starts_with(char::is_alphabetic)
            && !scope.used.contains(field)
            && self.random.chance(30)
        {
            return field.into();
        }
        if scope.local && self.random.chance(30) {
            // A name a depth: one that was local to a deeper place may not be bound around it later.
            let local = LOCAL[scope.depth.min(LAST) as usize];
            if scope.depth <= LAST && !scope.sees(local) {
                return local.into();
            }
        }
        self.fresh("v")
    }

    /// A guard that is about the pattern it stands after.
    fn guard(&mut self, scope: &Scope, pattern: &Pattern) -> Option<Expression> {
        let mut own = Scope {
            facts: scope.facts.clone(),
            ..Scope::default()
        };
        own.facts
            .retain(|(name, _)| pattern.name.as_ref() == Some(name));
        for (_, test) in &pattern.fields {
            if let Test::Variable(name) = test {
                let kind = scope.values.iter().find(|(held, _)| held == name)?.1;
                own.values.push((name.clone(), kind));
            }
        }
        let tested: Vec<&String> = pattern
            .fields
            .iter()
            .filter(|(_, test)| !matches!(test, Test::Any | Test::Variable(_)))
            .map(|(field, _)| field)
            .collect();
        let mut atoms = self.atoms(&own, Kind::Int);
        atoms.retain(|atom| match atom {
            Expression::Field(_, field) => !tested.contains(&field),
            _ => true,
        });
        if atoms.is_empty() || self.random.chance(15) {
            return distinct(scope, pattern);
        }
        let left = self.random.pick(&atoms).clone();
        let mut others = self.atoms(scope, Kind::Int);
        others.retain(|other| !atoms.contains(other) && !about(other, pattern));
        if others.is_empty() || self.random.chance(20) {
            let limit = self.random.int(0, 1);
            return Some(left.above(limit));
        }
        let mut right = self.random.pick(&others).clone();
        if self.random.chance(25) {
            right = right.plus(1);
        }
        if self.random.chance(15) {
            let end = self.random.pick(&others).clone().plus(2);
            let begun = left.clone().with(Operator::AtLeast, right);
            return Some(begun.with(Operator::And, left.with(Operator::Less, end)));
        }
        let operators = [
            (6, Operator::Equal),
            (2, Operator::Unequal),
            (2, Operator::Less),
            (2, Operator::AtLeast),
        ];
        let operator = *self.random.weighted(&operators);
        Some(if self.random.chance(30) {
            right.with(operator, left)
        } else {
            left.with(operator, right)
        })
    }
}

/// That the pattern's fact is not another one of its type.
fn distinct(scope: &Scope, pattern: &Pattern) -> Option<Expression> {
    let name = pattern.name.clone()?;
    let others = scope.facts.iter();
    let mut others: Vec<&(String, String)> = others
        .filter(|(other, fact)| *other != name && *fact == pattern.fact)
        .collect();
    let (other, _) = others.pop()?;
    Some(Expression::Distinct(name, other.clone()))
}

/// Whether an expression is a field of the pattern's own fact.
fn about(expression: &Expression, pattern: &Pattern) -> bool {
    match expression {
        Expression::Field(name, _) => pattern.name.as_ref() == Some(name),
        _ => false,
    }
}
