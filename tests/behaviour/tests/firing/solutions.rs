//! What the caller does at a solution belongs to it: the next one is the one that would have come anyway.

use behaviour::below;
use rules_runtime::{Checkpoint, Stop, rules};

rules! {
    #[backtrack]
    ruleset Queens;

    #[key(n)]
    fact Size { n: u32 }
    fact Queen { row: u32, column: u32 }
    fact Next { row: u32 }
    /// What the caller puts in.
    fact Note(u32);
    fact Heard(u32);

    #[salience(10)]
    rule attacked {
        when {
            Queen { row: a, column: x };
            Queen { row: b, column: y } if b > a && (x == y || x.abs_diff(y) == b - a);
        }
        then { fail; }
    }

    #[allow(rules::cross_product)]
    rule place {
        when { Size { n }; next @ Next { row } if row < n; }
        then {
            choose column in 0..n;
            insert Queen { row, column };
            modify next { next.row += 1; }
        }
    }

    rule hear { when { Note(n); } then { insert Heard(n); } }

    rule stop { when { Note(99); } then { halt; } }

    group aside {
        rule whisper { when { Note(n); } then { insert Heard(n + 100); } }
    }
}

fn queens(n: u32) -> Queens {
    let mut queens = Queens::new();
    queens.insert(Size { n });
    queens.insert(Next { row: 0 });
    queens
}

fn columns(queens: &Queens) -> Vec<u32> {
    queens.facts::<Queen>().map(|queen| queen.column).collect()
}

const FIVE: [[u32; 5]; 10] = [
    [0, 2, 4, 1, 3],
    [0, 3, 1, 4, 2],
    [1, 3, 0, 2, 4],
    [1, 4, 2, 0, 3],
    [2, 0, 3, 1, 4],
    [2, 4, 1, 3, 0],
    [3, 0, 2, 4, 1],
    [3, 1, 4, 2, 0],
    [4, 1, 3, 0, 2],
    [4, 2, 0, 3, 1],
];

/// Visits the solutions, and does something at each.
fn each_solution_is_visited_once(at_solution: impl Fn(&mut Queens)) {
    let mut queens = queens(5);
    let mut solutions = Vec::new();
    while queens.next_solution() {
        solutions.push(columns(&queens));
        assert_eq!(queens.len::<Note>(), 0, "it was the solution's before");
        assert!(solutions.len() <= FIVE.len(), "{solutions:?}");
        at_solution(&mut queens);
    }
    assert_eq!(solutions, FIVE);
    assert!(!queens.next_solution());
}

#[test]
fn a_checkpoint_and_its_rollback_leave_the_session_at_its_solution() {
    each_solution_is_visited_once(|queens| {
        let checkpoint = queens.checkpoint();
        queens.rollback(checkpoint).unwrap();
    });
}

#[test]
fn a_checkpoint_and_its_commit_leave_the_session_at_its_solution() {
    each_solution_is_visited_once(|queens| {
        let checkpoint = queens.checkpoint();
        queens.commit(checkpoint).unwrap();
    });
}

#[test]
fn nested_checkpoints_leave_the_session_at_its_solution() {
    each_solution_is_visited_once(|queens| {
        let outer = queens.checkpoint();
        queens.insert(Note(1));
        let inner = queens.checkpoint();
        queens.insert(Note(2));
        queens.run();
        queens.rollback(inner).unwrap();
        queens.commit(outer).unwrap();
    });
}

#[test]
fn a_change_that_activates_a_rule_is_undone_with_the_solution() {
    each_solution_is_visited_once(|queens| {
        queens.insert(Note(1));
    });
    each_solution_is_visited_once(|queens| {
        let first = queens.handles::<Queen>().next().unwrap();
        queens.retract(first).unwrap();
        queens.insert(Note(1));
        let next = queens.handles::<Next>().next().unwrap();
        queens.update(next, |next| next.row = 0).unwrap();
    });
}

#[test]
fn runs_and_steps_at_a_solution_belong_to_it() {
    each_solution_is_visited_once(|queens| {
        queens.run();
    });
    each_solution_is_visited_once(|queens| {
        queens.insert(Note(1));
        queens.insert(Note(2));
        queens.step();
    });
    each_solution_is_visited_once(|queens| {
        queens.insert(Note(1));
        assert_eq!(queens.run().stop, Stop::Rest);
    });
}

#[test]
fn agenda_calls_at_a_solution_belong_to_it() {
    each_solution_is_visited_once(|queens| {
        queens.insert(Note(1));
        queens.skip();
    });
    each_solution_is_visited_once(|queens| queens.halt());
    each_solution_is_visited_once(|queens| {
        queens.insert(Note(1));
        queens.focus(QueensGroup::Aside);
    });
    each_solution_is_visited_once(|queens| {
        queens.insert(Note(99));
        queens.run();
    });
}

#[test]
fn under_a_checkpoint_at_a_solution_there_is_none_other_and_after_it_the_next() {
    each_solution_is_visited_once(|queens| {
        let checkpoint = queens.checkpoint();
        assert!(!queens.next_solution());
        assert!(!queens.next_solution());
        queens.commit(checkpoint).unwrap();
    });
    each_solution_is_visited_once(|queens| {
        let checkpoint = queens.checkpoint();
        queens.insert(Note(1));
        assert!(!queens.next_solution());
        assert!(!queens.next_solution());
        queens.rollback(checkpoint).unwrap();
    });
}

#[test]
fn a_search_within_a_solution_is_dropped_with_its_checkpoint() {
    each_solution_is_visited_once(|queens| {
        let checkpoint = queens.checkpoint();
        // A board within the board.
        let all: Vec<_> = queens.handles::<Queen>().collect();
        for queen in all {
            queens.retract(queen).unwrap();
        }
        let next = queens.handles::<Next>().next().unwrap();
        queens.update(next, |next| next.row = 0).unwrap();
        queens.run();
        let mut solutions = vec![columns(queens)];
        while queens.next_solution() {
            solutions.push(columns(queens));
        }
        assert_eq!(solutions, FIVE);
        queens.rollback(checkpoint).unwrap();
    });
}

#[test]
fn a_checkpoint_of_before_the_search_begins_it_again() {
    let mut queens = queens(5);
    for _ in 0..2 {
        let checkpoint = queens.checkpoint();
        let count = std::iter::from_fn(|| queens.next_solution().then_some(())).count();
        assert_eq!(count, FIVE.len());
        queens.rollback(checkpoint).unwrap();
    }
    let checkpoint = queens.checkpoint();
    assert!(queens.next_solution());
    queens.rollback(checkpoint).unwrap();
    assert!(queens.next_solution());
    assert_eq!(columns(&queens), FIVE[0]);
}

#[test]
fn a_committed_solution_stays() {
    let mut queens = queens(5);
    let checkpoint = queens.checkpoint();
    assert!(queens.next_solution());
    queens.commit(checkpoint).unwrap();
    assert!(!queens.next_solution());
    assert_eq!(columns(&queens), FIVE[0]);
}

#[test]
fn a_run_without_a_choice_is_a_solution_too() {
    let mut queens = Queens::new();
    queens.insert(Note(1));
    queens.run();
    queens.insert(Note(2));
    // It fails first, and has nothing to go back to.
    assert!(!queens.next_solution());
    assert!(!queens.next_solution());
    assert_eq!((queens.len::<Note>(), queens.len::<Heard>()), (2, 1));
    queens.insert(Note(3));
    assert!(queens.next_solution());
    assert_eq!((queens.len::<Note>(), queens.len::<Heard>()), (3, 3));
}

#[test]
fn a_run_that_reaches_its_limit_is_no_solution() {
    let mut queens = queens(5);
    for _ in 0..3 {
        assert_eq!(queens.step().stop, Stop::Limit);
        let checkpoint = queens.checkpoint();
        queens.commit(checkpoint).unwrap();
    }
    assert!(queens.next_solution());
    assert_eq!(columns(&queens), FIVE[0]);
    assert!(queens.next_solution());
    assert_eq!(columns(&queens), FIVE[1]);
}

rules! {
    #[backtrack]
    ruleset Doors;

    fact Door(u32);
    fact Opened { door: u32, key: u32 }
    fact Wrong(u32);

    #[salience(10)]
    rule wrong { when { Wrong(key); Opened { key }; } then { fail; } }

    rule open {
        when { door @ Door(number); }
        then {
            choose key in 0..3;
            if number > 4 || number == 4 && key == 0 {
                fail;
            }
            retract door;
            insert Opened { door: number, key };
        }
    }

    #[salience(-1)]
    rule rest { when { Wrong(_); } then {} }
}

fn keys(doors: &Doors) -> Vec<u32> {
    doors.facts::<Opened>().map(|opened| opened.key).collect()
}

#[test]
fn what_goes_back_is_at_no_solution_whichever_way_an_alternative_fails() {
    for is_by_block in [false, true] {
        let mut doors = Doors::new();
        doors.run();
        if is_by_block {
            doors.insert_all([Wrong(9)]);
            doors.insert(Door(4));
        } else {
            doors.insert_all([Wrong(0)]);
            doors.insert(Door(1));
        }
        // With the first key it fails, by the block or by the constraint; and it is not at rest.
        assert_eq!(doors.run_limit(1).stop, Stop::Limit);
        assert!(doors.next_solution());
        assert_eq!(keys(&doors), [1]);
        assert!(doors.next_solution());
        assert_eq!(keys(&doors), [2]);
        assert!(!doors.next_solution());
    }
}

#[test]
fn after_the_last_solution_a_step_that_fails_is_no_change() {
    let mut doors = Doors::new();
    doors.insert(Door(7));
    doors.insert(Door(8));
    // Of both no key will do; the first that fails counts as fired.
    assert!(!doors.next_solution());
    assert_eq!(doors.agenda().count(), 1);
    assert_eq!(doors.step().stop, Stop::Failed);
    assert_eq!(doors.agenda().count(), 0);
    assert!(!doors.next_solution());
    doors.insert(Door(1));
    assert!(doors.next_solution());
    assert_eq!(keys(&doors), [0]);
}

#[test]
fn after_the_last_solution_a_run_that_fails_is_no_change_however_it_is_looked_at() {
    for by_steps in [false, true] {
        let mut doors = Doors::new();
        doors.insert_all([0, 1, 2].map(Wrong));
        doors.insert_all([1, 2].map(Door));
        assert!(!doors.next_solution());
        if by_steps {
            while doors.step().stop == Stop::Limit {}
        } else {
            assert_eq!(doors.run().stop, Stop::Failed);
        }
        assert!(!doors.next_solution(), "by steps: {by_steps}");
    }
}

/// Calls that a caller may make at a solution; each checkpoint ends within them.
fn anything(queens: &mut Queens, seed: &mut u64) {
    let mut open: Vec<Checkpoint> = Vec::new();
    for _ in 0..below(seed, 8) {
        match below(seed, 10) {
            0 | 1 => open.push(queens.checkpoint()),
            2 => drop(open.pop().map(|last| queens.rollback(last).unwrap())),
            3 => drop(open.pop().map(|last| queens.commit(last).unwrap())),
            4 => drop(queens.insert(Note(below(seed, 5) as u32))),
            5 => {
                let note = queens.handles::<Note>().next();
                if let Some(note) = note {
                    queens.retract(note).unwrap();
                }
            }
            6 => drop(queens.step()),
            7 => drop(queens.skip()),
            8 => queens.halt(),
            _ => queens.focus(QueensGroup::Aside),
        }
    }
    while let Some(last) = open.pop() {
        if below(seed, 2) == 0 {
            queens.rollback(last).unwrap();
        } else {
            queens.commit(last).unwrap();
        }
    }
}

#[test]
fn whatever_is_called_at_solutions_each_is_visited_once() {
    for seed in 1..200 {
        let seed = std::cell::RefCell::new(seed * 0x9e37_79b9);
        each_solution_is_visited_once(|queens| anything(queens, &mut seed.borrow_mut()));
    }
}

#[derive(Debug, PartialEq)]
struct NotYet;

rules! {
    #[backtrack]
    #[error(NotYet)]
    ruleset Fallible;
    fact Start;
    fact Picked(u32);
    global ready: bool;
    rule pick {
        when { Start; }
        then {
            choose n in 1..=4_u32;
            if !*ready && n == 3 { return Err(NotYet); }
            assert!(*ready || n != 2, "not yet");
            insert Picked(n);
        }
    }
}

fn picked(session: &Fallible) -> Vec<u32> {
    session.facts::<Picked>().map(|picked| picked.0).collect()
}

#[test]
fn an_alternative_that_returned_an_error_waits_under_checkpoints_too() {
    for commits in [false, true] {
        let mut session = Fallible::new(true);
        session.insert(Start);
        assert_eq!(session.next_solution(), Ok(true));
        assert_eq!(session.next_solution(), Ok(true));
        session.globals_mut().ready = false;
        assert!(session.next_solution().is_err());
        let checkpoint = session.checkpoint();
        if commits {
            session.commit(checkpoint).unwrap();
        } else {
            session.rollback(checkpoint).unwrap();
        }
        let checkpoint = session.checkpoint();
        assert!(session.next_solution().is_err());
        session.globals_mut().ready = true;
        assert_eq!(session.next_solution(), Ok(true));
        assert_eq!(picked(&session), [3]);
        session.rollback(checkpoint).unwrap();
        assert_eq!(session.next_solution(), Ok(true));
        assert_eq!(picked(&session), [3]);
        assert_eq!(session.next_solution(), Ok(true));
        assert_eq!(picked(&session), [4]);
        assert_eq!(session.next_solution(), Ok(false));
    }
}

#[test]
fn an_alternative_whose_block_panicked_is_tried_again() {
    let mut session = Fallible::new(false);
    session.insert(Start);
    assert_eq!(session.next_solution(), Ok(true));
    let broken = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| session.next_solution()));
    assert!(broken.is_err());
    assert_eq!(picked(&session), []);
    session.globals_mut().ready = true;
    for n in 2..=4 {
        assert_eq!(session.next_solution(), Ok(true));
        assert_eq!(picked(&session), [n]);
    }
    assert_eq!(session.next_solution(), Ok(false));
}
