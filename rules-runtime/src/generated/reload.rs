//! What generated code needs for tables whose rows are reloaded. Without the feature `reload` the types have their names
//! and nothing else: a ruleset with such a table is one error, which names the feature.

#[cfg(feature = "reload")]
pub use rules_tables::outputs;
#[cfg(feature = "reload")]
pub use rules_tables::{Asked, Column, Hit, Kind, Outline, Output, Reload, Reloaded, ReloadedRow};

#[cfg(feature = "reload")]
pub use crate::session::load::{ByReader, ByText};

#[cfg(all(feature = "reload", feature = "std"))]
pub use std::thread_local;

/// Reads the rows that a table begins with, which the compiler has proved.
#[cfg(feature = "reload")]
#[must_use]
pub fn first_rows<T: Reload>(csv: &str) -> Reloaded<T> {
    match Reloaded::from_proved_csv(csv) {
        Ok(rows) => rows,
        Err(error) => unreachable!("the build has read them: {error}"),
    }
}

use alloc::format;
use alloc::string::String;
use core::marker::PhantomData;

use crate::aggregates::accumulator::Accumulator;

/// Marks the type of a table; without the feature there is nothing to say of it.
#[cfg(not(feature = "reload"))]
pub trait Reload: 'static {}

#[cfg(not(feature = "reload"))]
impl<T: 'static> Reload for T {}

/// Stands for the rows of a table.
#[cfg(not(feature = "reload"))]
#[derive(Debug)]
pub struct Reloaded<T>(PhantomData<T>);

/// Stands for a row of a table.
#[cfg(not(feature = "reload"))]
#[derive(Debug)]
pub struct ReloadedRow<T>(PhantomData<T>);

#[cfg(not(feature = "reload"))]
mod without {
    use super::{Reloaded, ReloadedRow};
    use core::hash::{Hash, Hasher};
    use core::marker::PhantomData;

    impl<T> Clone for Reloaded<T> {
        fn clone(&self) -> Self {
            Self(PhantomData)
        }
    }

    impl<T> PartialEq for Reloaded<T> {
        fn eq(&self, _: &Self) -> bool {
            true
        }
    }

    impl<T> Clone for ReloadedRow<T> {
        fn clone(&self) -> Self {
            Self(PhantomData)
        }
    }

    impl<T> PartialEq for ReloadedRow<T> {
        fn eq(&self, _: &Self) -> bool {
            true
        }
    }

    impl<T> Eq for ReloadedRow<T> {}

    impl<T> Hash for ReloadedRow<T> {
        fn hash<H: Hasher>(&self, _: &mut H) {}
    }
}

/// The accumulator of a look-up: over the one fact that holds a table's rows, it keeps the row that was found.
#[derive(Debug)]
pub struct Looked<T>(PhantomData<T>);

#[diagnostic::do_not_recommend]
impl<T: Reload> Accumulator for Looked<T> {
    type Input<'a> = Option<ReloadedRow<T>>;
    type State = Found<T>;
    type Output = Option<ReloadedRow<T>>;

    fn add(state: &mut Found<T>, row: Option<ReloadedRow<T>>) {
        state.0 = row;
    }

    fn output(state: &Found<T>) -> Option<Option<ReloadedRow<T>>> {
        Some(state.0.clone())
    }
}

/// The row that was found, if one was.
#[derive(Debug)]
pub struct Found<T: Reload>(Option<ReloadedRow<T>>);

impl<T: Reload> Default for Found<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: Reload> Clone for Found<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

/// A row as it would stand in the language.
#[must_use]
pub fn row_text(row: &str) -> String {
    format!("| {row} |")
}
