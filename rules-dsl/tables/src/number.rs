//! Ordered values as numbers without holes, so that the next number is the next value.

use crate::Kind;

/// The least and the greatest number of a kind whose values are ordered.
pub(crate) fn domain(kind: &Kind) -> Option<(i128, i128)> {
    match kind {
        Kind::Bool => Some((0, 1)),
        Kind::Integer { least, greatest } => Some((*least, *greatest)),
        Kind::Float => Some((from_float(f64::NEG_INFINITY), NAN)),
        Kind::Single => Some((from_single(f32::NEG_INFINITY), SINGLE_NAN)),
        Kind::Char => Some((0, from_char(char::MAX))),
        Kind::Variants(variants) => Some((0, variants.len() as i128 - 1)),
        Kind::Text | Kind::Other => None,
    }
}

/// The number of `NaN`: after infinity, so that it ends the domain.
pub(crate) const NAN: i128 = INFINITY + 1;
pub(crate) const INFINITY: i128 = f64::INFINITY.to_bits() as i128;

/// `-0.0` and `0.0` are one value and have one number, 0.
pub(crate) fn from_float(value: f64) -> i128 {
    if value.is_nan() {
        return NAN;
    }
    let magnitude = i128::from(value.abs().to_bits());
    if value < 0.0 { -magnitude } else { magnitude }
}

pub(crate) fn to_float(number: i128) -> f64 {
    if number == NAN {
        return f64::NAN;
    }
    let magnitude = f64::from_bits(number.unsigned_abs() as u64);
    if number < 0 { -magnitude } else { magnitude }
}

/// The number of `NaN` among those of `f32`.
pub(crate) const SINGLE_NAN: i128 = f32::INFINITY.to_bits() as i128 + 1;

/// As [`from_float`], so that the next number is the next value of `f32`.
pub(crate) fn from_single(value: f32) -> i128 {
    if value.is_nan() {
        return SINGLE_NAN;
    }
    let magnitude = i128::from(value.abs().to_bits());
    if value < 0.0 { -magnitude } else { magnitude }
}

pub(crate) fn to_single(number: i128) -> f32 {
    if number == SINGLE_NAN {
        return f32::NAN;
    }
    let magnitude = f32::from_bits(number.unsigned_abs() as u32);
    if number < 0 { -magnitude } else { magnitude }
}

/// Characters are numbered as in Unicode, less the surrogates, which are no characters.
pub(crate) fn from_char(value: char) -> i128 {
    let code = u32::from(value);
    i128::from(if code < SURROGATES.start {
        code
    } else {
        code - SURROGATES.len() as u32
    })
}

pub(crate) fn to_char(number: i128) -> char {
    let code = u32::try_from(number).unwrap_or(0);
    let code = if code < SURROGATES.start {
        code
    } else {
        code + SURROGATES.len() as u32
    };
    char::from_u32(code).unwrap_or(char::MAX)
}

const SURROGATES: core::ops::Range<u32> = 0xD800..0xE000;
