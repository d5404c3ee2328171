//! Variables that are references compare and join like the values to which they refer.

use std::borrow::Cow;
use std::rc::Rc;

use rules_runtime::rules;

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Part {
    name: String,
    other: String,
    tags: Vec<String>,
    code: [u8; 4],
    maker: Option<String>,
    place: Place,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Place {
    Shelf(String),
    Floor { row: u32 },
}

fn part(name: &str, other: &str, tags: &[&str]) -> Part {
    Part {
        name: name.to_owned(),
        other: other.to_owned(),
        tags: tags.iter().map(|&tag| tag.to_owned()).collect(),
        code: [name.len() as u8, 1, 2, 3],
        maker: (name != other).then(|| other.to_owned()),
        place: Place::Shelf(other.to_owned()),
    }
}

fn parts() -> [Part; 3] {
    [
        part("a", "a", &["b", "c"]),
        part("b", "a", &["c"]),
        part("c", "b", &[]),
    ]
}

#[test]
fn a_computed_reference_compares_with_a_variable() {
    rules! {
        ruleset Small;
        global log: Vec<String>;
        rule equal { when { Part { name, other }; let n = name; if n == other; } then { log.push(format!("equal {n}")); } }
        rule the_other_way { when { Part { name, other }; let n = name; if other == n; } then { log.push(format!("other way {n}")); } }
        rule unequal { when { Part { name, other }; let n = name; if n != other; } then { log.push(format!("unequal {n}")); } }
        rule less { when { Part { name, other }; let n = name; if other < n; } then { log.push(format!("less {n}")); } }
        rule computed { when { Part { name, other }; let n = name; let o = other; if n == o; } then { log.push(format!("computed {n}")); } }
        rule text { when { Part { name, other }; let n = name.as_str(); if n == other; } then { log.push(format!("text {n}")); } }
        rule of_a_fact { when { p @ Part; let n = &p.name; if n == p.other; } then { log.push(format!("fact {n}")); } }
        rule in_the_pattern { when { p @ Part { name }; let n = name; q @ Part { other: n } if p.handle() != q.handle(); } then { log.push(format!("pattern {n} {}", q.name)); } }
        rule in_a_comparison { when { Part { name }; let n = name; Part { other: == n, name: != n, name: last }; } then { log.push(format!("comparison {n} {last}")); } }
        rule of_greater { when { Part { name }; let n = name; Part { other: > n, name: last }; } then { log.push(format!("greater {n} {last}")); } }
        rule of_an_option { when { Part { name, maker }; if let Some(m) = maker; Part { name: m, other: first }; } then { log.push(format!("option {name} {m} {first}")); } }
        rule nested { when { Part { name }; let n = name; Part { name: last, maker: Some(n) }; } then { log.push(format!("nested {n} {last}")); } }
        rule of_an_enum { when { Part { name, place }; let here = place; Part { name: last, place: here }; if name != last; } then { log.push(format!("enum {name} {last}")); } }
        rule in_a_variant { when { Part { name }; let n = name; Part { name: last, place: Place::Shelf(n) }; } then { log.push(format!("variant {n} {last}")); } }
        rule with_a_literal { when { Part { name }; let n = name; if n == "a"; } then { log.push(format!("literal {n}")); } }
    }
    let mut small = Small::new(vec![]);
    small.insert_all(parts());
    small.run();
    let mut log = small.globals().log.clone();
    log.sort();
    assert_eq!(
        log,
        [
            "comparison a b",
            "comparison b c",
            "computed a",
            "enum a b",
            "enum b a",
            "equal a",
            "fact a",
            "greater a c",
            "less b",
            "less c",
            "literal a",
            "nested a b",
            "nested b c",
            "option b a a",
            "option c b a",
            "other way a",
            "pattern a b",
            "pattern b c",
            "text a",
            "unequal b",
            "unequal c",
            "variant a a",
            "variant a b",
            "variant b c",
        ]
    );
    for info in Small::RULES {
        assert!(
            !small.explain(info.rule).matches.is_empty(),
            "{}",
            info.name
        );
    }
}

#[test]
fn what_conditions_find_joins() {
    rules! {
        ruleset Small;
        fact List { names: Vec<String>, texts: Vec<&'static str> }
        fact Total { name: String, n: usize }
        global log: Vec<String>;
        rule of_for { when { List { names }; for w in names; exists Part { name: w }; } then { log.push(format!("for {w}")); } }
        rule of_for_not { when { List { names }; for w in names; not Part { name: w }; } then { log.push(format!("not {w}")); } }
        rule of_for_by_value { when { List { names }; for w in names.clone(); p @ Part { name: w }; } then { log.push(format!("value {}", p.name)); } }
        rule of_for_of_texts { when { List { texts }; for w in texts; p @ Part { name: w }; } then { log.push(format!("texts {}", p.name)); } }
        rule of_for_in_a_guard { when { List { names }; for w in names; p @ Part if p.name == w; } then { log.push(format!("guard {}", p.name)); } }
        rule of_for_in_a_guard_of_a_variable { when { List { names }; for w in names; Part { name } if name == w; } then { log.push(format!("variable {name}")); } }
        rule of_max { when { m = max(name for Part { name }); p @ Part { name: m }; } then { log.push(format!("max {}", p.name)); } }
        rule of_max_of_texts { when { m = max(p.name.as_str() for p @ Part); q @ Part { name: m }; } then { log.push(format!("max text {}", q.name)); } }
        rule of_min_by { when { best = min_by(&p.name for p @ Part); q @ Part { other: == best.name }; } then { log.push(format!("best {}", q.name)); } }
        rule of_if_let { when { List { names }; if let Some(first) = names.first(); p @ Part { name: first }; } then { log.push(format!("if let {}", p.name)); } }
        rule of_a_group { when { n = count(Part { other }) by (other); p @ Part { name: other } if n > 1; } then { log.push(format!("group {} {n}", p.name)); } }
        rule of_a_group_of_references { when { n = count({ List { names }; for w in names; }) by (w); p @ Part { name: w }; } then { log.push(format!("by {} {n}", p.name)); } }
        rule of_forall { when { List { names }; forall { for w in names; if w.len() == 1; } => Part { name: w }; } then { log.push("forall".to_owned()); } }
        rule of_either { when { List { names }; either { for w in names; } or { Part { name: w, other: "b" }; } Part { name: w, other: last }; } then { log.push(format!("either {w} {last}")); } }
        rule of_accumulates { when { List { names }; for w in names; n = count(Part { other: w }); if n > 0; } then { log.push(format!("count {w} {n}")); } }
        rule of_keyed { when { Part { tags }; for tag in tags.iter(); Part { name: tag, other }; } then { log.push(format!("tag {tag} {other}")); } }
        rule of_pairs { when { List { names }; for (k, w) in names.iter().enumerate(); Total { name: w, n: k }; } then { log.push(format!("pair {w}")); } }
        rule of_arrays { when { Part { code }; for c in [&code]; Part { code: c, name: "b" }; } then { log.push(format!("code {c:?}")); } }
    }
    let mut small = Small::new(vec![]);
    let names = ["a", "d", "b"].map(str::to_owned).to_vec();
    small.insert(List {
        names,
        texts: vec!["a", "e"],
    });
    small.insert(Total {
        name: "d".to_owned(),
        n: 1,
    });
    small.insert_all(parts());
    small.run();
    let mut log = small.globals().log.clone();
    log.sort();
    assert_eq!(
        log,
        [
            "best a",
            "best b",
            "by a 1",
            "by b 1",
            "code [1, 1, 2, 3]",
            "code [1, 1, 2, 3]",
            "code [1, 1, 2, 3]",
            "count a 2",
            "count b 1",
            "either a a",
            "either b a",
            "either c b",
            "for a",
            "for b",
            "group a 2",
            "guard a",
            "guard b",
            "if let a",
            "max c",
            "max text c",
            "not d",
            "pair d",
            "tag b a",
            "tag c b",
            "tag c b",
            "texts a",
            "value a",
            "value b",
            "variable a",
            "variable b",
        ]
    );
    for info in Small::RULES {
        let explained = small.explain(info.rule).matches.len();
        assert_eq!(explained > 0, info.name != "of_forall", "{}", info.name);
    }
}

#[test]
fn a_parameter_that_is_a_reference_joins() {
    rules! {
        ruleset Small;
        fact Held { shared: Rc<str>, lent: Cow<'static, str>, boxed: Box<str>, fixed: &'static str }
        query named(n: &str) -> &Part { when { p @ Part { name: n }; } select p }
        query of(n: &String) -> &Part { when { p @ Part { name: n }; } select p }
        query of_a_reference(n: &&str) -> &Part { when { p @ Part { name: n }; } select p }
        query owned(n: String) -> &Part { when { p @ Part { name: n }; } select p }
        query same(like: &Part) { when { Part { name: == like.name, other: == like.other }; } }
        query at(here: &Place) -> &String { when { Part { name, place: here }; } select name }
        query made(m: &str) -> &String { when { Part { name, maker: Some(m) }; } select name }
        query tagged(tags: &[String]) -> &String { when { for tag in tags; Part { name: tag, other }; } select other }
        query guarded(n: &str) { when { p @ Part if p.name == n; } }
        query coded(code: &[u8; 4]) -> &String { when { Part { code, name }; } select name }
        query option(maker: &Option<String>) -> &String { when { Part { maker, name }; } select name }
        query shared(of: &Rc<str>) { when { Held { shared: of }; } }
        query lent(of: &str) { when { Held { lent: of }; } }
        query boxed(of: &Box<str>) { when { Held { boxed: of }; } }
        query fixed(of: &str) { when { Held { fixed: of }; } }
        query fixed_of_a_string(of: &String) { when { Held { fixed: of }; } }
        query not_named(n: &str) { when { not Part { name: n }; } }
        query count_of(n: &str) -> usize { when { k = count(Part { other: n }); } select k }
    }
    let mut small = Small::new();
    small.insert_all(parts());
    small.insert(Held {
        shared: "s".into(),
        lent: "l".into(),
        boxed: "b".into(),
        fixed: "f",
    });
    let names = |rows: Vec<&Part>| rows.iter().map(|p| p.name.clone()).collect::<String>();
    assert_eq!(names(small.named("b").collect()), "b");
    assert_eq!(names(small.of(&"b".to_owned()).collect()), "b");
    assert_eq!(names(small.of_a_reference(&"b").collect()), "b");
    assert_eq!(names(small.owned("b".to_owned()).collect()), "b");
    assert!(small.same(&part("b", "a", &[])) && !small.same(&part("b", "c", &[])));
    assert_eq!(
        small.at(&Place::Shelf("b".to_owned())).collect::<Vec<_>>(),
        ["c"]
    );
    assert_eq!(small.at(&Place::Floor { row: 1 }).count(), 0);
    assert_eq!(small.made("a").collect::<Vec<_>>(), ["b"]);
    assert_eq!(small.tagged(&["c".to_owned()]).collect::<Vec<_>>(), ["b"]);
    assert!(small.guarded("a") && !small.guarded("d"));
    assert_eq!(small.coded(&[1, 1, 2, 3]).count(), 3);
    assert_eq!(small.option(&None).collect::<Vec<_>>(), ["a"]);
    assert!(small.shared(&"s".into()) && !small.shared(&"t".into()));
    assert!(small.lent("l") && !small.lent("m"));
    assert!(small.boxed(&"b".into()) && !small.boxed(&"c".into()));
    assert!(small.fixed("f") && !small.fixed("g"));
    assert!(small.fixed_of_a_string(&"f".to_owned()));
    assert!(small.not_named("d") && !small.not_named("a"));
    assert_eq!(small.count_of("a").collect::<Vec<_>>(), [2]);
}

#[test]
fn a_reference_to_a_number_compares_with_a_number() {
    rules! {
        ruleset Small;
        fact Row { cells: Vec<u32>, least: u32 }
        fact Cell(u32);
        global log: Vec<String>;
        rule literal { when { Row { cells }; for c in cells; if c == 3; } then { log.push(format!("literal {c}")); } }
        rule ordered { when { Row { cells, least }; for c in cells; if c > least; } then { log.push(format!("ordered {c}")); } }
        rule the_other_way { when { Row { cells, least }; for c in cells; if least >= c; } then { log.push(format!("other {c}")); } }
        rule joined { when { Row { cells }; for c in cells; Cell(c); } then { log.push(format!("joined {c}")); } }
        rule compared { when { Row { cells }; for c in cells; Cell(== c); } then { log.push(format!("compared {c}")); } }
        rule greater { when { Row { cells }; for c in cells; Cell(> c); } then { log.push(format!("greater {c}")); } }
        rule called { when { r @ Row; Cell(== r.cells.iter().max().unwrap()); } then { log.push("called".to_owned()); } }
        rule inferred { when { Row { least }; Cell(== "3".parse().unwrap()); } then { log.push(format!("inferred {least}")); } }
        rule by_value { when { Row { cells }; for c in cells.iter().copied(); Cell(c); } then { log.push(format!("value {c}")); } }
        rule references_to_references { when { r @ Row; for c in r.cells.iter().collect::<Vec<_>>().iter().map(|c| *c); Cell(c); } then { log.push(format!("twice {c}")); } }
    }
    let mut small = Small::new(vec![]);
    small.insert(Row {
        cells: vec![1, 3, 5],
        least: 1,
    });
    small.insert_all([Cell(3), Cell(5)]);
    small.run();
    let mut log = small.globals().log.clone();
    log.sort();
    assert_eq!(
        log,
        [
            "called",
            "compared 3",
            "compared 5",
            "greater 1",
            "greater 1",
            "greater 3",
            "inferred 1",
            "joined 3",
            "joined 5",
            "literal 3",
            "ordered 3",
            "ordered 5",
            "other 1",
            "twice 3",
            "twice 5",
            "value 3",
            "value 5",
        ]
    );
}

#[test]
fn strings_join_whatever_holds_them() {
    rules! {
        ruleset Small;
        fact Held { shared: Rc<str>, lent: Cow<'static, str>, boxed: Box<str>, fixed: &'static str, owned: String }
        fact Words(Vec<String>);
        global log: Vec<String>;
        query shared(of: &str) { when { Held { shared: of }; } }
        query lent(of: &String) { when { Held { lent: of }; } }
        query boxed(of: &str) { when { Held { boxed: of }; } }
        query owned_of_boxed(of: Box<str>) { when { Held { owned: of }; } }
        rule of_words {
            when { Words(words); for w in words; Held { shared: w, boxed: w, fixed: w, lent: w, owned: w }; }
            then { log.push(w.clone()); }
        }
        rule of_texts {
            when { Words(words); for w in words.iter().map(String::as_str); Held { shared: w, boxed: w, owned: >= w }; }
            then { log.push(w.to_owned()); }
        }
    }
    let mut small = Small::new(vec![]);
    small.insert(Words(vec!["a".to_owned(), "b".to_owned()]));
    small.insert(Held {
        shared: "b".into(),
        lent: "b".into(),
        boxed: "b".into(),
        fixed: "b",
        owned: "b".to_owned(),
    });
    small.run();
    assert_eq!(small.globals().log, ["b", "b"]);
    assert!(small.shared("b") && !small.shared("a"));
    assert!(small.lent(&"b".to_owned()) && !small.lent(&"a".to_owned()));
    assert!(small.boxed("b") && !small.boxed("a"));
    assert!(small.owned_of_boxed("b".into()) && !small.owned_of_boxed("a".into()));
}

/// A name that counts how often it is compared.
#[derive(Debug, Clone, Eq, PartialOrd, Ord)]
struct Counted(u32);

thread_local! {
    static COMPARISONS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

impl PartialEq for Counted {
    fn eq(&self, other: &Self) -> bool {
        COMPARISONS.set(COMPARISONS.get() + 1);
        self.0 == other.0
    }
}

impl std::hash::Hash for Counted {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

#[test]
fn a_reference_is_looked_up_in_an_index() {
    rules! {
        ruleset Small;
        fact Wanted { all: Vec<Counted> }
        fact Have { one: Counted }
        rule of_for { when { Wanted { all }; for w in all; Have { one: w }; } then {} }
        query have(one: &Counted) { when { Have { one }; } }
    }
    let mut small = Small::new();
    small.insert_all((0..1000).map(|n| Have { one: Counted(n) }));
    COMPARISONS.set(0);
    small.insert(Wanted {
        all: (500..510).map(Counted).collect(),
    });
    assert_eq!(small.run().count, 10);
    assert!(small.have(&Counted(7)) && !small.have(&Counted(1007)));
    assert!(COMPARISONS.get() < 100, "{}", COMPARISONS.get());
}

/// Fields that hold strings in different ways.
mod unlike_texts {
    use std::borrow::Cow;
    use std::rc::Rc;

    use rules_runtime::rules;

    rules! {
        ruleset Texts;
        fact Boxed { name: Box<str> }
        fact Owned { name: String }
        fact Counted { name: Rc<str> }
        fact Lent { name: Cow<'static, str> }
        global log: Vec<&'static str>;
        rule boxed_then_owned { when { Boxed { name }; Owned { name }; } then { log.push("bo"); let _ = name; } }
        rule owned_then_boxed { when { Owned { name }; Boxed { name }; } then { log.push("ob"); let _ = name; } }
        rule counted { when { Counted { name }; Owned { name }; } then { log.push("co"); let _ = name; } }
        rule lent { when { Lent { name }; not Counted { name }; } then { log.push("l"); let _ = name; } }
        rule ordered { when { b @ Boxed; o @ Owned { name: > b.name }; } then { log.push("<"); let _ = o; } }
    }

    #[test]
    fn join_with_one_another() {
        let mut session = Texts::new(vec![]);
        session.insert(Boxed { name: "a".into() });
        session.insert_all(["a", "b"].map(|name| Owned { name: name.into() }));
        session.insert(Counted { name: "a".into() });
        session.insert_all(["a", "z"].map(|name| Lent { name: name.into() }));
        session.run();
        let mut log = std::mem::take(&mut session.globals_mut().log);
        log.sort_unstable();
        assert_eq!(log, ["<", "bo", "co", "l", "ob"]);
    }
}

mod clones_of_facts {
    use rules_runtime::{Fact, rules};

    rules! {
        ruleset Copying;
        fact Order { id: u32, lines: Vec<u32> }
        global kept: Vec<Order>;

        rule changed {
            when { o @ Order { id: 1 }; }
            then {
                let mut copy = o.clone();
                copy.id += 1;
                insert copy;
            }
        }

        rule extended {
            when { o @ Order { id: 2 }; }
            then { insert Order { id: 3, ..o.clone() }; }
        }

        #[salience(-1)]
        rule collected {
            when { orders = collect(o @ Order) if orders.len() == 3; let first = orders.iter().next().map(|o| o.clone()); }
            then {
                kept.extend(first);
                kept.extend(orders.iter().map(Fact::clone));
                for order in orders {
                    kept.push(order.clone());
                }
            }
        }
    }

    #[test]
    fn are_values_of_their_own() {
        let mut session = Copying::new(vec![]);
        session.insert(Order {
            id: 1,
            lines: vec![7],
        });
        assert_eq!(session.run().count, 3);
        let ids: Vec<u32> = session
            .globals()
            .kept
            .iter()
            .map(|order| order.id)
            .collect();
        assert_eq!(ids, [1, 1, 2, 3, 1, 2, 3]);
        assert!(
            session
                .globals()
                .kept
                .iter()
                .all(|order| order.lines == [7])
        );
    }
}

#[test]
fn values_of_facts_are_compared_behind_two_stars() {
    rules_runtime::rules! {
        ruleset Orders;
        #[derive(Debug, Clone, PartialEq)]
        fact Order { customer: u32, total: f64 }
        fact Twin(u32);
        fact Said(&'static str);
        rule twins {
            when { a @ Order; b @ Order if a.handle() < b.handle() && **a == **b; }
            then { insert Twin(a.customer); if **a == **b { insert Said("same"); } }
        }
        rule others {
            when { a @ Order; b @ Order { customer: == a.customer } if a.handle() < b.handle() && (&**a) != &(**b); }
            then { if **a != **b { insert Said("other"); } }
        }
    }
    let mut session = Orders::new();
    for (customer, total) in [(1, 2.5), (2, 2.5), (1, 2.5), (2, 7.0)] {
        session.insert(Order { customer, total });
    }
    session.run();
    assert_eq!(
        session
            .facts::<Twin>()
            .map(|twin| twin.0)
            .collect::<Vec<_>>(),
        [1]
    );
    let said: Vec<&str> = session.facts::<Said>().map(|said| said.0).collect();
    assert_eq!(said.len(), 2);
    assert!(said.contains(&"same") && said.contains(&"other"));
}
