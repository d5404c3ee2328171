//! The archive of a fact type: values that facts had and that something still asks for.
//!
//! What a firing leaves behind (its `undo`, the values that `#[on_change]` compares with) reads facts as they
//! were then. It *pins* them: from then on a value that is overwritten is kept if a pin asks for it. A
//! pin is the date of a change, and asks for the value that stood before that change.

#[cfg(feature = "serde")]
mod saved;

use alloc::vec::Vec;
use core::mem;

use hashbrown::HashMap;

use crate::containers::hash::{BuildHasher, HASHER};
use crate::ids::Slot;

#[cfg(feature = "serde")]
pub(crate) use saved::SavedArchive;

/// The state in which facts are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// As the network sees them.
    Now,
    /// As they were before the change that is under way.
    Before,
    /// As they were before the change of this date; the facts must be pinned.
    At(u64),
    /// Likewise, but for what stands for a fact as such, which reads as it is now, or as it was when it went.
    Since(u64),
}

impl Moment {
    /// The same moment for all that is read.
    #[must_use]
    pub fn then(self) -> Self {
        match self {
            Moment::Since(date) => Moment::At(date),
            moment => moment,
        }
    }
}

/// The values of facts of one type that have been overwritten and are asked for. Which these are is known by their
/// places alone, without the type.
#[derive(Debug, Clone)]
pub(crate) struct Archive<T> {
    histories: Histories,
    values: Vec<Option<T>>,
}

/// What is kept of a fact type's slots.
#[derive(Debug, Clone)]
struct Histories {
    of: HashMap<Slot, History, BuildHasher>,
    places: Places,
}

/// The places of [`Archive::values`].
#[derive(Debug, Clone)]
struct Places {
    /// The tag of the fact whose value stands there.
    tags: Vec<u64>,
    free: Vec<u32>,
}

impl Places {
    const fn new() -> Self {
        Places {
            tags: Vec::new(),
            free: Vec::new(),
        }
    }

    /// A free place, for a value of a fact.
    fn occupy(&mut self, tag: u64) -> u32 {
        if let Some(place) = self.free.pop() {
            self.tags[place as usize] = tag;
            return place;
        }
        self.tags.push(tag);
        (self.tags.len() - 1) as u32
    }
}

/// What is kept of one slot.
#[derive(Debug, Clone, Default)]
struct History {
    pins: Vec<u64>,
    /// The change that last overwrote the slot, of those since the first pin.
    overwritten: u64,
    /// In the order of their dates.
    kept: Vec<Kept>,
}

/// A value that stood until a change.
#[derive(Debug, Clone, Copy)]
struct Kept {
    until: u64,
    /// Its place in [`Archive::values`].
    place: u32,
    /// Whether it was the fact's last; else another one followed it.
    is_final: bool,
}

/// What was kept of a slot.
#[derive(Clone)]
pub(crate) struct Past<T> {
    history: History,
    /// For each value that is kept its fact's tag and a copy.
    values: Vec<(u64, T)>,
}

/// Where a fact that was pinned stands now.
pub(crate) enum Whereabouts {
    /// In its slot.
    Here,
    /// It is gone: the place of its last value.
    Gone(u32),
}

impl History {
    fn unpin(&mut self, date: u64) {
        if let Some(place) = self.pins.iter().position(|&pin| pin == date) {
            self.pins.swap_remove(place);
        }
    }

    /// Forgets the values for which no pin asks, and adds their places to `forgotten`.
    fn forget_unasked(&mut self, forgotten: &mut Vec<u32>) {
        let mut since = 0;
        let History { pins, kept, .. } = self;
        kept.retain(|kept| {
            let from = mem::replace(&mut since, kept.until);
            let asks = |&pin: &u64| (kept.is_final || from < pin) && pin <= kept.until;
            let is_asked = pins.iter().any(asks);
            if !is_asked {
                forgotten.push(kept.place);
            }
            is_asked
        });
    }
}

impl Histories {
    const fn new() -> Self {
        Histories {
            of: HashMap::with_hasher(HASHER),
            places: Places::new(),
        }
    }

    /// Takes a pin back. Returns the places of the values that no other asks for, which are free then.
    fn unpin(&mut self, slot: Slot, date: u64) -> Vec<u32> {
        let mut forgotten = Vec::new();
        if let Some(history) = self.of.get_mut(&slot) {
            history.unpin(date);
            history.forget_unasked(&mut forgotten);
            if history.pins.is_empty() {
                self.of.remove(&slot);
            }
        }
        self.places.free.extend(&forgotten);
        forgotten
    }

    /// Notes that the change of a date has overwritten a slot, or taken its fact out. The place for what stood there, if
    /// that is asked for.
    fn keep(&mut self, slot: Slot, until: u64, tag: u64, is_final: bool) -> Option<u32> {
        let history = self.of.get_mut(&slot)?;
        let is_asked = is_final || history.pins.iter().any(|&pin| pin > history.overwritten);
        history.overwritten = until;
        if !is_asked {
            return None;
        }
        let place = self.places.occupy(tag);
        history.kept.push(Kept {
            until,
            place,
            is_final,
        });
        Some(place)
    }

    /// Forgets a slot. Returns the places of its values, which are free then.
    fn forget(&mut self, slot: Slot) -> Vec<u32> {
        let history = self.of.remove(&slot).unwrap_or_default();
        let places: Vec<u32> = history.kept.iter().map(|kept| kept.place).collect();
        self.places.free.extend(&places);
        places
    }

    /// What is kept of a slot that stood before the change of a date; nothing where that stands still.
    fn kept_at(&self, slot: Slot, date: u64) -> Option<Kept> {
        let kept = &self.of.get(&slot)?.kept;
        let first = kept.partition_point(|kept| kept.until < date);
        kept.get(first).copied()
    }

    fn whereabouts(&self, slot: Slot, date: u64, current: u64) -> Whereabouts {
        let Some(kept) = self.kept_at(slot, date) else {
            return Whereabouts::Here;
        };
        let tag = self.tag_of(kept.place);
        if kept.is_final {
            return Whereabouts::Gone(kept.place);
        }
        if tag == current {
            return Whereabouts::Here;
        }
        let mut kept = self.of[&slot].kept.iter().rev();
        let last = kept.find(|kept| kept.is_final && self.tag_of(kept.place) == tag);
        Whereabouts::Gone(last.expect("a pinned fact that goes is kept").place)
    }

    fn tag_of(&self, place: u32) -> u64 {
        self.places.tags[place as usize]
    }
}

impl<T> Archive<T> {
    pub(crate) const fn new() -> Self {
        Archive {
            histories: Histories::new(),
            values: Vec::new(),
        }
    }

    /// Whether nothing is pinned.
    pub(crate) fn is_empty(&self) -> bool {
        self.histories.of.is_empty()
    }

    /// Asks for the value of a slot before the change of a date that is to come.
    pub(crate) fn pin(&mut self, slot: Slot, date: u64) {
        self.histories.of.entry(slot).or_default().pins.push(date);
    }

    /// Takes a pin back, and forgets what no other asks for.
    pub(crate) fn unpin(&mut self, slot: Slot, date: u64) {
        let forgotten = self.histories.unpin(slot, date);
        self.forget(&forgotten);
    }

    /// Notes that the change of a date has overwritten a slot.
    pub(crate) fn overwrite(&mut self, slot: Slot, date: u64, tag: u64, value: Option<T>) {
        self.keep(slot, date, tag, value, false);
    }

    /// Notes that the change of a date has taken the fact out of a slot.
    pub(crate) fn retract(&mut self, slot: Slot, date: u64, tag: u64, value: Option<T>) {
        self.keep(slot, date, tag, value, true);
    }

    fn keep(&mut self, slot: Slot, date: u64, tag: u64, value: Option<T>, is_final: bool) {
        if let Some(value) = value
            && !self.is_empty()
            && let Some(place) = self.histories.keep(slot, date, tag, is_final)
        {
            self.put(place, value);
        }
    }

    fn put(&mut self, place: u32, value: T) {
        if place as usize == self.values.len() {
            self.values.push(Some(value));
        } else {
            self.values[place as usize] = Some(value);
        }
    }

    fn forget(&mut self, places: &[u32]) {
        for &place in places {
            self.values[place as usize] = None;
        }
    }

    /// What is kept of a slot, copied.
    pub(crate) fn past(
        &self,
        slot: Slot,
        mut copy: impl FnMut(&T) -> Option<T>,
    ) -> Option<Past<T>> {
        let history = self.histories.of.get(&slot)?.clone();
        let mut values = Vec::new();
        for &Kept { place, .. } in &history.kept {
            let value = self.values[place as usize].as_ref();
            values.push((self.tag_of(place), copy(value?)?));
        }
        Some(Past { history, values })
    }

    /// Goes back to what was kept of a slot. Values may have other places.
    pub(crate) fn put_back(&mut self, slot: Slot, past: Option<Past<T>>) {
        let places = self.histories.forget(slot);
        self.forget(&places);
        let Some(Past {
            mut history,
            values,
        }) = past
        else {
            return;
        };
        for (kept, (tag, value)) in history.kept.iter_mut().zip(values) {
            kept.place = self.histories.places.occupy(tag);
            self.put(kept.place, value);
        }
        self.histories.of.insert(slot, history);
    }

    /// The value that a slot had before the change of a date; `None` where it has it still.
    pub(crate) fn at(&self, slot: Slot, date: u64) -> Option<&T> {
        let kept = self.histories.kept_at(slot, date)?;
        self.gone(kept.place)
    }

    /// Where the fact is that stood in a slot before the change of a date; `current` is the tag that
    /// stands there now.
    pub(crate) fn whereabouts(&self, slot: Slot, date: u64, current: u64) -> Whereabouts {
        self.histories.whereabouts(slot, date, current)
    }

    /// The last value of a fact that is gone.
    pub(crate) fn gone(&self, place: u32) -> Option<&T> {
        self.values[place as usize].as_ref()
    }

    /// The tag of a fact that is gone.
    pub(crate) fn tag_of(&self, place: u32) -> u64 {
        self.histories.tag_of(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SLOT: Slot = Slot(7);

    fn gone(archive: &Archive<char>, slot: Slot, date: u64, current: u64) -> Option<char> {
        match archive.whereabouts(slot, date, current) {
            Whereabouts::Here => None,
            Whereabouts::Gone(number) => archive.gone(number).copied(),
        }
    }

    #[test]
    fn a_value_is_kept_where_a_pin_asks_for_it() {
        let mut archive = Archive::new();
        archive.overwrite(SLOT, 1, 50, Some('a'));
        assert!(archive.is_empty());
        archive.pin(SLOT, 3);
        assert_eq!(archive.at(SLOT, 3), None);
        archive.overwrite(SLOT, 3, 50, Some('b'));
        archive.overwrite(SLOT, 4, 50, Some('c'));
        assert_eq!(archive.at(SLOT, 3), Some(&'b'));
        archive.pin(SLOT, 6);
        assert_eq!(archive.at(SLOT, 6), None);
        archive.overwrite(SLOT, 8, 50, Some('d'));
        assert_eq!(
            (archive.at(SLOT, 3), archive.at(SLOT, 6)),
            (Some(&'b'), Some(&'d'))
        );
        archive.unpin(SLOT, 3);
        assert_eq!(archive.at(SLOT, 6), Some(&'d'));
        archive.unpin(SLOT, 6);
        assert!(archive.is_empty());
    }

    #[test]
    fn the_last_value_of_a_pinned_fact_is_kept_when_its_slot_is_used_again() {
        let mut archive = Archive::new();
        archive.pin(SLOT, 1);
        archive.overwrite(SLOT, 1, 50, Some('a'));
        archive.overwrite(SLOT, 2, 50, Some('b'));
        archive.retract(SLOT, 3, 50, Some('c'));
        archive.pin(SLOT, 5);
        archive.retract(SLOT, 6, 60, Some('x'));
        assert_eq!(
            (archive.at(SLOT, 1), archive.at(SLOT, 5)),
            (Some(&'a'), Some(&'x'))
        );
        assert_eq!(gone(&archive, SLOT, 1, 70), Some('c'));
        assert_eq!(gone(&archive, SLOT, 5, 70), Some('x'));
        archive.unpin(SLOT, 1);
        assert_eq!(gone(&archive, SLOT, 5, 70), Some('x'));
        archive.unpin(SLOT, 5);
        assert!(archive.is_empty());
        assert_eq!(archive.histories.places.free.len(), 3);
    }

    #[test]
    fn a_fact_that_is_still_there_is_found_in_its_slot() {
        let mut archive = Archive::new();
        archive.pin(SLOT, 1);
        assert_eq!(gone(&archive, SLOT, 1, 50), None);
        archive.overwrite(SLOT, 4, 50, Some('a'));
        assert_eq!(gone(&archive, SLOT, 1, 50), None);
    }
}
