//! `#[best(…)]` facts: of what rules derive of one key the best stands, and the others wait.

use std::collections::BTreeMap;

use behaviour::{Recorder, below};
use rules_runtime::rules;

rules! {
    ruleset Market;
    fact Offer { item: u32, price: u32, by: &'static str }
    fact Urgent(u32);
    #[best(min: price, by(item))] fact Cheapest { item: u32, price: u32, by: &'static str }
    #[unique] fact Bought { item: u32, price: u32 }
    fact Log(usize);
    rule offered {
        when { Offer { item, price, by }; }
        then { insert logical Cheapest { item, price, by }; }
    }
    rule buy {
        when { Urgent(item); Cheapest { item, price }; }
        then { insert logical Bought { item, price }; }
    }
    rule several {
        when { n = count(Cheapest) if n > 1; }
        then { insert Log(n); }
    }
    rule some {
        when { exists Cheapest; }
        then { insert Log(0); }
    }
}

fn offer(item: u32, price: u32, by: &'static str) -> Offer {
    Offer { item, price, by }
}

fn seen<L: rules_runtime::Listener>(market: &Market<L>) -> Vec<(u32, u32, &'static str)> {
    market.__verify();
    let cheapest = market.facts::<Cheapest>();
    cheapest.map(|of| (of.item, of.price, of.by)).collect()
}

#[test]
fn of_each_key_the_best_stands() {
    let mut market = Market::new();
    market.insert_all([offer(1, 7, "a"), offer(1, 5, "b"), offer(2, 9, "a")]);
    market.insert(offer(1, 6, "c"));
    market.run();
    let mut seen = seen(&market);
    seen.sort_unstable();
    assert_eq!(seen, [(1, 5, "b"), (2, 9, "a")]);
}

#[test]
fn the_next_steps_in_when_the_best_falls() {
    let mut market = Market::new();
    let offers = market.insert_all([7, 5, 6].map(|price| offer(1, price, "x")));
    market.run();
    assert_eq!(seen(&market), [(1, 5, "x")]);
    market.retract(offers[1]).unwrap();
    assert_eq!(seen(&market), [(1, 6, "x")]);
    market.update(offers[2], |offer| offer.price = 9).unwrap();
    assert_eq!(seen(&market), [(1, 7, "x")]);
    market.run();
    assert_eq!(seen(&market), [(1, 7, "x")]);
    market.retract(offers[0]).unwrap();
    assert_eq!(seen(&market), [(1, 9, "x")]);
    market.retract(offers[2]).unwrap();
    assert!(seen(&market).is_empty());
}

#[test]
fn the_first_of_equals_stands() {
    let mut market = Market::new();
    let first = market.insert(offer(1, 5, "first"));
    market.run();
    let second = market.insert(offer(1, 5, "second"));
    market.run();
    let third = market.insert(offer(1, 5, "third"));
    market.run();
    assert_eq!(seen(&market), [(1, 5, "first")]);
    market.retract(first).unwrap();
    assert_eq!(seen(&market), [(1, 5, "second")]);
    // One that comes again comes last.
    market.insert(offer(1, 5, "first"));
    market.run();
    market.retract(second).unwrap();
    assert_eq!(seen(&market), [(1, 5, "third")]);
    market.retract(third).unwrap();
    assert_eq!(seen(&market), [(1, 5, "first")]);
}

#[test]
fn one_that_was_displaced_keeps_its_place_among_equals() {
    let mut market = Market::new();
    market.insert(offer(1, 5, "first"));
    market.run();
    market.insert(offer(1, 5, "second"));
    market.run();
    let better = market.insert(offer(1, 4, "better"));
    market.run();
    assert_eq!(seen(&market), [(1, 4, "better")]);
    market.retract(better).unwrap();
    assert_eq!(seen(&market), [(1, 5, "first")]);
}

#[test]
fn equal_ones_are_one_with_several_supports() {
    let mut market = Market::builder().listener(Recorder::default()).build();
    let offers = market.insert_all([offer(1, 5, "x"), offer(1, 5, "x"), offer(1, 8, "y")]);
    market.run();
    market.listener_mut().take();
    market.retract(offers[0]).unwrap();
    assert_eq!(seen(&market), [(1, 5, "x")]);
    let told = market.listener_mut().take();
    assert!(
        !told.iter().any(|line| line.contains("Cheapest")),
        "{told:?}"
    );
    market.retract(offers[1]).unwrap();
    assert_eq!(seen(&market), [(1, 8, "y")]);
    // Equal ones that wait are one too.
    let better = market.insert(offer(1, 1, "z"));
    let again = market.insert(offer(1, 8, "y"));
    market.run();
    market.retract(offers[2]).unwrap();
    market.retract(better).unwrap();
    assert_eq!(seen(&market), [(1, 8, "y")]);
    market.retract(again).unwrap();
    assert!(seen(&market).is_empty());
}

#[test]
fn what_rests_on_one_that_is_displaced_falls() {
    let mut market = Market::new();
    market.insert(Urgent(1));
    market.insert(offer(1, 5, "x"));
    market.run();
    let bought = |market: &Market| -> Vec<u32> {
        market
            .facts::<Bought>()
            .map(|bought| bought.price)
            .collect()
    };
    assert_eq!(bought(&market), [5]);
    let better = market.insert(offer(1, 3, "y"));
    market.run();
    assert_eq!(bought(&market), [3]);
    market.retract(better).unwrap();
    assert!(bought(&market).is_empty());
    market.run();
    assert_eq!(bought(&market), [5]);
}

#[test]
fn a_change_is_seen_as_one_that_replaces_the_best() {
    let mut market = Market::builder().listener(Recorder::default()).build();
    let offers = market.insert_all([offer(1, 5, "x"), offer(2, 5, "x"), offer(1, 7, "x")]);
    market.run();
    let logs: Vec<usize> = market.facts::<Log>().map(|log| log.0).collect();
    assert_eq!(logs, [0, 2]);
    market.listener_mut().take();
    market.retract(offers[0]).unwrap();
    // There is one before and after the change, and there are two: no match ends.
    assert_eq!(market.run().count, 0);
    let told = market.listener_mut().take();
    let facts = told.iter().filter(|line| line.contains("Cheapest"));
    let facts: Vec<&str> = facts.map(String::as_str).collect();
    assert_eq!(
        facts,
        [
            "retracted Cheapest { item: 1, price: 5, by: \"x\" }",
            "inserted Cheapest { item: 1, price: 7, by: \"x\" }",
        ]
    );
}

#[test]
fn a_handle_of_one_that_was_displaced_is_stale() {
    let mut market = Market::new();
    market.insert(offer(1, 5, "x"));
    market.run();
    let handle = market.handles::<Cheapest>().next().unwrap();
    let better = market.insert(offer(1, 3, "y"));
    market.run();
    assert!(market.get(handle).is_none());
    market.retract(better).unwrap();
    assert!(market.get(handle).is_none());
    assert_ne!(market.handles::<Cheapest>().next(), Some(handle));
}

#[test]
fn no_call_changes_or_retracts_one() {
    let mut market = Market::new();
    market.insert(offer(1, 5, "x"));
    market.run();
    let handle = market.handles::<Cheapest>().next().unwrap();
    let error = market.update(handle, |best| best.price = 1).unwrap_err();
    let text = error.to_string();
    assert!(text.contains("is the best of what rules derive"), "{text}");
    assert!(market.retract(handle).is_err());
    let other = Cheapest {
        item: 1,
        price: 1,
        by: "z",
    };
    assert!(market.replace(handle, other).is_err());
    let failed = market.transaction(|tx| tx.retract(handle));
    assert!(failed.is_err());
    assert_eq!(seen(&market), [(1, 5, "x")]);
}

#[test]
fn why_names_what_the_best_came_from() {
    let mut market = Market::new();
    market.insert(offer(1, 5, "x"));
    let best = market.insert(offer(1, 3, "y"));
    market.run();
    let handle = market.handles::<Cheapest>().next().unwrap();
    let why = market.why(handle);
    assert_eq!(why.facts[0].supports.len(), 1);
    assert_eq!(why.facts[1].fact, best.id());
    market.retract(best).unwrap();
    let handle = market.handles::<Cheapest>().next().unwrap();
    let why = market.why(handle).to_string();
    assert!(
        why.contains("price: 5") && why.contains("by `offered`"),
        "{why}"
    );
}

#[test]
fn a_copy_has_what_waits() {
    let mut market = Market::new();
    let offers = market.insert_all([offer(1, 5, "x"), offer(1, 6, "y")]);
    market.run();
    let mut copy = market.clone();
    market.retract(offers[1]).unwrap();
    copy.retract(offers[0]).unwrap();
    assert_eq!(seen(&copy), [(1, 6, "y")]);
    assert_eq!(seen(&market), [(1, 5, "x")]);
}

rules! {
    ruleset Latest;
    fact Reading { sensor: u32, at: u32, value: i32 }
    #[best(max: 1, by(0))] fact Last(u32, u32, i32);
    #[best(max: 0, by())] fact Peak(i32);
    rule reading { when { Reading { sensor, at, value }; } then { insert logical Last(sensor, at, value); } }
    rule peak { when { Last(_, _, value); } then { insert logical Peak(value); } }
}

#[test]
fn the_greatest_of_tuple_facts_and_of_all_facts() {
    let mut latest = Latest::new();
    let reading = |sensor, at, value| Reading { sensor, at, value };
    let all = [
        reading(1, 1, 40),
        reading(2, 1, 10),
        reading(1, 3, 20),
        reading(1, 2, 90),
    ];
    let readings = latest.insert_all(all);
    latest.run();
    let mut last: Vec<_> = latest
        .facts::<Last>()
        .map(|last| (last.0, last.2))
        .collect();
    last.sort_unstable();
    assert_eq!(last, [(1, 20), (2, 10)]);
    assert_eq!(
        latest
            .facts::<Peak>()
            .map(|peak| peak.0)
            .collect::<Vec<_>>(),
        [20]
    );
    latest.retract(readings[2]).unwrap();
    latest.run();
    latest.__verify();
    assert_eq!(
        latest
            .facts::<Peak>()
            .map(|peak| peak.0)
            .collect::<Vec<_>>(),
        [90]
    );
}

rules! {
    #[backtrack]
    ruleset Routes;
    fact Road { from: u32, to: u32, length: u32 }
    fact Start(u32);
    #[best(min: length, by(to))] fact Way { to: u32, length: u32, via: u32 }
    fact Guess(u32);
    rule start { when { Start(to); } then { insert logical Way { to, length: 0, via: to }; } }
    rule step {
        when { Way { to: via, length: so_far }; Road { from: via, to, length }; }
        then { insert logical Way { to, length: so_far + length, via }; }
    }
}

/// The shortest ways, by the rule of Bellman and Ford.
fn shortest(routes: &Routes) -> BTreeMap<u32, u32> {
    let mut ways: BTreeMap<u32, u32> = routes.facts::<Start>().map(|start| (start.0, 0)).collect();
    loop {
        let mut better = false;
        for road in routes.facts::<Road>() {
            let Some(&before) = ways.get(&road.from) else {
                continue;
            };
            let length = ways.entry(road.to).or_insert(u32::MAX);
            if before + road.length < *length {
                *length = before + road.length;
                better = true;
            }
        }
        if !better {
            return ways;
        }
    }
}

fn found(routes: &Routes) -> BTreeMap<u32, u32> {
    routes.__verify();
    let ways = routes.facts::<Way>();
    let found: BTreeMap<u32, u32> = ways.map(|way| (way.to, way.length)).collect();
    assert_eq!(
        found.len(),
        routes.len::<Way>(),
        "of each place one way stands"
    );
    found
}

#[test]
fn a_way_around_a_circle_does_not_hold_itself_up() {
    let mut routes = Routes::new();
    let road = |from, to, length| Road { from, to, length };
    let into = routes.insert(road(1, 2, 1));
    routes.insert_all([road(2, 3, 1), road(3, 2, 1), road(3, 4, 0), road(4, 3, 0)]);
    routes.insert(Start(1));
    routes.run();
    assert_eq!(
        found(&routes),
        BTreeMap::from([(1, 0), (2, 1), (3, 2), (4, 2)])
    );
    routes.retract(into).unwrap();
    assert_eq!(found(&routes), BTreeMap::from([(1, 0)]));
    assert_eq!(routes.run().count, 0);
}

#[test]
fn shortest_ways_are_right_after_every_change_of_random_graphs() {
    let mut seed = 0x5EED_0BE5;
    for _ in 0..60 {
        let mut routes = Routes::new();
        routes.insert(Start(0));
        for _ in 0..40 {
            match below(&mut seed, 5) {
                0 | 1 => {
                    let [from, to] = [7, 7].map(|end| below(&mut seed, end) as u32);
                    let length = below(&mut seed, 6) as u32;
                    routes.insert(Road { from, to, length });
                }
                2 => {
                    let roads: Vec<_> = routes.handles::<Road>().collect();
                    if !roads.is_empty() {
                        let road = roads[below(&mut seed, roads.len() as u64) as usize];
                        routes.retract(road).unwrap();
                    }
                }
                3 => {
                    let roads: Vec<_> = routes.handles::<Road>().collect();
                    if !roads.is_empty() {
                        let road = roads[below(&mut seed, roads.len() as u64) as usize];
                        let length = below(&mut seed, 6) as u32;
                        routes.update(road, |road| road.length = length).unwrap();
                    }
                }
                _ => {
                    let limit = below(&mut seed, 4);
                    routes.run_limit(limit);
                    routes.__verify();
                    continue;
                }
            }
            routes.__verify();
            if below(&mut seed, 3) > 0 {
                routes.run();
                assert_eq!(found(&routes), shortest(&routes));
            }
        }
    }
}

#[test]
fn rollback_restores_what_waits() {
    let mut seed = 0xB0A7;
    for _ in 0..40 {
        let mut routes = Routes::new();
        routes.insert(Start(0));
        let mut road = |routes: &mut Routes| {
            let [from, to] = [6, 6].map(|end| below(&mut seed, end) as u32);
            let length = below(&mut seed, 6) as u32;
            let roads: Vec<_> = routes.handles::<Road>().collect();
            if below(&mut seed, 3) == 0 && !roads.is_empty() {
                let road = roads[below(&mut seed, roads.len() as u64) as usize];
                routes.retract(road).unwrap();
            } else {
                routes.insert(Road { from, to, length });
            }
        };
        (0..10).for_each(|_| road(&mut routes));
        routes.run_limit(20);
        let mut kept = routes.clone();
        let checkpoint = routes.checkpoint();
        for _ in 0..6 {
            road(&mut routes);
            routes.run();
            assert_eq!(found(&routes), shortest(&routes));
        }
        routes.rollback(checkpoint).unwrap();
        let text = |routes: &Routes| format!("{:?}", routes.facts::<Way>().collect::<Vec<_>>());
        assert_eq!(text(&routes), text(&kept));
        routes.__verify();
        // What waits is as before: it steps in alike.
        for road in kept.handles::<Road>().collect::<Vec<_>>() {
            routes.retract(road).unwrap();
            kept.retract(road).unwrap();
            assert_eq!(text(&routes), text(&kept));
            assert_eq!(routes.run().count, kept.run().count);
            assert_eq!(found(&routes), found(&kept));
        }
    }
}

rules! {
    ruleset Mutual;
    fact Edge(u32, u32);
    #[best(min: 1, by(0))] fact Even(u32, u32);
    #[best(min: 1, by(0))] fact Odd(u32, u32);
    #[unique] fact Reached(u32);
    fact Lonely(u32);
    #[unique] fact Node(u32);
    rule begin { when { Node(0); } then { insert logical Even(0, 0); } }
    rule odd { when { Even(a, n); Edge(a, b); } then { insert logical Odd(b, n + 1); } }
    rule even { when { Odd(a, n); Edge(a, b); } then { insert logical Even(b, n + 1); } }
    rule reached { when { Odd(a, _); } then { insert logical Reached(a); } }
    rule lonely { when { Node(a); not Reached(a); } then { insert logical Lonely(a); } }
}

#[test]
fn types_that_rest_on_one_another_are_settled_together() {
    let mut seed = 0x00DD;
    for _ in 0..40 {
        let mut mutual = Mutual::new();
        mutual.insert_all((0..5).map(Node));
        for _ in 0..30 {
            let edges: Vec<_> = mutual.handles::<Edge>().collect();
            if below(&mut seed, 3) == 0 && !edges.is_empty() {
                let edge = edges[below(&mut seed, edges.len() as u64) as usize];
                mutual.retract(edge).unwrap();
            } else {
                let [a, b] = [5, 5].map(|end| below(&mut seed, end) as u32);
                mutual.insert(Edge(a, b));
            }
            mutual.__verify();
            mutual.run();
            mutual.__verify();
            let mut walks = BTreeMap::from([((0, 0), 0)]);
            for steps in 1..12 {
                for (a, b) in mutual.facts::<Edge>().map(|edge| (edge.0, edge.1)) {
                    if walks.get(&(a, (steps - 1) % 2)) == Some(&(steps - 1)) {
                        walks.entry((b, steps % 2)).or_insert(steps);
                    }
                }
            }
            let even = mutual.facts::<Even>().map(|of| ((of.0, 0), of.1));
            let odd = mutual.facts::<Odd>().map(|of| ((of.0, 1), of.1));
            assert_eq!(even.chain(odd).collect::<BTreeMap<_, _>>(), walks);
            let mut lonely: Vec<u32> = mutual.facts::<Lonely>().map(|of| of.0).collect();
            lonely.sort_unstable();
            let expected = (0..5).filter(|node| !walks.contains_key(&(*node, 1)));
            assert_eq!(lonely, expected.collect::<Vec<_>>());
        }
    }
}
