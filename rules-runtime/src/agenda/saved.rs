//! The agenda as a snapshot has it.

use super::{ActivationKey, Agenda, Compare};
use crate::containers::index::Link;
use crate::containers::trail::{Cells, Mode};
use crate::ids::TokenId;

impl<M: Mode> Agenda<M> {
    /// How many activations have been numbered.
    pub(crate) fn numbered(&self) -> u64 {
        self.matches
    }

    /// Goes on numbering from there.
    pub(crate) fn restore_numbered(&mut self, matches: u64) {
        self.matches = matches;
    }

    /// The groups in focus, the one that fires last.
    pub(crate) fn focused(&self) -> &[u32] {
        &self.focus
    }

    /// All activations, in unspecified order.
    pub(crate) fn keyed(&self) -> impl Iterator<Item = (TokenId, ActivationKey)> + '_ {
        let sections = 0..self.sections.len() as u32;
        sections.flat_map(|section| self.keyed_in(section))
    }

    /// Gives a match that has fired what it is ordered by when it ends, where sections are heaps.
    pub(crate) fn restore_key<C: Compare>(&mut self, token: TokenId, key: ActivationKey) {
        if const { C::HEAPS } {
            self.keys.grow(token.index() + 1, ActivationKey::default());
            self.keys[token.index()] = key;
        }
    }

    /// Puts an activation on the agenda where it stood. They must come in the order of their dates.
    pub(crate) fn restore(
        &mut self,
        links: &mut Cells<Link, M>,
        token: TokenId,
        entry: u32,
        key: ActivationKey,
        compare: &impl Compare,
    ) {
        self.push_keyed(links, token, entry, key, compare);
    }
}
