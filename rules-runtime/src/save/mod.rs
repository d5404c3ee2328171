//! Saving a session with serde, and restoring it.
//!
//! A snapshot is a tuple: a header that says of which ruleset it is, the engine's own numbers, the facts by
//! type, the globals if they are saved, and digests. What the network can find
//! again is not saved: restoring takes the facts through the network as one change, and then finds among
//! the matches those that were pending and those that had fired. So a snapshot is checked twice, by
//! its digests and against what its facts mean.
//!
//! Numbers stand for types, rules and nodes. The header says which: a later version of the ruleset finds its own by the
//! names (`migration`), and carries over what goes by them (`carry`).

mod carry;
mod digest;
mod fields;
mod globals;
mod handles;
mod header;
mod layout;
mod load;
mod matches;
mod migration;
mod past;
mod paths;
mod rebuild;
mod records;
mod refusal;
mod search;
mod snapshot;
mod state;
mod told;
mod values;
mod work;

use core::marker::PhantomData;

use serde::de::{Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, Error, SeqAccess};
use serde::ser::{Serialize, SerializeTuple, Serializer};

use crate::ids::KindId;
use crate::network::conditions::Holds;
use crate::session::program::Program;

pub use header::RulesetPart;
pub use load::{restore, restore_with};
pub use past::{PastField, PastVisitor, PastVisitorMut};
pub(crate) use refusal::Refusal;
pub use search::SaveSearch;
pub use snapshot::Snapshot;
pub(crate) use state::State;
pub use told::refusal;
pub(crate) use work::{LoadWork, LoadedWork, SavedWork};

/// Says that a fact or a global can be saved with a session whose listener is an `L`.
#[diagnostic::on_unimplemented(
    message = "sessions of this ruleset cannot be saved, because `{Self}` cannot",
    label = "`{Self}` is not both `serde::Serialize` and `serde::Deserialize`",
    note = "a session can be saved when its fact types, its globals and the type of its clock can; with `without_globals` and `restore_with`, when its fact types can"
)]
pub trait SaveFor<L>: Sized {
    /// Serializes a value.
    ///
    /// # Errors
    ///
    /// Those of the serializer.
    fn save<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;
    /// Deserializes a value.
    ///
    /// # Errors
    ///
    /// Those of the deserializer.
    fn load<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize + DeserializeOwned, L> SaveFor<L> for T {
    fn save<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialize(serializer)
    }

    fn load<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::deserialize(deserializer)
    }
}

/// A ruleset whose facts can be saved. Implemented by generated code alone.
pub trait Persist<L>: Program {
    /// What the ruleset is made of.
    const PARTS: &'static [RulesetPart];
    /// For each fact type the place of its part.
    const KINDS: &'static [u32];

    /// Shows each fact type to a visitor, in the order of their numbers.
    ///
    /// # Errors
    ///
    /// Those of the visitor.
    fn facts<V: FactVisitor<Self, L>>(visitor: &mut V) -> Result<(), V::Error>;
    /// Shows a visitor each field of working memory of which records of firings copy something.
    ///
    /// # Errors
    ///
    /// Those of the visitor.
    fn past<V: PastVisitor<L>>(memory: &Self::Memory, visitor: &mut V) -> Result<(), V::Error>;
    /// The same, to be written to.
    ///
    /// # Errors
    ///
    /// Those of the visitor.
    fn past_mut<V: PastVisitorMut<L>>(
        memory: &mut Self::Memory,
        visitor: &mut V,
    ) -> Result<(), V::Error>;

    /// How many parts a snapshot has for the clock.
    const CLOCK: usize = 0;

    /// Adds the clock to what is saved.
    ///
    /// # Errors
    ///
    /// Those of the serializer.
    fn save_clock<S: SerializeTuple>(memory: &Self::Memory, parts: &mut S) -> Result<(), S::Error> {
        _ = (memory, parts);
        Ok(())
    }
    /// Reads the clock.
    ///
    /// # Errors
    ///
    /// Those of the deserializer.
    fn load_clock<'de, A: SeqAccess<'de>>(
        memory: &mut Self::Memory,
        parts: &mut A,
    ) -> Result<(), A::Error> {
        _ = (memory, parts);
        Ok(())
    }
    /// Brings what has been read of it into the numbers that fact types have now.
    fn carry_clock(memory: &mut Self::Memory, kinds: &[Option<KindId>]) {
        _ = (memory, kinds);
    }
    /// Reads over an instant for which a rule has waited that is gone.
    ///
    /// # Errors
    ///
    /// Those of the deserializer.
    fn skip_instant<'de, A: SeqAccess<'de>>(instants: &mut A) -> Result<(), A::Error> {
        next_of(instants, PhantomData::<serde::de::IgnoredAny>)?;
        Ok(())
    }
    /// Makes the calendar of what has been read, of events that stand in their slots.
    ///
    /// # Errors
    ///
    /// Fails where that does not fit together.
    fn arrange_clock(memory: &mut Self::Memory) -> Result<(), &'static str> {
        _ = memory;
        Ok(())
    }
}

/// A ruleset whose sessions can be saved, without their globals.
pub trait PersistSession<L>: Persist<L> + Program<Search: SaveSearch<Self, L>> {}

impl<P: Persist<L, Search: SaveSearch<P, L>>, L> PersistSession<L> for P {}

/// A ruleset whose globals can be saved too. Implemented by generated code alone.
pub trait PersistGlobals<L>: PersistSession<L> {
    /// How many globals there are.
    const COUNT: usize;

    /// Serializes the globals.
    ///
    /// # Errors
    ///
    /// Those of the serializer.
    fn save_globals<S: SerializeTuple>(
        globals: &Self::Globals,
        tuple: &mut S,
    ) -> Result<(), S::Error>;
    /// Deserializes them.
    ///
    /// # Errors
    ///
    /// Those of the deserializer.
    fn load_globals<'de, A: SeqAccess<'de>>(tuple: &mut A) -> Result<Self::Globals, A::Error>;
}

/// Something to be done for each fact type that may fail.
pub trait FactVisitor<P: Program, L> {
    /// How it fails.
    type Error;

    /// Does it for the type `F`.
    ///
    /// # Errors
    ///
    /// Fails as it does.
    fn visit<F: SaveFor<L> + 'static>(&mut self) -> Result<(), Self::Error>
    where
        P: Holds<F>;
}

/// A value to be serialized.
pub struct Saved<'a, T, L>(&'a T, PhantomData<L>);

impl<'a, T, L> Saved<'a, T, L> {
    /// Of this value.
    pub fn new(value: &'a T) -> Self {
        Saved(value, PhantomData)
    }
}

impl<T: SaveFor<L>, L> Serialize for Saved<'_, T, L> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.save(serializer)
    }
}

/// A value that has been deserialized.
pub(crate) struct Loaded<T, L>(T, PhantomData<L>);

impl<'de, T: SaveFor<L>, L> Deserialize<'de> for Loaded<T, L> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::load(deserializer).map(|value| Loaded(value, PhantomData))
    }
}

/// The next value of a tuple, which must be there.
///
/// # Errors
///
/// Fails if it is not, and as the deserializer does.
pub fn next_value<'de, T: SaveFor<L>, L, A: SeqAccess<'de>>(tuple: &mut A) -> Result<T, A::Error> {
    next_of(tuple, PhantomData::<Loaded<T, L>>).map(|loaded| loaded.0)
}

/// The same, as a seed reads it.
pub(crate) fn next_of<'de, A: SeqAccess<'de>, S: DeserializeSeed<'de>>(
    tuple: &mut A,
    seed: S,
) -> Result<S::Value, A::Error> {
    let place = tuple.next_element_seed(seed)?;
    place.ok_or_else(|| A::Error::custom(Refusal::Short))
}
