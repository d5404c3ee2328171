//! Copies of a session: they answer the same handles and go on alike, each by itself.
//!
//! Whether a session can be copied is decided where someone copies it, not where the ruleset stands: the
//! bounds on fact types and globals go through the listener's type, which is open until then.

use alloc::boxed::Box;

use crate::containers::trail::Mode;
use crate::memory::slab::Slab;
use crate::session::Session;
use crate::session::program::Program;
use crate::session::watch::Watches;
use crate::session::work::Work;

/// Says that a fact or a global can be copied with a session whose listener is an `L`.
#[diagnostic::on_unimplemented(
    message = "sessions of this ruleset are not `Clone`, because `{Self}` is not",
    label = "`{Self}` is not `Clone`",
    note = "a session is `Clone` when its fact types, its globals and its listener are"
)]
pub trait CloneFor<L>: Sized {
    /// A copy of a value.
    #[must_use]
    fn clone_value(&self) -> Self;
    /// A copy of all facts of the type.
    #[must_use]
    fn clone_slab<M: Mode>(slab: &Slab<Self, M>) -> Slab<Self, M>;
}

#[diagnostic::do_not_recommend]
impl<T: Clone, L> CloneFor<L> for T {
    fn clone_value(&self) -> Self {
        self.clone()
    }

    fn clone_slab<M: Mode>(slab: &Slab<Self, M>) -> Slab<Self, M> {
        slab.clone()
    }
}

impl<P: Program, L: Clone> Session<P, L>
where
    P::Search: Clone,
{
    /// A copy, given how to copy working memory and the globals. It answers the handles made so far; later
    /// ones are foreign to the other session.
    #[doc(hidden)]
    #[must_use]
    pub fn __copy(
        &self,
        memory: impl FnOnce(&P::Memory) -> P::Memory,
        globals: impl FnOnce(&P::Globals) -> P::Globals,
    ) -> Self {
        let work = &*self.work;
        Session {
            work: Box::new(Work {
                memory: memory(&work.memory),
                network: work.network.clone(),
                tags: work.tags.fork(),
                ..*work
            }),
            globals: globals(&self.globals),
            listener: self.listener.clone(),
            search: self.search.clone(),
            watches: Watches::default(),
            covered: self.covered.clone(),
        }
    }
}
