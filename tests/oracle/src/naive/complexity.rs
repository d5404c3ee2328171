//! How many tests a rule has: patterns, field tests and guards as written. A variable in a field is a test where it
//! is bound already.

use crate::model::{Condition, Pattern, Rule, Test};

/// How many tests a rule has.
pub(super) fn tests(rule: &Rule) -> usize {
    block(&rule.when, &mut Vec::new())
}

/// The tests of conditions that stand together; `bound` are the variables bound before them, and then by them too.
fn block<'r>(conditions: &'r [Condition], bound: &mut Vec<&'r str>) -> usize {
    let mut count = 0;
    for written in conditions {
        count += condition(written, bound);
        bound.extend(written.bound());
    }
    count
}

fn condition<'r>(condition: &'r Condition, bound: &[&'r str]) -> usize {
    // What is bound inside is local, or `Condition::bound` tells of it.
    let local = &mut bound.to_vec();
    match condition {
        Condition::Pattern(written) => pattern(written, local),
        Condition::Not(inner) | Condition::Exists(inner) | Condition::Unique(inner) => {
            block(inner, local)
        }
        Condition::Forall(left, right) => block(left, local) + block(right, local),
        Condition::Either(branches) => {
            let branches = branches.iter();
            branches
                .map(|branch| block(branch, &mut bound.to_vec()))
                .sum()
        }
        Condition::If(_)
        | Condition::IfLet { .. }
        | Condition::Asked(_)
        | Condition::Again(_)
        | Condition::Due(_) => 1,
        Condition::LookUp(look_up) => usize::from(look_up.table.optional),
        Condition::Let(..) | Condition::For(..) | Condition::Kept(..) => 0,
        Condition::Accumulate(accumulate) => {
            block(&accumulate.block, local) + usize::from(accumulate.guard.is_some())
        }
    }
}

fn pattern<'r>(pattern: &'r Pattern, bound: &mut Vec<&'r str>) -> usize {
    let mut count = 1 + pattern.relations.len() + usize::from(pattern.guard.is_some());
    count += usize::from(pattern.window.is_some());
    for (_, test) in &pattern.fields {
        count += match test {
            Test::Any => 0,
            Test::Variable(name) if bound.contains(&name.as_str()) => 1,
            Test::Variable(name) => {
                bound.push(name);
                0
            }
            Test::Constant(_) | Test::OneOf(_) | Test::Range(..) | Test::Compare(..) => 1,
        };
    }
    count
}
