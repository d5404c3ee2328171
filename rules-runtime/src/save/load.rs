//! A snapshot as serde reads it: the header is checked before the rest is read, the digest before anything
//! is made of the rest.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{Deserializer, Error, SeqAccess, Visitor};

use super::fields::FieldNames;
use super::globals::{GivenGlobals, SavedGlobals, TakeGlobals};
use super::header::Header;
use super::migration::Migration;
use super::refusal::Refusal;
use super::search::{LoadedSearch, SaveSearch};
use super::snapshot::{Digests, PLACES};
use super::told::Told;
use super::work::{LoadWork, LoadedWork};
use super::{PersistGlobals, PersistSession, next_of};
use crate::ids::KindId;
use crate::inspect::listener::Listener;
use crate::session::Session;
use crate::session::follower::Follower;
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
pub(super) struct Content<P: PersistSession<L>, L, G> {
    search: LoadedSearch<P, L>,
    work: LoadedWork<P>,
    globals: G,
    migration: Option<Migration>,
}

impl<P: PersistSession<L>, L: Listener, G> Content<P, L, G> {
    fn session<E: Error>(
        self,
        listener: L,
        globals: impl FnOnce(G) -> P::Globals,
    ) -> Result<Session<P, L>, E> {
        let mut session = Session {
            search: P::Search::rebuild(self.search.0)?,
            work: self
                .work
                .rebuild::<L>(self.migration.as_ref())
                .map_err(E::custom)?,
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
    let told = Told::default();
    let reader = Reader::<P, L, G> {
        is_text: deserializer.is_human_readable(),
        told: &told,
        types: PhantomData,
    };
    deserializer.deserialize_tuple(PLACES, reader)
}

/// Reads a snapshot.
pub(super) struct Reader<'a, P, L, G> {
    pub(super) is_text: bool,
    pub(super) told: &'a Told,
    pub(super) types: PhantomData<(P, L, G)>,
}

impl<'de, P: PersistSession<L>, L, G: TakeGlobals<'de>> Visitor<'de> for Reader<'_, P, L, G> {
    type Value = Content<P, L, G::Found>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a snapshot of ruleset `{}`", P::NAME)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut places: A) -> Result<Self::Value, A::Error> {
        let told = self.told;
        let header = next_of(&mut places, PhantomData::<Header>)?;
        let migration = header.check::<P, L>().map_err(|why| told.error(why))?;
        let search = next_of(&mut places, PhantomData::<LoadedSearch<P, L>>);
        let search = match &migration {
            // Of levels that stand open the numbers are another version's.
            Some(_) => search
                .ok()
                .filter(LoadedSearch::is_at_rest)
                .ok_or_else(|| told.error(Refusal::Search))?,
            None => search?,
        };
        let load = LoadWork::<P, L> {
            fields: &header.fields,
            migration: migration.as_ref(),
            told: Some(told),
            types: PhantomData,
        };
        let work = next_of(&mut places, load)?;
        let globals = G::take(&mut places, migration.as_ref(), told)?;
        let found = next_of(&mut places, PhantomData::<Digests>)?;
        let expected = {
            let (saved, globals) = (work.saved::<L>(), G::view(&globals));
            Digests::of(&header, &search, &saved, globals, self.is_text)
        };
        let expected = expected.map_err(A::Error::custom)?;
        let compared = Compared {
            found: &found,
            expected: &expected,
            fields: [&header.fields, &work.field_names::<L>()],
        };
        let compared = compared.check::<P, L>(migration.as_ref());
        compared.map_err(|why| told.error(why))?;
        Ok(Content {
            search,
            work,
            globals,
            migration,
        })
    }
}

/// The digests in a snapshot, and those of what has been read.
struct Compared<'a> {
    found: &'a Digests,
    expected: &'a Digests,
    /// The fields that facts of each type had, and those that they have.
    fields: [&'a [Option<FieldNames>]; 2],
}

impl Compared<'_> {
    /// Fails where they differ. Of a type whose fields have changed there is no digest to compare.
    fn check<P: PersistSession<L>, L>(&self, migration: Option<&Migration>) -> Result<(), Refusal> {
        let Compared {
            found,
            expected,
            fields: [before, now],
        } = self;
        let same = KindId::each(expected.values.len()).map(Some);
        let kinds: Vec<Option<KindId>> =
            migration.map_or_else(|| same.collect(), |migration| migration.kinds.clone());
        if found.rest != expected.rest || found.values.len() != kinds.len() {
            return Err(Refusal::Altered);
        }
        for (saved, kind) in kinds.into_iter().enumerate() {
            let Some(kind) = kind else {
                continue;
            };
            let place = kind.index();
            let has_changed = before[saved] != now[place];
            if !has_changed && found.values[saved] != expected.values[place] {
                return Err(Refusal::Facts(P::PLAN.kinds[place].name));
            }
        }
        Ok(())
    }
}
