//! Makes a ruleset one over streams: of events alone, which stand to one another in time, so that they go when no rule
//! needs them any more. Another kind of ruleset keeps nearly all of its events for ever.

use super::add_relation;
use super::random::Random;
use crate::model::{
    Accumulate, Condition, Effect, Event, Expression, FactType, Function, Operator, Pattern,
    Relation, Rule, Ruleset, Side, condition, effect,
};
use crate::value::{Kind, Value};

/// The types of events. Rulesets of other generators have none of these names.
const EVENTS: [&str; 3] = ["E", "F", "G"];
/// The type of what rules derive.
const DERIVED: &str = "O";

/// A ruleset over streams, of the name and the strategy of another.
pub(super) fn streams(random: &mut Random, ruleset: &Ruleset) -> Ruleset {
    let events: Vec<FactType> = EVENTS.map(|name| event(random, name)).into();
    let mut facts = events.clone();
    facts.push(FactType::new(DERIVED, &[("x", Kind::Int)]));
    let mut maker = Maker {
        random,
        events: &events,
        named: 0,
        inserts: false,
    };
    let rules = ["alpha", "beta", "gamma", "delta"].map(|name| maker.rule(name));
    let mut with = Ruleset::new(facts, rules.into()).strategy(ruleset.strategy);
    with.clock = true;
    with.keep_mentioned();
    with
}

/// Whether a ruleset is one of these, which come to rest: another may be of events alone too.
pub(super) fn is_one(ruleset: &Ruleset) -> bool {
    let mut names = ruleset.facts.iter().map(|fact| fact.name.as_str());
    names.all(|name| name == DERIVED || EVENTS.contains(&name))
}

fn event(random: &mut Random, name: &str) -> FactType {
    let fields = [("x", Kind::Int), ("y", Kind::Int), ("z", Kind::Int)];
    let mut fact = FactType::new(name, &fields);
    fact.event = Some(Event {
        at: "x".into(),
        until: random.chance(20).then(|| "y".into()),
        expires: random.chance(15).then(|| random.int(0, 4)),
    });
    fact
}

struct Maker<'g> {
    random: &'g mut Random,
    events: &'g [FactType],
    named: u32,
    /// Whether a rule inserts events: where several do, each might insert what the other waits for.
    inserts: bool,
}

impl Maker<'_> {
    fn fresh(&mut self, letter: &str) -> String {
        self.named += 1;
        format!("{letter}{}", self.named)
    }

    fn rule(&mut self, name: &str) -> Rule {
        let first = self.fresh("e");
        let pattern = self.pattern(&[]).named(&first);
        let mut known = vec![first.clone()];
        let mut when: Vec<Condition> = vec![pattern.into()];
        for _ in 0..self.random.within(1, 2) {
            let condition = self.condition(&mut known);
            when.push(condition);
        }
        if self.random.chance(20) {
            let at = Expression::Field(first.clone(), "x".into());
            let later = Expression::Constant(Value::Int(self.random.int(0, 3)));
            let later = Expression::Binary(Operator::Add, Box::new(at), Box::new(later));
            when.push(Condition::Due(later));
        }
        let mut rule = Rule::new(name, when, Vec::new());
        let value = Expression::Field(first.clone(), "z".into());
        match self.random.below(8) {
            0 | 1 => rule.then = vec![effect::insert_logical(DERIVED, &[value])],
            2 => rule.undo = Some(vec![effect::insert(DERIVED, &[value])]),
            3 => rule.then = vec![effect::insert(DERIVED, &[value])],
            4 => {
                let later = Expression::Binary(
                    Operator::Add,
                    Box::new(Expression::Field(first.clone(), "x".into())),
                    Box::new(Expression::Constant(Value::Int(self.random.int(2, 6)))),
                );
                let to = self.random.pick(self.events).name.clone();
                // What is inserted inserts no more: neither by itself, nor by what it goes with.
                let few = Expression::Binary(
                    Operator::Less,
                    Box::new(Expression::Field(first.clone(), "z".into())),
                    Box::new(Expression::Constant(Value::Int(2))),
                );
                let two = Expression::Constant(Value::Int(2));
                let values = [later.clone(), later, two];
                let mut ends = !self.inserts;
                condition::types(&rule.when[1..], false, &mut |name, _| ends &= name != to);
                if ends {
                    self.inserts = true;
                    rule.then = vec![Effect::If(few, vec![effect::insert(&to, &values)])];
                }
            }
            5 if self.random.chance(40) => {
                rule.then = vec![effect::retract(&first)];
            }
            6 if self.random.chance(40) => {
                let zero = Expression::Constant(Value::Int(0));
                rule.then = vec![effect::modify(&first, "z", zero)];
            }
            _ => {}
        }
        rule
    }

    /// A condition on events; what it binds is known from then on.
    fn condition(&mut self, known: &mut Vec<String>) -> Condition {
        let pattern = self.pattern(known);
        match self.random.below(10) {
            0 | 1 => Condition::Not(vec![pattern.into()]),
            2 => Condition::Exists(vec![pattern.into()]),
            3 | 4 => {
                let name = self.fresh("n");
                let counted = condition::accumulate(&name, Function::Count, vec![pattern.into()]);
                Condition::Accumulate(self.last(counted))
            }
            5 => {
                let inner = self.fresh("e");
                let both = [&known[..], std::slice::from_ref(&inner)].concat();
                let second = self.pattern(&both);
                let block = vec![pattern.named(&inner).into(), second.into()];
                if self.random.chance(50) {
                    Condition::Not(block)
                } else {
                    Condition::Exists(block)
                }
            }
            6 => {
                let other = self.pattern(known);
                Condition::Either(vec![vec![pattern.into()], vec![other.into()]])
            }
            _ => {
                let name = self.fresh("e");
                known.push(name.clone());
                pattern.named(&name).into()
            }
        }
    }

    fn last(&mut self, mut accumulate: Accumulate) -> Accumulate {
        if let Some(pattern) = accumulate.only_pattern()
            && self.random.chance(25)
        {
            pattern.last = Some(self.random.within(1, 3));
        }
        accumulate
    }

    /// A pattern of an event, which stands to one that is known.
    fn pattern(&mut self, known: &[String]) -> Pattern {
        let mut pattern = condition::fact(&self.random.pick(self.events).name.clone());
        if !known.is_empty() && self.random.chance(85) {
            let relation = self.relation(known);
            pattern.relations.push(relation);
            if self.random.chance(20) {
                let relation = self.relation(known);
                add_relation(&mut pattern.relations, relation);
            }
        }
        if self.random.chance(30) {
            pattern.window = Some(self.random.int(1, 4));
        }
        pattern
    }

    fn relation(&mut self, known: &[String]) -> Relation {
        let (span, side) = *self.random.weighted(&[
            (4, (true, Side::After)),
            (4, (true, Side::Before)),
            (2, (true, Side::Either)),
            (1, (false, Side::Before)),
            (1, (false, Side::After)),
        ]);
        Relation {
            span: span.then(|| self.random.int(1, 4)),
            side,
            event: self.random.pick(known).clone(),
        }
    }
}
