//! Copies of groups as a snapshot gives them back.

use crate::aggregates::summary::{Best, Emitted};
use crate::containers::index::Link;
use crate::containers::trail::Mode;
use crate::ids::TokenId;
use crate::network::Network;

impl<M: Mode> Network<M> {
    /// Gives the copy of a group its members, of which the first may be the best.
    pub(crate) fn complete_group(&mut self, group: u32, members: &[TokenId], has_best: bool) {
        let first = members.first().copied().unwrap_or(TokenId::NONE);
        let group = &mut self.summaries.groups[group as usize];
        group.first = first;
        if has_best {
            group.emitted = Emitted::Best(Best {
                member: first,
                hash: None,
            });
        }
        for pair in members.windows(2) {
            self.tokens.links[pair[0].index()] = Link {
                next: pair[1].number(),
                ..Link::NONE
            };
        }
    }
}
