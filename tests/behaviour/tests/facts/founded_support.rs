//! Support is founded: facts that hold up only one another fall together.

use std::collections::BTreeSet;

use rules_runtime::rules;

rules! {
    ruleset Closure;
    fact Edge(u32, u32);
    #[unique] fact Path(u32, u32);
    rule edge { when { Edge(a, b); } then { insert logical Path(a, b); } }
    rule step { when { Path(a, b); Edge(b, c); } then { insert logical Path(a, c); } }
}

/// The closure of the edges that a session has, computed afresh.
fn closure(session: &Closure) -> BTreeSet<(u32, u32)> {
    let edges: Vec<(u32, u32)> = session
        .facts::<Edge>()
        .map(|edge| (edge.0, edge.1))
        .collect();
    let mut paths: BTreeSet<(u32, u32)> = edges.iter().copied().collect();
    loop {
        let before = paths.len();
        for (a, b) in paths.clone() {
            let steps = edges.iter().filter(|edge| edge.0 == b);
            paths.extend(steps.map(|edge| (a, edge.1)));
        }
        if paths.len() == before {
            return paths;
        }
    }
}

fn derived(session: &Closure) -> BTreeSet<(u32, u32)> {
    session
        .facts::<Path>()
        .map(|path| (path.0, path.1))
        .collect()
}

/// A session with these edges, run to rest.
fn with_edges(edges: &[(u32, u32)]) -> Closure {
    let mut session = Closure::new();
    session.insert_all(edges.iter().map(|&(a, b)| Edge(a, b)));
    session.run();
    assert_eq!(derived(&session), closure(&session));
    session
}

/// Takes the edges away one at a time, the n-th of those left by the n-th number.
fn take_edges_away(mut session: Closure, numbers: impl IntoIterator<Item = usize>) {
    for number in numbers {
        let left = session.len::<Edge>();
        let Some(place) = number.checked_rem(left) else {
            return;
        };
        let edge = session.handles::<Edge>().nth(place).unwrap();
        session.retract(edge).unwrap();
        assert_eq!(derived(&session), closure(&session));
        assert_eq!(session.run().count, 0);
    }
}

#[test]
fn two_facts_that_support_each_other_fall_with_what_founded_them() {
    rules! {
        ruleset Small;
        fact Seed;
        #[unique] fact Egg;
        #[unique] fact Hen;
        rule begin { when { Seed; } then { insert logical Egg; } }
        rule hatch { when { Egg; } then { insert logical Hen; } }
        rule lay { when { Hen; } then { insert logical Egg; } }
    }
    let mut session = Small::new();
    let seed = session.insert(Seed);
    assert_eq!(session.run().count, 3);
    session.retract(seed).unwrap();
    assert_eq!((session.len::<Egg>(), session.len::<Hen>()), (0, 0));
}

#[test]
fn a_fact_that_supports_itself_falls() {
    rules! {
        ruleset Small;
        fact Seed;
        #[unique] fact Rumour;
        rule begin { when { Seed; } then { insert logical Rumour; } }
        rule repeat { when { Rumour; } then { insert logical Rumour; } }
    }
    let mut session = Small::new();
    let seed = session.insert(Seed);
    assert_eq!(session.run().count, 2);
    session.retract(seed).unwrap();
    assert_eq!(session.len::<Rumour>(), 0);
}

#[test]
fn what_another_founds_stays_in_a_circle() {
    let mut session = with_edges(&[(1, 2), (2, 3), (3, 1), (4, 1)]);
    let first = session.handles::<Edge>().next().unwrap();
    session.retract(first).unwrap();
    assert_eq!(
        derived(&session),
        BTreeSet::from([(2, 3), (3, 1), (2, 1), (4, 1)])
    );
}

#[test]
fn a_stated_fact_in_a_circle_keeps_what_rests_on_it() {
    let mut session = with_edges(&[(1, 2), (2, 1)]);
    session.insert(Path(1, 2));
    session.run();
    let edges: Vec<_> = session.handles::<Edge>().collect();
    session.retract(edges[0]).unwrap();
    // 1 to 2 stands by itself, 1 to 1 rests on it and on the edge that is left, and so does 2 to 1.
    assert_eq!(derived(&session), BTreeSet::from([(1, 2), (1, 1), (2, 1)]));
    session.retract(edges[1]).unwrap();
    assert_eq!(derived(&session), BTreeSet::from([(1, 2)]));
}

#[test]
fn a_ring_loses_its_edges_one_at_a_time() {
    let ring: Vec<(u32, u32)> = (0..8).map(|n| (n, (n + 1) % 8)).collect();
    take_edges_away(with_edges(&ring), [3, 0, 5, 1, 2, 0, 1, 0]);
}

#[test]
fn rings_that_share_a_node_lose_their_edges_one_at_a_time() {
    let edges = [
        (1, 2),
        (2, 3),
        (3, 1),
        (1, 4),
        (4, 5),
        (5, 1),
        (2, 5),
        (3, 3),
    ];
    take_edges_away(with_edges(&edges), [7, 2, 4, 0, 3, 1, 0, 0]);
}

#[test]
fn double_edges_are_two_supports() {
    let edges = [(1, 2), (1, 2), (2, 1), (2, 1), (2, 3)];
    take_edges_away(with_edges(&edges), [0, 0, 0, 0, 0]);
}

/// Random numbers below a bound, by a linear congruential generator: D. E. Knuth, MMIX.
fn numbers(mut state: u64) -> impl FnMut(u32) -> u32 {
    move |bound| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        u32::try_from(state >> 33).unwrap() % bound
    }
}

#[test]
fn edges_come_and_go_in_any_order() {
    for seed in 1..25 {
        let mut random = numbers(seed);
        // Of few nodes a path has more than a hundred supports.
        let nodes = 2 + random(8);
        let edges: Vec<_> = (0..[2, 30][(seed % 2) as usize] * nodes)
            .map(|_| (random(nodes), random(nodes)))
            .collect();
        let mut session = with_edges(&edges);
        for _ in 0..60 {
            let left = session.len::<Edge>() as u32;
            match random(8) {
                0..3 if left > 0 => {
                    let edge = session.handles::<Edge>().nth(random(left) as usize);
                    session.retract(edge.unwrap()).unwrap();
                }
                3 if left > 0 => {
                    let edge = session.handles::<Edge>().nth(random(left) as usize);
                    let to = random(nodes);
                    session.update(edge.unwrap(), |edge| edge.1 = to).unwrap();
                }
                4 => {
                    // Two edges go at once, and one comes.
                    let edges: Vec<_> = session.handles::<Edge>().take(2).collect();
                    let done: Result<(), rules_runtime::HandleError> = session.transaction(|tx| {
                        tx.insert(Edge(random(nodes), random(nodes)));
                        edges
                            .into_iter()
                            .try_for_each(|edge| tx.retract(edge).map(drop))
                    });
                    done.unwrap();
                }
                5 => session = session.clone(),
                _ => {
                    session.insert(Edge(random(nodes), random(nodes)));
                }
            }
            session.run();
            session.__verify();
            assert_eq!(derived(&session), closure(&session), "seed {seed}");
        }
    }
}

#[test]
fn random_graphs_lose_their_edges_one_at_a_time() {
    let mut random = numbers(42);
    for _ in 0..20 {
        let edges: Vec<(u32, u32)> = (0..14).map(|_| (random(7), random(7))).collect();
        let numbers: Vec<usize> = (0..14).map(|_| random(1000) as usize).collect();
        take_edges_away(with_edges(&edges), numbers);
    }
}

#[test]
fn edges_that_come_back_derive_what_fell() {
    let mut session = with_edges(&[(1, 2), (2, 3), (3, 1)]);
    for edge in [(1, 2), (2, 3), (3, 1)] {
        let handle = session
            .handles::<Edge>()
            .find(|&handle| session.get(handle) == Some(&Edge(edge.0, edge.1)))
            .unwrap();
        session.retract(handle).unwrap();
        assert_eq!(derived(&session), closure(&session));
        session.insert(Edge(edge.0, edge.1));
        session.run();
        assert_eq!(derived(&session), closure(&session));
        assert_eq!(derived(&session).len(), 9);
    }
}
