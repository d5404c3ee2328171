//! A snapshot as serde writes it.

use core::fmt;
use core::marker::PhantomData;

use serde::ser::{Error, Serialize, SerializeTuple, Serializer};

use super::digest::digest;
use super::globals::Globals;
use super::header::Header;
use super::past::Past;
use super::state::{State, TypeState};
use super::{FactVisitor, Persist, PersistGlobals, SaveFor, Saved};
use crate::program::{Holds, Program};
use crate::session::Session;
use crate::slab::Slab;
use crate::work::POISONED;

/// A session without its globals, to be saved.
pub struct Snapshot<'a, P: Program, L> {
    session: &'a Session<P, L>,
}

impl<'a, P: Persist<L>, L> Snapshot<'a, P, L> {
    /// Serializes a session with its globals.
    #[doc(hidden)]
    pub fn __save<S: Serializer>(
        session: &'a Session<P, L>,
        serializer: S,
    ) -> Result<S::Ok, S::Error>
    where
        P: PersistGlobals<L>,
    {
        let globals = Globals::<P, L>::new(&session.globals);
        save(session, Some(&globals), serializer)
    }
}

impl<'a, P: Program, L> Snapshot<'a, P, L> {
    #[doc(hidden)]
    #[must_use]
    pub fn __without_globals(session: &'a Session<P, L>) -> Self {
        Snapshot { session }
    }
}

impl<P: Persist<L>, L> Serialize for Snapshot<'_, P, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        save(self.session, None::<&()>, serializer)
    }
}

impl<P: Program, L> fmt::Debug for Snapshot<'_, P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.session.fmt(f)
    }
}

/// The places of a snapshot: header, state, values, copies, globals, digest.
pub(super) const PLACES: usize = 6;

fn save<P: Persist<L>, L, G: Serialize, S: Serializer>(
    session: &Session<P, L>,
    globals: Option<&G>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if session.work.poisoned {
        return Err(Error::custom(POISONED));
    }
    let state = State::of::<P, L>(&session.work);
    let values = Values::<P, L>::new(&session.work.memory, &state, true);
    let past = Past::<P, L>::new(&session.work.memory, &state.past);
    let content = (&state, &values, &past, globals);
    let digest = digest(&content, serializer.is_human_readable()).map_err(Error::custom)?;
    let mut places = serializer.serialize_tuple(PLACES)?;
    places.serialize_element(&Header::new(P::NAME, P::PARTS))?;
    places.serialize_element(&state)?;
    places.serialize_element(&values)?;
    places.serialize_element(&past)?;
    places.serialize_element(&globals)?;
    places.serialize_element(&digest)?;
    places.end()
}

/// The values of all facts: a tuple of types, each a tuple of the values of its facts and their past.
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
        self.tuple.serialize_element(&Column::<F, L> {
            slab: P::slab(memory),
            state: &state.types[P::KIND as usize],
            are_arranged,
            listener: PhantomData,
        })
    }
}

/// The values of the facts of one type.
struct Column<'a, F, L> {
    slab: &'a Slab<F>,
    state: &'a TypeState,
    are_arranged: bool,
    listener: PhantomData<L>,
}

impl<F: SaveFor<L>, L> Serialize for Column<'_, F, L> {
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
