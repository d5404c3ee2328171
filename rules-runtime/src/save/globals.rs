//! The globals of a snapshot: saved with it, or given when it is restored.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{DeserializeSeed, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeTuple, Serializer};

use super::migration::Migration;
use super::refusal::Refusal;
use super::told::{Told, UNREAD};
use super::{PersistGlobals, next_of};
use crate::session::program::Program;

/// The globals as they are saved: a tuple.
pub(super) struct Globals<'a, P: Program, L>(&'a P::Globals, PhantomData<L>);

impl<'a, P: Program, L> Globals<'a, P, L> {
    pub(super) fn new(globals: &'a P::Globals) -> Self {
        Globals(globals, PhantomData)
    }
}

impl<P: PersistGlobals<L>, L> Serialize for Globals<'_, P, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(P::COUNT)?;
        P::save_globals(self.0, &mut tuple)?;
        tuple.end()
    }
}

/// Reads the place of a snapshot where globals may stand.
pub(super) trait TakeGlobals<'de> {
    /// What it finds.
    type Found;

    /// Of what another version has saved, with a migration.
    fn take<A: SeqAccess<'de>>(
        places: &mut A,
        migration: Option<&Migration>,
        told: &Told,
    ) -> Result<Self::Found, A::Error>;
    /// What it found, as it was saved.
    fn view(found: &Self::Found) -> Option<impl Serialize>;
}

/// Expects none.
pub(super) struct GivenGlobals;

impl<'de> TakeGlobals<'de> for GivenGlobals {
    type Found = ();

    fn take<A: SeqAccess<'de>>(
        places: &mut A,
        _: Option<&Migration>,
        _: &Told,
    ) -> Result<(), A::Error> {
        next_of(places, GivenGlobals)
    }

    fn view((): &()) -> Option<impl Serialize> {
        None::<()>
    }
}

impl<'de> DeserializeSeed<'de> for GivenGlobals {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de> Visitor<'de> for GivenGlobals {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no globals")
    }

    fn visit_none<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_some<D: Deserializer<'de>>(self, _: D) -> Result<(), D::Error> {
        Err(D::Error::custom(Refusal::Globals))
    }
}

/// Expects the globals of a ruleset.
pub(super) struct SavedGlobals<P, L>(PhantomData<(P, L)>);

impl<'de, P: PersistGlobals<L>, L> TakeGlobals<'de> for SavedGlobals<P, L> {
    type Found = P::Globals;

    fn take<A: SeqAccess<'de>>(
        places: &mut A,
        migration: Option<&Migration>,
        told: &Told,
    ) -> Result<P::Globals, A::Error> {
        refuse::<P, A::Error>(migration, told)?;
        next_of(places, OptionOf(SavedGlobals::<P, L>(PhantomData)))
    }

    fn view(found: &P::Globals) -> Option<impl Serialize> {
        Some(Globals::<P, L>::new(found))
    }
}

/// Fails where the globals are not those of the version that has saved them.
fn refuse<P: Program, E: Error>(migration: Option<&Migration>, told: &Told) -> Result<(), E> {
    let differences = migration.map_or(&[][..], |migration| &migration.globals);
    if differences.is_empty() {
        return Ok(());
    }
    Err(told.error(Refusal::Version {
        ruleset: P::NAME,
        differences: differences.to_vec(),
    }))
}

/// Looks whether there are any, and reads no further.
pub(super) struct UnreadGlobals<P>(PhantomData<P>);

impl<'de, P: Program> TakeGlobals<'de> for UnreadGlobals<P> {
    type Found = ();

    fn take<A: SeqAccess<'de>>(
        places: &mut A,
        migration: Option<&Migration>,
        told: &Told,
    ) -> Result<(), A::Error> {
        if next_of(places, GivenGlobals).is_err() {
            refuse::<P, A::Error>(migration, told)?;
        }
        Err(told.error(UNREAD))
    }

    fn view((): &()) -> Option<impl Serialize> {
        None::<()>
    }
}

/// An option of what a seed reads, which must be there.
struct OptionOf<S>(S);

impl<'de, P: PersistGlobals<L>, L> DeserializeSeed<'de> for OptionOf<SavedGlobals<P, L>> {
    type Value = P::Globals;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<P::Globals, D::Error> {
        deserializer.deserialize_option(self)
    }
}

impl<'de, P: PersistGlobals<L>, L> Visitor<'de> for OptionOf<SavedGlobals<P, L>> {
    type Value = P::Globals;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    fn visit_none<E: Error>(self) -> Result<P::Globals, E> {
        Err(E::custom(Refusal::NoGlobals))
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<P::Globals, D::Error> {
        deserializer.deserialize_tuple(P::COUNT, self.0)
    }
}

impl<'de, P: PersistGlobals<L>, L> Visitor<'de> for SavedGlobals<P, L> {
    type Value = P::Globals;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} globals of ruleset `{}`", P::COUNT, P::NAME)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut tuple: A) -> Result<P::Globals, A::Error> {
        P::load_globals(&mut tuple)
    }
}
