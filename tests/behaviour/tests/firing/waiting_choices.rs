//! Choices whose block has returned an error wait for their activation, whatever fires before it.

use rules_runtime::rules;

#[derive(Debug, PartialEq)]
struct NotYet;

rules! {
    #[backtrack]
    #[error(NotYet)]
    ruleset TwoChoices;
    fact Start;
    fact Urgent(u32);
    fact Bad;
    fact Picked(u32);
    fact Chosen(u32);
    global ready: bool;
    rule pick {
        when { Start; }
        then {
            choose n in 1..=3_u32;
            if !*ready && n == 2 { return Err(NotYet); }
            insert Picked(n);
        }
    }
    #[salience(5)]
    rule urgent {
        when { Urgent(of); }
        then { choose n in [10, 20, 30_u32]; insert Chosen(of + n); }
    }
    #[salience(9)]
    rule bad { when { Bad; } then { fail; } }
}

/// The second alternative of `pick` has returned an error.
fn erred() -> TwoChoices {
    let mut session = TwoChoices::new(false);
    session.insert(Start);
    assert_eq!(session.next_solution(), Ok(true));
    assert!(session.next_solution().is_err());
    session
}

fn all_of(session: &mut TwoChoices) -> Vec<(Vec<u32>, Vec<u32>)> {
    let mut all = Vec::new();
    while session.next_solution().unwrap() {
        all.push((
            session.facts::<Chosen>().map(|chosen| chosen.0).collect(),
            session.facts::<Picked>().map(|picked| picked.0).collect(),
        ));
    }
    all
}

#[test]
fn a_choice_that_comes_before_one_that_waits_has_alternatives_of_its_own() {
    let mut session = erred();
    session.insert(Urgent(0));
    session.globals_mut().ready = true;
    let expected = [
        (vec![10], vec![2]),
        (vec![10], vec![3]),
        (vec![20], vec![2]),
        (vec![20], vec![3]),
        (vec![30], vec![2]),
        (vec![30], vec![3]),
        // Without what the caller inserted while it waited.
        (vec![], vec![2]),
        (vec![], vec![3]),
    ];
    assert_eq!(all_of(&mut session), expected);
}

#[test]
fn several_choices_may_wait() {
    let mut session = erred();
    session.insert(Urgent(0));
    // The first choice of `urgent` goes through, `pick` returns its error once more.
    assert!(session.next_solution().is_err());
    session.insert(Urgent(100));
    assert!(session.next_solution().is_err());
    session.globals_mut().ready = true;
    assert_eq!(session.next_solution(), Ok(true));
    let chosen: Vec<u32> = session.facts::<Chosen>().map(|chosen| chosen.0).collect();
    assert_eq!(chosen, [10, 110]);
    assert_eq!(session.facts::<Picked>().next().unwrap().0, 2);
    let all = all_of(&mut session);
    assert_eq!(all[0], (vec![10, 110], vec![3]));
    assert_eq!(all[1], (vec![10, 120], vec![2]));
    let of_both = 2 * 3;
    // The rest: with one fact of `urgent` three times, with none once.
    assert_eq!(all.len(), of_both - 1 + 2 * 3 + 2);
    assert_eq!(all.last().unwrap(), &(vec![], vec![3]));
}

#[test]
fn a_fail_while_a_choice_waits_goes_on_with_the_alternative_that_waits() {
    let mut session = erred();
    session.insert(Bad);
    session.globals_mut().ready = true;
    assert_eq!(session.next_solution(), Ok(true));
    assert_eq!(session.len::<Bad>(), 0);
    assert_eq!(session.facts::<Picked>().next().unwrap().0, 2);
}

#[test]
fn an_alternative_does_not_pass_from_a_match_that_has_ended_to_another() {
    let mut session = TwoChoices::new(false);
    let start = session.insert(Start);
    assert_eq!(session.next_solution(), Ok(true));
    assert!(session.next_solution().is_err());
    session.retract(start).unwrap();
    session.insert(Start);
    session.globals_mut().ready = true;
    assert_eq!(session.next_solution(), Ok(true));
    assert_eq!(session.facts::<Picked>().next().unwrap().0, 1);
}

#[test]
fn a_skip_of_another_activation_leaves_the_choice_that_waits() {
    let mut session = erred();
    session.insert(Urgent(0));
    assert!(session.skip());
    session.globals_mut().ready = true;
    let expected = [(vec![], vec![2]), (vec![], vec![3])];
    assert_eq!(all_of(&mut session), expected);
}

#[test]
fn a_commit_keeps_which_alternatives_were_fired_since_the_checkpoint() {
    let mut session = erred();
    session.globals_mut().ready = true;
    let checkpoint = session.checkpoint();
    assert_eq!(session.next_solution(), Ok(true));
    assert_eq!(session.facts::<Picked>().next().unwrap().0, 2);
    session.commit(checkpoint).unwrap();
    assert_eq!(session.next_solution(), Ok(true));
    assert_eq!(session.facts::<Picked>().next().unwrap().0, 3);
    assert_eq!(session.next_solution(), Ok(false));
}
