//! What has been seen of a ruleset, its rules and their conditions.

use alloc::vec::Vec;
use core::iter;

use crate::inspect::coverage::places::{ConditionPlace, Place};
use crate::inspect::explain::{ConditionCounts, Counted, Explanation, TestCounts};
use crate::inspect::metadata::{Position, RulesetInfo};

/// What has been seen of a ruleset.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RulesetCoverage {
    /// Its name.
    pub name: &'static str,
    /// Its rules, in the order in which they are written.
    pub rules: Vec<RuleCoverage>,
    pub(super) package: Option<&'static str>,
}

/// What has been seen of a rule.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RuleCoverage {
    /// Its name.
    pub name: &'static str,
    /// Where it is written.
    pub position: Position,
    /// How often it has fired.
    pub fired: u64,
    /// Its conditions and their tests in the order written, each before those inside it; none where nothing explains them.
    pub conditions: Vec<ConditionCoverage>,
    places: &'static [ConditionPlace],
}

/// What has been seen of a condition, or of a test in one.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ConditionCoverage {
    /// Its source.
    pub text: &'static str,
    /// How many conditions it stands in.
    pub depth: usize,
    /// Where it is written.
    pub position: Position,
    /// Whether it may be false: a `let` is always true.
    pub may_fail: bool,
    /// Whether it was ever true.
    pub was_true: bool,
    /// Whether it was ever false.
    pub was_false: bool,
}

impl ConditionCoverage {
    /// Whether both of it have been seen, or what it can be.
    #[must_use]
    pub fn is_covered(&self) -> bool {
        self.was_true && (self.was_false || !self.may_fail)
    }
}

impl RulesetCoverage {
    /// That of a ruleset of which nothing has been seen.
    pub(super) fn of(info: &RulesetInfo) -> Self {
        // Without explanations there are no places.
        let places = info.places.iter().copied().chain(iter::repeat(&[][..]));
        let rules = info.rules.iter().zip(places);
        let rules = rules.map(|(rule, places)| RuleCoverage {
            name: rule.name,
            position: rule.position,
            fired: 0,
            conditions: Vec::new(),
            places,
        });
        RulesetCoverage {
            name: info.name,
            rules: rules.collect(),
            package: info.package,
        }
    }

    /// Whether two are of the same ruleset: several of a program may have one name.
    pub(super) fn is(&self, other: &RulesetCoverage) -> bool {
        let first = |of: &RulesetCoverage| of.rules.first().map(|rule| rule.position);
        let key = |of: &RulesetCoverage| (of.name, of.package, of.rules.len(), first(of));
        key(self) == key(other)
    }
}

impl RuleCoverage {
    /// The position of a place in the rule's file.
    fn at(&self, (line, column): Place) -> Position {
        let file = self.position.file;
        Position { file, line, column }
    }

    /// Sees an explanation; whether it has something new.
    pub(super) fn explained(&mut self, explanation: &Explanation) -> bool {
        if self.conditions.is_empty() {
            self.conditions = self.conditions_of(explanation);
        }
        let mut has_news = false;
        let mut own = self.conditions.iter_mut();
        for condition in &explanation.conditions {
            let fails = condition.reached > condition.passed;
            let seen = iter::once((condition.passed > 0, fails));
            let tests = tests_apart(condition).map(|(_, test)| (test.passed > 0, test.failed > 0));
            for ((was_true, was_false), own) in seen.chain(tests).zip(own.by_ref()) {
                has_news |= was_true && !own.was_true || was_false && !own.was_false;
                own.was_true |= was_true;
                own.was_false |= was_false;
            }
        }
        has_news
    }

    /// The conditions that an explanation shows, of which nothing has been seen.
    fn conditions_of(&self, explanation: &Explanation) -> Vec<ConditionCoverage> {
        let mut all = Vec::new();
        for (number, condition) in explanation.conditions.iter().enumerate() {
            let place = self.places.get(number);
            let position = place.map_or(self.position, |place| self.at(place.place));
            let unseen = ConditionCoverage {
                text: condition.text,
                depth: condition.depth,
                position,
                may_fail: place.is_none_or(|place| place.may_fail),
                was_true: false,
                was_false: false,
            };
            all.push(unseen.clone());
            let tests = tests_apart(condition).map(|(number, test)| {
                let place = place.and_then(|place| place.tests.get(number));
                ConditionCoverage {
                    text: test.text,
                    depth: condition.depth + 1,
                    position: place.map_or(position, |&place| self.at(place)),
                    may_fail: true,
                    ..unseen
                }
            });
            all.extend(tests);
        }
        all
    }

    /// Adds what another has seen of the same rule.
    pub(super) fn merge(&mut self, other: &RuleCoverage) {
        self.fired += other.fired;
        if self.conditions.is_empty() {
            self.conditions.clone_from(&other.conditions);
        }
        for (own, condition) in self.conditions.iter_mut().zip(&other.conditions) {
            own.was_true |= condition.was_true;
            own.was_false |= condition.was_false;
        }
    }
}

/// The tests of a condition, by their numbers: a test that is a condition of its own is seen with that.
fn tests_apart(condition: &ConditionCounts) -> impl Iterator<Item = (usize, &TestCounts)> {
    let tests = condition.tests.iter().enumerate();
    let alone = condition.tests.len() == 1;
    tests.filter(move |(_, test)| !(alone && test.counted == Counted::Matches))
}
