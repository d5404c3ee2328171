//! An accumulate that a rule comes to share, or shares no more, has the groups that it had.

use crate::{both, version};

macro_rules! counted {
    ($module:ident, $log:ident, $($rule:tt)*) => {
        version! {
            $module,
            global $log: Vec<String>;
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
            pub(crate) fact A { x: u32, id: u32 }
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
            pub(crate) fact B { x: u32, y: u32 }
            rule pair {
                when {
                    n = count(A { x, .. }) by (x);
                    if n > 1;
                    m = count(B { x, y }) by (y);
                }
                then { $log.push(format!("{n} of {x}, {m} of {y}")); }
            }
            $($rule)*
        }
    };
}

counted!(alone, log,);
counted!(
    beside_another, log,
    rule few {
        when { n = count(A { x, .. }) by (x); if n < 2; }
        then { log.push(format!("few {x}: {n}")); }
    }
);

/// Some groups have fired, and others wait.
macro_rules! fill {
    ($module:ident) => {{
        let mut shop = $module::Shop::new(Vec::new());
        shop.insert_all([(1, 1), (1, 2), (2, 3)].map(|(x, id)| $module::A { x, id }));
        shop.insert_all([(1, 5), (1, 5), (1, 6)].map(|(x, y)| $module::B { x, y }));
        shop.run();
        shop.globals_mut().log.clear();
        shop.insert($module::B { x: 1, y: 7 });
        shop
    }};
}

#[test]
fn a_new_rule_shares_an_accumulate_with_other_tests() {
    for mut later in both::<beside_another::Shop>(&fill!(alone)) {
        later.run();
        later.globals_mut().log.sort_unstable();
        assert_eq!(later.globals().log, ["2 of 1, 1 of 7", "few 2: 1"]);
        later.insert(beside_another::B { x: 1, y: 6 });
        later.run();
        assert_eq!(later.globals().log[2..], ["2 of 1, 2 of 6"]);
        later.__verify();
    }
}

#[test]
fn a_rule_that_shared_an_accumulate_is_gone() {
    for mut later in both::<alone::Shop>(&fill!(beside_another)) {
        later.run();
        assert_eq!(later.globals().log, ["2 of 1, 1 of 7"]);
        later.insert(alone::B { x: 1, y: 6 });
        later.run();
        assert_eq!(later.globals().log[1..], ["2 of 1, 2 of 6"]);
        later.__verify();
    }
}

macro_rules! in_branches {
    ($module:ident, $log:ident, $($rule:tt)*) => {
        version! {
            $module,
            global $log: Vec<String>;
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
            pub(crate) fact A { x: u32, id: u32 }
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
            pub(crate) fact B { x: u32, y: u32 }
            rule either_way {
                when {
                    n = count(A { x, .. }) by (x);
                    if n > 1;
                    m = count({ either { A { x, id: y }; } or { B { x, y }; } }) by (y);
                }
                then { $log.push(format!("{n} of {x}, {m} of {y}")); }
            }
            $($rule)*
        }
    };
}

in_branches!(branches, log,);
in_branches!(
    branches_beside_another, log,
    rule few {
        when { n = count(A { x, .. }) by (x); if n < 2; }
        then { log.push(format!("few {x}: {n}")); }
    }
);

#[test]
fn members_still_tell_by_which_branch_they_came() {
    let mut shop = branches::Shop::new(Vec::new());
    shop.insert_all([(1, 1), (1, 2)].map(|(x, id)| branches::A { x, id }));
    shop.insert_all([(1, 2), (1, 3)].map(|(x, y)| branches::B { x, y }));
    shop.run();
    shop.globals_mut().log.clear();
    shop.insert(branches::B { x: 1, y: 4 });
    for mut later in both::<branches_beside_another::Shop>(&shop) {
        later.run();
        assert_eq!(later.globals().log, ["2 of 1, 1 of 4"]);
        later.insert(branches_beside_another::B { x: 1, y: 2 });
        later.run();
        assert_eq!(later.globals().log[1..], ["2 of 1, 3 of 2"]);
        later.__verify();
        for mut before in both::<branches::Shop>(&later) {
            assert_eq!(before.run().count, 0);
            before.__verify();
        }
    }
}
