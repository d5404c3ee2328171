//! Adds a rule that moves a bound on to a ruleset that is made, by random numbers of its own: a fact keeps how far others of
//! its key have been seen, and what is beyond that is looked up in order.

use super::{Generator, will_do};
use crate::model::{Condition, Effect, Expression, FactType, Operator, Rule, Ruleset, Test};
use crate::model::{Write, condition};
use crate::value::Kind;

/// How many rulesets of a hundred have one.
const HAVE: u32 = 30;

impl Generator {
    /// Adds one to one of several rulesets, where there are types with two numbers.
    pub(super) fn add_cursor(&mut self, ruleset: Ruleset) -> Ruleset {
        let facts = with_numbers(&ruleset, 2);
        if !self.of_cursors.chance(HAVE) || facts.is_empty() {
            return ruleset;
        }
        let (seen, keeper) = (*self.of_cursors.pick(&facts), *self.of_cursors.pick(&facts));
        let operators = [Operator::Less, Operator::Greater, Operator::AtLeast];
        let operator = *self.of_cursors.pick(&operators);
        let (seen_fields, kept_fields) = (numbers(seen), numbers(keeper));
        let seen = condition::fact(&seen.name)
            .test(seen_fields[0], Test::Variable("of".into()))
            .test(seen_fields[1], Test::Variable("place".into()));
        let place = Expression::Variable("place".into());
        let kept = condition::fact(&keeper.name)
            .test(kept_fields[0], Test::Variable("of".into()))
            .test(kept_fields[1], Test::Compare(operator, place.clone()))
            .named("keeper");
        let write = Write {
            field: kept_fields[1].to_owned(),
            value: place,
        };
        let when = vec![Condition::Pattern(seen), Condition::Pattern(kept)];
        let then = vec![Effect::Modify("keeper".into(), vec![write])];
        let mut with = ruleset.clone();
        with.rules.push(Rule::new("cursor", when, then));
        if will_do(&with) { with } else { ruleset }
    }
}

/// The types with so many numbers at the least by which to look up.
pub(super) fn with_numbers(ruleset: &Ruleset, least: usize) -> Vec<&FactType> {
    let facts = ruleset.facts.iter();
    let facts = facts.filter(|fact| fact.best.is_none() && numbers(fact).len() >= least);
    facts.collect()
}

/// The named fields of a type that are numbers.
pub(super) fn numbers(fact: &FactType) -> Vec<&str> {
    let fields = fact.fields.iter().filter(|_| !fact.tuple);
    let fields = fields.filter(|(_, kind)| *kind == Kind::Int);
    fields.map(|(name, _)| name.as_str()).collect()
}
