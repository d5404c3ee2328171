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
const EXPECTED: [&str; 5] = [
    "# what a session of `Middle` has searched",
    "kept\tMiddle\tremembered\tLink(from, to)",
    "kept\tMiddle\tremembered\tPlace(to) if to == 1_000",
    "searched\tMiddle\tjoin\tLink(from, to)\t101\t1\t0",
    "searched\tMiddle\tjoin\tPlace(to)\t3\t105\t3",
];
