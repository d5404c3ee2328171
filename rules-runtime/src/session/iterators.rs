//! What a session iterates over: the facts of a type, their handles, and its activations.
//!
//! These are types with names, and none of them drops what borrows the session, so that a borrow ends with its last
//! use. Behind an `impl Iterator` it would last as long as the iterator, which in `if let` is the whole block.

use alloc::vec;
use core::fmt;
use core::iter::FusedIterator;

use crate::ids::TokenId;
use crate::memory::handle::Handle;
use crate::memory::slots::Slots;
use crate::memory::store::Store;
use crate::session::Activation;
use crate::session::program::Program;
use crate::session::work::Work;

/// The facts of a type, in the order of their insertion: what [`Session::facts`](crate::Session::facts) gives.
#[must_use = "iterators do nothing unless they are consumed"]
pub struct FactsOf<'s, F>(Slots<'s, F>);

impl<'s, F> FactsOf<'s, F> {
    pub(crate) fn new(store: &'s Store<F>) -> Self {
        FactsOf(store.slots())
    }
}

impl<'s, F> Iterator for FactsOf<'s, F> {
    type Item = &'s F;

    fn next(&mut self) -> Option<&'s F> {
        self.0.next_fact().map(|(_, fact)| fact)
    }
}

impl<F> FusedIterator for FactsOf<'_, F> {}

impl<F> Clone for FactsOf<'_, F> {
    fn clone(&self) -> Self {
        FactsOf(self.0.clone())
    }
}

impl<F: fmt::Debug> fmt::Debug for FactsOf<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// The handles of the facts of a type, in the order of their insertion: what
/// [`Session::handles`](crate::Session::handles) gives.
#[must_use = "iterators do nothing unless they are consumed"]
pub struct HandlesOf<'s, F>(Slots<'s, F>);

impl<'s, F> HandlesOf<'s, F> {
    pub(crate) fn new(store: &'s Store<F>) -> Self {
        HandlesOf(store.slots())
    }
}

impl<F> Iterator for HandlesOf<'_, F> {
    type Item = Handle<F>;

    fn next(&mut self) -> Option<Handle<F>> {
        let slot = self.0.next()?;
        Some(Handle::new(self.0.store.id(slot)))
    }
}

impl<F> FusedIterator for HandlesOf<'_, F> {}

impl<F> Clone for HandlesOf<'_, F> {
    fn clone(&self) -> Self {
        HandlesOf(self.0.clone())
    }
}

impl<F> fmt::Debug for HandlesOf<'_, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}

/// The activations in firing order: what [`Session::agenda`](crate::Session::agenda) gives.
#[must_use = "iterators do nothing unless they are consumed"]
pub struct Activations<'s, P: Program> {
    work: &'s Work<P>,
    tokens: vec::IntoIter<TokenId>,
}

impl<'s, P: Program> Activations<'s, P> {
    pub(crate) fn new(work: &'s Work<P>) -> Self {
        Activations {
            work,
            tokens: work.in_order().into_iter(),
        }
    }
}

impl<P: Program> Iterator for Activations<'_, P> {
    type Item = Activation<P::Rule>;

    fn next(&mut self) -> Option<Activation<P::Rule>> {
        self.tokens.next().map(|token| self.work.activation(token))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.tokens.size_hint()
    }
}

impl<P: Program> DoubleEndedIterator for Activations<'_, P> {
    fn next_back(&mut self) -> Option<Activation<P::Rule>> {
        let token = self.tokens.next_back()?;
        Some(self.work.activation(token))
    }
}

impl<P: Program> ExactSizeIterator for Activations<'_, P> {}

impl<P: Program> FusedIterator for Activations<'_, P> {}

impl<P: Program> Clone for Activations<'_, P> {
    fn clone(&self) -> Self {
        Activations {
            work: self.work,
            tokens: self.tokens.clone(),
        }
    }
}

impl<P: Program> fmt::Debug for Activations<'_, P>
where
    P::Rule: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.clone()).finish()
    }
}
