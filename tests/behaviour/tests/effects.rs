//! What `then` blocks do: insert, modify, retract, and how their effects go together.

use std::panic::{AssertUnwindSafe, catch_unwind};

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
fn modify_changes_the_fact_and_the_variable_reads_the_new_value() {
    rules! {
        ruleset Small;
        fact Counter { value: u8 }
        global log: Vec<u8>;
        rule r {
            when { c @ Counter { value: < 3 }; }
            then { log.push(c.value); modify c { c.value += 1; } log.push(c.value); }
        }
    }
    let mut session = Small::new(vec![]);
    let counter = session.insert(Counter { value: 1 });
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().log, [1, 2, 2, 3]);
    assert_eq!(session.get(counter).unwrap().value, 3);
}

#[test]
fn field_variables_keep_the_value_matched() {
    rules! {
        ruleset Small;
        fact Counter { value: u8 }
        global log: Vec<u8>;
        rule r {
            when { c @ Counter { value: 1, value: v }; }
            then { modify c { c.value = 7; } log.push(v); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert(Counter { value: 1 });
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [1]);
}

#[test]
fn a_second_modify_starts_from_the_first_ones_result() {
    rules! {
        ruleset Small;
        fact Pair { left: u8, right: u8 }
        rule r {
            when { p @ Pair { left: 0 }; }
            then {
                if p.right == 0 { modify p { p.left = 5; } }
                modify p { p.right = p.left + 1; }
            }
        }
    }
    let mut session = Small::new();
    let pair = session.insert(Pair { left: 0, right: 0 });
    assert_eq!(session.run().count, 1);
    assert_eq!(session.get(pair), Some(&Pair { left: 5, right: 6 }));
}

#[test]
fn two_names_of_one_fact_modify_one_fact() {
    rules! {
        ruleset Small;
        fact Pair { left: u8, right: u8 }
        global log: Vec<u8>;
        rule r {
            when { a @ Pair { left: 0 }; b @ Pair { left: 0 }; }
            then {
                modify a { a.left = 1; }
                log.push(b.left);
                modify b { b.right = b.left + 1; }
                log.push(a.right);
                modify a { a.right += 10; }
            }
        }
    }
    let mut session = Small::new(vec![]);
    let pair = session.insert(Pair { left: 0, right: 0 });
    assert_eq!(session.run().count, 1);
    assert_eq!(session.get(pair), Some(&Pair { left: 1, right: 12 }));
    assert_eq!(
        session.globals().log,
        [0, 0],
        "other names keep the value matched"
    );
}

#[test]
fn a_modify_within_a_modify_is_seen_by_the_outer_one() {
    rules! {
        ruleset Small;
        fact A { value: u8 }
        fact B { value: u8 }
        rule r {
            when { a @ A { value: 0 }; b @ B { value: 0 }; }
            then {
                modify a {
                    a.value = 1;
                    modify b { b.value = a.value + 1; }
                    a.value += b.value;
                }
            }
        }
    }
    let mut session = Small::new();
    let a = session.insert(A { value: 0 });
    let b = session.insert(B { value: 0 });
    assert_eq!(session.run().count, 1);
    assert_eq!(
        (session.get(a).unwrap().value, session.get(b).unwrap().value),
        (3, 2)
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
fn a_return_inside_a_modify_keeps_what_was_written() {
    rules! {
        ruleset Small;
        fact A { value: u8 }
        rule r {
            when { a @ A { value: 1 }; }
            then { modify a { a.value = 2; if a.value == 2 { return; } a.value = 3; } }
        }
    }
    let mut session = Small::new();
    let a = session.insert(A { value: 1 });
    assert_eq!(session.run().count, 1);
    assert_eq!(session.get(a).unwrap().value, 2);
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
fn a_loop_variable_reads_its_new_value_after_a_modify() {
    rules! {
        ruleset Small;
        fact Go;
        fact Line { marks: u8 }
        global log: Vec<u8>;
        rule r {
            when { go @ Go; lines = collect(line @ Line); }
            then {
                for line in lines {
                    modify line { line.marks *= 2; }
                    log.push(line.marks);
                }
                retract go;
            }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([1, 2].map(|marks| Line { marks }));
    session.insert(Go);
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [2, 4]);
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
fn a_panic_in_a_block_leaves_the_session_as_before_and_the_activation_pending() {
    rules! {
        ruleset Small;
        fact A { value: u8 }
        fact B;
        global calm: bool;
        rule r {
            when { a @ A { value: 1 }; }
            then {
                insert B;
                modify a { a.value = 2; }
                assert!(*calm, "not calm");
            }
        }
        rule b { when { B; } then {} }
    }
    let mut session = Small::builder().listener(Recorder::default()).build(false);
    let a = session.insert(A { value: 1 });
    session.listener_mut().take();
    let before: Vec<_> = session.agenda().collect();
    let panic = catch_unwind(AssertUnwindSafe(|| session.run())).unwrap_err();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"not calm"));
    assert_eq!(session.get(a).unwrap().value, 1);
    assert_eq!(session.len::<B>(), 0);
    assert_eq!(session.agenda().collect::<Vec<_>>(), before);
    assert_eq!(session.listener_mut().take(), ["firing r"]);

    session.globals_mut().calm = true;
    assert_eq!(session.run().count, 2);
    assert_eq!(session.len::<B>(), 1);
}

#[test]
fn globals_keep_what_a_panicking_block_wrote() {
    rules! {
        ruleset Small;
        fact A;
        global tries: u32;
        rule r { when { A; } then { *tries += 1; assert!(*tries > 1); } }
    }
    let mut session = Small::new(0);
    session.insert(A);
    assert!(catch_unwind(AssertUnwindSafe(|| session.run())).is_err());
    assert_eq!(session.globals().tries, 1);
    assert_eq!(session.run().count, 1);
}

#[test]
fn a_panic_in_a_condition_poisons_the_session() {
    rules! {
        ruleset Small;
        fact A(u8);
        rule r { when { A(n) if 10 / n > 1; } then {} }
    }
    let mut session = Small::new();
    let good = session.insert(A(1));
    assert!(catch_unwind(AssertUnwindSafe(|| session.insert(A(0)))).is_err());
    let panic = catch_unwind(AssertUnwindSafe(|| session.run())).unwrap_err();
    let message = panic.downcast_ref::<String>().map(String::as_str);
    let message = message.or(panic.downcast_ref::<&str>().copied()).unwrap();
    assert!(message.contains("poisoned"), "{message}");
    let error = session.update(good, |_| ()).unwrap_err();
    assert!(error.to_string().contains("poisoned"), "{error}");
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
