//! Transactions: several changes from outside as one.

use crate::ids::Slot;
use crate::memory::handle::{Handle, HandleError};
use crate::network::conditions::{Accepts, Holds};
use crate::session::iterators::{FactsOf, HandlesOf};
use crate::session::program::Program;
use crate::session::work::Work;

/// A change in the making: what it writes is read by its own calls at once, and by the network when
/// it ends.
///
/// Made by [`Session::transaction`](crate::Session::transaction).
pub struct Transaction<'a, P: Program> {
    pub(crate) work: &'a mut Work<P>,
}

impl<P: Program> Transaction<'_, P> {
    /// Inserts a fact. Where facts of its type are told apart and one of the same identity is there,
    /// returns that one's handle.
    pub fn insert<F: 'static>(&mut self, fact: F) -> Handle<F>
    where
        P: Accepts<F>,
    {
        self.work.stage_insert(fact)
    }

    /// Inserts facts. Returns their handles, in order.
    pub fn insert_all<F: 'static>(
        &mut self,
        facts: impl IntoIterator<Item = F>,
    ) -> alloc::vec::Vec<Handle<F>>
    where
        P: Accepts<F>,
    {
        let facts = facts.into_iter();
        let slab = P::slab_mut(&mut self.work.memory);
        slab.reserve::<<P as Holds<F>>::Identity>(facts.size_hint().0);
        facts.map(|fact| self.insert(fact)).collect()
    }

    /// Changes a fact in place. Returns what `change` returns.
    ///
    /// # Errors
    ///
    /// Fails if the handle names no fact of this session.
    pub fn update<F: Clone + 'static, R>(
        &mut self,
        handle: Handle<F>,
        change: impl FnOnce(&mut F) -> R,
    ) -> Result<R, HandleError>
    where
        P: Holds<F>,
    {
        let slot = self.work.written_slot(handle)?;
        let mut fact = self.view(slot).clone();
        let result = change(&mut fact);
        self.work.check_time(slot, &fact)?;
        self.work.stage_value(slot, fact);
        Ok(result)
    }

    /// Gives a fact a new value. Returns the old one, which the session keeps until the
    /// transaction has ended well: hence `Clone`.
    ///
    /// # Errors
    ///
    /// Fails if the handle names no fact of this session.
    pub fn replace<F: Clone + 'static>(
        &mut self,
        handle: Handle<F>,
        fact: F,
    ) -> Result<F, HandleError>
    where
        P: Holds<F>,
    {
        let slot = self.work.written_slot(handle)?;
        self.work.check_time(slot, &fact)?;
        let before = self.view(slot).clone();
        self.work.stage_value(slot, fact);
        Ok(before)
    }

    /// Takes a fact out. Returns a copy of it: the session keeps the fact until the transaction has
    /// ended well.
    ///
    /// # Errors
    ///
    /// Fails if the handle names no fact of this session.
    pub fn retract<F: Clone + 'static>(&mut self, handle: Handle<F>) -> Result<F, HandleError>
    where
        P: Holds<F>,
    {
        let slot = self.work.written_slot(handle)?;
        let before = self.view(slot).clone();
        self.work.stage_retract::<F>(slot);
        Ok(before)
    }

    /// The fact that a handle names, if it is there.
    #[must_use]
    pub fn get<F: 'static>(&self, handle: Handle<F>) -> Option<&F>
    where
        P: Holds<F>,
    {
        self.work.slot(handle).ok().map(|slot| self.view(slot))
    }

    /// Whether the fact that a handle names is there.
    #[must_use]
    pub fn contains<F: 'static>(&self, handle: Handle<F>) -> bool
    where
        P: Holds<F>,
    {
        self.work.slot(handle).is_ok()
    }

    /// The facts of a type, in the order of their insertion.
    pub fn facts<F: 'static>(&self) -> FactsOf<'_, F>
    where
        P: Holds<F>,
    {
        FactsOf::new(P::slab(&self.work.memory))
    }

    /// The handles of the facts of a type, in the order of their insertion.
    pub fn handles<F: 'static>(&self) -> HandlesOf<'_, F>
    where
        P: Holds<F>,
    {
        HandlesOf::new(P::slab(&self.work.memory))
    }

    /// Whether there are no facts of a type.
    #[must_use]
    pub fn is_empty<F: 'static>(&self) -> bool
    where
        P: Holds<F>,
    {
        self.len::<F>() == 0
    }

    /// How many facts of a type there are.
    #[must_use]
    pub fn len<F: 'static>(&self) -> usize
    where
        P: Holds<F>,
    {
        P::slab(&self.work.memory).len()
    }

    /// The fact of an identity: of the hash of its key, and the same by it.
    #[doc(hidden)]
    pub fn __find<F: 'static>(&self, hash: u64, same: impl Fn(&F) -> bool) -> Option<&F>
    where
        P: Holds<F>,
    {
        P::slab(&self.work.memory).find(hash, same)
    }

    fn view<F: 'static>(&self, slot: Slot) -> &F
    where
        P: Holds<F>,
    {
        P::slab(&self.work.memory)
            .view(slot)
            .expect("the slot holds a fact")
    }
}
