//! What of the network orders matches, borrowed apart from what the agenda writes.

use crate::agenda::gate::Gates;
use crate::aggregates::summary::Group;
use crate::containers::trail::Mode;
use crate::history::record::{Record, Records};
use crate::ids::{Slot, TokenId};
use crate::joins::token::{self, Cell, Token};
use crate::plan::Plan;

/// What of the network orders matches.
#[derive(Clone, Copy)]
pub(crate) struct MatchView<'a, M: Mode> {
    pub(crate) plan: &'static Plan<M::Fields>,
    pub(crate) tokens: &'a [Token],
    pub(crate) cells: &'a [Cell],
    pub(crate) groups: &'a [Group],
    pub(crate) records: &'a Records<M>,
    pub(crate) gates: &'a Gates,
}

impl<'a, M: Mode> MatchView<'a, M> {
    /// The slot in which the token so many steps to the left ends.
    pub(crate) fn fact(self, token: TokenId, steps: u32) -> Slot {
        token::up(self.tokens, token, steps).slot()
    }

    /// The number in which that token ends: of an element of a `for`, or of a group.
    pub(crate) fn result(self, token: TokenId, steps: u32) -> u32 {
        token::up(self.tokens, token, steps).fact
    }

    /// The slot at a place of a match that was found whole.
    pub(crate) fn fact_at(self, token: TokenId, place: u32) -> Slot {
        let first = self.tokens[token.index()].left;
        self.cells[(first + place) as usize].slot
    }

    /// The slot with which that token begins.
    pub(crate) fn left_fact(self, token: TokenId, steps: u32) -> Slot {
        token::up(self.tokens, token, steps).left_slot()
    }

    /// The entry of [`Plan::matches`] of a token at a match node.
    pub(crate) fn match_of(self, token: TokenId) -> u32 {
        self.plan.entry_of(self.tokens[token.index()].node())
    }

    /// The record of which a token is the copy.
    pub(crate) fn record_of(self, token: TokenId) -> Option<&'a Record> {
        let token = &self.tokens[token.index()];
        token.is_copy().then(|| self.records.get(token.note))
    }

    /// When a group first had a member, counted in groups.
    pub(crate) fn group_serial(self, group: u32) -> u64 {
        self.groups[group as usize].serial
    }
}
