//! Joins whose matches are few among many facts.

use super::{STANDING, TIMES, measured};

/// A join with a large middle: of many links to a place one is wanted.
mod linking {
    use rules_runtime::rules;

    rules! {
        pub(super) ruleset Linking;

        pub(super) fact Wanted(u32);
        pub(super) fact Link(u32, u32);
        pub(super) fact Place(u32);
        global found: u32;

        rule join {
            when { Wanted(from); Link(from, to); Place(to); }
            then { *found += 1; }
        }
    }
}

/// Bids and offers of articles.
mod trading {
    use rules_runtime::rules;

    rules! {
        pub(super) ruleset Trading;

        pub(super) fact Offer { article: u32, price: u32 }
        pub(super) fact Bid { article: u32, price: u32 }

        rule deal {
            when {
                Bid { article, price };
                Offer { article, price: < price };
            }
            then {}
        }
    }
}

/// Bookings of a room.
mod booking {
    use rules_runtime::rules;

    rules! {
        pub(super) ruleset Room;

        pub(super) fact Booking { number: u32, start: u32, end: u32 }

        rule overlap {
            when {
                Booking { number, start, end };
                Booking { number: > number, start: < end, end: > start };
            }
            then {}
        }
    }
}

/// Visits, summed up by the periods that they lie in: partial matches are kept.
mod clinic {
    use rules_runtime::rules;

    rules! {
        pub(super) ruleset Clinic;

        pub(super) fact Period { from: u32, to: u32 }
        pub(super) fact Visit { at: u32, cost: u32 }

        rule load {
            when {
                Period { from, to };
                _all = sum(cost for Visit { at: >= from, at: < to, cost });
            }
            then {}
        }
    }
}

/// A graph.
mod closing {
    use rules_runtime::rules;

    rules! {
        pub(super) ruleset Triangles;

        pub(super) fact Edge(u32, u32);

        rule triangle {
            when {
                Edge(a, b);
                Edge(b, c);
                Edge(a, c);
            }
            then {}
        }
    }
}

pub(super) fn large_middle() {
    let mut linking = linking::Linking::new(0);
    let places = 50;
    linking.insert(linking::Wanted(7));
    linking.insert_all((0..places * 200).map(|n| linking::Link(n / places, n % places)));
    let mut pass = || {
        for number in 0..TIMES {
            let place = linking.insert(linking::Place(number % places));
            linking.run();
            linking.retract(place).expect("the place is there");
        }
    };
    pass();
    measured(pass);
    assert_eq!(linking.globals().found, 2 * TIMES);
}

pub(super) fn range_join() {
    use trading::{Bid, Offer, Trading};
    /// How many articles there are; of each as many offers, at different prices.
    const ARTICLES: u32 = 100;
    let mut trading = Trading::new();
    trading.insert_all((0..STANDING).map(|number| Offer {
        article: number % ARTICLES,
        price: 1 + number / ARTICLES,
    }));
    trading.run();
    count_inserts!(trading, |number| Bid {
        article: number % ARTICLES,
        price: 1 + number % 4,
    });
    assert_eq!(trading.agenda().count(), 3 * TIMES as usize / 2);
}

pub(super) fn overlap() {
    use booking::{Booking, Room};
    /// From one beginning to the next.
    const APART: u32 = 100;
    let mut room = Room::new();
    room.insert_all((0..STANDING).map(|number| Booking {
        number,
        start: number * APART,
        end: (number + 1) * APART,
    }));
    room.run();
    // Each lies in the end of one and in the beginning of the next.
    count_inserts!(room, |number| {
        let start = number * (STANDING / TIMES) * APART + APART - 10;
        Booking {
            number: STANDING + number,
            start,
            end: start + 20,
        }
    });
    assert_eq!(room.agenda().count(), 2 * TIMES as usize);
}

pub(super) fn member_within() {
    use clinic::{Clinic, Period, Visit};
    let mut clinic = Clinic::new();
    clinic.insert_all((0..STANDING).map(|number| Period {
        from: 10 * number,
        to: 10 * number + 10,
    }));
    count_inserts!(clinic, |number| Visit {
        at: 10 * number + 5,
        cost: number,
    });
    assert_eq!(clinic.agenda().count(), STANDING as usize);
}

pub(super) fn sum_within() {
    use clinic::{Clinic, Period, Visit};
    let mut clinic = Clinic::new();
    clinic.insert_all((0..STANDING).map(|number| Visit {
        at: 10 * number,
        cost: number,
    }));
    count_inserts!(clinic, |number| Period {
        from: 10 * number,
        to: 10 * number + 20,
    });
    assert_eq!(clinic.agenda().count(), TIMES as usize);
}

pub(super) fn triangle() {
    use closing::{Edge, Triangles};
    const NODES: u32 = 1000;
    let mut random = 13_u32;
    let mut node = || {
        // A linear congruential generator (Numerical Recipes).
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) % NODES
    };
    let mut edge = || loop {
        let (one, other) = (node(), node());
        if one != other {
            break Edge(one.min(other), one.max(other));
        }
    };
    let mut triangles = Triangles::new();
    triangles.insert_all((0..STANDING).map(|_| edge()));
    triangles.run();
    let edges: Vec<Edge> = (0..TIMES).map(|_| edge()).collect();
    let mut closed = 0;
    let mut pass = || {
        for &Edge(from, to) in &edges {
            let edge = triangles.insert(Edge(from, to));
            closed += triangles.run().count;
            triangles.retract(edge).expect("the edge is there");
        }
    };
    pass();
    measured(pass);
    assert_eq!(closed, 2 * 765);
}
