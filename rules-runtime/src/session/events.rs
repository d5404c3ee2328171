//! What a change tells the clock of events, whose type knows when each is.

use alloc::vec::Vec;

use crate::ids::Slot;
use crate::memory::store::FactChange;
use crate::network::conditions::{Conditions, Holds, Visitor};

/// Takes what a change has done with events to the calendar.
pub(crate) struct Schedule<'a, P: Conditions> {
    pub(crate) memory: &'a mut P::Memory,
    /// Of the change before.
    pub(crate) date: u64,
}

impl<P: Conditions> Visitor<P> for Schedule<'_, P> {
    #[inline]
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        if P::EVENT {
            P::schedule(self.memory, self.date);
        }
    }
}

/// Lets those of the events wait that the change under way has staged and whose time lies ahead.
pub(crate) fn wait<P: Holds<F>, F: 'static>(memory: &mut P::Memory) {
    if const { !P::EVENT } {
        return;
    }
    let slab = P::slab(memory);
    let staged = slab.touched().iter();
    let ahead = staged.filter(|touched| {
        matches!(touched.what, FactChange::Inserted)
            && !slab.is_waiting(touched.slot)
            && P::lies_ahead(memory, slab.value(touched.slot))
    });
    let ahead: Vec<Slot> = ahead.map(|touched| touched.slot).collect();
    for slot in ahead {
        P::slab_mut(memory).defer(slot);
    }
}
