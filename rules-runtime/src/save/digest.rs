//! The digest of what a snapshot says, taken of the values and not of the bytes: so it is the same in every
//! format, and a value that a format does not bring back as it was shows.
//!
//! Elements of sequences and entries of maps count in any order, for hash sets and hash maps have none.
//! Floats count only in binary formats: text may round them.

use alloc::string::{String, ToString};
use core::fmt;

use serde::ser::{
    Error, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

/// The digest of a value; `is_text` says whether the format may round floats.
pub(super) fn digest<T: Serialize + ?Sized>(value: &T, is_text: bool) -> Result<u64, Failure> {
    let mut digest = Digest::new(is_text);
    value.serialize(&mut digest)?;
    Ok(digest.finish())
}

/// A serializer that keeps of all it is given a number.
struct Digest {
    hash: u64,
    is_text: bool,
}

/// An odd number whose bits look random: 2⁶⁴ divided by the golden ratio.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

impl Digest {
    fn new(is_text: bool) -> Self {
        Digest { hash: 0, is_text }
    }

    /// Takes in a word. For a given state different words give different states, and the other way round;
    /// so one word that differs always shows.
    fn word(&mut self, word: u64) {
        self.hash = (self.hash.rotate_left(23) ^ word).wrapping_mul(MULTIPLIER);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.word(bytes.len() as u64);
        for chunk in bytes.chunks(8) {
            let word = chunk
                .iter()
                .fold(0, |word, &byte| word << 8 | u64::from(byte));
            self.word(word);
        }
    }

    /// Takes in a variant by its name: formats that know its number alone may read another.
    fn variant(&mut self, name: &str) -> &mut Self {
        self.bytes(name.as_bytes());
        self
    }

    /// The number: a state with its bits mixed. (The finalizer of `MurmurHash3`, A. Appleby, 2008.)
    fn finish(&self) -> u64 {
        let mut hash = self.hash;
        hash = (hash ^ hash >> 33).wrapping_mul(0xff51_afd7_ed55_8ccd);
        hash = (hash ^ hash >> 33).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        hash ^ hash >> 33
    }
}

/// What a value's own `Serialize` fails with.
#[derive(Debug)]
pub(super) struct Failure(String);

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for Failure {}

impl Error for Failure {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Failure(message.to_string())
    }
}

/// The elements of a sequence or the entries of a map: their sum.
struct Unordered<'a> {
    digest: &'a mut Digest,
    sum: u64,
    count: u64,
    /// An entry whose key is in.
    entry: Digest,
}

impl Unordered<'_> {
    fn close(&mut self) {
        self.sum = self.sum.wrapping_add(self.entry.finish());
        self.count += 1;
        self.entry.hash = 0;
    }
}

macro_rules! words {
    ($($method:ident $type:ty),*) => {$(
        fn $method(self, value: $type) -> Result<(), Failure> {
            self.word(u64::from(value));
            Ok(())
        }
    )*};
}

#[expect(clippy::cast_sign_loss, reason = "a digest takes bits")]
impl<'a> Serializer for &'a mut Digest {
    type Ok = ();
    type Error = Failure;
    type SerializeSeq = Unordered<'a>;
    type SerializeMap = Unordered<'a>;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    words!(serialize_bool bool, serialize_char char);
    words!(serialize_u8 u8, serialize_u16 u16, serialize_u32 u32, serialize_u64 u64);

    fn serialize_i8(self, value: i8) -> Result<(), Failure> {
        self.serialize_i64(value.into())
    }

    fn serialize_i16(self, value: i16) -> Result<(), Failure> {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Result<(), Failure> {
        self.serialize_i64(value.into())
    }

    fn serialize_i64(self, value: i64) -> Result<(), Failure> {
        self.serialize_u64(value as u64)
    }

    fn serialize_i128(self, value: i128) -> Result<(), Failure> {
        self.serialize_u128(value as u128)
    }

    fn serialize_u128(self, value: u128) -> Result<(), Failure> {
        self.word(value as u64);
        self.word((value >> 64) as u64);
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<(), Failure> {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Result<(), Failure> {
        self.word(if self.is_text { 0 } else { value.to_bits() });
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Result<(), Failure> {
        self.serialize_bytes(value.as_bytes())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Failure> {
        self.bytes(value);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Failure> {
        self.word(0);
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Failure> {
        self.word(1);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Failure> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Failure> {
        Ok(())
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
    ) -> Result<(), Failure> {
        self.variant(name);
        Ok(())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Failure> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        value: &T,
    ) -> Result<(), Failure> {
        value.serialize(self.variant(name))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Unordered<'a>, Failure> {
        let entry = Digest::new(self.is_text);
        Ok(Unordered {
            digest: self,
            sum: 0,
            count: 0,
            entry,
        })
    }

    fn serialize_map(self, length: Option<usize>) -> Result<Unordered<'a>, Failure> {
        self.serialize_seq(length)
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Failure> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Failure> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Self, Failure> {
        Ok(self.variant(name))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Failure> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Self, Failure> {
        Ok(self.variant(name))
    }

    // As for a binary format: whatever is read back is asked again in the same way.
    fn is_human_readable(&self) -> bool {
        false
    }
}

macro_rules! in_order {
    ($($trait:ident $method:ident),*) => {$(
        impl $trait for &mut Digest {
            type Ok = ();
            type Error = Failure;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failure> {
                value.serialize(&mut **self)
            }

            fn end(self) -> Result<(), Failure> {
                Ok(())
            }
        }
    )*};
}

in_order!(
    SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field
);

macro_rules! by_name {
    ($($trait:ident),*) => {$(
        impl $trait for &mut Digest {
            type Ok = ();
            type Error = Failure;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                _: &'static str,
                value: &T,
            ) -> Result<(), Failure> {
                value.serialize(&mut **self)
            }

            fn end(self) -> Result<(), Failure> {
                Ok(())
            }
        }
    )*};
}

by_name!(SerializeStruct, SerializeStructVariant);

impl SerializeSeq for Unordered<'_> {
    type Ok = ();
    type Error = Failure;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failure> {
        value.serialize(&mut self.entry)?;
        self.close();
        Ok(())
    }

    fn end(self) -> Result<(), Failure> {
        self.digest.word(self.count);
        self.digest.word(self.sum);
        Ok(())
    }
}

impl SerializeMap for Unordered<'_> {
    type Ok = ();
    type Error = Failure;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Failure> {
        key.serialize(&mut self.entry)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Failure> {
        value.serialize(&mut self.entry)?;
        self.close();
        Ok(())
    }

    fn end(self) -> Result<(), Failure> {
        SerializeSeq::end(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::collections::BTreeMap;
    use alloc::vec;

    fn of<T: Serialize>(value: T) -> u64 {
        digest(&value, false).unwrap()
    }

    #[test]
    fn what_differs_shows() {
        let all = [
            of(("a", 1)),
            of(("a", 2)),
            of(("b", 1)),
            of((Some(1), None::<u8>)),
            of((None::<u8>, Some(1))),
            of((None::<u8>, None::<u8>)),
            of(vec![1, 2]),
            of(vec![1, 2, 0]),
            of(vec![vec![1], vec![2]]),
            of([1, 2]),
            of([2, 1]),
            of(0.5),
            of(-0.5),
        ];
        for (place, one) in all.iter().enumerate() {
            assert!(!all[..place].contains(one), "number {place}");
        }
    }

    #[test]
    fn sequences_and_maps_have_no_order() {
        assert_eq!(of(vec![1, 2, 3]), of(vec![3, 1, 2]));
        let map = BTreeMap::from([(1, 'a'), (2, 'b')]);
        assert_ne!(of(map), of(BTreeMap::from([(1, 'b'), (2, 'a')])));
    }

    #[test]
    fn variants_are_told_by_their_names() {
        #[derive(serde::Serialize)]
        enum Before {
            Open,
            Closed(u8),
        }
        #[derive(serde::Serialize)]
        enum Now {
            New,
            Open,
            Closed(u8),
        }
        assert_eq!(of(Before::Open), of(Now::Open));
        assert_eq!(of(Before::Closed(1)), of(Now::Closed(1)));
        assert_ne!(of(Before::Open), of(Now::New));
    }

    #[test]
    fn text_may_round_floats() {
        let in_text = |float: f64| digest(&float, true).unwrap();
        assert_eq!(in_text(0.1), in_text(0.1 + f64::EPSILON));
        assert_ne!(of(0.1), of(0.1 + f64::EPSILON));
    }
}
