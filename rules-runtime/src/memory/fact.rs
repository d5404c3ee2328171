//! What a fact variable of a rule is.

use core::cell::Cell;
use core::fmt;
use core::ops::{Deref, DerefMut};

use crate::ids::Slot;
use crate::memory::archive::Moment;
use crate::memory::handle::Handle;
use crate::memory::store::Store;

/// A fact that a rule's variable names: it reads as a `&T` and knows its handle.
///
/// In a `then` block it reads the fact as it was matched, and after a `modify` through this variable
/// the new value. A `modify` of a fact that is gone does nothing: it reads as before.
pub struct Fact<'a, T> {
    slot: Slot,
    now: Cell<&'a T>,
    home: &'a Store<T>,
}

impl<'a, T> Fact<'a, T> {
    /// The fact in a slot.
    #[doc(hidden)]
    #[must_use]
    #[inline]
    pub fn __at(home: &'a Store<T>, slot: Slot) -> Self {
        Fact {
            slot,
            now: Cell::new(home.value(slot)),
            home,
        }
    }

    /// The fact that stood in a slot at a moment: as it was then, or since then.
    #[doc(hidden)]
    #[must_use]
    pub fn __then(home: &'a Store<T>, slot: Slot, moment: Moment) -> Self {
        let (slot, now) = home.latest(slot, moment);
        Fact {
            slot,
            now: Cell::new(now),
            home,
        }
    }

    /// The fact's slot.
    #[doc(hidden)]
    #[must_use]
    pub fn __slot(this: &Self) -> Slot {
        this.slot
    }

    /// The fact's handle.
    #[must_use]
    pub fn handle(&self) -> Handle<T> {
        Handle::new(self.home.id_of_latest(self.slot))
    }

    /// A copy of the fact's value, to be changed and inserted.
    ///
    /// A method of its own because a rule's variable is a reference, of which [`Clone::clone`] would copy the reference.
    #[must_use]
    #[expect(
        clippy::should_implement_trait,
        reason = "what is cloned is the value, and not this"
    )]
    pub fn clone(&self) -> T
    where
        T: Clone,
    {
        (**self).clone()
    }

    /// Begins a `modify` that writes these fields.
    #[doc(hidden)]
    #[must_use]
    pub fn modify(this: &Self, written: u64) -> Draft<'_, 'a, T>
    where
        T: Clone,
    {
        let (draft, gone) = this.home.effects.draft(this.slot);
        // In an `undo`, what a list reads is of the firing.
        let start = draft.unwrap_or_else(|| this.home.value_of_latest(this.slot));
        Draft {
            fact: this,
            value: Some(start.clone()),
            written,
            gone,
        }
    }

    /// Checks that what is to be modified is not the fact that a `modify` around modifies: neither would see what the other
    /// writes.
    ///
    /// # Panics
    ///
    /// Panics if it is.
    #[doc(hidden)]
    pub fn __tell_apart<U>(around: &Fact<'_, U>, this: &Self) {
        let is_one = around.slot == this.slot && core::ptr::addr_eq(around.home, this.home);
        assert!(
            !is_one,
            "a fact is modified within its own `modify`, by another name"
        );
    }

    /// Notes a `retract`.
    #[doc(hidden)]
    pub fn __retract(this: &Self) {
        this.home.effects.retract(this.slot);
    }
}

impl<T> Deref for Fact<'_, T> {
    type Target = T;

    #[inline]
    fn deref(&self) -> &T {
        self.now.get()
    }
}

impl<T: fmt::Debug> fmt::Debug for Fact<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: fmt::Display> fmt::Display for Fact<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

/// What holds a fact of type `T` in a block: a variable of a pattern, or one of the block's own.
#[diagnostic::on_unimplemented(
    message = "a fact is needed here, but this is a `{Self}`",
    label = "no fact",
    note = "`modify` and `retract` take a fact variable: one of a pattern, `name @ Type {{ … }}`, or a member of a `collect`"
)]
pub trait FactVariable<'a, T> {
    /// The fact.
    fn fact(&self) -> &Fact<'a, T>;
}

#[diagnostic::do_not_recommend]
impl<'a, T> FactVariable<'a, T> for Fact<'a, T> {
    #[inline]
    fn fact(&self) -> &Fact<'a, T> {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<'a, T, V: FactVariable<'a, T>> FactVariable<'a, T> for &V {
    #[inline]
    fn fact(&self) -> &Fact<'a, T> {
        (**self).fact()
    }
}

/// The fact that a variable holds.
#[inline]
pub fn fact<'v, 'a, T, V: FactVariable<'a, T>>(variable: &'v V) -> &'v Fact<'a, T> {
    variable.fact()
}

/// A fact's new value while a `modify` block writes it; noted as an effect when the block is left.
#[doc(hidden)]
pub struct Draft<'f, 'a, T> {
    fact: &'f Fact<'a, T>,
    value: Option<T>,
    written: u64,
    /// Whether it comes to nothing, because there is no such fact any more.
    gone: bool,
}

impl<T> Deref for Draft<'_, '_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.value
            .as_ref()
            .expect("a draft holds its value until it is dropped")
    }
}

impl<T> DerefMut for Draft<'_, '_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.value
            .as_mut()
            .expect("a draft holds its value until it is dropped")
    }
}

impl<T> Drop for Draft<'_, '_, T> {
    fn drop(&mut self) {
        if let Some(value) = self.value.take()
            && !self.gone
        {
            let Fact { slot, now, home } = self.fact;
            now.set(home.effects.modify(*slot, value, self.written));
        }
    }
}
