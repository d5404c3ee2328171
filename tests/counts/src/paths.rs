//! The hot paths: what a program does over and over in a session that already holds many facts.
//!
//! Each is run once to warm up, so that no memory grows while it is counted, and leaves the session as it was.

/// Counts inserts, after a round of them that is taken back.
macro_rules! count_inserts {
    ($session:ident, $fact:expr) => {{
        let facts = || (0..$crate::paths::TIMES).map($fact).collect::<Vec<_>>();
        let mut handles = Vec::with_capacity($crate::paths::TIMES as usize);
        for fact in facts() {
            handles.push($session.insert(fact));
        }
        for handle in handles.drain(..) {
            $session.retract(handle).expect("it was inserted");
        }
        let facts = facts();
        $crate::paths::measured(|| {
            for fact in facts {
                handles.push($session.insert(fact));
            }
        });
        handles
    }};
}

mod derived;
mod going_back;
mod joins;
mod shop;
mod states;
mod windows;

/// A hot path.
pub(crate) struct Path {
    pub name: &'static str,
    /// What the count over `TIMES` is of.
    pub unit: &'static str,
    pub run: fn(),
}

/// How often each path is taken.
pub(crate) const TIMES: u32 = 2_000;

/// How many facts stand beside those that change.
const STANDING: u32 = 10_000;

/// All paths.
pub(crate) const ALL: &[Path] = &[
    Path {
        name: "alpha_1",
        unit: "an insert, a test of 1 rule",
        run: shop::alpha_1,
    },
    Path {
        name: "alpha_9",
        unit: "an insert, tests of 9 rules",
        run: shop::alpha_9,
    },
    Path {
        name: "join",
        unit: "an insert with a join",
        run: shop::join,
    },
    Path {
        name: "not",
        unit: "an insert that ends a match",
        run: shop::not,
    },
    Path {
        name: "not_again",
        unit: "a retract that makes one",
        run: shop::not_again,
    },
    Path {
        name: "accumulate",
        unit: "an insert into a sum",
        run: shop::accumulate,
    },
    Path {
        name: "for_all",
        unit: "another match before a count of ten thousand, and a member of it that goes",
        run: states::for_all,
    },
    Path {
        name: "modify_unread",
        unit: "an update nobody reads",
        run: shop::modify_unread,
    },
    Path {
        name: "modify_read",
        unit: "an update of a join's key",
        run: shop::modify_read,
    },
    Path {
        name: "fire",
        unit: "a firing that does nothing",
        run: shop::fire,
    },
    Path {
        name: "insert_fire",
        unit: "an insert with a join, and its firing",
        run: shop::insert_fire,
    },
    Path {
        name: "insert_all",
        unit: "one of a hundred facts that are inserted together, and goes",
        run: shop::insert_all,
    },
    Path {
        name: "fire_modify",
        unit: "a firing that modifies",
        run: shop::fire_modify,
    },
    Path {
        name: "search",
        unit: "an alternative that fails",
        run: going_back::search,
    },
    Path {
        name: "search_made",
        unit: "one that is made, and fails",
        run: going_back::search_made,
    },
    Path {
        name: "checkpoint",
        unit: "a checkpoint, three changes, and the way back",
        run: going_back::checkpoint,
    },
    Path {
        name: "window",
        unit: "a reading that enters a window, and one leaves",
        run: windows::window,
    },
    Path {
        name: "window_floats",
        unit: "a measurement that enters a mean, and one leaves",
        run: windows::window_floats,
    },
    Path {
        name: "large_middle",
        unit: "a fact that comes and goes, beside links with few partners",
        run: joins::large_middle,
    },
    Path {
        name: "range_join",
        unit: "an insert into a join by a key and an inequality, with few matches",
        run: joins::range_join,
    },
    Path {
        name: "overlap",
        unit: "an interval that comes among ten thousand and overlaps two",
        run: joins::overlap,
    },
    Path {
        name: "member_within",
        unit: "a fact that comes into the sum of one of ten thousand intervals",
        run: joins::member_within,
    },
    Path {
        name: "sum_within",
        unit: "an interval that comes, and sums up two of ten thousand facts",
        run: joins::sum_within,
    },
    Path {
        name: "triangle",
        unit: "an edge that comes, closes few triangles, and goes",
        run: joins::triangle,
    },
    Path {
        name: "gate",
        unit: "a match that comes and goes behind a gate, beside ten thousand that wait there",
        run: states::gate,
    },
    Path {
        name: "state",
        unit: "a fact that comes, and one that it sets into its next state, among ten thousand",
        run: states::state,
    },
    Path {
        name: "founded",
        unit: "a way that goes, where all that it led to is reached by another, and comes back",
        run: derived::founded,
    },
    Path {
        name: "bulk",
        unit: "a firing in bulk that derives a unique fact",
        run: derived::bulk,
    },
    Path {
        name: "logical",
        unit: "a firing that derives a logical fact, which falls",
        run: derived::logical,
    },
];

/// What is counted: callgrind knows it by its name.
#[inline(never)]
fn measured(work: impl FnOnce()) {
    work();
}
