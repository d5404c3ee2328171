//! Makes effects. Values are brought back into the domain, so that nothing grows without bound but the
//! number of facts, which the changes from outside keep in check.

use super::Generator;
use super::scope::Scope;
use crate::elements::Element;
use crate::model::{Effect, Expression, Write};
use crate::value::Kind;

/// The forms of effects.
#[derive(Clone, Copy)]
enum Form {
    Insert,
    Logical,
    Modify,
    Retract,
    If,
    Each,
    Halt,
    Return,
    Err,
    Focus,
}

impl Generator {
    /// The statements of a `then` block.
    pub(super) fn effects(&mut self, scope: &Scope) -> Vec<Effect> {
        let length = *self.random.weighted(&[(50, 1), (35, 2), (15, 3)]);
        self.statements(scope, length, 0)
    }

    fn statements(&mut self, scope: &Scope, length: usize, depth: u32) -> Vec<Effect> {
        let mut scope = scope.clone();
        let mut effects = Vec::new();
        while effects.len() < length {
            if let Some(effect) = self.effect(&scope, depth) {
                if let Effect::Retract(name) = &effect {
                    // What a name reads after its fact's retract and modify is left open: not used.
                    scope.facts.retain(|(other, _)| other != name);
                }
                effects.push(effect);
            }
        }
        effects
    }

    fn effect(&mut self, scope: &Scope, depth: u32) -> Option<Effect> {
        let when = |wanted: bool, weight: u32| if wanted { weight } else { 0 };
        let facts = !scope.facts.is_empty();
        let lists = !scope.lists.is_empty();
        let forms = [
            (28, Form::Insert),
            (
                when(self.uses(Element::Logical) && !scope.undoes, 16),
                Form::Logical,
            ),
            (when(facts, 40), Form::Modify),
            (when(facts, 24), Form::Retract),
            (when(depth == 0, if self.fails { 30 } else { 10 }), Form::If),
            (when(lists && depth == 0, 24), Form::Each),
            (3, Form::Halt),
            (when(depth > 0, 3), Form::Return),
            (when(depth > 0 && self.fails, 24), Form::Err),
            (when(!self.groups.is_empty(), 12), Form::Focus),
        ];
        Some(match *self.random.weighted(&forms) {
            Form::Insert => {
                let (fact, values) = self.fact(scope);
                Effect::Insert(fact, values)
            }
            Form::Logical => {
                let (fact, values) = self.fact(scope);
                let declared = self.facts.iter().find(|declared| declared.name == fact)?;
                if declared.key.is_some() {
                    return None;
                }
                Effect::InsertLogical(fact, values)
            }
            Form::Modify => {
                let (name, fact) = self.random.pick(&scope.facts).clone();
                self.modify(scope, &name, &fact)
            }
            Form::Retract => Effect::Retract(self.random.pick(&scope.facts).0.clone()),
            Form::If => {
                let mut tested = scope.clone();
                // Members of a list are not read: whether they show what was modified is left open.
                tested.lists.clear();
                let test = self.test(&tested)?;
                let length = self.random.within(1, 2);
                Effect::If(test, self.statements(scope, length, depth + 1))
            }
            Form::Each => self.each(scope),
            Form::Halt => Effect::Halt,
            Form::Return => Effect::Return,
            Form::Err => Effect::Err,
            Form::Focus => Effect::Focus(self.random.pick(&self.groups.clone()).clone()),
        })
    }

    /// A fact type and a value for each field.
    fn fact(&mut self, scope: &Scope) -> (String, Vec<Expression>) {
        let declared = self.random.pick(&self.facts.clone()).clone();
        let kinds = declared.fields.iter().map(|(_, kind)| *kind);
        let values = kinds.map(|kind| self.written(scope, kind)).collect();
        (declared.name, values)
    }

    /// A value for a field.
    pub(super) fn written(&mut self, scope: &Scope, kind: Kind) -> Expression {
        match self.expression(scope, kind) {
            value if kind != Kind::Int => value,
            constant @ Expression::Constant(_) => constant,
            value => Expression::Wrap(Box::new(value)),
        }
    }

    fn modify(&mut self, scope: &Scope, name: &str, fact: &str) -> Effect {
        let declared = self.facts.iter().find(|declared| declared.name == fact);
        let fields = declared.expect("a declared type").fields.clone();
        let mut writes = Vec::new();
        for _ in 0..*self.random.weighted(&[(4, 1), (1, 2)]) {
            let (field, kind) = self.random.pick(&fields).clone();
            let own = Expression::Field(name.into(), field.clone());
            let value = match kind {
                Kind::Int if self.random.chance(40) => Expression::Wrap(Box::new(own.plus(1))),
                _ => self.written(scope, kind),
            };
            writes.push(Write { field, value });
        }
        Effect::Modify(name.into(), writes)
    }

    /// Effects on the facts collected, all of them or the first.
    fn each(&mut self, scope: &Scope) -> Effect {
        let (list, fact) = self.random.pick(&scope.lists).clone();
        let item = self.fresh("m");
        let effect = if self.random.chance(30) {
            Effect::Retract(item.clone())
        } else {
            let mut inner = scope.clone();
            // The item's own fields are read in its own `modify` only.
            inner.lists.clear();
            self.modify(&inner, &item, &fact)
        };
        if self.random.chance(70) {
            Effect::Each(item, list, vec![effect])
        } else {
            Effect::First(item, list, vec![effect])
        }
    }
}
