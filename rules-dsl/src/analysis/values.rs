//! Sets of values that a field may have, as far as tests with constants say: ranges of numbers,
//! characters, strings and truth values; names of variants.
//!
//! `literals` makes them of patterns and comparisons, `facts` intersects them. Where the set that is
//! meant has no such form, a greater one stands for it: what is empty here is empty in truth.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::ops::Bound::{self, Excluded, Included, Unbounded};

/// A set of values.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Values {
    /// Any value.
    Any,
    /// The values of a kind that lie in one of these ranges, which are apart and in order.
    Scalars(Kind, Vec<Range>),
    /// The values made by one of these constructors of a type, or by none of them.
    Made {
        /// What is written before the constructor's name.
        by: String,
        /// The constructors.
        names: BTreeSet<String>,
        /// Whether by none of them.
        complement: bool,
    },
}

/// A kind of scalar. Values of two kinds are never compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Integer,
    Float,
    Character,
    Truth,
    Text,
    Bytes,
}

/// A scalar: integers, characters and truth values by their number, strings by their bytes.
#[derive(Debug, Clone, PartialEq, PartialOrd)]
pub(crate) enum Scalar {
    Whole(i128),
    Float(f64),
    Bytes(Vec<u8>),
}

/// A range of scalars of one kind.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Range {
    pub(crate) low: Bound<Scalar>,
    pub(crate) high: Bound<Scalar>,
}

/// How a value compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparison {
    Equal,
    Unequal,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

impl Values {
    /// The values of a kind that compare so with one of them.
    pub(crate) fn compared(kind: Kind, comparison: Comparison, with: Scalar) -> Self {
        let range = |low, high| Range { low, high };
        let ranges = match comparison {
            Comparison::Equal => vec![range(Included(with.clone()), Included(with))],
            Comparison::Unequal => vec![
                range(Unbounded, Excluded(with.clone())),
                range(Excluded(with), Unbounded),
            ],
            Comparison::Less => vec![range(Unbounded, Excluded(with))],
            Comparison::AtMost => vec![range(Unbounded, Included(with))],
            Comparison::Greater => vec![range(Excluded(with), Unbounded)],
            Comparison::AtLeast => vec![range(Included(with), Unbounded)],
        };
        let values = Self::scalars(kind, ranges);
        match kind {
            Kind::Truth => Self::Scalars(kind, vec![Range::between(0, 1)]).intersect(&values),
            _ => values,
        }
    }

    /// The values of a kind in some ranges.
    pub(crate) fn scalars(kind: Kind, ranges: Vec<Range>) -> Self {
        let mut ranges: Vec<Range> = ranges
            .into_iter()
            .map(closed)
            .filter(|range| !range.is_empty())
            .collect();
        ranges.sort_by(|a, b| compare_low(&a.low, &b.low));
        let mut apart: Vec<Range> = Vec::new();
        for range in ranges {
            match apart.last_mut().filter(|last| last.reaches(&range)) {
                Some(last) if compare_high(&last.high, &range.high).is_lt() => {
                    last.high = range.high;
                }
                Some(_) => {}
                None => apart.push(range),
            }
        }
        if let [
            Range {
                low: Unbounded,
                high: Unbounded,
            },
        ] = apart.as_slice()
        {
            return Self::Any;
        }
        Self::Scalars(kind, apart)
    }

    /// The values made by a constructor, or by any other.
    pub(crate) fn made(by: String, name: String, complement: bool) -> Self {
        Self::Made {
            by,
            names: BTreeSet::from([name]),
            complement,
        }
    }

    /// Whether there is none.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Self::Any => false,
            Self::Scalars(_, ranges) => ranges.is_empty(),
            Self::Made {
                names, complement, ..
            } => names.is_empty() && !complement,
        }
    }

    /// Whether there is surely no more than one.
    pub(crate) fn is_one(&self) -> bool {
        match self {
            Self::Any => false,
            Self::Scalars(_, ranges) => match ranges.as_slice() {
                [] => true,
                [
                    Range {
                        low: Included(low),
                        high: Included(high),
                    },
                ] => low == high,
                _ => false,
            },
            Self::Made {
                names, complement, ..
            } => names.len() <= 1 && !complement,
        }
    }

    /// The values in both, and perhaps others of `self`.
    pub(crate) fn intersect(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Any, other) => other.clone(),
            (Self::Scalars(kind, ranges), Self::Scalars(same, others)) if kind == same => {
                let all = ranges.iter().flat_map(|range| {
                    others.iter().map(|other| Range {
                        low: greater_low(&range.low, &other.low),
                        high: lesser_high(&range.high, &other.high),
                    })
                });
                Self::scalars(*kind, all.collect())
            }
            (
                Self::Made {
                    by,
                    names,
                    complement,
                },
                Self::Made {
                    by: same,
                    names: others,
                    complement: other_complement,
                },
            ) if by == same => {
                let (names, complement) = match (complement, other_complement) {
                    (false, false) => (names & others, false),
                    (false, true) => (names - others, false),
                    (true, false) => (others - names, false),
                    (true, true) => (names | others, true),
                };
                Self::Made {
                    by: by.clone(),
                    names,
                    complement,
                }
            }
            _ => self.clone(),
        }
    }

    /// The values in one or the other, and perhaps more.
    pub(crate) fn unite(self, other: Self) -> Self {
        match (self, other) {
            (Self::Scalars(kind, mut ranges), Self::Scalars(same, others)) if kind == same => {
                ranges.extend(others);
                Self::scalars(kind, ranges)
            }
            (
                Self::Made {
                    by,
                    mut names,
                    complement: false,
                },
                Self::Made {
                    by: same,
                    names: others,
                    complement: false,
                },
            ) if by == same => {
                names.extend(others);
                Self::Made {
                    by,
                    names,
                    complement: false,
                }
            }
            _ => Self::Any,
        }
    }

    /// Whether all are surely in `other`.
    pub(crate) fn are_within(&self, other: &Self) -> bool {
        match (self, other) {
            (_, Self::Any) => true,
            (Self::Scalars(kind, ranges), Self::Scalars(same, others)) => {
                kind == same
                    && ranges
                        .iter()
                        .all(|range| others.iter().any(|other| range.is_within(other)))
            }
            (Self::Made { by, .. }, Self::Made { by: same, .. }) => {
                by == same && self.intersect(other) == *self
            }
            _ => false,
        }
    }
}

impl Range {
    /// The numbers from one to another, both included.
    pub(crate) fn between(low: i128, high: i128) -> Self {
        Self {
            low: Included(Scalar::Whole(low)),
            high: Included(Scalar::Whole(high)),
        }
    }

    fn is_empty(&self) -> bool {
        match (&self.low, &self.high) {
            (Included(low), Included(high)) => !matches!(
                low.partial_cmp(high),
                Some(Ordering::Less | Ordering::Equal)
            ),
            (Included(low) | Excluded(low), Included(high) | Excluded(high)) => {
                low.partial_cmp(high) != Some(Ordering::Less)
            }
            (Unbounded, _) | (_, Unbounded) => false,
        }
    }

    /// Whether a range that begins no earlier begins before this one has ended, or where it ends.
    fn reaches(&self, later: &Self) -> bool {
        match (&self.high, &later.low) {
            (Unbounded, _) | (_, Unbounded) => true,
            (Included(Scalar::Whole(high)), Included(Scalar::Whole(low))) => {
                *low <= high.saturating_add(1)
            }
            (Excluded(high), Excluded(low)) => low < high,
            (Included(high) | Excluded(high), Included(low) | Excluded(low)) => low <= high,
        }
    }

    fn is_within(&self, other: &Self) -> bool {
        compare_low(&other.low, &self.low).is_le() && compare_high(&self.high, &other.high).is_le()
    }
}

/// A range of whole numbers with its ends in it.
fn closed(range: Range) -> Range {
    let low = match range.low {
        Excluded(Scalar::Whole(low)) => Included(Scalar::Whole(low.saturating_add(1))),
        low => low,
    };
    let high = match range.high {
        Excluded(Scalar::Whole(high)) => Included(Scalar::Whole(high.saturating_sub(1))),
        high => high,
    };
    Range { low, high }
}

fn compare_low(one: &Bound<Scalar>, other: &Bound<Scalar>) -> Ordering {
    compare_ends(one, other, Ordering::Less)
}

fn compare_high(one: &Bound<Scalar>, other: &Bound<Scalar>) -> Ordering {
    compare_ends(one, other, Ordering::Greater)
}

/// Compares the ends of two ranges; `open` is how an end that is none compares with one, and an end that
/// is in its range with the same end that is not.
fn compare_ends(one: &Bound<Scalar>, other: &Bound<Scalar>, open: Ordering) -> Ordering {
    match (one, other) {
        (Unbounded, Unbounded) => Ordering::Equal,
        (Unbounded, _) => open,
        (_, Unbounded) => open.reverse(),
        (Included(a) | Excluded(a), Included(b) | Excluded(b)) => {
            let ends = a.partial_cmp(b).unwrap_or(Ordering::Equal);
            ends.then_with(|| match (one, other) {
                (Included(_), Excluded(_)) => open,
                (Excluded(_), Included(_)) => open.reverse(),
                _ => Ordering::Equal,
            })
        }
    }
}

fn greater_low(one: &Bound<Scalar>, other: &Bound<Scalar>) -> Bound<Scalar> {
    if compare_low(one, other).is_ge() {
        one.clone()
    } else {
        other.clone()
    }
}

fn lesser_high(one: &Bound<Scalar>, other: &Bound<Scalar>) -> Bound<Scalar> {
    if compare_high(one, other).is_le() {
        one.clone()
    } else {
        other.clone()
    }
}

impl Comparison {
    /// Every order that two values may be in.
    pub(crate) const ANY_ORDER: u8 = 0b1111;

    /// None of these: one of the values is no number.
    pub(crate) const NO_ORDER: u8 = 0b0001;

    /// What a comparison operator of Rust says.
    pub(crate) fn of(op: &syn::BinOp) -> Option<Self> {
        match op {
            syn::BinOp::Eq(_) => Some(Self::Equal),
            syn::BinOp::Ne(_) => Some(Self::Unequal),
            syn::BinOp::Lt(_) => Some(Self::Less),
            syn::BinOp::Le(_) => Some(Self::AtMost),
            syn::BinOp::Gt(_) => Some(Self::Greater),
            syn::BinOp::Ge(_) => Some(Self::AtLeast),
            _ => None,
        }
    }

    /// The same with its sides exchanged.
    pub(crate) fn flipped(self) -> Self {
        match self {
            Self::Equal | Self::Unequal => self,
            Self::Less => Self::Greater,
            Self::Greater => Self::Less,
            Self::AtMost => Self::AtLeast,
            Self::AtLeast => Self::AtMost,
        }
    }

    /// The orders of two values in which it holds: less, equal, greater, none of these.
    pub(crate) fn orders(self) -> u8 {
        match self {
            Self::Equal => 0b0100,
            Self::Unequal => 0b1011,
            Self::Less => 0b1000,
            Self::AtMost => 0b1100,
            Self::Greater => 0b0010,
            Self::AtLeast => 0b0110,
        }
    }
}
