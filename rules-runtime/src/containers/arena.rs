//! An arena that hands out references while it grows, in safe code.
//!
//! Chunks double in size and are kept when the arena is emptied, so an arena in a steady state
//! allocates nothing.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::cell::{Cell, OnceCell};

/// Slots in the first chunk; chunk `k` has `FIRST << k`.
const FIRST: usize = 8;
/// Chunks at the most: more slots than a `u32` counts.
const CHUNKS: usize = 30;

/// An append-only arena.
pub(crate) struct Arena<T> {
    chunks: [OnceCell<Box<[OnceCell<T>]>>; CHUNKS],
    len: Cell<usize>,
}

/// The chunk of a slot, and its place there.
#[inline]
fn place(index: usize) -> (usize, usize) {
    if index < FIRST {
        return (0, index);
    }
    let chunk = (index / FIRST + 1).ilog2() as usize;
    (chunk, index - FIRST * ((1 << chunk) - 1))
}

/// So many slots without values. Plain code, for it is made anew for each type of facts.
fn empty_slots<T>(len: usize) -> Box<[OnceCell<T>]> {
    let mut slots = Vec::with_capacity(len);
    for _ in 0..len {
        slots.push(OnceCell::new());
    }
    slots.into_boxed_slice()
}

impl<T> Arena<T> {
    pub(crate) const fn new() -> Self {
        Arena {
            chunks: [const { OnceCell::new() }; CHUNKS],
            len: Cell::new(0),
        }
    }

    /// Puts a value in. Returns its index, and where it is.
    ///
    /// # Panics
    ///
    /// Panics when there are more than 2³² values.
    pub(crate) fn push(&self, value: T) -> (usize, &T) {
        let index = self.len.get();
        let (chunk, slot) = place(index);
        let slots = self.chunks[chunk].get_or_init(|| empty_slots(FIRST << chunk));
        let is_set = slots[slot].set(value).is_ok();
        self.len.set(index + 1);
        let pushed = slots[slot].get().filter(|_| is_set);
        (index, pushed.expect("a slot past the end is empty"))
    }

    /// The value at an index that `push` returned.
    pub(crate) fn get(&self, index: usize) -> &T {
        let (chunk, slot) = place(index);
        self.chunks[chunk]
            .get()
            .and_then(|slots| slots[slot].get())
            .expect("a value pushed")
    }

    /// Takes the value at an index; it must not be looked at again before `clear`.
    pub(crate) fn take(&mut self, index: usize) -> Option<T> {
        let (chunk, slot) = place(index);
        self.chunks[chunk].get_mut()?[slot].take()
    }

    /// Takes the one value that there is, and is empty then.
    pub(crate) fn take_only(&mut self) -> Option<T> {
        debug_assert_eq!(self.len(), 1, "there is one value");
        self.len.set(0);
        self.chunks[0].get_mut()?[0].take()
    }

    /// Puts a value back that was taken from an index; it may be looked at again.
    ///
    /// # Panics
    ///
    /// Panics where no value was taken.
    pub(crate) fn put_back(&mut self, index: usize, value: T) {
        let (chunk, slot) = place(index);
        let slots = self.chunks[chunk].get_mut();
        let slot = slots.and_then(|slots| slots.get_mut(slot));
        let is_put = slot.is_some_and(|slot| slot.set(value).is_ok());
        assert!(is_put, "a value was taken");
    }

    /// Drops all values and keeps the chunks.
    pub(crate) fn clear(&mut self) {
        for index in 0..self.len.replace(0) {
            self.take(index);
        }
    }

    /// How many values were pushed since the last `clear`.
    pub(crate) fn len(&self) -> usize {
        self.len.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::{String, ToString};

    #[test]
    fn references_stay_good_while_the_arena_grows() {
        let arena = Arena::new();
        let refs: Vec<&String> = (0..1000).map(|i| arena.push(i.to_string()).1).collect();
        assert!(refs.iter().enumerate().all(|(i, s)| **s == i.to_string()));
    }

    #[test]
    fn a_value_that_was_taken_is_put_back() {
        let mut arena = Arena::new();
        let (index, _) = arena.push(7);
        let value = arena.take(index).expect("it was pushed");
        arena.put_back(index, value);
        assert_eq!(*arena.get(index), 7);
    }

    #[test]
    fn the_only_value_is_taken_and_leaves_the_arena_empty() {
        let mut arena = Arena::new();
        arena.push(7);
        assert_eq!((arena.take_only(), arena.len()), (Some(7), 0));
        assert_eq!((arena.push(8), *arena.get(0)), ((0, &8), 8));
    }

    #[test]
    fn a_cleared_arena_is_filled_again_from_the_start() {
        let mut arena = Arena::new();
        (0..20).for_each(|i| {
            arena.push(i);
        });
        arena.clear();
        assert_eq!((arena.len(), arena.push(7), *arena.get(0)), (0, (0, &7), 7));
    }
}
