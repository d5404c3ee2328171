//! The same ruleset with its conditions split: a guard and a comparison in a pattern stand after it as tests
//! of their own. It has the same matches, so its engine must agree with the interpreter of the original.

use crate::model::expression::var;
use crate::model::{Accumulate, Condition, Expression, Operator, Pattern, Ruleset, Strategy, Test};

/// The ruleset with its conditions split, under another name. `None` where it would order its activations
/// otherwise: by how many tests are written in patterns.
#[must_use]
pub fn split(ruleset: &Ruleset) -> Option<Ruleset> {
    if matches!(
        ruleset.strategy,
        Strategy::Complexity | Strategy::Simplicity
    ) {
        return None;
    }
    let mut split = ruleset.clone();
    split.name = format!("Split{}", ruleset.name.to_lowercase());
    let rules = split.rules.iter_mut().map(|rule| &mut rule.when);
    let queries = split.queries.iter_mut().map(|query| &mut query.when);
    for when in rules.chain(queries) {
        *when = Splitter::default().block(when);
    }
    Some(split)
}

/// Splits the conditions of one rule.
#[derive(Default)]
struct Splitter {
    /// How many variables it has made up.
    names: usize,
}

impl Splitter {
    fn block(&mut self, conditions: &[Condition]) -> Vec<Condition> {
        let mut split = Vec::new();
        for condition in conditions {
            self.condition(condition, &mut split);
        }
        split
    }

    fn condition(&mut self, condition: &Condition, split: &mut Vec<Condition>) {
        match condition {
            Condition::Pattern(pattern) => self.pattern(pattern, split),
            Condition::Not(block) => split.push(Condition::Not(self.block(block))),
            Condition::Exists(block) => split.push(Condition::Exists(self.block(block))),
            Condition::Unique(block) => split.push(Condition::Unique(self.block(block))),
            Condition::Forall(over, holds) => {
                let over = self.block(over);
                split.push(Condition::Forall(over, self.block(holds)));
            }
            Condition::Either(branches) => {
                let branches = branches.iter().map(|branch| self.block(branch));
                split.push(Condition::Either(branches.collect()));
            }
            Condition::Accumulate(accumulate) => {
                split.push(Condition::Accumulate(Accumulate {
                    block: self.block(&accumulate.block),
                    guard: None,
                    ..accumulate.clone()
                }));
                split.extend(accumulate.guard.iter().flat_map(tests));
            }
            Condition::If(test) => split.extend(tests(test)),
            Condition::IfLet { .. }
            | Condition::Let(..)
            | Condition::For(..)
            | Condition::Kept(..)
            | Condition::LookUp(_)
            | Condition::Asked(_)
            | Condition::Due(_)
            | Condition::Again(_) => split.push(condition.clone()),
        }
    }

    /// A pattern that only binds, joins and tests for constants, and the rest of its tests after it.
    fn pattern(&mut self, pattern: &Pattern, split: &mut Vec<Condition>) {
        let (mut pattern, mut after) = (pattern.clone(), Vec::new());
        for (_, test) in &mut pattern.fields {
            if let Test::Compare(operator, value) = test {
                self.names += 1;
                let name = format!("split{}", self.names);
                after.push(Condition::If(var(&name).with(*operator, value.clone())));
                *test = Test::Variable(name);
            }
        }
        let guard = pattern.guard.take();
        after.extend(guard.iter().flat_map(tests));
        split.push(Condition::Pattern(pattern));
        split.extend(after);
    }
}

/// The parts of a test that are joined by `&&`, each as a condition.
fn tests(test: &Expression) -> Vec<Condition> {
    match test {
        Expression::Binary(Operator::And, left, right) => [tests(left), tests(right)].concat(),
        test => vec![Condition::If(test.clone())],
    }
}
