//! Sets of the fields that rules read of a fact, as the words that the runtime compares.

use std::collections::BTreeSet;

use crate::hir::Ruleset;

/// The fields that rules read of a fact, as a set of bits. The first word has two that mean more than a field.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub(crate) struct Reads {
    /// Without words of no bits at the end.
    words: Vec<u64>,
}

/// How many fields the first word has bits for.
const FIRST: usize = 62;

impl Reads {
    /// The bit, in the first word, of the fact's being there.
    pub(crate) const PRESENCE: u64 = 1 << 63;
    /// The bit of the fact as a whole.
    pub(crate) const WHOLE: u64 = 1 << 62;

    /// The fact as a whole.
    #[must_use]
    pub(crate) fn whole() -> Reads {
        Reads {
            words: vec![Self::WHOLE],
        }
    }

    /// A field, by its place among the type's fields.
    #[must_use]
    pub(crate) fn field(place: usize) -> Reads {
        let bit = if place < FIRST { place } else { place + 2 };
        let mut words = vec![0; bit / 64];
        words.push(1 << (bit % 64));
        Reads { words }
    }

    /// What a rule reads of a fact: these fields, or the whole of it besides.
    #[must_use]
    pub(crate) fn of(fields: &BTreeSet<usize>, whole: bool) -> Reads {
        let mut reads = Reads {
            words: vec![Self::PRESENCE],
        };
        if whole {
            reads.add(&Self::whole());
        }
        for &field in fields {
            reads.add(&Self::field(field));
        }
        reads
    }

    /// Adds another set.
    pub(crate) fn add(&mut self, other: &Reads) {
        let length = self.words.len().max(other.words.len());
        self.words.resize(length, 0);
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// Whether it has a bit in common with another.
    #[must_use]
    pub(crate) fn meets(&self, other: &Reads) -> bool {
        let mut words = self.words.iter().zip(&other.words);
        words.any(|(a, b)| a & b != 0)
    }

    /// Its words, as many as there are to be.
    pub(crate) fn words(&self, width: usize) -> impl Iterator<Item = u64> {
        let words = self.words.iter().copied();
        words.chain(std::iter::repeat(0)).take(width)
    }
}

/// How many words the sets of a ruleset have: as many as its fact type with the most fields read needs.
#[must_use]
pub(crate) fn width(ruleset: &Ruleset) -> usize {
    let fields = ruleset.fact_types.iter().map(|of| of.fields.len());
    let most = fields.max().unwrap_or_default();
    if most <= FIRST {
        1
    } else {
        (most + 2).div_ceil(64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_field_has_a_bit_of_its_own() {
        let fields: Vec<Reads> = (0..200).map(Reads::field).collect();
        let special = Reads::of(&BTreeSet::new(), true);
        for (place, field) in fields.iter().enumerate() {
            assert!(!field.meets(&special), "{place}");
            let same = fields.iter().filter(|other| other.meets(field));
            assert_eq!(same.count(), 1, "{place}");
        }
        let first: Vec<u64> = fields[61].words(1).collect();
        assert_eq!(first, [1 << 61]);
        let second: Vec<u64> = fields[62].words(2).collect();
        assert_eq!(second, [0, 1]);
    }
}
