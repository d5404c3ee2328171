//! The agenda as a snapshot has it.

use super::{Agenda, Compare, Standing};
use crate::index::Link;
use crate::trail::{Cells, Mode};

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

    /// All activations, in no order that means anything.
    pub(crate) fn standings(&self) -> impl Iterator<Item = (u32, Standing)> + '_ {
        let sections = 0..self.sections.len() as u32;
        sections.flat_map(|section| self.standings_in(section))
    }

    /// What is known of an activation, or of a match that has fired, where activations are ordered by it.
    pub(crate) fn standing(&self, token: u32) -> Standing {
        self.standings
            .get(token as usize)
            .copied()
            .unwrap_or_default()
    }

    /// Gives a match that has fired what it is ordered by when it ends.
    pub(crate) fn restore_standing(&mut self, token: u32, standing: Standing) {
        if self.ordered {
            self.standings.grow(token as usize + 1, Standing::default());
            self.standings[token as usize] = standing;
        }
    }

    /// Puts an activation on the agenda where it stood. They must come in the order of their dates.
    pub(crate) fn restore(
        &mut self,
        links: &mut Cells<Link, M>,
        token: u32,
        entry: u32,
        standing: Standing,
        compare: &impl Compare,
    ) {
        self.push_standing(links, token, entry, standing, compare);
    }
}
