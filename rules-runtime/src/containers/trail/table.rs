//! Hash tables of numbers, with one trail.

use alloc::vec::Vec;
use core::fmt;

use hashbrown::HashTable;
use hashbrown::hash_table::OccupiedEntry;

use super::{Mode, Trail, Undo};

/// Hash tables of numbers, themselves numbered, with one trail. A table keeps the hash of each number: to
/// grow, it asks no one.
pub(crate) struct Table<M: Mode> {
    tables: Vec<HashTable<Entry>>,
    trail: M::Trail<Step>,
}

/// A number and its hash.
#[derive(Debug, Clone, Copy)]
struct Entry {
    hash: u64,
    number: u32,
}

/// What is taken back, of a table.
#[derive(Debug, Clone)]
pub(crate) enum Step {
    Inserted(u32, u64, u32),
    Removed(u32, u64, u32),
}

impl<M: Mode> Table<M> {
    /// So many empty tables.
    pub(crate) fn new(tables: usize) -> Self {
        Table {
            tables: (0..tables).map(|_| HashTable::new()).collect(),
            trail: Default::default(),
        }
    }

    /// A number of this hash for which `is` holds.
    #[inline]
    pub(crate) fn find(
        &self,
        table: u32,
        hash: u64,
        mut is: impl FnMut(u32) -> bool,
    ) -> Option<u32> {
        let table = &self.tables[table as usize];
        if table.is_empty() {
            return None;
        }
        let entry = table.find(hash, |entry| entry.hash == hash && is(entry.number))?;
        Some(entry.number)
    }

    /// Puts a number in. It must not be in.
    pub(crate) fn insert(&mut self, table: u32, hash: u64, number: u32) {
        self.trail.note(|| Step::Inserted(table, hash, number));
        insert(&mut self.tables[table as usize], hash, number);
    }

    /// Takes a number out; whether it was in.
    pub(crate) fn remove(&mut self, table: u32, hash: u64, number: u32) -> bool {
        let was_in = remove(&mut self.tables[table as usize], hash, number);
        if was_in {
            self.trail.note(|| Step::Removed(table, hash, number));
        }
        was_in
    }

    /// The numbers of a table, in unspecified order.
    pub(crate) fn iter(&self, table: u32) -> impl Iterator<Item = u32> + '_ {
        self.tables[table as usize].iter().map(|entry| entry.number)
    }
}

fn insert(table: &mut HashTable<Entry>, hash: u64, number: u32) {
    table.insert_unique(hash, Entry { hash, number }, |entry| entry.hash);
}

fn remove(table: &mut HashTable<Entry>, hash: u64, number: u32) -> bool {
    let entry = table.find_entry(hash, |entry| entry.number == number);
    entry.map(OccupiedEntry::remove).is_ok()
}

impl<M: Mode> Undo for Table<M> {
    fn mark(&mut self) -> u64 {
        self.trail.mark()
    }

    fn undo(&mut self, mark: u64) {
        while let Some(step) = self.trail.pop(mark) {
            match step {
                Step::Inserted(table, hash, number) => {
                    remove(&mut self.tables[table as usize], hash, number);
                }
                Step::Removed(table, hash, number) => {
                    insert(&mut self.tables[table as usize], hash, number);
                }
            }
        }
    }

    fn forget(&mut self) {
        self.trail.forget();
    }

    fn shrink(&mut self) {
        let tables = self.tables.iter_mut();
        tables.for_each(|table| table.shrink_to_fit(|entry| entry.hash));
    }
}

impl<M: Mode> Default for Table<M> {
    fn default() -> Self {
        Table::new(0)
    }
}

impl<M: Mode> Clone for Table<M> {
    fn clone(&self) -> Self {
        Table {
            tables: self.tables.clone(),
            trail: self.trail.duplicate(),
        }
    }
}

impl<M: Mode> fmt::Debug for Table<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tables.fmt(f)
    }
}
