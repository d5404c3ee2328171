//! `forall`: true of nothing, and of all as long as there is no exception.

use rules_runtime::rules;

rules! {
    ruleset Project;
    fact Release(u32);
    fact Task { release: u32, id: u32, done: bool }
    global log: Vec<u32>;
    rule publish {
        when {
            Release(release);
            forall Task { release, id } => Task { id, done: true };
        }
        then { log.push(release); }
    }
}

fn task(release: u32, id: u32, done: bool) -> Task {
    Task { release, id, done }
}

#[test]
fn it_is_true_of_nothing() {
    let mut session = Project::new(vec![]);
    session.insert(Release(1));
    assert_eq!(session.run().count, 1);
}

#[test]
fn one_exception_blocks() {
    let mut session = Project::new(vec![]);
    session.insert_all([task(1, 1, true), task(1, 2, false), task(1, 3, true)]);
    session.insert(Release(1));
    assert_eq!(session.run().count, 0);
}

#[test]
fn mending_the_exception_frees() {
    let mut session = Project::new(vec![]);
    let open = session.insert_all([task(1, 1, true), task(1, 2, false)])[1];
    session.insert(Release(1));
    session.update(open, |task| task.done = true).unwrap();
    assert_eq!(session.run().count, 1);
}

#[test]
fn removing_the_exception_frees() {
    let mut session = Project::new(vec![]);
    let open = session.insert_all([task(1, 1, true), task(1, 2, false)])[1];
    session.insert(Release(1));
    session.retract(open).unwrap();
    assert_eq!(session.run().count, 1);
}

#[test]
fn an_exception_ends_a_match_that_fired_and_its_mending_makes_a_new_one() {
    let mut session = Project::new(vec![]);
    session.insert(Release(1));
    let only = session.insert(task(1, 1, true));
    assert_eq!(session.run().count, 1);
    session.update(only, |task| task.done = false).unwrap();
    assert_eq!(session.run().count, 0);
    session.update(only, |task| task.done = true).unwrap();
    assert_eq!(session.run().count, 1);
}

#[test]
fn one_more_that_is_no_exception_activates_nothing_again() {
    let mut session = Project::new(vec![]);
    session.insert(Release(1));
    session.insert(task(1, 1, true));
    assert_eq!(session.run().count, 1);
    session.insert(task(1, 2, true));
    assert_eq!(session.run().count, 0);
}

#[test]
fn the_exceptions_of_another_do_not_count() {
    let mut session = Project::new(vec![]);
    session.insert_all([Release(1), Release(2)]);
    let open = session.insert(task(2, 1, false));
    assert_eq!(session.run().count, 1);
    session.update(open, |task| task.release = 1).unwrap();
    assert_eq!(session.run().count, 1);
    assert_eq!(session.globals().log, [1, 2]);
}

#[test]
fn it_needs_a_match_of_the_right_for_each_match_of_a_block_on_the_left() {
    rules! {
        ruleset Small;
        fact Pupil(u32);
        fact Exam(u32);
        fact Passed { pupil: u32, exam: u32 }
        rule all_passed {
            when { forall { Pupil(pupil); Exam(exam); } => Passed { pupil, exam }; }
            then {}
        }
    }
    let mut session = Small::new();
    assert_eq!(session.run().count, 1);
    session.insert_all([Pupil(1), Pupil(2)]);
    session.insert(Exam(7));
    assert_eq!(session.run().count, 0);
    session.insert(Passed { pupil: 1, exam: 7 });
    assert_eq!(session.run().count, 0);
    let second = session.insert(Passed { pupil: 2, exam: 7 });
    assert_eq!(session.run().count, 1);
    session.retract(second).unwrap();
    session.insert(Exam(8));
    session.insert_all([(2, 7), (1, 8)].map(|(pupil, exam)| Passed { pupil, exam }));
    assert_eq!(session.run().count, 0);
    session.insert(Passed { pupil: 2, exam: 8 });
    assert_eq!(session.run().count, 1);
}
