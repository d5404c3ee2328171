//! Slots in the order of insertion.

use crate::ids::Slot;
use crate::memory::store::Store;

/// The slots of the facts of a type, in the order of insertion.
pub struct Slots<'s, F> {
    pub(crate) store: &'s Store<F>,
    next: Slot,
}

impl<'s, F> Slots<'s, F> {
    pub(crate) fn new(store: &'s Store<F>) -> Self {
        Slots {
            store,
            next: store.first(),
        }
    }

    /// The next fact, and its slot. One that the current change has retracted is passed over, and so is
    /// an event that waits.
    pub(crate) fn next_fact(&mut self) -> Option<(Slot, &'s F)> {
        while self.next != Slot::NONE {
            let slot = self.next;
            self.next = self.store.after(slot);
            if let Some(fact) = self.store.view(slot)
                && !self.store.is_waiting(slot)
            {
                return Some((slot, fact));
            }
        }
        None
    }
}

impl<F> Clone for Slots<'_, F> {
    fn clone(&self) -> Self {
        Slots { ..*self }
    }
}

impl<F> Iterator for Slots<'_, F> {
    type Item = Slot;

    fn next(&mut self) -> Option<Slot> {
        self.next_fact().map(|(slot, _)| slot)
    }
}
