//! Vectors with one trail.

use alloc::vec::Vec;
use core::fmt;
use core::ops::{Index, IndexMut};

use super::{Mode, Trail, Undo};

/// By how many elements a row is lengthened at least.
const STEP: usize = 16;

/// Lengthens a row to a length at least. Apart, so that the look whether there is room costs no more than that.
#[cold]
fn lengthen<T: Clone>(row: &mut Vec<T>, len: usize, value: T) {
    row.resize(len.next_multiple_of(STEP), value);
}

/// Vectors of one kind, by number, with one trail.
pub(crate) struct Rows<T, M: Mode> {
    rows: Vec<Vec<T>>,
    trail: M::Trail<Step<T>>,
}

/// What is taken back, of a row.
#[derive(Debug, Clone)]
pub(crate) enum Step<T> {
    /// An element had this value.
    Had(u32, u32, T),
    Pushed(u32),
    Popped(u32, T),
}

impl<T: Clone, M: Mode> Rows<T, M> {
    /// So many empty rows.
    pub(crate) fn new(rows: usize) -> Self {
        Rows {
            rows: (0..rows).map(|_| Vec::new()).collect(),
            trail: Default::default(),
        }
    }

    /// Makes room for so many rows. They stay when the way goes back.
    pub(crate) fn grow(&mut self, rows: usize) {
        if self.rows.len() < rows {
            self.rows.resize_with(rows, Vec::new);
        }
    }

    /// Lengthens a row to a length at least. What is new stays when the way goes back.
    #[inline]
    pub(crate) fn grow_row(&mut self, row: u32, len: usize, value: T) {
        let row = &mut self.rows[row as usize];
        if row.len() < len {
            lengthen(row, len, value);
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, row: u32, value: T) {
        self.trail.note(Step::Pushed(row));
        self.rows[row as usize].push(value);
    }

    #[inline]
    pub(crate) fn pop(&mut self, row: u32) -> Option<T> {
        let value = self.rows[row as usize].pop()?;
        self.trail.note_with(|| Step::Popped(row, value.clone()));
        Some(value)
    }

    pub(crate) fn clear(&mut self, row: u32) {
        if self.trail.is_on() {
            while self.pop(row).is_some() {}
        } else {
            self.rows[row as usize].clear();
        }
    }

    #[inline]
    pub(crate) fn row(&self, row: u32) -> &[T] {
        &self.rows[row as usize]
    }

    /// An element of a row, to be written.
    #[inline]
    pub(crate) fn get_mut(&mut self, row: u32, place: usize) -> &mut T {
        let value = &mut self.rows[row as usize][place];
        self.trail
            .note_with(|| Step::Had(row, place as u32, value.clone()));
        value
    }

    /// A row, to be written.
    #[inline]
    pub(crate) fn row_mut(&mut self, row: u32) -> Row<'_, T, M> {
        Row { rows: self, row }
    }
}

impl<T: Clone, M: Mode> Undo for Rows<T, M> {
    fn mark(&mut self) -> u64 {
        self.trail.mark()
    }

    fn undo(&mut self, mark: u64) {
        while let Some(step) = self.trail.pop(mark) {
            match step {
                Step::Had(row, place, value) => self.rows[row as usize][place as usize] = value,
                Step::Pushed(row) => {
                    self.rows[row as usize].pop();
                }
                Step::Popped(row, value) => self.rows[row as usize].push(value),
            }
        }
    }

    fn forget(&mut self) {
        self.trail.forget();
    }

    fn shrink(&mut self) {
        self.rows.iter_mut().for_each(Vec::shrink_to_fit);
    }
}

impl<T, M: Mode> Default for Rows<T, M> {
    fn default() -> Self {
        Rows {
            rows: Vec::new(),
            trail: Default::default(),
        }
    }
}

impl<T: Clone, M: Mode> Clone for Rows<T, M> {
    fn clone(&self) -> Self {
        Rows {
            rows: self.rows.clone(),
            trail: self.trail.duplicate(),
        }
    }
}

impl<T: fmt::Debug, M: Mode> fmt::Debug for Rows<T, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rows.fmt(f)
    }
}

/// A row, to be written.
pub(crate) struct Row<'a, T, M: Mode> {
    rows: &'a mut Rows<T, M>,
    row: u32,
}

impl<T: Clone, M: Mode> Index<usize> for Row<'_, T, M> {
    type Output = T;

    #[inline]
    fn index(&self, place: usize) -> &T {
        &self.rows.row(self.row)[place]
    }
}

impl<T: Clone, M: Mode> IndexMut<usize> for Row<'_, T, M> {
    #[inline]
    fn index_mut(&mut self, place: usize) -> &mut T {
        self.rows.get_mut(self.row, place)
    }
}
