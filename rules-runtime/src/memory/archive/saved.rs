//! Archives as a snapshot has them: numbers, and apart from them the values in the same order.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::{Archive, Final, History, Kept, Value};

/// What is kept of a fact type's past, without values.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct SavedArchive {
    histories: Vec<SavedHistory>,
    /// For each fact that is gone its tag; 0 for none.
    finals: Vec<u64>,
}

/// What is kept of one slot.
#[derive(Debug, Serialize, Deserialize)]
struct SavedHistory {
    slot: u32,
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
        kept.filter(is_value).count() + self.finals.iter().filter(|&&tag| tag != 0).count()
    }
}

impl<T> Archive<T> {
    /// The histories, in the order of slots.
    fn in_order(&self) -> Vec<(u32, &History<T>)> {
        let histories = self.histories.iter();
        let mut histories: Vec<_> = histories.map(|(&slot, history)| (slot, history)).collect();
        histories.sort_unstable_by_key(|&(slot, _)| slot);
        histories
    }

    /// The archive without its pins and values.
    pub(crate) fn saved(&self) -> SavedArchive {
        let histories = self.in_order().into_iter().map(|(slot, history)| {
            let kept = history.kept.iter().map(|kept| match kept.value {
                Value::Overwritten(tag, _) => SavedKept::Overwritten {
                    until: kept.until,
                    tag,
                },
                Value::Final(number) => SavedKept::Final {
                    until: kept.until,
                    number,
                },
            });
            SavedHistory {
                slot,
                overwritten: history.overwritten,
                kept: kept.collect(),
            }
        });
        let finals = self.finals.iter();
        SavedArchive {
            histories: histories.collect(),
            finals: finals
                .map(|last| last.as_ref().map_or(0, |last| last.tag))
                .collect(),
        }
    }

    /// The values, in the order of what is saved.
    pub(crate) fn values(&self) -> impl Iterator<Item = &T> {
        let kept = self
            .in_order()
            .into_iter()
            .flat_map(|(_, history)| &history.kept);
        let overwritten = kept.filter_map(|kept| match &kept.value {
            Value::Overwritten(_, value) => Some(value),
            Value::Final(_) => None,
        });
        let finals = self.finals.iter().flatten().map(|last| &last.value);
        overwritten.chain(finals)
    }

    /// The archive that was saved; pins are still to come. `None` where it contradicts itself.
    pub(crate) fn restored(
        saved: &SavedArchive,
        mut values: impl Iterator<Item = T>,
    ) -> Option<Self> {
        let mut archive = Archive::default();
        for SavedHistory {
            slot,
            overwritten,
            kept,
        } in &saved.histories
        {
            let mut history = History {
                pins: Vec::new(),
                overwritten: *overwritten,
                kept: Vec::new(),
            };
            for &kept in kept {
                history.kept.push(match kept {
                    SavedKept::Overwritten { until, tag } => Kept {
                        until,
                        value: Value::Overwritten(tag, values.next()?),
                    },
                    SavedKept::Final { until, number } => {
                        // One that is there, and no other history's.
                        let tag = saved.finals.get(number as usize)?;
                        (*tag != 0).then_some(())?;
                        Kept {
                            until,
                            value: Value::Final(number),
                        }
                    }
                });
            }
            let is_new = archive.histories.insert(*slot, history).is_none();
            is_new.then_some(())?;
        }
        for (number, &tag) in saved.finals.iter().enumerate() {
            if tag == 0 {
                archive.free.push(number as u32);
                archive.finals.push(None);
            } else {
                let value = values.next()?;
                archive.finals.push(Some(Final { tag, value }));
            }
        }
        Some(archive)
    }

    /// Forgets the histories that nothing asks for.
    pub(crate) fn forget_unpinned(&mut self) {
        let (finals, free) = (&mut self.finals, &mut self.free);
        self.histories.retain(|_, history| {
            if !history.pins.is_empty() {
                return true;
            }
            for kept in &history.kept {
                if let Value::Final(number) = kept.value {
                    finals[number as usize] = None;
                    free.push(number);
                }
            }
            false
        });
    }

    /// Whether every history is asked for.
    pub(crate) fn is_pinned(&self) -> bool {
        let mut histories = self.histories.values();
        histories.all(|history| !history.pins.is_empty())
    }
}
