//! Tests are shared by what they ask, not by how they are written.

use rules_runtime::rules;

#[derive(Debug, Clone, Copy, PartialEq)]
struct Spot {
    x: u32,
    y: u32,
}

/// Whether the two are so near to each other.
fn near(one: u32, other: u32) -> bool {
    one.abs_diff(other) < 2
}

rules! {
    ruleset Named;

    fact Place { x: u32, y: u32, spot: Spot }

    global log: Vec<(&'static str, u32)>;

    rule x_of_one { when { Place { x } if format!("{x}") == "1"; } then { log.push(("x is 1", x)); } }
    rule y_of_one { when { Place { y: x } if format!("{x}") == "1"; } then { log.push(("y is 1", x)); } }

    rule near_x { when { Place { x, spot } if near(x, spot.x); } then { log.push(("near x", x)); } }
    rule near_y { when { Place { x: y, spot } if near(y, spot.y); } then { log.push(("near y", y)); } }
}

#[test]
fn tests_of_one_text_that_ask_about_other_fields_are_two() {
    let told = |place: Place| {
        let mut session = Named::new(vec![]);
        session.insert(place);
        session.run();
        let mut log = std::mem::take(&mut session.globals_mut().log);
        log.sort_unstable();
        log
    };
    let spot = Spot { x: 7, y: 2 };
    let one = Place { x: 1, y: 5, spot };
    assert_eq!(told(one), [("near y", 1), ("x is 1", 1)]);
    let spot = Spot { x: 4, y: 9 };
    let other = Place { x: 5, y: 1, spot };
    assert_eq!(told(other), [("near x", 5), ("y is 1", 1)]);
}
