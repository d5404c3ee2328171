//! The archive of a fact type: values that facts had and that something still asks for.
//!
//! What a firing leaves behind (its `undo`, the values that `#[on_change]` compares with) reads facts as they
//! were then. It *pins* them: from then on a value that is overwritten is kept if a pin asks for it. A
//! pin is the date of a change, and asks for the value that stood before that change.

#[cfg(feature = "serde")]
mod saved;

use alloc::vec::Vec;

use hashbrown::HashMap;

use crate::containers::hash::BuildHasher;

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

/// The values of facts of one type that have been overwritten and are asked for.
#[derive(Debug, Clone)]
pub(crate) struct Archive<T> {
    histories: HashMap<u32, History<T>, BuildHasher>,
    /// The last values of facts that are gone.
    finals: Vec<Option<Final<T>>>,
    free: Vec<u32>,
}

/// What is kept of one slot.
#[derive(Debug, Clone)]
struct History<T> {
    pins: Vec<u64>,
    /// The change that last overwrote the slot, of those since the first pin.
    overwritten: u64,
    /// In the order of their dates.
    kept: Vec<Kept<T>>,
}

/// A value that stood until a change.
#[derive(Debug, Clone)]
struct Kept<T> {
    until: u64,
    value: Value<T>,
}

#[derive(Debug, Clone)]
enum Value<T> {
    /// Another one followed it; the fact's tag.
    Overwritten(u64, T),
    /// It was the fact's last: an entry of [`Archive::finals`].
    Final(u32),
}

/// The last value of a fact.
#[derive(Debug, Clone)]
struct Final<T> {
    tag: u64,
    value: T,
}

/// What was kept of a slot.
#[derive(Clone)]
pub(crate) struct Past<T> {
    history: History<T>,
    /// The facts of it that are gone, in order.
    finals: Vec<Final<T>>,
}

/// Where a fact that was pinned stands now.
pub(crate) enum Whereabouts {
    /// In its slot.
    Here,
    /// It is gone: its number among those that are.
    Gone(u32),
}

impl<T> Default for Archive<T> {
    fn default() -> Self {
        Archive {
            histories: HashMap::default(),
            finals: Vec::new(),
            free: Vec::new(),
        }
    }
}

impl<T> Archive<T> {
    /// Whether nothing is pinned.
    pub(crate) fn is_empty(&self) -> bool {
        self.histories.is_empty()
    }

    /// Asks for the value of a slot before the change of a date that is to come.
    pub(crate) fn pin(&mut self, slot: u32, date: u64) {
        let history = self.histories.entry(slot).or_insert_with(|| History {
            pins: Vec::new(),
            overwritten: 0,
            kept: Vec::new(),
        });
        history.pins.push(date);
    }

    /// Takes a pin back, and forgets what no other asks for.
    pub(crate) fn unpin(&mut self, slot: u32, date: u64) {
        let Some(history) = self.histories.get_mut(&slot) else {
            return;
        };
        if let Some(place) = history.pins.iter().position(|&pin| pin == date) {
            history.pins.swap_remove(place);
        }
        let mut since = 0;
        let History { pins, kept, .. } = history;
        kept.retain(|Kept { until, value }| {
            let from = core::mem::replace(&mut since, *until);
            match value {
                Value::Overwritten(..) => pins.iter().any(|&pin| from < pin && pin <= *until),
                Value::Final(number) => {
                    let asked = pins.iter().any(|&pin| pin <= *until);
                    if !asked {
                        self.finals[*number as usize] = None;
                        self.free.push(*number);
                    }
                    asked
                }
            }
        });
        if pins.is_empty() {
            self.histories.remove(&slot);
        }
    }

    /// Notes that the change of a date has overwritten a slot.
    pub(crate) fn overwrite(&mut self, slot: u32, date: u64, tag: u64, value: Option<T>) {
        let Some(value) = value.filter(|_| !self.is_empty()) else {
            return;
        };
        let Some(history) = self.histories.get_mut(&slot) else {
            return;
        };
        if history.pins.iter().any(|&pin| pin > history.overwritten) {
            history.kept.push(Kept {
                until: date,
                value: Value::Overwritten(tag, value),
            });
        }
        history.overwritten = date;
    }

    /// Notes that the change of a date has taken the fact out of a slot.
    pub(crate) fn retract(&mut self, slot: u32, date: u64, tag: u64, value: Option<T>) {
        let Some(value) = value.filter(|_| !self.is_empty()) else {
            return;
        };
        let Some(history) = self.histories.get_mut(&slot) else {
            return;
        };
        history.overwritten = date;
        let number = self.keep_final(Final { tag, value });
        if let Some(history) = self.histories.get_mut(&slot) {
            history.kept.push(Kept {
                until: date,
                value: Value::Final(number),
            });
        }
    }

    /// What is kept of a slot, copied.
    pub(crate) fn past(&self, slot: u32, mut copy: impl FnMut(&T) -> Option<T>) -> Option<Past<T>> {
        let History {
            pins,
            overwritten,
            kept,
        } = self.histories.get(&slot)?;
        let mut finals = Vec::new();
        let kept = kept.iter().filter_map(|Kept { until, value }| {
            let value = match value {
                Value::Overwritten(tag, value) => Value::Overwritten(*tag, copy(value)?),
                Value::Final(number) => {
                    let Final { tag, value } = self.finals[*number as usize].as_ref()?;
                    let (tag, value) = (*tag, copy(value)?);
                    finals.push(Final { tag, value });
                    Value::Final(*number)
                }
            };
            let until = *until;
            Some(Kept { until, value })
        });
        let kept = kept.collect();
        Some(Past {
            history: History {
                pins: pins.clone(),
                overwritten: *overwritten,
                kept,
            },
            finals,
        })
    }

    /// Goes back to what was kept of a slot. Facts that are gone may be numbered otherwise.
    pub(crate) fn put_back(&mut self, slot: u32, past: Option<Past<T>>) {
        let now = self.histories.remove(&slot);
        for kept in now.into_iter().flat_map(|history| history.kept) {
            if let Value::Final(number) = kept.value {
                self.finals[number as usize] = None;
                self.free.push(number);
            }
        }
        let Some(Past {
            mut history,
            finals,
        }) = past
        else {
            return;
        };
        let mut finals = finals.into_iter();
        for kept in &mut history.kept {
            if let Value::Final(number) = &mut kept.value
                && let Some(last) = finals.next()
            {
                *number = self.keep_final(last);
            }
        }
        self.histories.insert(slot, history);
    }

    /// Keeps the last value of a fact; the number that it gets.
    fn keep_final(&mut self, last: Final<T>) -> u32 {
        let last = Some(last);
        if let Some(number) = self.free.pop() {
            self.finals[number as usize] = last;
            return number;
        }
        self.finals.push(last);
        (self.finals.len() - 1) as u32
    }

    /// The value that a slot had before the change of a date; `None` where it has it still.
    pub(crate) fn at(&self, slot: u32, date: u64) -> Option<&T> {
        match self.kept_at(slot, date)? {
            Value::Overwritten(_, value) => Some(value),
            Value::Final(number) => self.gone(*number),
        }
    }

    /// Where the fact is that stood in a slot before the change of a date; `current` is the tag that
    /// stands there now.
    pub(crate) fn whereabouts(&self, slot: u32, date: u64, current: u64) -> Whereabouts {
        let tag = match self.kept_at(slot, date) {
            None => return Whereabouts::Here,
            Some(Value::Final(number)) => return Whereabouts::Gone(*number),
            Some(Value::Overwritten(tag, _)) => *tag,
        };
        if tag == current {
            return Whereabouts::Here;
        }
        let kept = self.histories[&slot].kept.iter();
        let of_fact = |kept: &Kept<T>| match kept.value {
            Value::Final(number) if self.tag_of(number) == tag => Some(number),
            _ => None,
        };
        Whereabouts::Gone(
            kept.rev()
                .find_map(of_fact)
                .expect("a pinned fact that goes is kept"),
        )
    }

    /// The last value of a fact that is gone.
    pub(crate) fn gone(&self, number: u32) -> Option<&T> {
        let last = self.finals[number as usize].as_ref();
        last.map(|last| &last.value)
    }

    /// The tag of a fact that is gone.
    pub(crate) fn tag_of(&self, number: u32) -> u64 {
        let last = self.finals[number as usize].as_ref();
        last.map_or(0, |last| last.tag)
    }

    fn kept_at(&self, slot: u32, date: u64) -> Option<&Value<T>> {
        let kept = &self.histories.get(&slot)?.kept;
        let first = kept.partition_point(|kept| kept.until < date);
        kept.get(first).map(|kept| &kept.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gone(archive: &Archive<char>, slot: u32, date: u64, current: u64) -> Option<char> {
        match archive.whereabouts(slot, date, current) {
            Whereabouts::Here => None,
            Whereabouts::Gone(number) => archive.gone(number).copied(),
        }
    }

    #[test]
    fn a_value_is_kept_where_a_pin_asks_for_it() {
        let mut archive = Archive::default();
        archive.overwrite(7, 1, 50, Some('a'));
        assert!(archive.is_empty());
        archive.pin(7, 3);
        assert_eq!(archive.at(7, 3), None);
        archive.overwrite(7, 3, 50, Some('b'));
        archive.overwrite(7, 4, 50, Some('c'));
        assert_eq!(archive.at(7, 3), Some(&'b'));
        archive.pin(7, 6);
        assert_eq!(archive.at(7, 6), None);
        archive.overwrite(7, 8, 50, Some('d'));
        assert_eq!(
            (archive.at(7, 3), archive.at(7, 6)),
            (Some(&'b'), Some(&'d'))
        );
        archive.unpin(7, 3);
        assert_eq!(archive.at(7, 6), Some(&'d'));
        archive.unpin(7, 6);
        assert!(archive.is_empty());
    }

    #[test]
    fn the_last_value_of_a_pinned_fact_is_kept_when_its_slot_is_used_again() {
        let mut archive = Archive::default();
        archive.pin(2, 1);
        archive.overwrite(2, 1, 50, Some('a'));
        archive.overwrite(2, 2, 50, Some('b'));
        archive.retract(2, 3, 50, Some('c'));
        archive.pin(2, 5);
        archive.retract(2, 6, 60, Some('x'));
        assert_eq!(
            (archive.at(2, 1), archive.at(2, 5)),
            (Some(&'a'), Some(&'x'))
        );
        assert_eq!(gone(&archive, 2, 1, 70), Some('c'));
        assert_eq!(gone(&archive, 2, 5, 70), Some('x'));
        archive.unpin(2, 1);
        assert_eq!(gone(&archive, 2, 5, 70), Some('x'));
        archive.unpin(2, 5);
        assert!(archive.is_empty());
        assert_eq!(archive.free.len(), 2);
    }

    #[test]
    fn a_fact_that_is_still_there_is_found_in_its_slot() {
        let mut archive = Archive::default();
        archive.pin(0, 1);
        assert_eq!(gone(&archive, 0, 1, 50), None);
        archive.overwrite(0, 4, 50, Some('a'));
        assert_eq!(gone(&archive, 0, 1, 50), None);
    }
}
