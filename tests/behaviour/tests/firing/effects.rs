//! What `then` blocks do: insert, modify, retract, and how their effects go together.
#![allow(
    clippy::items_after_statements,
    clippy::let_and_return,
    clippy::never_loop,
    reason = "the blocks are written for their forms"
)]

use behaviour::Recorder;
use rules_runtime::rules;

#[test]
fn insert_adds_facts_that_other_rules_see() {
    rules! {
        ruleset Small;
        fact Order { id: u32, total: u32 }
        fact Discount { order: u32 }
        global log: Vec<u32>;
        rule grant { when { Order { id, total: > 100 }; } then { insert Discount { order: id }; } }
        rule print { when { Discount { order }; } then { log.push(order); } }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([Order { id: 1, total: 150 }, Order { id: 2, total: 50 }]);
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().log, [1]);
    assert_eq!(session.len::<Discount>(), 1);
}

#[test]
fn insert_takes_any_expression() {
    fn made(n: u8) -> u8 {
        n + 1
    }
    rules! {
        ruleset Small;
        type Number = u8;
        fact Start(u8);
        rule r {
            when { Start(n); }
            then {
                insert made(n);
                insert if n > 1 { 100 } else { 50 };
                insert { let half = n / 2; half };
            }
        }
        rule number { when { Number; } then {} }
    }
    let mut session = Small::new();
    session.insert(Start(4));
    assert_eq!(session.run().count, 4);
    assert_eq!(
        session.facts::<u8>().copied().collect::<Vec<_>>(),
        [5, 100, 2]
    );
}

#[test]
fn retract_removes_the_fact() {
    rules! {
        ruleset Small;
        fact Task { done: bool }
        rule sweep { when { task @ Task { done: true }; } then { retract task; } }
    }
    let mut session = Small::new();
    let done = session.insert(Task { done: true });
    let open = session.insert(Task { done: false });
    assert_eq!(session.run().count, 1);
    assert!(!session.contains(done));
    assert!(session.contains(open));
}

#[test]
fn effects_on_a_fact_retracted_in_the_block_do_nothing() {
    rules! {
        ruleset Small;
        fact A { value: u8 }
        global log: Vec<u8>;
        rule r {
            when { a @ A { value: 0 }; }
            then { retract a; modify a { a.value = 9; } retract a; log.push(1); }
        }
        rule nine { when { A { value: 9 }; } then {} }
    }
    let mut session = Small::builder().listener(Recorder::default()).build(vec![]);
    session.insert(A { value: 0 });
    assert_eq!(session.run().count, 1);
    assert_eq!(session.len::<A>(), 0);
    assert!(
        session
            .listener_mut()
            .take()
            .contains(&"retracted A { value: 0 }".to_owned())
    );
}

#[test]
fn after_a_modify_of_a_fact_retracted_in_the_block_it_reads_as_before() {
    rules! {
        ruleset Small;
        fact A { value: u8 }
        fact Go;
        global log: Vec<u8>;
        rule r {
            when { go @ Go; all = collect(a @ A); }
            then {
                retract go;
                for a in all {
                    modify a { a.value += 10; }
                    if a.value < 20 { retract a; }
                    modify a { a.value += 100; }
                    log.push(a.value);
                }
            }
        }
    }
    // Few effects are gone through, many stand in a table.
    for many in [2, 20] {
        let mut session = Small::new(vec![]);
        session.insert_all((0..many).map(|value| A { value }));
        session.insert(Go);
        assert_eq!(session.run().count, 1);
        let read = (0..many).map(|value| if value < 10 { value + 10 } else { value + 110 });
        assert_eq!(session.globals().log, read.collect::<Vec<_>>());
        let kept: Vec<u8> = session.facts::<A>().map(|a| a.value).collect();
        assert_eq!(
            kept,
            (10..many.max(10))
                .map(|value| value + 110)
                .collect::<Vec<_>>()
        );
    }
}

#[test]
fn return_keeps_the_effects_so_far() {
    rules! {
        ruleset Small;
        fact A(u8);
        fact B(u8);
        rule r {
            when { A(n); }
            then { insert B(n); if n > 1 { return; } insert B(n + 100); }
        }
        rule b { when { B(_); } then {} }
    }
    let mut session = Small::new();
    session.insert_all([A(1), A(2)]);
    assert_eq!(session.run().count, 5);
    let mut found: Vec<u8> = session.facts::<B>().map(|b| b.0).collect();
    found.sort_unstable();
    assert_eq!(found, [1, 2, 101]);
}

#[test]
fn effects_stand_in_loops_conditions_and_closures() {
    rules! {
        ruleset Small;
        fact Go;
        fact Line { marks: u8 }
        fact Note(u8);
        rule r {
            when { go @ Go; lines = collect(line @ Line); }
            then {
                for line in lines {
                    if line.marks > 1 { retract line; } else { modify line { line.marks += 10; } }
                }
                let note = |n: u8| { insert Note(n); };
                (1..=3).for_each(note);
                while let Some(first) = lines.first() {
                    modify first { first.marks += 1; }
                    break;
                }
                match lines.len() { 0 => {} n => { insert Note(n as u8 * 10); } }
                retract go;
            }
        }
        rule note { when { Note(_); } then {} }
    }
    let mut session = Small::new();
    session.insert_all([0, 1, 2].map(|marks| Line { marks }));
    session.insert(Go);
    assert_eq!(session.run().count, 5);
    assert_eq!(
        session
            .facts::<Line>()
            .map(|line| line.marks)
            .collect::<Vec<_>>(),
        [11, 11]
    );
    assert_eq!(
        session
            .facts::<Note>()
            .map(|note| note.0)
            .collect::<Vec<_>>(),
        [1, 2, 3, 30]
    );
}

#[test]
fn words_of_effects_are_ordinary_names_where_no_statement_begins_with_them() {
    rules! {
        ruleset Small;
        fact A(u8);
        global log: Vec<String>;
        rule r {
            when { A(n); }
            then {
                let modify = n;
                let retract = modify + 1;
                let mut set = std::collections::BTreeSet::new();
                set.insert(retract);
                log.push(format!("{modify} {retract} {}", set.len()));
            }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert(A(3));
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, ["3 4 1"]);
}

#[test]
fn effects_apply_in_order_and_together_as_one_change() {
    rules! {
        ruleset Small;
        fact Go;
        fact A(u8);
        global log: Vec<usize>;
        rule make { when { go @ Go; } then { insert A(1); insert A(2); retract go; insert A(3); } }
        rule count { when { n = count(A) if n > 0; } then { log.push(n); } }
        rule go_and_a { when { Go; A(_); } then { log.push(99); } }
    }
    let mut session = Small::new(vec![]);
    session.insert(Go);
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().log, [3]);
    assert_eq!(
        session.facts::<A>().map(|a| a.0).collect::<Vec<_>>(),
        [1, 2, 3]
    );
}

#[test]
fn a_rule_may_use_several_globals_and_a_later_block_sees_what_an_earlier_one_wrote() {
    rules! {
        ruleset Small;
        fact A(u8);
        global total: u32;
        global log: Vec<u32>;
        rule add { when { A(n); } then { *total += u32::from(n); log.push(*total); } }
    }
    let mut session = Small::new(100, vec![]);
    session.insert_all([A(1), A(2)]);
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().log, [102, 103]);
    session.globals_mut().total = 0;
    session.insert(A(5));
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().total, 5);
}

#[test]
fn names_in_blocks_follow_the_scoping_of_rust() {
    rules! {
        ruleset Small;
        fact A { n: u8 } fact B(u8);
        global log: Vec<u8>;
        rule r {
            when { a @ A { n }; bs = collect(b @ B(k) if k > n); }
            then {
                let n = n + 1;
                let f = |n: u8| n * 2;
                for (n, b) in bs.iter().enumerate().skip(f(0) as usize) { log.push(n as u8 + b.0); }
                log.push(f(n));
                fn inner(log: u8) -> u8 { log }
                log.push(inner(3));
                'outer: loop { loop { if n > 0 { break 'outer; } } }
                { let a = 5; log.push(a); }
                modify a { let n = 9; a.n = n; }
                log.push(a.n);
            }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([B(5), B(6)]);
    session.insert(A { n: 1 });
    assert_eq!(session.run_limit(1).count, 1);
    assert_eq!(session.globals().log, [5, 7, 4, 3, 5, 9]);
}

#[test]
fn many_retracts_of_one_block_are_nothing_to_the_next_that_uses_their_slots() {
    rules! {
        ruleset Small;
        fact Item { n: u32 }
        fact Sweep;
        fact Bump;
        rule sweep {
            when { order @ Sweep; all = collect(item @ Item); }
            then { retract order; for item in all { retract item; } }
        }
        rule bump {
            when { order @ Bump; all = collect(item @ Item); }
            then {
                retract order;
                for item in all { modify item { item.n += 1; } }
                for item in all { modify item { item.n += 1; } }
            }
        }
    }
    let mut session = Small::new();
    session.insert_all((0..20).map(|_| Item { n: 0 }));
    session.insert(Sweep);
    session.run();
    session.insert_all((0..20).map(|_| Item { n: 0 }));
    session.insert(Bump);
    session.run();
    assert!(session.facts::<Item>().all(|item| item.n == 2));
}
