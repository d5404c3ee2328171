//! `#[backtrack]`: checkpoints, `choose`, `fail`, `next_solution`.

use rules_runtime::{CheckpointError, Listener, Stop, rules};

rules! {
    #[backtrack]
    ruleset Queens;

    #[key(n)]
    fact Size { n: u32 }
    fact Row(u32);
    fact Queen { row: u32, column: u32 }
    fact Next { row: u32 }

    #[salience(10)]
    rule attacked {
        when {
            Queen { row: a, column: x };
            Queen { row: b, column: y } if b > a && (x == y || x.abs_diff(y) == b - a);
        }
        then { fail; }
    }

    rule place {
        when { Size { n }; next @ Next { row } if row < n; }
        then {
            choose column in 0..n;
            insert Queen { row, column };
            modify next { next.row += 1; }
        }
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

#[test]
fn run_comes_to_the_first_solution() {
    let mut queens = queens(6);
    assert_eq!(queens.run().stop, Stop::Rest);
    assert_eq!(columns(&queens), [1, 3, 5, 0, 2, 4]);
}

#[test]
fn next_solution_visits_each_once() {
    let mut queens = queens(6);
    let mut solutions = Vec::new();
    while queens.next_solution() {
        solutions.push(columns(&queens));
    }
    let expected: [[u32; 6]; 4] = [
        [1, 3, 5, 0, 2, 4],
        [2, 5, 1, 4, 0, 3],
        [3, 0, 4, 1, 5, 2],
        [4, 2, 0, 5, 3, 1],
    ];
    assert_eq!(solutions, expected);
    assert_eq!(queens.len::<Queen>(), 0);
    assert!(!queens.next_solution());
}

#[test]
fn eight_queens_have_ninety_two_solutions() {
    let mut queens = queens(8);
    let count = std::iter::from_fn(|| queens.next_solution().then_some(())).count();
    assert_eq!(count, 92);
}

#[test]
fn without_a_solution_the_session_is_as_before_the_first_choice_and_that_match_has_fired() {
    let mut queens = queens(3);
    let fired = queens.run();
    assert_eq!(fired.stop, Stop::Failed);
    assert_eq!(queens.len::<Queen>(), 0);
    assert_eq!(queens.facts::<Next>().next().unwrap().row, 0);
    assert_eq!(queens.agenda().count(), 0);
}

rules! {
    #[backtrack]
    ruleset Steps;

    fact N(u32);
    #[unique]
    fact Even(u32);
    fact Seen(u32);
    fact Bad;

    global plain: u32;
    #[trailed]
    global kept: u32;

    rule even {
        when { N(n) if n % 2 == 0; }
        then {
            *plain += 1;
            *kept += 1;
            insert logical Even(n);
        }
    }

    rule seen {
        when { total = sum(n for Even(n)) if total > 0; }
        then { insert Seen(total); }
    }

    rule bad { when { Bad; } then { fail; } }
}

fn state(steps: &Steps) -> String {
    format!(
        "{:?} {:?} {:?} {:?}",
        steps.facts::<N>().collect::<Vec<_>>(),
        steps.facts::<Even>().collect::<Vec<_>>(),
        steps.facts::<Seen>().collect::<Vec<_>>(),
        steps.agenda().collect::<Vec<_>>(),
    )
}

#[test]
fn a_rollback_restores_facts_agenda_and_trailed_globals() {
    let mut steps = Steps::new(0, 0);
    let two = steps.insert(N(2));
    steps.run();
    steps.insert(N(4));
    let before = state(&steps);
    let checkpoint = steps.checkpoint();
    steps.run();
    steps.retract(two).unwrap();
    let made_since = steps.insert(N(6));
    steps.run();
    assert_ne!(state(&steps), before);
    steps.rollback(checkpoint).unwrap();
    assert_eq!(state(&steps), before);
    assert_eq!((steps.globals().plain, steps.globals().kept), (3, 1));
    assert!(steps.contains(two) && !steps.contains(made_since));
    let again = steps.insert(N(6));
    assert!(!steps.contains(made_since) && steps.contains(again));
}

#[test]
fn checkpoints_nest() {
    let mut steps = Steps::new(0, 0);
    let outer = steps.checkpoint();
    steps.insert(N(2));
    let inner = steps.checkpoint();
    steps.insert(N(4));
    steps.rollback(inner).unwrap();
    assert_eq!(steps.len::<N>(), 1);
    assert!(steps.rollback(inner).is_err());
    let inner = steps.checkpoint();
    steps.insert(N(6));
    steps.commit(inner).unwrap();
    assert_eq!(steps.len::<N>(), 2);
    steps.rollback(outer).unwrap();
    assert_eq!(steps.len::<N>(), 0);
    let error: CheckpointError = steps.commit(outer).unwrap_err();
    assert_eq!(error.to_string(), "the checkpoint does not stand any more");
}

#[test]
fn a_rollback_of_an_outer_checkpoint_ends_the_inner_ones() {
    let mut steps = Steps::new(0, 0);
    let outer = steps.checkpoint();
    let inner = steps.checkpoint();
    steps.rollback(outer).unwrap();
    assert!(steps.rollback(inner).is_err());
}

#[test]
fn a_fail_without_a_choice_counts_as_fired() {
    let mut steps = Steps::new(0, 0);
    steps.insert(Bad);
    steps.insert(N(1));
    assert_eq!(steps.run().stop, Stop::Failed);
    assert_eq!(steps.run().stop, Stop::Rest);
    assert_eq!((steps.len::<Bad>(), steps.len::<N>()), (1, 1));
}

#[test]
fn a_fail_never_goes_past_a_checkpoint() {
    let mut queens = queens(4);
    queens.run();
    assert_eq!(columns(&queens), [1, 3, 0, 2]);
    let checkpoint = queens.checkpoint();
    // It attacks those that stand.
    queens.insert(Queen { row: 9, column: 1 });
    assert_eq!(queens.run().stop, Stop::Failed);
    assert_eq!(queens.len::<Queen>(), 5);
    queens.rollback(checkpoint).unwrap();
    assert_eq!(columns(&queens), [1, 3, 0, 2]);
}

#[test]
fn what_the_caller_changed_at_a_solution_is_undone_with_it() {
    let mut queens = queens(4);
    assert!(queens.next_solution());
    let marker = queens.insert(Row(7));
    assert!(queens.next_solution());
    assert_eq!(columns(&queens), [2, 0, 3, 1]);
    assert!(!queens.contains(marker));
    assert!(!queens.next_solution());
}

#[test]
fn after_the_last_solution_a_change_lets_the_search_go_on() {
    let mut queens = queens(2);
    assert!(!queens.next_solution());
    assert!(!queens.next_solution());
    let size = queens.handles::<Size>().next().unwrap();
    queens.update(size, |size| size.n = 1).unwrap();
    assert!(queens.next_solution());
}

#[test]
fn several_choices_see_one_another() {
    rules! {
        #[backtrack]
        ruleset Triples;
        fact Start;
        fact Sides(u32, u32, u32);
        rule pick {
            when { Start; }
            then {
                choose c in 1..=20_u32;
                choose b in 1..c;
                choose a in 1..b;
                if a * a + b * b != c * c { fail; }
                insert Sides(a, b, c);
            }
        }
    }
    let mut triples = Triples::new();
    triples.insert(Start);
    let mut found = Vec::new();
    while triples.next_solution() {
        found.extend(triples.facts::<Sides>().map(|s| (s.0, s.1, s.2)));
    }
    assert_eq!(
        found,
        [
            (3, 4, 5),
            (6, 8, 10),
            (5, 12, 13),
            (9, 12, 15),
            (8, 15, 17),
            (12, 16, 20)
        ]
    );
}

#[test]
fn a_choice_of_nothing_is_a_fail() {
    rules! {
        #[backtrack]
        ruleset Bags;
        fact Bag { things: Vec<u32> }
        fact Taken(u32);
        fact Other(u32);
        rule other { when { Bag { things } if things.is_empty(); } then { choose t in things.iter().copied(); insert Taken(t); } }
        #[salience(1)]
        rule first { when { Other(n); } then { choose k in [n, n + 1]; insert Bag { things: vec![5; (k % 2) as usize] }; } }
    }
    let mut bags = Bags::new();
    bags.insert(Other(4));
    assert_eq!(bags.run().stop, Stop::Rest);
    let bag: Vec<usize> = bags.facts::<Bag>().map(|bag| bag.things.len()).collect();
    assert_eq!(bag, [1]);
}

#[derive(Debug, PartialEq)]
struct Odd(u32);

rules! {
    #[backtrack]
    #[error(Odd)]
    ruleset Fallible;
    fact Start;
    fact Picked(u32);
    global strict: bool;
    rule pick {
        when { Start; }
        then {
            choose n in 1..=4_u32;
            if n == 2 { fail; }
            if *strict && n == 3 { return Err(Odd(n)); }
            insert Picked(n);
        }
    }
}

#[test]
fn an_error_is_not_a_fail_and_the_alternative_is_tried_again() {
    let mut session = Fallible::new(true);
    session.insert(Start);
    assert_eq!(session.next_solution(), Ok(true));
    assert_eq!(session.facts::<Picked>().next().unwrap().0, 1);
    let error = session.next_solution().unwrap_err();
    assert_eq!(error.error, Odd(3));
    assert_eq!(session.len::<Picked>(), 0);
    assert_eq!(session.agenda().count(), 1);
    session.globals_mut().strict = false;
    assert_eq!(session.next_solution(), Ok(true));
    assert_eq!(session.facts::<Picked>().next().unwrap().0, 3);
    assert_eq!(session.next_solution(), Ok(true));
    assert_eq!(session.facts::<Picked>().next().unwrap().0, 4);
    assert_eq!(session.next_solution(), Ok(false));
}

#[test]
fn a_halt_is_a_solution() {
    rules! {
        #[backtrack]
        ruleset Stops;
        fact Start;
        fact At(u32);
        rule go { when { Start; } then { choose n in 0..3_u32; insert At(n); } }
        #[salience(1)]
        rule stop { when { At(n) if n > 0; } then { halt; } }
        rule rest { when { At(n); } then { insert At(n + 10); halt; } }
    }
    let mut stops = Stops::new();
    stops.insert(Start);
    let mut seen = Vec::new();
    while stops.next_solution() {
        seen.push(stops.facts::<At>().map(|at| at.0).collect::<Vec<_>>());
    }
    assert_eq!(seen, [vec![0, 10], vec![1], vec![2]]);
}

#[derive(Default, Clone)]
struct Backs(u32);

impl Listener for Backs {
    fn rolled_back(&mut self) {
        self.0 += 1;
    }
}

#[test]
fn a_listener_is_told_of_each_way_back() {
    let mut steps = Steps::builder().listener(Backs::default()).build(0, 0);
    let checkpoint = steps.checkpoint();
    steps.insert(N(1));
    steps.rollback(checkpoint).unwrap();
    assert_eq!(steps.listener().0, 1);
}

#[test]
fn a_copy_searches_by_itself() {
    let mut queens = queens(6);
    assert!(queens.next_solution());
    let mut copy = queens.clone();
    assert!(copy.next_solution());
    assert_eq!(columns(&queens), [1, 3, 5, 0, 2, 4]);
    assert_eq!(columns(&copy), [2, 5, 1, 4, 0, 3]);
    assert!(queens.next_solution());
    assert_eq!(columns(&queens), columns(&copy));
}

/// Choices among what conditions have computed.
mod computed {
    use rules_runtime::rules;

    rules! {
        #[backtrack]
        ruleset Computed;

        fact Start { n: u32, names: Vec<String> }
        fact Pair(u32, u32);
        fact Named(u32, String, String);

        fn doubled(n: u32) -> Vec<u32> { vec![n, n * 2] }

        rule pick {
            when { Start { n }; let all = doubled(n); if n < 10; }
            then {
                // What is chosen hides what `all` is computed of, but not from `all`.
                choose n in 0..2_u32;
                choose b in all;
                insert Pair(n, b);
            }
        }

        rule several {
            when {
                start @ Start { n } if n >= 10;
                let (left, names) = (doubled(n), start.names.iter());
                let right = names.map(String::as_str);
                if let Some(&first) = left.first();
                let one = vec![first];
            }
            then {
                choose a in left;
                choose b in right;
                choose c in start.names.clone();
                choose d in one.into_iter();
                if b == c || d != n { fail; }
                insert Named(a, b.to_owned(), c);
            }
        }
    }

    #[test]
    fn what_is_computed_is_computed_anew_for_each_alternative() {
        let mut computed = Computed::new();
        computed.insert(Start {
            n: 3,
            names: vec![],
        });
        let mut pairs = Vec::new();
        while computed.next_solution() {
            pairs.extend(computed.facts::<Pair>().map(|pair| (pair.0, pair.1)));
        }
        assert_eq!(pairs, [(0, 3), (0, 6), (1, 3), (1, 6)]);
    }

    #[test]
    fn later_choices_may_take_what_is_computed() {
        let mut computed = Computed::new();
        let names = vec!["a".to_owned(), "b".to_owned()];
        computed.insert(Start { n: 30, names });
        let mut seen = Vec::new();
        while computed.next_solution() {
            let facts = computed.facts::<Named>();
            seen.extend(facts.map(|fact| format!("{}{}{}", fact.0, fact.1, fact.2)));
        }
        assert_eq!(seen, ["30ab", "30ba", "60ab", "60ba"]);
    }
}
