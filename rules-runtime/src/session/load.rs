//! Loads rows of a table with `#[reload]`: they are read and proved, and then stand in the place of the others as one change.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use rules_tables::{Mistake, Reload, Reloaded, TableError, TableReport};

use super::Session;
use crate::ids::Slot;
use crate::inspect::listener::Listener;
use crate::memory::handle::POISONED;
use crate::network::conditions::Holds;
use crate::session::firing_mode::FiringMode as _;
use crate::session::program::Program;
use crate::session::transaction::Transaction;

/// Where rows of a table come from: a text, or with the feature `std` anything that implements `std::io::Read`; without
/// it bytes. `By` is found by the compiler.
#[diagnostic::on_unimplemented(
    message = "rows of a table cannot be read from `{Self}`",
    label = "neither a text nor a reader",
    note = "rows are read from a `&str`, a `String`, or with the feature `std` from anything that implements `std::io::Read`"
)]
pub trait TableSource<By> {
    /// The text.
    ///
    /// # Errors
    ///
    /// Why it cannot be read.
    fn read_rows(self) -> Result<String, String>;
}

/// A text is read as it is.
#[derive(Debug)]
pub struct ByText;

/// Bytes are read, and are UTF-8.
#[derive(Debug)]
pub struct ByReader;

impl TableSource<ByText> for &str {
    fn read_rows(self) -> Result<String, String> {
        Ok(self.to_owned())
    }
}

impl TableSource<ByText> for String {
    fn read_rows(self) -> Result<String, String> {
        Ok(self)
    }
}

impl TableSource<ByText> for &String {
    fn read_rows(self) -> Result<String, String> {
        Ok(self.clone())
    }
}

#[cfg(feature = "std")]
impl<R: std::io::Read> TableSource<ByReader> for R {
    fn read_rows(mut self) -> Result<String, String> {
        let mut bytes = Vec::new();
        match self.read_to_end(&mut bytes) {
            Ok(_) => utf8(bytes),
            Err(error) => Err(alloc::format!("the rows cannot be read: {error}")),
        }
    }
}

#[cfg(not(feature = "std"))]
impl TableSource<ByReader> for &[u8] {
    fn read_rows(self) -> Result<String, String> {
        utf8(Vec::from(self))
    }
}

fn utf8(bytes: Vec<u8>) -> Result<String, String> {
    String::from_utf8(bytes).map_err(|_| "the rows are not text in UTF-8".to_owned())
}

impl<P: Program, L: Listener> Session<P, L> {
    /// The rows of a table.
    #[doc(hidden)]
    pub fn __table<T: Reload>(&self) -> &Reloaded<T>
    where
        P: Holds<Reloaded<T>>,
    {
        self.work.check();
        P::slab(&self.work.memory).value(self.rows_slot::<T>())
    }

    /// The slot of the one fact that is a table's rows.
    fn rows_slot<T: Reload>(&self) -> Slot
    where
        P: Holds<Reloaded<T>>,
    {
        let slot = P::slab(&self.work.memory).slots().next();
        slot.expect("a session is made with the rows of its tables")
    }

    /// Puts rows in the place of a table's.
    #[doc(hidden)]
    pub fn __load<T: Reload, By>(
        &mut self,
        rows: impl TableSource<By>,
    ) -> Result<TableReport, TableError>
    where
        P: Holds<Reloaded<T>>,
    {
        let csv = rows.read_rows().map_err(refused::<T>)?;
        if self.work.poisoned {
            return Err(refused::<T>(POISONED.to_owned()));
        }
        let (rows, report) = self.__table::<T>().reloaded(&csv)?;
        if rows != *self.__table::<T>() {
            let slot = self.rows_slot::<T>();
            P::Search::change(self, false, |session| session.give(slot, rows, false));
        }
        Ok(report)
    }
}

fn refused<T: Reload>(message: String) -> TableError {
    TableError {
        table: T::NAME.into(),
        mistakes: vec![Mistake {
            line: None,
            column: None,
            header: None,
            message,
        }],
    }
}

impl<P: Program> Transaction<'_, P> {
    /// Inserts the first rows of a table.
    #[doc(hidden)]
    pub fn __begin_table<T: Reload>(&mut self, rows: Reloaded<T>)
    where
        P: Holds<Reloaded<T>>,
    {
        self.work.stage_insert(rows);
    }

    /// The fact types of which something has been inserted.
    #[doc(hidden)]
    #[must_use]
    pub fn __staged(&self) -> u64 {
        self.work.staged()
    }
}
