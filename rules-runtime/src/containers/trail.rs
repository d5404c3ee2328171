//! The trail: what makes the way back cost as much as what changed.
//!
//! All state that a search goes back over stands in the containers of this module. While a checkpoint or a
//! choice point stands, a write first notes what it overwrites; going back takes the notes back, the last
//! first, which leaves every container as it was to the last number. (The trail of D. H. D. Warren, *An
//! Abstract Prolog Instruction Set*, 1983.) Under a ruleset without `#[backtrack]` the trail of each is a type
//! without a value: they compile to vectors and tables, and nothing else.

mod cells;
mod map;
mod rows;
mod table;

use alloc::vec::Vec;
use core::fmt::Debug;
use core::marker::PhantomData;
use core::slice;

use crate::containers::fields::Fields;

pub(crate) use cells::Cells;
pub(crate) use map::Map;
pub(crate) use rows::Rows;
pub(crate) use table::{Cursor, Table};

/// Whether the sessions of a ruleset can go back. Implemented by [`ForwardOnly`], [`Trailed`] and
/// [`Wide`] alone.
pub trait Mode: Clone + Copy + Debug + Default + 'static {
    /// Whether they can.
    const TRAILS: bool;
    /// The notes of a container.
    type Trail<S>: Trail<S>;
    /// How to copy facts of a type, where that can be needed.
    type Copies<T>: Copies<T>;
    /// The sets of fields.
    type Fields: Fields;
}

/// Sessions only go on.
#[derive(Debug, Clone, Copy, Default)]
pub struct ForwardOnly;

/// Sessions can go back: the ruleset is declared `#[backtrack]`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Trailed;

/// The same as another mode, for rulesets of which a fact type needs sets of so many words.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wide<M, const WORDS: usize>(PhantomData<M>);

impl<M: Mode, const WORDS: usize> Mode for Wide<M, WORDS> {
    const TRAILS: bool = M::TRAILS;
    type Trail<S> = M::Trail<S>;
    type Copies<T> = M::Copies<T>;
    type Fields = [u64; WORDS];
}

impl Mode for ForwardOnly {
    const TRAILS: bool = false;
    type Trail<S> = ();
    type Copies<T> = ();
    type Fields = u64;
}

impl Mode for Trailed {
    const TRAILS: bool = true;
    type Trail<S> = Notes<S>;
    type Copies<T> = fn(&T) -> T;
    type Fields = u64;
}

/// How to copy facts of a type.
pub trait Copies<T>: Copy {
    /// A copy of a fact; `None` where no search asks for it.
    fn copy(self, fact: &T) -> Option<T>;
}

impl<T> Copies<T> for () {
    #[inline]
    fn copy(self, _: &T) -> Option<T> {
        None
    }
}

impl<T> Copies<T> for fn(&T) -> T {
    fn copy(self, fact: &T) -> Option<T> {
        Some(self(fact))
    }
}

/// How to copy facts of a type that is `Clone`.
#[must_use]
pub fn copies<T: Clone>() -> fn(&T) -> T {
    T::clone
}

/// What a container notes while there is a level to go back to.
pub trait Trail<S>: Default {
    /// Whether steps are noted.
    fn is_on(&self) -> bool;
    /// Notes a step.
    fn note(&mut self, step: S);
    /// Notes a step that costs something, made only where it is noted.
    fn note_with(&mut self, step: impl FnOnce() -> S);
    /// Begins to note, if it is not done yet; how many steps are noted.
    fn mark(&mut self) -> u64;
    /// Takes the last step back that was noted after so many.
    fn pop(&mut self, mark: u64) -> Option<S>;
    /// Forgets all steps, and notes no more.
    fn forget(&mut self);
    /// A copy.
    #[must_use]
    fn duplicate(&self) -> Self
    where
        S: Clone;
}

impl<S> Trail<S> for () {
    #[inline]
    fn is_on(&self) -> bool {
        false
    }

    #[inline]
    fn note(&mut self, _: S) {}

    #[inline]
    fn note_with(&mut self, _: impl FnOnce() -> S) {}

    fn mark(&mut self) -> u64 {
        0
    }

    fn pop(&mut self, _: u64) -> Option<S> {
        None
    }

    fn forget(&mut self) {}

    fn duplicate(&self) -> Self
    where
        S: Clone,
    {
    }
}

/// So many steps at the most have room where nothing is noted.
const ROOM: usize = 256;

/// The steps of a container, the last one last.
#[derive(Debug)]
pub struct Notes<S> {
    is_on: bool,
    steps: Vec<S>,
}

impl<S> Default for Notes<S> {
    fn default() -> Self {
        Notes {
            is_on: false,
            steps: Vec::new(),
        }
    }
}

impl<S> Trail<S> for Notes<S> {
    fn is_on(&self) -> bool {
        self.is_on
    }

    #[inline]
    fn note(&mut self, step: S) {
        if self.is_on {
            self.steps.push(step);
        }
    }

    #[inline]
    fn note_with(&mut self, step: impl FnOnce() -> S) {
        if self.is_on {
            self.steps.push(step());
        }
    }

    #[inline]
    fn mark(&mut self) -> u64 {
        self.is_on = true;
        self.steps.len() as u64
    }

    #[inline]
    fn pop(&mut self, mark: u64) -> Option<S> {
        if self.steps.len() as u64 > mark {
            self.steps.pop()
        } else {
            None
        }
    }

    fn forget(&mut self) {
        // What is noted next is often as much again; but room for a long way back is not kept.
        if self.steps.capacity() > ROOM {
            self.steps = Vec::new();
        }
        self.steps.clear();
        self.is_on = false;
    }

    fn duplicate(&self) -> Self
    where
        S: Clone,
    {
        Notes {
            is_on: self.is_on,
            steps: self.steps.clone(),
        }
    }
}

/// A container with a trail.
pub trait Undo {
    /// Begins to note, if it is not done yet; how many steps are noted.
    fn mark(&mut self) -> u64;
    /// Takes back all steps noted after so many.
    fn undo(&mut self, mark: u64);
    /// Forgets all steps, and notes no more.
    fn forget(&mut self);
    /// Gives back the memory that it does not use.
    fn shrink(&mut self);
}

/// A way through all the state of a session, the same each time.
pub trait Pass {
    /// Passes a container.
    fn over(&mut self, container: &mut impl Undo);

    /// Passes a number that changes with the containers.
    fn number(&mut self, number: &mut u64);

    /// Passes a number of 32 bits.
    #[inline]
    fn place(&mut self, place: &mut u32) {
        let mut number = u64::from(*place);
        self.number(&mut number);
        *place = number as u32;
    }

    /// Passes a flag.
    #[inline]
    fn flag(&mut self, flag: &mut bool) {
        let mut number = u64::from(*flag);
        self.number(&mut number);
        *flag = number != 0;
    }
}

/// Marks the state, so that [`Back`] can come to it again: for each container and number in turn, a mark is put
/// behind those that are there.
pub(crate) struct Mark<'a>(pub(crate) &'a mut Vec<u64>);

impl Pass for Mark<'_> {
    #[inline]
    fn over(&mut self, container: &mut impl Undo) {
        self.0.push(container.mark());
    }

    #[inline]
    fn number(&mut self, number: &mut u64) {
        self.0.push(*number);
    }
}

/// Goes back to the state with these marks.
pub(crate) struct Back<'a>(pub(crate) slice::Iter<'a, u64>);

impl Back<'_> {
    #[inline]
    fn mark(&mut self) -> u64 {
        *self.0.next().expect("the way is the same each time")
    }
}

impl Pass for Back<'_> {
    #[inline]
    fn over(&mut self, container: &mut impl Undo) {
        container.undo(self.mark());
    }

    #[inline]
    fn number(&mut self, number: &mut u64) {
        *number = self.mark();
    }
}

/// Forgets the way back.
pub(crate) struct Forget;

impl Pass for Forget {
    fn over(&mut self, container: &mut impl Undo) {
        container.forget();
    }

    fn number(&mut self, _: &mut u64) {}
}

/// Gives back the memory that containers do not use.
pub(crate) struct Shrink;

impl Pass for Shrink {
    fn over(&mut self, container: &mut impl Undo) {
        container.shrink();
    }

    fn number(&mut self, _: &mut u64) {}
}
