//! What a session has searched, for the next build.

use rules_runtime::rules;

rules! {
    ruleset Middle;

    fact Wanted(u32);
    fact Link(u32, u32);
    fact Place(u32);

    rule join {
        when {
            Wanted(from);
            Link(from, to);
            Place(to);
        }
        then {}
    }

    #[once]
    rule remembered {
        when {
            Wanted(from);
            Link(from, to);
            Place(to) if to == 1_000;
        }
        then {}
    }
}

rules! {
    ruleset Star;

    fact Order(u32, u32);
    fact Item(u32, u32);
    fact Blocked(u32);

    rule hold {
        when {
            Order(id, customer);
            Item(id, _);
            Blocked(customer);
        }
        then {}
    }

    // What begins like it.
    rule hold_large {
        when {
            Order(id, customer);
            Item(id, article) if article > 2;
            Blocked(customer);
        }
        then {}
    }
}

#[test]
fn a_profile_tells_what_was_looked_up_where_there_are_several_orders() {
    let mut star = Star::new();
    star.insert(Blocked(7));
    star.insert_all((0..5).map(|article| Item(1, article)));
    star.insert_all([Order(1, 3), Order(1, 7), Order(2, 7)]);
    star.run();
    let profile = star.metrics().profile();
    let looked_up: Vec<&str> = profile
        .lines()
        .filter(|line| line.starts_with("looked_up"))
        .collect();
    assert_eq!(looked_up, LOOKED_UP);
}

/// From an order either the items or who is blocked could come first, from an item only the order. What asks nothing more of
/// the items than another looks them up in an index of its own.
const LOOKED_UP: [&str; 4] = [
    "looked_up\tStar\thold\tOrder(id, customer)\tItem(id, _)\tid\t3\t10\t10",
    "looked_up\tStar\thold\tOrder(id, customer)\tBlocked(customer)\tcustomer\t10\t5\t5",
    "looked_up\tStar\thold_large\tOrder(id, customer)\tItem(id, article) if article > 2\tid\t3\t4\t4",
    "looked_up\tStar\thold_large\tOrder(id, customer)\tBlocked(customer)\tcustomer\t4\t2\t2",
];

#[test]
fn a_profile_tells_what_searches_went_over_from_where_they_began() {
    let mut middle = Middle::new();
    middle.insert(Wanted(0));
    middle.insert_all((0..100).map(|from| Link(from, 0)));
    for _ in 0..3 {
        let place = middle.insert(Place(0));
        middle.run();
        middle.retract(place).unwrap();
    }
    let mut lines: Vec<String> = middle
        .metrics()
        .profile()
        .lines()
        .map(str::to_owned)
        .collect();
    lines.sort();
    assert_eq!(lines, EXPECTED);
}

/// A link looks up whether its beginning is wanted, as one is. The first place goes over all links that lead to it, and finds one
/// match; then there is an index of the wanted ones, and the others go over one. (In a release build it is made later.) What remembers its matches keeps partial ones.
const EXPECTED: [&str; 6] = [
    "# what a session of `Middle` has searched",
    "kept\tMiddle\tremembered\tLink(from, to)",
    "looked_up\tMiddle\tjoin\tLink(from, to)\tPlace(to)\tto\t1\t0\t0",
    "looked_up\tMiddle\tjoin\tLink(from, to)\tWanted(from)\tfrom\t100\t1\t1",
    "searched\tMiddle\tjoin\tLink(from, to)\t101\t1\t0",
    "searched\tMiddle\tjoin\tPlace(to)\t3\t105\t3",
];
