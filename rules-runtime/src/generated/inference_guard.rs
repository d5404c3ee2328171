//! A fact type of which there is never a fact, and which every ruleset has.
//!
//! If a ruleset kept facts of one type alone, rustc would take the only impl of [`Accepts`] for the one
//! that an `insert` must mean, and a fact of another type would be a mismatch with that type instead of
//! no fact type at all.

use alloc::vec::Vec;
use core::fmt;

use crate::ids::{KindId, Slot};
use crate::memory::identity::Plain;
use crate::memory::slab::Slab;
use crate::network::conditions::{Accepts, FieldsOf, Holds};
use crate::session::program::Program;

/// The type: it has no values.
pub enum InferenceGuard {}

#[diagnostic::do_not_recommend]
impl<P: Program> Accepts<InferenceGuard> for P {}

#[diagnostic::do_not_recommend]
impl<P: Program> Holds<InferenceGuard> for P {
    type Identity = Plain;
    const KIND: KindId = KindId::NONE;

    fn slab(_: &P::Memory) -> &Slab<InferenceGuard, P::Mode> {
        unreachable!("there is no fact of this type")
    }

    fn slab_mut(_: &mut P::Memory) -> &mut Slab<InferenceGuard, P::Mode> {
        unreachable!("there is no fact of this type")
    }

    fn changes(before: &InferenceGuard, _: &InferenceGuard, _: FieldsOf<P>) -> FieldsOf<P> {
        match *before {}
    }

    fn classify(_: &P::Memory, _: Slot, _: FieldsOf<P>, _: &mut Vec<u32>) {}

    fn show(fact: &InferenceGuard, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *fact {}
    }
}
