//! How a recording writes what happened: a byte that says what, then numbers of as few bytes as they need.
//!
//! A new value of a fact is written as what differs from the value before, between what both begin and end with.

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::ids::{KindId, Slot};
use crate::memory::handle::FactId;

/// What happened, as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Entry<'a> {
    Inserted(FactId, &'a str),
    Updated(FactId, Difference<'a>),
    Retracted(FactId),
    Expired(FactId),
    /// An event was inserted that waits for its time; it is no part of the state before it enters.
    Waits(FactId),
    Of(Phase, Occurrence),
    WentBack,
    /// The explanation of a rule, by its number, as a difference from the one before.
    Explained(u32, Difference<'a>),
    /// What a node of the network tested in the change: how many times, and how many passed.
    Tested {
        node: u32,
        tested: u64,
        passed: u64,
    },
    ChangeEnded,
}

/// What happens to an activation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Phase {
    Created,
    Cancelled,
    Fired,
    Failed,
    GaveUp,
    Undone,
}

impl Phase {
    const ALL: [Phase; 6] = [
        Phase::Created,
        Phase::Cancelled,
        Phase::Fired,
        Phase::Failed,
        Phase::GaveUp,
        Phase::Undone,
    ];
}

/// A rule, by its number in the recording, and the facts of a match.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Occurrence {
    pub(super) rule: u32,
    pub(super) facts: Box<[FactId]>,
}

/// How a text differs from another: what stands between so many bytes at the beginning and at the end that both
/// have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Difference<'a> {
    before: usize,
    after: usize,
    text: &'a str,
}

impl<'a> Difference<'a> {
    pub(super) fn between(old: &str, new: &'a str) -> Self {
        let same = |(a, b): &(char, char)| a == b;
        let length = |pairs: &mut dyn Iterator<Item = (char, char)>| -> usize {
            pairs.take_while(same).map(|(a, _)| a.len_utf8()).sum()
        };
        let before = length(&mut old.chars().zip(new.chars()));
        let (old, new) = (&old[before..], &new[before..]);
        let after = length(&mut old.chars().rev().zip(new.chars().rev()));
        Difference {
            before,
            after,
            text: &new[..new.len() - after],
        }
    }

    /// The new text.
    pub(super) fn apply(self, old: &str) -> Box<str> {
        let Difference {
            before,
            after,
            text,
        } = self;
        let parts = [&old[..before], text, &old[old.len() - after..]];
        parts.concat().into()
    }
}

const INSERTED: u8 = 0;
const UPDATED: u8 = 1;
const RETRACTED: u8 = 2;
const WENT_BACK: u8 = 3;
const TESTED: u8 = 4;
const CHANGE_ENDED: u8 = 5;
const EXPLAINED: u8 = 6;
const EXPIRED: u8 = 7;
const WAITS: u8 = 8;
/// The first of those of activations.
const OF: u8 = 9;

impl Entry<'_> {
    /// Whether it is an event that callers see.
    pub(super) fn is_seen(&self) -> bool {
        !matches!(self, Entry::Waits(_) | Entry::ChangeEnded)
    }

    /// A fact that it names.
    pub(super) fn fact(&self) -> Option<FactId> {
        match self {
            Entry::Inserted(fact, _)
            | Entry::Updated(fact, _)
            | Entry::Retracted(fact)
            | Entry::Expired(fact)
            | Entry::Waits(fact) => Some(*fact),
            Entry::Of(_, Occurrence { facts, .. }) => facts.first().copied(),
            Entry::WentBack | Entry::Explained(..) | Entry::Tested { .. } | Entry::ChangeEnded => {
                None
            }
        }
    }

    /// Writes it; of tags, what they are more than `first`.
    pub(super) fn write(&self, first: u64, bytes: &mut Vec<u8>) {
        let mut writer = Writer { first, bytes };
        match self {
            Entry::Inserted(fact, text) => {
                writer.bytes.push(INSERTED);
                writer.fact(*fact);
                writer.text(text);
            }
            Entry::Updated(fact, difference) => {
                writer.bytes.push(UPDATED);
                writer.fact(*fact);
                writer.difference(difference);
            }
            Entry::Explained(rule, difference) => {
                writer.bytes.push(EXPLAINED);
                writer.number(u64::from(*rule));
                writer.difference(difference);
            }
            Entry::Retracted(fact) => {
                writer.bytes.push(RETRACTED);
                writer.fact(*fact);
            }
            Entry::Expired(fact) => {
                writer.bytes.push(EXPIRED);
                writer.fact(*fact);
            }
            Entry::Waits(fact) => {
                writer.bytes.push(WAITS);
                writer.fact(*fact);
            }
            Entry::WentBack => writer.bytes.push(WENT_BACK),
            &Entry::Tested {
                node,
                tested,
                passed,
            } => {
                writer.bytes.push(TESTED);
                for number in [u64::from(node), tested, passed] {
                    writer.number(number);
                }
            }
            Entry::ChangeEnded => writer.bytes.push(CHANGE_ENDED),
            Entry::Of(phase, Occurrence { rule, facts }) => {
                writer.bytes.push(OF + *phase as u8);
                writer.number(u64::from(*rule));
                writer.number(facts.len() as u64);
                for &fact in facts {
                    writer.fact(fact);
                }
            }
        }
    }
}

struct Writer<'a> {
    first: u64,
    bytes: &'a mut Vec<u8>,
}

impl Writer<'_> {
    /// Seven bits a byte, the lowest first; the eighth says that more follow.
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    fn fact(&mut self, FactId { slot, kind, tag }: FactId) {
        self.number(u64::from(slot.number()));
        self.number(u64::from(kind.number()));
        self.number(tag.wrapping_sub(self.first));
    }

    fn difference(&mut self, difference: &Difference<'_>) {
        self.number(difference.before as u64);
        self.number(difference.after as u64);
        self.text(difference.text);
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.bytes.extend_from_slice(text.as_bytes());
    }
}

/// Reads what was written, from the front.
#[derive(Debug, Clone)]
pub(super) struct Reader<'a> {
    pub(super) first: u64,
    pub(super) bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    fn byte(&mut self) -> u8 {
        let (&byte, rest) = self.bytes.split_first().expect("an entry is written whole");
        self.bytes = rest;
        byte
    }

    fn number(&mut self) -> u64 {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte();
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return number;
            }
            shift += 7;
        }
    }

    fn fact(&mut self) -> FactId {
        FactId {
            slot: Slot(self.number() as u32),
            kind: KindId(self.number() as u32),
            tag: self.number().wrapping_add(self.first),
        }
    }

    fn length(&mut self) -> usize {
        usize::try_from(self.number()).expect("it was a length")
    }

    fn difference(&mut self) -> Difference<'a> {
        Difference {
            before: self.length(),
            after: self.length(),
            text: self.text(),
        }
    }

    fn text(&mut self) -> &'a str {
        let length = self.length();
        let (text, rest) = self.bytes.split_at(length);
        self.bytes = rest;
        core::str::from_utf8(text).expect("a text was written")
    }
}

impl<'a> Iterator for Reader<'a> {
    type Item = Entry<'a>;

    fn next(&mut self) -> Option<Entry<'a>> {
        if self.bytes.is_empty() {
            return None;
        }
        Some(match self.byte() {
            INSERTED => Entry::Inserted(self.fact(), self.text()),
            UPDATED => Entry::Updated(self.fact(), self.difference()),
            EXPLAINED => Entry::Explained(self.number() as u32, self.difference()),
            RETRACTED => Entry::Retracted(self.fact()),
            EXPIRED => Entry::Expired(self.fact()),
            WAITS => Entry::Waits(self.fact()),
            WENT_BACK => Entry::WentBack,
            TESTED => Entry::Tested {
                node: self.number() as u32,
                tested: self.number(),
                passed: self.number(),
            },
            CHANGE_ENDED => Entry::ChangeEnded,
            of => {
                let phase = Phase::ALL[usize::from(of - OF)];
                let rule = self.number() as u32;
                let facts = (0..self.number()).map(|_| self.fact()).collect();
                Entry::Of(phase, Occurrence { rule, facts })
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(number: u64) -> FactId {
        FactId {
            slot: Slot(300),
            kind: KindId(2),
            tag: number,
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let facts = Box::new([fact(1 << 40), fact((1 << 40) + 200)]);
        let mut entries = alloc::vec![
            Entry::Inserted(fact(1 << 40), "Größe(1)"),
            Entry::Updated(fact(1 << 40), Difference::between("A(1, 2)", "A(10, 2)")),
            Entry::Retracted(fact(7)),
            Entry::Expired(fact(8)),
            Entry::Waits(fact(9)),
            Entry::WentBack,
            Entry::Explained(4, Difference::between("", "`rule`: no match")),
            Entry::Tested {
                node: 3,
                tested: u64::MAX,
                passed: 0
            },
            Entry::ChangeEnded,
        ];
        for phase in Phase::ALL {
            let facts = facts.clone();
            entries.push(Entry::Of(phase, Occurrence { rule: 5, facts }));
        }
        let mut bytes = Vec::new();
        for entry in &entries {
            entry.write(1 << 40, &mut bytes);
        }
        let reader = Reader {
            first: 1 << 40,
            bytes: &bytes,
        };
        assert_eq!(reader.collect::<Vec<_>>(), entries);
    }

    #[test]
    fn a_difference_gives_the_new_text_again() {
        let texts = ["", "a", "aa", "aba", "äöä", "äüä", "A(1, 2)", "A(12, 2)"];
        for old in texts {
            for new in texts {
                assert_eq!(&*Difference::between(old, new).apply(old), new);
            }
        }
    }
}
