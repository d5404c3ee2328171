//! Cases that show a finding: for each column a value of one atom, such as a person would choose.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::boxes::Range;
use crate::{Axis, Column, Kind, Value, Witness, number};

/// A case of a region.
pub(super) fn of(columns: &[Column], axes: &[Axis], region: &[Range]) -> Witness {
    let atoms = region.iter().map(|range| range.0);
    let values = columns.iter().zip(axes).zip(atoms);
    Witness(
        values
            .map(|((column, axis), atom)| value(&column.kind, axis, atom))
            .collect(),
    )
}

fn value(kind: &Kind, axis: &Axis, atom: u32) -> Value {
    let at = atom as usize;
    match (axis, kind) {
        (Axis::Bool, _) => Value::Bool(atom == 1),
        (Axis::Variants(variants), _) => Value::Named(variants[at].clone()),
        (Axis::Integers(cuts), _) => {
            let (least, greatest) = number::domain(kind).unwrap_or((0, 0));
            Value::Integer(near_zero(part(cuts, at, least, greatest)))
        }
        (Axis::Floats(cuts), _) if at > cuts.len() => Value::Float(f64::NAN),
        (Axis::Floats(cuts), _) => {
            let numbers: Vec<i128> = cuts.iter().map(|cut| number::from_float(*cut)).collect();
            let (least, greatest) = part(&numbers, at, -number::INFINITY, number::INFINITY);
            Value::Float(shortest(
                number::to_float(least),
                number::to_float(greatest),
            ))
        }
        (Axis::Singles(cuts), _) if at > cuts.len() => Value::Single(f32::NAN),
        (Axis::Singles(cuts), _) => {
            let numbers: Vec<i128> = cuts
                .iter()
                .map(|cut| number::from_single(*cut as f32))
                .collect();
            let infinity = number::SINGLE_NAN - 1;
            let (least, greatest) = part(&numbers, at, -infinity, infinity);
            let wide = |number| f64::from(number::to_single(number));
            // Between two numbers of `f32` no other is rounded to beyond them.
            Value::Single(shortest(wide(least), wide(greatest)) as f32)
        }
        (Axis::Chars(cuts), _) => {
            let numbers: Vec<i128> = cuts.iter().map(|cut| number::from_char(*cut)).collect();
            let (least, greatest) = number::domain(kind).unwrap_or((0, 0));
            Value::Char(plainest(part(&numbers, at, least, greatest)))
        }
        (Axis::Texts(texts), _) => {
            Value::Text(texts.get(at).cloned().unwrap_or_else(|| another(texts)))
        }
        (Axis::Others(names), _) => match names.get(at) {
            Some(name) => Value::Named(name.clone()),
            None => Value::OtherThan(names.clone()),
        },
    }
}

/// The least and the greatest number of an atom.
fn part(cuts: &[i128], atom: usize, least: i128, greatest: i128) -> (i128, i128) {
    let low = if atom == 0 { least } else { cuts[atom - 1] };
    (low, cuts.get(atom).map_or(greatest, |cut| cut - 1))
}

/// Zero, or what is nearest to it.
fn near_zero((least, greatest): (i128, i128)) -> i128 {
    0.clamp(least, greatest)
}

/// The number with the fewest decimals.
fn shortest(least: f64, greatest: f64) -> f64 {
    let mut scale = 1.0;
    for _ in 0..16 {
        let low = (least * scale).max(f64::MIN);
        let high = (greatest * scale).min(f64::MAX);
        let near = 0.0_f64.clamp(low, high);
        let whole = match near {
            0.0 => 0.0,
            near if near > 0.0 => ceil(near),
            near => -ceil(-near),
        };
        if low <= whole && whole <= high && (least..=greatest).contains(&(whole / scale)) {
            return whole / scale;
        }
        scale *= 10.0;
    }
    least
}

/// The least whole number that is not less: `core` has no function for it before Rust 1.90.
fn ceil(value: f64) -> f64 {
    // Above this all numbers are whole, and adding and taking it away rounds.
    const WHOLE: f64 = 4_503_599_627_370_496.0;
    if value >= WHOLE {
        return value;
    }
    let rounded = (value + WHOLE) - WHOLE;
    if rounded < value {
        rounded + 1.0
    } else {
        rounded
    }
}

/// A letter or a digit if there is one, or else what can be seen.
fn plainest((least, greatest): (i128, i128)) -> char {
    let there = |c: &char| (least..=greatest).contains(&number::from_char(*c));
    let plain = ('a'..='z')
        .chain('A'..='Z')
        .chain('0'..='9')
        .chain('!'..='~');
    plain
        .into_iter()
        .find(there)
        .unwrap_or_else(|| number::to_char(least))
}

/// A text that is none of these.
fn another(texts: &[String]) -> String {
    let mut other = "other".to_string();
    let mut count = 1;
    while texts.contains(&other) {
        count += 1;
        other = format!("other {count}");
    }
    other
}
