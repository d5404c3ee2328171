//! A session without its globals and its search, written and read: numbers, the facts' values, and what else
//! the records of firings have copied.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeTuple, Serializer};

use super::digest::Failure;
use super::fields::{FieldNames, field_names};
use super::migration::Migration;
use super::past::{LoadPast, Past, count_fields};
use super::rebuild::rebuild;
use super::refusal::Refusal;
use super::state::State;
use super::told::Told;
use super::values::{self, LoadValues, Values};
use super::{Persist, next_of};
use crate::session::program::Program;
use crate::session::work::Work;

/// The parts: state, values, copies.
const PARTS: usize = 3;

/// What is written.
pub(crate) struct SavedWork<'a, P: Program, L> {
    state: &'a State,
    memory: &'a P::Memory,
    /// Whether facts stand in their slots, and not one after the other.
    are_arranged: bool,
    listener: PhantomData<L>,
}

impl<P: Program, L> SavedWork<'_, P, L> {
    fn values(&self) -> Values<'_, P, L> {
        Values::new(self.memory, self.are_arranged.then_some(self.state))
    }

    /// All but the values, and the digest of the values of each type.
    pub(super) fn apart(&self, is_text: bool) -> Result<(Apart<'_, P, L>, Vec<u32>), Failure>
    where
        P: Persist<L>,
    {
        let digests = values::digests(&self.values(), is_text)?;
        Ok((Apart(self), digests))
    }
}

/// All but the values.
pub(super) struct Apart<'a, P: Program, L>(&'a SavedWork<'a, P, L>);

impl<P: Persist<L>, L> Serialize for Apart<'_, P, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let SavedWork { state, memory, .. } = *self.0;
        let mut parts = serializer.serialize_tuple(PARTS - 1 + P::CLOCK)?;
        parts.serialize_element(state)?;
        parts.serialize_element(&Past::<P, L>::new(memory, &state.past))?;
        P::save_clock(memory, &mut parts)?;
        parts.end()
    }
}

impl<'a, P: Persist<L>, L> SavedWork<'a, P, L> {
    /// Of a session, whose state is known.
    pub(crate) fn new(work: &'a Work<P>, state: &'a State) -> Self {
        SavedWork {
            state,
            memory: &work.memory,
            are_arranged: true,
            listener: PhantomData,
        }
    }
}

impl<P: Persist<L>, L> Serialize for SavedWork<'_, P, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let SavedWork { state, memory, .. } = *self;
        let mut parts = serializer.serialize_tuple(PARTS + P::CLOCK)?;
        parts.serialize_element(state)?;
        parts.serialize_element(&self.values())?;
        parts.serialize_element(&Past::<P, L>::new(memory, &state.past))?;
        P::save_clock(memory, &mut parts)?;
        parts.end()
    }
}

/// What is read, and not made sense of yet.
pub(crate) struct LoadedWork<P: Program> {
    /// In the numbers of the version that has saved it.
    state: State,
    memory: P::Memory,
}

impl<P: Program> LoadedWork<P> {
    /// As it was written.
    pub(crate) fn saved<L>(&self) -> SavedWork<'_, P, L> {
        SavedWork {
            state: &self.state,
            memory: &self.memory,
            are_arranged: false,
            listener: PhantomData,
        }
    }

    /// For each fact type the names of the fields that its values have now, if there are any.
    pub(super) fn field_names<L>(&self) -> Vec<Option<FieldNames>>
    where
        P: Persist<L>,
    {
        field_names::<P, L>(&self.memory, None)
    }

    /// Makes sense of it; of what another version has saved, with a migration.
    pub(crate) fn rebuild<L>(self, migration: Option<&Migration>) -> Result<Box<Work<P>>, Refusal>
    where
        P: Persist<L>,
    {
        let state = match migration {
            Some(migration) => self.state.carried(migration, P::PLAN)?,
            None => self.state,
        };
        rebuild::<P, L>(&state, self.memory, migration)
    }
}

/// Reads it: what a version with these fact types has saved.
pub(crate) struct LoadWork<'a, P, L> {
    pub(super) fields: &'a [Option<FieldNames>],
    pub(super) migration: Option<&'a Migration>,
    /// Keeps the words of errors.
    pub(super) told: Option<&'a Told>,
    pub(super) types: PhantomData<(P, L)>,
}

impl<P, L> Default for LoadWork<'_, P, L> {
    fn default() -> Self {
        LoadWork {
            fields: &[],
            migration: None,
            told: None,
            types: PhantomData,
        }
    }
}

impl<'de, P: Persist<L>, L> DeserializeSeed<'de> for LoadWork<'_, P, L> {
    type Value = LoadedWork<P>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<LoadedWork<P>, D::Error> {
        deserializer.deserialize_tuple(PARTS + P::CLOCK, self)
    }
}

impl<'de, P: Persist<L>, L> Visitor<'de> for LoadWork<'_, P, L> {
    type Value = LoadedWork<P>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the facts of a session of ruleset `{}`", P::NAME)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<LoadedWork<P>, A::Error> {
        let own = Told::default();
        let told = self.told.unwrap_or(&own);
        let mut state = next_of(&mut parts, PhantomData::<State>)?;
        let mut memory = P::memory();
        let kinds = match self.migration {
            Some(migration) => {
                let carried = state.refuse_unread(migration);
                carried.map_err(|why| told.error::<A::Error>(why))?;
                migration.kinds.len()
            }
            None => P::PLAN.kinds.len(),
        };
        let fields = count_fields::<P, L>(&memory);
        let numbered = state.number_past(fields);
        numbered.map_err(|why| told.error::<A::Error>(why))?;
        if state.types.len() != kinds {
            return Err(told.error(Refusal::Altered));
        }
        let unknown = alloc::vec![None; kinds];
        let values = LoadValues::<P, L> {
            memory: &mut memory,
            state: &state,
            fields: if self.fields.len() == kinds {
                self.fields
            } else {
                &unknown
            },
            migration: self.migration,
            told,
            listener: PhantomData,
        };
        next_of(&mut parts, values)?;
        next_of(&mut parts, LoadPast::<P, L>::new(&mut memory, &state.past))?;
        P::load_clock(&mut memory, &mut parts)?;
        Ok(LoadedWork { state, memory })
    }
}
