//! Adds a rule that finds facts near one another to a ruleset that is made, by random numbers of its own: by how far two
//! numbers are apart, which are looked up in order.

use super::cases::sets_one;
use super::{Generator, will_do};
use crate::elements::Element;
use crate::model::condition;
use crate::model::expression::{field, var};
use crate::model::{
    Condition, Effect, Expression, FactType, Function, Operator, Pattern, Rule, Ruleset,
};
use crate::value::{Kind, Value};

/// How many rulesets of a hundred have one.
const HAVE: u32 = 25;

/// The type of what is near, and its fields: where it is, how much it is, and of which kind.
const PLACED: &str = "Placed";
const AT: &str = "at";
const OF: &str = "of";
const KIND: &str = "kind";

impl Generator {
    /// Adds one to one of several rulesets.
    pub(super) fn add_near(&mut self, ruleset: Ruleset) -> Ruleset {
        if !self.of_near.chance(HAVE) {
            return ruleset;
        }
        let fields = [(AT, Kind::Int), (OF, Kind::Int), (KIND, Kind::Color)];
        let of = FactType::new(PLACED, &fields);
        let has_kind = self.of_near.chance(50);
        let here = placed("here", has_kind);
        let mut there = placed("there", has_kind);
        there.guard = Some(self.is_near("here", "there"));
        let mut when = vec![Condition::Pattern(here)];
        let is_of_three = self.of_near.chance(30);
        if is_of_three {
            let mut further = placed("further", false);
            further.guard = Some(self.is_near("there", "further"));
            when.extend([Condition::Pattern(there), Condition::Pattern(further)]);
        } else if self.of_near.chance(40) {
            // Each is near itself.
            let others = Expression::Distinct("there".into(), "here".into());
            let near = there.guard.take().expect("it has just got one");
            there.guard = Some(near.with(Operator::And, others));
            let others = vec![Condition::Pattern(there)];
            when.push(match self.of_near.within(0, 2) {
                0 if self.uses(Element::Exists) => Condition::Exists(others),
                1 if self.uses(Element::Accumulates) => counted(others),
                _ => Condition::Not(others),
            });
        } else {
            when.push(Condition::Pattern(there));
        }
        let effect = if self.of_near.chance(70) {
            sets_one(&mut self.of_near, "here", &of)
        } else {
            Effect::Retract("here".into())
        };
        let mut with = ruleset.clone();
        with.facts.push(of);
        let mut rule = Rule::new("near", when, vec![effect]);
        // Of a rule that remembers what it did, partial matches are kept.
        match self.of_near.within(0, 5) {
            0 => rule.no_loop = true,
            1 if self.uses(Element::Once) => rule.once = true,
            _ => {}
        }
        with.rules.push(rule);
        if will_do(&with) { with } else { ruleset }
    }

    /// That two of them are near one another, said from either side.
    fn is_near(&mut self, one: &str, other: &str) -> Expression {
        let mut sides = [one, other];
        if self.of_near.chance(50) {
            sides.reverse();
        }
        let [one, other] = sides.map(|name| match self.of_near.within(0, 3) {
            0 => field(name, AT),
            1 => field(name, OF),
            _ => var(&format!("at_{name}")),
        });
        let apart = one.with(Operator::Apart, other);
        let most = self.of_near.int(1, 2);
        match self.of_near.within(0, 2) {
            0 => Expression::from(most).with(Operator::AtLeast, apart),
            1 => apart.with(Operator::AtMost, most - 1),
            _ => apart.with(Operator::Less, most),
        }
    }
}

/// That there are some of these, by their number.
fn counted(others: Vec<Condition>) -> Condition {
    let mut count = condition::accumulate("others", Function::Count, others);
    count.guard = Some(var("others").above(Expression::Constant(Value::Count(0))));
    Condition::Accumulate(count)
}

/// A pattern of the type that binds where its fact is, and now and then of which kind.
fn placed(name: &str, has_kind: bool) -> Pattern {
    let pattern = condition::fact(PLACED).named(name);
    let pattern = pattern.bind(AT, &format!("at_{name}"));
    if has_kind {
        pattern.bind(KIND, "kind")
    } else {
        pattern
    }
}
