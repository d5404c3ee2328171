//! Which integers a test lets pass, for a compiler that tells facts apart by them.

use std::collections::BTreeSet;
use std::ops::Bound::{Included, Unbounded};
use std::ops::{Bound, RangeInclusive};

use crate::hir::{ElementKind, RuleId, Ruleset, TestId};

use super::constants::range_of_type;
use super::terms::{Claim, Reader, Renamed, Term, declared_type};
use super::values::{Kind, Range, Scalar, Values};

/// What a test says of a field that is declared with an integer type of Rust's own, where that is all it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Integers {
    /// The field.
    pub(crate) member: String,
    /// The ranges of the integers that pass, apart and in order; never none.
    pub(crate) ranges: Vec<RangeInclusive<i128>>,
    /// All integers of the type.
    pub(crate) of_type: RangeInclusive<i128>,
}

/// The integers that a test of a fact lets pass.
pub(crate) fn integers(ruleset: &Ruleset, rule: RuleId, test: TestId) -> Option<Integers> {
    let rule = ruleset.rule(rule);
    let reader = Reader {
        ruleset,
        rule,
        renamed: &Renamed::new(),
    };
    let [
        Claim::Among {
            term: Term::Field(element, Some(member)),
            values: Values::Scalars(Kind::Integer, ranges),
        },
    ] = &reader.claims(test)[..]
    else {
        return None;
    };
    // A field of a variant is none that each fact of the type has.
    let kind = &rule.elements[element.0].kind;
    if !matches!(kind, ElementKind::Fact { variant: None, .. }) {
        return None;
    }
    let Values::Scalars(Kind::Integer, of_type) =
        range_of_type(declared_type(ruleset, rule, *element, member)?)?
    else {
        return None;
    };
    let of_type = of_type.first()?;
    let of_type = end(&of_type.low)?..=end(&of_type.high)?;
    // An integer that the type does not have is for rustc to tell, at the test.
    let is_within = |bound: &Bound<Scalar>| {
        end(bound).map_or(*bound == Unbounded, |end| of_type.contains(&end))
    };
    let is_within = ranges
        .iter()
        .all(|range| is_within(&range.low) && is_within(&range.high));
    let clip = |range: &Range| {
        end(&range.low).unwrap_or(*of_type.start())..=end(&range.high).unwrap_or(*of_type.end())
    };
    let ranges: Vec<_> = ranges.iter().map(clip).collect();
    (is_within && !ranges.is_empty()).then_some(Integers {
        member: member.clone(),
        ranges,
        of_type,
    })
}

/// An end of a range of integers, which is in it.
fn end(bound: &Bound<Scalar>) -> Option<i128> {
    match bound {
        Included(Scalar::Whole(end)) => Some(*end),
        _ => None,
    }
}

impl Integers {
    /// The integers that two tests of the field both let pass.
    pub(crate) fn intersect(&self, other: &Self) -> Option<Self> {
        let all = self.ranges.iter().flat_map(|one| {
            let both = other
                .ranges
                .iter()
                .map(move |other| *one.start().max(other.start())..=*one.end().min(other.end()));
            both.filter(|range| !range.is_empty())
        });
        let ranges: Vec<_> = all.collect();
        (!ranges.is_empty()).then(|| Self {
            ranges,
            ..self.clone()
        })
    }

    /// The integers at which the answer of a test changes: the first of each range, and the first after it.
    pub(crate) fn bounds(&self) -> BTreeSet<i128> {
        let ends = self
            .ranges
            .iter()
            .flat_map(|range| [*range.start(), range.end() + 1]);
        let (first, last) = (*self.of_type.start(), *self.of_type.end());
        ends.filter(|&end| first < end && end <= last).collect()
    }
}
