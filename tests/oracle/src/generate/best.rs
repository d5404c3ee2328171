//! Adds a `#[best]` fact type, and rules that derive and read its facts, to a ruleset that is made, by random numbers of
//! their own.

use super::Generator;
use super::scope::Scope;
use super::will_do;
use crate::elements::{Element, Elements};
use crate::model::{
    Condition, Effect, Expression, FactType, Pattern, Rule, Ruleset, Test, condition,
};
use crate::value::Kind;

/// How many rulesets of a hundred have such facts.
const HAVE: u32 = 35;

/// How often other rules are tried where those made will not do.
const TRIES: u32 = 6;

/// The names of types, by their place.
const NAMES: [&str; 2] = ["P", "Q"];

/// The names of rules, by their place.
const RULES: [&str; 7] = ["iota", "kappa", "lambda", "mu", "nu", "xi", "omicron"];

impl Generator {
    /// Adds them to one of several rulesets.
    pub(super) fn add_best(&mut self, ruleset: Ruleset) -> Ruleset {
        let has = self.uses(Element::BestFacts) && self.uses(Element::Logical);
        if !has || !self.of_best.chance(HAVE) || ruleset.facts.is_empty() {
            return ruleset;
        }
        // What is chosen here must not move what is chosen of the rest.
        let random = std::mem::replace(&mut self.random, self.of_best.clone());
        let (named, elements) = (self.named, self.elements);
        let matched = std::mem::replace(&mut self.matched, ruleset.facts.clone());
        let facts = std::mem::replace(&mut self.facts, ruleset.facts.clone());
        let mut with = (0..TRIES).map(|_| self.with_best(&ruleset, elements));
        let with = with.find(will_do);
        self.of_best = std::mem::replace(&mut self.random, random);
        (self.named, self.elements) = (named, elements);
        (self.matched, self.facts) = (matched, facts);
        with.unwrap_or(ruleset)
    }

    fn with_best(&mut self, ruleset: &Ruleset, elements: Elements) -> Ruleset {
        let mut with = ruleset.clone();
        let mut names = RULES.iter();
        let mut add = |with: &mut Ruleset, rule: Rule| {
            let name = names.next().expect("there are names enough");
            let name = (*name).to_owned();
            with.rules.push(Rule { name, ..rule });
        };
        let mut all: Vec<FactType> = Vec::new();
        for name in &NAMES[..*self.random.weighted(&[(3, 1), (2, 2)])] {
            let best = self.best_type(name);
            with.facts.push(best.clone());
            all.push(best);
            let derived = self.deriving(&all, false);
            add(&mut with, derived);
            if self.random.chance(70) {
                let derived = self.deriving(&all, true);
                add(&mut with, derived);
            }
        }
        if self.random.chance(60) {
            let rule = self.resting(&all);
            add(&mut with, rule);
        }
        for _ in 0..self.random.within(1, 2) {
            // What depends on there being a best fact supports nothing that it may rest on.
            self.elements = elements.without(Element::Logical);
            let rule = self.reading(&all);
            self.elements = elements;
            add(&mut with, rule);
        }
        with
    }

    fn best_type(&mut self, name: &str) -> FactType {
        let mut kinds = vec![Kind::Int, Kind::Int];
        if self.random.chance(40) {
            kinds.push(*self.random.pick(&[Kind::Int, Kind::Bool, Kind::Color]));
        }
        let fact = if self.random.chance(25) {
            FactType::tuple(name, &kinds)
        } else {
            let fields: Vec<(&str, Kind)> = ["x", "y", "z"].into_iter().zip(kinds).collect();
            FactType::new(name, &fields)
        };
        let fields: Vec<String> = fact.fields.iter().map(|(name, _)| name.clone()).collect();
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        let by = match self.random.below(10) {
            0 => &[][..],
            1 if fields.len() > 2 => &fields[1..],
            _ => &fields[1..2],
        };
        let least = self.random.chance(60);
        fact.best(least, fields[0], by)
    }

    /// A pattern of one of these types that binds some fields and names no fact.
    fn best_pattern(&mut self, of: &[FactType], scope: &mut Scope) -> Condition {
        let declared = self.random.pick(of).clone();
        let mut pattern: Pattern = condition::fact(&declared.name);
        for (field, kind) in &declared.fields {
            let known: Vec<String> = scope.of(*kind).into_iter().map(Into::into).collect();
            let test = match self.random.below(10) {
                0..3 if !known.is_empty() => Test::Variable(self.random.pick(&known).clone()),
                3 => Test::Constant(self.constant(*kind)),
                _ => {
                    let name = self.fresh("b");
                    scope.bind(&name, *kind);
                    Test::Variable(name)
                }
            };
            pattern = pattern.test(field, test);
        }
        pattern.into()
    }

    /// A rule that derives facts of the last of these types: from others alone, or from such facts too.
    fn deriving(&mut self, of: &[FactType], recurs: bool) -> Rule {
        let mut scope = Scope::default();
        let mut when = Vec::new();
        if recurs {
            when.push(self.best_pattern(of, &mut scope));
        }
        if !recurs || self.random.chance(70) {
            when.push(self.pattern(&mut scope, false).into());
        }
        if self.random.chance(20) {
            when.push(self.condition(&mut scope));
        }
        let declared = of.last().expect("there is a type").clone();
        let kinds = declared.fields.iter().map(|(_, kind)| *kind);
        let mut values: Vec<Expression> = kinds.map(|kind| self.written(&scope, kind)).collect();
        if recurs && self.random.chance(50) {
            // Each one worse than what it comes from, as far as the domain goes.
            let bound = scope.of(Kind::Int);
            if let Some(bound) = bound.first() {
                let further = Expression::Variable((*bound).to_owned()).plus(1);
                values[0] = Expression::Wrap(Box::new(further));
            }
        }
        let then = vec![Effect::InsertLogical(declared.name, values)];
        let mut rule = Rule::new("derived", when, then);
        if self.random.chance(25) {
            rule.salience = Some(self.expression(&scope, Kind::Int));
        }
        rule
    }

    /// A rule of which other facts rest on such facts.
    fn resting(&mut self, of: &[FactType]) -> Rule {
        let mut scope = Scope::default();
        let mut when = vec![self.best_pattern(of, &mut scope)];
        if self.random.chance(40) {
            when.push(self.pattern(&mut scope, false).into());
        }
        scope.facts.clear();
        let then = self.effects(&scope);
        Rule::new("resting", when, then)
    }

    /// A rule that reads such facts in any way.
    fn reading(&mut self, of: &[FactType]) -> Rule {
        let base = self.matched.clone();
        let mut scope = Scope::default();
        let mut when = Vec::new();
        if self.random.chance(50) {
            when.push(self.pattern(&mut scope, false).into());
        }
        self.facts.extend(of.iter().cloned());
        self.matched = of.to_vec();
        if self.random.chance(30) {
            self.matched.extend(base.iter().cloned());
        }
        when.push(self.condition(&mut scope));
        if self.random.chance(40) {
            when.push(self.condition(&mut scope));
        }
        self.matched.clone_from(&base);
        self.facts = base;
        // Nothing is done to such facts.
        let is_other = |(_, fact): &(String, String)| !of.iter().any(|of| of.name == *fact);
        scope.facts.retain(is_other);
        scope.lists.retain(is_other);
        let then = self.effects(&scope);
        let mut rule = Rule::new("reading", when, then);
        if self.uses(Element::Undo) && self.random.chance(20) {
            scope.lists.clear();
            scope.undoes = true;
            rule.undo = Some(self.effects(&scope));
        }
        rule
    }
}
