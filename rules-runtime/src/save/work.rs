//! A session without its globals and its search, written and read: numbers, the facts' values, and what else
//! the records of firings have copied.

use alloc::boxed::Box;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeTuple, Serializer};

use super::past::{LoadPast, Past, count_fields};
use super::rebuild::rebuild;
use super::refusal::Refusal;
use super::state::State;
use super::values::{LoadValues, Values};
use super::{Persist, next_of};
use crate::generated::program::Program;
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
        let SavedWork {
            state,
            memory,
            are_arranged,
            ..
        } = *self;
        let mut parts = serializer.serialize_tuple(PARTS + P::CLOCK)?;
        parts.serialize_element(state)?;
        parts.serialize_element(&Values::<P, L>::new(memory, state, are_arranged))?;
        parts.serialize_element(&Past::<P, L>::new(memory, &state.past))?;
        P::save_clock(memory, &mut parts)?;
        parts.end()
    }
}

/// What is read, and not made sense of yet.
pub(crate) struct LoadedWork<P: Program> {
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

    /// Makes sense of it.
    pub(crate) fn rebuild<L>(self) -> Result<Box<Work<P>>, Refusal>
    where
        P: Persist<L>,
    {
        rebuild::<P, L>(&self.state, self.memory)
    }
}

/// Reads it.
pub(crate) struct LoadWork<P, L>(PhantomData<(P, L)>);

impl<P, L> Default for LoadWork<P, L> {
    fn default() -> Self {
        LoadWork(PhantomData)
    }
}

impl<'de, P: Persist<L>, L> DeserializeSeed<'de> for LoadWork<P, L> {
    type Value = LoadedWork<P>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<LoadedWork<P>, D::Error> {
        deserializer.deserialize_tuple(PARTS + P::CLOCK, self)
    }
}

impl<'de, P: Persist<L>, L> Visitor<'de> for LoadWork<P, L> {
    type Value = LoadedWork<P>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the facts of a session of ruleset `{}`", P::NAME)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<LoadedWork<P>, A::Error> {
        let mut state = next_of(&mut parts, PhantomData::<State>)?;
        let mut memory = P::memory();
        let fields = count_fields::<P, L>(&memory);
        state.number_past(fields).map_err(A::Error::custom)?;
        if state.types.len() != P::PLAN.kinds.len() {
            return Err(A::Error::custom(Refusal::Altered));
        }
        next_of(&mut parts, LoadValues::<P, L>::new(&mut memory, &state))?;
        next_of(&mut parts, LoadPast::<P, L>::new(&mut memory, &state.past))?;
        P::load_clock(&mut memory, &mut parts)?;
        Ok(LoadedWork { state, memory })
    }
}
