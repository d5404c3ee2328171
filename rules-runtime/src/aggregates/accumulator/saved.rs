//! What records of firings have copied of states, as a snapshot has it.

use alloc::vec::Vec;

use super::{Accumulator, Group, Kept, States};
use crate::containers::trail::Mode;
use crate::ids::TokenId;

impl<A: Accumulator, M: Mode> States<A, M> {
    /// What a group came to, if there is one.
    pub(crate) fn known(&self, group: u32) -> Option<&A::Output> {
        self.groups.get(group)?.output.as_ref()
    }

    /// Puts in the copy of a group, of which nothing but its output is asked.
    pub(crate) fn restore(&mut self, group: u32, output: A::Output) {
        let output = Some(output);
        let copy = Group {
            output,
            ..Group::default()
        };
        self.groups.insert(group, copy);
    }

    /// Gives the groups that were put in as 0, 1 and so on these numbers.
    pub(crate) fn renumber(&mut self, numbers: &[u32]) {
        self.groups.renumber(numbers, |number| number);
    }
}

impl<T, M: Mode> Kept<T, M> {
    /// The elements kept for a token, if there are.
    pub(crate) fn known(&self, token: TokenId) -> Option<&[T]> {
        self.lists.get(token).map(Vec::as_slice)
    }

    /// Gives the tokens that elements were kept for as 0, 1 and so on these numbers.
    pub(crate) fn renumber(&mut self, numbers: &[u32]) {
        self.lists.renumber(numbers, TokenId);
    }
}
