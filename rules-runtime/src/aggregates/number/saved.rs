//! Sums as a snapshot has them.

use alloc::boxed::Box;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::{Floats, LIMBS, Total};

/// A sum, in numbers that every format has.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct SavedTotal {
    ints: [u64; 2],
    bits: u32,
    single: bool,
    floats: Option<SavedFloats>,
}

/// A sum of floats.
#[derive(Debug, Serialize, Deserialize)]
struct SavedFloats {
    /// Without the last ones that are as the one before them.
    limbs: Vec<u64>,
    positive: u64,
    negative: u64,
    nans: u64,
}

impl Total {
    /// The sum as it is saved.
    #[expect(clippy::cast_sign_loss, reason = "the bits are saved")]
    pub(crate) fn saved(&self) -> SavedTotal {
        SavedTotal {
            ints: [self.ints as u64, (self.ints >> 64) as u64],
            bits: self.bits,
            single: self.single,
            floats: self.floats.as_ref().map(|floats| {
                let mut limbs = floats.limbs.to_vec();
                while let [.., before, last] = limbs[..]
                    && before == last
                {
                    limbs.pop();
                }
                SavedFloats {
                    limbs,
                    positive: floats.positive,
                    negative: floats.negative,
                    nans: floats.nans,
                }
            }),
        }
    }

    /// The sum that was saved.
    pub(crate) fn restored(saved: &SavedTotal) -> Self {
        let [low, high] = saved.ints.map(u128::from);
        let floats = saved.floats.as_ref().map(|floats| {
            let last = floats.limbs.last().copied().unwrap_or_default();
            let mut limbs = [last; LIMBS];
            for (limb, saved) in limbs.iter_mut().zip(&floats.limbs) {
                *limb = *saved;
            }
            Box::new(Floats {
                limbs,
                positive: floats.positive,
                negative: floats.negative,
                nans: floats.nans,
            })
        });
        Total {
            ints: (high << 64 | low).cast_signed(),
            bits: saved.bits,
            single: saved.single,
            floats,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aggregates::number::Numeric;

    #[test]
    fn sums_are_restored_exactly() {
        for numbers in [
            &[1e300, -1e-300, 0.1][..],
            &[-1.0],
            &[f64::INFINITY, 3.5],
            &[],
        ] {
            let mut total = Total::default();
            for number in numbers {
                total.add(number.number());
            }
            let mut again = Total::restored(&total.saved());
            assert_eq!(again.said(), total.said());
            for number in numbers {
                again.remove(number.number());
            }
            assert_eq!(f64::total(&again).to_bits(), 0);
        }
        let mut total = Total::default();
        total.add((-5_i8).number());
        assert_eq!(i8::total(&Total::restored(&total.saved())), -5);
    }
}
