//! Numbers the values of a column by the part of its axis they stand in, which is what a [`Decision`](crate::Decision)
//! asks for. The parts are the table's: values that no cell tells apart have one number.

/// The number of an integer, a character or another ordered value, among cuts that rise: how many cuts are at most the
/// value.
///
/// ```
/// // Cells `< 18`, `18..65` and `>= 65`.
/// assert_eq!(rules_tables::ordered(&[18, 65], 17), 0);
/// assert_eq!(rules_tables::ordered(&[18, 65], 18), 1);
/// assert_eq!(rules_tables::ordered(&[18, 65], 99), 2);
/// ```
#[inline]
#[must_use]
pub fn ordered<T: PartialOrd + Copy>(cuts: &[T], value: T) -> u32 {
    cuts.partition_point(|cut| *cut <= value) as u32
}

/// The number of a floating-point number among cuts that rise; `NaN` has one of its own, after all others.
#[inline]
#[must_use]
pub fn float(cuts: &[f64], value: f64) -> u32 {
    if value.is_nan() {
        return cuts.len() as u32 + 1;
    }
    ordered(cuts, value)
}

/// The number of a text among texts that rise; each that is not among them has the number after them. `slots` is what
/// `Axis::slots` made of the texts.
///
/// ```
/// assert_eq!(rules_tables::text(&["north", "south"], b"", "south"), 1);
/// assert_eq!(rules_tables::text(&["north", "south"], b"", "east"), 2);
/// ```
#[inline]
#[must_use]
pub fn text<T: AsRef<str>>(texts: &[T], slots: &[u8], value: &str) -> u32 {
    if slots.is_empty() {
        let place = texts.iter().position(|text| text.as_ref() == value);
        return place.unwrap_or(texts.len()) as u32;
    }
    let mask = slots.len() as u32 / 4 - 1;
    let mut slot = hash(value) & mask;
    loop {
        let bytes = slots.get(4 * slot as usize..).and_then(<[u8]>::first_chunk);
        let number = bytes.map_or(0, |bytes| u32::from_le_bytes(*bytes));
        match number
            .checked_sub(1)
            .and_then(|number| texts.get(number as usize))
        {
            None => return texts.len() as u32,
            Some(text) if text.as_ref() == value => return number - 1,
            Some(_) => slot = (slot + 1) & mask,
        }
    }
}

/// So few texts are compared one after the other.
#[cfg(feature = "analysis")]
const FEW: usize = 6;

/// A hash table of texts: a power of two of slots of four bytes, the least first, each with the number of a text plus
/// one, or 0. A text stands in the slot of its hash or the next one that is free. Of few texts there is none.
#[cfg(feature = "analysis")]
pub(crate) fn slots(texts: &[alloc::string::String]) -> alloc::vec::Vec<u8> {
    if texts.len() <= FEW {
        return alloc::vec::Vec::new();
    }
    let count = (2 * texts.len()).next_power_of_two();
    let mut slots = alloc::vec![0_u32; count];
    for (number, text) in texts.iter().enumerate() {
        let mut slot = hash(text) as usize & (count - 1);
        while slots[slot] != 0 {
            slot = (slot + 1) & (count - 1);
        }
        slots[slot] = number as u32 + 1;
    }
    slots.iter().flat_map(|slot| slot.to_le_bytes()).collect()
}

/// The same wherever it runs: the compiler hashes the texts, and the program what it looks up.
#[inline]
fn hash(text: &str) -> u32 {
    const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
    let bytes = text.as_bytes();
    let mut hash = bytes.len() as u64;
    let mut mix = |part: u64| {
        hash = (hash ^ part).wrapping_mul(FACTOR);
        hash ^= hash >> 32;
    };
    // The last eight bytes, and before them all whole eights. Of fewer than eight their ends, which may overlap.
    if let Some(last) = bytes.last_chunk() {
        let (eights, _) = bytes[..bytes.len() - 1].as_chunks();
        for eight in eights {
            mix(u64::from_le_bytes(*eight));
        }
        mix(u64::from_le_bytes(*last));
    } else if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        mix(u64::from(u32::from_le_bytes(*first)) << 32 | u64::from(u32::from_le_bytes(*last)));
    } else if let (Some(first), Some(last)) = (bytes.first(), bytes.last()) {
        let middle = bytes[bytes.len() / 2];
        mix(u64::from(u32::from_le_bytes([*first, middle, *last, 0])));
    }
    hash as u32
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::{hash, slots, text};

    /// Of all lengths up to 20, and from each others that differ in one place.
    fn texts() -> Vec<String> {
        let mut texts: Vec<String> = Vec::new();
        for length in 0..20 {
            let plain: String = ('a'..).take(length).collect();
            for place in 0..length {
                let other = |(at, sign)| if at == place { 'Z' } else { sign };
                texts.push(plain.chars().enumerate().map(other).collect());
            }
            texts.push(plain);
        }
        texts.sort_unstable();
        texts
    }

    #[test]
    fn each_text_has_its_number_and_others_the_next() {
        let texts = texts();
        let slots = slots(&texts);
        for (number, each) in texts.iter().enumerate() {
            assert_eq!(text(&texts, &slots, each), number as u32);
            let other = alloc::format!("{each}!");
            assert_eq!(text(&texts, &slots, &other), texts.len() as u32);
        }
    }

    #[test]
    fn a_sign_in_any_place_changes_the_hash() {
        let mut hashes: Vec<u32> = texts().iter().map(|text| hash(text)).collect();
        let count = hashes.len();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), count);
    }
}
