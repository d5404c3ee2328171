//! What the variable of a `collect` is: a list of facts.

use alloc::vec::Vec;
use core::cell::OnceCell;
use core::fmt;
use core::ops::Index;

use crate::aggregates::members::Members;
use crate::ids::Slot;
use crate::memory::archive::Moment;
use crate::memory::fact::Fact;
use crate::memory::store::Store;

/// The facts that a `collect` gathered, in the order of their insertion.
pub struct Facts<'a, T> {
    home: &'a Store<T>,
    members: Members<'a>,
    moment: Moment,
    laid_out: OnceCell<Vec<Fact<'a, T>>>,
}

impl<'a, T> Facts<'a, T> {
    #[doc(hidden)]
    #[must_use]
    pub fn __of(home: &'a Store<T>, members: Members<'a>, moment: Moment) -> Self {
        Facts {
            home,
            members,
            moment,
            laid_out: OnceCell::new(),
        }
    }

    /// The facts in slots.
    #[doc(hidden)]
    #[must_use]
    pub fn __in(home: &'a Store<T>, mut slots: Vec<Slot>) -> Self {
        home.table.put_in_order(&mut slots);
        let slots = slots.into_iter();
        let facts: Vec<_> = slots.map(|slot| Fact::__at(home, slot)).collect();
        Facts {
            home,
            members: Members::elsewhere(facts.len()),
            moment: Moment::Now,
            laid_out: OnceCell::from(facts),
        }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The facts, in the order of their insertion.
    pub fn iter(&self) -> core::slice::Iter<'_, Fact<'a, T>> {
        self.as_slice().iter()
    }

    /// The fact inserted first.
    #[must_use]
    pub fn first(&self) -> Option<&Fact<'a, T>> {
        self.as_slice().first()
    }

    /// The facts as a slice.
    #[must_use]
    pub fn as_slice(&self) -> &[Fact<'a, T>] {
        self.laid_out.get_or_init(|| {
            if let Moment::Now | Moment::Before = self.moment {
                let mut slots: Vec<_> = self.members.slots().collect();
                self.home.table.put_in_order(&mut slots);
                let slots = slots.into_iter();
                let fact = |slot| Fact::__then(self.home, slot, self.moment);
                return slots.map(fact).collect();
            }
            let tag = |slot| {
                let (slot_now, _) = self.home.latest(slot, self.moment);
                self.home.id_of_latest(slot_now).tag
            };
            let slots = self.members.slots();
            let mut in_order: Vec<_> = slots.map(|slot| (tag(slot), slot)).collect();
            sort_by_tag(&mut in_order);
            let slots = in_order.into_iter().map(|(_, slot)| slot);
            slots
                .map(|slot| Fact::__then(self.home, slot, self.moment))
                .collect()
        })
    }
}

/// Sorts slots by the tags of their facts. It knows no type: a sort is much code, and so there is one.
#[inline(never)]
fn sort_by_tag(slots: &mut [(u64, Slot)]) {
    slots.sort_unstable();
}

impl<'a, T> Index<usize> for Facts<'a, T> {
    type Output = Fact<'a, T>;

    fn index(&self, index: usize) -> &Fact<'a, T> {
        &self.as_slice()[index]
    }
}

impl<'f, 'a, T> IntoIterator for &'f Facts<'a, T> {
    type Item = &'f Fact<'a, T>;
    type IntoIter = core::slice::Iter<'f, Fact<'a, T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: fmt::Debug> fmt::Debug for Facts<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}
