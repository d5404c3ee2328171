//! Makes accumulates.

use super::Generator;
use super::patterns::LOCAL;
use super::scope::Scope;
use crate::elements::Element;
use crate::model::condition::Accumulator;
use crate::model::{Accumulate, Condition, Expression, Function, Operator, condition};
use crate::value::{Float, Kind, Value};

/// What an accumulate may compute.
#[derive(Clone, Copy)]
enum Form {
    Count,
    Collect,
    Sum,
    Min,
    Max,
    Avg,
    Best,
    User,
}

impl Generator {
    /// An accumulate; `scope` becomes the scope after it.
    pub(super) fn accumulate(&mut self, scope: &mut Scope) -> Accumulate {
        let numeric = if self.uses(Element::Numeric) { 3 } else { 0 };
        let best = if self.uses(Element::Best) { 5 } else { 0 };
        let user = if self.uses(Element::User) { 4 } else { 0 };
        let forms = [
            (8, Form::Count),
            (8, Form::Collect),
            (numeric, Form::Sum),
            (numeric, Form::Min),
            (numeric, Form::Max),
            (numeric, Form::Avg),
            (best, Form::Best),
            (user, Form::User),
        ];
        let form = *self.random.weighted(&forms);
        let mut inner = self.inner_or_apart(scope);
        let outer = inner.clone();
        let (function, block) = match form {
            Form::Collect | Form::Best => {
                let pattern = self.pattern(&mut inner, true);
                let member = pattern.name.clone().expect("a named pattern");
                let function = match form {
                    Form::Collect => Function::Collect(member),
                    _ if self.random.chance(50) => {
                        Function::MinBy(self.expression(&inner, Kind::Int), member)
                    }
                    _ => Function::MaxBy(self.expression(&inner, Kind::Int), member),
                };
                (function, vec![Condition::Pattern(pattern)])
            }
            Form::Count => (Function::Count, self.block(&mut inner)),
            Form::Sum | Form::Min | Form::Max | Form::Avg | Form::User => {
                let block = self.block(&mut inner);
                let of = self.expression(&inner, Kind::Int);
                let function = match form {
                    Form::Sum => Function::Sum(of),
                    Form::Min => Function::Min(of),
                    Form::Max => Function::Max(of),
                    Form::User => {
                        let accumulators = [
                            Accumulator::Distinct,
                            Accumulator::Median,
                            Accumulator::Spread,
                        ];
                        Function::User(*self.random.pick(&accumulators), of)
                    }
                    _ => Function::Avg(of),
                };
                (function, block)
            }
        };
        scope.leave(&inner);
        let by = self.keys(&outer, &inner, &block);
        for (name, kind) in &by {
            scope.bind(name, *kind);
        }
        let by: Vec<String> = by.into_iter().map(|(name, _)| name).collect();
        self.bound(scope, function, block, by)
    }

    /// Binds the result of an accumulate and sometimes tests it.
    fn bound(
        &mut self,
        scope: &mut Scope,
        function: Function,
        block: Vec<Condition>,
        by: Vec<String>,
    ) -> Accumulate {
        let name = self.fresh("n");
        let result = Expression::Variable(name.clone());
        let limit = self.random.int(0, 2);
        let number = usize::try_from(limit.max(1)).expect("a small number");
        let operator = *self
            .random
            .pick(&[Operator::Greater, Operator::Equal, Operator::AtMost]);
        let guard = match &function {
            Function::Count => {
                scope.bind(&name, Kind::Count);
                result.with(operator, Expression::Constant(Value::Count(number)))
            }
            Function::Collect(_) => {
                scope.bind_list(&name, &fact(&block));
                let length = Expression::Length(name.clone());
                length.with(operator, Expression::Constant(Value::Count(number)))
            }
            Function::Sum(_) | Function::Min(_) | Function::Max(_) | Function::User(..) => {
                scope.bind(&name, Kind::Int);
                result.with(operator, limit)
            }
            Function::Avg(_) => {
                scope.bind(&name, Kind::Float);
                let limit = Value::Float(Float(1.5));
                result.with(Operator::Greater, Expression::Constant(limit))
            }
            Function::MinBy(..) | Function::MaxBy(..) => {
                scope.bind_fact(&name, &fact(&block));
                let declared = self
                    .facts
                    .iter()
                    .find(|declared| declared.name == fact(&block));
                let field = declared.expect("a declared type").fields[0].0.clone();
                Expression::Field(name.clone(), field).with(operator, limit)
            }
        };
        let mut accumulate = condition::accumulate(&name, function, block);
        accumulate.by = by;
        accumulate.guard = self.random.chance(35).then_some(guard);
        accumulate
    }

    /// The variables to group by: one that the block binds under a name of its own.
    fn keys(&mut self, outer: &Scope, inner: &Scope, block: &[Condition]) -> Vec<(String, Kind)> {
        if !self.uses(Element::By) || outer.depth > 1 || !self.random.chance(35) {
            return Vec::new();
        }
        let bound = condition::bound(block);
        let mut keys = inner.values.clone();
        keys.retain(|(name, kind)| {
            let own = !LOCAL.contains(&name.as_str());
            own && bound.contains(&name.as_str()) && !outer.sees(name) && *kind != Kind::Float
        });
        if keys.is_empty() {
            return keys;
        }
        let key = self.random.below(keys.len());
        vec![keys.swap_remove(key)]
    }
}

/// The fact type of the block's only pattern.
fn fact(block: &[Condition]) -> String {
    match block {
        [Condition::Pattern(pattern)] => pattern.fact.clone(),
        _ => unreachable!("a fact variable is of a block's only pattern"),
    }
}
