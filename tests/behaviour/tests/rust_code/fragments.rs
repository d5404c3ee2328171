//! Fragments of `macro_rules!` in a ruleset: each stays one operand, wherever it stands.

#![allow(
    clippy::cast_possible_wrap,
    clippy::cast_possible_truncation,
    clippy::match_single_binding,
    reason = "what is tried are the forms that fragments have"
)]

use rules_runtime::rules;

#[test]
fn a_fragment_in_the_expression_of_an_accumulate_is_one_operand() {
    macro_rules! totals {
        ($f:expr) => {
            rules! {
                ruleset Totals;
                fact A { x: i32 }
                global log: Vec<i32>;
                rule all {
                    when {
                        s = sum(x * $f for A { x });
                        least = min($f * x for A { x });
                        most = max(x - $f for A { x });
                        best = max_by(-$f * x for a @ A { x });
                        n = count(A { x } if x * $f > 8) if n * 2 == 1 * $f - 1;
                    }
                    then { log.extend([s, least, most, best.x, n as i32]); }
                }
            }
        };
    }
    totals!(2 + 1);
    let mut session = Totals::new(vec![]);
    session.insert_all([A { x: 2 }, A { x: 4 }]);
    session.run();
    assert_eq!(session.globals().log, [18, 6, 1, 2, 1]);
}

#[test]
fn a_fragment_in_a_test_is_one_operand() {
    macro_rules! tests {
        ($e:expr, $c:expr, $t:expr) => {
            rules! {
                ruleset Tests;
                fact A { x: i32, on: bool }
                global log: Vec<&'static str>;
                rule guard { when { A { x } if x * $e == 6; } then { log.push("guard"); } }
                rule negated { when { A { x }; if !$c; if x > 0; } then { log.push("negated"); } }
                rule both { when { A { x, on } if $c && *&on; if x > 0; } then { log.push("both"); } }
                rule compared { when { A { x: == 2 * $e - 4 }; } then { log.push("compared"); } }
                rule less { when { A { x: < 3 - $e }; } then { log.push("less"); } }
                rule method { when { A { x } if $e.max(x) == 3; } then { log.push("method"); } }
                rule cast { when { A { x } if $e as i64 == 3 && x > 0; } then { log.push("cast"); } }
                rule binding { when { A { x }; if let 3 = $e * 1; if x > 0; } then { log.push("binding"); } }
                rule tuple { when { A { x } if $t.1 == x; } then { log.push("tuple"); } }
                rule called { when { A { x } if matches!(x * $e, 6); } then { log.push("called"); } }
                rule none { when { not A { x: > $e } if !$c; not A { x } if x - $e > -1; } then { log.push("none"); } }
            }
        };
    }
    tests!(2 + 1, 1 > 2 || 3 > 4, if 1 > 2 { (1, 1) } else { (1, 2) });
    let mut session = Tests::new(vec![]);
    session.insert(A { x: 2, on: true });
    session.run();
    let mut log = session.globals().log.clone();
    log.sort_unstable();
    assert_eq!(
        log,
        [
            "binding", "called", "cast", "compared", "guard", "method", "negated", "none", "tuple"
        ]
    );
}

#[test]
fn a_fragment_that_computes_or_iterates_is_one_operand() {
    macro_rules! computed {
        ($e:expr, $r:expr, $f:expr, $s:expr) => {
            rules! {
                ruleset Computed;
                fact A { x: i32 }
                global log: Vec<String>;
                rule let_ { when { A { x }; let y = x * $e; let z = -$e; } then { log.push(format!("let {y} {z}")); } }
                rule plain { when { A { x }; let y = $e; } then { log.push(format!("plain {}", x * y)); } }
                rule for_ { when { A { x }; for i in $r.rev(); } then { log.push(format!("for {}", i * x)); } }
                rule range { when { A { x: 2 }; for i in $r; } then { log.push(format!("range {i}")); } }
                rule reversed { when { A { x: 2 }; for i in $s.rev(); } then { log.push(format!("reversed {i}")); } }
                rule closure { when { A { x }; let y = $f(x) * 2; } then { log.push(format!("closure {y}")); } }
                rule by_key {
                    when { n = sum(x for { A { x }; let k = x % $e; }) by (k); }
                    then { log.push(format!("by {k} {n}")); }
                }
                query scaled(p: i32) -> i32 { when { A { x }; } select x * $e - p }
                query is(p: i32) { when { A { x: == p * $e - 4 }; } }
            }
        };
    }
    computed!(
        2 + 1,
        0..2,
        |v: i32| v + 1,
        if 1 > 2 { 0..=0 } else { 6..=6 }
    );
    let mut session = Computed::new(vec![]);
    session.insert(A { x: 2 });
    session.run();
    assert_eq!(
        session.globals().log,
        [
            "let 6 -3",
            "plain 6",
            "for 2",
            "for 0",
            "range 0",
            "range 1",
            "reversed 6",
            "closure 6",
            "by 2 2"
        ]
    );
    assert_eq!(session.scaled(1).collect::<Vec<_>>(), [5]);
    assert!(session.is(2) && !session.is(3));
}

#[test]
fn a_fragment_in_an_effect_is_one_operand() {
    macro_rules! effects {
        ($e:expr, $v:expr, $b:block, $s:stmt, $kept:ident, $m:expr, $clear:expr, $item:item, $vis:vis) => {
            rules! {
                $vis ruleset Effects;
                $item
                $vis fact A { x: i32 }
                #[unique]
                $vis fact B { x: i32, y: i32 }
                global log: Vec<String>;
                rule first {
                    when { a @ A { x: 2 }; }
                    then {
                        insert B { x: a.x * $e, y: -$e };
                        modify a { a.x = $e * 2; a.x += $e * twice(1); }
                        $s;
                        log.push(format!("{} {:?} {}", $kept, $v, $v.len()));
                        for i in $v { log.push(i.to_string()); }
                        let block = $b + 1;
                        match $m { 5 => log.push(format!("five {block}")), other => log.push(format!("{other}")) }
                        if $m == 5 { log.push("if".to_owned()); }
                        $clear;
                        let _: Vec<i32> = vec![$e * 2; $e * 1];
                        log.push(format!("{}", 2 * $e));
                        assert_eq!(2 * $e, 6, "{}", 2 * $e);
                    }
                }
            }
        };
    }
    effects!(
        2 + 1,
        &[1, 2],
        { 1 },
        let kept = 8,
        kept,
        match 1 {
            1 => 4,
            _ => 0,
        } + 1,
        match 1 {
            one => vec![one],
        }
        .clear(),
        fn twice(x: i32) -> i32 {
            x * 2
        },
        pub(crate)
    );
    let mut session = Effects::new(vec![]);
    let a = session.insert(A { x: 2 });
    session.run();
    assert_eq!(session.get(a).unwrap().x, 12);
    let derived: Vec<_> = session.facts::<B>().map(|b| (b.x, b.y)).collect();
    assert_eq!(derived, [(6, -3)]);
    assert_eq!(
        session.globals().log,
        ["8 [1, 2] 2", "1", "2", "five 2", "if", "6"]
    );
}

#[test]
fn a_fragment_in_an_attribute_is_one_operand() {
    macro_rules! attributes {
        ($e:expr, $doc:literal, $least:literal) => {
            rules! {
                ruleset Attributes;
                fact A { x: i32, y: i32 }
                global log: Vec<&'static str>;
                #[doc = $doc]
                #[salience(4 - $e)]
                rule low { when { A { x: 1 }; } then { log.push("low"); } }
                #[salience(2)]
                rule middle { when { A { x: 1 }; } then { log.push("middle"); } }
                #[salience($least)]
                rule least { when { A { x: 1 }; } then { log.push("least"); } }
                #[on_change(y * $e)]
                rule changed { when { A { x: 1, y }; } then { log.push("changed"); let _ = y; } }
            }
        };
    }
    attributes!(2 + 1, "What is low.", -7);
    let mut session = Attributes::new(vec![]);
    let a = session.insert(A { x: 1, y: 1 });
    session.run();
    assert_eq!(session.globals().log, ["middle", "low", "changed", "least"]);
    assert_eq!(Attributes::RULES[0].salience, 1);
    // 1 * 2 + 1 and 2 * 2 + 1 would differ as well; `y * 2 + 1` for y = i32::MIN / 2 would not wrap.
    session.update(a, |a| a.y = 2).unwrap();
    assert_eq!(session.run().count, 1);
}

mod whole {
    #[derive(Debug)]
    pub(crate) struct Whole(pub(crate) u32);
}

#[test]
fn pattern_type_and_name_fragments_stand_where_rust_has_them() {
    macro_rules! kinds {
        ($nothing:vis, $p:pat, $t:ty, $l:literal, $i:ident, $path:path, $tt:tt, $lt:lifetime, $list:ty) => {
            rules! {
                $nothing ruleset Kinds;
                fact A { x: i32, text: String }
                                global log: Vec<String>;
                rule either { when { A { x: $p }; } then { log.push("either".to_owned()); } }
                rule around { when { A { x: n @ $p }; } then { log.push(format!("n {n}")); } }
                rule negative { when { A { x: $l, $i }; } then { log.push(format!("{}", $i.len())); } }
                rule method { when { A { x } if $l.abs() == 5 && x == $l; } then { log.push("abs".to_owned()); } }
                rule kind { when { $path(w); } then { log.push(format!("w {w}")); } }
                rule typed {
                    when { A { x }; for i: $t in [1, x]; let n = <$t>::MAX; }
                    then { let list = $list::from([i]); log.push(format!("{} {}", list.len(), i as $t < n)); }
                }
                rule words { when { A { x } if x == - $tt; } then { $lt: loop { break $lt; } log.push("tt".to_owned()); } }
                rule arms {
                    when { A { x }; if let Some($p) = Some(x); }
                    then { match x { $p if x < 0 => log.push("arm".to_owned()), _ => {} } }
                }
            }
        };
    }
    kinds!(, -5 | 6, i32, -5i32, text, whole::Whole, 5, 'a, Vec<i32>);
    let mut session = Kinds::new(vec![]);
    session.insert(A {
        x: -5,
        text: "abc".to_owned(),
    });
    session.insert(whole::Whole(1));
    session.run();
    let mut log = session.globals().log.clone();
    log.sort();
    assert_eq!(
        log,
        [
            "1 true", "1 true", "3", "abs", "arm", "either", "n -5", "tt", "w 1"
        ]
    );
}

#[test]
fn a_fragment_handed_on_from_macro_to_macro_is_still_one_operand() {
    macro_rules! inner {
        ($f:expr) => {
            rules! {
                ruleset Inner;
                fact A { x: i32 }
                global log: Vec<i32>;
                rule all { when { s = sum(x * $f for A { x }); } then { log.push(s); } }
            }
        };
    }
    macro_rules! outer {
        ($f:expr) => {
            inner!($f * 2 - $f);
        };
    }
    macro_rules! outermost {
        ($f:expr) => {
            outer!($f);
        };
    }
    outermost!(2 + 1);
    let mut session = Inner::new(vec![]);
    session.insert(A { x: 2 });
    session.run();
    assert_eq!(session.globals().log, [6]);
}

#[test]
fn tests_whose_texts_are_alike_but_for_their_grouping_are_two_tests() {
    macro_rules! alike {
        ($e:expr) => {
            rules! {
                ruleset Alike;
                fact A { x: i32 }
                global log: Vec<&'static str>;
                rule grouped { when { A { x } if x * $e == 6; } then { log.push("grouped"); } }
                rule flat { when { A { x } if x * 2 + 1 == 6; } then { log.push("flat"); } }
                rule grouped_too { when { A { x } if x * (2 + 1) == 6; } then { log.push("too"); } }
                rule summed { when { s = sum(x * $e for A { x }); } then { if s == 6 { log.push("sum"); } } }
                rule summed_flat { when { s = sum(x * 2 + 1 for A { x }); } then { if s == 5 { log.push("flat sum"); } } }
            }
        };
    }
    alike!(2 + 1);
    let mut session = Alike::new(vec![]);
    session.insert(A { x: 2 });
    session.run();
    let mut log = session.globals().log.clone();
    log.sort_unstable();
    assert_eq!(log, ["flat sum", "grouped", "sum", "too"]);
    let explanation = session.explain(AlikeRule::Grouped).to_string();
    assert!(explanation.contains("x * (2 + 1) == 6"), "{explanation}");
}

/// Rulesets whose types, keys and expressions are all a macro's.
mod made_by_macros {
    use rules_runtime::rules;

    macro_rules! ranked {
        ($by:expr, $n:ident) => {
            rules! {
                ruleset Ranked;
                fact Order { total: u32 }
                global log: Vec<u32>;
                rule best { when { best = max_by($by for o @ Order); } then { log.push(best.total); } }
                rule least { when { least = min($n for Order { total: $n }); } then { log.push(least); } }
            }
        };
    }
    ranked!(7, n);

    macro_rules! keyed {
        ($t:ty, $fact:ident) => {
            rules! {
                #[backtrack]
                ruleset Keyed;
                #[key(id)]
                fact $fact { id: $t, seen: u32 }
                global log: Vec<String>;
                #[trailed] global trail: $t;
                #[on_change(seen)]
                rule found {
                    when { $fact { id, seen }; }
                    then { log.push(format!("{id} seen {seen}")); }
                    undo { log.push(format!("{id} gone")); }
                }
            }
        };
    }
    keyed!(u32, Thing);

    #[test]
    fn the_first_of_equal_members_and_the_least_value_are_found() {
        let mut session = Ranked::new(vec![]);
        session.insert_all([Order { total: 3 }, Order { total: 2 }]);
        session.run();
        let mut log = std::mem::take(&mut session.globals_mut().log);
        log.sort_unstable();
        assert_eq!(log, [2, 3]);
    }

    #[test]
    fn keys_and_past_values_are_those_of_the_macro() {
        let mut session = Keyed::new(vec![], 0);
        let thing = session.insert(Thing { id: 4, seen: 1 });
        session.run();
        assert_eq!(session.thing(4).unwrap().seen, 1);
        session.retract(thing).unwrap();
        session.run();
        assert_eq!(session.globals().log, ["4 seen 1", "4 gone"]);
    }
}
