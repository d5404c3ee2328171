//! Random numbers: the same from the same seed on every machine.

use crate::value::{COLORS, DOMAIN, FLOATS, Float, Kind, TEXTS, Value};

/// A source of random numbers.
#[derive(Clone, Debug)]
pub struct Random(fastrand::Rng);

impl Random {
    /// The source of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    /// A number below `bound`, which is not zero.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0.u32(0..bound as u32) as usize
    }

    /// A number from `low` to `high`, both in it.
    pub(crate) fn within(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    /// An integer from `low` to `high`, both in it.
    pub(crate) fn int(&mut self, low: i32, high: i32) -> i32 {
        self.0.i32(low..=high)
    }

    /// True in that many cases of a hundred.
    pub(crate) fn chance(&mut self, percent: u32) -> bool {
        self.0.u32(0..100) < percent
    }

    /// A value that a field of a kind may have.
    pub(crate) fn value(&mut self, kind: Kind) -> Value {
        match kind {
            Kind::Int => Value::Int(self.int(0, DOMAIN - 1)),
            Kind::Bool => Value::Bool(self.chance(50)),
            Kind::Color => Value::Color(self.below(COLORS.len()) as u8),
            Kind::Float => Value::Float(Float(*self.pick(&FLOATS))),
            Kind::Text => Value::Text(self.below(TEXTS.len()) as u8),
            Kind::Count => unreachable!("no field is of that kind"),
        }
    }

    /// One of several.
    pub(crate) fn pick<'t, T>(&mut self, from: &'t [T]) -> &'t T {
        &from[self.below(from.len())]
    }

    /// One of several, each as often as its weight says.
    pub(crate) fn weighted<'t, T>(&mut self, from: &'t [(u32, T)]) -> &'t T {
        let all: u32 = from.iter().map(|(weight, _)| weight).sum();
        let mut left = self.0.u32(0..all);
        for (weight, one) in from {
            if left < *weight {
                return one;
            }
            left -= weight;
        }
        unreachable!("the weights sum to more than any number drawn")
    }
}
