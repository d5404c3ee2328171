//! Facts whose fields have changed since they were saved. Formats that name no fields are read by the names that stand in
//! the header: what serde's attributes say of fields (`default`, `alias`) then holds in these formats, too.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::value::CowStrDeserializer;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde::ser::{Impossible, Serialize, SerializeStruct, Serializer};

use super::state::State;
use super::told::Told;
use super::{FactVisitor, Persist, SaveFor, Saved};
use crate::network::conditions::Holds;
use crate::session::program::Program;

/// The names of a struct's fields, in the order in which they are written; none of what is no struct.
pub(super) type FieldNames = Vec<Cow<'static, str>>;

/// For each fact type the fields of its first value, if it has one. Of facts that do not stand in their slots yet there is no
/// state.
pub(super) fn field_names<P: Persist<L>, L>(
    memory: &P::Memory,
    state: Option<&State>,
) -> Vec<Option<FieldNames>> {
    let mut names = Names::<P> {
        memory,
        state,
        found: Vec::with_capacity(P::PLAN.kinds.len()),
    };
    let Ok(()) = <P as Persist<L>>::facts(&mut names);
    names.found
}

struct Names<'a, P: Program> {
    memory: &'a P::Memory,
    state: Option<&'a State>,
    found: Vec<Option<FieldNames>>,
}

impl<P: Program, L> FactVisitor<P, L> for Names<'_, P> {
    type Error = core::convert::Infallible;

    fn visit<F: SaveFor<L> + 'static>(&mut self) -> Result<(), Self::Error>
    where
        P: Holds<F>,
    {
        let slab = P::slab(self.memory);
        let first = match self.state {
            Some(state) => slab.values(&state.types[P::KIND.index()].facts).next(),
            None => slab.loaded().next(),
        };
        self.found.push(first.map(names_of::<F, L>));
        Ok(())
    }
}

/// The names of the fields that a value is written with.
fn names_of<F: SaveFor<L>, L>(value: &F) -> FieldNames {
    let mut names = Vec::new();
    _ = Saved::<F, L>::new(value).serialize(Probe(&mut names));
    names
}

/// Notes the names of a struct's fields; of anything else, nothing.
struct Probe<'a>(&'a mut FieldNames);

/// Says that a value is no struct.
#[derive(Debug)]
struct NoStruct;

impl fmt::Display for NoStruct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a struct")
    }
}

impl core::error::Error for NoStruct {}

impl serde::ser::Error for NoStruct {
    fn custom<T: fmt::Display>(_: T) -> Self {
        NoStruct
    }
}

macro_rules! no_struct {
    ($($method:ident($($argument:ty),*) -> $ok:ty;)*) => {$(
        fn $method(self, $(_: $argument),*) -> Result<$ok, NoStruct> {
            Err(NoStruct)
        }
    )*};
}

impl<'a> Serializer for Probe<'a> {
    type Ok = ();
    type Error = NoStruct;
    type SerializeSeq = Impossible<(), NoStruct>;
    type SerializeTuple = Impossible<(), NoStruct>;
    type SerializeTupleStruct = Impossible<(), NoStruct>;
    type SerializeTupleVariant = Impossible<(), NoStruct>;
    type SerializeMap = Impossible<(), NoStruct>;
    type SerializeStruct = Probe<'a>;
    type SerializeStructVariant = Impossible<(), NoStruct>;

    no_struct! {
        serialize_bool(bool) -> ();
        serialize_i8(i8) -> ();
        serialize_i16(i16) -> ();
        serialize_i32(i32) -> ();
        serialize_i64(i64) -> ();
        serialize_u8(u8) -> ();
        serialize_u16(u16) -> ();
        serialize_u32(u32) -> ();
        serialize_u64(u64) -> ();
        serialize_f32(f32) -> ();
        serialize_f64(f64) -> ();
        serialize_char(char) -> ();
        serialize_str(&str) -> ();
        serialize_bytes(&[u8]) -> ();
        serialize_none() -> ();
        serialize_unit() -> ();
        serialize_unit_struct(&'static str) -> ();
        serialize_unit_variant(&'static str, u32, &'static str) -> ();
        serialize_seq(Option<usize>) -> Self::SerializeSeq;
        serialize_tuple(usize) -> Self::SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }

    fn serialize_some<T: Serialize + ?Sized>(self, _: &T) -> Result<(), NoStruct> {
        Err(NoStruct)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: &T,
    ) -> Result<(), NoStruct> {
        Err(NoStruct)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<(), NoStruct> {
        Err(NoStruct)
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, NoStruct> {
        Ok(self)
    }
}

impl SerializeStruct for Probe<'_> {
    type Ok = ();
    type Error = NoStruct;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        _: &T,
    ) -> Result<(), NoStruct> {
        self.0.push(name.into());
        Ok(())
    }

    fn end(self) -> Result<(), NoStruct> {
        Ok(())
    }
}

/// Reads a fact that was written with these fields.
pub(super) struct LoadFact<'a, F, L> {
    pub(super) names: &'a [Cow<'static, str>],
    pub(super) told: &'a Told,
    pub(super) types: PhantomData<(F, L)>,
}

impl<'de, F: SaveFor<L>, L> DeserializeSeed<'de> for LoadFact<'_, F, L> {
    type Value = F;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<F, D::Error> {
        F::load(WithNames {
            names: self.names,
            told: self.told,
            inner: deserializer,
        })
    }
}

/// A deserializer that knows the fields of the struct that comes next.
struct WithNames<'a, D> {
    names: &'a [Cow<'static, str>],
    told: &'a Told,
    inner: D,
}

macro_rules! handed_on {
    ($($method:ident($($argument:ident: $ty:ty),*);)*) => {$(
        fn $method<V: Visitor<'de>>(self, $($argument: $ty,)* visitor: V) -> Result<V::Value, D::Error> {
            self.inner.$method($($argument,)* visitor)
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for WithNames<'_, D> {
    type Error = D::Error;

    handed_on! {
        deserialize_any();
        deserialize_bool();
        deserialize_i8();
        deserialize_i16();
        deserialize_i32();
        deserialize_i64();
        deserialize_i128();
        deserialize_u8();
        deserialize_u16();
        deserialize_u32();
        deserialize_u64();
        deserialize_u128();
        deserialize_f32();
        deserialize_f64();
        deserialize_char();
        deserialize_str();
        deserialize_string();
        deserialize_bytes();
        deserialize_byte_buf();
        deserialize_option();
        deserialize_unit();
        deserialize_unit_struct(name: &'static str);
        deserialize_newtype_struct(name: &'static str);
        deserialize_seq();
        deserialize_tuple(len: usize);
        deserialize_tuple_struct(name: &'static str, len: usize);
        deserialize_map();
        deserialize_enum(name: &'static str, variants: &'static [&'static str]);
        deserialize_identifier();
        deserialize_ignored_any();
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let names = self.names;
        let same = names.iter().map(|name| &**name);
        if names.is_empty() || same.eq(fields.iter().copied()) {
            return self.inner.deserialize_struct(name, fields, visitor);
        }
        // Where a format has no names it asks how many there are, and no more.
        let Some(places) = PLACES.get(..names.len()) else {
            return Err(D::Error::custom("too many fields"));
        };
        let by_name = ByName {
            names,
            told: self.told,
            fields,
            visitor,
        };
        self.inner.deserialize_struct(name, places, by_name)
    }

    fn is_human_readable(&self) -> bool {
        self.inner.is_human_readable()
    }
}

/// As many fields as there may be in a struct that has changed.
static PLACES: [&str; 256] = [""; 256];

/// Shows a struct that is written without names as one with names.
struct ByName<'a, V> {
    names: &'a [Cow<'static, str>],
    told: &'a Told,
    fields: &'static [&'static str],
    visitor: V,
}

impl<'de, V: Visitor<'de>> Visitor<'de> for ByName<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(f)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.visitor.visit_map(map)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<V::Value, A::Error> {
        let is_gone = |name: &&Cow<'static, str>| !self.fields.contains(&&***name);
        if let Some(gone) = self.names.iter().find(is_gone) {
            return Err(self.told.error(format_args!(
                "field `{gone}` is gone, and this format cannot leave it out"
            )));
        }
        self.visitor.visit_map(Named {
            names: self.names.iter(),
            seq,
        })
    }
}

/// The fields of a struct, one after the other.
struct Named<'a, A> {
    names: core::slice::Iter<'a, Cow<'static, str>>,
    seq: A,
}

impl<'de, A: SeqAccess<'de>> MapAccess<'de> for Named<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        let name = self.names.next();
        name.map(|name| seed.deserialize(CowStrDeserializer::new(name.clone())))
            .transpose()
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        super::next_of(&mut self.seq, seed)
    }
}
