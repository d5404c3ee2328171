//! Sums: exact, and as cheap to take from as to add to.
//!
//! Integers are summed in 128 bits, which wrap to their type at the end. Floats are summed in fixed
//! point wide enough for every finite `f64`, and rounded once, so neither the order of changes nor
//! what has come and gone leaves a trace. (U. Kulisch, *Advanced Arithmetic for the Digital Computer*,
//! 2002; R. Neal, *Fast exact summation using small and large superaccumulators*, 2015.)

#[cfg(feature = "serde")]
mod saved;

use alloc::boxed::Box;

#[cfg(feature = "serde")]
pub(crate) use saved::SavedTotal;

/// A primitive number as a sum takes it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Number {
    /// An integer of so many bits.
    Int {
        /// The integer, its bits extended.
        value: i128,
        /// How many bits its type has.
        bits: u32,
    },
    /// A float.
    Float {
        /// The float.
        value: f64,
        /// Whether its type is `f32`.
        single: bool,
    },
}

/// A type that `sum` and `avg` take.
#[diagnostic::on_unimplemented(
    message = "`sum` and `avg` take the primitive numbers, not `{Self}`",
    label = "this is no number",
    note = "other types take a user's accumulator: `accumulate(MyAccumulator, … for …)`"
)]
pub trait Numeric: Copy {
    /// The number.
    fn number(self) -> Number;
    /// The total as this type: integers wrap, floats are rounded once.
    fn total(total: &Total) -> Self;
}

// Wrapping to the type is what `total` is for.
#[expect(
    clippy::cast_lossless,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap
)]
mod integers {
    use super::{Number, Numeric, Total};

    macro_rules! integers {
    ($($int:ty)*) => {$(
        impl Numeric for $int {
            #[inline]
            fn number(self) -> Number {
                Number::Int { value: self as i128, bits: <$int>::BITS }
            }

            #[inline]
            fn total(total: &Total) -> Self {
                total.ints as $int
            }
        }
    )*};
}

    integers!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
}

impl Numeric for f64 {
    fn number(self) -> Number {
        Number::Float {
            value: self,
            single: false,
        }
    }

    fn total(total: &Total) -> Self {
        total.float(false)
    }
}

impl Numeric for f32 {
    fn number(self) -> Number {
        Number::Float {
            value: f64::from(self),
            single: true,
        }
    }

    fn total(total: &Total) -> Self {
        // Rounded to odd in 53 bits, then to nearest in 24: as if rounded once. (S. Boldo and
        // G. Melquiond, *Emulation of a FMA and correctly rounded sums*, 2008.)
        total.float(true) as f32
    }
}

/// A sum.
#[derive(Debug, Clone, Default)]
pub struct Total {
    ints: i128,
    bits: u32,
    single: bool,
    floats: Option<Box<Floats>>,
}

/// What a sum says.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Said {
    Int(i128),
    Float(f64),
}

impl PartialEq for Said {
    fn eq(&self, other: &Self) -> bool {
        match (*self, *other) {
            (Said::Int(one), Said::Int(other)) => one == other,
            (Said::Float(one), Said::Float(other)) => one == other,
            // Before there is a number the type is not known: nothing of it sums to zero.
            (Said::Int(int), Said::Float(float)) | (Said::Float(float), Said::Int(int)) => {
                int == 0 && float == 0.0
            }
        }
    }
}

/// Limbs of the fixed-point sum: 2⁻¹⁰⁷⁴ is the unit; the greatest `f64` times 2⁶⁴ fits, with the sign.
const LIMBS: usize = 34;
/// Mantissa bits of an `f64`, the leading one included.
const MANTISSA: u32 = 53;

#[derive(Debug, Clone)]
struct Floats {
    limbs: [u64; LIMBS],
    /// How many infinities of each sign, and NaNs.
    positive: u64,
    negative: u64,
    nans: u64,
}

impl Total {
    /// Adds a number.
    pub fn add(&mut self, number: Number) {
        match number {
            Number::Int { value, bits } => {
                self.ints = self.ints.wrapping_add(value);
                self.bits = bits;
            }
            Number::Float { value, single } => {
                self.single = single;
                self.floats().add(value, true);
            }
        }
    }

    /// Takes a number away that was added before.
    pub fn remove(&mut self, number: Number) {
        match number {
            Number::Int { value, .. } => self.ints = self.ints.wrapping_sub(value),
            Number::Float { value, .. } => self.floats().add(value, false),
        }
    }

    /// The sum as a float, whatever its type.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a mean is a float")]
    pub fn as_f64(&self) -> f64 {
        if self.floats.is_some() {
            self.float(false)
        } else if let Ok(small) = i64::try_from(self.ints) {
            // The same, by an instruction of the processor.
            small as f64
        } else {
            self.ints as f64
        }
    }

    /// The sum as its type says it, to be compared with what it was.
    #[must_use]
    pub(crate) fn said(&self) -> Said {
        match self.floats {
            Some(_) if self.single => Said::Float(f64::from(f32::total(self))),
            Some(_) => Said::Float(self.float(false)),
            // Bits past the type's own say nothing.
            None => Said::Int(self.ints.checked_shl(128 - self.bits).unwrap_or(0)),
        }
    }

    fn floats(&mut self) -> &mut Floats {
        self.floats.get_or_insert_with(|| {
            Box::new(Floats {
                limbs: [0; LIMBS],
                positive: 0,
                negative: 0,
                nans: 0,
            })
        })
    }

    fn float(&self, to_odd: bool) -> f64 {
        self.floats
            .as_ref()
            .map_or(0.0, |floats| floats.round(to_odd))
    }
}

impl Floats {
    fn add(&mut self, float: f64, add: bool) {
        let count = if add { 1 } else { 1_u64.wrapping_neg() };
        if float.is_nan() {
            self.nans = self.nans.wrapping_add(count);
            return;
        }
        if float.is_infinite() {
            let infinities = if float > 0.0 {
                &mut self.positive
            } else {
                &mut self.negative
            };
            *infinities = infinities.wrapping_add(count);
            return;
        }
        let bits = float.to_bits();
        let exponent = (bits >> (MANTISSA - 1)) & 0x7ff;
        let fraction = bits & ((1 << (MANTISSA - 1)) - 1);
        let (mantissa, shift) = match exponent {
            0 => (fraction, 0),
            _ => (fraction | 1 << (MANTISSA - 1), exponent as usize - 1),
        };
        let wide = u128::from(mantissa) << (shift % 64);
        let parts = [wide as u64, (wide >> 64) as u64];
        let subtract = (float < 0.0) == add;
        let mut carry = false;
        for (offset, limb) in self.limbs[shift / 64..].iter_mut().enumerate() {
            let part = parts.get(offset).copied().unwrap_or(0);
            if offset >= parts.len() && !carry {
                break;
            }
            let (sum, first) = if subtract {
                limb.overflowing_sub(part)
            } else {
                limb.overflowing_add(part)
            };
            let (sum, second) = if subtract {
                sum.overflowing_sub(u64::from(carry))
            } else {
                sum.overflowing_add(u64::from(carry))
            };
            *limb = sum;
            carry = first | second;
        }
    }

    fn round(&self, to_odd: bool) -> f64 {
        match (self.nans, self.positive, self.negative) {
            (0, 0, 0) => {}
            (0, _, 0) => return f64::INFINITY,
            (0, 0, _) => return f64::NEG_INFINITY,
            _ => return f64::NAN,
        }
        let is_negative = self.limbs[LIMBS - 1] >> 63 == 1;
        let negated;
        let limbs = if is_negative {
            negated = negated_limbs(&self.limbs);
            &negated
        } else {
            &self.limbs
        };
        let Some(top) = limbs.iter().rposition(|&limb| limb != 0) else {
            return 0.0;
        };
        let length = top as u32 * 64 + (64 - limbs[top].leading_zeros());
        let sign = if is_negative { -1.0 } else { 1.0 };
        if length <= MANTISSA {
            return sign * f64::from_bits_scaled(limbs[0], 0);
        }
        let drop = length - MANTISSA;
        // The bits of the mantissa may lie in two limbs; above them there are none.
        let (from, shift) = (drop as usize / 64, drop % 64);
        let above = limbs.get(from + 1).copied().unwrap_or(0);
        let wide = u128::from(above) << 64 | u128::from(limbs[from]);
        let mut mantissa = (wide >> shift) as u64;
        let (last, place) = ((drop - 1) as usize / 64, (drop - 1) % 64);
        let half = limbs[last] >> place & 1 == 1;
        let rest = limbs[last] & ((1 << place) - 1);
        let below = rest != 0 || limbs[..last].iter().any(|&limb| limb != 0);
        if to_odd {
            mantissa |= u64::from(half | below);
        } else if half && (below || mantissa & 1 == 1) {
            mantissa += 1;
        }
        sign * f64::from_bits_scaled(mantissa, drop)
    }
}

/// The fixed-point number with its sign turned round.
fn negated_limbs(limbs: &[u64; LIMBS]) -> [u64; LIMBS] {
    let mut carry = true;
    limbs.map(|limb| {
        let (sum, overflow) = (!limb).overflowing_add(u64::from(carry));
        carry = overflow;
        sum
    })
}

/// Makes a float of an integer below 2⁵⁴ and a power of two.
trait FromBitsScaled {
    fn from_bits_scaled(mantissa: u64, shift: u32) -> f64;
}

impl FromBitsScaled for f64 {
    /// `mantissa` · 2^(`shift` − 1074).
    fn from_bits_scaled(mantissa: u64, shift: u32) -> f64 {
        let (mut mantissa, mut exponent) = (mantissa, u64::from(shift) + 1);
        if mantissa >> MANTISSA == 1 {
            mantissa >>= 1;
            exponent += 1;
        }
        if mantissa >> (MANTISSA - 1) == 0 {
            // Subnormal: the bits are the number.
            return f64::from_bits(mantissa);
        }
        if exponent >= 0x7ff {
            return f64::INFINITY;
        }
        f64::from_bits(exponent << (MANTISSA - 1) | mantissa & ((1 << (MANTISSA - 1)) - 1))
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "sums are exact")]
mod tests {
    use super::*;

    fn sum(floats: &[f64]) -> f64 {
        let mut total = Total::default();
        for &float in floats {
            total.add(float.number());
        }
        f64::total(&total)
    }

    #[test]
    fn one_float_is_its_own_sum() {
        for float in [
            1.0,
            -1.0,
            0.1,
            1e308,
            -1e308,
            f64::MAX,
            f64::MIN,
            f64::MIN_POSITIVE,
            5e-324,
            -5e-324,
            3e-310,
            core::f64::consts::PI,
            1e-300,
            0.0,
        ] {
            assert_eq!(sum(&[float]), float, "{float:e}");
        }
    }

    #[test]
    fn sums_are_exact_and_rounded_once() {
        assert_eq!(sum(&[1e100, 1.0, -1e100]), 1.0);
        assert_eq!(sum(&[1e308, 1e308, -1e308, -1e308, 5e-324]), 5e-324);
        assert_eq!(sum(&[0.1; 10]), 1.0);
        assert_eq!(sum(&[f64::MAX, f64::MAX]), f64::INFINITY);
        assert_eq!(
            sum(&[9_007_199_254_740_992.0, 1.0]),
            9_007_199_254_740_992.0
        );
        assert_eq!(
            sum(&[9_007_199_254_740_992.0, 1.0, 5e-324]),
            9_007_199_254_740_994.0
        );
    }

    /// A sum of multiples of 2⁻⁶⁰ is an integer of them, which Rust rounds to the nearest float.
    #[test]
    #[expect(clippy::cast_precision_loss, reason = "that is what is compared")]
    fn sums_are_rounded_as_an_integer_is() {
        let unit = (-60_f64).exp2();
        let mut state = 1_u64;
        let mut next = || {
            // (S. Vigna, *Further scramblings of Marsaglia's xorshift generators*, 2017.)
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        for round in 0..20_000 {
            let mut total = Total::default();
            let mut single = Total::default();
            let (mut exact, mut exact_single) = (0_i128, 0_i128);
            for _ in 0..=round % 5 {
                let mantissa = i128::from(next().cast_signed() >> (11 + next() % 50));
                let float = mantissa << (next() % 60);
                total.add((float as f64 * unit).number());
                exact += float;
                let float = (mantissa >> 29) << (next() % 60);
                single.add((float as f32 * unit as f32).number());
                exact_single += float;
            }
            assert_eq!(f64::total(&total), exact as f64 * unit);
            let expected = exact_single as f32 * unit as f32;
            assert_eq!(f32::total(&single), expected);
        }
    }

    #[test]
    fn what_is_taken_away_leaves_no_trace() {
        let floats = [1e300, -3.5, 0.1, f64::INFINITY, f64::NAN, 7e-310, -1e300];
        let mut total = Total::default();
        total.add(0.3.number());
        for float in floats {
            total.add(float.number());
        }
        for float in floats {
            total.remove(float.number());
        }
        assert_eq!(f64::total(&total), 0.3);
    }

    #[test]
    fn infinities_and_nans_are_counted_apart() {
        assert_eq!(sum(&[f64::INFINITY, 1.0]), f64::INFINITY);
        assert_eq!(sum(&[f64::NEG_INFINITY, 1.0]), f64::NEG_INFINITY);
        assert!(sum(&[f64::NEG_INFINITY, f64::INFINITY]).is_nan());
    }

    #[test]
    fn floats_of_32_bits_are_rounded_once() {
        let mut total = Total::default();
        for float in [16_777_216.0_f32, 1.0, f32::MIN_POSITIVE] {
            total.add(float.number());
        }
        assert_eq!(f32::total(&total), 16_777_218.0);
    }

    #[test]
    fn integers_wrap_to_their_type() {
        let mut total = Total::default();
        for int in [200_u8, 100] {
            total.add(int.number());
        }
        assert_eq!(
            (u8::total(&total), u16::total(&total), total.as_f64()),
            (44, 300, 300.0)
        );
    }
}
