//! The agenda: its activations are matches that stand, or the copies of matches to be undone.

use super::{Check, sorted};
use crate::containers::index::NIL;
use crate::containers::trail::Mode;
use crate::plan::NodeKind;

impl<M: Mode> Check<'_, M> {
    pub(super) fn verify_agenda(&self) {
        let network = self.network;
        let all = sorted(network.agenda.members());
        assert_eq!(all.len(), network.agenda.len(), "activations are counted");
        assert!(
            all.windows(2).all(|two| two[0] != two[1]),
            "an activation stands once"
        );
        for &token in &all {
            let node = &self.plan.nodes[network.tokens.node(token) as usize];
            assert!(
                matches!(node.kind, NodeKind::Match { .. }),
                "{token} is a match"
            );
            let is_listed = network.tokens.links[token.index()].bucket != NIL;
            let is_in_hand = network.agenda.in_hand() == Some(token);
            assert_ne!(is_listed, is_in_hand, "activation {token}");
            let stands = network.tokens.is_copy(token) || !network.tokens.is_dead(token);
            assert!(stands, "activation {token} is gone");
        }
        for (node, tokens) in self.plan.nodes.iter().zip(&self.tokens) {
            let NodeKind::Match { index } = node.kind else {
                continue;
            };
            for token in tokens {
                let is_pending = all.binary_search(token).is_ok();
                let is_on = network.agenda.is_on(&network.tokens.links, *token, index);
                assert_eq!(is_pending, is_on, "activation {token}");
                let entry = &self.plan.matches[index as usize];
                assert!(
                    is_pending || entry.kept || !entry.gates.is_empty(),
                    "{token} has fired and is kept for nothing"
                );
            }
            let behind_gates = network.agenda.verify_gates(&network.tokens.links, index);
            if let Some(behind_gates) = behind_gates {
                assert_eq!(&sorted(behind_gates), tokens, "the matches behind gates");
            }
        }
    }
}
