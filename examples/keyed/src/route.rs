//! Which worker has a key. The hash is our own, so that it is the same in every process, version and year: snapshots
//! lie where it says.

use std::hash::{Hash, Hasher};

/// A number for a key; the worker is its remainder by the number of workers.
///
/// ```
/// assert_eq!(keyed::route(&7_u64), keyed::route(&7_u64));
/// assert_ne!(keyed::route("ann"), keyed::route("bob"));
/// ```
#[must_use]
pub fn route<K: Hash + ?Sized>(key: &K) -> u64 {
    let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
    key.hash(&mut hasher);
    // The low bits of the hash are weak, and the remainder is made of them.
    let hash = hasher.finish();
    let hash = (hash ^ hash >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
    hash ^ hash >> 33
}

/// The hash of Fowler, Noll and Vo (1991), variant 1a.
struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    // Integers are written in the machine's own byte order by default.
    fn write_u16(&mut self, number: u16) {
        self.write(&number.to_le_bytes());
    }

    fn write_u32(&mut self, number: u32) {
        self.write(&number.to_le_bytes());
    }

    fn write_u64(&mut self, number: u64) {
        self.write(&number.to_le_bytes());
    }

    fn write_u128(&mut self, number: u128) {
        self.write(&number.to_le_bytes());
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_lie_where_they_lay_when_snapshots_were_first_written() {
        let routes = [route(&0_u64), route(&1_u64), route("ann")];
        let first = [
            0x30ff_fcdf_bbbc_3f43,
            0xe171_ffc3_cc61_4e91,
            0x4827_536b_548a_ff21,
        ];
        assert_eq!(routes, first, "{routes:#x?}");
    }

    #[test]
    fn keys_are_spread_evenly() {
        for workers in [2, 3, 4, 8] {
            let mut counts = vec![0_u32; workers];
            for key in 0..10_000_u64 {
                counts[(route(&key) % workers as u64) as usize] += 1;
            }
            let even = 10_000 / workers as u32;
            for count in &counts {
                assert!(count.abs_diff(even) < even / 10, "{counts:?}");
            }
        }
    }
}
