//! `modify`: drafts, the names of a fact, and what they read.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rules_runtime::rules;

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
        #[allow(rules::cross_product)]
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
fn a_name_that_the_block_gives_a_fact_is_the_same_variable() {
    rules! {
        ruleset Small;
        fact Pair { left: u8, right: u8 }
        global log: Vec<(u8, u8)>;
        rule r {
            when { a @ Pair { left: 0 }; }
            then {
                let mine = a;
                modify mine { mine.left = a.left + 1; }
                log.push((a.left, mine.left));
                modify a { a.right = a.left + 1; }
                log.push((a.right, mine.right));
            }
        }
    }
    let mut session = Small::new(vec![]);
    let pair = session.insert(Pair { left: 0, right: 0 });
    assert_eq!(session.run().count, 1);
    assert_eq!(session.get(pair), Some(&Pair { left: 1, right: 2 }));
    assert_eq!(session.globals().log, [(1, 1), (2, 2)]);
}

#[test]
fn a_modify_within_a_modify_is_seen_by_the_outer_one() {
    rules! {
        #[allow(rules::cross_product)]
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
fn a_modify_within_that_of_the_same_variable_goes_on_with_its_value() {
    rules! {
        ruleset Small;
        fact Pair { left: u8, right: u8 }
        global log: Vec<(u8, u8)>;
        rule r {
            when { pair @ Pair { left: 0 }; }
            then {
                modify pair {
                    pair.left = 1;
                    modify pair {
                        pair.left += 1;
                        modify pair { pair.right = pair.left + 1; }
                    }
                    pair.left += pair.right;
                }
            }
        }
        rule seen { when { Pair { left, right: > 0, right }; } then { log.push((left, right)); } }
    }
    let mut session = Small::new(vec![]);
    session.insert(Pair { left: 0, right: 0 });
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().log, [(5, 3)]);
}

#[test]
fn a_fact_may_be_retracted_within_its_own_modify() {
    rules! {
        ruleset Small;
        fact Go;
        fact Count { n: u8 }
        rule down {
            when { count @ Count { n: > 0 }; }
            then { modify count { count.n -= 1; if count.n == 0 { retract count; } } }
        }
        rule all {
            when { go @ Go; counts = collect(count @ Count); }
            then {
                retract go;
                for count in counts { modify count { retract count; count.n = 7; } }
            }
        }
    }
    let mut session = Small::new();
    session.insert_all([Count { n: 3 }, Count { n: 1 }]);
    assert_eq!(session.run().count, 4);
    assert_eq!(session.len::<Count>(), 0);
    session.insert_all([Count { n: 0 }, Count { n: 0 }]);
    session.insert(Go);
    assert_eq!(session.run().count, 1);
    assert_eq!(session.len::<Count>(), 0);
}

#[test]
fn a_modify_within_that_of_another_name_is_of_another_fact() {
    rules! {
        #[allow(rules::cross_product)]
        ruleset Small;
        fact Pair { left: u8, right: u8 }
        rule r {
            when { a @ Pair { left: 0 }; b @ Pair { right: 0 }; }
            then { modify a { a.left = 1; modify b { b.right = a.left + 1; } } }
        }
    }
    let mut session = Small::new();
    session.insert_all([Pair { left: 0, right: 9 }, Pair { left: 9, right: 0 }]);
    assert_eq!(session.run().count, 1);
    let pairs: Vec<_> = session.facts::<Pair>().cloned().collect();
    assert_eq!(
        pairs,
        [Pair { left: 1, right: 9 }, Pair { left: 9, right: 2 }]
    );

    // Neither would see what the other writes.
    let mut session = Small::new();
    let pair = session.insert(Pair { left: 0, right: 0 });
    let run = catch_unwind(AssertUnwindSafe(|| session.run()));
    let panic = *run.unwrap_err().downcast::<&str>().unwrap();
    assert_eq!(
        panic,
        "a fact is modified within its own `modify`, by another name"
    );
    assert_eq!(session.get(pair), Some(&Pair { left: 0, right: 0 }));
    assert_eq!(session.agenda().count(), 1);
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
fn a_block_reads_what_it_has_written_of_many_facts() {
    rules! {
        ruleset Small;
        fact Go;
        fact Line { marks: u32 }
        rule r {
            when { go @ Go; lines = collect(line @ Line); }
            then {
                for pass in 1..=3 {
                    for line in lines { modify line { line.marks = line.marks * 10 + pass; } }
                }
                retract go;
            }
        }
    }
    for number in [1, 7, 8, 9, 30] {
        let mut session = Small::new();
        session.insert_all((0..number).map(|marks| Line { marks }));
        session.insert(Go);
        assert_eq!(session.run().count, 1);
        let marks: Vec<u32> = session.facts::<Line>().map(|line| line.marks).collect();
        let expected: Vec<u32> = (0..number).map(|marks| marks * 1000 + 123).collect();
        assert_eq!(marks, expected, "{number} facts");
    }
}

#[test]
fn any_variable_that_holds_a_fact_may_be_modified() {
    rules! {
        ruleset Small;
        fact Go; fact L { n: u8 }
        rule r {
            when { go @ Go; ls = collect(l @ L); }
            then {
                retract go;
                if let Some(l) = ls.first() { modify l { l.n = 7; } }
                let last = &ls[ls.len() - 1];
                modify last { last.n += 1; }
                let [.., x] = ls.as_slice() else { return };
                modify x { x.n += 1; }
            }
        }
    }
    let mut session = Small::new();
    session.insert_all([L { n: 1 }, L { n: 2 }]);
    session.insert(Go);
    assert_eq!(session.run().count, 1);
    assert_eq!(
        session.facts::<L>().map(|l| l.n).collect::<Vec<_>>(),
        [7, 4]
    );
}
