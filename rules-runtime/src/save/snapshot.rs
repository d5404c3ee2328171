//! A snapshot as serde writes it.

use alloc::vec::Vec;
use core::fmt;

use serde::ser::{Error, SerializeTuple, Serializer};
use serde::{Deserialize, Serialize};

use super::digest::{Failure, digest};
use super::globals::Globals;
use super::header::Header;
use super::search::SavedSearch;
use super::state::State;
use super::work::SavedWork;
use super::{Persist, PersistGlobals, PersistSession};
use crate::memory::handle::POISONED;
use crate::session::Session;
use crate::session::program::Program;

/// A session without its globals, to be saved.
pub struct Snapshot<'a, P: Program, L> {
    session: &'a Session<P, L>,
}

impl<'a, P: PersistSession<L>, L> Snapshot<'a, P, L> {
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

impl<P: PersistSession<L>, L> Serialize for Snapshot<'_, P, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        save(self.session, None::<&()>, serializer)
    }
}

impl<P: Program, L> fmt::Debug for Snapshot<'_, P, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.session.fmt(f)
    }
}

/// The digests of what a snapshot says.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Digests {
    /// Of all but the facts' values.
    pub(super) rest: u64,
    /// Of the values of each fact type.
    pub(super) values: Vec<u32>,
}

impl Digests {
    pub(super) fn of<P: Persist<L>, L>(
        header: &Header,
        search: &impl Serialize,
        work: &SavedWork<'_, P, L>,
        globals: impl Serialize,
        is_text: bool,
    ) -> Result<Self, Failure> {
        let (apart, values) = work.apart(is_text)?;
        let rest = digest(&(header, search, &apart, globals), is_text)?;
        Ok(Digests { rest, values })
    }
}

/// The places of a snapshot: header, search, work, globals, digests.
pub(super) const PLACES: usize = 5;

fn save<P: PersistSession<L>, L, G: Serialize, S: Serializer>(
    session: &Session<P, L>,
    globals: Option<&G>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if session.work.poisoned {
        return Err(Error::custom(POISONED));
    }
    let state = State::of::<P, L>(&session.work);
    let work = SavedWork::<P, L>::new(&session.work, &state);
    let search = SavedSearch::<P, L>::new(session);
    let header = Header::new::<P, L>(&session.work.memory, &state);
    let digests = Digests::of(
        &header,
        &search,
        &work,
        globals,
        serializer.is_human_readable(),
    );
    let digests = digests.map_err(Error::custom)?;
    let mut places = serializer.serialize_tuple(PLACES)?;
    places.serialize_element(&header)?;
    places.serialize_element(&search)?;
    places.serialize_element(&work)?;
    places.serialize_element(&globals)?;
    places.serialize_element(&digests)?;
    places.end()
}
