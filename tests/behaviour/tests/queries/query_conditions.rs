//! Queries as conditions: inlined where they are called, under names of their own.

use rules_runtime::{Handle, rules};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Colour {
    Red,
    Blue,
}

const HUB: u32 = 2;

rules! {
    ruleset Roads;
    fact Edge { from: u32, to: u32 }
    fact Town { name: String, id: u32, colour: Colour }
    fact Ask { a: u32, b: u32 }
    fact Seen(&'static str, String);

    query linked(a: u32, b: u32) { when { Edge { from: a, to: b }; } }
    query twice(a: u32, b: u32) { when { Edge { from: a, to: mid }; Edge { from: mid, to: b }; } }
    query next(a: u32) -> u32 { when { Edge { from: a, to }; } select to }
    query after_next(a: u32) -> u32 { when { x in next(a); y in next(x); } select y }
    query edges(a: u32) -> &Edge { when { e @ Edge { from: a }; } select e }
    query ways(a: u32) -> Handle<Edge> { when { e @ Edge { from: a }; } select e.handle() }
    query degree(a: u32) -> usize { when { n = count(Edge { from: a }); } select n }
    query called(name: String) -> u32 { when { Town { name, id }; } select id }
    query named(n: &str) -> &Town { when { t @ Town if t.name == n; } select t }
    query longer(than: String, by: usize) -> String {
        when { Town { name } if name.len() > than.len() + by; }
        select format!("{name} > {than} + {by}")
    }
    query coloured(c: Colour) -> (u32, String) {
        when { Town { id, name, colour: c }; }
        select (id, name.clone())
    }
    query neighbour(t: &Town) -> &Town {
        when { Edge { from: == t.id, to }; o @ Town { id: to }; }
        select o
    }
    query beyond(low: u32) -> u32 { when { Town { id } if id > low; } select id * 10 }
    query shadows(x: u32) -> u32 {
        when { Edge { from: x, to: n }; let a = [1, 2, 3].iter().filter(|n| **n > x).count(); }
        select n + a as u32
    }
    query goes_on(a: u32) { when { exists _ in next(a); } }
    query ended(a: u32) { when { Edge { to: a }; not linked(a, nowhere()); not goes_on(a); } }

    rule linked { when { Ask { a, b }; linked(a, b); } then { insert Seen("linked", format!("{a} {b}")); } }
    rule swapped { when { Ask { a: b, b: a }; twice(b, a); } then { insert Seen("swapped", format!("{b} {a}")); } }
    rule not_linked { when { Ask { a, b }; not linked(b, a); } then { insert Seen("not", format!("{b} {a}")); } }
    rule each { when { Ask { a }; x in next(a); } then { insert Seen("each", format!("{x}")); } }
    rule guarded { when { Ask { a }; to in after_next(a) if to > 3; } then { insert Seen("guarded", format!("{to}")); } }
    rule none { when { Ask { a }; not x in next(a) if x > 100; } then { insert Seen("none", format!("{a}")); } }
    rule counted {
        when { Ask { a }; n = count(_ in next(a)); m = sum(x for x in next(a)); }
        then { insert Seen("counted", format!("{n} {m}")); }
    }
    rule most { when { Ask { a }; best = max_by(e.to for e in edges(a)); } then { insert Seen("most", format!("{}", best.to)); } }
    rule all { when { Ask { a }; es = collect(e in edges(a)); } then { insert Seen("all", format!("{}", es.len())); } }
    rule grouped { when { n = count({ Ask { a }; x in after_next(a); }) by (x); } then { insert Seen("grouped", format!("{x}: {n}")); } }
    rule strings { when { Town { name }; id in called(name); } then { insert Seen("strings", format!("{name} {id}")); } }
    rule borrowed { when { Town { name, id: 1 }; t in named(name); } then { insert Seen("borrowed", format!("{}", t.id)); } }
    rule made { when { Town { name, id: 2 }; s in longer(name, 0); } then { insert Seen("made", s.clone()); } }
    rule literal { when { (id, n) in coloured(Colour::Red); } then { insert Seen("literal", format!("{id} {n}")); } }
    rule constant { when { x in next(HUB); } then { insert Seen("constant", format!("{x}")); } }
    rule of_field { when { t @ Town { id: 1 }; n in degree(t.id); } then { insert Seen("field", format!("{n}")); } }
    rule facts { when { t @ Town { id: 1 }; o in neighbour(t); } then { insert Seen("facts", o.name.clone()); } }
    rule bound { when { Ask { a, b }; b in next(a); } then { insert Seen("bound", format!("{b}")); } }
    rule nested { when { x in beyond(1); y in beyond(x - 19); } then { insert Seen("nested", format!("{x} {y}")); } }
    rule every { when { Ask { a }; forall x in next(a) => linked(a, x); } then { insert Seen("every", format!("{a}")); } }
    rule branch { when { Ask { a, b }; either { linked(b, a); } or { twice(a, b); } } then { insert Seen("branch", format!("{a}")); } }
    rule shadowed { when { Ask { a, b: n }; x in shadows(a); } then { insert Seen("shadowed", format!("{a} {n} {x}")); } }
    rule handled { when { Ask { a, b }; h in ways(a); e @ Edge { to: b } if e.handle() == h; } then { insert Seen("handled", format!("{b}")); } }
    rule ends { when { Ask { b }; x in next(b); ended(x); } then { insert Seen("ends", format!("{x}")); } }
}

fn nowhere() -> u32 {
    0
}

fn roads() -> Roads {
    let mut roads = Roads::new();
    let edges = [(1, 2), (2, 3), (1, 3), (3, 4)];
    roads.insert_all(edges.map(|(from, to)| Edge { from, to }));
    let towns = [
        ("Ann", 1, Colour::Red),
        ("Berta", 2, Colour::Blue),
        ("Cologne", 3, Colour::Blue),
    ];
    roads.insert_all(towns.map(|(name, id, colour)| Town {
        name: name.into(),
        id,
        colour,
    }));
    roads.insert(Ask { a: 1, b: 3 });
    roads.run();
    roads
}

fn seen(roads: &Roads, rule: &str) -> Vec<String> {
    let seen = roads.facts::<Seen>().filter(|seen| seen.0 == rule);
    let mut seen: Vec<String> = seen.map(|seen| seen.1.clone()).collect();
    seen.sort();
    seen
}

#[test]
fn a_call_without_results_is_a_test() {
    let roads = roads();
    assert_eq!(seen(&roads, "linked"), ["1 3"]);
    assert_eq!(seen(&roads, "swapped"), ["1 3"]);
    assert_eq!(seen(&roads, "not"), ["3 1"]);
    assert_eq!(seen(&roads, "ends"), ["4"]);
}

#[test]
fn a_test_is_one_match_however_many_ways_there_are() {
    let mut roads = roads();
    roads.insert(Edge { from: 1, to: 3 });
    roads.run();
    assert_eq!(seen(&roads, "linked"), ["1 3"]);
}

#[test]
fn a_call_with_results_is_a_match_for_each() {
    let roads = roads();
    assert_eq!(seen(&roads, "each"), ["2", "3"]);
    assert_eq!(seen(&roads, "guarded"), ["4"]);
    assert_eq!(seen(&roads, "none"), ["1"]);
    assert_eq!(seen(&roads, "literal"), ["1 Ann"]);
    assert_eq!(seen(&roads, "constant"), ["3"]);
    assert_eq!(seen(&roads, "nested"), ["20 20", "20 30"]);
}

#[test]
fn a_result_that_is_bound_already_is_compared() {
    assert_eq!(seen(&roads(), "bound"), ["3"]);
    assert_eq!(seen(&roads(), "handled"), ["3"]);
}

#[test]
fn accumulates_and_quantifiers_range_over_calls() {
    let roads = roads();
    assert_eq!(seen(&roads, "counted"), ["2 5"]);
    assert_eq!(seen(&roads, "most"), ["3"]);
    assert_eq!(seen(&roads, "all"), ["2"]);
    assert_eq!(seen(&roads, "grouped"), ["3: 1", "4: 1"]);
    assert_eq!(seen(&roads, "every"), ["1"]);
    assert_eq!(seen(&roads, "branch"), ["1"]);
}

#[test]
fn parameters_have_their_own_types() {
    let roads = roads();
    assert_eq!(seen(&roads, "strings"), ["Ann 1", "Berta 2", "Cologne 3"]);
    assert_eq!(seen(&roads, "borrowed"), ["1"]);
    assert_eq!(seen(&roads, "made"), ["Cologne > Berta + 0"]);
    assert_eq!(seen(&roads, "field"), ["2"]);
    assert_eq!(seen(&roads, "facts"), ["Berta", "Cologne"]);
}

#[test]
fn names_of_a_query_are_not_those_of_the_rule() {
    assert_eq!(seen(&roads(), "shadowed"), ["1 3 4", "1 3 5"]);
}

#[test]
fn matches_follow_what_a_query_reads() {
    let mut roads = roads();
    roads.insert(Edge { from: 1, to: 7 });
    roads.run();
    assert_eq!(seen(&roads, "each"), ["2", "3", "7"]);
    assert_eq!(seen(&roads, "counted"), ["2 5", "3 12"]);
}

#[test]
fn an_explanation_names_the_query() {
    let text = roads().explain(RoadsRule::Guarded).to_string();
    assert!(
        text.contains("after_next: next: Edge { from: a, to }"),
        "{text}"
    );
    assert!(!text.contains("__"), "{text}");
    let text = roads().explain(RoadsRule::Linked).to_string();
    assert!(
        text.contains("linked(a, b)") && text.contains("linked: Edge"),
        "{text}"
    );
}

#[test]
fn queries_call_queries_from_outside() {
    let roads = roads();
    assert_eq!(roads.after_next(1).collect::<Vec<_>>(), [3, 4]);
    assert!(roads.ended(4) && !roads.ended(3));
}

mod declared_results {
    pub(super) trait Named {
        fn label(&self) -> String;
    }
    impl Named for String {
        fn label(&self) -> String {
            self.clone()
        }
    }

    pub(super) type Words = Vec<u32>;

    rules_runtime::rules! {
        pub(super) ruleset Books;
        pub(super) fact Book { id: u32, title: String, tags: Vec<u32>, inner: Box<u32> }
        pub(super) fact Copy { of: String, #[allow(dead_code)] id: u32 }
        pub(super) fact Noted(&'static str, String);
        query titles() -> &str { when { Book { title }; } select title }
        query names() -> &String { when { Book { title }; } select title }
        query tags() -> &[u32] { when { Book { tags }; } select tags }
        query all_tags() -> &Words { when { Book { tags }; } select tags }
        query named() -> &dyn Named { when { Book { title }; } select title }
        query ids() -> u32 { when { Book { id }; } select id }
        query inners() -> &u32 { when { Book { inner }; } select inner }
        rule known { when { t in titles() if matches!(t, "Emma" | "Ulysses"); } then { insert Noted("known", t.to_owned()); } }
        rule none { when { n = count(_ in titles()); m = count(t in titles()) by (t); } then { insert Noted("counted", format!("{n} {m} {t}")); } }
        rule copy { when { Copy { of }; of in titles(); } then { insert Noted("copy", of.clone()); } }
        rule copied { when { t in titles(); c @ Copy { of: t }; } then { insert Noted("copied", c.of.clone()); } }
        rule string { when { t in names(); c @ Copy { of: t }; } then { insert Noted("string", c.of.clone()); } }
        rule first { when { ts in tags(); if let [first, ..] = ts; } then { insert Noted("first", first.to_string()); } }
        rule len { when { ts in all_tags() if ts.capacity() >= 1; } then { insert Noted("len", ts.len().to_string()); } }
        rule named { when { n in named(); } then { insert Noted("named", n.label()); } }
        rule id { when { n in ids(); Copy { id: n }; } then { insert Noted("id", n.to_string()); } }
        rule inner { when { n in inners(); Copy { id: n }; if n.count_ones() > 0; } then { insert Noted("inner", n.to_string()); } }
    }
}

#[test]
fn a_result_has_the_type_that_the_query_declares() {
    use declared_results::{Book, Books, Copy, Noted};

    let mut session = Books::new();
    session.insert(Book {
        id: 7,
        title: "Emma".to_owned(),
        tags: vec![4, 5],
        inner: Box::new(7),
    });
    session.insert(Copy {
        of: "Emma".to_owned(),
        id: 7,
    });
    session.run();
    let mut noted: Vec<(&str, String)> = session
        .facts::<Noted>()
        .map(|n| (n.0, n.1.clone()))
        .collect();
    noted.sort_unstable();
    let noted: Vec<String> = noted
        .iter()
        .map(|(what, of)| format!("{what} {of}"))
        .collect();
    assert_eq!(
        noted,
        [
            "copied Emma",
            "copy Emma",
            "counted 1 1 Emma",
            "first 4",
            "id 7",
            "inner 7",
            "known Emma",
            "len 2",
            "named Emma",
            "string Emma"
        ]
    );
}
