//! Routes on the maps of this folder are the shortest, whatever is closed and opened.

use std::collections::BTreeMap;

use routes::map::Map;
use routes::roads::Journey;

fn map(name: &str) -> Map {
    let path = format!("{}/maps/{name}.map", env!("CARGO_MANIFEST_DIR"));
    Map::parse(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// How far each town is, by the rule of Bellman and Ford.
fn distances(map: &Map, from: &str, is_closed: impl Fn(u32) -> bool) -> BTreeMap<String, u64> {
    let mut far = BTreeMap::from([(from.to_owned(), 0)]);
    loop {
        let mut is_better = false;
        for (number, road) in (0..).zip(&map.roads) {
            let ways = [(&road.from, &road.to), (&road.to, &road.from)];
            for (a, b) in ways.into_iter().take(2 - usize::from(road.oneway)) {
                let Some(km) = far.get(a).map(|km| km + u64::from(road.km)) else {
                    continue;
                };
                if !is_closed(number) && far.get(b).is_none_or(|&known| km < known) {
                    far.insert(b.clone(), km);
                    is_better = true;
                }
            }
        }
        if !is_better {
            return far;
        }
    }
}

fn check(map: &Map, journey: &Journey, from: &str) {
    let far = distances(map, from, |road| journey.is_closed(road));
    for town in &map.towns {
        let expected = far.get(&town.name).copied();
        assert_eq!(journey.distance(&town.name), expected, "to {}", town.name);
        let route = journey.route(&town.name);
        assert_eq!(route.is_some(), expected.is_some());
        let mut at = (from.to_owned(), 0);
        for leg in route.unwrap_or_default() {
            let road = &map.roads[leg.road as usize];
            assert!(
                !journey.is_closed(leg.road),
                "a closed road is on the route"
            );
            assert_eq!((&leg.from, leg.km), (&at.0, at.1 + u64::from(road.km)));
            at = (leg.to, leg.km);
        }
        if let Some(km) = expected {
            assert_eq!(at, (town.name.clone(), km));
        }
    }
}

/// A number below another.
fn below(seed: &mut u64, end: usize) -> u32 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    (*seed % end as u64) as u32
}

#[test]
fn every_route_is_the_shortest_while_roads_are_closed_and_opened() {
    for (name, changes) in [("coast", 200), ("country", 25)] {
        let map = map(name);
        let from = map.towns[0].name.clone();
        let mut journey = Journey::new(&map, &from);
        check(&map, &journey, &from);
        let mut seed = 0x00C0_FFEE;
        for _ in 0..changes {
            let road = below(&mut seed, map.roads.len());
            if !journey.close(road) {
                assert!(journey.open(road));
            }
            check(&map, &journey, &from);
        }
    }
}

#[test]
fn a_journey_may_begin_elsewhere() {
    let map = map("coast");
    let mut journey = Journey::new(&map, "Aldhaven");
    journey.set_out("Gull");
    check(&map, &journey, "Gull");
}

#[test]
fn why_names_the_roads_that_the_way_came_by() {
    let map = map("coast");
    let journey = Journey::new(&map, "Aldhaven");
    let why = journey.why("Corran").unwrap().to_string();
    assert!(
        why.contains("by `drive_on`") && why.contains("by `set_out`"),
        "{why}"
    );
    assert_eq!(why.matches("Drive {").count(), 2, "{why}");
    assert!(
        why.contains("road: None") && why.contains("road: Some(1)"),
        "{why}"
    );
}

#[test]
fn the_longest_roads_add_up() {
    let longest = u32::MAX;
    let text =
        format!("town A 0 0\ntown B 1 0\ntown C 2 0\nroad A B {longest}\nroad B C {longest}\n");
    let map = Map::parse(&text).unwrap();
    let journey = Journey::new(&map, "A");
    assert_eq!(journey.distance("C"), Some(8_589_934_590));
    check(&map, &journey, "A");
}
