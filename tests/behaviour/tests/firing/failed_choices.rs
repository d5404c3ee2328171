//! What is left of a choice that fails, panics or returns an error: of its levels, of trailed globals, and of what the caller
//! did meanwhile.

/// A block that writes trailed globals before it fails.
mod trailed {
    use rules_runtime::{Stop, rules};

    rules! {
        #[backtrack]
        ruleset Walk;
        fact Start;
        fact At(u32);
        #[trailed] global path: Vec<u32>;
        #[trailed] global left: u32;
        rule step {
            when { Start; }
            then {
                choose n in 0..*left;
                path.push(n);
                *left -= 1;
                if n < 2 { fail; }
                insert At(n);
            }
        }
    }
    #[test]
    fn a_fail_of_the_block_that_chooses_takes_trailed_globals_back() {
        let mut walk = Walk::new(vec![], 3);
        walk.insert(Start);
        assert_eq!(walk.run().stop, Stop::Rest);
        assert_eq!(
            (walk.globals().path.clone(), walk.globals().left),
            (vec![2], 2)
        );
    }
}

/// The same without a choice.
mod counted {
    use rules_runtime::{Stop, rules};

    rules! {
        #[backtrack]
        ruleset Count;
        fact Start(u32);
        #[trailed] global counted: u32;
        global seen: u32;
        rule count {
            when { Start(n); }
            then { *counted += n; *seen += 1; if *counted > 2 { fail; } }
        }
    }
    #[test]
    fn a_fail_of_a_block_that_does_not_choose_takes_trailed_globals_back() {
        let mut count = Count::new(0, 0);
        count.insert(Start(2));
        assert_eq!(count.run().stop, Stop::Rest);
        count.insert(Start(1));
        assert_eq!(count.run().stop, Stop::Failed);
        assert_eq!((count.globals().counted, count.globals().seen), (2, 2));
    }
}

/// The first alternative panics.
mod first {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use rules_runtime::rules;

    rules! {
        #[backtrack]
        ruleset Picks;
        fact Start;
        fact Note(u32);
        fact Picked(u32);
        rule pick {
            when { Start; }
            then { choose n in [0_u32, 1]; assert!(n != 0, "no nought"); insert Picked(n); }
        }
    }
    #[test]
    fn a_first_alternative_that_panics_is_no_choice_point() {
        let mut picks = Picks::new();
        let start = picks.insert(Start);
        assert!(catch_unwind(AssertUnwindSafe(|| picks.run())).is_err());
        picks.retract(start).unwrap();
        picks.insert(Note(1));
        assert!(picks.next_solution());
        assert!(!picks.next_solution());
        assert_eq!((picks.len::<Start>(), picks.len::<Note>()), (0, 1));
    }
}

/// A condition panics where an alternative is tried again.
mod waiting {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use rules_runtime::rules;

    fn divides(a: u32, b: u32) -> bool {
        assert!(b != 0, "nought");
        a.is_multiple_of(b)
    }
    rules! {
        #[backtrack]
        ruleset Sums;
        fact Start;
        fact Left(u32);
        fact Right(u32);
        fact Note(u32);
        fact Seen(u32);
        rule see { when { Left(a); Right(b) if divides(a, b); } then { insert Seen(b); } }
        rule pick { when { Start; } then { choose n in [3_u32, 0, 4]; insert Right(n); } }
    }
    #[test]
    fn a_broken_firing_leaves_what_the_caller_did_before_it() {
        let mut sums = Sums::new();
        sums.insert(Left(9));
        sums.insert(Start);
        assert!(sums.next_solution());
        assert!(catch_unwind(AssertUnwindSafe(|| sums.next_solution())).is_err());
        let note = sums.insert(Note(1));
        assert!(catch_unwind(AssertUnwindSafe(|| sums.run())).is_err());
        assert!(sums.contains(note));
    }
}

/// A constraint refuses an alternative that has waited.
mod watched {
    use rules_runtime::{Listener, rules};

    #[derive(Debug, PartialEq)]
    struct NotYet;
    #[derive(Clone)]
    struct Watcher;
    impl Listener for Watcher {}
    rules! {
        #[backtrack]
        #[error(NotYet)]
        ruleset Two;
        fact Start;
        fact Wrong(u32);
        fact Note;
        fact Picked(u32);
        global ready: bool;
        #[salience(5)]
        rule wrong { when { Picked(n); Wrong(n); } then { fail; } }
        rule pick {
            when { Start; }
            then {
                choose n in 1..=3_u32;
                if n == 2 && !*ready { return Err(NotYet); }
                insert Picked(n);
            }
        }
        rule note { when { Note; } then {} }
    }
    fn search<L: Listener>(mut two: Two<L>) -> (u32, usize) {
        two.insert(Wrong(2));
        two.insert(Start);
        assert_eq!(two.next_solution(), Ok(true));
        assert!(two.next_solution().is_err());
        two.insert(Note);
        two.globals_mut().ready = true;
        assert_eq!(two.next_solution(), Ok(true));
        (two.facts::<Picked>().next().unwrap().0, two.len::<Note>())
    }
    #[test]
    fn the_same_when_watched_after_an_error() {
        let watched = search(Two::builder().listener(Watcher).build(false));
        assert_eq!(search(Two::new(false)), watched);
    }
}

/// The fact of a choice that waits is updated.
mod updated {
    use rules_runtime::rules;

    #[derive(Debug, PartialEq)]
    struct TooFew;
    rules! {
        #[backtrack]
        #[error(TooFew)]
        ruleset Limits;
        fact Start { limit: u32 }
        fact Picked(u32);
        rule pick {
            when { Start { limit }; }
            then {
                choose n in 1..=3_u32;
                if n > limit { return Err(TooFew); }
                insert Picked(limit * 10 + n);
            }
        }
    }
    #[test]
    fn an_alternative_does_not_pass_to_the_match_that_an_update_begins() {
        let mut limits = Limits::new();
        let start = limits.insert(Start { limit: 1 });
        assert_eq!(limits.next_solution(), Ok(true));
        assert!(limits.next_solution().is_err());
        limits.update(start, |start| start.limit = 3).unwrap();
        assert_eq!(limits.next_solution(), Ok(true));
        let picked: Vec<u32> = limits.facts::<Picked>().map(|p| p.0).collect();
        assert_eq!(picked, [31]);
    }
}
