//! Adds rules over facts that go through states to a ruleset that is made, by random numbers of its own: they look them up by
//! one field in one rule and by two in another, in a state or in any, and set the state of what they have found.

use super::cases::{sets, sets_one};
use super::cursors::{numbers, with_numbers};
use super::{Generator, will_do};
use crate::model::{Condition, Effect, FactType, Pattern, Rule, Ruleset, Test, condition};
use crate::value::Kind;

/// How many rulesets of a hundred have such rules.
const HAVE: u32 = 30;

/// The names of the rules.
const RULES: [&str; 4] = ["opens", "moves", "closes", "pairs"];

/// The type of what goes through states, and the field of the state.
const STEPPING: &str = "S";
const STATE: &str = "z";

impl Generator {
    /// Adds them to one of several rulesets, where there is a type with a number by which to look up.
    pub(super) fn add_states(&mut self, ruleset: Ruleset) -> Ruleset {
        let facts = with_numbers(&ruleset, 1);
        if !self.of_states.chance(HAVE) || facts.is_empty() {
            return ruleset;
        }
        let state = *self.of_states.pick(&[Kind::Color, Kind::Int]);
        let fields = [("x", Kind::Int), ("y", Kind::Int), (STATE, state)];
        let stepping = FactType::new(STEPPING, &fields);
        let mut with = ruleset.clone();
        for name in &RULES[..self.of_states.within(2, RULES.len())] {
            let asking = *self.of_states.pick(&facts);
            with.rules.push(self.of_a_state(name, asking, &stepping));
        }
        with.facts.push(stepping);
        if will_do(&with) { with } else { ruleset }
    }

    /// A rule that looks up one such fact, or two of which the one leads to the other.
    fn of_a_state(&mut self, name: &str, asking: &FactType, stepping: &FactType) -> Rule {
        let by = *self.of_states.pick(&numbers(asking));
        let asks = condition::fact(&asking.name).bind(by, "of").named("asking");
        let mut when = vec![asks];
        if self.of_states.chance(40) {
            let found = condition::fact(STEPPING)
                .test("x", Test::Variable("of".into()))
                .bind("y", "next")
                .named("found");
            let next = condition::fact(STEPPING).test("x", Test::Variable("next".into()));
            when.push(self.in_a_state(found, stepping));
            when.push(self.in_a_state(next, stepping));
        } else {
            let found = self.found().named("found");
            when.push(self.in_a_state(found, stepping));
        }
        if self.of_states.chance(25) {
            when.reverse();
        }
        let when = when.into_iter().map(Condition::Pattern).collect();
        let then = match self.of_states.within(0, 5) {
            0 => Effect::Retract("found".into()),
            1 => sets_one(&mut self.of_states, "found", stepping),
            2 => sets_one(&mut self.of_states, "asking", asking),
            _ => {
                let state = (STATE, stepping.fields[2].1);
                sets(&mut self.of_states, "found", state)
            }
        };
        Rule::new(name, when, vec![then])
    }

    /// What goes with the number that is bound: by one field, or by both.
    fn found(&mut self) -> Pattern {
        let fields = [vec!["x"], vec!["x", "y"], vec!["y"]];
        let by = self.of_states.pick(&fields).iter();
        by.fold(condition::fact(STEPPING), |found, field| {
            found.test(field, Test::Variable("of".into()))
        })
    }

    fn in_a_state(&mut self, pattern: Pattern, stepping: &FactType) -> Pattern {
        let state = self.of_states.value(stepping.fields[2].1);
        match self.of_states.within(0, 3) {
            0 => pattern,
            1 => {
                let other = self.of_states.value(stepping.fields[2].1);
                pattern.test(STATE, Test::OneOf(vec![state, other]))
            }
            _ => pattern.test(STATE, Test::Constant(state)),
        }
    }
}
