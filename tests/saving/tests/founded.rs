//! What holds up facts that rest on one another is known again when a session is restored.

use std::collections::BTreeSet;

use rules_runtime::rules;
use saving::{through_json, through_postcard};
use serde::{Deserialize, Serialize};

rules! {
    ruleset Ways;

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
    fact Edge(u32, u32);
    #[unique]
    #[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
    fact Path(u32, u32);

    rule begins {
        when { Edge(a, b); }
        then { insert logical Path(a, b); }
    }
    rule goes_on {
        when { Edge(a, b); Path(b, c); }
        then { insert logical Path(a, c); }
    }
}

/// The pairs of which the second is reached from the first.
fn reached(edges: &[(u32, u32)]) -> BTreeSet<(u32, u32)> {
    let mut reached = BTreeSet::new();
    let mut open = edges.to_vec();
    while let Some((a, b)) = open.pop() {
        if reached.insert((a, b)) {
            let before = edges.iter().filter(|edge| edge.1 == a);
            open.extend(before.map(|edge| (edge.0, b)));
        }
    }
    reached
}

#[test]
fn a_restored_session_knows_which_paths_hold_up_only_one_another() {
    let mut random = fastrand::Rng::with_seed(5);
    for _ in 0..40 {
        let nodes = random.u32(3..9);
        let mut edge = || Edge(random.u32(..nodes), random.u32(..nodes));
        let mut session = Ways::new();
        session.insert_all((0..2 * nodes).map(|_| edge()));
        session.run();
        for step in 0..30 {
            let edges: Vec<_> = session.handles::<Edge>().collect();
            match step % 5 {
                0 | 2 if !edges.is_empty() => {
                    session.retract(edges[step % edges.len()]).unwrap();
                }
                1 if step % 2 == 0 => session = through_json(&session),
                1 => session = through_postcard(&session),
                _ => {
                    session.insert(edge());
                }
            }
            session.run();
            session.__verify();
            let edges: Vec<_> = session.facts::<Edge>().map(|of| (of.0, of.1)).collect();
            let paths: BTreeSet<_> = session.facts::<Path>().map(|of| (of.0, of.1)).collect();
            assert_eq!(paths, reached(&edges));
        }
    }
}
