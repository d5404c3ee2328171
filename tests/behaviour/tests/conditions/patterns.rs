//! Rust patterns in the fields of a fact pattern, at any depth.

use rules_runtime::rules;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mark {
    X,
    O,
}

#[test]
fn an_enum_constant_is_compared_as_a_rust_pattern() {
    rules! {
        ruleset Small;
        fact Cell { mark: Mark }
        rule r { when { Cell { mark: Mark::X }; } then {} }
    }
    let mut session = Small::new();
    session.insert(Cell { mark: Mark::X });
    session.insert(Cell { mark: Mark::O });
    assert_eq!(session.run().count, 1);
}

#[test]
fn a_nested_pattern_binds_its_variables() {
    rules! {
        ruleset Small;
        fact Node { next: Option<(u32, String)> }
        global log: Vec<(u32, String)>;
        rule r {
            when { Node { next: Some((number, name)) }; }
            then { log.push((number, name.clone())); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert(Node { next: None });
    session.insert(Node {
        next: Some((5, "five".to_owned())),
    });
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [(5, "five".to_owned())]);
}

#[test]
fn ref_in_a_nested_pattern_says_nothing_new() {
    rules! {
        ruleset Small;
        fact Order { note: Option<String>, paid: Option<Result<u32, ()>> }
        global log: Vec<(usize, Result<u32, ()>, u32)>;
        rule r {
            when { Order { note: Some(ref note), paid: Some(ref paid @ Ok(ref sum)) } if note.len() > 1; }
            then { log.push((note.len(), paid, sum)); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert(Order {
        note: Some("soon".to_owned()),
        paid: Some(Ok(3)),
    });
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [(4, Ok(3), 3)]);
}

#[test]
fn an_at_pattern_binds_what_it_matches() {
    rules! {
        ruleset Small;
        fact N(i32);
        global log: Vec<i32>;
        rule r { when { N(n @ 5..); } then { log.push(n); } }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([N(4), N(5), N(6)]);
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().log, [6, 5]);
}

#[test]
fn a_string_literal_matches_string_and_str_fields() {
    rules! {
        ruleset Small;
        fact Owned { name: String }
        fact Borrowed { name: &'static str }
        global log: Vec<&'static str>;
        rule owned { when { Owned { name: "Ann" }; } then { log.push("owned"); } }
        rule borrowed { when { Borrowed { name: "Ann" }; } then { log.push("borrowed"); } }
    }
    let mut session = Small::new(vec![]);
    session.insert(Owned {
        name: "Ann".to_owned(),
    });
    session.insert(Owned {
        name: "Bob".to_owned(),
    });
    session.insert(Borrowed { name: "Ann" });
    session.insert(Borrowed { name: "Bob" });
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().log, ["borrowed", "owned"]);
}

#[test]
fn a_string_literal_matches_inside_a_nested_pattern() {
    rules! {
        ruleset Small;
        fact Person { nick: Option<String>, pair: (String, &'static str) }
        rule r { when { Person { nick: Some("Al"), pair: ("a", "b") }; } then {} }
    }
    let mut session = Small::new();
    session.insert(Person {
        nick: Some("Al".to_owned()),
        pair: ("a".to_owned(), "b"),
    });
    session.insert(Person {
        nick: Some("Al".to_owned()),
        pair: ("a".to_owned(), "c"),
    });
    session.insert(Person {
        nick: None,
        pair: ("a".to_owned(), "b"),
    });
    assert_eq!(session.run().count, 1);
}

#[test]
fn alternatives_of_string_literals_match_a_string() {
    rules! {
        ruleset Small;
        fact Person { name: String }
        rule r { when { Person { name: "Ann" | "Bob" }; } then {} }
    }
    let mut session = Small::new();
    for name in ["Ann", "Bob", "Cid"] {
        session.insert(Person {
            name: name.to_owned(),
        });
    }
    assert_eq!(session.run().count, 2);
}

#[test]
fn ranges_and_alternatives_are_rust_patterns() {
    rules! {
        ruleset Small;
        fact N(i32);
        global log: Vec<&'static str>;
        rule range { when { N(1..=3); } then { log.push("range"); } }
        rule alternatives { when { N(7 | 9); } then { log.push("alternatives"); } }
        rule negative { when { N(..0); } then { log.push("negative"); } }
    }
    let mut session = Small::new(vec![]);
    for n in [-4, 0, 1, 3, 4, 7, 8, 9] {
        session.insert(N(n));
    }
    assert_eq!(session.run().count, 5);
    let log = &session.globals().log;
    assert_eq!(log.iter().filter(|name| **name == "range").count(), 2);
    assert_eq!(
        log.iter().filter(|name| **name == "alternatives").count(),
        2
    );
}

#[test]
fn a_range_to_a_last_value_may_begin_a_pattern() {
    rules! {
        ruleset Small;
        fact N(i32);
        global log: Vec<&'static str>;
        rule range { when { N(..=0); } then { log.push("range"); } }
        rule alternatives { when { N(..=-4 | 9); } then { log.push("alternatives"); } }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([-4, 0, 1, 9].map(N));
    assert_eq!(session.run().count, 4);
    let log = &session.globals().log;
    assert_eq!(log.iter().filter(|name| **name == "range").count(), 2);
}

#[test]
fn a_nested_struct_pattern_follows_the_rules_of_rust() {
    #[derive(Debug, Clone, PartialEq)]
    struct Point {
        x: i32,
        y: i32,
    }
    rules! {
        ruleset Small;
        fact Shape { at: Point, size: u8 }
        global log: Vec<i32>;
        rule r { when { Shape { at: Point { x: 0, y }, size: 1 | 2 }; } then { log.push(y); } }
    }
    let mut session = Small::new(vec![]);
    session.insert(Shape {
        at: Point { x: 0, y: 8 },
        size: 2,
    });
    session.insert(Shape {
        at: Point { x: 1, y: 9 },
        size: 2,
    });
    session.insert(Shape {
        at: Point { x: 0, y: 10 },
        size: 3,
    });
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [8]);
}

#[test]
fn patterns_of_every_kind_stand_in_fields() {
    const LIMIT: i32 = 9;
    rules! {
        ruleset Small;
        fact N { a: Option<i32>, b: (i32, i32), c: [u8; 3], d: &'static str, e: char, f: bool, g: Box<i32> }
        global log: Vec<String>;
        rule some { when { N { a: Some(LIMIT) }; } then { log.push("some".into()); } }
        rule tuple { when { N { b: (x, x) }; } then { log.push(format!("tuple {x}")); } }
        rule slice { when { N { c: [first, .., last] } if first < last; } then { log.push(format!("slice {first}{last}")); } }
        rule lit { when { N { d: "x", e: 'a'..='c', f: true }; } then { log.push("lit".into()); } }
        rule reff { when { N { g: b } if **b == 3; } then { log.push("box".into()); } }
        rule at { when { N { b: whole @ (1, _), b: (_, y @ (1 | 2)) }; } then { log.push(format!("{whole:?} {y}")); } }
    }
    let mut session = Small::new(vec![]);
    session.insert(N {
        a: Some(9),
        b: (1, 1),
        c: [1, 2, 3],
        d: "x",
        e: 'b',
        f: true,
        g: Box::new(3),
    });
    assert_eq!(session.run().count, 6);
    assert_eq!(
        session.globals().log,
        ["some", "tuple 1", "slice 13", "lit", "box", "(1, 1) 1"]
    );
}

#[test]
fn variables_are_values_where_copy_and_references_elsewhere() {
    rules! {
        ruleset Small;
        fact F { small: u8, large: String }
        global log: Vec<(u8, String)>;
        rule r {
            when { F { small, large }; }
            then {
                let by_value: u8 = small;
                let by_reference: &String = large;
                log.push((by_value, by_reference.clone()));
            }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert(F {
        small: 1,
        large: "one".to_owned(),
    });
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [(1, "one".to_owned())]);
}

#[test]
fn raw_identifiers_name_rules_fields_and_variables() {
    rules! {
        ruleset Small;
        fact F { r#type: u8 }
        global log: Vec<u8>;
        rule r#loop { when { F { r#type }; } then { log.push(r#type); } }
    }
    let mut session = Small::new(vec![]);
    session.insert(F { r#type: 3 });
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [3]);
    assert_eq!(Small::RULES[0].name, "loop");
    assert_eq!(Small::RULES[0].rule, SmallRule::Loop);
}

mod names {
    pub(super) const ANN: &str = "Ann";
    pub(super) const BOB: &str = "Bob";
    pub(super) const LIMIT: u32 = 3;
}

struct Names;

impl Names {
    const CID: &'static str = "Cid";
}

#[test]
fn a_constant_of_type_str_matches_whatever_holds_a_string() {
    use names::{ANN, BOB};
    use std::borrow::Cow;
    #[derive(Debug, Clone, Copy, PartialEq)]
    enum Mark {
        #[allow(dead_code)]
        X,
        OK,
    }
    rules! {
        ruleset Small;
        fact Person { name: String, nick: &'static str, other: Option<String>, pair: (String, u32), lent: Cow<'static, str>, boxed: Box<str>, age: u32, mark: Mark, next: Option<Mark> }
        fact enum Visit { Of { name: String }, Alone(String) }
        global log: Vec<&'static str>;
        rule of_a_string { when { Person { name: ANN }; } then { log.push("string"); } }
        rule of_a_path { when { Person { name: names::ANN }; } then { log.push("path"); } }
        rule of_a_type { when { Person { name: Names::CID }; } then { log.push("type"); } }
        rule alternatives { when { Person { name: BOB | Names::CID }; } then { log.push("alternatives"); } }
        rule with_literals { when { Person { name: "Dan" | ANN }; } then { log.push("with literals"); } }
        rule of_a_text { when { Person { nick: ANN }; } then { log.push("text"); } }
        rule nested { when { Person { other: Some(BOB) }; } then { log.push("nested"); } }
        rule nested_alternatives { when { Person { other: Some(ANN | BOB) }; } then { log.push("nested alternatives"); } }
        rule nested_in_a_tuple { when { Person { pair: (ANN, n) }; if n == names::LIMIT; } then { log.push("tuple"); } }
        rule nested_with_a_literal { when { Person { pair: ("Ann" | BOB, names::LIMIT) }; } then { log.push("tuple of constants"); } }
        rule of_a_cow { when { Person { lent: ANN, boxed: BOB }; } then { log.push("cow and box"); } }
        rule of_a_number { when { Person { age: names::LIMIT, mark: Mark::OK | Mark::X, next: Some(Mark::OK) }; } then { log.push("others"); } }
        rule negated { when { not Person { name: BOB }; } then { log.push("not"); } }
        rule never { when { Person { name: BOB }; } then { log.push("never"); } }
        rule counted { when { n = count(Person { name: ANN }); if n == 1; } then { log.push("count"); } }
        rule of_a_variant { when { Visit::Of { name: ANN }; Visit::Alone(BOB); } then { log.push("variant"); } }
        rule bound { when { Person { name: n @ ANN, other: Some(o @ BOB) }; if n < o; } then { log.push("bound"); } }
        rule in_a_comparison { when { p @ Person { name: == ANN } if p.boxed.as_ref() == BOB && p.name != BOB; } then { log.push("comparison"); } }
        query named() { when { Person { name: ANN, other: Some(BOB) }; } }
    }
    let mut small = Small::new(vec![]);
    small.insert(Person {
        name: "Ann".to_owned(),
        nick: "Ann",
        other: Some("Bob".to_owned()),
        pair: ("Ann".to_owned(), 3),
        lent: "Ann".into(),
        boxed: "Bob".into(),
        age: 3,
        mark: Mark::OK,
        next: Some(Mark::OK),
    });
    small.insert(Visit::Of {
        name: "Ann".to_owned(),
    });
    small.insert(Visit::Alone("Bob".to_owned()));
    small.run();
    let mut log = small.globals().log.clone();
    log.sort_unstable();
    assert_eq!(
        log,
        [
            "bound",
            "comparison",
            "count",
            "cow and box",
            "nested",
            "nested alternatives",
            "not",
            "others",
            "path",
            "string",
            "text",
            "tuple",
            "tuple of constants",
            "variant",
            "with literals",
        ]
    );
    assert!(small.named());
    for info in Small::RULES {
        let matches = small.explain(info.rule).matches.len();
        let never = ["of_a_type", "alternatives", "never"].contains(&info.name);
        assert_eq!(matches, usize::from(!never), "{}", info.name);
    }
}

/// Names alone in patterns, which are there: constants, variants and unit structs, whatever they are written in.
mod names_alone {
    use super::*;

    #[derive(Debug, Clone, PartialEq)]
    struct Nothing;

    #[derive(Debug, Clone, PartialEq)]
    enum Level {
        Low,
        High(String),
    }
    use Level::{High, Low};

    const LIMIT: u32 = 3;
    const NAME: &str = "Ann";
    const PAIR: (u32, bool) = (3, true);

    fn level_of(name: String) -> Option<Level> {
        match name.as_str() {
            "" => None,
            NAME => Some(Low),
            _ => Some(High(name)),
        }
    }

    rules! {
        ruleset Names;
        #[derive(Debug, Clone, PartialEq)]
        fact Visit {
            name: String,
            level: Level,
            before: Option<Level>,
            owner: Option<String>,
            pair: (u32, bool),
            nothing: (Nothing, u32),
            total: u32,
        }
        global log: Vec<&'static str>;
        rule field { when { Visit { level: Low, nothing: (Nothing, LIMIT) }; } then { log.push("field"); } }
        rule nested { when { Visit { before: Some(High(NAME)), owner: Some(NAME) }; } then { log.push("nested"); } }
        rule beside { when { Visit { before: Some(High(text)), pair: PAIR, nothing: (Nothing, n) }; if n == LIMIT && text == NAME; } then { log.push("beside"); } }
        rule moved { when { Visit { name, total }; if let Some(Low) = level_of(name.clone()); if total == LIMIT; } then { log.push("moved"); } }
        rule place { when { v @ Visit { level }; if let Low = level; if let Some(High(_) | Low) = v.before; } then { log.push("place"); } }
        rule borrowed { when { v @ Visit { total: LIMIT | 7 }; if let Some(High(of)) = &v.before; if let (Nothing, LIMIT) = &v.nothing; if of == NAME; } then { log.push("borrowed"); } }
        rule taken { when { Visit { total }; let (Nothing, n) = (Nothing, total); if n == 3; } then { log.push("taken"); } }
        rule choice { when { Visit { before: None | Some(Low | High(_)), nothing: at @ (Nothing, LIMIT) }; if at.1 == 3; } then { log.push("choice"); } }
        rule absent { when { Visit { total }; not Visit { total, level: High(_) }; exists Visit { level: Low, total: LIMIT }; } then { log.push("absent"); } }
        rule counted { when { n = count(Visit { before: Some(High(NAME)) }) if n == 1; } then { log.push("counted"); } }
        query lowest(low: Level) -> u32 { when { Visit { level: Low, total }; if low == Low; } select total; }
    }

    #[test]
    fn what_is_there_is_meant() {
        let mut names = Names::new(Vec::new());
        names.insert(Visit {
            name: NAME.to_owned(),
            level: Low,
            before: Some(High(NAME.to_owned())),
            owner: Some(NAME.to_owned()),
            pair: PAIR,
            nothing: (Nothing, LIMIT),
            total: LIMIT,
        });
        names.run();
        let mut log = names.globals().log.clone();
        log.sort_unstable();
        assert_eq!(
            log,
            [
                "absent", "beside", "borrowed", "choice", "counted", "field", "moved", "nested",
                "place", "taken"
            ]
        );
        assert!(names.lowest(Low).eq([LIMIT]));
    }
}

/// The rest of a slice, which has no size of its own.
mod slices {
    use rules_runtime::rules;
    rules! {
        ruleset Small;
        fact Row { cells: &'static [u8], more: Option<&'static [u8]> }
        global log: Vec<(u8, usize)>;
        rule field { when { Row { cells: [first, rest @ ..] }; } then { log.push((first, rest.len())); } }
        rule inner { when { Row { more: Some([first, rest @ ..]) }; } then { log.push((first, rest.len())); } }
        rule taken { when { r @ Row; if let [first, rest @ ..] = r.cells; } then { log.push((first, rest.len())); } }
    }
    #[test]
    fn the_rest_of_a_slice_is_bound() {
        let mut s = Small::new(vec![]);
        s.insert(Row {
            cells: &[1, 2, 3],
            more: Some(&[4, 5]),
        });
        assert_eq!(s.run().count, 3);
    }
}
