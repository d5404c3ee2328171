//! Adds a rule whose patterns join in a ring to a ruleset that is made, by random numbers of its own: of three or four
//! links each ends where the next begins, and the last where the first began. Or it is of five links, in a chain, or all from
//! one place.

use super::cases::sets_one;
use super::{Generator, will_do};
use crate::model::{Condition, Effect, FactType, Pattern, Rule, Ruleset, Test, condition};
use crate::value::Kind;

/// How many rulesets of a hundred have one.
const HAVE: u32 = 30;

/// The type of the links, and the fields that say between what they are.
const LINK: &str = "E";
const ENDS: [&str; 2] = ["x", "y"];

impl Generator {
    /// Adds one to one of several rulesets.
    pub(super) fn add_ring(&mut self, ruleset: Ruleset) -> Ruleset {
        if !self.of_rings.chance(HAVE) {
            return ruleset;
        }
        let fields = [("x", Kind::Int), ("y", Kind::Int), ("z", Kind::Color)];
        let of = FactType::new(LINK, &fields);
        let length = self.of_rings.within(3, 4);
        let ends: Vec<[usize; 2]> = match self.of_rings.within(0, 9) {
            0 => (0..5).map(|place| [place, place + 1]).collect(),
            1 => (0..5).map(|place| [0, place + 1]).collect(),
            _ => (0..length)
                .map(|place| [place, (place + 1) % length])
                .collect(),
        };
        let links = ends.into_iter().enumerate();
        let mut when: Vec<Condition> = links
            .map(|(place, ends)| Condition::Pattern(self.link(place, ends)))
            .collect();
        if self.of_rings.chance(20) {
            let pattern = condition::fact(LINK).bind("x", "v1").bind("y", "v0");
            let against = vec![Condition::Pattern(pattern)];
            when.push(if self.of_rings.chance(50) {
                Condition::Not(against)
            } else {
                Condition::Exists(against)
            });
        }
        let last = "link2".to_owned();
        let effect = if self.of_rings.chance(60) {
            sets_one(&mut self.of_rings, &last, &of)
        } else {
            Effect::Retract(last)
        };
        let mut with = ruleset.clone();
        with.facts.push(of);
        with.rules.push(Rule::new("ring", when, vec![effect]));
        if will_do(&with) { with } else { ruleset }
    }

    /// A link between two ends. Now and then it points the other way, or has a test of its own.
    fn link(&mut self, place: usize, variables: [usize; 2]) -> Pattern {
        let mut ends = ENDS;
        if self.of_rings.chance(25) {
            ends.reverse();
        }
        let variables = variables.map(|end| format!("v{end}"));
        let mut link = condition::fact(LINK).named(&format!("link{place}"));
        for (field, variable) in ends.iter().zip(&variables) {
            link = link.bind(field, variable);
        }
        if self.of_rings.chance(15) {
            link = link.test("z", Test::Constant(self.of_rings.value(Kind::Color)));
        }
        link
    }
}
