//! Alternatives that a constraint refuses at once are not made where nobody sees it: afterwards all is as if they had been.

use std::panic::{AssertUnwindSafe, catch_unwind};

use rules_runtime::{Listener, Stop, rules};

/// It listens, so all that is said is done.
#[derive(Clone)]
struct Watcher;

impl Listener for Watcher {}

/// A search as its caller sees it.
#[derive(Debug, PartialEq)]
struct Seen {
    /// The firings of the first run, and how it ended.
    fired: (u64, Stop),
    /// The session at each solution, and after the last.
    states: Vec<String>,
    /// The handle of the fact that is inserted then.
    next_handle: String,
}

/// A test that a search is the same whether anybody watches or not: of a session with these globals and facts, at
/// whose facts of these types one looks, and whose next fact is a probe.
macro_rules! same_when_watched {
    (
        $test:ident: $ruleset:ident($($global:expr),*),
        inserts $($fact:expr),*;
        sees $($type:ty),*;
        then inserts $probe:expr
    ) => {
        #[test]
        fn $test() {
            fn state<L: Listener>(session: &$ruleset<L>) -> String {
                let rules = session.agenda().map(|activation| activation.rule());
                let mut state = format!("{:?}", rules.collect::<Vec<_>>());
                $(state += &format!(" {:?}", session.facts::<$type>().collect::<Vec<_>>());)*
                state
            }
            fn search<L: Listener>(mut session: $ruleset<L>) -> Seen {
                $(session.insert($fact);)*
                let fired = session.run();
                let mut states = vec![state(&session)];
                while session.next_solution() {
                    states.push(state(&session));
                }
                states.push(state(&session));
                session.__verify();
                Seen {
                    fired: (fired.count, fired.stop),
                    states,
                    next_handle: format!("{:?}", session.insert($probe)),
                }
            }
            let watched = $ruleset::builder().listener(Watcher).build($($global),*);
            let (unwatched, watched) = (search($ruleset::new($($global),*)), search(watched));
            assert_eq!(unwatched, watched);
            assert!(watched.states.len() > 2, "it finds solutions");
        }
    };
}

rules! {
    #[backtrack]
    ruleset Queens;

    #[key()]
    fact Next { column: u32, of: u32 }
    fact Queen { column: u32, row: u32 }

    #[salience(10)]
    rule same_row {
        when { Queen { column, row }; Queen { column: < column, row }; }
        then { fail; }
    }
    #[salience(20)]
    rule same_diagonal {
        when {
            Queen { column, row };
            Queen { column: other, column: < column, row: there } if column - other == there.abs_diff(row);
        }
        then { fail; }
    }
    rule place {
        when { next @ Next { column, of } if column < of; }
        then {
            choose row in 0..of;
            insert Queen { column, row };
            modify next { next.column += 1; }
        }
    }
}

same_when_watched! {
    a_fact_that_two_constraints_refuse: Queens(),
    inserts Next { column: 0, of: 6 };
    sees Next, Queen;
    then inserts Queen { column: 9, row: 9 }
}

#[test]
fn a_search_without_a_solution_fires_as_often() {
    fn search<L: Listener>(mut queens: Queens<L>) -> (u64, Stop, bool) {
        queens.insert(Next { column: 0, of: 3 });
        let fired = queens.run();
        (fired.count, fired.stop, queens.next_solution())
    }
    let watched = search(Queens::builder().listener(Watcher).build());
    assert_eq!(watched.1, Stop::Failed);
    assert_eq!(search(Queens::new()), watched);
}

#[test]
fn a_limit_stops_between_an_alternative_and_its_failure() {
    let mut queens = Queens::new();
    queens.insert(Next { column: 0, of: 6 });
    let mut states = Vec::new();
    for _ in 0..4 {
        assert_eq!(queens.run_limit(1).stop, Stop::Limit);
        let rows = queens.facts::<Queen>().map(|queen| queen.row);
        states.push((rows.collect::<Vec<_>>(), queens.agenda().count()));
    }
    // On the first two rows the second queen can be taken, and stands there until that fires.
    let expected = [
        (vec![0], 1),
        (vec![0, 0], 2),
        (vec![0, 1], 2),
        (vec![0, 2], 1),
    ];
    assert_eq!(states, expected);
}

/// Constraints that must wait for what an alternative does besides.
mod besides {
    use super::*;

    rules! {
        #[backtrack]
        ruleset Moves;

        #[key()]
        fact Limit { most: u32 }
        fact Load { weight: u32, kind: u32 }
        fact Wall { at: u32 }

        // The alternative raises the limit as it loads.
        #[salience(10)]
        rule too_heavy {
            when { Load { weight }; Limit { most: < weight }; }
            then { fail; }
        }
        // It takes down a wall.
        #[salience(10)]
        rule walled {
            when { Load { weight }; Wall { at: weight }; }
            then { fail; }
        }
        // It is of the kind that must not be there itself.
        #[salience(10)]
        rule unkind {
            when { Load { weight }; not Load { weight, kind: 1 }; }
            then { fail; }
        }
        rule load {
            when { limit @ Limit { most: < 6 }; wall @ Wall; }
            then {
                choose weight in [9, 1, 2, 4, 3, 5];
                insert Load { weight, kind: 1 };
                modify limit { limit.most += 2; }
                if weight == 4 || weight == 2 { retract wall; }
            }
        }
    }

    same_when_watched! {
        what_an_alternative_changes_besides_counts: Moves(),
        inserts Limit { most: 1 }, Wall { at: 4 }, Wall { at: 2 }, Wall { at: 7 };
        sees Limit, Load, Wall;
        then inserts Wall { at: 0 }
    }
}

/// Rules that come between an alternative and the constraint.
mod between {
    use super::*;

    rules! {
        #[backtrack]
        ruleset Repairs;

        fact Start;
        fact Part { size: u32 }
        fact Slot { size: u32 }

        // As salient as the constraint, and later, so it fires first and removes what would fail.
        #[salience(5)]
        rule mend {
            when { part @ Part { size: 2 }; }
            then { modify part { part.size = 7; } }
        }
        #[salience(5)]
        rule misfit {
            when { Part { size }; Slot { size }; }
            then { fail; }
        }
        rule make {
            when { Start; }
            then { choose size in 1..=4; insert Part { size }; }
        }
    }

    same_when_watched! {
        a_rule_as_salient_may_come_before: Repairs(),
        inserts Start, Slot { size: 1 }, Slot { size: 2 }, Slot { size: 3 };
        sees Part, Slot;
        then inserts Start
    }
}

/// What blocks do besides effects.
mod blocks {
    use super::*;

    rules! {
        #[backtrack]
        ruleset Walks;

        fact Taken(u32);
        #[key()]
        fact At { step: u32 }
        #[unique]
        fact Visited(u32);
        fact Said { path: Vec<u32>, tries: u32 }
        #[trailed]
        global path: Vec<u32>;
        global tries: u32;

        #[salience(3)]
        rule twice {
            when { Taken(a); Taken(b) if a + 1 == b; }
            then { fail; }
        }
        #[salience(3)]
        rule visited_too_far {
            when { Visited(a); Taken(b) if a > b + 4; }
            then { fail; }
        }
        rule walk {
            when { at @ At { step: < 3 }; }
            then {
                choose first in 0..4_u32;
                choose second in [0, 2];
                path.push(first + second);
                *tries += 1;
                insert Taken(first + second);
                insert Visited(first);
                modify at { at.step += 1; }
            }
        }
        #[salience(-1)]
        rule say {
            when { At { step: 3 }; not Said; }
            then { insert Said { path: path.clone(), tries: *tries }; }
        }
    }

    same_when_watched! {
        trailed_globals_go_back_and_others_stay: Walks(Vec::new(), 0),
        inserts At { step: 0 };
        sees Taken, At, Visited, Said;
        then inserts Visited(100)
    }
}

/// A user's test in a constraint that panics.
mod panics {
    use super::*;

    rules! {
        #[backtrack]
        ruleset Sums;

        fact Start;
        fact Left(u32);
        fact Right(u32);

        #[salience(1)]
        rule wrong {
            when { Left(a); Right(b) if divides(a, b); }
            then { fail; }
        }
        rule pick {
            when { Start; }
            then { choose n in [3, 0, 4]; insert Right(n); }
        }
    }

    fn divides(a: u32, b: u32) -> bool {
        assert!(b != 0, "nothing divides by zero");
        a.is_multiple_of(b)
    }

    #[test]
    fn a_condition_that_panics_leaves_the_session_as_before_the_alternative() {
        fn search<L: Listener>(mut sums: Sums<L>) -> String {
            sums.insert(Left(9));
            sums.insert(Start);
            let panicked = catch_unwind(AssertUnwindSafe(|| sums.run())).is_err();
            let between = (sums.len::<Right>(), sums.agenda().count());
            sums.__verify();
            // The session goes on where it was: at the alternative that panics.
            let again = catch_unwind(AssertUnwindSafe(|| sums.run())).is_err();
            let left = sums.handles::<Left>().next().expect("it was inserted");
            sums.retract(left).expect("it is there");
            let fired = sums.run();
            let rights: Vec<_> = sums.facts::<Right>().collect();
            format!("{panicked} {between:?} {again} {} {rights:?}", fired.count)
        }
        let watched = search(Sums::builder().listener(Watcher).build());
        assert_eq!(search(Sums::new()), watched);
        assert!(watched.starts_with("true (0, 1) true"), "{watched}");
    }
}

/// A constraint over two facts of one type, told apart by their handles.
mod handles {
    use rules_runtime::rules;

    rules! {
        #[backtrack]
        ruleset Seats;
        fact Next(u32);
        fact Guest { number: u32, seat: u32 }

        #[salience(10)]
        rule taken {
            when { a @ Guest { seat }; b @ Guest { seat } if a.handle() != b.handle(); }
            then { fail; }
        }
        rule place {
            when { next @ Next(number) if number < 2; }
            then { choose seat in 0..2_u32; insert Guest { number, seat }; modify next { next.0 += 1; } }
        }
    }
    #[test]
    fn two_patterns_of_one_type_in_a_constraint() {
        let mut seats = Seats::new();
        seats.insert(Next(0));
        assert!(seats.next_solution());
        let all: Vec<u32> = seats.facts::<Guest>().map(|g| g.seat).collect();
        assert_eq!(all, [0, 1]);
    }
}
