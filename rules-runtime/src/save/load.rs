//! A snapshot as serde reads it: the header is checked before the rest is read, the digest before anything
//! is made of the rest.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Deserializer, Error, SeqAccess, Visitor};

use super::digest::digest;
use super::globals::{GivenGlobals, SavedGlobals, TakeGlobals};
use super::header::Header;
use super::refusal::Refusal;
use super::search::{LoadedSearch, SaveSearch};
use super::snapshot::PLACES;
use super::work::{LoadWork, LoadedWork};
use super::{PersistGlobals, PersistSession, next_of};
use crate::inspect::coverage::Follower;
use crate::inspect::listener::Listener;
use crate::session::Session;
use crate::session::watch::Watches;

/// Restores a session with the globals that were saved with it.
///
/// # Errors
///
/// Those of the deserializer, one of which says why a snapshot is refused.
pub fn restore<'de, P: PersistGlobals<L>, L: Listener, D: Deserializer<'de>>(
    listener: L,
    deserializer: D,
) -> Result<Session<P, L>, D::Error> {
    load::<P, L, SavedGlobals<P, L>, D>(deserializer)?.session(listener, |globals| globals)
}

/// Restores a session that was saved without its globals.
///
/// # Errors
///
/// Those of the deserializer, one of which says why a snapshot is refused.
pub fn restore_with<'de, P: PersistSession<L>, L: Listener, D: Deserializer<'de>>(
    listener: L,
    globals: P::Globals,
    deserializer: D,
) -> Result<Session<P, L>, D::Error> {
    load::<P, L, GivenGlobals, D>(deserializer)?.session(listener, |()| globals)
}

/// What a snapshot says, not made sense of yet.
struct Content<P: PersistSession<L>, L, G> {
    search: LoadedSearch<P, L>,
    work: LoadedWork<P>,
    globals: G,
}

impl<P: PersistSession<L>, L: Listener, G> Content<P, L, G> {
    fn session<E: Error>(
        self,
        listener: L,
        globals: impl FnOnce(G) -> P::Globals,
    ) -> Result<Session<P, L>, E> {
        let mut session = Session {
            search: P::Search::rebuild(self.search.0)?,
            work: self.work.rebuild::<L>().map_err(E::custom)?,
            globals: globals(self.globals),
            listener,
            watches: Watches::default(),
            covered: Follower::of::<P>(),
        };
        session.tell_beginning();
        Ok(session)
    }
}

fn load<'de, P: PersistSession<L>, L, G: TakeGlobals<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Content<P, L, G::Found>, D::Error> {
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

impl<'de, P: PersistSession<L>, L, G: TakeGlobals<'de>> Visitor<'de> for Reader<P, L, G> {
    type Value = Content<P, L, G::Found>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a snapshot of ruleset `{}`", P::NAME)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut places: A) -> Result<Self::Value, A::Error> {
        let header = next_of(&mut places, PhantomData::<Header>)?;
        header.check(P::NAME, P::PARTS).map_err(A::Error::custom)?;
        let search = next_of(&mut places, PhantomData::<LoadedSearch<P, L>>)?;
        let work = next_of(&mut places, LoadWork::<P, L>::default())?;
        let globals = G::take(&mut places)?;
        let found = next_of(&mut places, PhantomData::<u64>)?;
        let expected = {
            let content = (&search, &work.saved::<L>(), G::view(&globals));
            digest(&content, self.is_text)
        };
        if found != expected.map_err(A::Error::custom)? {
            return Err(A::Error::custom(Refusal::Altered));
        }
        Ok(Content {
            search,
            work,
            globals,
        })
    }
}
