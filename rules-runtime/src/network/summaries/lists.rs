//! The lists of a `collect` over several conditions. Its members come and go with all that the conditions find; its list is
//! the same while the facts in it are.

use alloc::vec::Vec;

use crate::containers::index::NIL;
use crate::ids::{Slot, TokenId};
use crate::network::conditions::Conditions;
use crate::network::{Keyed, Network};

/// The fact of a member: in which group, in which slot, and whether the change touches it in a field that the conditions
/// name.
type Listed = (u32, Slot, bool);

/// The groups of a `collect` whose members, of those that arrived and departed in the change, are of the same facts, none of
/// them touched. All are in their groups still, or already.
pub(crate) fn same_lists<P: Conditions>(
    node: u32,
    arrived: &[Keyed],
    memory: &P::Memory,
    network: &Network<P::Mode>,
) -> Vec<u32> {
    let departed = &network.summaries.nodes[node as usize].departed;
    let mut lists = [Vec::new(), Vec::new()];
    if arrived.is_empty() || departed.is_empty() {
        return Vec::new();
    }
    for &member in departed {
        if !push_listed::<P>(node, member, memory, network, &mut lists[0]) {
            return Vec::new();
        }
    }
    for arrived in arrived {
        push_listed::<P>(node, arrived.token(), memory, network, &mut lists[1]);
    }
    equal_groups(lists)
}

/// Adds the fact of a member, where it is in a group; whether such a summary's members have one.
fn push_listed<P: Conditions>(
    node: u32,
    member: TokenId,
    memory: &P::Memory,
    network: &Network<P::Mode>,
    listed: &mut Vec<Listed>,
) -> bool {
    let Some((slot, is_touched)) = P::collected(node, memory, network, member) else {
        return false;
    };
    let group = network.tokens.links[member.index()].bucket;
    if group != NIL {
        listed.push((group, slot, is_touched));
    }
    true
}

/// The groups whose facts are the same on both sides, and not touched.
fn equal_groups([mut before, mut now]: [Vec<Listed>; 2]) -> Vec<u32> {
    before.sort_unstable();
    now.sort_unstable();
    let lists = before.chunk_by(|one, other| one.0 == other.0);
    let equal = lists.filter(|list| {
        let group = list[0].0;
        let first = now.partition_point(|&(other, ..)| other < group);
        let end = now.partition_point(|&(other, ..)| other <= group);
        *list == &now[first..end] && list.iter().all(|&(.., is_touched)| !is_touched)
    });
    equal.map(|list| list[0].0).collect()
}
