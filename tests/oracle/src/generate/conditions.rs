//! Makes conditions, one after another, each over what the ones before it bind.

use super::Generator;
use super::scope::Scope;
use crate::elements::Element;
use crate::model::{Condition, Expression};
use crate::value::Kind;

/// The chance, in a hundred, that what stands in a `not`, `exists`, `unique`, `forall` or accumulate has nothing to do with
/// what stands before it.
const APART: u32 = 20;

/// The forms of conditions.
#[derive(Clone, Copy)]
enum Form {
    Pattern,
    Not,
    Exists,
    Unique,
    Forall,
    Either,
    If,
    IfLet,
    Let,
    For,
    Accumulate,
}

impl Generator {
    /// A condition; `scope` becomes the scope after it.
    pub(super) fn condition(&mut self, scope: &mut Scope) -> Condition {
        match self.form(scope) {
            Form::Pattern => self.pattern(scope, false).into(),
            Form::Not => Condition::Not(self.inner_block(scope)),
            Form::Exists => Condition::Exists(self.inner_block(scope)),
            Form::Unique => Condition::Unique(self.inner_block(scope)),
            Form::Forall => self.forall(scope),
            Form::Either => self.either(scope),
            Form::If => match self.test(scope) {
                Some(test) => Condition::If(test),
                None => self.pattern(scope, false).into(),
            },
            Form::IfLet => {
                let left = self.expression(scope, Kind::Int);
                let right = self.expression(scope, Kind::Int);
                let name = self.fresh("q");
                scope.bind(&name, Kind::Int);
                Condition::IfLet {
                    constant: self.constant(Kind::Int),
                    name,
                    left,
                    right,
                }
            }
            Form::Let => {
                let value = self.expression(scope, Kind::Int);
                let name = self.fresh("v");
                scope.bind(&name, Kind::Int);
                Condition::Let(name, value)
            }
            Form::For => {
                let low = Expression::from(self.random.int(0, 1));
                let last = scope.of(Kind::Int).last().map(|name| (*name).to_owned());
                let high = match last.filter(|_| self.random.chance(25)) {
                    Some(last) => Expression::Variable(last),
                    None => self.expression(scope, Kind::Int),
                };
                let high = Expression::Wrap(Box::new(high));
                let name = self.fresh("k");
                scope.bind(&name, Kind::Int);
                if self.uses(Element::Kept) && self.random.chance(50) {
                    Condition::Kept(name, low, high)
                } else {
                    Condition::For(name, low, high)
                }
            }
            Form::Accumulate => Condition::Accumulate(self.accumulate(scope)),
        }
    }

    fn form(&mut self, scope: &Scope) -> Form {
        let outside = scope.depth == 0;
        let nested = self.uses(Element::Nested) && scope.depth < 3;
        let bound = self.atoms(scope, Kind::Int).len() > 1;
        let when = |wanted: bool, weight: u32| if wanted { weight } else { 0 };
        let deep = outside || nested;
        let forms = [
            (50, Form::Pattern),
            (when(deep, 16), Form::Not),
            (when(deep && self.uses(Element::Exists), 9), Form::Exists),
            (when(deep && self.uses(Element::Unique), 6), Form::Unique),
            (when(deep && self.uses(Element::Forall), 8), Form::Forall),
            (
                when(outside || (nested && self.uses(Element::InnerEither)), 8),
                Form::Either,
            ),
            (when(bound, 7), Form::If),
            (when(bound && self.uses(Element::IfLet), 4), Form::IfLet),
            (when(bound, 6), Form::Let),
            (
                when(bound && outside && self.uses(Element::For), 5),
                Form::For,
            ),
            (
                when(deep && self.uses(Element::Accumulates), 16),
                Form::Accumulate,
            ),
        ];
        *self.random.weighted(&forms)
    }

    /// The conditions in a `not`, `exists` or the like.
    fn inner_block(&mut self, scope: &mut Scope) -> Vec<Condition> {
        let mut inner = self.inner_or_apart(scope);
        let block = self.block(&mut inner);
        scope.leave(&inner);
        block
    }

    /// The scope of a place inside; sometimes of one that has nothing to do with what stands outside.
    pub(super) fn inner_or_apart(&mut self, scope: &Scope) -> Scope {
        let inner = scope.inner();
        if self.random.chance(APART) {
            inner.apart()
        } else {
            inner
        }
    }

    /// One to three conditions, a pattern first.
    pub(super) fn block(&mut self, scope: &mut Scope) -> Vec<Condition> {
        let length = *self.random.weighted(&[(50, 1), (38, 2), (12, 3)]);
        let mut block: Vec<Condition> = vec![self.pattern(scope, false).into()];
        while block.len() < length {
            block.push(self.condition(scope));
        }
        block
    }

    fn forall(&mut self, scope: &mut Scope) -> Condition {
        let mut inner = self.inner_or_apart(scope);
        let left = vec![self.pattern(&mut inner, false).into()];
        let right = self.block(&mut inner);
        scope.leave(&inner);
        Condition::Forall(left, right)
    }

    fn either(&mut self, scope: &mut Scope) -> Condition {
        let common = self.random.chance(50).then(|| self.fresh("v"));
        // Branches may differ in nothing but a value.
        let by_let = common.is_some() && self.uses(Element::For) && self.random.chance(40);
        let mut branches = Vec::new();
        for _ in 0..*self.random.weighted(&[(4, 2), (1, 3)]) {
            let mut inner = scope.branch();
            let mut branch = Vec::new();
            if let Some(name) = &common {
                branch.push(if by_let {
                    inner.bind(name, Kind::Int);
                    Condition::Let(name.clone(), self.random.int(0, 3).into())
                } else {
                    self.pattern_binding(&mut inner, name).into()
                });
            }
            let length = self.random.within(1, 2);
            while branch.len() < length {
                branch.push(self.condition(&mut inner));
            }
            scope.leave(&inner);
            branches.push(branch);
        }
        if let Some(name) = &common {
            scope.bind(name, Kind::Int);
        }
        Condition::Either(branches)
    }
}
