//! The members of a `collect`, found where the network keeps them.

use crate::containers::index::{Link, NIL};
use crate::containers::trail::Mode;
use crate::joins::network::Network;
use crate::joins::token::{self, Token};

/// The members of a `collect`.
#[derive(Clone, Copy)]
pub struct Members<'a> {
    tokens: &'a [Token],
    links: &'a [Link],
    first: u32,
    len: usize,
    steps: u32,
}

impl<'a> Members<'a> {
    /// So many members that the network does not keep.
    pub(crate) fn elsewhere(len: usize) -> Self {
        Members {
            tokens: &[],
            links: &[],
            first: NIL,
            len,
            steps: 0,
        }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Their slots, in unspecified order.
    pub(crate) fn slots(self) -> impl Iterator<Item = u32> + 'a {
        let some = |token: u32| (token != NIL).then_some(token);
        core::iter::successors(some(self.first), move |&token| {
            some(self.links[token as usize].next)
        })
        .map(move |token| token::up(self.tokens, token, self.steps).fact)
    }
}

impl<M: Mode> Network<M> {
    /// The members of a `collect`, whose facts stand so many steps to the left of the tokens found.
    #[must_use]
    pub fn members(&self, group: u32, steps: u32) -> Members<'_> {
        let (first, len) = self.summaries.members(group);
        Members {
            tokens: self.tokens.all(),
            links: &self.tokens.links,
            first,
            len,
            steps,
        }
    }
}
