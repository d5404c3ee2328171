//! Why a snapshot is not restored, in words, for formats whose errors keep none.

use alloc::string::{String, ToString};
use core::cell::RefCell;
use core::fmt::Display;
use core::marker::PhantomData;

use serde::de::{Deserializer, Error};

use super::PersistSession;
use super::globals::UnreadGlobals;
use super::load::Reader;
use super::snapshot::PLACES;

/// Makes errors, and keeps the words of the first.
#[derive(Default)]
pub(super) struct Told {
    first: RefCell<Option<String>>,
}

impl Told {
    /// The error of a deserializer that says this.
    pub(super) fn error<E: Error>(&self, words: impl Display) -> E {
        let words = words.to_string();
        let error = E::custom(&words);
        self.first.borrow_mut().get_or_insert(words);
        error
    }

    /// The error of a deserializer that says in what another one has happened: in the words of that one, where they are known.
    pub(super) fn within<E: Error>(&self, place: impl Display, error: &E) -> E {
        let inner = self.first.take();
        let inner = inner.unwrap_or_else(|| error.to_string());
        self.error(format_args!("{place}: {inner}"))
    }
}

/// Why a snapshot is not restored, as far as that is said before its globals are read; `None` where nothing stands in the
/// way until there.
pub fn refusal<'de, P: PersistSession<L>, L, D: Deserializer<'de>>(
    deserializer: D,
) -> Option<String> {
    let told = Told::default();
    let reader = Reader::<P, L, UnreadGlobals<P>> {
        is_text: deserializer.is_human_readable(),
        told: &told,
        types: PhantomData,
    };
    let read = deserializer.deserialize_tuple(PLACES, reader);
    let words = told.first.into_inner();
    match read {
        Ok(_) => None,
        Err(_) if words.as_deref() == Some(UNREAD) => None,
        Err(error) => Some(words.unwrap_or_else(|| error.to_string())),
    }
}

/// What is said where all is well up to the globals, which are not read.
pub(super) const UNREAD: &str = "the globals are not read";
