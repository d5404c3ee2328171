//! Adds a search to a ruleset that is made, by random numbers of its own: a rule that chooses for each of a few open facts, and
//! rules that fail where what was chosen does not go together.

use super::cases::sets_one;
use super::cursors::{numbers, with_numbers};
use super::{Generator, will_do};
use crate::elements::Element;
use crate::model::expression::{field, var};
use crate::model::{
    Condition, Effect, Expression, FactType, Function, Operator, Pattern, Rule, Ruleset, Test,
    condition,
};
use crate::value::Kind;

/// How many rulesets of a hundred have one.
const HAVE: u32 = 15;

/// The names of the rules that fail.
const REFUSING: [&str; 2] = ["refuses", "denies"];

/// How much more salient they are than others, most of the time.
const SALIENCE: i32 = 10;

/// The types of what is open and of what has been chosen, and their fields.
const OPEN: &str = "Open";
const CHOSEN: &str = "Chosen";
const X: &str = "x";
const Y: &str = "y";

impl Generator {
    /// Adds one to one of several rulesets: not where there is a clock, or a block may return an error.
    pub(super) fn add_search(&mut self, ruleset: Ruleset) -> Ruleset {
        if !self.uses(Element::Search)
            || !self.of_search.chance(HAVE)
            || ruleset.clock
            || ruleset.fails
        {
            return ruleset;
        }
        let types = [OPEN, CHOSEN].map(|name| {
            let declared = FactType::new(name, &[(X, Kind::Int), (Y, Kind::Int)]);
            match self.of_search.within(0, 7) {
                0 => declared.unique(),
                1 if self.uses(Element::Key) => declared.key(&[X]),
                _ => declared,
            }
        });
        let others = with_numbers(&ruleset, 1);
        let is_key = types[1].key.is_some();
        let mut rules = vec![self.choosing(is_key)];
        if self.of_search.chance(20) {
            let mut other = self.choosing(is_key);
            other.name = "prefers".into();
            rules.push(other);
        }
        for name in &REFUSING[..self.of_search.within(1, REFUSING.len())] {
            let rule = self.refusing(name, &others);
            rules.push(rule);
        }
        if !others.is_empty() && self.of_search.chance(30) {
            let other = *self.of_search.pick(&others);
            rules.push(self.following(other));
        }
        let mut with = ruleset.clone();
        with.backtrack = true;
        if self.of_search.chance(25) {
            rules.extend(std::mem::take(&mut with.rules));
            // Those of a group stand together.
            rules.sort_by_key(|rule| rule.group.clone());
            with.rules = rules;
        } else {
            with.rules.extend(rules);
        }
        with.facts.extend(types);
        with.keep_mentioned();
        if will_do(&with) { with } else { ruleset }
    }

    /// The rule that chooses.
    fn choosing(&mut self, is_key: bool) -> Rule {
        let open = condition::fact(OPEN).named("open").bind(X, X).bind(Y, Y);
        let mut when = vec![Condition::Pattern(open)];
        let form = self.of_search.within(0, 5);
        let stays = form < 2;
        if form == 0 {
            let chosen = condition::fact(CHOSEN).bind(X, X);
            when.push(Condition::Not(vec![chosen.into()]));
        }
        let is_logical = form == 1 && !is_key && self.uses(Element::Logical);
        let (low, high) = match self.of_search.within(0, 5) {
            0 => (0.into(), var(Y)),
            1 => (var(Y), 4.into()),
            2 => (Expression::from(1), 4.into()),
            _ => (Expression::from(0), 3.into()),
        };
        let mut then = vec![Effect::Choose("one".into(), low, high)];
        let mut values = vec![var(X), var("one")];
        if self.of_search.chance(25) {
            let high = var("one").plus(self.of_search.int(0, 1));
            then.push(Effect::Choose("other".into(), 0.into(), high));
            values = vec![var("one"), var("other")];
        }
        if self.of_search.chance(20) {
            let refused = var("one").is(self.of_search.int(0, 3));
            then.push(Effect::If(refused, vec![Effect::Fail]));
        }
        then.push(if is_logical {
            Effect::InsertLogical(CHOSEN.into(), values)
        } else {
            Effect::Insert(CHOSEN.into(), values)
        });
        if !stays {
            then.push(Effect::Retract("open".into()));
        }
        if self.of_search.chance(10) {
            let refused = field("open", Y).is(var("one"));
            then.push(Effect::If(refused, vec![Effect::Fail]));
        }
        let mut rule = Rule::new("chooses", when, then);
        rule.salience = self.of_search.chance(20).then(|| Expression::from(1));
        rule
    }

    /// A rule that fails.
    fn refusing(&mut self, name: &str, others: &[&FactType]) -> Rule {
        let one = condition::fact(CHOSEN).bind(X, "a").bind(Y, "b");
        let mut when = match self.of_search.within(0, 6) {
            0 => vec![self.literal_chosen()],
            1 => {
                let chosen = self.literal_chosen();
                let mut counted =
                    condition::accumulate("number", Function::Count, vec![chosen.into()]);
                let number = Expression::AsInt(Box::new(var("number")));
                counted.guard = Some(number.above(self.of_search.int(0, 2)));
                return self.fails(name, vec![Condition::Accumulate(counted)]);
            }
            2 if !others.is_empty() => {
                let other = *self.of_search.pick(others);
                let by = *self.of_search.pick(&numbers(other));
                let joined = if self.of_search.chance(50) { "a" } else { "b" };
                let other = condition::fact(&other.name).bind(by, joined);
                if self.of_search.chance(50) {
                    let against = Condition::Not(vec![other.into()]);
                    return self.fails(name, vec![one.into(), against]);
                }
                vec![one, other]
            }
            3 => vec![one, self.next_chosen().bind(Y, "b")],
            4 => {
                let near = var("b").with(Operator::Apart, var("c"));
                let near = near.below(self.of_search.int(1, 2));
                vec![one, self.next_chosen().bind(Y, "c").guard(near)]
            }
            5 => {
                let next = Expression::from(1).plus(var("b"));
                let next = Test::Compare(Operator::Equal, next);
                vec![one, self.next_chosen().test(Y, next)]
            }
            _ => {
                let open = condition::fact(OPEN).bind(X, "a");
                vec![one, open]
            }
        };
        if self.of_search.chance(20) {
            when.reverse();
            // What is compared stands after what it is compared with.
            if when.iter().any(compares) {
                when.reverse();
            }
        }
        let when = when.into_iter().map(Condition::Pattern).collect();
        self.fails(name, when)
    }

    /// What was chosen, with a value.
    fn literal_chosen(&mut self) -> Pattern {
        let chosen = condition::fact(CHOSEN).constant(Y, self.of_search.int(0, 3));
        if self.of_search.chance(30) {
            chosen.constant(X, self.of_search.int(0, 3))
        } else {
            chosen
        }
    }

    /// Another that was chosen.
    fn next_chosen(&mut self) -> Pattern {
        let operators = [Operator::Greater, Operator::Unequal];
        let operator = *self.of_search.pick(&operators);
        condition::fact(CHOSEN).test(X, Test::Compare(operator, var("a")))
    }

    fn fails(&mut self, name: &str, when: Vec<Condition>) -> Rule {
        let mut then = vec![Effect::Fail];
        if self.of_search.chance(15) {
            // It comes to nothing.
            let values = vec![Expression::from(0), Expression::from(0)];
            then.insert(0, Effect::Insert(OPEN.into(), values));
        }
        let mut rule = Rule::new(name, when, then);
        rule.salience = self.of_search.chance(80).then(|| SALIENCE.into());
        rule
    }

    /// A rule that does something with what was chosen.
    fn following(&mut self, other: &FactType) -> Rule {
        let by = *self.of_search.pick(&numbers(other));
        let chosen = condition::fact(CHOSEN).bind(X, "a").bind(Y, "b");
        let followed = condition::fact(&other.name).bind(by, "b").named("followed");
        let then = sets_one(&mut self.of_search, "followed", other);
        Rule::new("follows", vec![chosen.into(), followed.into()], vec![then])
    }
}

/// The place of the type for whose facts something is chosen, where there is a search.
pub(super) fn open(ruleset: &Ruleset) -> Option<usize> {
    let mut facts = ruleset.facts.iter();
    let place = facts.position(|declared| declared.name == OPEN);
    place.filter(|_| ruleset.backtrack)
}

/// Whether a pattern compares with what another binds.
fn compares(pattern: &Pattern) -> bool {
    let mut tests = pattern.fields.iter();
    pattern.guard.is_some() || tests.any(|(_, test)| matches!(test, Test::Compare(..)))
}
