//! The members of a `collect`, found where the network keeps them.

use crate::containers::index::Link;
use crate::containers::trail::Mode;
use crate::ids::{Slot, TokenId};
use crate::joins::token::{self, Token, Tokens};

/// The members of a `collect`.
#[derive(Clone, Copy)]
pub struct Members<'a> {
    tokens: &'a [Token],
    links: &'a [Link],
    first: TokenId,
    len: usize,
    steps: Steps<'a>,
}

/// How many steps to the left of a member its fact is.
#[derive(Clone, Copy)]
pub(crate) enum Steps<'a> {
    /// So many, of all members.
    Alike(u32),
    /// For each branch by which a member may come, whose number is the member's result.
    ByBranch(&'a [u32]),
}

impl<'a> Members<'a> {
    /// So many, the tokens in a list from its first, whose facts stand so many steps to their left.
    pub(crate) fn of<M: Mode>(
        tokens: &'a Tokens<M>,
        (first, len): (TokenId, usize),
        steps: Steps<'a>,
    ) -> Self {
        Members {
            tokens: tokens.all(),
            links: &tokens.links,
            first,
            len,
            steps,
        }
    }

    /// So many members that the network does not keep.
    pub(crate) fn elsewhere(len: usize) -> Self {
        Members {
            tokens: &[],
            links: &[],
            first: TokenId::NONE,
            len,
            steps: Steps::Alike(0),
        }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Their slots, in unspecified order.
    pub(crate) fn slots(self) -> impl Iterator<Item = Slot> + 'a {
        let some = |token: TokenId| (token != TokenId::NONE).then_some(token);
        core::iter::successors(some(self.first), move |&token| {
            some(TokenId(self.links[token.index()].next))
        })
        .map(move |token| {
            let steps = match self.steps {
                Steps::Alike(steps) => steps,
                Steps::ByBranch(steps) => steps[self.tokens[token.index()].fact as usize],
            };
            token::up(self.tokens, token, steps).slot()
        })
    }
}
