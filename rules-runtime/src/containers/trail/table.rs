//! Hash tables of numbers, with one trail.

use alloc::vec::Vec;
use core::fmt;
use core::iter;

use super::{Mode, Trail, Undo};
use crate::containers::index::NIL;

/// Hash tables of numbers with a value each, themselves numbered, with one trail. The numbers come from one stock: each is
/// in one table at the most, and small, for what is known of it stands in a vector.
///
/// The numbers of a table stand in chains, at least as many as there are numbers, so that a look-up is a read or two.
pub(crate) struct Table<V, M: Mode> {
    tables: Vec<Chains>,
    /// What is known of each number.
    entries: Vec<Entry<V>>,
    trail: M::Trail<Step<V>>,
}

/// The chains of a table: as many as a power of two, or none.
#[derive(Debug, Clone, Default)]
struct Chains {
    firsts: Vec<u32>,
    /// How many numbers there are.
    len: usize,
}

/// A number in a table.
#[derive(Debug, Clone, Copy, Default)]
struct Entry<V> {
    hash: u64,
    /// The next in its chain.
    next: u32,
    value: V,
}

/// What is taken back, of a table.
#[derive(Debug, Clone)]
pub(crate) enum Step<V> {
    Inserted(u32, u32),
    Removed(u32, u64, u32, V),
    /// A number had this value.
    Had(u32, V),
}

/// A place on the way through a table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cursor {
    /// The next number of the chain.
    number: u32,
    /// The next chain.
    chain: u32,
}

impl Cursor {
    /// Before all numbers.
    pub(crate) const START: Self = Cursor {
        number: NIL,
        chain: 0,
    };
    /// Behind all.
    pub(crate) const END: Self = Cursor {
        number: NIL,
        chain: u32::MAX,
    };

    /// Whether nothing comes any more.
    #[inline]
    pub(crate) fn is_end(self) -> bool {
        self.chain == u32::MAX
    }
}

/// The least number of chains.
const FEW: usize = 4;

impl Chains {
    /// The chain of a hash.
    #[inline]
    fn chain(&self, hash: u64) -> usize {
        hash as usize & self.firsts.len().wrapping_sub(1)
    }

    fn insert<V: Copy + Default>(
        &mut self,
        entries: &mut Vec<Entry<V>>,
        (hash, number, value): (u64, u32, V),
    ) {
        if self.len == self.firsts.len() {
            self.stand_in((2 * self.len).max(FEW), entries);
        }
        self.len += 1;
        let next = self.link(hash, number);
        let entry = Entry { hash, next, value };
        if let Some(place) = entries.get_mut(number as usize) {
            *place = entry;
        } else {
            // As a rule they come in order.
            if entries.len() < number as usize {
                entries.resize(number as usize, Entry::default());
            }
            entries.push(entry);
        }
    }

    /// Puts a number before the others of its chain; the first of those.
    #[inline]
    fn link(&mut self, hash: u64, number: u32) -> u32 {
        let chain = self.chain(hash);
        core::mem::replace(&mut self.firsts[chain], number)
    }

    /// Lets the numbers stand in so many chains.
    #[cold]
    fn stand_in<V>(&mut self, chains: usize, entries: &mut [Entry<V>]) {
        let before = core::mem::replace(&mut self.firsts, alloc::vec![NIL; chains]);
        for mut number in before {
            while number != NIL {
                let entry = &mut entries[number as usize];
                let next = self.link(entry.hash, number);
                number = core::mem::replace(&mut entry.next, next);
            }
        }
    }

    /// Takes a number out; whether it was in.
    fn remove<V>(&mut self, entries: &mut [Entry<V>], hash: u64, number: u32) -> bool {
        let chain = self.chain(hash);
        let Some(&first) = self.firsts.get(chain) else {
            return false;
        };
        let (mut before, mut at) = (NIL, first);
        while at != number {
            if at == NIL {
                return false;
            }
            (before, at) = (at, entries[at as usize].next);
        }
        let next = entries[number as usize].next;
        if before == NIL {
            self.firsts[chain] = next;
        } else {
            entries[before as usize].next = next;
        }
        self.len -= 1;
        true
    }
}

impl<V: Copy + Default, M: Mode> Table<V, M> {
    /// So many empty tables.
    pub(crate) fn new(tables: usize) -> Self {
        Table {
            tables: alloc::vec![Chains::default(); tables],
            entries: Vec::new(),
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
    ) -> Option<(u32, V)> {
        let chains = &self.tables[table as usize];
        let mut at = *chains.firsts.get(chains.chain(hash))?;
        while at != NIL {
            let entry = &self.entries[at as usize];
            if entry.hash == hash && is(at) {
                return Some((at, entry.value));
            }
            at = entry.next;
        }
        None
    }

    /// How many numbers a table has.
    #[inline]
    pub(crate) fn len(&self, table: u32) -> usize {
        self.tables[table as usize].len
    }

    /// Whether a table has no numbers.
    #[inline]
    pub(crate) fn is_empty(&self, table: u32) -> bool {
        self.len(table) == 0
    }

    /// Makes room for so many numbers in a table.
    pub(crate) fn make_room(&mut self, table: u32, numbers: usize) {
        let chains = &mut self.tables[table as usize];
        let needed = numbers.next_power_of_two();
        if needed > chains.firsts.len() {
            chains.stand_in(needed, &mut self.entries);
            self.entries.reserve(numbers - chains.len);
        }
    }

    /// The hash of a number that is in a table.
    #[inline]
    pub(crate) fn hash_of(&self, number: u32) -> u64 {
        self.entries[number as usize].hash
    }

    /// The value of a number that is in a table.
    #[inline]
    pub(crate) fn value(&self, number: u32) -> V {
        self.entries[number as usize].value
    }

    /// The same, to be changed.
    #[inline]
    pub(crate) fn value_mut(&mut self, number: u32) -> &mut V {
        let value = &mut self.entries[number as usize].value;
        self.trail.note_with(|| Step::Had(number, *value));
        value
    }

    /// Puts a number in, with a value. It must not be in.
    pub(crate) fn insert(&mut self, table: u32, hash: u64, number: u32, value: V) {
        self.trail.note(Step::Inserted(table, number));
        self.tables[table as usize].insert(&mut self.entries, (hash, number, value));
    }

    /// Takes a number out; whether it was in.
    pub(crate) fn remove(&mut self, table: u32, hash: u64, number: u32) -> bool {
        let was_in = self.tables[table as usize].remove(&mut self.entries, hash, number);
        if was_in {
            let value = self.value(number);
            self.trail.note(Step::Removed(table, hash, number, value));
        }
        was_in
    }

    /// The numbers of a table, in unspecified order.
    pub(crate) fn iter(&self, table: u32) -> impl Iterator<Item = u32> + '_ {
        let mut cursor = Cursor::START;
        iter::from_fn(move || self.next(table, &mut cursor))
    }

    /// The next number of a table.
    pub(crate) fn next(&self, table: u32, cursor: &mut Cursor) -> Option<u32> {
        let chains = &self.tables[table as usize].firsts;
        while cursor.number == NIL {
            cursor.number = *chains.get(cursor.chain as usize)?;
            cursor.chain += 1;
        }
        let number = cursor.number;
        cursor.number = self.entries[number as usize].next;
        Some(number)
    }
}

impl<V: Copy + Default, M: Mode> Undo for Table<V, M> {
    fn mark(&mut self) -> u64 {
        self.trail.mark()
    }

    fn undo(&mut self, mark: u64) {
        while let Some(step) = self.trail.pop(mark) {
            match step {
                Step::Inserted(table, number) => {
                    let hash = self.hash_of(number);
                    self.tables[table as usize].remove(&mut self.entries, hash, number);
                }
                Step::Removed(table, hash, number, value) => {
                    self.tables[table as usize].insert(&mut self.entries, (hash, number, value));
                }
                Step::Had(number, value) => self.entries[number as usize].value = value,
            }
        }
    }

    fn forget(&mut self) {
        self.trail.forget();
    }

    fn shrink(&mut self) {
        self.entries.shrink_to_fit();
        for chains in &mut self.tables {
            let needed = chains.len.next_power_of_two().max(FEW);
            if needed < chains.firsts.len() {
                chains.stand_in(needed, &mut self.entries);
            }
        }
    }
}

impl<V: Copy + Default, M: Mode> Default for Table<V, M> {
    fn default() -> Self {
        Table::new(0)
    }
}

impl<V: Copy, M: Mode> Clone for Table<V, M> {
    fn clone(&self) -> Self {
        Table {
            tables: self.tables.clone(),
            entries: self.entries.clone(),
            trail: self.trail.duplicate(),
        }
    }
}

impl<V: Copy + Default, M: Mode> fmt::Debug for Table<V, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(
                (0..self.tables.len()).map(|table| self.iter(table as u32).collect::<Vec<_>>()),
            )
            .finish()
    }
}
