//! A clock in a snapshot: its instant, the counts of late events, and which events wait. When these enter, and when all
//! others expire, is found again in the events.

use alloc::vec::Vec;

use hashbrown::HashMap;
use serde::de::SeqAccess;
use serde::ser::SerializeTuple;

use super::calls::Clocked;
use super::clock::{Clock, Happening, Waiting};
use crate::containers::hash::BuildHasher;
use crate::containers::trail::Mode;
use crate::ids::{KindId, Slot};
use crate::memory::handle::FactId;
use crate::memory::store::FactChange;
use crate::network::conditions::{Holds, Visitor};
use crate::save::{Loaded, SaveFor, Saved, next_of, next_value};
use crate::session::events::Schedule;
use crate::session::program::Program;

/// Adds a clock to what is saved.
///
/// # Errors
///
/// Those of the serializer.
pub fn save_clock<P: Clocked<Time: SaveFor<L>>, L, S: SerializeTuple>(
    memory: &P::Memory,
    parts: &mut S,
) -> Result<(), S::Error> {
    let clock = P::clock(memory);
    parts.serialize_element(&Saved::<P::Time, L>::new(&clock.now()))?;
    parts.serialize_element(clock.all_late())?;
    parts.serialize_element(&clock.waiting())
}

/// Reads a clock. What it says of events is kept until they stand in their slots.
///
/// # Errors
///
/// Those of the deserializer.
pub fn load_clock<'de, P: Clocked<Time: SaveFor<L>>, L, A: SeqAccess<'de>>(
    memory: &mut P::Memory,
    parts: &mut A,
) -> Result<(), A::Error> {
    let now = next_value::<P::Time, L, A>(parts)?;
    let late = next_of(parts, core::marker::PhantomData::<Vec<u64>>)?;
    let waiting = next_of(parts, core::marker::PhantomData::<Vec<Waiting>>)?;
    *P::clock_mut(memory) = Clock::loaded_from(now, late, waiting);
    Ok(())
}

/// Brings what has been read into the numbers that fact types have now.
pub fn carry_clock<P: Clocked>(memory: &mut P::Memory, kinds: &[Option<KindId>]) {
    P::clock_mut(memory).carry(kinds);
}

/// Reads over an instant for which a rule has waited that is gone.
///
/// # Errors
///
/// Those of the deserializer.
pub fn skip_instant<'de, P: Clocked<Time: SaveFor<L>>, L, A: SeqAccess<'de>>(
    instants: &mut A,
) -> Result<(), A::Error> {
    type Instant<T, L> = ((Option<Loaded<T, L>>,), ());
    next_of(instants, core::marker::PhantomData::<Instant<P::Time, L>>)?;
    Ok(())
}

/// Lets those of the events wait that did when the session was saved, and makes the calendar of all. The facts have been
/// put into their slots, and are staged as inserted.
///
/// # Errors
///
/// Fails where events are said to wait that are not there.
pub fn arrange_clock<P: Clocked>(memory: &mut P::Memory) -> Result<(), &'static str> {
    let clock = P::clock_mut(memory);
    let waiting = clock.take_loaded();
    let late = clock.all_late().to_vec();
    let mut wait = Wait::<P> {
        memory,
        dates: HashMap::default(),
        waiting: &waiting,
    };
    P::visit(&mut wait);
    let dates = wait.dates;
    if dates.len() != waiting.len() || late.len() > P::PLAN.kinds.len() {
        return Err("an event waits that is not there");
    }
    P::visit(&mut Schedule::<P> { memory, date: 0 });
    let date = |event: FactId| dates.get(&(event.kind, event.slot)).copied();
    P::clock_mut(memory).restore(late, date);
    Ok(())
}

/// The dates of the events that wait, by type and slot.
type Dates = HashMap<(KindId, Slot), u64, BuildHasher>;

struct Wait<'a, P: Program> {
    memory: &'a mut P::Memory,
    dates: Dates,
    waiting: &'a [Waiting],
}

impl<P: Program> Visitor<P> for Wait<'_, P> {
    fn visit<F: 'static>(&mut self)
    where
        P: Holds<F>,
    {
        if const { !P::EVENT } {
            return;
        }
        let slab = P::slab_mut(self.memory);
        let of_type = self.waiting.iter().filter(|(kind, ..)| *kind == P::KIND);
        let slots: HashMap<Slot, u64, BuildHasher> =
            of_type.map(|&(_, slot, date)| (slot, date)).collect();
        let staged = slab.touched().iter();
        let staged = staged.filter(|touched| matches!(touched.what, FactChange::Inserted));
        let found: Vec<(Slot, u64)> = staged
            .filter_map(|touched| Some((touched.slot, *slots.get(&touched.slot)?)))
            .collect();
        for (slot, date) in found {
            slab.defer(slot);
            self.dates.insert((P::KIND, slot), date);
        }
    }
}

impl<T: super::Time, M: Mode> Clock<T, M> {
    /// The events that wait, in the order in which they enter; of a clock that has just been read, as they were written.
    fn waiting(&self) -> Vec<Waiting> {
        if !self.loaded().is_empty() {
            return self.loaded().to_vec();
        }
        let entering = self.calendar();
        let entering = entering.filter(|((_, what, _), _)| *what == Happening::Enters);
        let mut entering: Vec<_> = entering.collect();
        entering.sort_unstable_by_key(|(entry, _)| *entry);
        let entering = entering.into_iter();
        entering
            .map(|((.., event), date)| (event.kind, event.slot, date))
            .collect()
    }
}
