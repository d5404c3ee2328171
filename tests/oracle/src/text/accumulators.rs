//! The definitions of the users' accumulators that a ruleset uses, as Rust text.

use crate::model::condition::{Accumulator, each_accumulate};
use crate::model::{Function, Ruleset};
use std::collections::BTreeSet;

/// How many different values there are.
const DISTINCT: &str = "\
pub struct Distinct;
impl ::rules_runtime::Accumulator for Distinct {
    type Input<'a> = i32;
    type State = ::std::collections::BTreeMap<i32, usize>;
    type Output = i32;
    fn add(counts: &mut Self::State, value: i32) {
        *counts.entry(value).or_default() += 1;
    }
    fn remove(counts: &mut Self::State, value: i32) -> bool {
        let count = counts.get_mut(&value).expect(\"it was added\");
        *count -= 1;
        if *count == 0 {
            counts.remove(&value);
        }
        true
    }
    fn output(counts: &Self::State) -> Option<i32> {
        Some(counts.len() as i32)
    }
}
";

/// The lower median.
const MEDIAN: &str = "\
pub struct Median;
impl ::rules_runtime::Accumulator for Median {
    type Input<'a> = i32;
    type State = Vec<i32>;
    type Output = i32;
    fn add(values: &mut Vec<i32>, value: i32) {
        values.push(value);
    }
    fn output(values: &Vec<i32>) -> Option<i32> {
        let mut values = values.clone();
        values.sort_unstable();
        Some(values[values.len().checked_sub(1)? / 2])
    }
}
";

/// The greatest value less the least, of such as differ.
const SPREAD: &str = "\
pub struct Spread;
impl ::rules_runtime::Accumulator for Spread {
    type Input<'a> = i32;
    type State = Option<(i32, i32)>;
    type Output = i32;
    fn add(ends: &mut Self::State, value: i32) {
        let (low, high) = ends.unwrap_or((value, value));
        *ends = Some((low.min(value), high.max(value)));
    }
    fn remove(ends: &mut Self::State, value: i32) -> bool {
        ends.is_some_and(|(low, high)| low < value && value < high)
    }
    fn output(ends: &Self::State) -> Option<i32> {
        ends.map(|(low, high)| high - low).filter(|&spread| spread > 0)
    }
}
";

/// The definitions, in the order of the accumulators.
pub(super) fn definitions(ruleset: &Ruleset) -> String {
    let mut used = BTreeSet::new();
    let rules = ruleset.rules.iter().map(|rule| &rule.when);
    for when in rules.chain(ruleset.queries.iter().map(|query| &query.when)) {
        each_accumulate(when, &mut |accumulate| {
            if let Function::User(accumulator, _) = &accumulate.function {
                used.insert(*accumulator);
            }
        });
    }
    let texts = used.into_iter().map(|accumulator| match accumulator {
        Accumulator::Distinct => DISTINCT,
        Accumulator::Median => MEDIAN,
        Accumulator::Spread => SPREAD,
    });
    texts.collect()
}
