//! How events stand to each other in time: `within`, `after`, `before`, `of`.

use std::time::Duration;

use rules_runtime::{Time, rules};

rules! {
    #[clock(u8)]
    #[allow(rules::unbounded_event)]
    ruleset Bytes;

    #[event(at = from, until = to)]
    fact Call { from: u8, to: u8 }
    #[event(at = at)]
    fact Answer { at: u8 }
    global pairs: Vec<(&'static str, u8, u8)>;

    rule soon_after {
        when { a @ Call; b @ Answer within 10 after a; }
        then { pairs.push(("within after", a.to, b.at)); }
    }

    rule shortly_before {
        when { b @ Answer; a @ Call within 10 before b; }
        then { pairs.push(("within before", a.to, b.at)); }
    }

    rule near {
        when { a @ Answer; b @ Answer within SPAN of a; }
        then { pairs.push(("of", a.at, b.at)); }
    }

    rule overlapping {
        when { a @ Call; b @ Call within SPAN of a; }
        then { pairs.push(("of extents", a.from, b.from)); }
    }

    rule later {
        when { a @ Call; b @ Answer after a; }
        then { pairs.push(("after", a.to, b.at)); }
    }

    rule between {
        when { a @ Call; c @ Call; b @ Answer after a before c; }
        then { pairs.push(("between", b.at, c.from)); }
    }
}

const SPAN: u8 = 4;

/// All pairs that rules find, by the rule.
fn pairs(calls: &[(u8, u8)], answers: &[u8]) -> Vec<(&'static str, u8, u8)> {
    let mut bytes = Bytes::builder().now(u8::MAX).build(vec![]);
    bytes.insert_all(calls.iter().map(|&(from, to)| Call { from, to }));
    bytes.insert_all(answers.iter().map(|&at| Answer { at }));
    bytes.run();
    bytes.__verify();
    let mut found = bytes.globals().pairs.clone();
    found.sort_unstable();
    found
}

#[test]
fn a_span_is_always_less_than_and_goes_from_the_earlier_end_to_the_later_beginning() {
    let calls = [(20, 30), (28, 28)];
    let answers = [27, 29, 30, 39, 40];
    let found = pairs(&calls, &answers);
    let of = |rules: &[&str]| -> Vec<_> {
        let found = found.iter().filter(|(rule, ..)| rules.contains(rule));
        found.copied().collect()
    };
    assert_eq!(
        of(&["after"]),
        [
            ("after", 28, 29),
            ("after", 28, 30),
            ("after", 28, 39),
            ("after", 28, 40),
            ("after", 30, 30),
            ("after", 30, 39),
            ("after", 30, 40),
        ]
    );
    assert_eq!(
        of(&["within after"]),
        [
            ("within after", 28, 29),
            ("within after", 28, 30),
            ("within after", 30, 30),
            ("within after", 30, 39),
        ]
    );
    assert_eq!(
        of(&["within before"]),
        [
            ("within before", 28, 29),
            ("within before", 28, 30),
            ("within before", 30, 30),
            ("within before", 30, 39),
        ]
    );
    assert_eq!(
        of(&["of"]),
        [
            ("of", 27, 29),
            ("of", 27, 30),
            ("of", 29, 27),
            ("of", 29, 30),
            ("of", 30, 27),
            ("of", 30, 29),
            ("of", 39, 40),
            ("of", 40, 39),
        ]
    );
}

#[test]
fn an_event_may_stand_to_two_others() {
    let found = pairs(&[(10, 12), (20, 22)], &[11, 12, 16, 20, 21]);
    let between: Vec<_> = found
        .iter()
        .filter(|(rule, ..)| *rule == "between")
        .collect();
    assert_eq!(
        between,
        [
            &("between", 12, 20),
            &("between", 16, 20),
            &("between", 20, 20),
        ]
    );
}

#[test]
fn extents_are_near_where_less_than_the_span_lies_between_them() {
    let found = pairs(&[(10, 20), (23, 30), (34, 35), (12, 14)], &[]);
    let near: Vec<_> = found
        .iter()
        .filter(|(rule, ..)| *rule == "of extents")
        .collect();
    assert_eq!(near, [&("of extents", 10, 23), &("of extents", 23, 10)]);
}

#[test]
fn sums_beyond_the_end_of_time_are_no_bounds() {
    let found = pairs(&[(0, 0), (250, 250)], &[0, 9, 10, 254, 255]);
    let within: Vec<_> = found
        .iter()
        .filter(|(rule, ..)| *rule == "within after")
        .collect();
    assert_eq!(
        within,
        [
            &("within after", 0, 0),
            &("within after", 0, 9),
            &("within after", 250, 254),
            &("within after", 250, 255),
        ]
    );
}

#[test]
fn every_pair_of_events_is_as_the_definition_says_whatever_changes() {
    let mut bytes = Bytes::new(vec![]);
    let mut seed = 1_u64;
    let mut random = |n: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        ((seed >> 33) % n) as u8
    };
    let (mut calls, mut answers) = (Vec::new(), Vec::new());
    for step in (0..=255_u8).step_by(3) {
        let at = random(256);
        let to = at.saturating_add(random(20));
        calls.push(bytes.insert(Call { from: at, to }));
        answers.push(bytes.insert(Answer { at: random(256) }));
        if step % 2 == 0 {
            let call = calls.swap_remove(usize::from(random(calls.len() as u64)));
            bytes.retract(call).unwrap();
            let answer = answers.swap_remove(usize::from(random(answers.len() as u64)));
            bytes.retract(answer).unwrap();
        }
        bytes.advance_to(step).unwrap();
    }
    // What is fired of events that are gone has been true, too: the others are asked for here.
    let mut now = Bytes::builder().now(255).build(vec![]);
    now.insert_all(bytes.facts::<Call>().cloned());
    now.insert_all(bytes.facts::<Answer>().cloned());
    now.run();
    now.__verify();
    bytes.__verify();
    let found = &now.globals().pairs;
    let count = |rule: &str| found.iter().filter(|(of, ..)| *of == rule).count();
    let (calls, answers): (Vec<_>, Vec<_>) = (
        now.facts::<Call>()
            .map(|call| (i32::from(call.from), i32::from(call.to)))
            .collect(),
        now.facts::<Answer>()
            .map(|answer| i32::from(answer.at))
            .collect(),
    );
    let pairs = |holds: &dyn Fn(i32, i32) -> bool| {
        let all = calls
            .iter()
            .flat_map(|call| answers.iter().map(move |&answer| (call.1, answer)));
        all.filter(|&(end, at)| holds(end, at)).count()
    };
    let soon = pairs(&|end, at| end <= at && at < end + 10);
    assert!(soon > 50);
    assert_eq!(count("within after"), soon);
    assert_eq!(count("within before"), soon);
    assert_eq!(count("after"), pairs(&|end, at| end <= at));
    let of = |extents: &[(i32, i32)]| {
        let mut found = 0;
        for (number, a) in extents.iter().enumerate() {
            for (other, b) in extents.iter().enumerate() {
                let follows = |a: &(i32, i32), b: &(i32, i32)| a.1 <= b.0 && b.0 < a.1 + 4;
                found += usize::from(number != other && (follows(a, b) || follows(b, a)));
            }
        }
        found
    };
    let points: Vec<(i32, i32)> = answers.iter().map(|&at| (at, at)).collect();
    assert_eq!(count("of"), of(&points));
    assert_eq!(count("of extents"), of(&calls));
}

rules! {
    #[clock(Duration)]
    #[allow(rules::unbounded_event)]
    ruleset Desk;

    #[event(at = at)]
    fact Question { at: Duration, id: u32 }
    #[event(at = at)]
    fact Reply { at: Duration, id: u32, urgent: bool }
    fact Topic(u32);
    kind Post = Question or Reply { at, id };
    global log: Vec<(&'static str, u64)>;

    rule hasty {
        when { q @ Question { id }; Reply { id } within 5s after q if id > 0; }
        then { log.push(("hasty", q.at.as_secs())); }
    }

    rule open {
        when { q @ Question { id }; not { Reply { id } within 5s after q; } }
        then { log.push(("open", q.at.as_secs())); }
    }

    rule asked_again {
        when { q @ Question { id }; exists Question { id } within 1min after q; }
        then { log.push(("asked again", q.at.as_secs())); }
    }

    rule first {
        when { q @ Question { id }; not Question { id } before q; }
        then { log.push(("first", q.at.as_secs())); }
    }

    rule busy {
        when { q @ Question; n = count(Reply within 10s of q) if n > 1; }
        then { log.push(("busy", n as u64)); }
    }

    rule settled {
        when { Topic(id); forall q @ Question { id } => Reply { id } after q; }
        then { log.push(("settled", u64::from(id))); }
    }

    rule last {
        when {
            Topic(id);
            last = max_by(q.at for q @ Question { id });
            Reply { id, urgent: true } after last;
        }
        then { log.push(("last", last.at.as_secs())); }
    }

    rule either_one {
        when {
            either { e @ Question { id: 9 }; } or { e @ Reply { id: 9 }; }
            Reply { id: 8 } within 5s before e;
        }
        then { log.push(("either", e.at.as_secs())); }
    }

    rule posted {
        when { a @ Post { id: 7 }; b @ Post { id: 7 } within 5s after a; }
        then { log.push(("posted", b.at().as_secs() - a.at().as_secs())); }
    }

    query replies(id: u32) -> u64 {
        when { q @ Question { id }; r @ Reply { id } within 5s after q; }
        select r.at.as_secs()
    }

    query answered(id: u32) {
        when { q @ Question { id }; Reply { id } after q; }
    }

    rule asked {
        when { Topic(id); at in replies(id); }
        then { log.push(("asked", at)); }
    }
}

fn question(at: u64, id: u32) -> Question {
    let at = Duration::from_secs(at);
    Question { at, id }
}

fn reply(at: u64, id: u32) -> Reply {
    let (at, urgent) = (Duration::from_secs(at), false);
    Reply { at, id, urgent }
}

/// What a rule has logged.
fn logged(desk: &Desk, rule: &str) -> Vec<u64> {
    let of_rule = desk.globals().log.iter().filter(|(of, _)| *of == rule);
    of_rule.map(|(_, what)| *what).collect()
}

fn desk() -> Desk {
    Desk::builder().now(Duration::from_secs(1000)).build(vec![])
}

#[test]
fn no_event_stands_so_to_itself() {
    let mut desk = desk();
    desk.insert(question(10, 1));
    desk.run();
    assert!(logged(&desk, "asked again").is_empty());
    assert_eq!(logged(&desk, "first"), [10]);

    desk.insert(question(10, 1));
    desk.run();
    assert_eq!(
        logged(&desk, "asked again"),
        [10, 10],
        "to another of the same time it does"
    );
    desk.__verify();
}

#[test]
fn relations_stand_wherever_patterns_do() {
    let mut desk = desk();
    desk.insert_all([1, 2].map(Topic));
    desk.insert_all([question(10, 1), question(20, 2), question(30, 2)]);
    desk.insert_all([reply(12, 1), reply(15, 1), reply(31, 2), reply(19, 2)]);
    desk.run();
    desk.__verify();
    assert_eq!(logged(&desk, "hasty"), [30, 10]);
    assert_eq!(logged(&desk, "open"), [20]);
    assert_eq!(logged(&desk, "asked again"), [20]);
    assert_eq!(logged(&desk, "settled"), [2, 1]);
    let mut busy = logged(&desk, "busy");
    busy.sort_unstable();
    assert_eq!(busy, [3, 3]);
    assert_eq!(logged(&desk, "asked"), [31, 12]);
    assert_eq!(desk.replies(1).collect::<Vec<_>>(), [12]);
    assert!(desk.answered(1));
    assert!(!desk.answered(3));
}

#[test]
fn the_variable_of_an_event_may_be_that_of_a_branch_a_kind_or_the_best() {
    let mut desk = desk();
    desk.insert_all([reply(10, 8), reply(14, 9), reply(15, 9), reply(9, 9)]);
    desk.insert(question(11, 9));
    desk.run();
    let mut either = logged(&desk, "either");
    either.sort_unstable();
    assert_eq!(either, [11, 14]);

    desk.insert_all([question(40, 7), question(44, 7)]);
    desk.insert_all([reply(41, 7), reply(45, 7)]);
    desk.run();
    let mut posted = logged(&desk, "posted");
    posted.sort_unstable();
    assert_eq!(posted, [1, 1, 3, 4, 4]);

    desk.insert(Topic(7));
    let late = desk.insert(reply(45, 7));
    desk.run();
    assert!(logged(&desk, "last").is_empty());
    desk.update(late, |reply| reply.urgent = true).unwrap();
    desk.run();
    assert_eq!(logged(&desk, "last"), [44]);
    desk.__verify();
}

#[test]
fn matches_end_with_either_event() {
    let mut desk = desk();
    let asked = desk.insert(question(10, 1));
    let late = desk.insert(reply(12, 1));
    assert!(
        desk.agenda()
            .any(|activation| activation.rule() == DeskRule::Hasty)
    );
    desk.retract(late).unwrap();
    assert!(
        !desk
            .agenda()
            .any(|activation| activation.rule() == DeskRule::Hasty)
    );
    desk.insert(reply(14, 1));
    assert!(
        desk.agenda()
            .any(|activation| activation.rule() == DeskRule::Hasty)
    );
    desk.retract(asked).unwrap();
    assert_eq!(desk.agenda().count(), 0);
    desk.__verify();
}

#[test]
fn an_explanation_names_the_relation_and_the_times() {
    let mut desk = desk();
    desk.insert(question(10, 1));
    let late = desk.insert(reply(20, 1));
    let explained = desk.explain(DeskRule::Hasty).to_string();
    assert!(explained.contains("within 5s after q"), "{explained}");
    let fact = desk.explain_fact(DeskRule::Hasty, late).to_string();
    assert!(fact.contains("within 5s after q"), "{fact}");
    assert!(!fact.contains("__"), "{fact}");
}

/// A day of a calendar of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Day(u8);

impl Time for Day {
    type Span = u8;
    const LEAST: Self = Day(0);

    fn after(self, span: u8) -> Option<Self> {
        self.0.checked_add(span).map(Day)
    }
}

mod model {
    #[derive(Debug, Clone, PartialEq)]
    pub(super) struct Loan {
        pub(super) book: &'static str,
        pub(super) lent: super::Day,
        pub(super) back: super::Day,
    }
}

rules! {
    #[clock(Day)]
    ruleset Library;

    #[event(at = lent, until = back)]
    use model::Loan;
    global log: Vec<(&'static str, u8)>;

    rule soon_again {
        when { a @ Loan { book }; b @ Loan { book } within 7 after a; }
        then { log.push((book, b.lent.0 - a.back.0)); }
    }

    // Its partial matches are kept.
    rule how_often {
        when { a @ Loan { book }; often = count(Loan { book } within 7 after a) if often > 0; }
        then { log.push((book, 100 + often as u8)); }
    }
}

#[test]
fn events_of_your_own_types_and_clocks_have_relations() {
    let mut library = Library::builder().now(Day(255)).build(vec![]);
    let loan = |book, lent, back| model::Loan {
        book,
        lent: Day(lent),
        back: Day(back),
    };
    library.insert_all([
        loan("a", 1, 10),
        loan("a", 16, 250),
        loan("a", 254, 255),
        loan("a", 9, 9),
        loan("b", 12, 13),
        loan("b", 20, 20),
    ]);
    library.run();
    let mut log = library.globals().log.clone();
    log.sort_unstable();
    assert_eq!(log, [("a", 4), ("a", 6), ("a", 101), ("a", 101)]);
}
