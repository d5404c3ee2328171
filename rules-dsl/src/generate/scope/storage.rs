//! The facts that blocks name, stored outside of them.

use std::cell::Cell;
use std::rc::Rc;

use proc_macro2::Ident;
use quote::format_ident;

/// The places of facts that blocks name, outside the blocks: what is borrowed from the facts outlives the blocks.
#[derive(Clone, Default)]
pub(in crate::generate) struct Storage {
    places: Rc<Cell<usize>>,
}

impl Storage {
    /// A place for one more fact.
    pub(in crate::generate) fn push(&self) -> Ident {
        let number = self.places.get();
        self.places.set(number + 1);
        Self::place(number)
    }

    /// All places, to be declared.
    pub(in crate::generate) fn places(&self) -> impl Iterator<Item = Ident> {
        (0..self.places.get()).map(Self::place)
    }

    fn place(number: usize) -> Ident {
        format_ident!("__stored{number}")
    }
}
