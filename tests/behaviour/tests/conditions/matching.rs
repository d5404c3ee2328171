//! Which facts a single pattern matches, and what its variables are.

use rules_runtime::rules;

mod model {
    #[derive(Clone)]
    pub(super) struct Door {
        pub(super) open: bool,
    }
}

mod engine {
    rules_runtime::rules! {
        pub(super) ruleset House;
        use super::model::Door;
        rule shut {
            when { door @ Door { open: true }; }
            then { modify door { door.open = false; } }
        }
    }
}

#[test]
fn a_bare_type_matches_every_fact_of_that_type_and_no_other() {
    rules! {
        ruleset Small;
        fact A(i32);
        fact B(i32);
        global log: Vec<i32>;
        rule a { when { a @ A; } then { log.push(a.0); } }
        rule b { when { B(100); } then {} }
    }
    let mut session = Small::new(vec![]);
    session.insert(A(1));
    session.insert(B(2));
    session.insert(A(3));
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().log, [3, 1]);
}

#[test]
fn fields_not_named_are_ignored() {
    rules! {
        ruleset Small;
        fact Cell { row: u8, column: u8, taken: bool }
        global log: Vec<u8>;
        rule r { when { Cell { row: 1, column }; } then { log.push(column); } }
    }
    let mut session = Small::new(vec![]);
    session.insert(Cell {
        row: 1,
        column: 5,
        taken: false,
    });
    session.insert(Cell {
        row: 2,
        column: 6,
        taken: false,
    });
    session.insert(Cell {
        row: 1,
        column: 7,
        taken: true,
    });
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().log, [7, 5]);
}

#[test]
fn a_type_of_the_surrounding_scope_is_a_fact_type() {
    struct Opaque {
        number: u64,
    }
    rules! {
        ruleset Small;
        rule r { when { Opaque { number: 7 }; } then {} }
    }
    let mut session = Small::new();
    session.insert(Opaque { number: 7 });
    session.insert(Opaque { number: 8 });
    assert_eq!(session.run().count, 1);
}

#[test]
fn a_type_brought_in_by_a_use_item_is_a_fact_type() {
    let mut session = engine::House::new();
    let door = session.insert(model::Door { open: true });
    assert_eq!(session.run().count, 1);
    assert!(session.get(door).is_some_and(|door| !door.open));
}

#[test]
fn a_type_alias_gives_a_generic_type_its_name() {
    rules! {
        ruleset Small;
        type Pair = (u8, String);
        global log: Vec<String>;
        rule r { when { Pair(3, name); } then { log.push(name.clone()); } }
    }
    let mut session = Small::new(vec![]);
    session.insert((3, "three".to_owned()));
    session.insert((4, "four".to_owned()));
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, ["three"]);
}

#[test]
fn a_comparison_tests_a_field_against_an_expression() {
    rules! {
        ruleset Small;
        fact N { value: i32 }
        global log: Vec<(&'static str, i32)>;
        rule less { when { N { value: v, value: < 2 }; } then { log.push(("<", v)); } }
        rule at_most { when { N { value: v, value: <= 1 + 1 }; } then { log.push(("<=", v)); } }
        rule not { when { N { value: v, value: != 2 }; } then { log.push(("!=", v)); } }
        rule equal { when { N { value: v, value: == 2 }; } then { log.push(("==", v)); } }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([N { value: 1 }, N { value: 2 }, N { value: 3 }]);
    assert_eq!(session.run().count, 6);
    let mut log = session.globals().log.clone();
    log.sort_unstable();
    assert_eq!(
        log,
        [
            ("!=", 1),
            ("!=", 3),
            ("<", 1),
            ("<=", 1),
            ("<=", 2),
            ("==", 2)
        ]
    );
}

#[test]
fn a_comparison_may_use_variables_bound_before_it() {
    rules! {
        ruleset Small;
        fact Range { low: i32, high: i32 }
        rule upside_down { when { Range { low, high: < low }; } then {} }
    }
    let mut session = Small::new();
    session.insert(Range { low: 1, high: 2 });
    session.insert(Range { low: 2, high: 1 });
    assert_eq!(session.run().count, 1);
}

#[test]
fn a_comma_within_brackets_does_not_end_a_comparison() {
    rules! {
        ruleset Small;
        fact N { value: i32, other: i32 }
        rule r { when { N { value: > std::cmp::max(3, 5), other: 1 }; } then {} }
    }
    let mut session = Small::new();
    session.insert(N { value: 4, other: 1 });
    session.insert(N { value: 6, other: 1 });
    session.insert(N { value: 6, other: 2 });
    assert_eq!(session.run().count, 1);
}

#[test]
fn a_guard_sees_the_fact_and_its_variables() {
    rules! {
        ruleset Small;
        fact Line { cells: Vec<u8>, limit: usize }
        global log: Vec<usize>;
        rule r {
            when { line @ Line { limit } if line.cells.len() > limit && limit != 9; }
            then { log.push(limit); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert(Line {
        cells: vec![1, 2],
        limit: 1,
    });
    session.insert(Line {
        cells: vec![1, 2],
        limit: 2,
    });
    session.insert(Line {
        cells: vec![0; 20],
        limit: 9,
    });
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [1]);
}

#[test]
fn tests_to_the_left_protect_those_to_the_right() {
    rules! {
        ruleset Small;
        fact Slot { index: usize, cells: Vec<u8> }
        rule r {
            when { Slot { index: < 2, index: i, cells } if cells[i] == 1; }
            then {}
        }
    }
    let mut session = Small::new();
    session.insert(Slot {
        index: 7,
        cells: vec![],
    });
    session.insert(Slot {
        index: 1,
        cells: vec![0, 1],
    });
    assert_eq!(session.run().count, 1);
}

#[test]
fn a_tuple_fact_is_matched_by_position_or_with_a_rest() {
    rules! {
        ruleset Small;
        fact Triple(u8, char, u8);
        global log: Vec<String>;
        rule first { when { Triple(1, ..); } then { log.push("first".to_owned()); } }
        rule last { when { Triple(.., 9); } then { log.push("last".to_owned()); } }
        rule middle { when { Triple(_, c, _); } then { log.push(format!("middle {c}")); } }
    }
    let mut session = Small::new(vec![]);
    session.insert(Triple(1, 'a', 2));
    assert_eq!(session.run().count, 2);
    session.insert(Triple(2, 'b', 9));
    assert_eq!(session.run().count, 2);
    assert_eq!(
        session.globals().log,
        ["first", "middle a", "last", "middle b"]
    );
}

#[test]
fn a_pattern_of_a_variant_matches_that_variant() {
    rules! {
        ruleset Small;
        fact enum Signal { Red, Green { seconds: u32 }, Broken(String) }
        global log: Vec<String>;
        rule red { when { Signal::Red; } then { log.push("red".to_owned()); } }
        rule green {
            when { Signal::Green { seconds: s, seconds: > 3 }; }
            then { log.push(format!("green for {s}")); }
        }
        rule broken { when { Signal::Broken(why); } then { log.push(why.clone()); } }
        rule any { when { signal @ Signal; } then { log.push(format!("{signal:?}")); } }
    }
    let mut session = Small::new(vec![]);
    session.insert(Signal::Red);
    assert_eq!(session.run().count, 2);
    session.insert(Signal::Green { seconds: 4 });
    assert_eq!(session.run().count, 2);
    session.insert(Signal::Broken("lamp".to_owned()));
    assert_eq!(session.run().count, 2);
    assert_eq!(
        session.globals().log,
        [
            "red",
            "Red",
            "green for 4",
            "Green { seconds: 4 }",
            "lamp",
            "Broken(\"lamp\")"
        ]
    );
}

#[test]
fn an_update_to_another_variant_ends_the_matches_of_the_first() {
    rules! {
        ruleset Small;
        fact enum Signal { Red, Green }
        rule red { when { Signal::Red; } then {} }
        rule green { when { Signal::Green; } then {} }
    }
    let mut session = Small::new();
    let signal = session.insert(Signal::Red);
    session
        .update(signal, |signal| *signal = Signal::Green)
        .unwrap();
    let pending: Vec<_> = session
        .agenda()
        .map(|activation| activation.rule())
        .collect();
    assert_eq!(pending, [SmallRule::Green]);
}

#[test]
fn a_fact_variable_goes_where_a_reference_goes_and_has_a_handle() {
    fn double(words: &str) -> String {
        words.repeat(2)
    }
    rules! {
        ruleset Small;
        type Words = String;
        global log: Vec<(String, rules_runtime::Handle<String>)>;
        rule r { when { w @ Words; } then { log.push((double(w), w.handle())); } }
    }
    let mut session = Small::new(vec![]);
    let handle = session.insert("ha".to_owned());
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [("haha".to_owned(), handle)]);
}

#[test]
fn an_empty_when_matches_once_in_a_new_session() {
    rules! {
        ruleset Small;
        fact Started;
        rule start { when {} then { insert Started; } }
    }
    let mut session = Small::new();
    assert_eq!(session.run().count, 1);
    assert_eq!(session.len::<Started>(), 1);
    session.insert(Started);
    assert_eq!(session.run().count, 0);
}
