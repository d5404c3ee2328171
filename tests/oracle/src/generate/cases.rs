//! Adds a rule for each case to a ruleset that is made, by random numbers of its own: rules that differ in a constant of a
//! fact which they look up by its key, or by a field that is none, as a business writes them down.

use super::cursors::{numbers, with_numbers};
use super::random::Random;
use super::{Generator, will_do};
use crate::elements::Element;
use crate::model::{
    Condition, Effect, Expression, FactType, Rule, Ruleset, Test, Write, condition,
};
use crate::value::{Kind, Value};

/// How many rulesets of a hundred have such rules.
const HAVE: u32 = 30;

/// The names of the rules.
const RULES: [&str; 6] = ["one", "two", "three", "four", "five", "six"];

/// How many of them look up by a key, at the most.
const BY_KEY: usize = 4;

/// The type that is looked up.
const KEPT: &str = "K";

impl Generator {
    /// Adds them to one of several rulesets, where there is a type with a number by which to look up.
    pub(super) fn add_cases(&mut self, ruleset: Ruleset) -> Ruleset {
        let facts = with_numbers(&ruleset, 1);
        if !self.uses(Element::Key) || !self.of_cases.chance(HAVE) || facts.is_empty() {
            return ruleset;
        }
        let asking = *self.of_cases.pick(&facts);
        let counted = *self.of_cases.pick(&facts);
        let fields = [("x", Kind::Int), ("y", Kind::Int), ("z", Kind::Color)];
        let mut kept = FactType::new(KEPT, &fields);
        let rules = if self.of_cases.chance(50) {
            kept = kept.key(&["x"]);
            self.of_cases.within(2, BY_KEY)
        } else {
            self.of_cases.within(4, RULES.len())
        };
        let mut with = ruleset.clone();
        for name in &RULES[..rules] {
            with.rules.push(self.case(name, asking, &kept, counted));
        }
        with.facts.push(kept);
        if will_do(&with) { with } else { ruleset }
    }

    fn case(&mut self, name: &str, asking: &FactType, kept: &FactType, counted: &FactType) -> Rule {
        let by = *self.of_cases.pick(&numbers(asking));
        let mut asks = condition::fact(&asking.name).bind(by, "of").named("asking");
        let others = asking.fields.iter().filter(|(field, _)| field != by);
        let others: Vec<_> = others.collect();
        if !others.is_empty() && self.of_cases.chance(50) {
            let (field, kind) = *self.of_cases.pick(&others);
            asks = asks.test(field, Test::Constant(self.of_cases.value(*kind)));
        }
        let (field, is) = if self.of_cases.chance(70) {
            ("y", self.values())
        } else {
            ("z", Test::Constant(self.of_cases.value(Kind::Color)))
        };
        let looks_up = condition::fact(KEPT)
            .test("x", Test::Variable("of".into()))
            .test(field, is)
            .named("kept");
        let mut when = vec![Condition::Pattern(asks), Condition::Pattern(looks_up)];
        if self.of_cases.chance(25) {
            when.reverse();
        }
        // What is counted is asked before all that no key tells.
        let counts = if kept.key.is_some() { 50 } else { 20 };
        if self.of_cases.chance(counts) {
            let by = *self.of_cases.pick(&numbers(counted));
            let pattern = condition::fact(&counted.name).test(by, Test::Variable("of".into()));
            let counted = vec![Condition::Pattern(pattern)];
            when.push(if self.of_cases.chance(50) {
                Condition::Exists(counted)
            } else {
                Condition::Not(counted)
            });
        }
        Rule::new(name, when, vec![self.of_a_case(asking, kept)])
    }

    /// A number that the fact looked up has, or several.
    fn values(&mut self) -> Test {
        let value = self.of_cases.value(Kind::Int);
        let others = [
            Test::Range(0, 1),
            Test::Range(1, 2),
            Test::OneOf(vec![Value::Int(0), Value::Int(3)]),
        ];
        if self.of_cases.chance(60) {
            Test::Constant(value)
        } else {
            self.of_cases.pick(&others).clone()
        }
    }

    /// What such a rule does.
    fn of_a_case(&mut self, asking: &FactType, kept: &FactType) -> Effect {
        let changed = [("asking", asking), ("kept", kept)];
        match *self
            .of_cases
            .weighted(&[(3, Some(0)), (3, Some(1)), (1, None)])
        {
            Some(which) => {
                let (name, of): (&str, &FactType) = changed[which];
                sets_one(&mut self.of_cases, name, of)
            }
            None => Effect::Retract("asking".into()),
        }
    }
}

/// Sets one field of a fact that a pattern has named to a constant.
pub(super) fn sets_one(random: &mut Random, name: &str, of: &FactType) -> Effect {
    let (field, kind) = random.pick(&of.fields).clone();
    sets(random, name, (&field, kind))
}

/// Sets a field of a fact that a pattern has named to a constant.
pub(super) fn sets(random: &mut Random, name: &str, (field, kind): (&str, Kind)) -> Effect {
    let (field, value) = (field.to_owned(), Expression::Constant(random.value(kind)));
    Effect::Modify(name.into(), vec![Write { field, value }])
}
