//! A session without its listener and globals: facts, network, and the change in the making.

use core::cmp::Ordering;

use crate::change::{self, Revert};
use crate::handle::{Handle, HandleError, Tags};
use crate::index::NIL;
use crate::network::Network;
use crate::program::{Holds, Program};
use crate::slab::ALL;

/// What a call on a poisoned session says.
pub(crate) const POISONED: &str = "this session is poisoned: a panic in a condition, or in a fact's own code, has broken off a change";

/// The state of a session.
pub(crate) struct Work<P: Program> {
    pub(crate) memory: P::Memory,
    pub(crate) network: Network,
    pub(crate) tags: Tags,
    /// How many changes there have been.
    pub(crate) date: u64,
    pub(crate) halted: bool,
    /// Whether user code that must not panic is running, or did when a panic ended it.
    pub(crate) poisoned: bool,
}

impl<P: Program> Work<P> {
    /// No facts, and the token without facts where the network begins with it; still to be propagated.
    pub(crate) fn new() -> Self {
        let mut network = Network::new(P::PLAN);
        for &root in P::PLAN.roots {
            network.create(root, NIL, NIL);
        }
        Work {
            memory: P::memory(),
            network,
            tags: Tags::new(),
            date: 0,
            halted: false,
            poisoned: false,
        }
    }

    /// Stages an insert.
    pub(crate) fn stage_insert<F: 'static>(&mut self, fact: F) -> Handle<F>
    where
        P: Holds<F>,
    {
        self.check();
        self.poisoned = true;
        let tag = self.tags.next();
        let slab = P::slab_mut(&mut self.memory);
        let slot = slab.stage_insert::<P::Identity>(fact, tag);
        let handle = Handle::new(slab.id(slot));
        self.poisoned = false;
        handle
    }

    /// Stages a new value of a fact.
    pub(crate) fn stage_value<F: 'static>(&mut self, slot: u32, fact: F)
    where
        P: Holds<F>,
    {
        self.poisoned = true;
        P::slab_mut(&mut self.memory).stage_value::<P::Identity>(slot, fact, ALL);
        self.poisoned = false;
    }

    /// Stages a retraction.
    pub(crate) fn stage_retract<F: 'static>(&mut self, slot: u32)
    where
        P: Holds<F>,
    {
        self.poisoned = true;
        P::slab_mut(&mut self.memory).stage_retract::<P::Identity>(slot);
        self.poisoned = false;
    }

    /// The slot of the fact that a handle names.
    pub(crate) fn slot<F: 'static>(&self, handle: Handle<F>) -> Result<u32, HandleError>
    where
        P: Holds<F>,
    {
        let fact_type = P::PLAN.kinds[P::KIND as usize].name;
        let error = HandleError {
            id: handle.id(),
            fact_type,
            poisoned: self.poisoned,
        };
        if self.poisoned {
            return Err(error);
        }
        P::slab(&self.memory).slot(handle.id()).ok_or(error)
    }

    /// Forgets what is staged.
    pub(crate) fn revert(&mut self) {
        P::visit(&mut Revert::<P> {
            memory: &mut self.memory,
        });
    }

    /// Frees what the change removed; the change is then over.
    pub(crate) fn finish(&mut self) {
        change::finish::<P>(&mut self.memory, &mut self.network);
        self.poisoned = false;
    }

    /// The activation to fire first.
    pub(crate) fn first_activation(&mut self) -> Option<u32> {
        let Work {
            memory, network, ..
        } = self;
        network.first_activation(|network, a, b| change::order::<P>(memory, network, a, b))
    }

    /// Which of two activations of one change fires first.
    pub(crate) fn order(&self, a: u32, b: u32) -> Ordering {
        change::order::<P>(&self.memory, &self.network, a, b)
    }

    /// The rule of an activation, by its place in [`Program::RULES`].
    pub(crate) fn rule_of(&self, token: u32) -> usize {
        P::PLAN.matches[self.network.match_of(token) as usize].rule as usize
    }

    pub(crate) fn check(&self) {
        assert!(!self.poisoned, "{POISONED}");
    }
}
