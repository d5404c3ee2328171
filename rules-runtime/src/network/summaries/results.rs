//! The results of summaries on which a token rests, and whether they can be computed.
//!
//! A result is computed from the members of a group where it is asked for. While a change has touched them and the
//! summary has still to work, it cannot be; when the summary says something else, what it said before cannot be.

use crate::aggregates::summary::{Emitted, Group};
use crate::containers::trail::Mode;
use crate::ids::TokenId;
use crate::network::Network;
use crate::plan::{NodeKind, Summary};

impl<M: Mode> Network<M> {
    /// Whether a member was found through a group that says something else since this change, or whose list was cut off
    /// when it ended: what it came to cannot be computed any more.
    #[must_use]
    #[inline(never)]
    pub fn rests_on_changed(&self, member: TokenId) -> bool {
        let (changed, ended) = (&self.summaries.changed, &self.summaries.ended);
        !(changed.is_empty() && ended.is_empty())
            && self
                .results_of(member)
                .any(|(summary, group)| self.is_cut_off(summary, group) || changed.contains(&group))
    }

    /// Whether what a group that has ended came to cannot be computed any more: its members have left, and it has kept no
    /// result. So it is with a list, and with the best of members that rest on one.
    fn is_cut_off(&self, summary: u32, group: u32) -> bool {
        let Group { owner, emitted, .. } = self.summaries.groups[group as usize];
        if owner != TokenId::NONE {
            return false;
        }
        match emitted {
            Emitted::Best(best) => self.rests_on_changed(best.member),
            _ => matches!(
                self.plan.nodes[summary as usize].kind,
                NodeKind::Summary {
                    of: Summary::Collect,
                    ..
                }
            ),
        }
    }

    /// The summaries through which a token was found, with the groups that gave their results.
    fn results_of(&self, token: TokenId) -> impl Iterator<Item = (u32, u32)> + '_ {
        let some = |token: TokenId| (token != TokenId::NONE).then_some(token);
        let tokens = core::iter::successors(some(token), move |&token| {
            let shape = &self.plan.nodes[self.tokens.node(token) as usize];
            some(self.tokens.get(token).left_token()).filter(|_| shape.left_fact.is_none())
        });
        tokens.filter_map(move |token| {
            let producer = self.producer(token);
            let kind = &self.plan.nodes[producer as usize].kind;
            let is_summary = matches!(kind, NodeKind::Summary { .. });
            is_summary.then(|| (producer, self.tokens.get(token).fact))
        })
    }

    /// The first summary that is to work, or that takes what a node before it is to let pass, of those that come to a
    /// value: what it and those after it came to before
    /// the change cannot be computed any more, and what they come to now is not known yet.
    pub(crate) fn first_unsettled(&self) -> Option<u32> {
        self.work
            .iter()
            .find(|&node| match self.plan.nodes[node as usize].kind {
                NodeKind::Summary { of, .. } => !matches!(of, Summary::Quantified(_)),
                NodeKind::Last { .. } => true,
                _ => false,
            })
    }

    /// Whether a token was found through a summary that may be unsettled, as the one from
    /// [`Network::first_unsettled`] is.
    pub(crate) fn is_unsettled(&self, first_unsettled: Option<u32>, token: TokenId) -> bool {
        first_unsettled.is_some_and(|first| {
            let mut results = self.results_of(token);
            results.any(|(summary, _)| summary >= first)
        })
    }
}
