//! Summaries: each group has the members that were found for its owner, and says what they come to.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::{Check, sorted};
use crate::network::Pair;
use crate::number::Total;
use crate::plan::{NodeKind, Summary};
use crate::program::Program;
use crate::summary::Said;

impl<P: Program> Check<'_, P> {
    pub(super) fn verify_groups(&mut self) {
        for node in 0..P::PLAN.nodes.len() as u32 {
            if let NodeKind::Summary { of, steps, by, .. } = P::PLAN.nodes[node as usize].kind {
                self.verify_summary(node, of, steps, by);
            }
        }
    }

    fn verify_summary(&mut self, node: u32, of: Summary, steps: u32, by: bool) {
        let network = self.network;
        let members = &self.tokens[node as usize];
        let owners = P::PLAN.nodes.iter().zip(&self.tokens);
        let owners = owners.filter(
            |(owner, _)| matches!(owner.kind, NodeKind::Owner { summary } if summary == node),
        );
        let owners = owners.flat_map(|(_, tokens)| tokens.iter().copied());
        // Without `by` an owner has a group from the first; with it, one for each key of its members.
        let mut groups: Vec<u32> = if by {
            members
                .iter()
                .map(|&member| network.tokens.links[member as usize].bucket)
                .collect()
        } else {
            owners.map(|owner| network.tokens.get(owner).note).collect()
        };
        groups.sort_unstable();
        groups.dedup();
        let (mut found, mut said) = (Vec::new(), Vec::new());
        for group in groups {
            let known = &network.summaries.groups[group as usize];
            let of_group: Vec<u32> = network.member_tokens(group).collect();
            assert!(!known.touched && !known.stirred, "group {group}");
            assert_eq!(known.count as usize, of_group.len(), "group {group}");
            for &member in &of_group {
                assert_eq!(network.tokens.up(member, steps), known.owner);
                assert_eq!(network.tokens.links[member as usize].bucket, group);
                if by {
                    let first = (of_group[0], crate::archive::Moment::Now);
                    let member = (node, member);
                    assert!(P::same_group(node, self.memory, network, first, member));
                }
            }
            self.verify_said(node, of, group, &of_group);
            if known.said != Said::Nothing {
                said.push(Pair {
                    left: known.owner,
                    right: group,
                });
            }
            found.extend(of_group);
        }
        assert_eq!(
            sorted(found),
            sorted(members.iter().copied()),
            "node {node}"
        );
        P::filter(node, self.memory, network, &mut said);
        self.expect(node, &said);
    }

    /// What a group says is what its members come to. (A user's accumulator may say what it likes.)
    fn verify_said(&self, node: u32, of: Summary, group: u32, members: &[u32]) {
        let (network, count) = (self.network, members.len() as u32);
        let said = network.summaries.groups[group as usize].said;
        let holds = |holds| if holds { Said::Holds } else { Said::Nothing };
        let total = || {
            let mut total = Total::default();
            for &member in members {
                total.add(P::number(node, self.memory, network, member));
            }
            total
        };
        let expected = match of {
            Summary::Quantified(quantifier) => holds(quantifier.holds_of(count)),
            Summary::Count => Said::Count(count),
            Summary::Collect => Said::Holds,
            Summary::Sum => Said::Sum(total().said()),
            Summary::Avg if count == 0 => Said::Nothing,
            Summary::Avg => Said::Mean(total().as_f64() / f64::from(count)),
            Summary::Least | Summary::Greatest => {
                let heap = network.summaries.heaps.members(group);
                assert_eq!(
                    sorted(heap.iter().copied()),
                    sorted(members.iter().copied())
                );
                let Said::Best(best) = said else {
                    assert!(members.is_empty(), "group {group} has a best member");
                    return;
                };
                let worse = match of {
                    Summary::Least => Ordering::Greater,
                    _ => Ordering::Less,
                };
                for &member in members {
                    let order = P::compare(node, self.memory, network, best.member, member);
                    assert_ne!(order, worse, "member {member} of group {group}");
                }
                return;
            }
            Summary::User => return,
        };
        // A sum that is no number is not equal to itself.
        let same = said == expected
            || matches!(said, Said::Mean(mean) if mean.is_nan())
            || matches!(said, Said::Sum(crate::number::Said::Float(sum)) if sum.is_nan());
        let empty = members.is_empty() && said == Said::Nothing;
        assert!(
            same || empty,
            "group {group} says {said:?}, and is {expected:?}"
        );
    }
}
