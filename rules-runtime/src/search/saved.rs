//! A search as a snapshot has it: its levels with the session as it was at each, and where it stands.

use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{Error, SeqAccess, Visitor};
use serde::ser::{SerializeSeq, SerializeTuple};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::ahead::Ahead;
use super::levels::{Level, Levels};
use super::{Backtrack, Choice, Kind, Search, SearchProgress};
use crate::save::{
    LoadWork, LoadedWork, Persist, Refusal, SaveFor, SaveSearch, Saved, SavedWork, State, next_of,
    next_value,
};
use crate::session::Session;
use crate::session::work::Work;

/// What a level is.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
enum SavedKind {
    Checkpoint(u64),
    Choice(Choice),
}

/// What is read of a search.
pub struct LoadedSearch<P: Backtrack> {
    progress: SearchProgress,
    levels: Vec<LoadedLevel<P>>,
}

struct LoadedLevel<P: Backtrack> {
    kind: SavedKind,
    work: LoadedWork<P>,
    progress: SearchProgress,
    trailed: P::Trailed,
}

/// A search: where it stands, and its levels.
fn write<S: Serializer>(
    progress: SearchProgress,
    levels: impl Iterator<Item = impl Serialize> + Clone,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut parts = serializer.serialize_tuple(2)?;
    parts.serialize_element(&progress)?;
    parts.serialize_element(&List(levels))?;
    parts.end()
}

struct List<I>(I);

impl<I: Iterator<Item: Serialize> + Clone> Serialize for List<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let count = self.0.clone().count();
        let mut list = serializer.serialize_seq(Some(count))?;
        for item in self.0.clone() {
            list.serialize_element(&item)?;
        }
        list.end()
    }
}

/// A level: its place, what it is, the session as it was, where the search stood, the trailed globals.
const LEVEL: usize = 5;

impl<P: Backtrack<Trailed: SaveFor<L>> + Persist<L>, L> SaveSearch<P, L> for Search<P> {
    type Loaded = LoadedSearch<P>;

    fn save<S: Serializer>(
        &self,
        session: &Session<P, L>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let states = self.levels.states(&session.work);
        let levels = self.levels.iter().zip(&states).enumerate();
        let levels = levels.map(|(place, (level, work))| LiveLevel::<P, L> {
            place,
            level,
            work,
            listener: PhantomData,
        });
        let levels: Vec<_> = levels.collect();
        write(self.progress, levels.iter(), serializer)
    }

    fn load<'de, D: Deserializer<'de>>(deserializer: D) -> Result<LoadedSearch<P>, D::Error> {
        deserializer.deserialize_tuple(2, Reader::<P, L>(PhantomData))
    }

    fn save_loaded<S: Serializer>(
        loaded: &LoadedSearch<P>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let levels = loaded.levels.iter().enumerate();
        let levels = levels.map(|(place, level)| ReadLevel::<P, L> {
            place,
            level,
            listener: PhantomData,
        });
        write(loaded.progress, levels, serializer)
    }

    fn is_at_rest(loaded: &LoadedSearch<P>) -> bool {
        loaded.levels.is_empty()
    }

    fn rebuild<E: Error>(loaded: LoadedSearch<P>) -> Result<Self, E> {
        let mut levels = Levels::default();
        for level in loaded.levels {
            let kind = match level.kind {
                SavedKind::Checkpoint(number) => Kind::Checkpoint(number),
                SavedKind::Choice(choice) => Kind::Choice(choice),
            };
            let work = level.work.rebuild::<L>(None).map_err(E::custom)?;
            if matches!(kind, Kind::Choice(_)) && !work.network.agenda.has_next() {
                let nothing = "a choice point has nothing to choose";
                return Err(E::custom(Refusal::Contradiction(nothing)));
            }
            levels.push_copied(kind, work, level.progress, level.trailed);
        }
        Ok(Search {
            levels,
            progress: loaded.progress,
            waits: true,
            resumed: false,
            ahead: Ahead::default(),
        })
    }
}

/// A level of a search.
struct LiveLevel<'a, P: Backtrack, L> {
    place: usize,
    level: &'a Level<P>,
    work: &'a Work<P>,
    listener: PhantomData<L>,
}

impl<P: Backtrack<Trailed: SaveFor<L>> + Persist<L>, L> Serialize for LiveLevel<'_, P, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Level {
            kind,
            progress,
            trailed,
            ..
        } = self.level;
        let work = self.work;
        let kind = match *kind {
            Kind::Checkpoint(number) => SavedKind::Checkpoint(number),
            Kind::Choice(choice) => SavedKind::Choice(choice),
        };
        let state = State::of::<P, L>(work);
        let mut parts = serializer.serialize_tuple(LEVEL)?;
        parts.serialize_element(&self.place)?;
        parts.serialize_element(&kind)?;
        parts.serialize_element(&SavedWork::<P, L>::new(work, &state))?;
        parts.serialize_element(progress)?;
        parts.serialize_element(&Saved::<P::Trailed, L>::new(trailed))?;
        parts.end()
    }
}

/// A level that was read.
struct ReadLevel<'a, P: Backtrack, L> {
    place: usize,
    level: &'a LoadedLevel<P>,
    listener: PhantomData<L>,
}

impl<P: Backtrack<Trailed: SaveFor<L>> + Persist<L>, L> Serialize for ReadLevel<'_, P, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let LoadedLevel {
            kind,
            work,
            progress,
            trailed,
        } = self.level;
        let mut parts = serializer.serialize_tuple(LEVEL)?;
        parts.serialize_element(&self.place)?;
        parts.serialize_element(kind)?;
        parts.serialize_element(&work.saved::<L>())?;
        parts.serialize_element(progress)?;
        parts.serialize_element(&Saved::<P::Trailed, L>::new(trailed))?;
        parts.end()
    }
}

/// Reads a search.
struct Reader<P, L>(PhantomData<(P, L)>);

impl<'de, P: Backtrack<Trailed: SaveFor<L>> + Persist<L>, L> Visitor<'de> for Reader<P, L> {
    type Value = LoadedSearch<P>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a search")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<LoadedSearch<P>, A::Error> {
        let progress = next_of(&mut parts, PhantomData::<SearchProgress>)?;
        let levels = next_of(&mut parts, PhantomData::<Vec<OneLevel<P, L>>>)?;
        Ok(LoadedSearch {
            progress,
            levels: levels.into_iter().map(|level| level.0).collect(),
        })
    }
}

/// One level, to be read.
struct OneLevel<P: Backtrack, L>(LoadedLevel<P>, PhantomData<L>);

impl<'de, P: Backtrack<Trailed: SaveFor<L>> + Persist<L>, L> Deserialize<'de> for OneLevel<P, L> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_tuple(LEVEL, LevelReader::<P, L>(PhantomData))
    }
}

struct LevelReader<P, L>(PhantomData<(P, L)>);

impl<'de, P: Backtrack<Trailed: SaveFor<L>> + Persist<L>, L> Visitor<'de> for LevelReader<P, L> {
    type Value = OneLevel<P, L>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a level of a search")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<OneLevel<P, L>, A::Error> {
        // The place is for the digest: it says in which order levels stand.
        next_of(&mut parts, PhantomData::<u64>)?;
        let kind = next_of(&mut parts, PhantomData::<SavedKind>)?;
        let work = next_of(&mut parts, LoadWork::<P, L>::default())?;
        let progress = next_of(&mut parts, PhantomData::<SearchProgress>)?;
        let trailed = next_value::<P::Trailed, L, A>(&mut parts)?;
        let level = LoadedLevel {
            kind,
            work,
            progress,
            trailed,
        };
        Ok(OneLevel(level, PhantomData))
    }
}
