//! Numbers of facts: what a fact's fields come to, where all of them are integers and take no more than 64 bits. Two facts
//! have one number exactly if they are equal, and facts whose fields differ by little have numbers that do.

/// The number of a fact, of whose fields some are in it.
#[derive(Debug, Clone, Copy)]
pub struct FactNumber {
    /// The upper bits of the fields, one after the other.
    upper: u64,
    /// How many these are.
    upper_bits: u32,
    /// The lowest bits of each.
    lower: u64,
    /// How many these are.
    lower_bits: u32,
    /// Whether all fields are integers.
    whole: bool,
}

impl FactNumber {
    /// Without any field.
    pub const NONE: Self = FactNumber {
        upper: 0,
        upper_bits: 0,
        lower: 0,
        lower_bits: 0,
        whole: true,
    };

    /// The number, if the fact has one.
    #[must_use]
    #[inline]
    pub fn whole(self) -> Option<u64> {
        let fits = self.whole && self.upper_bits + self.lower_bits <= u64::BITS;
        fits.then(|| shifted(self.upper, self.lower_bits) | self.lower)
    }

    /// With a field of so many bits in it, of which the lowest so many go to the end.
    #[inline]
    fn with(self, digits: u64, bits: u32, lowest: u32) -> Self {
        let lowest = lowest.min(bits);
        let mask = shifted(1, lowest).wrapping_sub(1);
        FactNumber {
            upper: shifted(self.upper, bits - lowest)
                | digits.checked_shr(lowest).unwrap_or_default(),
            upper_bits: self.upper_bits + bits - lowest,
            lower: shifted(self.lower, lowest) | digits & mask,
            lower_bits: self.lower_bits + lowest,
            whole: self.whole,
        }
    }
}

#[inline]
fn shifted(number: u64, bits: u32) -> u64 {
    number.checked_shl(bits).unwrap_or_default()
}

/// A field, to be asked what it adds.
pub struct Digits<'a, T: ?Sized>(pub &'a T);

/// [`Digits`] of an integer.
pub trait DigitsNumber {
    /// The number with the field in it, whose lowest bits, so many, go to the end.
    fn __after(self, number: FactNumber, lowest: u32) -> FactNumber;
}

/// [`Digits`] of anything else.
pub trait DigitsOther {
    /// No number.
    fn __after(self, number: FactNumber, lowest: u32) -> FactNumber;
}

/// A type with so few values that each is a number of some bits.
pub trait Digital: Copy {
    /// How many.
    const BITS: u32;

    /// Which number a value is.
    fn digits(self) -> u64;
}

macro_rules! digital {
    ($($ty:ty: $bits:expr, $unsigned:expr;)*) => {$(
        impl Digital for $ty {
            const BITS: u32 = $bits;

            #[inline]
            fn digits(self) -> u64 {
                u64::from($unsigned(self))
            }
        }
    )*};
}

digital! {
    u8: 8, u64::from;
    u16: 16, u64::from;
    u32: 32, u64::from;
    u64: 64, u64::from;
    i8: 8, i8::cast_unsigned;
    i16: 16, i16::cast_unsigned;
    i32: 32, i32::cast_unsigned;
    i64: 64, i64::cast_unsigned;
    bool: 1, u64::from;
    char: 32, u64::from;
}

impl<T: Digital> DigitsNumber for Digits<'_, T> {
    #[inline]
    fn __after(self, number: FactNumber, lowest: u32) -> FactNumber {
        number.with(self.0.digits(), T::BITS, lowest)
    }
}

impl<T: ?Sized> DigitsOther for &Digits<'_, T> {
    #[inline]
    fn __after(self, number: FactNumber, _: u32) -> FactNumber {
        FactNumber {
            whole: false,
            ..number
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    macro_rules! number {
        ($lowest:expr; $($field:expr),*) => {{
            let number = FactNumber::NONE;
            $(let number = Digits(&$field).__after(number, $lowest);)*
            number.whole()
        }};
    }

    #[test]
    fn the_lowest_bits_of_each_field_are_those_of_the_number() {
        assert_eq!(number!(6;), Some(0));
        assert_eq!(number!(6; u64::MAX), Some(u64::MAX));
        assert_eq!(number!(6; 0x123_u32), Some(0x123));
        assert_eq!(
            number!(3; 0x11_u32, 0x22_u32),
            Some(2 << 35 | 4 << 6 | 1 << 3 | 2)
        );
        assert_eq!(number!(3; -1_i8, true), Some(0x1ff));
        assert_eq!(number!(0; 'a', 1_u16, 7_u8), Some(0x61 << 24 | 1 << 8 | 7));
    }

    #[test]
    fn different_facts_have_different_numbers() {
        let all = (0..=255_u8).flat_map(|a| (0..16_u16).map(move |b| (a, b << 5, b % 2 == 0)));
        let numbers = all.clone().map(|(a, b, c)| number!(2; a, b, c));
        let numbers: BTreeSet<u64> = numbers.flatten().collect();
        assert_eq!(numbers.len(), all.count());
    }

    #[test]
    fn what_is_more_than_64_bits_or_no_integer_has_no_number() {
        assert_eq!(number!(3; 1_u64, true), None);
        assert_eq!(number!(2; 1_u32, 1_u32, 1_u8), None);
        assert_eq!(number!(6; "a"), None);
        assert_eq!(number!(3; 1.5_f32, 1_u8), None);
        assert_eq!(number!(3; 1_u8, Some(1_u8)), None);
    }
}
