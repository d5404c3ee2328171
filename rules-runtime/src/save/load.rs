//! A snapshot as serde reads it: the header is checked before the rest is read, the digest before anything
//! is made of the rest.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};

use super::digest::digest;
use super::globals::{GivenGlobals, SavedGlobals, TakeGlobals};
use super::header::Header;
use super::past::{LoadPast, Past, count_fields};
use super::rebuild::rebuild;
use super::refusal::Refusal;
use super::snapshot::{PLACES, Values};
use super::state::State;
use super::{FactVisitor, Persist, PersistGlobals, SaveFor, next_of, next_value};
use crate::program::{Holds, Program};
use crate::session::Session;
use crate::slab::Slab;

/// Restores a session with the globals that were saved with it.
///
/// # Errors
///
/// Those of the deserializer, which may say a [`Refusal`].
pub fn restore<'de, P: PersistGlobals<L>, L, D: Deserializer<'de>>(
    listener: L,
    deserializer: D,
) -> Result<Session<P, L>, D::Error> {
    load::<P, L, SavedGlobals<P, L>, D>(deserializer)?.session(listener, |globals| globals)
}

/// Restores a session that was saved without its globals.
///
/// # Errors
///
/// Those of the deserializer, which may say a [`Refusal`].
pub fn restore_with<'de, P: Persist<L>, L, D: Deserializer<'de>>(
    listener: L,
    globals: P::Globals,
    deserializer: D,
) -> Result<Session<P, L>, D::Error> {
    load::<P, L, GivenGlobals, D>(deserializer)?.session(listener, |()| globals)
}

/// What a snapshot says, as it was saved.
struct Content<P: Program, G> {
    state: State,
    /// The facts' values, not in their slots yet.
    memory: P::Memory,
    globals: G,
}

impl<P: Program, G> Content<P, G> {
    fn session<L, E: Error>(
        self,
        listener: L,
        globals: impl FnOnce(G) -> P::Globals,
    ) -> Result<Session<P, L>, E>
    where
        P: Persist<L>,
    {
        let work = rebuild::<P, L>(&self.state, self.memory).map_err(E::custom)?;
        Ok(Session {
            // Checkpoints and choice points are not saved.
            search: P::Search::default(),
            work,
            globals: globals(self.globals),
            listener,
        })
    }
}

fn load<'de, P: Persist<L>, L, G: TakeGlobals<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Content<P, G::Found>, D::Error> {
    let is_text = deserializer.is_human_readable();
    let reader = Reader::<P, L, G> {
        is_text,
        types: PhantomData,
    };
    deserializer.deserialize_tuple(PLACES, reader)
}

/// Reads a snapshot.
struct Reader<P, L, G> {
    is_text: bool,
    types: PhantomData<(P, L, G)>,
}

impl<'de, P: Persist<L>, L, G: TakeGlobals<'de>> Visitor<'de> for Reader<P, L, G> {
    type Value = Content<P, G::Found>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a snapshot of ruleset `{}`", P::NAME)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut places: A) -> Result<Self::Value, A::Error> {
        let header = next_of(&mut places, PhantomData::<Header>)?;
        header.check(P::NAME, P::PARTS).map_err(A::Error::custom)?;
        let mut state = next_of(&mut places, PhantomData::<State>)?;
        let mut memory = P::memory();
        let fields = count_fields::<P, L>(&memory);
        state.number_past(fields).map_err(A::Error::custom)?;
        let kinds = P::PLAN.kinds.len();
        if state.types.len() != kinds {
            return Err(A::Error::custom(Refusal::Altered));
        }
        let columns = Columns::<P, L> {
            memory: &mut memory,
            state: &state,
            listener: PhantomData,
        };
        next_of(&mut places, columns)?;
        let past = LoadPast::<P, L> {
            memory: &mut memory,
            fields: &state.past,
            listener: PhantomData,
        };
        next_of(&mut places, past)?;
        let globals = G::take(&mut places)?;
        let found = next_of(&mut places, PhantomData::<u64>)?;
        let values = Values::<P, L>::new(&memory, &state, false);
        let expected = {
            let past = Past::<P, L>::new(&memory, &state.past);
            let content = (&state, &values, &past, G::view(&globals));
            digest(&content, self.is_text)
        };
        if found != expected.map_err(A::Error::custom)? {
            return Err(A::Error::custom(Refusal::Altered));
        }
        Ok(Content {
            state,
            memory,
            globals,
        })
    }
}

/// Reads the values of all facts.
struct Columns<'a, P: Program, L> {
    memory: &'a mut P::Memory,
    state: &'a State,
    listener: PhantomData<L>,
}

impl<'de, P: Persist<L>, L> DeserializeSeed<'de> for Columns<'_, P, L> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_tuple(self.state.types.len(), self)
    }
}

impl<'de, P: Persist<L>, L> Visitor<'de> for Columns<'_, P, L> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the facts of {} types", self.state.types.len())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, columns: A) -> Result<(), A::Error> {
        P::facts(&mut LoadFacts {
            into: self,
            columns,
            input: PhantomData,
        })
    }
}

struct LoadFacts<'a, 'de, P: Program, L, A> {
    into: Columns<'a, P, L>,
    columns: A,
    input: PhantomData<&'de ()>,
}

impl<'de, P: Program, L, A: SeqAccess<'de>> FactVisitor<P, L> for LoadFacts<'_, 'de, P, L, A> {
    type Error = A::Error;

    fn visit<F: SaveFor<L> + 'static>(&mut self) -> Result<(), A::Error>
    where
        P: Holds<F>,
    {
        let column = Column::<F, L> {
            slab: P::slab_mut(self.into.memory),
            count: self.into.state.types[P::KIND as usize].len(),
            listener: PhantomData,
        };
        next_of(&mut self.columns, column)
    }
}

/// Reads the values of the facts of one type.
struct Column<'a, F, L> {
    slab: &'a mut Slab<F>,
    count: usize,
    listener: PhantomData<L>,
}

impl<'de, F: SaveFor<L>, L> DeserializeSeed<'de> for Column<'_, F, L> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_tuple(self.count, self)
    }
}

impl<'de, F: SaveFor<L>, L> Visitor<'de> for Column<'_, F, L> {
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
