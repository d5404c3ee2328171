//! Recursive queries, asked of the session.

use rules_runtime::{Handle, rules};

rules! {
    ruleset Roads;
    fact Edge { from: u32, to: u32 }
    fact Parent(String, String);
    fact Closed(u32);

    /// Left recursion.
    query left(a: u32) -> u32 {
        when { either { Edge { from: a, to: b }; } or { m in left(a); Edge { from: m, to: b }; } }
        select b
    }
    /// Right recursion.
    query right(a: u32) -> u32 {
        when { either { Edge { from: a, to: b }; } or { Edge { from: a, to: m }; b in right(m); } }
        select b
    }
    /// Not linear.
    query both(a: u32) -> u32 {
        when { either { Edge { from: a, to: b }; } or { m in both(a); b in both(m); } }
        select b
    }
    query reachable(a: u32, b: u32) {
        when { either { Edge { from: a, to: b }; } or { Edge { from: a, to: m }; reachable(m, b); } }
    }
    /// Each by the other.
    query even(a: u32) -> u32 { when { either { Edge { from: a, to: a0 }; b in odd(a0); } or { Edge { from: a }; let b = a; } } select b }
    query odd(a: u32) -> u32 { when { Edge { from: a, to: m }; b in even(m); } select b }
    query pairs() -> (u32, u32) {
        when { either { Edge { from: a, to: b }; } or { (a, m) in pairs(); Edge { from: m, to: b }; } }
        select (a, b)
    }
    query cousin(person: String) -> String {
        when {
            either { Parent(parent, person); Parent(parent, other); }
            or { Parent(parent, person); aunt in cousin(parent.clone()); Parent(aunt, other); }
        }
        select other.clone()
    }
    /// Through a query that does not recurse by itself.
    query along(a: u32) -> u32 { when { Edge { from: a, to }; not Closed(to); } select to }
    query open_way(a: u32) -> u32 { when { either { b in along(a); } or { m in along(a); b in open_way(m); } } select b }
    /// What is not reached, known in full before.
    query beyond(a: u32) -> u32 { when { Edge { from: b }; not b in right(a); } select b }
    query count_of(a: u32) -> usize { when { n = count(_ in left(a)); } select n }
    query back(a: u32) { when { a in right(a); } }
    /// What is asked of a fact alone is no test of the fact.
    query closed_on_the_way() -> u32 { when { Closed(node); reachable(0, node); } select node }
    query ends() -> u32 { when { Closed(node); not reachable(node, 0); reachable(0, node); } select node }
    query how_many() -> usize { when { n = count({ Closed(node); reachable(node, 3); }); } select n }
    query none_beyond(_a: u32) { when { not { Closed(node); reachable(3, node); }; } }
    query always() { when { reachable(0, 3); Closed(_); } }
}

fn roads(edges: &[(u32, u32)]) -> Roads {
    let mut roads = Roads::new();
    for &(from, to) in edges {
        roads.insert(Edge { from, to });
    }
    roads
}

/// What is reached from a node, by hand.
fn by_hand(edges: &[(u32, u32)], start: u32) -> Vec<u32> {
    let mut reached = std::collections::BTreeSet::new();
    let mut open = vec![start];
    while let Some(node) = open.pop() {
        for (_, to) in edges.iter().filter(|(from, _)| *from == node) {
            if reached.insert(*to) {
                open.push(*to);
            }
        }
    }
    reached.into_iter().collect()
}

const GRAPHS: &[&[(u32, u32)]] = &[
    &[],
    &[(1, 1)],
    &[(1, 2), (2, 3), (3, 4)],
    &[(1, 2), (2, 3), (3, 1), (3, 5), (6, 1)],
    &[(1, 2), (1, 3), (2, 4), (3, 4), (4, 1), (5, 5), (4, 6)],
];

#[test]
fn left_right_and_other_recursion_reach_the_same() {
    for edges in GRAPHS {
        let roads = roads(edges);
        for start in 0..7 {
            let expected = by_hand(edges, start);
            assert_eq!(roads.left(start).collect::<Vec<_>>(), expected, "{edges:?}");
            assert_eq!(
                roads.right(start).collect::<Vec<_>>(),
                expected,
                "{edges:?}"
            );
            assert_eq!(roads.both(start).collect::<Vec<_>>(), expected, "{edges:?}");
            assert_eq!(
                roads.open_way(start).collect::<Vec<_>>(),
                expected,
                "{edges:?}"
            );
            assert_eq!(roads.count_of(start).collect::<Vec<_>>(), [expected.len()]);
            assert_eq!(roads.back(start), expected.contains(&start));
            for end in 0..7 {
                assert_eq!(
                    roads.reachable(start, end),
                    expected.contains(&end),
                    "{edges:?}"
                );
            }
        }
        let mut pairs = Vec::new();
        for start in 0..7 {
            pairs.extend(by_hand(edges, start).into_iter().map(|end| (start, end)));
        }
        assert_eq!(roads.pairs().collect::<Vec<_>>(), pairs, "{edges:?}");
    }
}

#[test]
fn queries_may_call_each_other() {
    let roads = roads(&[(1, 2), (2, 3), (3, 4), (4, 5)]);
    assert_eq!(roads.even(1).collect::<Vec<_>>(), [1, 3]);
    assert_eq!(roads.odd(1).collect::<Vec<_>>(), [2, 4]);
}

#[test]
fn answers_follow_the_facts() {
    let mut roads = roads(&[(1, 2), (3, 4)]);
    assert_eq!(roads.right(1).collect::<Vec<_>>(), [2]);
    let road = roads.insert(Edge { from: 2, to: 3 });
    assert_eq!(roads.right(1).collect::<Vec<_>>(), [2, 3, 4]);
    roads.insert(Closed(3));
    assert_eq!(roads.open_way(1).collect::<Vec<_>>(), [2]);
    roads.retract(road).unwrap();
    assert_eq!(roads.right(1).collect::<Vec<_>>(), [2]);
}

#[test]
fn what_is_negated_is_known_in_full() {
    let roads = roads(&[(1, 2), (2, 3), (3, 2), (5, 1)]);
    assert_eq!(roads.beyond(1).collect::<Vec<_>>(), [1, 5]);
}

#[test]
fn what_is_asked_of_a_fact_alone_follows_other_facts() {
    let mut roads = roads(&[(0, 1), (1, 2)]);
    let last = roads.insert(Edge { from: 2, to: 3 });
    roads.insert_all([Closed(3), Closed(1), Closed(7)]);
    let asked = |roads: &Roads| {
        (
            roads.closed_on_the_way().collect::<Vec<_>>(),
            roads.ends().collect::<Vec<_>>(),
            roads.how_many().next(),
            roads.none_beyond(0),
            roads.always(),
        )
    };
    assert_eq!(asked(&roads), (vec![3, 1], vec![3, 1], Some(1), true, true));
    roads.insert(Edge { from: 3, to: 0 });
    assert_eq!(asked(&roads), (vec![3, 1], vec![], Some(2), false, true));
    roads.retract(last).expect("it is there");
    assert_eq!(asked(&roads), (vec![1], vec![1], Some(0), false, false));
}

#[test]
fn strings_are_values_of_their_own() {
    let mut roads = Roads::new();
    let parents = [
        ("Ann", "Bea"),
        ("Ann", "Cid"),
        ("Bea", "Dot"),
        ("Cid", "Eve"),
    ];
    roads.insert_all(parents.map(|(parent, child)| Parent(parent.into(), child.into())));
    let cousins: Vec<String> = roads.cousin("Dot".into()).collect();
    assert_eq!(cousins, ["Dot", "Eve"]);
}

#[test]
fn a_long_way_ends() {
    let edges: Vec<(u32, u32)> = (0..300).map(|node| (node, node + 1)).collect();
    let roads = roads(&edges);
    assert_eq!(roads.right(0).count(), 300);
    assert!(roads.reachable(0, 300) && !roads.reachable(300, 0));
}

rules! {
    ruleset Trees;
    fact Node { parent: Option<Handle<Node>> }

    query above(node: Handle<Node>) -> Handle<Node> {
        when {
            either { of @ Node { parent: Some(parent) }; if of.handle() == node; }
            or { of @ Node { parent: Some(near) }; if of.handle() == node; parent in above(near); }
        }
        select parent
    }
}

#[test]
fn facts_are_asked_for_and_told_by_their_handles() {
    let mut trees = Trees::new();
    let root = trees.insert(Node { parent: None });
    let branch = trees.insert(Node { parent: Some(root) });
    let leaf = trees.insert(Node {
        parent: Some(branch),
    });
    assert!(root < branch && branch < leaf, "by their insertion");
    let mut above: Vec<_> = trees.above(leaf).collect();
    above.sort();
    assert_eq!(above, [root, branch]);
    assert_eq!(trees.above(root).count(), 0);
}
