//! The clock of a session: its instant, and what is to happen at which instant to come.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::fmt;

use super::Time;
use super::calendar::Calendar;
use super::events::Told;
use super::needs::{Going, over};
use crate::containers::trail::{Mode, Trail, Undo};
use crate::ids::KindId;
use crate::memory::handle::FactId;

/// What happens to an event at an instant. What leaves working memory goes before what enters it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Happening {
    /// It expires.
    Expires,
    /// It enters working memory.
    Enters,
}

/// An entry of the calendar: entries are ordered by instant, then by what happens, then by the insertion of the events.
pub(super) type Entry<T> = (T, Happening, FactId);

/// The clock of a session.
pub struct Clock<T, M: Mode> {
    now: T,
    /// Where conditions see it.
    seen: T,
    /// The date of the last change before that which put the entry in: equal for those that one change has inserted.
    calendar: Calendar<T>,
    /// For each fact type, how many of its events came after their time.
    late: Vec<u64>,
    /// Until when events are needed, where that is not for ever.
    pub(super) needed: Calendar<T>,
    /// Those that something else holds though no condition needs them.
    pub(super) held: BTreeSet<FactId>,
    /// Of these the one that has been asked last whether something does.
    pub(super) asked: Option<FactId>,
    /// What a snapshot says of the events that wait, until they stand in their slots.
    #[cfg(feature = "serde")]
    loaded: Vec<Waiting>,
    pub(super) trail: M::Trail<Step<T>>,
    pub(super) lists: Lists<T>,
}

/// Lists that are empty between the changes, and keep their memory.
#[derive(Debug)]
pub(super) struct Lists<T> {
    pub(super) told: Vec<Told<T>>,
    pub(super) next: Vec<(Happening, FactId)>,
    pub(super) going: Going<T>,
}

/// An event that waits, in a snapshot: its type, its slot, and the date that it has in the calendar.
#[cfg(feature = "serde")]
pub(super) type Waiting = (KindId, crate::ids::Slot, u64);

/// What is taken back.
#[derive(Debug, Clone)]
pub(super) enum Step<T> {
    Was(T),
    Added(Entry<T>),
    Removed(Entry<T>, u64),
    Late(KindId),
    Needed((T, FactId), bool),
    Held(FactId, bool),
    Asked(Option<FactId>),
}

impl<T: Time, M: Mode> Clock<T, M> {
    /// Where it is.
    pub(crate) fn now(&self) -> T {
        self.now
    }

    /// How many events of a type came after their time.
    pub(super) fn late(&self, kind: KindId) -> u64 {
        self.late.get(kind.index()).copied().unwrap_or_default()
    }

    /// Counts an event that came after its time.
    pub(super) fn count_late(&mut self, kind: KindId) {
        let place = kind.index();
        if self.late.len() <= place {
            self.late.resize(place + 1, 0);
        }
        self.late[place] += 1;
        self.trail.note(Step::Late(kind));
    }

    /// Where conditions see it.
    #[inline]
    pub(super) fn seen(&self) -> T {
        self.seen
    }

    /// Puts it to an instant.
    pub(crate) fn set(&mut self, now: T) {
        self.move_to(now);
        self.turn();
    }

    /// The same for a change that is to come: conditions see it there from [`Clock::turn`] on.
    pub(super) fn move_to(&mut self, now: T) {
        let before = core::mem::replace(&mut self.now, now);
        self.trail.note(Step::Was(before));
    }

    /// Lets conditions see it where it is.
    #[inline]
    pub(super) fn turn(&mut self) {
        self.seen = self.now;
    }

    /// Notes what is to happen, by a change of a date.
    pub(super) fn add(&mut self, entry: Entry<T>, date: u64) {
        self.calendar.insert(entry, date);
        self.trail.note(Step::Added(entry));
    }

    /// What is noted is not to happen.
    pub(super) fn remove(&mut self, entry: Entry<T>) {
        if let Some(date) = self.calendar.remove(&entry) {
            self.trail.note(Step::Removed(entry, date));
        }
    }

    /// The next instant at which something happens.
    pub(super) fn next_instant(&self) -> Option<T> {
        self.calendar.first_instant()
    }

    /// Takes out what happens next, as one change: all that leaves at an instant, else what one change has inserted.
    pub(super) fn take_next(&mut self, taken: &mut Vec<(Happening, FactId)>) {
        let Some((first, date)) = self.calendar.take_first(|_, _| true) else {
            return;
        };
        let (at, what, event) = first;
        self.trail.note(Step::Removed(first, date));
        taken.push((what, event));
        while let Some((entry, date)) = self.calendar.take_first(|entry, of| {
            (entry.0, entry.1) == (at, what) && (what != Happening::Enters || of == date)
        }) {
            self.trail.note(Step::Removed(entry, date));
            taken.push((what, entry.2));
        }
    }

    /// What is to happen, with the dates, in no order.
    #[cfg(feature = "serde")]
    pub(super) fn calendar(&self) -> impl Iterator<Item = (Entry<T>, u64)> {
        self.calendar.iter()
    }

    /// The counts of late events.
    #[cfg(feature = "serde")]
    pub(super) fn all_late(&self) -> &[u64] {
        &self.late
    }

    /// A clock out of a snapshot, whose calendar is still to be made.
    #[cfg(feature = "serde")]
    pub(super) fn loaded_from(now: T, late: Vec<u64>, loaded: Vec<Waiting>) -> Self {
        Clock {
            now,
            seen: now,
            late,
            loaded,
            ..Clock::default()
        }
    }

    /// What a snapshot says of the events that wait, until the calendar is made of it.
    #[cfg(feature = "serde")]
    pub(super) fn loaded(&self) -> &[Waiting] {
        &self.loaded
    }

    /// Brings that and the counts into other numbers of fact types; what is of none is left out.
    #[cfg(feature = "serde")]
    pub(super) fn carry(&mut self, kinds: &[Option<KindId>]) {
        let now = |kind: KindId| kinds.get(kind.index()).copied().flatten();
        let loaded = core::mem::take(&mut self.loaded).into_iter();
        let loaded = loaded.filter_map(|(kind, slot, date)| Some((now(kind)?, slot, date)));
        self.loaded = loaded.collect();
        let late = core::mem::take(&mut self.late);
        for (kind, count) in (0..).map(KindId).zip(late) {
            let Some(kind) = now(kind).filter(|_| count > 0) else {
                continue;
            };
            let place = kind.index();
            if self.late.len() <= place {
                self.late.resize(place + 1, 0);
            }
            self.late[place] = count;
        }
    }

    /// Takes that out.
    #[cfg(feature = "serde")]
    pub(super) fn take_loaded(&mut self) -> Vec<Waiting> {
        core::mem::take(&mut self.loaded)
    }

    /// Gives the events that wait their dates, and says how many were late.
    #[cfg(feature = "serde")]
    pub(super) fn restore(&mut self, late: Vec<u64>, date: impl Fn(FactId) -> Option<u64>) {
        self.late = late;
        self.calendar
            .date(|(.., event)| date(*event).unwrap_or_default());
    }
}

impl<T: Time, M: Mode> Undo for Clock<T, M> {
    fn mark(&mut self) -> u64 {
        self.trail.mark()
    }

    fn undo(&mut self, mark: u64) {
        while let Some(step) = self.trail.pop(mark) {
            match step {
                Step::Was(now) => (self.now, self.seen) = (now, now),
                Step::Added(entry) => {
                    self.calendar.remove(&entry);
                }
                Step::Removed(entry, date) => {
                    self.calendar.insert(entry, date);
                }
                Step::Late(kind) => self.late[kind.index()] -= 1,
                Step::Needed(entry, true) => _ = self.needed.remove(&over(entry)),
                Step::Needed(entry, false) => self.needed.insert(over(entry), 0),
                Step::Held(event, true) => _ = self.held.remove(&event),
                Step::Held(event, false) => _ = self.held.insert(event),
                Step::Asked(before) => self.asked = before,
            }
        }
    }

    fn forget(&mut self) {
        self.trail.forget();
    }

    fn shrink(&mut self) {
        self.calendar.shrink();
        self.needed.shrink();
        self.lists = Lists::default();
    }
}

impl<T: Time, M: Mode> Default for Clock<T, M> {
    fn default() -> Self {
        Clock {
            now: T::LEAST,
            seen: T::LEAST,
            calendar: Calendar::default(),
            late: Vec::new(),
            needed: Calendar::default(),
            held: BTreeSet::new(),
            asked: None,
            #[cfg(feature = "serde")]
            loaded: Vec::new(),
            trail: Default::default(),
            lists: Lists::default(),
        }
    }
}

impl<T: Time, M: Mode> Clone for Clock<T, M> {
    fn clone(&self) -> Self {
        Clock {
            now: self.now,
            seen: self.seen,
            calendar: self.calendar.clone(),
            late: self.late.clone(),
            needed: self.needed.clone(),
            held: self.held.clone(),
            asked: self.asked,
            #[cfg(feature = "serde")]
            loaded: self.loaded.clone(),
            trail: self.trail.duplicate(),
            lists: Lists::default(),
        }
    }
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Lists {
            told: Vec::new(),
            next: Vec::new(),
            going: Going::default(),
        }
    }
}

impl<T: Time, M: Mode> fmt::Debug for Clock<T, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Clock")
            .field("now", &self.now)
            .finish_non_exhaustive()
    }
}
