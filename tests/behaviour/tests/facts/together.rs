//! Facts that one change touches together: several inserted by one call, and one of each of several types in a block.

use std::convert::Infallible;

use rules_runtime::{Handle, rules};

rules! {
    ruleset Pairs;
    fact Number(u8);
    global seen: Vec<(u8, u8)>;
    rule pair {
        when { Number(x); Number(y) if y > x; }
        then { seen.push((x, y)); }
    }
}

mod going_back {
    use super::rules;

    rules! {
        #[backtrack]
        pub(super) ruleset Tried;
        pub(super) fact Number(pub(super) u8);
        rule pair { when { Number(x); Number(y) if y > x; } then {} }
    }
}

rules! {
    ruleset Several;
    fact Start(u8);
    fact P(u8);
    fact Q(u8);
    fact R(u8);
    fact S(u8);
    global found: u32;
    rule start {
        when { start @ Start(n); }
        then {
            retract start;
            insert P(n);
            insert Q(n);
            insert R(n);
            insert S(n);
        }
    }
    rule all {
        when { P(x); Q(x); R(x); S(x); }
        then { *found += 1; }
    }
}

type Insert = fn(&mut Pairs, &[u8]) -> Vec<Handle<Number>>;

/// The facts there are, and the pairs that have been seen.
type Step = (Vec<u8>, Vec<(u8, u8)>);

fn together(session: &mut Pairs, numbers: &[u8]) -> Vec<Handle<Number>> {
    session.insert_all(numbers.iter().map(|&number| Number(number)))
}

fn in_a_transaction(session: &mut Pairs, numbers: &[u8]) -> Vec<Handle<Number>> {
    let inserted = session.transaction(|tx| {
        let handles = numbers.iter().map(|&number| tx.insert(Number(number)));
        Ok::<_, Infallible>(handles.collect())
    });
    inserted.unwrap()
}

/// What is seen of numbers that come and go so, after each step.
fn seen(insert: Insert) -> Vec<Step> {
    let mut session = Pairs::new(Vec::new());
    let mut steps = Vec::new();
    let mut handles = Vec::new();
    for (gone, come) in [
        (&[][..], &[0, 1, 2, 3, 4][..]),
        // Some slots are used again, and some are new.
        (&[1, 3], &[5, 6, 7, 8, 9]),
        // More are free than are used.
        (&[0, 1, 2, 3], &[10, 11]),
        (&[0], &[]),
        (&[], &[12]),
    ] {
        for &place in gone.iter().rev() {
            session.retract(handles.remove(place)).unwrap();
        }
        let new = insert(&mut session, come);
        assert_eq!(new.len(), come.len());
        for (&handle, &number) in new.iter().zip(come) {
            assert_eq!(session.get(handle), Some(&Number(number)));
        }
        handles.extend(new);
        assert!(handles.is_sorted());
        assert_eq!(session.handles::<Number>().collect::<Vec<_>>(), handles);
        session.run();
        session.__verify();
        let facts = session.facts::<Number>().map(|number| number.0);
        steps.push((facts.collect(), session.globals().seen.clone()));
    }
    steps
}

#[test]
fn facts_inserted_by_one_call_are_as_those_of_a_transaction() {
    let steps = seen(together);
    assert_eq!(steps, seen(in_a_transaction));
    let (facts, pairs) = &steps[1];
    assert_eq!(*facts, [0, 2, 4, 5, 6, 7, 8, 9]);
    // Ten of five, then fifteen of three before with five new ones, and ten of these.
    assert_eq!(pairs.len(), 10 + 15 + 10);
}

#[test]
fn the_way_back_leads_before_facts_that_were_inserted_by_one_call() {
    let mut session = going_back::Tried::new();
    let numbers = |session: &going_back::Tried| {
        let facts = session.facts::<going_back::Number>();
        facts.map(|number| number.0).collect::<Vec<_>>()
    };
    let insert = |session: &mut going_back::Tried, numbers: [u8; 4]| {
        session.insert_all(numbers.map(going_back::Number))
    };
    let handles = insert(&mut session, [0, 1, 2, 3]);
    session.retract(handles[1]).unwrap();
    session.run();
    let checkpoint = session.checkpoint();
    let tried = insert(&mut session, [4, 5, 6, 7]);
    assert_eq!(session.run().count, 12 + 6);
    assert_eq!(numbers(&session), [0, 2, 3, 4, 5, 6, 7]);
    session.rollback(checkpoint).unwrap();
    assert_eq!(numbers(&session), [0, 2, 3]);
    assert_eq!(session.get(tried[0]), None);
    session.__verify();
    insert(&mut session, [7, 6, 5, 4]);
    assert_eq!(session.run().count, 12 + 6);
    assert_eq!(numbers(&session), [0, 2, 3, 7, 6, 5, 4]);
    session.__verify();
}

#[test]
fn a_match_of_several_facts_that_a_block_inserts_is_found_once() {
    let mut session = Several::new(0);
    for times in 1..4_u32 {
        session.insert(Start(1));
        session.insert(Start(2));
        session.run();
        assert_eq!(session.globals().found, 2 * times.pow(4));
        session.__verify();
    }
}
