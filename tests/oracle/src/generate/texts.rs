//! Adds rules that join facts by text and by floats to a ruleset that is made, by random numbers of its own. What `==` says of
//! two floats is not what their bits say: `0.0` equals `-0.0`, and NaN not even itself.

use super::cases::sets_one;
use super::{Generator, will_do};
use crate::elements::Element;
use crate::model::expression::{field, var};
use crate::model::{
    Condition, Effect, Expression, FactType, Function, Operator, Pattern, Rule, Ruleset, Test,
    Write, condition,
};
use crate::value::{Float, Kind, Value};

/// How many rulesets of a hundred have such rules.
const HAVE: u32 = 20;

/// The names of the rules.
const RULES: [&str; 3] = ["spelled", "worded", "weighed"];

/// The types of the facts, and their fields.
const NAMED: &str = "Named";
const WEIGHED: &str = "Weighed";
const NAME: &str = "name";
const WEIGHT: &str = "weight";
const OF: &str = "of";
const KIND: &str = "kind";

impl Generator {
    /// Adds them to one of several rulesets.
    pub(super) fn add_texts(&mut self, ruleset: Ruleset) -> Ruleset {
        if !self.uses(Element::Texts) || !self.of_texts.chance(HAVE) {
            return ruleset;
        }
        let fields = [(NAME, Kind::Text), (OF, Kind::Int), (KIND, Kind::Color)];
        let mut types = vec![FactType::new(NAMED, &fields)];
        types[0] = match self.of_texts.within(0, 5) {
            0 => types[0].clone().unique(),
            1 => types[0].clone().key(&[NAME]),
            2 => types[0].clone().key(&[OF, NAME]),
            _ => types[0].clone(),
        };
        if self.uses(Element::Floats) {
            let fields = [(NAME, Kind::Text), (WEIGHT, Kind::Float), (OF, Kind::Int)];
            let weighed = FactType::new(WEIGHED, &fields);
            types.push(if self.of_texts.chance(25) {
                weighed.key(&[NAME])
            } else {
                weighed
            });
        }
        let mut with = ruleset.clone();
        for name in &RULES[..self.of_texts.within(1, RULES.len())] {
            let rule = self.of_texts(name, &types);
            with.rules.push(rule);
        }
        with.facts.extend(types);
        with.keep_mentioned();
        if will_do(&with) { with } else { ruleset }
    }

    /// A rule that joins two facts by their texts or their floats.
    fn of_texts(&mut self, name: &str, types: &[FactType]) -> Rule {
        let by_weight = types.len() > 1 && self.of_texts.chance(55);
        let (of, other, by) = if by_weight {
            (&types[1], &types[1], WEIGHT)
        } else {
            (self.of_texts.pick(types), self.of_texts.pick(types), NAME)
        };
        let mut here = condition::fact(&of.name).named("here");
        if self.of_texts.chance(25) {
            let test = self.is_one_of(by);
            here = here.test(by, test);
        }
        let mut here = here.bind(by, by);
        if by_weight && self.of_texts.chance(40) {
            here = here.bind(NAME, NAME);
        }
        if self.of_texts.chance(20) {
            here.guard = Some(self.compares(by));
        }
        let there = condition::fact(&other.name).named("there");
        let there = self.joins(there, by, of == other);
        let (there, is_bound) = self.stands(there, by);
        let when = vec![Condition::Pattern(here), there];
        let then = self.effect_of_texts(of, other, by, is_bound);
        Rule::new(name, when, vec![then])
    }

    /// A test of a text or a float by literals.
    fn is_one_of(&mut self, by: &str) -> Test {
        if by == NAME {
            let (one, other) = (
                self.of_texts.value(Kind::Text),
                self.of_texts.value(Kind::Text),
            );
            return if one == other || self.of_texts.chance(50) {
                Test::Constant(one)
            } else {
                Test::OneOf(vec![one, other])
            };
        }
        let one = self.literal();
        let operators = [
            Operator::Unequal,
            Operator::Less,
            Operator::AtMost,
            Operator::AtLeast,
        ];
        if self.of_texts.chance(50) {
            Test::Constant(one)
        } else {
            Test::Compare(*self.of_texts.pick(&operators), Expression::Constant(one))
        }
    }

    /// A float that can be written as a literal.
    fn literal(&mut self) -> Value {
        let literals = [-0.0, 0.0, 0.5, 2.0];
        Value::Float(Float(*self.of_texts.pick(&literals)))
    }

    /// A guard over the variable of a text or a float.
    fn compares(&mut self, by: &str) -> Expression {
        let value = if by == NAME {
            self.of_texts.value(Kind::Text)
        } else {
            self.literal()
        };
        let operators = [Operator::Equal, Operator::Unequal, Operator::Greater];
        let operators = &operators[..if by == NAME { 2 } else { 3 }];
        let operator = *self.of_texts.pick(operators);
        var(by).with(operator, Expression::Constant(value))
    }

    /// The pattern with what joins it to the first. Of one type, it may ask for another fact.
    fn joins(&mut self, there: Pattern, by: &str, is_alike: bool) -> Pattern {
        let others = is_alike.then(|| Expression::Distinct("there".into(), "here".into()));
        let (ours, theirs) = (field("there", by), field("here", by));
        match self.of_texts.within(0, 5) {
            0 => {
                let equal = ours.is(theirs);
                there.guard(match others {
                    Some(others) => equal.with(Operator::And, others),
                    None => equal,
                })
            }
            1 => there.guard(ours.with(Operator::Less, theirs)),
            2 if by == WEIGHT => there.test(by, Test::Compare(Operator::AtLeast, var(by))),
            3 => {
                let mut there = there.bind(by, by);
                there.guard = others;
                there
            }
            _ => there.bind(by, by),
        }
    }

    /// The second pattern as a condition, and whether it binds its fact for the effects.
    fn stands(&mut self, there: Pattern, by: &str) -> (Condition, bool) {
        let joined = there.fields.iter().any(|(field, _)| field == by);
        match self.of_texts.within(0, 7) {
            0 => (Condition::Not(vec![there.into()]), false),
            1 if self.uses(Element::Exists) => (Condition::Exists(vec![there.into()]), false),
            2 if joined && there.guard.is_none() => {
                let mut there = there;
                there.name = None;
                let mut counted =
                    condition::accumulate("number", Function::Count, vec![there.into()]);
                let least = Expression::AsInt(Box::new(var("number")));
                counted.guard = Some(least.above(self.of_texts.int(0, 1)));
                (Condition::Accumulate(counted), false)
            }
            _ => (Condition::Pattern(there), true),
        }
    }

    fn effect_of_texts(
        &mut self,
        of: &FactType,
        other: &FactType,
        by: &str,
        is_bound: bool,
    ) -> Effect {
        let from = if is_bound { "there" } else { "here" };
        let given = |of: &str| {
            let given = field(from, of);
            if of == NAME {
                Expression::Owned(Box::new(given))
            } else {
                given
            }
        };
        match self.of_texts.within(0, 9) {
            0 => Effect::Retract("here".into()),
            1 if is_bound => sets_one(&mut self.of_texts, "there", other),
            2 | 3 => {
                let write = Write {
                    field: by.into(),
                    value: given(by),
                };
                Effect::Modify("here".into(), vec![write])
            }
            4 if by == NAME => {
                let constant = |value| Expression::Constant(value);
                let (of, kind) = (
                    self.of_texts.value(Kind::Int),
                    self.of_texts.value(Kind::Color),
                );
                let name = Expression::Owned(Box::new(var(NAME)));
                let values = vec![name, constant(of), constant(kind)];
                Effect::Insert(NAMED.into(), values)
            }
            _ => sets_one(&mut self.of_texts, "here", of),
        }
    }
}
