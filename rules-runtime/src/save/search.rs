//! The search of a session as a snapshot has it: nothing, or under `#[backtrack]` the states to which it may
//! go back. (What they are is known to `search`.)

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use super::{Persist, PersistSession};
use crate::session::Session;
use crate::session::program::Program;

/// How the sessions of a ruleset fire, to be saved.
pub trait SaveSearch<P: Program, L>: Sized {
    /// What is read, and not made sense of yet.
    type Loaded;

    /// Serializes it, of its session.
    ///
    /// # Errors
    ///
    /// Those of the serializer.
    fn save<S: Serializer>(
        &self,
        session: &Session<P, L>,
        serializer: S,
    ) -> Result<S::Ok, S::Error>;
    /// Deserializes it.
    ///
    /// # Errors
    ///
    /// Those of the deserializer.
    fn load<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self::Loaded, D::Error>;
    /// Serializes what was read, as it was saved.
    ///
    /// # Errors
    ///
    /// Those of the serializer.
    fn save_loaded<S: Serializer>(loaded: &Self::Loaded, serializer: S) -> Result<S::Ok, S::Error>;
    /// Whether what was read has no state to go back to.
    fn is_at_rest(loaded: &Self::Loaded) -> bool;
    /// Makes sense of what was read.
    ///
    /// # Errors
    ///
    /// Fails where it contradicts itself.
    fn rebuild<E: Error>(loaded: Self::Loaded) -> Result<Self, E>;
}

impl<P: Persist<L>, L> SaveSearch<P, L> for () {
    type Loaded = ();

    fn save<S: Serializer>(&self, _: &Session<P, L>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }

    fn load<'de, D: Deserializer<'de>>(deserializer: D) -> Result<(), D::Error> {
        Deserialize::deserialize(deserializer)
    }

    fn save_loaded<S: Serializer>((): &(), serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }

    fn is_at_rest((): &()) -> bool {
        true
    }

    fn rebuild<E: Error>((): ()) -> Result<(), E> {
        Ok(())
    }
}

/// A search, to be serialized.
pub(super) struct SavedSearch<'a, P: PersistSession<L>, L> {
    session: &'a Session<P, L>,
}

impl<'a, P: PersistSession<L>, L> SavedSearch<'a, P, L> {
    pub(super) fn new(session: &'a Session<P, L>) -> Self {
        SavedSearch { session }
    }
}

impl<P: PersistSession<L>, L> Serialize for SavedSearch<'_, P, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.session.search.save(self.session, serializer)
    }
}

/// What was read of a search.
pub(super) struct LoadedSearch<P: PersistSession<L>, L>(
    pub(super) <P::Search as SaveSearch<P, L>>::Loaded,
);

impl<P: PersistSession<L>, L> LoadedSearch<P, L> {
    /// Whether it has no state to go back to.
    pub(super) fn is_at_rest(&self) -> bool {
        P::Search::is_at_rest(&self.0)
    }
}

impl<'de, P: PersistSession<L>, L> Deserialize<'de> for LoadedSearch<P, L> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        P::Search::load(deserializer).map(LoadedSearch)
    }
}

impl<P: PersistSession<L>, L> Serialize for LoadedSearch<P, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        P::Search::save_loaded(&self.0, serializer)
    }
}
