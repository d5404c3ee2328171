//! A vector with a trail.

use alloc::vec::Vec;
use core::fmt;
use core::ops::{Deref, Index, IndexMut};

use super::{Mode, Trail, Undo};

/// A vector with a trail.
pub(crate) struct Cells<T, M: Mode> {
    all: Vec<T>,
    trail: M::Trail<Step<T>>,
}

/// What is taken back.
#[derive(Debug, Clone)]
pub(crate) enum Step<T> {
    /// An element had this value.
    Had(u32, T),
    Pushed,
    Popped(T),
}

impl<T: Clone, M: Mode> Cells<T, M> {
    #[inline]
    pub(crate) fn push(&mut self, value: T) {
        self.trail.note(Step::Pushed);
        self.all.push(value);
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<T> {
        let value = self.all.pop()?;
        self.trail.note_with(|| Step::Popped(value.clone()));
        Some(value)
    }

    /// Lengthens it to a length. What is new stays when the way goes back.
    pub(crate) fn grow(&mut self, len: usize, value: T) {
        if self.all.len() < len {
            self.all.resize(len, value);
        }
    }

    /// Moves the elements of a vector to the end.
    pub(crate) fn append(&mut self, other: &mut Vec<T>) {
        if self.trail.is_on() {
            other.drain(..).for_each(|value| self.push(value));
        } else {
            self.all.append(other);
        }
    }

    /// Takes out the element at a place; those behind it move up.
    pub(crate) fn remove(&mut self, place: usize) {
        for next in place + 1..self.all.len() {
            self[next - 1] = self.all[next].clone();
        }
        self.pop();
    }
}

impl<T: Clone, M: Mode> Undo for Cells<T, M> {
    fn mark(&mut self) -> u64 {
        self.trail.mark()
    }

    fn undo(&mut self, mark: u64) {
        while let Some(step) = self.trail.pop(mark) {
            match step {
                Step::Had(place, value) => self.all[place as usize] = value,
                Step::Pushed => {
                    self.all.pop();
                }
                Step::Popped(value) => self.all.push(value),
            }
        }
    }

    fn forget(&mut self) {
        self.trail.forget();
    }

    fn shrink(&mut self) {
        self.all.shrink_to_fit();
    }
}

impl<T, M: Mode> Default for Cells<T, M> {
    fn default() -> Self {
        Cells {
            all: Vec::new(),
            trail: Default::default(),
        }
    }
}

impl<T: Clone, M: Mode> Clone for Cells<T, M> {
    fn clone(&self) -> Self {
        Cells {
            all: self.all.clone(),
            trail: self.trail.duplicate(),
        }
    }
}

impl<T: fmt::Debug, M: Mode> fmt::Debug for Cells<T, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.all.fmt(f)
    }
}

impl<T, M: Mode> Deref for Cells<T, M> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        &self.all
    }
}

impl<T, M: Mode> Index<usize> for Cells<T, M> {
    type Output = T;

    #[inline]
    fn index(&self, place: usize) -> &T {
        &self.all[place]
    }
}

impl<T: Clone, M: Mode> IndexMut<usize> for Cells<T, M> {
    #[inline]
    fn index_mut(&mut self, place: usize) -> &mut T {
        let value = &mut self.all[place];
        self.trail
            .note_with(|| Step::Had(place as u32, value.clone()));
        value
    }
}
