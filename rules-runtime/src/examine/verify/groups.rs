//! Summaries: each group has the members that were found for its owner, and says what they come to.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::{Check, sorted};
use crate::aggregates::number::Total;
use crate::aggregates::summary::Emitted;
use crate::containers::index::NIL;
use crate::containers::trail::Mode;
use crate::ids::TokenId;
use crate::network::Pair;
use crate::plan::{NodeKind, Summary};

impl<M: Mode> Check<'_, M> {
    pub(super) fn verify_groups(&mut self) {
        for node in 0..self.plan.nodes.len() as u32 {
            match self.plan.nodes[node as usize].kind {
                NodeKind::Summary { of, steps, by, .. } => self.verify_summary(node, of, steps, by),
                NodeKind::Last { number, steps, .. } => self.verify_latest(node, number, steps),
                _ => {}
            }
        }
    }

    /// The members of a group stand in the order of time, and the last so many have passed.
    fn verify_latest(&mut self, node: u32, number: usize, steps: u32) {
        let network = self.network;
        let members = &self.tokens[node as usize];
        let bucket = |member: &TokenId| network.tokens.links[member.index()].bucket;
        let mut groups: Vec<u32> = members.iter().map(bucket).collect();
        groups.sort_unstable();
        groups.dedup();
        let (mut found, mut passed) = (Vec::new(), Vec::new());
        for group in groups {
            let known = &network.summaries.groups[group as usize];
            assert!(!known.touched && !known.members_changed, "group {group}");
            let in_time = network.in_time(group);
            assert_eq!(known.count as usize, in_time.len(), "group {group}");
            let is_in_order = in_time
                .is_sorted_by(|&(a, _), &(b, _)| self.ruleset.order_in_time(node, a, b).is_lt());
            assert!(is_in_order, "group {group}");
            let first = in_time.len().saturating_sub(number);
            for (place, (member, passes)) in in_time.into_iter().enumerate() {
                assert_eq!(network.tokens.up(member, steps), known.owner);
                assert_eq!(bucket(&member), group);
                assert_eq!(passes, place >= first, "member {member} of group {group}");
                if passes {
                    passed.push(Pair::of(member, NIL));
                }
                found.push(member);
            }
        }
        assert_eq!(
            sorted(found),
            sorted(members.iter().copied()),
            "node {node}"
        );
        self.expect(node, &passed);
    }

    fn verify_summary(&mut self, node: u32, of: Summary, steps: u32, by: bool) {
        let network = self.network;
        let members = &self.tokens[node as usize];
        let owners = self.plan.nodes.iter().zip(&self.tokens);
        let owners = owners.filter(
            |(owner, _)| matches!(owner.kind, NodeKind::Owner { summary } if summary == node),
        );
        let owners = owners.flat_map(|(_, tokens)| tokens.iter().copied());
        // Without `by` an owner has a group from the first; with it, one for each key of its members.
        let mut groups: Vec<u32> = if by {
            members
                .iter()
                .map(|&member| network.tokens.links[member.index()].bucket)
                .collect()
        } else {
            owners.map(|owner| network.tokens.get(owner).note).collect()
        };
        groups.sort_unstable();
        groups.dedup();
        let (mut found, mut emitted) = (Vec::new(), Vec::new());
        for group in groups {
            let known = &network.summaries.groups[group as usize];
            let of_group: Vec<TokenId> = network.member_tokens(group).collect();
            assert!(!known.touched && !known.members_changed, "group {group}");
            assert_eq!(known.count as usize, of_group.len(), "group {group}");
            for &member in &of_group {
                assert_eq!(network.tokens.up(member, steps), known.owner);
                assert_eq!(network.tokens.links[member.index()].bucket, group);
                if by {
                    assert!(self.ruleset.same_group(node, of_group[0], member));
                }
            }
            self.verify_said(node, of, group, &of_group);
            if known.emitted != Emitted::Nothing {
                let told = network.told_of(known.owner);
                emitted.extend(told.map(|token| Pair::of(token, group)));
            }
            found.extend(of_group);
        }
        assert_eq!(
            sorted(found),
            sorted(members.iter().copied()),
            "node {node}"
        );
        self.ruleset.filter(node, &mut emitted);
        self.expect(node, &emitted);
    }

    /// What a group says is what its members come to. (A user's accumulator may say what it likes.)
    fn verify_said(&self, node: u32, of: Summary, group: u32, members: &[TokenId]) {
        let (network, count) = (self.network, members.len() as u32);
        let emitted = network.summaries.groups[group as usize].emitted;
        let holds = |holds| {
            if holds {
                Emitted::Holds
            } else {
                Emitted::Nothing
            }
        };
        let total = || {
            let mut total = Total::default();
            for &member in members {
                total.add(self.ruleset.number(node, member));
            }
            total
        };
        let expected = match of {
            Summary::Quantified(quantifier) => holds(quantifier.holds_of(count)),
            Summary::Count => Emitted::Count(count),
            Summary::Collect => Emitted::Holds,
            Summary::Sum => Emitted::Sum(total().said()),
            Summary::Avg if count == 0 => Emitted::Nothing,
            Summary::Avg => Emitted::Mean(total().as_f64() / f64::from(count)),
            Summary::Least | Summary::Greatest => {
                let heap = network.summaries.heaps.members(group);
                assert_eq!(
                    sorted(heap.iter().copied()),
                    sorted(members.iter().copied())
                );
                let Emitted::Best(best) = emitted else {
                    assert!(members.is_empty(), "group {group} has a best member");
                    return;
                };
                let worse = match of {
                    Summary::Least => Ordering::Greater,
                    _ => Ordering::Less,
                };
                for &member in members {
                    let order = self.ruleset.compare(node, best.member, member);
                    assert_ne!(order, worse, "member {member} of group {group}");
                }
                return;
            }
            Summary::User => return,
        };
        // A sum that is no number is not equal to itself.
        let same = emitted == expected
            || matches!(emitted, Emitted::Mean(mean) if mean.is_nan())
            || matches!(emitted, Emitted::Sum(crate::aggregates::number::Said::Float(sum)) if sum.is_nan());
        let empty = members.is_empty() && emitted == Emitted::Nothing;
        assert!(
            same || empty,
            "group {group} emits {emitted:?}, and is {expected:?}"
        );
    }
}
