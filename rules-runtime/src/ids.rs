//! The numbers by which the engine names things: each of a type of its own, so that one is not taken for another.

use core::ops::Range;
use core::{fmt, iter};

/// Defines a number that names something.
macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[cfg_attr(feature = "serde", serde(transparent))]
        pub struct $name(pub u32);

        impl $name {
            /// Its number.
            #[inline]
            #[must_use]
            pub const fn number(self) -> u32 {
                self.0
            }

            /// Its place in a list that has one entry for each.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl From<u32> for $name {
            #[inline]
            fn from(number: u32) -> Self {
                $name(number)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id! {
    /// The place of a fact in the slab of its type; of a candidate for a `#[best]` fact, among the candidates of its type.
    Slot
}

id! {
    /// A fact type, by its place in the ruleset.
    KindId
}

id! {
    /// A token: a match, or the beginning of one.
    TokenId
}

impl Slot {
    /// No slot: the end of a list of them.
    pub(crate) const NONE: Slot = Slot(u32::MAX);
    /// As many slots as there can be. Numbers from this one on stand for facts that are gone.
    pub(crate) const LIMIT: u32 = 1 << 31;

    /// What stands for a slot of a fact that is gone, but can still be asked for under a number.
    pub(crate) const fn of_gone(number: u32) -> Self {
        Slot(Slot::LIMIT | number)
    }

    /// Whether it stands for a fact that is gone. (So does [`Slot::NONE`], which nobody asks.)
    pub(crate) const fn is_gone(self) -> bool {
        self.0 & Slot::LIMIT != 0
    }

    /// The number of a fact that is gone.
    pub(crate) const fn gone(self) -> u32 {
        self.0 & !Slot::LIMIT
    }

    /// That of the number before; before the first is none.
    #[inline]
    pub(crate) const fn previous(self) -> Self {
        Slot(self.0.wrapping_sub(1))
    }

    /// That of the next number.
    #[inline]
    pub(crate) const fn next(self) -> Self {
        Slot(self.0 + 1)
    }

    /// Its number, to be written.
    pub(crate) const fn number_mut(&mut self) -> &mut u32 {
        &mut self.0
    }

    /// The first so many.
    pub(crate) fn each(count: usize) -> iter::Map<Range<u32>, fn(u32) -> Slot> {
        Slot::within(Slot(0)..Slot(count as u32))
    }

    /// The slots of a range.
    #[inline]
    pub(crate) fn within(range: Range<Slot>) -> iter::Map<Range<u32>, fn(u32) -> Slot> {
        (range.start.0..range.end.0).map(Slot)
    }
}

impl KindId {
    /// No fact type.
    pub(crate) const NONE: KindId = KindId(u32::MAX);

    /// What the candidates of a `#[best]` type stand under, of so many types: past all of them.
    pub(crate) const fn of_candidates(self, kinds: usize) -> Self {
        KindId(self.0 + kinds as u32)
    }

    /// The type itself, be it that of facts or of candidates.
    pub(crate) const fn itself(self, kinds: usize) -> Self {
        KindId(self.0 % kinds as u32)
    }

    /// Whether two are one, for what is known as the program is compiled.
    pub(crate) const fn is(self, other: KindId) -> bool {
        self.0 == other.0
    }

    /// The first so many.
    #[cfg(any(debug_assertions, feature = "serde"))]
    pub(crate) fn each(count: usize) -> impl Iterator<Item = KindId> {
        (0..count as u32).map(KindId)
    }
}

impl TokenId {
    /// No token.
    pub(crate) const NONE: TokenId = TokenId(u32::MAX);

    /// The first so many.
    #[cfg(any(test, debug_assertions, feature = "serde", feature = "metrics"))]
    pub(crate) fn each(count: usize) -> impl Iterator<Item = TokenId> {
        (0..count as u32).map(TokenId)
    }
}
