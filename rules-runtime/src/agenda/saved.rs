//! The agenda as a snapshot has it.

use super::{Agenda, Compare, Standing};
use crate::index::Link;

impl Agenda {
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
        self.sections
            .iter()
            .flat_map(|section| self.standings_in(section))
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
            let length = self.standings.len().max(token as usize + 1);
            self.standings.resize(length, Standing::default());
            self.standings[token as usize] = standing;
        }
    }

    /// Puts an activation on the agenda where it stood. They must come in the order of their dates.
    pub(crate) fn restore(
        &mut self,
        links: &mut [Link],
        token: u32,
        entry: u32,
        standing: Standing,
        compare: &impl Compare,
    ) {
        self.push_standing(links, token, entry, standing, compare);
    }
}
