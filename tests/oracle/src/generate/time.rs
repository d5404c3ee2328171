//! Gives a ruleset that is made a clock: some of its fact types become events, and patterns of them stand to others in
//! time, by random numbers of their own.

use super::random::Random;
use super::streams::streams;
use super::{Generator, add_relation, will_do};
use crate::elements::Element;
use crate::model::{
    Accumulate, Condition, Effect, Event, Expression, FactType, Function, Operator, Pattern,
    Relation, Rule, Ruleset, Side, condition,
};
use crate::value::{Kind, Value};
use std::collections::BTreeMap;

/// How many rulesets of a hundred have a clock.
const HAVE: u32 = 35;

/// How many of a hundred of these are over streams.
const STREAMS: u32 = 30;

/// How often others are tried where those made will not do.
const TRIES: u32 = 6;

impl Generator {
    /// Adds a clock to one of several rulesets.
    pub(super) fn add_time(&mut self, ruleset: Ruleset) -> Ruleset {
        if !self.uses(Element::Time) || !self.of_time.chance(HAVE) {
            return ruleset;
        }
        let of_streams = self.of_time.chance(STREAMS);
        let mut with = (0..TRIES).filter_map(|_| {
            let random = &mut self.of_time;
            if of_streams {
                return Some(streams(random, &ruleset));
            }
            with_time(random, &ruleset)
        });
        let with = with.find(will_do);
        with.unwrap_or(ruleset)
    }
}

fn with_time(random: &mut Random, ruleset: &Ruleset) -> Option<Ruleset> {
    let mut with = ruleset.clone();
    with.clock = true;
    let mut has_events = false;
    for fact in &mut with.facts {
        let is_plain = !fact.unique && fact.key.is_none() && fact.best.is_none();
        if is_plain && (!has_events || random.chance(60)) {
            fact.event = Some(event(random, fact));
            has_events = true;
        }
    }
    if !has_events {
        return None;
    }
    let events = with.facts.iter().filter(|fact| fact.event.is_some());
    let events: Vec<FactType> = events.cloned().collect();
    let mut relating = Relating {
        random,
        events: &events,
    };
    for rule in &mut with.rules {
        let types = types_of(rule);
        relating.block(&mut rule.when, &mut Vec::new());
        let undo = rule.undo.as_mut();
        for effects in [&mut rule.then].into_iter().chain(undo) {
            keep_times(effects, &types, &events);
        }
    }
    for query in &mut with.queries {
        relating.block(&mut query.when, &mut Vec::new());
    }
    for name in ["pi", "rho"] {
        with.rules.push(relating.rule(name));
    }
    Some(with)
}

/// What makes facts of a type events: their first field, an integer in every type, is when they begin.
fn event(random: &mut Random, fact: &FactType) -> Event {
    let mut integers = fact.fields.iter().filter(|(_, kind)| *kind == Kind::Int);
    let at = integers
        .next()
        .expect("the first field is an integer")
        .0
        .clone();
    let until = integers.next().map(|(field, _)| field.clone());
    Event {
        at,
        until: until.filter(|_| random.chance(60)),
        expires: random.chance(40).then(|| random.int(0, 3)),
    }
}

/// Adds relations.
struct Relating<'g> {
    random: &'g mut Random,
    events: &'g [FactType],
}

impl Relating<'_> {
    fn is_event(&self, name: &str) -> bool {
        self.events.iter().any(|event| event.name == name)
    }

    /// Adds some to patterns; `known` are the variables that name events.
    fn block(&mut self, conditions: &mut [Condition], known: &mut Vec<String>) {
        for condition in conditions {
            match condition {
                Condition::Pattern(pattern) => self.pattern(pattern, known),
                Condition::Not(block) | Condition::Exists(block) | Condition::Unique(block) => {
                    self.block(block, &mut known.clone());
                }
                Condition::Forall(left, right) => {
                    let mut inside = known.clone();
                    self.block(left, &mut inside);
                    self.block(right, &mut inside);
                }
                Condition::Either(branches) => {
                    let branches = branches.iter_mut();
                    branches.for_each(|branch| self.block(branch, &mut known.clone()));
                }
                Condition::Accumulate(accumulate) => {
                    self.block(&mut accumulate.block, &mut known.clone());
                    self.last(accumulate);
                    let is_best = matches!(
                        accumulate.function,
                        Function::MinBy(..) | Function::MaxBy(..)
                    );
                    let of = crate::naive::result_type(accumulate);
                    if is_best && of.is_some_and(|of| self.is_event(of)) {
                        known.push(accumulate.name.clone());
                    }
                }
                Condition::If(_)
                | Condition::IfLet { .. }
                | Condition::Let(..)
                | Condition::For(..)
                | Condition::Kept(..)
                | Condition::LookUp(_)
                | Condition::Asked(_)
                | Condition::Due(_)
                | Condition::Again(_) => {}
            }
        }
    }

    fn pattern(&mut self, pattern: &mut Pattern, known: &mut Vec<String>) {
        if !self.is_event(&pattern.fact) {
            return;
        }
        if !known.is_empty() && self.random.chance(50) {
            let relation = self.relation(known);
            pattern.relations.push(relation);
            if self.random.chance(15) {
                let relation = self.relation(known);
                add_relation(&mut pattern.relations, relation);
            }
        }
        if self.random.chance(15) {
            pattern.window = Some(self.random.int(1, 4));
        }
        known.extend(pattern.name.clone());
    }

    /// Has some accumulates range over the latest events alone.
    fn last(&mut self, accumulate: &mut Accumulate) {
        let events = self.events;
        let is_event = |pattern: &&mut Pattern| events.iter().any(|of| of.name == pattern.fact);
        if let Some(pattern) = accumulate.only_pattern().filter(is_event)
            && self.random.chance(35)
        {
            pattern.last = Some(self.random.within(1, 3));
        }
    }

    fn relation(&mut self, known: &[String]) -> Relation {
        let (span, side) = *self.random.weighted(&[
            (3, (true, Side::After)),
            (3, (true, Side::Before)),
            (2, (true, Side::Either)),
            (1, (false, Side::After)),
            (1, (false, Side::Before)),
        ]);
        Relation {
            span: span.then(|| self.random.int(1, 3)),
            side,
            event: self.random.pick(known).clone(),
        }
    }

    /// A rule about events alone.
    fn rule(&mut self, name: &str) -> Rule {
        let first = self.random.pick(self.events).name.clone();
        let mut when: Vec<Condition> = vec![condition::fact(&first).named("e0").into()];
        for number in 1..=self.random.within(1, 2) {
            let fact = self.random.pick(self.events).name.clone();
            let known: Vec<String> = condition::bound(&when).iter().map(|&n| n.into()).collect();
            let mut pattern = condition::fact(&fact);
            pattern.relations.push(self.relation(&known[..1]));
            let function = Function::Count;
            when.push(match self.random.below(6) {
                0 => Condition::Not(vec![pattern.into()]),
                1 => Condition::Exists(vec![pattern.into()]),
                2 => {
                    let name = format!("c{number}");
                    let mut counted = condition::accumulate(&name, function, vec![pattern.into()]);
                    self.last(&mut counted);
                    Condition::Accumulate(counted)
                }
                _ => pattern.named(&format!("e{number}")).into(),
            });
        }
        if self.random.chance(50) {
            let declared = self.events.iter().find(|event| event.name == first);
            let event = declared.and_then(|declared| declared.event.as_ref());
            let at = event.expect("it is an event").at.clone();
            let at = Expression::Field("e0".into(), at);
            let later = Expression::Constant(Value::Int(self.random.int(0, 3)));
            let later = Expression::Binary(Operator::Add, Box::new(at), Box::new(later));
            when.push(Condition::Due(later));
        }
        Rule::new(name, when, Vec::new())
    }
}

/// The fact types of the variables of a rule that hold facts, and of its lists' members.
fn types_of(rule: &Rule) -> BTreeMap<String, String> {
    let mut types = BTreeMap::new();
    variables(&rule.when, &mut types);
    loop {
        let before = types.len();
        rule.blocks()
            .for_each(|effects| members(effects, &mut types));
        if types.len() == before {
            return types;
        }
    }
}

fn variables(conditions: &[Condition], types: &mut BTreeMap<String, String>) {
    for condition in conditions {
        match condition {
            Condition::Pattern(pattern) => {
                if let Some(name) = &pattern.name {
                    types.insert(name.clone(), pattern.fact.clone());
                }
            }
            Condition::Not(block) | Condition::Exists(block) | Condition::Unique(block) => {
                variables(block, types);
            }
            Condition::Forall(left, right) => {
                variables(left, types);
                variables(right, types);
            }
            Condition::Either(branches) => {
                for branch in branches {
                    variables(branch, types);
                }
            }
            Condition::Accumulate(accumulate) => {
                variables(&accumulate.block, types);
                if let Some(of) = crate::naive::result_type(accumulate) {
                    types.insert(accumulate.name.clone(), of.to_owned());
                }
            }
            Condition::If(_)
            | Condition::IfLet { .. }
            | Condition::Let(..)
            | Condition::For(..)
            | Condition::Kept(..)
            | Condition::LookUp(_)
            | Condition::Asked(_)
            | Condition::Due(_)
            | Condition::Again(_) => {}
        }
    }
}

fn members(effects: &[Effect], types: &mut BTreeMap<String, String>) {
    for effect in effects {
        match effect {
            Effect::Each(item, list, inner) | Effect::First(item, list, inner) => {
                if let Some(of) = types.get(list).cloned() {
                    types.insert(item.clone(), of);
                }
                members(inner, types);
            }
            Effect::If(_, inner) => members(inner, types),
            _ => {}
        }
    }
}

/// Leaves out what would write the time of an event.
fn keep_times(effects: &mut Vec<Effect>, types: &BTreeMap<String, String>, events: &[FactType]) {
    for effect in effects.iter_mut() {
        match effect {
            Effect::Modify(name, writes) => {
                let of = types.get(name);
                let of = of.and_then(|of| events.iter().find(|event| event.name == *of));
                if let Some(event) = of.and_then(|of| of.event.as_ref()) {
                    writes.retain(|write| !event.has(&write.field));
                }
            }
            Effect::If(_, inner) | Effect::Each(_, _, inner) | Effect::First(_, _, inner) => {
                keep_times(inner, types, events);
            }
            _ => {}
        }
    }
    effects.retain(|effect| !matches!(effect, Effect::Modify(_, writes) if writes.is_empty()));
}
