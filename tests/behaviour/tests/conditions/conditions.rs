//! Conditions that bind no fact of their own: `either`, `if`, `if let`, `let`.

use rules_runtime::rules;

#[test]
fn either_makes_one_match_for_each_branch_that_holds() {
    rules! {
        ruleset Small;
        fact Cash(u32);
        fact Card(u32);
        global log: Vec<u32>;
        rule pay { when { either { Cash(n); } or { Card(n); } } then { log.push(n); } }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([Card(1), Card(2)]);
    session.insert(Cash(3));
    assert_eq!(session.run().count, 3);
    assert_eq!(session.globals().log, [3, 2, 1]);
}

#[test]
fn branches_of_either_fire_in_their_own_order() {
    rules! {
        ruleset Small;
        fact A;
        global log: Vec<u8>;
        rule r {
            when { A; either { if true; let n = 1; } or { let n = 2; } or { let n = 3; } }
            then { log.push(n); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert(A);
    assert_eq!(session.run().count, 3);
    assert_eq!(session.globals().log, [1, 2, 3]);
}

#[test]
fn a_variable_bound_in_every_branch_joins_after_it() {
    rules! {
        ruleset Small;
        fact Cash(u32);
        fact Card { number: u32 }
        fact Wanted(u32);
        global log: Vec<u32>;
        rule r {
            when { either { Cash(n); } or { Card { number: n }; } Wanted(n); }
            then { log.push(n); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([Cash(1), Cash(2)]);
    session.insert_all([Card { number: 2 }, Card { number: 3 }]);
    session.insert_all([Wanted(2), Wanted(3)]);
    assert_eq!(session.run().count, 3);
    assert_eq!(session.globals().log, [2, 3, 2]);
}

#[test]
fn variables_bound_before_either_are_seen_in_its_branches() {
    rules! {
        ruleset Small;
        fact Person(u32);
        fact Vip(u32);
        fact Ticket { person: u32 }
        global log: Vec<u32>;
        rule admit {
            when { Person(id); either { Vip(id); } or { Ticket { person: id }; not Vip(id); } }
            then { log.push(id); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([1, 2, 3].map(Person));
    session.insert(Vip(1));
    session.insert_all([1, 3].map(|person| Ticket { person }));
    assert_eq!(session.run().count, 2);
    assert_eq!(session.globals().log, [3, 1]);
}

#[test]
fn if_tests_variables_of_several_facts() {
    rules! {
        ruleset Small;
        fact A(i32);
        fact B(i32);
        rule r { when { A(a); B(b); if a + b == 10; } then {} }
    }
    let mut session = Small::new();
    session.insert_all([1, 4].map(A));
    session.insert_all([6, 7, 9].map(B));
    assert_eq!(session.run().count, 2);
}

#[test]
fn if_let_tests_and_binds() {
    rules! {
        ruleset Small;
        fact Text(String);
        global log: Vec<i32>;
        rule number {
            when { Text(text); if let Ok(n) = text.parse::<i32>(); if n > 1; }
            then { log.push(n); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert_all(["1", "two", "3"].map(|text| Text(text.to_owned())));
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [3]);
}

#[test]
fn let_computes_a_variable_that_may_borrow() {
    rules! {
        ruleset Small;
        fact Name(String);
        fact Initial(char);
        global log: Vec<String>;
        rule r {
            when {
                Name(name);
                let trimmed = name.trim();
                let (first, length) = (trimmed.chars().next(), trimmed.len());
                if length > 2;
                Initial(initial) if Some(initial) == first;
            }
            then { log.push(format!("{trimmed}: {initial}, {length}")); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert_all([" Ann ", "Al", "Bob"].map(|name| Name(name.to_owned())));
    session.insert_all(['A', 'C'].map(Initial));
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, ["Ann: A, 3"]);
}

#[test]
fn expressions_of_conditions_are_any_rust() {
    rules! {
        ruleset Small;
        fact A { v: Vec<u8>, s: String }
        fact K(u8);
        global log: Vec<String>;
        rule r {
            when {
                A { v, s };
                let total: u32 = v.iter().map(|&x| u32::from(x)).sum();
                let label = if total > 5 { "big" } else { "small" };
                K(k) if u32::from(k) == total && v.contains(&1);
                let words = s.split(' ').collect::<Vec<&str>>();
                if words.len() > 1 && { let w = words[0]; w.len() == 2 };
            }
            then { log.push(format!("{label} {total} {k} {}", words.join("-"))); }
        }
    }
    let mut session = Small::new(vec![]);
    session.insert(A {
        v: vec![1, 5],
        s: "ab cd".into(),
    });
    session.insert(K(6));
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, ["big 6 6 ab-cd"]);
}
