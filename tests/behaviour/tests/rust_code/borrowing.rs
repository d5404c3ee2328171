//! Conditions may borrow from what they have matched: from a fact's fields, and from what is computed of them.

use rules_runtime::rules;

#[derive(Debug, Clone, PartialEq)]
struct Item {
    name: String,
    weight: u32,
}

/// A type of the program's own.
#[derive(Debug, Clone, PartialEq)]
struct Parcel {
    id: u32,
    label: String,
    items: Vec<Item>,
    stamps: [u8; 4],
    note: Option<String>,
    from: Box<str>,
}

fn parcel(id: u32, label: &str, items: &[(&str, u32)], stamps: [u8; 4]) -> Parcel {
    let items = items.iter().map(|&(name, weight)| Item {
        name: name.to_owned(),
        weight,
    });
    Parcel {
        id,
        label: label.to_owned(),
        items: items.collect(),
        stamps,
        note: (id % 2 == 1).then(|| format!("note {id}")),
        from: label.into(),
    }
}

fn parcels() -> [Parcel; 3] {
    [
        parcel(1, "b", &[("nut", 2), ("bolt", 3)], [1, 2, 3, 4]),
        parcel(2, "c", &[("cog", 9)], [7, 0, 0, 0]),
        parcel(3, "a", &[], [5, 5, 5, 5]),
    ]
}

#[test]
fn a_for_borrows_from_a_fact() {
    rules! {
        ruleset Post;
        global log: Vec<String>;
        rule by_iter {
            when { p @ Parcel; for item in p.items.iter(); if item.weight > 2; }
            then { log.push(format!("iter {} {}", p.id, item.name)); }
        }
        rule by_reference {
            when { p @ Parcel; for item in &p.items; if item.weight > 2; }
            then { log.push(format!("ref {} {}", p.id, item.name)); }
        }
        rule by_pattern {
            when { p @ Parcel; for Item { name, weight } in &p.items; if *weight > 2; }
            then { log.push(format!("pattern {} {}", p.id, name)); }
        }
        rule adapted {
            when { p @ Parcel; for (k, name) in p.items.iter().map(|i| i.name.as_str()).enumerate(); if name.len() == 4; }
            then { log.push(format!("adapted {k} {name}")); }
        }
        rule of_an_option {
            when { p @ Parcel; for note in &p.note; for word in note.split(' '); if word == "note"; }
            then { log.push(format!("option {} {note} {word}", p.id)); }
        }
        rule of_chars {
            when { p @ Parcel; for c in p.from.chars(); if c == 'c'; }
            then { log.push(format!("chars {} {c}", p.id)); }
        }
        rule of_references_to_references {
            when { p @ Parcel; for item in p.items.iter().filter(|item| item.weight == 9).collect::<Vec<_>>(); }
            then { log.push(format!("vec {}", item.name)); }
        }
        rule kept {
            when { p @ Parcel; for item: String in p.items.iter().map(|item| item.name.clone()); if item.len() == 4; }
            then { log.push(format!("kept {item}")); }
        }
    }
    let mut post = Post::new(vec![]);
    post.insert_all(parcels());
    post.run();
    let mut log = post.globals().log.clone();
    log.sort();
    assert_eq!(
        log,
        [
            "adapted 1 bolt",
            "chars 2 c",
            "iter 1 bolt",
            "iter 2 cog",
            "kept bolt",
            "option 1 note 1 note",
            "option 3 note 3 note",
            "pattern 1 bolt",
            "pattern 2 cog",
            "ref 1 bolt",
            "ref 2 cog",
            "vec cog",
        ]
    );
    for rule in [
        PostRule::ByIter,
        PostRule::ByReference,
        PostRule::ByPattern,
        PostRule::OfAnOption,
    ] {
        assert_eq!(post.explain(rule).matches.len(), 2, "{rule:?}");
    }
}

#[test]
fn a_for_borrows_from_an_array_that_is_copied() {
    rules! {
        ruleset Post;
        fact Row { cells: [u8; 4], at: (u8, u8) }
        global log: Vec<String>;
        rule of_a_field {
            when { Row { cells }; for cell in cells.iter(); if *cell > 3; }
            then { log.push(format!("field {cell}")); }
        }
        rule of_a_fact {
            when { row @ Row; for cell in row.cells.iter(); if *cell > 3; }
            then { log.push(format!("fact {cell}")); }
        }
        rule by_reference {
            when { Row { cells }; for (k, cell) in (&cells).into_iter().enumerate(); if *cell > 3; }
            then { log.push(format!("reference {k} {cell}")); }
        }
        rule of_windows {
            when { Row { cells }; for pair in cells.windows(2); if pair[0] > pair[1]; }
            then { log.push(format!("windows {pair:?}")); }
        }
        rule of_a_computed_one {
            when { Row { cells }; let doubled = cells.map(|cell| cell * 2); for cell in doubled.iter(); if *cell > 6; }
            then { log.push(format!("computed {cell}")); }
        }
        rule of_an_inner_one {
            when { exists { Row { cells }; for cell in cells.iter(); if *cell == 4; }; }
            then { log.push("inner".to_owned()); }
        }
        rule of_a_sum {
            when { total = sum(u32::from(*cell) for { Row { cells }; for cell in cells.iter(); }); }
            then { log.push(format!("sum {total}")); }
        }
    }
    let mut post = Post::new(vec![]);
    post.insert(Row {
        cells: [4, 3, 2, 5],
        at: (1, 2),
    });
    post.run();
    let mut log = post.globals().log.clone();
    log.sort();
    assert_eq!(
        log,
        [
            "computed 10",
            "computed 8",
            "fact 4",
            "fact 5",
            "field 4",
            "field 5",
            "inner",
            "reference 0 4",
            "reference 3 5",
            "sum 14",
            "windows [3, 2]",
            "windows [4, 3]",
        ]
    );
    assert_eq!(post.explain(PostRule::OfAComputedOne).matches.len(), 2);
    assert_eq!(post.explain(PostRule::OfASum).matches.len(), 1);
}

#[test]
fn an_accumulate_borrows_from_its_members() {
    rules! {
        ruleset Post;
        global log: Vec<String>;
        rule greatest {
            when { last = max(p.label.as_str() for p @ Parcel); }
            then { log.push(format!("max {last}")); }
        }
        rule least {
            when { first = min(&p.label for p @ Parcel) if first.len() == 1; }
            then { log.push(format!("min {first}")); }
        }
        rule used_further {
            when { last = max(p.label.as_str() for p @ Parcel); q @ Parcel if q.label == last; }
            then { log.push(format!("joined {}", q.id)); }
        }
        rule by_a_reference {
            when { best = min_by(&p.label for p @ Parcel); }
            then { log.push(format!("min_by {}", best.id)); }
        }
        rule by_a_tuple {
            when { best = max_by((p.items.len(), p.label.as_str()) for p @ Parcel); }
            then { log.push(format!("max_by {}", best.id)); }
        }
        rule of_the_best {
            when { best = max_by(p.items.len() for p @ Parcel); for item in &best.items; if item.weight == 3; }
            then { log.push(format!("of best {} {}", best.id, item.name)); }
        }
        rule of_the_best_by_iter {
            when { best = max_by(p.items.len() for p @ Parcel); for item in best.items.iter(); let name = item.name.as_str(); if name == "nut"; }
            then { log.push(format!("iter of best {name}")); }
        }
        rule of_a_option {
            when { m = max(p.note.as_deref() for p @ Parcel); if let Some(text) = m; }
            then { log.push(format!("option {text}")); }
        }
        rule of_elements {
            when { heaviest = max((item.weight, item.name.as_str()) for { p @ Parcel; for item in &p.items; }); }
            then { log.push(format!("heaviest {heaviest:?}")); }
        }
        rule of_the_best_element {
            when { heavy = max_by(p.items.iter().map(|i| &i.name).max() for p @ Parcel); }
            then { log.push(format!("last name {}", heavy.id)); }
        }
        rule of_a_let {
            when { last = max(label for { p @ Parcel; let label = p.label.as_str(); if label < "c"; }); }
            then { log.push(format!("let {last}")); }
        }
        rule of_branches {
            when { last = max(text for { either { p @ Parcel; let text = p.label.as_str(); } or { Parcel { note: Some(note) }; let text = note.as_str(); } }); }
            then { log.push(format!("branches {last}")); }
        }
        rule of_an_accumulate {
            when { t = max(inner for { Parcel { id }; inner = max(q.label.as_str() for q @ Parcel { id: < id }); }); }
            then { log.push(format!("nested {t}")); }
        }
        rule of_the_best_of_the_best {
            when { b = max_by(best.label.as_str() for { p @ Parcel { id }; best = min_by(q.label.as_str() for q @ Parcel { id: < id }); }); }
            then { log.push(format!("best of best {}", b.id)); }
        }
    }
    let mut post = Post::new(vec![]);
    post.insert_all(parcels());
    post.run();
    let mut log = post.globals().log.clone();
    log.sort();
    assert_eq!(
        log,
        [
            "best of best 2",
            "branches note 3",
            "heaviest (9, \"cog\")",
            "iter of best nut",
            "joined 2",
            "last name 1",
            "let b",
            "max c",
            "max_by 1",
            "min a",
            "min_by 3",
            "nested c",
            "of best 1 bolt",
            "option note 3",
        ]
    );
    for info in Post::RULES {
        assert_eq!(post.explain(info.rule).matches.len(), 1, "{}", info.name);
    }
}

#[test]
fn the_keys_of_groups_borrow_from_their_members() {
    rules! {
        ruleset Post;
        global log: Vec<String>;
        rule by_a_let {
            when { n = count({ p @ Parcel; let k = p.from.as_ref(); }) by (k); }
            then { log.push(format!("let {k} {n}")); }
        }
        rule by_a_let_with_a_join {
            when { t = sum(p.id for { p @ Parcel; let k = p.label.as_str(); }) by (k); q @ Parcel if q.label == k; }
            then { log.push(format!("join {k} {t} {}", q.id)); }
        }
        rule by_an_element {
            when { n = count({ p @ Parcel; for item in &p.items; let name = &item.name; }) by (name); }
            then { log.push(format!("element {name} {n}")); }
        }
        rule by_a_tuple {
            when { n = count({ p @ Parcel; let (k, l) = (p.label.as_str(), p.items.len()); }) by (k, l); if l > 0; }
            then { log.push(format!("tuple {k} {l} {n}")); }
        }
        rule by_an_option {
            when { n = count({ p @ Parcel; let k = p.note.as_deref(); }) by (k); if let Some(note) = k; }
            then { log.push(format!("option {note} {n}")); }
        }
        rule by_a_let_and_more {
            when { best = max(p.label.as_str() for { p @ Parcel; let k = &p.note; }) by (k); if k.is_none(); }
            then { log.push(format!("more {best}")); }
        }
        rule by_an_array {
            when { n = count({ Parcel { stamps }; for stamp in stamps.iter(); }) by (stamp); if n > 1; }
            then { log.push(format!("stamp {stamp} {n}")); }
        }
        rule by_a_slice {
            when { n = count({ p @ Parcel; let k = &p.stamps[1..3]; }) by (k); if k[0] == 5; }
            then { log.push(format!("slice {k:?} {n}")); }
        }
        #[once]
        rule by_a_let_once {
            when { n = count({ p @ Parcel; let k = p.label.as_str(); }) by (k); }
            then { log.push(format!("once {k} {n}")); }
        }
        rule by_branches {
            when { n = count({ either { p @ Parcel { id: 1 }; let k = p.label.as_str(); } or { q @ Parcel; let k = q.label.as_str(); } }) by (k); if n > 1; }
            then { log.push(format!("branches {k} {n}")); }
        }
    }
    let mut post = Post::new(vec![]);
    let handles: Vec<_> = post.insert_all(parcels()).into_iter().collect();
    post.run();
    let mut log = std::mem::take(&mut post.globals_mut().log);
    log.sort();
    assert_eq!(
        log,
        [
            "branches b 2",
            "element bolt 1",
            "element cog 1",
            "element nut 1",
            "join a 3 3",
            "join b 1 1",
            "join c 2 2",
            "let a 1",
            "let b 1",
            "let c 1",
            "more c",
            "once a 1",
            "once b 1",
            "once c 1",
            "option note 1 1",
            "option note 3 1",
            "slice [5, 5] 1",
            "stamp 0 3",
            "stamp 5 4",
            "tuple b 2 1",
            "tuple c 1 1",
        ]
    );
    assert_eq!(post.explain(PostRule::ByALet).matches.len(), 3);
    post.update(handles[0], |p| p.from = "c".into()).unwrap();
    post.run();
    assert_eq!(post.globals().log, ["let c 2"]);
}

#[test]
fn every_place_of_a_rule_borrows() {
    rules! {
        #[backtrack]
        ruleset Post;
        fact Seen { name: String }
        global log: Vec<String>;
        #[salience(p.items.iter().map(|item| item.name.len()).max().unwrap_or(0) as i32)]
        #[on_change(p.label.as_str(), p.items.first())]
        rule ordered {
            when { p @ Parcel; }
            then { log.push(format!("ordered {}", p.id)); }
        }
        #[salience(last.len() as i32)]
        #[on_change(last, names)]
        rule of_results {
            when {
                last = max(p.label.as_str() for p @ Parcel);
                names = collect(p @ Parcel);
            }
            then { log.push(format!("results {last} {}", names.len())); }
            undo { log.push(format!("undone {last}")); }
        }
        #[on_change(item, item.name.as_str())]
        rule of_elements {
            when { p @ Parcel; for item in p.items.iter(); }
            then { log.push(format!("element {}", item.name)); }
            undo { log.push(format!("undone {}", item.name)); }
        }
        rule negated {
            when {
                p @ Parcel;
                not { for item in &p.items; q @ Parcel if q.id != p.id && q.items.contains(item); }
                forall { for item in p.items.iter(); } => { if item.weight > 0; }
                exists { r @ Parcel; for word in r.label.split(' '); if word == p.label; }
            }
            then { log.push(format!("negated {}", p.id)); }
        }
        rule branched {
            when {
                either { p @ Parcel; for name in p.note.iter(); }
                or { q @ Parcel if q.items.is_empty(); for name in [&q.label]; }
            }
            then { log.push(format!("branched {name}")); }
        }
        #[salience(-10)]
        rule chosen {
            when { p @ Parcel { id: 1 }; best = min_by(q.label.as_str() for q @ Parcel); }
            then {
                choose item in p.items.iter();
                choose stamp in best.stamps.iter();
                log.push(format!("chose {} {stamp}", item.name));
            }
        }
    }
    let mut post = Post::new(vec![]);
    let handles: Vec<_> = post.insert_all(parcels()).into_iter().collect();
    post.run();
    let mut log = std::mem::take(&mut post.globals_mut().log);
    log.sort();
    assert_eq!(
        log,
        [
            "branched a",
            "branched note 1",
            "branched note 3",
            "chose nut 5",
            "element bolt",
            "element cog",
            "element nut",
            "negated 1",
            "negated 2",
            "negated 3",
            "ordered 1",
            "ordered 2",
            "ordered 3",
            "results c 3",
        ]
    );
    for info in Post::RULES {
        assert!(!post.explain(info.rule).matches.is_empty(), "{}", info.name);
    }
    post.retract(handles[1]).unwrap();
    post.run();
    let mut log = std::mem::take(&mut post.globals_mut().log);
    log.sort();
    assert_eq!(log, ["results b 2", "undone c", "undone cog"]);
}

#[test]
fn a_query_borrows_from_the_session() {
    rules! {
        ruleset Post;
        query names(least: u32) -> &str {
            when { p @ Parcel; for item in p.items.iter(); if item.weight >= least; }
            select item.name.as_str()
        }
        query notes() -> &String {
            when { p @ Parcel; for note in &p.note; }
            select note
        }
        query last() -> &str {
            when { m = max(p.label.as_str() for p @ Parcel); }
            select m
        }
        query items_of_the_first() -> &Item {
            when { best = min_by(&p.label for p @ Parcel { items }  if !items.is_empty()); for item in best.items.iter(); }
            select item
        }
        query stamps() -> u8 {
            when { Parcel { id: 1, stamps }; for stamp in stamps.iter(); }
            select *stamp
        }
        query labels() -> (&str, usize) {
            when { n = count({ p @ Parcel; let k = p.label.as_str(); }) by (k); }
            select (k, n)
        }
        query has_name(name: &str) {
            when { p @ Parcel; for item in &p.items; if item.name == name; }
        }
    }
    let mut post = Post::new();
    post.insert_all(parcels());
    assert_eq!(post.names(3).collect::<Vec<_>>(), ["bolt", "cog"]);
    assert_eq!(post.notes().collect::<Vec<_>>(), ["note 1", "note 3"]);
    assert_eq!(post.last().collect::<Vec<_>>(), ["c"]);
    let items: Vec<_> = post.items_of_the_first().map(|item| item.weight).collect();
    assert_eq!(items, [2, 3]);
    assert_eq!(post.stamps().collect::<Vec<_>>(), [1, 2, 3, 4]);
    let labels: Vec<_> = post.labels().collect();
    assert_eq!(labels, [("b", 1), ("c", 1), ("a", 1)]);
    assert!(post.has_name("cog") && !post.has_name("wheel"));
}

#[test]
fn what_outlives_a_copy_borrows_from_its_field() {
    #[derive(Debug, Clone, Copy, PartialEq)]
    struct Name {
        letters: [char; 3],
        at: (u8, u8),
    }
    impl Name {
        fn first(&self) -> &char {
            &self.letters[0]
        }
    }
    rules! {
        ruleset Small;
        fact Row { id: u32, cells: [u8; 4], name: Name, all: Vec<u8>, some: Option<[u8; 2]> }
        global log: Vec<String>;
        rule greatest { when { most = max(cells.iter().max() for Row { cells }); if let Some(top) = most; } then { log.push(format!("max {top}")); } }
        rule of_a_slice { when { top = max(&cells[1..] for Row { cells }); } then { log.push(format!("slice {top:?}")); } }
        rule of_elements { when { top = max(cell for { Row { cells }; for cell in cells.iter(); }); } then { log.push(format!("element {top}")); } }
        rule of_a_list { when { top = max(cell for { Row { all }; for cell in all; }); } then { log.push(format!("list {top}")); } }
        rule of_a_method { when { top = min(name.first() for Row { name }); } then { log.push(format!("method {top}")); } }
        rule of_a_field { when { top = min(name.letters.as_slice() for Row { name }); } then { log.push(format!("field {top:?}")); } }
        rule by_a_value { when { best = min_by(cells.as_slice() for r @ Row { cells }); } then { log.push(format!("min_by {}", best.id)); } }
        rule by_a_let { when { n = count({ Row { name }; let k = &name.at.0; }) by (k); } then { log.push(format!("let {k} {n}")); } }
        rule of_a_nested_one { when { top = max(pair.iter().min() for Row { some: Some(pair) }); } then { log.push(format!("nested {top:?}")); } }
        rule mixed { when { t = sum(u32::from(cells.iter().max().copied().unwrap_or(0) + cells[0]) for Row { cells }); } then { log.push(format!("mixed {t}")); } }
        rule shadowed { when { top = max((|cells: [u8; 2]| cells.iter().count())([0, 0]) + cells.len() for Row { cells }); } then { log.push(format!("shadowed {top}")); } }
        query cells(id: u32) -> &u8 { when { Row { id, cells }; for cell in cells.iter(); } select cell }
        query top() -> &u8 { when { Row { cells }; } select cells.iter().max().unwrap() }
        query names() -> &Name { when { Row { name }; } select &name }
    }
    let mut small = Small::new(vec![]);
    let row = |id, cells: [u8; 4], letters| Row {
        id,
        cells,
        name: Name {
            letters,
            at: (7, id as u8),
        },
        all: cells.to_vec(),
        some: (id > 1).then_some([cells[0], cells[1]]),
    };
    small.insert_all([
        row(1, [1, 9, 0, 0], ['b', 'x', 'y']),
        row(2, [8, 4, 3, 2], ['a', 'z', 'z']),
    ]);
    small.run();
    let mut log = small.globals().log.clone();
    log.sort();
    assert_eq!(
        log,
        [
            "element 9",
            "field ['a', 'z', 'z']",
            "let 7 2",
            "list 9",
            "max 9",
            "method a",
            "min_by 1",
            "mixed 26",
            "nested Some(4)",
            "shadowed 6",
            "slice [9, 0, 0]",
        ]
    );
    for info in Small::RULES {
        assert_eq!(small.explain(info.rule).matches.len(), 1, "{}", info.name);
    }
    assert_eq!(small.cells(2).collect::<Vec<_>>(), [&8, &4, &3, &2]);
    assert_eq!(small.top().collect::<Vec<_>>(), [&9, &8]);
    assert_eq!(small.names().count(), 2);
}
