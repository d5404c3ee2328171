//! How everything is hashed: fast, and the same in each run.

use core::hash::{BuildHasher as _, Hash, Hasher};

/// The hasher of every index: fast, and the same in each run, so that a program behaves the same.
pub(crate) type BuildHasher = foldhash::fast::FixedState;

/// The same as by [`Default`], as a constant.
pub(crate) const HASHER: BuildHasher = BuildHasher::with_seed(0);

/// The same, with another seed than that of the maps.
const SEEDED: BuildHasher = BuildHasher::with_seed(0x5275_6c65);

/// The hash of a value.
pub(crate) fn hash_one<T: Hash + ?Sized>(value: &T) -> u64 {
    SEEDED.hash_one(value)
}

/// The hash of a value by which items are looked up. Those of two integers that differ in their last four bits alone differ
/// in theirs alone: what is numbered in turn stands side by side, and not all over a table that no cache holds.
pub(crate) fn hash_near<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut hasher = Near {
        rest: SEEDED.build_hasher(),
        last: None,
    };
    value.hash(&mut hasher);
    hasher.finish()
}

/// The golden ratio's fraction (Knuth, *The Art of Computer Programming*, 6.4).
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The hash of a key of several parts: that of the last, with that of those before it. Neighbours among these are far from one
/// another.
#[inline]
pub(crate) fn mix(last: u64, before: u64) -> u64 {
    // Upwards go the bits in which neighbours differ by the product, down again by the rotation.
    last ^ before.wrapping_mul(GOLDEN).rotate_left(32)
}

/// A hash of [`hash_near`] for a table that tells items apart by the first bits of a hash, too.
#[inline]
pub(crate) fn scattered(hash: u64) -> u64 {
    hash.wrapping_mul(GOLDEN)
}

/// How many neighbours the last bits tell apart.
const NEIGHBOURS: u64 = 16;

/// The hasher of [`hash_near`].
struct Near<H> {
    /// That of all but the last bits of the last integer.
    rest: H,
    /// That integer, where it is the last of what was hashed.
    last: Option<u64>,
}

impl<H: Hasher> Near<H> {
    /// What is no integer comes next: nothing is near it.
    #[inline]
    fn end_integer(&mut self) {
        if let Some(last) = self.last.take() {
            self.rest.write_u64(last % NEIGHBOURS);
        }
    }
}

impl<H: Hasher> Hasher for Near<H> {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        self.end_integer();
        self.rest.write(bytes);
    }

    #[inline]
    fn write_u8(&mut self, number: u8) {
        self.end_integer();
        self.rest.write_u8(number);
    }

    #[inline]
    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        self.end_integer();
        self.rest.write_u64(number / NEIGHBOURS);
        self.last = Some(number);
    }

    #[inline]
    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        // Numbers that end alike do not stand at the same place among their neighbours: the hash of those before the last bits
        // says at which.
        self.rest.finish() ^ self.last.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::string::String;

    #[test]
    fn neighbours_are_near_and_numbers_that_end_alike_are_not() {
        let places = |numbers: &mut dyn Iterator<Item = u64>| {
            numbers
                .map(|number| hash_near(&number) % 4096 / 16)
                .collect::<BTreeSet<_>>()
        };
        assert_eq!(places(&mut (0..16)).len(), 1);
        assert!(places(&mut (0..256).map(|number| 16 * number)).len() > 150);
        let ends: BTreeSet<_> = (0..256)
            .map(|number| hash_near(&(16 * number)) % 16)
            .collect();
        assert_eq!(ends.len(), 16);
    }

    #[test]
    fn a_key_of_two_parts_has_neighbours_by_the_second_alone() {
        let hash = |a: u64, b: u64| mix(hash_near(&b), mix(hash_near(&a), 0));
        let pairs = (0..64).flat_map(|a| (0..64).map(move |b| (a, b)));
        let places: BTreeSet<_> = pairs.map(|(a, b)| hash(a, b) % 4096).collect();
        // Chance takes 63 hundredths of them.
        assert!(places.len() > 2_300, "{}", places.len());
        let of_first: BTreeSet<_> = (0..64).map(|a| hash(a, 1) % 4096).collect();
        assert!(of_first.len() > 50, "{}", of_first.len());
        let of_second: BTreeSet<_> = (0..16).map(|b| hash(1, b) % 4096 / 16).collect();
        assert_eq!(of_second.len(), 1);
        let scattered: BTreeSet<_> = (0..16).map(|b| scattered(hash(1, b)) >> 57).collect();
        assert!(scattered.len() > 8, "{}", scattered.len());
    }

    #[test]
    fn each_part_of_a_value_tells() {
        let pairs = (0..64_u32).flat_map(|a| (0..64_u32).map(move |b| (a, b)));
        let hashes: BTreeSet<_> = pairs.map(|pair| hash_near(&pair)).collect();
        assert_eq!(hashes.len(), 64 * 64);
        let texts = (0..100_u8).map(|n| (u32::from(n), [n, 1].to_vec(), -1_i64));
        let hashes: BTreeSet<_> = texts.map(|text| hash_near(&text)).collect();
        assert_eq!(hashes.len(), 100);
        assert_eq!(hash_near("text"), hash_near(&String::from("text")));
    }
}
