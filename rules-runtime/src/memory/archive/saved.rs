//! Archives as a snapshot has them: numbers, and apart from them the values in the same order.

use alloc::vec;
use alloc::vec::Vec;
use core::mem;

use serde::{Deserialize, Serialize};

use super::{Archive, Histories, History, Kept};
use crate::ids::Slot;

/// What is kept of a fact type's past, without values.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct SavedArchive {
    histories: Vec<SavedHistory>,
    /// The tags of the facts that are gone.
    finals: Vec<u64>,
}

/// What is kept of one slot.
#[derive(Debug, Serialize, Deserialize)]
struct SavedHistory {
    slot: Slot,
    overwritten: u64,
    kept: Vec<SavedKept>,
}

/// A value that stood until a change.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
enum SavedKept {
    /// Of a fact with this tag.
    Overwritten { until: u64, tag: u64 },
    /// The last of a fact, by its number among those that are gone.
    Final { until: u64, number: u32 },
}

impl SavedArchive {
    /// How many values there are.
    pub(crate) fn len(&self) -> usize {
        let is_value = |kept: &&SavedKept| matches!(kept, SavedKept::Overwritten { .. });
        let kept = self.histories.iter().flat_map(|history| &history.kept);
        kept.filter(is_value).count() + self.finals.len()
    }
}

impl Histories {
    /// The histories, in the order of slots.
    fn in_order(&self) -> Vec<(Slot, &History)> {
        let histories = self.of.iter();
        let mut histories: Vec<_> = histories.map(|(&slot, history)| (slot, history)).collect();
        histories.sort_unstable_by_key(|&(slot, _)| slot);
        histories
    }

    /// The places of the values, in the order of what is saved.
    fn places(&self) -> Vec<u32> {
        let histories = self.in_order().into_iter();
        let mut kept: Vec<&Kept> = histories.flat_map(|(_, history)| &history.kept).collect();
        kept.sort_by_key(|kept| kept.is_final);
        kept.iter().map(|kept| kept.place).collect()
    }

    /// The histories without their pins.
    fn saved(&self) -> SavedArchive {
        let mut saved = SavedArchive::default();
        for (slot, history) in self.in_order() {
            let kept = history.kept.iter().map(|kept| {
                let (until, tag) = (kept.until, self.tag_of(kept.place));
                if !kept.is_final {
                    return SavedKept::Overwritten { until, tag };
                }
                let number = saved.finals.len() as u32;
                saved.finals.push(tag);
                SavedKept::Final { until, number }
            });
            let kept = kept.collect();
            let overwritten = history.overwritten;
            saved.histories.push(SavedHistory {
                slot,
                overwritten,
                kept,
            });
        }
        saved
    }

    /// The histories that were saved, their values in places in the order of what was saved; pins are still to come.
    /// `None` where they contradict themselves.
    fn restored(saved: &SavedArchive) -> Option<Self> {
        let mut restored = Histories::new();
        let finals = (saved.len() - saved.finals.len()) as u32;
        let mut is_taken = vec![false; saved.finals.len()];
        for history in &saved.histories {
            let mut of_slot = History {
                overwritten: history.overwritten,
                ..History::default()
            };
            for &kept in &history.kept {
                let (until, place, is_final) = match kept {
                    SavedKept::Overwritten { until, tag } => {
                        (until, restored.places.occupy(tag), false)
                    }
                    SavedKept::Final { until, number } => {
                        // One that is there, and no other history's.
                        let is_taken = is_taken.get_mut(number as usize)?;
                        (!mem::replace(is_taken, true)).then_some(())?;
                        (until, finals.checked_add(number)?, true)
                    }
                };
                of_slot.kept.push(Kept {
                    until,
                    place,
                    is_final,
                });
            }
            let is_new = restored.of.insert(history.slot, of_slot).is_none();
            is_new.then_some(())?;
        }
        restored.places.tags.extend(&saved.finals);
        is_taken.iter().all(|&is| is).then_some(restored)
    }

    /// Forgets what nothing asks for. Returns the places of its values, which are free then.
    fn forget_unpinned(&mut self) -> Vec<u32> {
        let mut forgotten = Vec::new();
        self.of.retain(|_, history| {
            if history.pins.is_empty() {
                forgotten.extend(history.kept.iter().map(|kept| kept.place));
            }
            !history.pins.is_empty()
        });
        self.places.free.extend(&forgotten);
        forgotten
    }
}

impl<T> Archive<T> {
    /// The archive without its pins and values.
    pub(crate) fn saved(&self) -> SavedArchive {
        self.histories.saved()
    }

    /// The values, in the order of what is saved.
    pub(crate) fn values(&self) -> impl Iterator<Item = &T> {
        let places = self.histories.places().into_iter();
        places.filter_map(|place| self.gone(place))
    }

    /// The archive that was saved; pins are still to come. `None` where it contradicts itself.
    pub(crate) fn restored(
        saved: &SavedArchive,
        mut values: impl Iterator<Item = T>,
    ) -> Option<Self> {
        let histories = Histories::restored(saved)?;
        let mut archive = Archive {
            histories,
            values: Vec::new(),
        };
        for _ in 0..archive.histories.places.tags.len() {
            archive.values.push(Some(values.next()?));
        }
        Some(archive)
    }

    /// Forgets the histories that nothing asks for.
    pub(crate) fn forget_unpinned(&mut self) {
        let places = self.histories.forget_unpinned();
        self.forget(&places);
    }

    /// Whether every history is asked for.
    pub(crate) fn is_pinned(&self) -> bool {
        let mut histories = self.histories.of.values();
        histories.all(|history| !history.pins.is_empty())
    }
}
