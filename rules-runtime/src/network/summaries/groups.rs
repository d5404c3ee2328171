//! What is asked of the groups of accumulates.

use core::mem;

use crate::aggregates::members::{Members, Steps};
use crate::aggregates::number::Numeric;
use crate::aggregates::summary::{Best, Emitted, Group};
use crate::containers::fields::Fields as _;
use crate::containers::index::NIL;
use crate::containers::trail::Mode;
use crate::history::record::Copies;
use crate::ids::{KindId, Slot, TokenId};
use crate::memory::archive::Moment;
use crate::network::Network;
use crate::plan::{NodeKind, Summary};

impl<M: Mode> Network<M> {
    /// Copies a group as it is, with the members that it may be asked for.
    pub(crate) fn copy_group(
        &mut self,
        of: Summary,
        by: bool,
        group: u32,
        copies: &mut Copies,
    ) -> u32 {
        let copy = self.summaries.copy_of(group);
        if of == Summary::Collect {
            let mut member = self.summaries.groups[group as usize].first;
            while member != TokenId::NONE {
                let twin = self.copy(member, copies);
                let first = &mut self.summaries.groups[copy as usize].first;
                self.tokens.links[twin.index()].next = mem::replace(first, twin).number();
                member = TokenId(self.tokens.links[member.index()].next);
            }
        } else if let Emitted::Best(best) = self.summaries.groups[group as usize].emitted {
            let member = self.copy(best.member, copies);
            let copy = &mut self.summaries.groups[copy as usize];
            (copy.emitted, copy.first) = (Emitted::Best(Best { member, ..best }), member);
        } else if by {
            let first = self.copy(self.representative(group), copies);
            self.summaries.groups[copy as usize].first = first;
        }
        copy
    }

    /// The members of a group.
    pub(crate) fn member_tokens(&self, group: u32) -> impl Iterator<Item = TokenId> + '_ {
        let some = |member: TokenId| (member != TokenId::NONE).then_some(member);
        core::iter::successors(
            some(self.summaries.groups[group as usize].first),
            move |&member| some(TokenId(self.tokens.links[member.index()].next)),
        )
    }

    /// The number of a group's members.
    #[must_use]
    pub fn members_of(&self, group: u32) -> usize {
        self.summaries.groups[group as usize].count as usize
    }

    /// The sum of a group.
    #[must_use]
    pub fn sum<T: Numeric>(&self, group: u32) -> T {
        T::total(&self.summaries.groups[group as usize].total)
    }

    /// The mean of a group.
    #[must_use]
    pub fn mean(&self, group: u32) -> f64 {
        let Group { total, count, .. } = &self.summaries.groups[group as usize];
        total.as_f64() / f64::from(*count)
    }

    /// The member that says what a group says: for `min`, `max` and their kin the best, else any.
    #[must_use]
    pub fn member(&self, group: u32) -> TokenId {
        match self.summaries.groups[group as usize].emitted {
            Emitted::Best(best) => best.member,
            _ => self.summaries.groups[group as usize].first,
        }
    }

    /// A member of a group that the change has not removed, if there is one; else any.
    #[inline(never)]
    pub(crate) fn representative(&self, group: u32) -> TokenId {
        let first = self.summaries.groups[group as usize].first;
        self.member_tokens(group)
            .find(|&member| !self.tokens.is_dead(member))
            .unwrap_or(first)
    }

    /// When a member's facts read as they were when it was one: where the change has removed it, before.
    pub(crate) fn moment_of(&self, member: TokenId) -> Moment {
        if self.tokens.is_dead(member) {
            Moment::Before
        } else {
            Moment::Now
        }
    }

    /// When the facts of the member that speaks for a group are to be read, for what the group said at a moment: it
    /// may have become a member, or the one that speaks, since then.
    #[must_use]
    pub fn moment_in_group(&self, member: TokenId, moment: Moment) -> Moment {
        match moment {
            Moment::Before => self.moment_of(member),
            moment => moment,
        }
    }

    /// When a group first had a member, counted in groups.
    #[cfg(feature = "serde")]
    pub(crate) fn group_serial(&self, group: u32) -> u64 {
        self.match_view().group_serial(group)
    }

    /// Whether a fact, the best before the change, is another now, or has changed in these fields.
    #[must_use]
    pub fn best_differs(&self, kind: KindId, before: Slot, now: Slot, reads: M::Fields) -> bool {
        before != now || self.tokens.changes(kind, now).meets(reads)
    }

    /// The work of an owner's node: the search for members begins; without `by` each new token gets its
    /// one group.
    #[inline(never)]
    pub(crate) fn own(&mut self, node: u32, summary: u32) {
        let NodeKind::Summary { by, .. } = self.plan.nodes[summary as usize].kind else {
            return;
        };
        let mut owners = mem::take(&mut self.nodes[node as usize].lefts);
        for item in owners.drain(..) {
            let owner = TokenId(item);
            if self.tokens.is_dead(owner) {
                continue;
            }
            let group = if by {
                NIL
            } else {
                self.summaries.open(summary, owner)
            };
            self.tokens.get_mut(owner).note = group;
            for &output in self.plan.nodes[node as usize].outputs {
                self.create(output, item, NIL);
            }
        }
        self.nodes[node as usize].lefts = owners;
        self.work.push(summary);
    }

    /// The members of a `collect`, whose facts stand so many steps to the left of the tokens found.
    #[must_use]
    pub fn members(&self, group: u32, steps: u32) -> Members<'_> {
        Members::of(
            &self.tokens,
            self.summaries.members(group),
            Steps::Alike(steps),
        )
    }

    /// The same, where the number of steps is another for each branch by which members come.
    #[must_use]
    pub fn members_by_branch<'n>(&'n self, group: u32, steps: &'n [u32]) -> Members<'n> {
        Members::of(
            &self.tokens,
            self.summaries.members(group),
            Steps::ByBranch(steps),
        )
    }
}
