//! Names in Rust code: a variable is seen wherever Rust would see it, and hidden where Rust would hide it.

#![allow(
    clippy::never_loop,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    clippy::ignored_unit_patterns,
    reason = "what is tried are the forms that names stand in"
)]

use rules_runtime::rules;

#[test]
fn a_closure_variable_is_seen_wherever_a_test_calls_it() {
    rules! {
        ruleset Calls;
        fact A { x: i32, list: Vec<i32> }
        global log: Vec<&'static str>;
        rule receiver {
            when { A { x }; let check = |n: i32| (n > x).then_some(n); if check(3).is_some(); }
            then { log.push("receiver"); }
        }
        rule chain {
            when { A { x }; let check = |n: i32| Some(n + x); if check(3).map(|n| n + 1).unwrap_or(0).max(1) == 6; }
            then { log.push("chain"); }
        }
        rule field {
            when { A { x }; let pair = |n: i32| (n, x); if pair(3).1 == 2; }
            then { log.push("field"); }
        }
        rule index {
            when { A { list, .. }; let at = |n: usize| n; if list[at(1)] == 20; if [at(2)][0] == 2; }
            then { log.push("index"); }
        }
        rule indexed {
            when { A { x }; let all = |n: i32| [n, x]; if all(3)[1] == 2; if all(3)[0].pow(2) == 9; }
            then { log.push("indexed"); }
        }
        rule borrowed {
            when { A { x }; let make = |n: i32| vec![n; x as usize]; if (&make(3)).len() == 2; if !make(3).is_empty(); }
            then { log.push("borrowed"); }
        }
        rule dereferenced {
            when { A { x }; let make = |n: i32| Box::new(n + x); if *make(3) == 5; if (*make(3)).abs() == 5; }
            then { log.push("dereferenced"); }
        }
        rule cast {
            when { A { x }; let make = |n: i32| n + x; if make(3) as u8 == 5 && -make(3) == -5; }
            then { log.push("cast"); }
        }
        rule called {
            when { A { x }; let make = |n: i32| move |m: i32| n + m + x; if make(3)(4) == 9; if (make)(1)(1).max(0) == 4; }
            then { log.push("called"); }
        }
        rule matched {
            when {
                A { x };
                let make = |n: i32| Some(n + x);
                if matches!(make(3), Some(n) if make(n).is_some());
                if match make(3) { Some(n) if make(n) == Some(7) => make(n).is_some(), _ => false };
                if let Some(n) = make(3).filter(|n| *n > 0);
                if if let Some(k) = make(1).filter(|k| *k > 0) { k == 3 } else { false } && n == 5;
            }
            then { log.push("matched"); }
        }
    }
    let mut session = Calls::new(vec![]);
    session.insert(A {
        x: 2,
        list: vec![10, 20],
    });
    session.run();
    let mut log = session.globals().log.clone();
    log.sort_unstable();
    assert_eq!(
        log,
        [
            "borrowed",
            "called",
            "cast",
            "chain",
            "dereferenced",
            "field",
            "index",
            "indexed",
            "matched",
            "receiver"
        ]
    );
}

#[test]
fn a_closure_variable_is_seen_wherever_a_block_calls_it() {
    rules! {
        #[error(String)]
        ruleset Calls;
        #[derive(Debug, Clone, PartialEq)]
        fact A { x: i32, text: String }
        struct Pair { f: i32, g: i32 }
        global log: Vec<i32>;
        rule all {
            when { a @ A { x: 2 }; let f = |n: i32| n + a.x; let g = |n: i32| Some(n).ok_or("none"); }
            then {
                log.push(f(10).max(1));
                let Some(nested) = ({ { f(1).checked_add(f(2)) } }) else { return; };
                log.push(nested);
                log.push(g(3)?.pow(2));
                for i in f(0)..f(1).min(9) { log.push(i); }
                let Pair { f, g: twice } = Pair { f: f(4), g: f(4).wrapping_mul(2) };
                log.extend([f, twice]);
                'outer: loop { break 'outer; }
                let text = format!("{f} {} {:>width$}", g(1)?.max(0), "x", width = g(2)?.max(1) as usize);
                log.push(text.len() as i32);
                modify a { a.x = g(5)?.min(7); a.text.push_str(&g(6)?.to_string()); }
            }
        }
        rule shadowed {
            when { A { x: 5 }; let f = |n: i32| n + 100; }
            then {
                let before = f(1).abs();
                let f = |n: i32| n;
                log.extend([before, f(1).abs()]);
                { fn f(n: i32) -> i32 { n * 3 } log.push(f(1).abs()); }
                { use std::convert::identity as f; log.push(f(7_i32).abs()); }
                log.push([1].iter().map(|n| f(*n).abs()).sum::<i32>());
            }
        }
    }
    let mut session = Calls::new(vec![]);
    session.insert(A {
        x: 2,
        text: String::new(),
    });
    session.run().unwrap();
    assert_eq!(
        session.globals().log,
        [12, 7, 9, 2, 6, 12, 6, 101, 1, 3, 7, 1]
    );
    let facts: Vec<_> = session.facts::<A>().cloned().collect();
    assert_eq!(
        facts,
        [A {
            x: 5,
            text: "6".to_owned()
        }]
    );
}

#[test]
fn taking_a_value_apart_writes_each_of_its_places() {
    rules! {
        #[allow(rules::self_reactivation)]
        ruleset Small;
        struct Parts((), i32);
        struct Named { rest: [i32; 2] }
        fact A { x: i32, y: i32, z: i32, w: i32 }
        rule reads {
            when { A { x, y, z, w } if x + y + z + w > 0; }
            then {}
        }
        rule writes {
            when { a @ A; }
            then {
                modify a {
                    (a.x, _) = (1, 2);
                    Parts(_, a.y) = Parts((), 4);
                    Named { rest: [.., a.z] } = Named { rest: [5, 6] };
                    [(a.w), ..] = [7, 8, 9];
                }
            }
        }
    }
    let mut session = Small::new();
    let a = session.insert(A {
        x: 0,
        y: 0,
        z: 0,
        w: 0,
    });
    assert_eq!(session.run_limit(9).count, 2);
    let a = session.get(a).unwrap();
    assert_eq!((a.x, a.y, a.z, a.w), (1, 4, 6, 7));
}

/// A ruleset with the name that a parameter of generated code might have.
mod one_letter {
    rules_runtime::rules! {
        pub(super) ruleset L;
        pub(super) fact A { n: u32 }
        global sum: u32;
        group late { rule a { when { A { n }; } then { *sum += n; } } }
    }
}

#[test]
fn a_ruleset_may_have_one_letter_for_a_name() {
    let mut session = one_letter::L::new(0);
    session.insert(one_letter::A { n: 3 });
    session.focus(one_letter::LGroup::Late);
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().sum, 3);
}
