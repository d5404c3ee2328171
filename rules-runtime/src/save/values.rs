//! The values of facts, written and read: a tuple of types, each a tuple of the values of its facts and of
//! their past.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeTuple, Serializer};

use super::digest::{Failure, digest};
use super::fields::{FieldNames, LoadFact};
use super::migration::Migration;
use super::refusal::Refusal;
use super::state::{State, TypeState};
use super::told::Told;
use super::{FactVisitor, Persist, SaveFor, Saved, next_of};
use crate::containers::trail::Mode;
use crate::ids::KindId;
use crate::memory::slab::Slab;
use crate::network::conditions::Holds;
use crate::session::program::Program;

/// The values of all facts.
pub(super) struct Values<'a, P: Program, L> {
    memory: &'a P::Memory,
    /// Of facts that stand in their slots; where there is none they come one after the other.
    state: Option<&'a State>,
    listener: PhantomData<L>,
}

impl<'a, P: Program, L> Values<'a, P, L> {
    pub(super) fn new(memory: &'a P::Memory, state: Option<&'a State>) -> Self {
        Values {
            memory,
            state,
            listener: PhantomData,
        }
    }
}

impl<P: Persist<L>, L> Serialize for Values<'_, P, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut columns = SaveColumns {
            values: self,
            tuple: serializer.serialize_tuple(P::PLAN.kinds.len())?,
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
        let Values { memory, state, .. } = *self.values;
        self.tuple.serialize_element(&SaveColumn::<F, P::Mode, L> {
            slab: P::slab(memory),
            state: state.map(|state| &state.types[P::KIND.index()]),
            listener: PhantomData,
        })
    }
}

/// The values of the facts of one type.
struct SaveColumn<'a, F, M: Mode, L> {
    slab: &'a Slab<F, M>,
    state: Option<&'a TypeState>,
    listener: PhantomData<L>,
}

impl<F: SaveFor<L>, M: Mode, L> Serialize for SaveColumn<'_, F, M, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let count = self
            .state
            .map_or_else(|| self.slab.loaded().count(), TypeState::len);
        let mut tuple = serializer.serialize_tuple(count)?;
        let mut save = |value| tuple.serialize_element(&Saved::<F, L>::new(value));
        match self.state {
            Some(state) => self.slab.values(&state.facts).try_for_each(&mut save)?,
            None => self.slab.loaded().try_for_each(&mut save)?,
        }
        tuple.end()
    }
}

/// The digests of the values, a type each; 0 where there are none.
pub(super) fn digests<P: Persist<L>, L>(
    values: &Values<'_, P, L>,
    is_text: bool,
) -> Result<Vec<u32>, Failure> {
    let mut digests = Digests {
        values,
        is_text,
        found: Vec::new(),
    };
    P::facts(&mut digests)?;
    Ok(digests.found)
}

struct Digests<'a, P: Program, L> {
    values: &'a Values<'a, P, L>,
    is_text: bool,
    found: Vec<u32>,
}

impl<P: Program, L> FactVisitor<P, L> for Digests<'_, P, L> {
    type Error = Failure;

    fn visit<F: SaveFor<L> + 'static>(&mut self) -> Result<(), Failure>
    where
        P: Holds<F>,
    {
        let Values { memory, state, .. } = *self.values;
        let state = state.map(|state| &state.types[P::KIND.index()]);
        let slab = P::slab(memory);
        let is_empty = match state {
            Some(state) => state.len() == 0,
            None => slab.loaded().next().is_none(),
        };
        let digest = if is_empty {
            0
        } else {
            let column = SaveColumn::<F, P::Mode, L> {
                slab,
                state,
                listener: PhantomData,
            };
            digest(&column, self.is_text)? as u32
        };
        self.found.push(digest);
        Ok(())
    }
}

/// Reads the values of all facts. Those of a snapshot by another version stand in the order that it has types in.
pub(super) struct LoadValues<'a, P: Program, L> {
    pub(super) memory: &'a mut P::Memory,
    pub(super) state: &'a State,
    pub(super) fields: &'a [Option<FieldNames>],
    pub(super) migration: Option<&'a Migration>,
    pub(super) told: &'a Told,
    pub(super) listener: PhantomData<L>,
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
        let migration = self.migration;
        let mut load = LoadColumns {
            into: self,
            columns,
            kind: None,
            input: PhantomData,
        };
        let Some(migration) = migration else {
            return P::facts(&mut load);
        };
        for (saved, now) in migration.kinds.iter().enumerate() {
            if let Some(now) = now {
                load.kind = Some((saved, *now));
                P::facts(&mut load)?;
                continue;
            }
            let LoadValues { state, told, .. } = load.into;
            let skip = Skip::<P, L> {
                state: &state.types[saved],
                name: &migration.kind_names[saved],
                told,
                types: PhantomData,
            };
            skip.check().map_err(|why| told.error::<A::Error>(why))?;
            next_of(&mut load.columns, skip)?;
        }
        Ok(())
    }
}

struct LoadColumns<'a, 'de, P: Program, L, A> {
    into: LoadValues<'a, P, L>,
    columns: A,
    /// Of another version: the number of the type that comes next, and its number now.
    kind: Option<(usize, KindId)>,
    input: PhantomData<&'de ()>,
}

impl<'de, P: Program, L, A: SeqAccess<'de>> FactVisitor<P, L> for LoadColumns<'_, 'de, P, L, A> {
    type Error = A::Error;

    fn visit<F: SaveFor<L> + 'static>(&mut self) -> Result<(), A::Error>
    where
        P: Holds<F>,
    {
        let (saved, now) = self.kind.unwrap_or((P::KIND.index(), P::KIND));
        if now != P::KIND {
            return Ok(());
        }
        let column = LoadColumn::<F, P::Mode, L> {
            slab: P::slab_mut(self.into.memory),
            count: self.into.state.types[saved].len(),
            fields: self.into.fields[saved].as_deref().unwrap_or_default(),
            name: P::PLAN.kinds[P::KIND.index()].name,
            told: self.into.told,
            listener: PhantomData,
        };
        next_of(&mut self.columns, column)
    }
}

/// Reads the values of the facts of one type.
struct LoadColumn<'a, F, M: Mode, L> {
    slab: &'a mut Slab<F, M>,
    count: usize,
    fields: &'a [Cow<'static, str>],
    name: &'static str,
    told: &'a Told,
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
            let fact = LoadFact::<F, L> {
                names: self.fields,
                told: self.told,
                types: PhantomData,
            };
            let fact = next_of(&mut facts, fact);
            let named = |error: A::Error| {
                let place = format_args!("fact type `{}`", self.name);
                self.told.within(place, &error)
            };
            self.slab.load(fact.map_err(named)?);
        }
        Ok(())
    }
}

/// Reads over the values of a type that is gone.
struct Skip<'a, P, L> {
    state: &'a TypeState,
    name: &'a str,
    told: &'a Told,
    types: PhantomData<(P, L)>,
}

impl<P, L> Skip<'_, P, L> {
    /// Fails where there are facts that somebody but a rule has inserted.
    fn check(&self) -> Result<(), Refusal> {
        let is_hidden = !self.name.starts_with("fact type `");
        let stated = self.state.facts.iter().filter(|fact| fact.stated);
        match stated.count() {
            0 => Ok(()),
            _ if is_hidden => Ok(()),
            _ => Err(self.refusal()),
        }
    }

    fn refusal(&self) -> Refusal {
        Refusal::Gone {
            fact_type: self.name.into(),
            facts: self.state.len(),
        }
    }
}

impl<'de, P: Persist<L>, L> DeserializeSeed<'de> for Skip<'_, P, L> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_tuple(self.state.len(), self)
    }
}

impl<'de, P: Persist<L>, L> Visitor<'de> for Skip<'_, P, L> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} facts", self.state.len())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut facts: A) -> Result<(), A::Error> {
        for _ in 0..self.state.len() {
            if self.name.starts_with("the instants ") {
                P::skip_instant(&mut facts)?;
            } else {
                // Not all formats can say where a value ends that nobody knows.
                let skipped = next_of(&mut facts, PhantomData::<IgnoredAny>);
                skipped.map_err(|_| self.told.error::<A::Error>(self.refusal()))?;
            }
        }
        Ok(())
    }
}
