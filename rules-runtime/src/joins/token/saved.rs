//! Tokens as a snapshot needs them.

use super::{Token, Tokens};
use crate::containers::trail::Mode;
use crate::ids::TokenId;

impl<M: Mode> Tokens<M> {
    /// The tokens that are there, in unspecified order.
    pub(crate) fn live(&self) -> impl Iterator<Item = TokenId> + '_ {
        TokenId::each(self.all.len()).filter(|&token| !self.is_dead(token))
    }

    /// Makes a copy of a token that is no more, of a node, with nothing on its left yet.
    pub(crate) fn restore_copy(&mut self, node: u32) -> TokenId {
        self.place_copy(node, 0, 0)
    }

    /// Gives a copy its left and its fact.
    pub(crate) fn complete_copy(&mut self, copy: TokenId, left: u32, fact: u32) {
        let token: &mut Token = self.get_mut(copy);
        (token.left, token.fact) = (left, fact);
    }
}
