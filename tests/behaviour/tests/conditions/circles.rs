//! Conditions that join in a circle: each match is found once, whichever side has fewer facts.

use fastrand::Rng;
use rules_runtime::{Handle, rules};

rules! {
    ruleset Circles;

    #[derive(Clone, Copy, PartialEq)]
    fact Edge { from: u32, to: u32 }

    rule triangle {
        when { Edge { from: a, to: b }; Edge { from: b, to: c }; Edge { from: a, to: c }; }
        then {}
    }

    rule square {
        when {
            Edge { from: a, to: b };
            Edge { from: b, to: c };
            Edge { from: c, to: d };
            Edge { from: d, to: a };
        }
        then {}
    }

    rule one_way_only {
        when {
            Edge { from: a, to: b };
            Edge { from: b, to: c };
            Edge { from: c, to: a };
            not Edge { from: b, to: a };
        }
        then {}
    }
}

/// How many matches of each rule there are, by loops over all edges.
fn naive(edges: &[Edge]) -> [usize; 3] {
    let mut found = [0; 3];
    for first in edges {
        for second in edges.iter().filter(|second| second.from == first.to) {
            for third in edges {
                found[0] += usize::from(third.from == first.from && third.to == second.to);
                let goes_on = third.from == second.to;
                let back = edges
                    .iter()
                    .filter(|fourth| goes_on && fourth.from == third.to && fourth.to == first.from);
                found[1] += back.count();
                let returns = |edge: &Edge| edge.from == first.to && edge.to == first.from;
                let closes = goes_on && third.to == first.from;
                found[2] += usize::from(closes && !edges.iter().any(returns));
            }
        }
    }
    found
}

fn waiting(session: &Circles) -> [usize; 3] {
    let mut waiting = [0; 3];
    for activation in session.agenda() {
        waiting[activation.rule() as usize] += 1;
    }
    waiting
}

#[test]
fn circles_are_found_while_edges_come_change_and_go() {
    for seed in 0..6 {
        let mut random = Rng::with_seed(seed);
        let mut session = Circles::new();
        let mut edges: Vec<(Handle<Edge>, Edge)> = Vec::new();
        for step in 0..60 {
            // Half of all edges lead to one node or from it.
            let mut node = || if random.bool() { 0 } else { random.u32(..6) };
            let edge = Edge {
                from: node(),
                to: node(),
            };
            let place = random.usize(..=edges.len());
            match (step % 4, edges.get(place).map(|(handle, _)| *handle)) {
                (2, Some(handle)) => {
                    session.update(handle, |known| *known = edge).unwrap();
                    edges[place].1 = edge;
                }
                (3, Some(handle)) => {
                    session.retract(handle).unwrap();
                    edges.swap_remove(place);
                }
                _ => edges.push((session.insert(edge), edge)),
            }
            let known: Vec<Edge> = edges.iter().map(|(_, edge)| *edge).collect();
            assert_eq!(waiting(&session), naive(&known), "seed {seed}, step {step}");
            session.__verify();
        }
    }
}

#[test]
fn circles_of_edges_that_come_at_once_are_found_once() {
    let edges = [(0, 1), (1, 2), (0, 2), (2, 0), (2, 3), (3, 0), (1, 1)];
    let edges = edges.map(|(from, to)| Edge { from, to });
    let mut session = Circles::new();
    session.insert_all(edges);
    session.__verify();
    assert_eq!(waiting(&session), naive(&edges));
}
