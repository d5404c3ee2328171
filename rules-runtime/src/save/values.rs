//! The values of facts, written and read: a tuple of types, each a tuple of the values of its facts and of
//! their past.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeTuple, Serializer};

use super::state::{State, TypeState};
use super::{FactVisitor, Persist, SaveFor, Saved, next_of, next_value};
use crate::containers::trail::Mode;
use crate::generated::program::{Holds, Program};
use crate::memory::slab::Slab;

/// The values of all facts.
pub(super) struct Values<'a, P: Program, L> {
    memory: &'a P::Memory,
    state: &'a State,
    /// Whether facts stand in their slots, and not one after the other.
    are_arranged: bool,
    listener: PhantomData<L>,
}

impl<'a, P: Program, L> Values<'a, P, L> {
    pub(super) fn new(memory: &'a P::Memory, state: &'a State, are_arranged: bool) -> Self {
        Values {
            memory,
            state,
            are_arranged,
            listener: PhantomData,
        }
    }
}

impl<P: Persist<L>, L> Serialize for Values<'_, P, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut columns = SaveColumns {
            values: self,
            tuple: serializer.serialize_tuple(self.state.types.len())?,
        };
        P::facts(&mut columns)?;
        columns.tuple.end()
    }
}

struct SaveColumns<'a, P: Program, L, S> {
    values: &'a Values<'a, P, L>,
    tuple: S,
}

impl<P: Program, L, S: SerializeTuple> FactVisitor<P, L> for SaveColumns<'_, P, L, S> {
    type Error = S::Error;

    fn visit<F: SaveFor<L> + 'static>(&mut self) -> Result<(), S::Error>
    where
        P: Holds<F>,
    {
        let Values {
            memory,
            state,
            are_arranged,
            ..
        } = *self.values;
        self.tuple.serialize_element(&SaveColumn::<F, P::Mode, L> {
            slab: P::slab(memory),
            state: &state.types[P::KIND as usize],
            are_arranged,
            listener: PhantomData,
        })
    }
}

/// The values of the facts of one type.
struct SaveColumn<'a, F, M: Mode, L> {
    slab: &'a Slab<F, M>,
    state: &'a TypeState,
    are_arranged: bool,
    listener: PhantomData<L>,
}

impl<F: SaveFor<L>, M: Mode, L> Serialize for SaveColumn<'_, F, M, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(self.state.len())?;
        let mut save = |value| tuple.serialize_element(&Saved::<F, L>::new(value));
        if self.are_arranged {
            self.slab
                .values(&self.state.facts)
                .try_for_each(&mut save)?;
        } else {
            self.slab.loaded().try_for_each(&mut save)?;
        }
        tuple.end()
    }
}

/// Reads the values of all facts.
pub(super) struct LoadValues<'a, P: Program, L> {
    memory: &'a mut P::Memory,
    state: &'a State,
    listener: PhantomData<L>,
}

impl<'a, P: Program, L> LoadValues<'a, P, L> {
    pub(super) fn new(memory: &'a mut P::Memory, state: &'a State) -> Self {
        LoadValues {
            memory,
            state,
            listener: PhantomData,
        }
    }
}

impl<'de, P: Persist<L>, L> DeserializeSeed<'de> for LoadValues<'_, P, L> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_tuple(self.state.types.len(), self)
    }
}

impl<'de, P: Persist<L>, L> Visitor<'de> for LoadValues<'_, P, L> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the facts of {} types", self.state.types.len())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, columns: A) -> Result<(), A::Error> {
        P::facts(&mut LoadColumns {
            into: self,
            columns,
            input: PhantomData,
        })
    }
}

struct LoadColumns<'a, 'de, P: Program, L, A> {
    into: LoadValues<'a, P, L>,
    columns: A,
    input: PhantomData<&'de ()>,
}

impl<'de, P: Program, L, A: SeqAccess<'de>> FactVisitor<P, L> for LoadColumns<'_, 'de, P, L, A> {
    type Error = A::Error;

    fn visit<F: SaveFor<L> + 'static>(&mut self) -> Result<(), A::Error>
    where
        P: Holds<F>,
    {
        let column = LoadColumn::<F, P::Mode, L> {
            slab: P::slab_mut(self.into.memory),
            count: self.into.state.types[P::KIND as usize].len(),
            listener: PhantomData,
        };
        next_of(&mut self.columns, column)
    }
}

/// Reads the values of the facts of one type.
struct LoadColumn<'a, F, M: Mode, L> {
    slab: &'a mut Slab<F, M>,
    count: usize,
    listener: PhantomData<L>,
}

impl<'de, F: SaveFor<L>, M: Mode, L> DeserializeSeed<'de> for LoadColumn<'_, F, M, L> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_tuple(self.count, self)
    }
}

impl<'de, F: SaveFor<L>, M: Mode, L> Visitor<'de> for LoadColumn<'_, F, M, L> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} facts", self.count)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut facts: A) -> Result<(), A::Error> {
        for _ in 0..self.count {
            self.slab.load(next_value::<F, L, A>(&mut facts)?);
        }
        Ok(())
    }
}
