//! Adds recursive queries, and calls of them in rules, to a ruleset that is made, by random numbers of their own.

use super::Generator;
use super::scope::Scope;
use super::{findings, stratify};
use crate::elements::Element;
use crate::model::circle::{Again, Asked, Circle, Recursive};
use crate::model::{
    Accumulate, Condition, Effect, Expression, FactType, Function, Operator, Pattern, Rule,
    Ruleset, Test, condition,
};
use crate::value::Kind;
use std::rc::Rc;

/// How many rulesets of a hundred ask such queries.
const HAVE: u32 = 35;

/// How often other calls are tried where those made will not do.
const TRIES: u32 = 8;

/// The names of queries, by their place.
const NAMES: [&str; 2] = ["there", "further"];

impl Generator {
    /// Adds them to one of several rulesets.
    pub(super) fn add_circles(&mut self, ruleset: Ruleset) -> Ruleset {
        let has = self.uses(Element::Asked) && !ruleset.facts.is_empty();
        if !has || !self.of_circles.chance(HAVE) {
            return ruleset;
        }
        // What is chosen here must not move what is chosen of the rest.
        let random = std::mem::replace(&mut self.random, self.of_circles.clone());
        let named = self.named;
        let matched = std::mem::replace(&mut self.matched, ruleset.facts.clone());
        let facts = std::mem::replace(&mut self.facts, ruleset.facts.clone());
        let mut with = (0..TRIES).map(|_| self.with_calls(&ruleset));
        let with = with.find(|with| {
            let text = crate::text::ruleset(with);
            with.circles().len() == 1 && stratify(with).is_some() && !findings(&text).has_errors()
        });
        self.of_circles = std::mem::replace(&mut self.random, random);
        self.named = named;
        (self.matched, self.facts) = (matched, facts);
        with.unwrap_or(ruleset)
    }

    fn with_calls(&mut self, ruleset: &Ruleset) -> Ruleset {
        let mut with = ruleset.clone();
        let circle = Rc::new(self.circle());
        for _ in 0..self.random.within(1, 3) {
            let place = self.random.below(with.rules.len());
            self.add_call(&mut with.rules[place], &circle);
        }
        with
    }

    /// One query that calls itself, or two that call each other.
    fn circle(&mut self) -> Circle {
        let mutual = self.random.chance(25);
        let names = &NAMES[..=usize::from(mutual)];
        let asks = self.random.chance(30);
        let queries = names.iter().enumerate().map(|(place, name)| {
            let other = names[(place + 1) % names.len()];
            self.recursive(name, other, asks)
        });
        Circle {
            queries: queries.collect(),
        }
    }

    fn recursive(&mut self, name: &str, other: &str, asks: bool) -> Recursive {
        let begin = self.step("p", "r");
        let again = |to: &str, from: &[&str]| {
            let arguments = from.iter().map(|name| Expression::Variable((*name).into()));
            Condition::Again(Again {
                name: (!asks).then(|| to.into()),
                called: other.into(),
                arguments: arguments.collect(),
            })
        };
        let mut on = Vec::new();
        if asks {
            on.extend(self.step("p", "m"));
            on.push(again("", &["m", "r"]));
        } else {
            match self.random.below(3) {
                0 => {
                    on.push(again("m", &["p"]));
                    on.extend(self.step("m", "r"));
                }
                1 => {
                    on.extend(self.step("p", "m"));
                    on.push(again("r", &["m"]));
                }
                _ => on.extend([again("m", &["p"]), again("r", &["m"])]),
            }
        }
        let params: &[&str] = if asks { &["p", "r"] } else { &["p"] };
        Recursive {
            name: name.into(),
            params: params.iter().map(ToString::to_string).collect(),
            when: vec![Condition::Either(vec![begin, on])],
            select: (!asks).then(|| "r".into()),
        }
    }

    /// Conditions that lead from one integer to another.
    fn step(&mut self, from: &str, to: &str) -> Vec<Condition> {
        let declared = self.random.pick(&self.facts.clone()).clone();
        let integers = integers(&declared);
        let mut step: Vec<Condition> = Vec::new();
        if integers.len() > 1 {
            let (first, second) = if self.random.chance(50) {
                (0, 1)
            } else {
                (1, 0)
            };
            let names = [(integers[first], from), (integers[second], to)];
            step.push(pattern(&declared, &names).into());
        } else {
            step.push(pattern(&declared, &[(integers[0], from)]).into());
            let other = self.random.pick(&self.facts.clone()).clone();
            let field = *self.random.pick(&self::integers(&other));
            step.push(pattern(&other, &[(field, to)]).into());
        }
        if self.random.chance(30) {
            let other = self.random.pick(&self.facts.clone()).clone();
            let name = if self.random.chance(50) { from } else { to };
            let inner = pattern(&other, &[(self::integers(&other)[0], name)]);
            step.push(Condition::Not(vec![inner.into()]));
        }
        if self.random.chance(30) {
            let operators = [Operator::Unequal, Operator::AtMost, Operator::Less];
            let (left, right) = (
                Expression::Variable(to.into()),
                Expression::Variable(from.into()),
            );
            step.push(Condition::If(
                left.with(*self.random.pick(&operators), right),
            ));
        }
        step
    }

    /// Adds a call to the conditions of a rule, alone or in a condition.
    fn add_call(&mut self, rule: &mut Rule, circle: &Rc<Circle>) {
        let place = self.random.within(0, rule.when.len());
        let mut scope = Scope::default();
        self.enter(&rule.when[..place], &mut scope);
        let query = self.random.below(circle.queries.len());
        let called = &circle.queries[query];
        let known: Vec<String> = scope.of(Kind::Int).into_iter().map(Into::into).collect();
        let mut arguments = Vec::new();
        for _ in &called.params {
            if known.is_empty() {
                return;
            }
            let variable = Expression::Variable(self.random.pick(&known).clone());
            arguments.push(match self.random.below(10) {
                0 => Expression::Wrap(Box::new(variable.plus(1))),
                _ => variable,
            });
        }
        let name = called.select.is_some().then(|| self.fresh("r"));
        let asked = Condition::Asked(Asked {
            name: name.clone(),
            circle: circle.clone(),
            query,
            arguments,
        });
        let remembers =
            rule.once || rule.no_loop || rule.on_change.is_some() || rule.undo.is_some();
        let plain = name.is_none() || !remembers;
        let mut block = vec![asked.clone()];
        if let Some(name) = &name
            && self.random.chance(40)
        {
            let other = self.random.pick(&self.facts.clone()).clone();
            block.push(pattern(&other, &[(integers(&other)[0], name)]).into());
        }
        let conditions = match self.random.below(10) {
            0..5 if plain => {
                if let Some(name) = &name {
                    use_answer(self, &mut rule.then, name);
                }
                block
            }
            5 | 6 => vec![Condition::Not(block)],
            7 => vec![Condition::Exists(block)],
            _ => {
                let function = match name {
                    Some(name) if self.random.chance(50) => {
                        Function::Sum(Expression::Variable(name))
                    }
                    _ => Function::Count,
                };
                vec![Condition::Accumulate(Accumulate {
                    name: self.fresh("n"),
                    function,
                    block,
                    by: Vec::new(),
                    guard: None,
                })]
            }
        };
        rule.when.splice(place..place, conditions);
    }
}

/// Writes an answer into the first fact that a block inserts.
fn use_answer(generator: &mut Generator, effects: &mut [Effect], name: &str) {
    for effect in effects {
        if let Effect::Insert(fact, values) | Effect::InsertLogical(fact, values) = effect {
            let mut facts = generator.facts.iter();
            let declared = facts.find(|declared| declared.name == *fact).cloned();
            let Some(declared) = declared else { return };
            let field = *generator.random.pick(&integers(&declared));
            values[field] = Expression::Variable(name.into());
            return;
        }
    }
}

/// The places of the integers of a type.
fn integers(declared: &FactType) -> Vec<usize> {
    let fields = declared.fields.iter().enumerate();
    let integers = fields.filter(|(_, (_, kind))| *kind == Kind::Int);
    integers.map(|(place, _)| place).collect()
}

/// A pattern that binds or joins fields.
fn pattern(declared: &FactType, names: &[(usize, &str)]) -> Pattern {
    let mut pattern = condition::fact(&declared.name);
    for (place, (field, _)) in declared.fields.iter().enumerate() {
        match names.iter().find(|(of, _)| *of == place) {
            Some((_, name)) => pattern = pattern.bind(field, name),
            None if declared.tuple => pattern = pattern.test(field, Test::Any),
            None => {}
        }
    }
    pattern
}
