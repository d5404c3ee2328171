//! What records of firings have copied beside facts: outputs of users' accumulates, by groups, and elements
//! of a `for x: T`, by tokens.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;
use core::slice;

use serde::de::{Deserialize, DeserializeSeed, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeSeq, SerializeTuple, Serializer};

use super::{Loaded, Persist, SaveFor, Saved, next_of};
use crate::aggregates::accumulator::{Accumulator, Kept, States};
use crate::containers::trail::Mode;
use crate::ids::TokenId;
use crate::session::program::Program;

/// A field of working memory that keeps such copies.
pub trait PastField<L> {
    /// Whether they are of groups, and not of tokens.
    const OF_GROUPS: bool;

    /// Whether there is one of this number.
    fn has(&self, number: u32) -> bool;
    /// Serializes one that is there.
    ///
    /// # Errors
    ///
    /// Those of the serializer.
    fn save<S: Serializer>(&self, number: u32, serializer: S) -> Result<S::Ok, S::Error>;
    /// Deserializes one.
    ///
    /// # Errors
    ///
    /// Those of the deserializer.
    fn load<'de, D: Deserializer<'de>>(
        &mut self,
        number: u32,
        deserializer: D,
    ) -> Result<(), D::Error>;
    /// Gives those that are numbered from 0 on these numbers.
    fn renumber(&mut self, numbers: &[u32]);
}

impl<A: Accumulator<Output: SaveFor<L>>, M: Mode, L> PastField<L> for States<A, M> {
    const OF_GROUPS: bool = true;

    fn has(&self, number: u32) -> bool {
        self.known(number).is_some()
    }

    fn save<S: Serializer>(&self, number: u32, serializer: S) -> Result<S::Ok, S::Error> {
        self.output(number).save(serializer)
    }

    fn load<'de, D: Deserializer<'de>>(
        &mut self,
        number: u32,
        deserializer: D,
    ) -> Result<(), D::Error> {
        let output = SaveFor::load(deserializer)?;
        self.restore(number, output);
        Ok(())
    }

    fn renumber(&mut self, numbers: &[u32]) {
        States::renumber(self, numbers);
    }
}

impl<T: SaveFor<L>, M: Mode, L> PastField<L> for Kept<T, M> {
    const OF_GROUPS: bool = false;

    fn has(&self, number: u32) -> bool {
        self.known(TokenId(number)).is_some()
    }

    fn save<S: Serializer>(&self, number: u32, serializer: S) -> Result<S::Ok, S::Error> {
        let elements = self.known(TokenId(number)).unwrap_or_default();
        let mut list = serializer.serialize_seq(Some(elements.len()))?;
        for element in elements {
            list.serialize_element(&Saved::<T, L>::new(element))?;
        }
        list.end()
    }

    fn load<'de, D: Deserializer<'de>>(
        &mut self,
        number: u32,
        deserializer: D,
    ) -> Result<(), D::Error> {
        let list = Vec::<Loaded<T, L>>::deserialize(deserializer)?;
        let elements = list.into_iter().map(|loaded| loaded.0).collect();
        self.keep(TokenId(number), elements);
        Ok(())
    }

    fn renumber(&mut self, numbers: &[u32]) {
        Kept::renumber(self, numbers);
    }
}

/// Something to be done for each such field.
pub trait PastVisitor<L> {
    /// How it fails.
    type Error;

    /// Does it for a field.
    ///
    /// # Errors
    ///
    /// Fails as it does.
    fn visit<F: PastField<L>>(&mut self, field: &F) -> Result<(), Self::Error>;
}

/// Something to be done to each such field.
pub trait PastVisitorMut<L> {
    /// How it fails.
    type Error;

    /// Does it to a field.
    ///
    /// # Errors
    ///
    /// Fails as it does.
    fn visit<F: PastField<L>>(&mut self, field: &mut F) -> Result<(), Self::Error>;
}

/// Finds the field that has a copy.
pub(super) struct Find {
    of_group: bool,
    number: u32,
    fields: u32,
    found: Option<u32>,
}

impl Find {
    /// For the copy of a group or a token.
    pub(super) fn new(of_group: bool, number: u32) -> Self {
        Find {
            of_group,
            number,
            fields: 0,
            found: None,
        }
    }

    /// The field.
    pub(super) fn found(self) -> Option<u32> {
        self.found
    }
}

impl<L> PastVisitor<L> for Find {
    type Error = core::convert::Infallible;

    fn visit<F: PastField<L>>(&mut self, field: &F) -> Result<(), Self::Error> {
        if F::OF_GROUPS == self.of_group && field.has(self.number) {
            self.found = Some(self.fields);
        }
        self.fields += 1;
        Ok(())
    }
}

/// How many such fields there are.
pub(super) fn count_fields<P: Persist<L>, L>(memory: &P::Memory) -> usize {
    let mut find = Find::new(true, 0);
    let Ok(()) = P::past(memory, &mut find);
    find.fields as usize
}

/// Numbers the copies of each field that were loaded.
pub(super) struct Renumber<'a> {
    pub(super) fields: slice::Iter<'a, Vec<u32>>,
}

impl<L> PastVisitorMut<L> for Renumber<'_> {
    type Error = core::convert::Infallible;

    fn visit<F: PastField<L>>(&mut self, field: &mut F) -> Result<(), Self::Error> {
        field.renumber(self.fields.next().map_or(&[], Vec::as_slice));
        Ok(())
    }
}

/// All copies, to be serialized: those of each field one after the other.
pub(super) struct Past<'a, P: Program, L> {
    memory: &'a P::Memory,
    fields: &'a [Vec<u32>],
    listener: PhantomData<L>,
}

impl<'a, P: Program, L> Past<'a, P, L> {
    /// Of each field those of these numbers.
    pub(super) fn new(memory: &'a P::Memory, fields: &'a [Vec<u32>]) -> Self {
        Past {
            memory,
            fields,
            listener: PhantomData,
        }
    }
}

fn count(fields: &[Vec<u32>]) -> usize {
    fields.iter().map(Vec::len).sum()
}

impl<P: Persist<L>, L> Serialize for Past<'_, P, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut save = SaveCopies {
            fields: self.fields.iter(),
            tuple: serializer.serialize_tuple(count(self.fields))?,
        };
        P::past(self.memory, &mut save)?;
        save.tuple.end()
    }
}

struct SaveCopies<'a, S> {
    fields: slice::Iter<'a, Vec<u32>>,
    tuple: S,
}

impl<L, S: SerializeTuple> PastVisitor<L> for SaveCopies<'_, S> {
    type Error = S::Error;

    fn visit<F: PastField<L>>(&mut self, field: &F) -> Result<(), S::Error> {
        for &number in self.fields.next().into_iter().flatten() {
            let listener = PhantomData::<L>;
            self.tuple.serialize_element(&OneCopy {
                field,
                number,
                listener,
            })?;
        }
        Ok(())
    }
}

/// A copy, to be serialized or, where the field is `&mut`, to be read.
struct OneCopy<F, L> {
    field: F,
    number: u32,
    listener: PhantomData<L>,
}

impl<F: PastField<L>, L> Serialize for OneCopy<&F, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.field.save(self.number, serializer)
    }
}

impl<'de, F: PastField<L>, L> DeserializeSeed<'de> for OneCopy<&mut F, L> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.field.load(self.number, deserializer)
    }
}

/// Reads all copies.
pub(super) struct LoadPast<'a, P: Program, L> {
    memory: &'a mut P::Memory,
    fields: &'a [Vec<u32>],
    listener: PhantomData<L>,
}

impl<'a, P: Program, L> LoadPast<'a, P, L> {
    /// Of each field as these numbers.
    pub(super) fn new(memory: &'a mut P::Memory, fields: &'a [Vec<u32>]) -> Self {
        LoadPast {
            memory,
            fields,
            listener: PhantomData,
        }
    }
}

impl<'de, P: Persist<L>, L> DeserializeSeed<'de> for LoadPast<'_, P, L> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_tuple(count(self.fields), self)
    }
}

impl<'de, P: Persist<L>, L> Visitor<'de> for LoadPast<'_, P, L> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} outputs and lists", count(self.fields))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, copies: A) -> Result<(), A::Error> {
        let mut load = LoadCopies {
            fields: self.fields.iter(),
            copies,
            input: PhantomData,
        };
        P::past_mut(self.memory, &mut load)
    }
}

struct LoadCopies<'a, 'de, A> {
    fields: slice::Iter<'a, Vec<u32>>,
    copies: A,
    input: PhantomData<&'de ()>,
}

impl<'de, L, A: SeqAccess<'de>> PastVisitorMut<L> for LoadCopies<'_, 'de, A> {
    type Error = A::Error;

    fn visit<F: PastField<L>>(&mut self, field: &mut F) -> Result<(), A::Error> {
        for &number in self.fields.next().into_iter().flatten() {
            let copy = OneCopy {
                field: &mut *field,
                number,
                listener: PhantomData::<L>,
            };
            next_of(&mut self.copies, copy)?;
        }
        Ok(())
    }
}
