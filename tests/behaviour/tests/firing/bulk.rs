//! Rules that do nothing but insert fire in bulk, without tokens and agenda, where nobody listens. Nothing that can
//! be seen tells: each session here is compared with one that differs only in that it has a listener.

use std::fmt::Debug;

use behaviour::{below, fuse};
use rules_runtime::{Listener, rules};

/// It hears nothing, but is there.
#[derive(Clone)]
struct Deaf;

impl Listener for Deaf {}

/// The same value, or a panic.
fn fused(value: u8) -> u8 {
    fuse::called();
    value
}

rules! {
    #[allow(rules::cross_product)]
    ruleset Relations;

    #[unique]
    fact Edge(u8, u8);
    #[unique]
    fact Path(u8, u8);
    #[unique]
    fact Both(u8, u8);
    fact Sum(u8);
    fact Barrier(u8);
    global log: Vec<(&'static str, u8, u8)>;

    rule an_edge_is_a_path {
        when { Edge(a, b); }
        then { insert Path(a, b); }
    }
    rule an_edge_leads_on {
        when { Edge(a, b); Path(b, c); }
        then { insert Path(a, fused(c)); }
    }
    rule both_ways {
        when { Path(a, b); Path(b, a); }
        then { insert Both(a, b); }
    }
    rule from_both {
        when { Edge(p, a); Both(p, q); Edge(q, b) if a < b; }
        then { insert Both(a, b); }
    }
    rule sums {
        when { Path(a, b) if (a + b) % 4 == 0; let sum = a + b; }
        then { insert Sum(sum); }
    }
    #[salience(1)]
    rule closes {
        when { Path(a, a); not Barrier(a); }
        then { log.push(("closes", a, a)); insert Barrier(a); }
    }
    rule is_seen {
        when { Both(a, b); exists Sum(c) if c > a; }
        then { log.push(("is_seen", a, b)); }
    }
    #[salience(-1)]
    rule counts {
        when { Barrier(a); n = count(Path(a, _)); }
        then { log.push(("counts", a, n as u8)); }
    }
    #[salience(-1)]
    rule cuts {
        when { Barrier(a); edge @ Edge(a, b) if b % 3 == 1; Sum(b); }
        then { log.push(("cuts", a, b)); retract edge; }
    }
    #[salience(-2)]
    rule one_way {
        when { Edge(a, b); not Path(b, a); }
        then { log.push(("one_way", a, b)); }
    }
    group alarms {
        #[auto_focus]
        rule alarm {
            when { Sum(n); Edge(n, c) if n > 1; }
            then { log.push(("alarm", n, c)); }
        }
    }
}

/// What can be seen of a session.
fn look<L: Listener>(session: &Relations<L>) -> Vec<String> {
    fn shown<T: Debug>(facts: impl Iterator<Item = T>) -> String {
        format!("{:?}", facts.collect::<Vec<T>>())
    }
    #[cfg(debug_assertions)]
    session.__verify();
    let agenda = session
        .agenda()
        .map(|pending| format!("{:?} {:?}", pending.rule(), pending.facts()));
    vec![
        shown(session.facts::<Edge>()),
        shown(session.facts::<Path>()),
        shown(session.facts::<Both>()),
        shown(session.facts::<Sum>()),
        shown(session.facts::<Barrier>()),
        shown(session.globals().log.iter()),
        shown(agenda),
    ]
}

/// What comes of random changes and runs.
fn play<L: Listener>(mut session: Relations<L>, mut seed: u64) -> Vec<Vec<String>> {
    let mut looks = vec![];
    let nodes = 3 + below(&mut seed, 5);
    for _ in 0..40 {
        let n = below(&mut seed, 1 << 20);
        let (a, b) = ((n / 16 % nodes) as u8, (n / 256 % nodes) as u8);
        match n % 16 {
            0..=5 => {
                session.insert(Edge(a, b));
            }
            6 => {
                session.insert_all([Edge(a, b), Edge(b, a), Edge(a, 1)]);
            }
            7 => {
                let path = session.handles::<Path>().nth(usize::from(a));
                if let Some(path) = path {
                    session.retract(path).unwrap();
                }
            }
            8 => {
                let edge = session.handles::<Edge>().nth(usize::from(a));
                if let Some(edge) = edge {
                    session.update(edge, |edge| edge.1 = b).unwrap();
                }
            }
            9 => {
                session.skip();
            }
            10 => {
                session.insert(Path(a, b));
            }
            11 | 12 => {
                let fired = session.run_limit(n / 4096);
                looks.push(vec![format!("{fired:?}")]);
            }
            13 => {
                let fired = session.run();
                looks.push(vec![format!("{fired:?}")]);
            }
            14 => {
                let fired = fuse::burning(u32::from(b) + 1, || session.run_limit(100));
                looks.push(vec![format!("{:?}", fired.ok())]);
            }
            _ => {
                let fired = session.step();
                looks.push(vec![format!("{fired:?}")]);
            }
        }
        looks.push(look(&session));
    }
    looks
}

#[test]
fn nothing_tells_that_rules_fire_in_bulk() {
    let mut fired = 0;
    for seed in 1..150 {
        let heard = play(Relations::builder().listener(Deaf).build(vec![]), seed);
        let unheard = play(Relations::new(vec![]), seed);
        agree(&unheard, &heard, &format!("seed {seed}"));
        fired += heard
            .iter()
            .flatten()
            .filter(|line| line.contains("count:"))
            .count();
    }
    assert!(fired > 1000, "{fired}");
}

/// Checks that two sessions looked alike after each step.
fn agree(unheard: &[Vec<String>], heard: &[Vec<String>], what: &str) {
    for (step, (unheard, heard)) in unheard.iter().zip(heard).enumerate() {
        assert_eq!(unheard, heard, "{what}, after step {step}");
    }
}

/// The facts of some types, with their handles.
macro_rules! shown {
    ($session:ident: $($ty:ty),*) => {
        vec![$({
            let facts = $session.handles::<$ty>().zip($session.facts::<$ty>());
            format!("{:?}", facts.collect::<Vec<_>>())
        }),*]
    };
}

/// Facts of all kinds that are told apart: by integers, near or far, that fit into a number or do not, by something else, and
/// by what their author has written.
mod told_apart {
    use super::*;
    use rules_runtime::Handle;
    use std::hash::{Hash, Hasher};

    /// A number under another name.
    type Id = u32;

    /// Equal where the last digits are.
    #[derive(Debug, Clone, Copy)]
    struct Digit(u32);

    impl PartialEq for Digit {
        fn eq(&self, other: &Self) -> bool {
            self.0 % 10 == other.0 % 10
        }
    }

    impl Eq for Digit {}

    impl Hash for Digit {
        fn hash<H: Hasher>(&self, state: &mut H) {
            (self.0 % 10).hash(state);
        }
    }

    rules! {
        ruleset ToldApart;

        #[unique]
        fact Step(u32);
        fact Bound(u32);
        #[unique]
        fact Near(Id, i16);
        #[unique]
        fact Far { at: u64 }
        #[unique]
        fact Wide(u64, u8);
        #[unique]
        fact Mixed { small: i8, flag: bool, letter: char, half: u16 }
        #[unique]
        fact Text(String);
        #[unique]
        fact Last(Digit);
        /// Equal where the first fields are.
        #[unique]
        #[derive(Debug, Clone, Eq)]
        #[allow(dead_code)]
        fact Lax { key: u32, note: u32 }
        #[unique]
        fact Unit;

        rule steps { when { Step(n); Bound(> n); } then { insert Step(n + 1); } }
        rule near { when { Step(n); Step(m) if m % 7 == n % 7; } then { insert Near(n, (m as i16 - 50) / 2); } }
        rule far {
            when { Step(n); }
            then { insert Far { at: u64::from(n / 3).wrapping_mul(0x9E37_79B9_7F4A_7C15) }; }
        }
        rule wide { when { Step(n); } then { insert Wide(u64::from(n) << 32, (n % 2) as u8); } }
        rule mixed {
            when { Step(n); Step(m) if n % 11 == m % 13; }
            then {
                insert Mixed {
                    small: (n as i8).wrapping_sub(60),
                    flag: m.is_multiple_of(2),
                    letter: char::from(b'a' + (n % 5) as u8),
                    half: (m % 3) as u16,
                };
            }
        }
        rule text { when { Step(n); } then { insert Text((n / 2).to_string()); } }
        rule last { when { Step(n); } then { insert Last(Digit(n)); } }
        rule lax { when { Step(n); } then { insert Lax { key: n % 9, note: n }; } }
        rule unit { when { Step(_); } then { insert Unit; } }
    }

    impl PartialEq for Lax {
        fn eq(&self, other: &Self) -> bool {
            self.key == other.key
        }
    }

    impl Hash for Lax {
        fn hash<H: Hasher>(&self, state: &mut H) {
            self.key.hash(state);
        }
    }

    /// The facts, with their handles.
    fn look<L: Listener>(session: &ToldApart<L>) -> Vec<String> {
        #[cfg(debug_assertions)]
        session.__verify();
        shown!(session: Step, Near, Far, Wide, Mixed, Text, Last, Lax, Unit)
    }

    /// Runs, and inserts what was derived and what was not, in turn.
    fn play<L: Listener>(mut session: ToldApart<L>) -> Vec<Vec<String>> {
        let mut looks = vec![];
        let bound = session.insert(Bound(40));
        session.insert(Step(0));
        session.insert(Near(3, 7));
        for round in 0..6 {
            let fired = session.run();
            looks.push(vec![fired.to_string()]);
            looks.push(look(&session));
            let near = session.handles::<Near>().nth(5).unwrap();
            let far = session.handles::<Far>().nth(2).unwrap();
            let again = session.get(near).unwrap().clone();
            let known: Handle<Near> = session.insert(again);
            assert_eq!(known, near);
            session.retract(far).unwrap();
            session.insert(Lax {
                key: 3,
                note: round,
            });
            session.insert(Wide(1 << 32, 0));
            session.update(near, |near| near.1 += 1).ok();
            session.insert(Step(1000 * round));
            session.update(bound, |bound| bound.0 += 12).unwrap();
            looks.push(look(&session));
        }
        looks
    }

    #[test]
    fn facts_that_are_derived_in_bulk_are_told_apart_as_all_are() {
        let heard = play(ToldApart::builder().listener(Deaf).build());
        let unheard = play(ToldApart::new());
        agree(&unheard, &heard, "facts told apart");
        assert!(heard[1][1].len() > 2_000, "many are derived");
    }
}

/// Rules all of which fire in bulk, one after the other.
mod alone {
    use super::*;

    rules! {
        ruleset Alone;

        #[unique]
        fact Edge(u8, u8);
        #[unique]
        fact Path(u8, u8);
        #[unique]
        fact Round(u8, u8, u8);
        fact Seen(u8, u8);

        rule an_edge_leads_on {
            when { Edge(a, b); Path(b, c); }
            then { insert Path(a, c); }
        }
        rule is_seen {
            when { Path(a, b) if a < b; }
            then { insert Seen(b, a); }
        }
        rule there_and_on {
            when { Path(a, b); Path(b, c) if a != c; }
            then { insert Path(a, fused(c)); }
        }
        rule an_edge_is_a_path {
            when { Edge(a, b); }
            then { insert Path(a, b); }
        }
        rule round {
            when { Path(a, b); Edge(b, c); Path(c, a); }
            then { insert Round(a, b, c); }
        }
        rule by_edges {
            when { Edge(p, a); Path(p, q); Edge(q, b); }
            then { insert Path(a, b); }
        }
        rule above {
            when { Seen(a, b); Seen(c, < b); Edge(a, c); }
            then { insert Round(b, a, c); }
        }
        #[salience(-1)]
        rule late {
            when { Round(a, b, _); Edge(b, a); }
            then { insert Edge(a, a); }
        }
    }

    /// The facts, with their handles, and the agenda.
    fn look<L: Listener>(session: &Alone<L>) -> Vec<String> {
        #[cfg(debug_assertions)]
        session.__verify();
        let mut shown = shown!(session: Edge, Path, Round, Seen);
        let agenda = session.agenda();
        let agenda = agenda.map(|pending| format!("{:?} {:?}", pending.rule(), pending.facts()));
        shown.push(format!("{:?}", agenda.collect::<Vec<_>>()));
        shown
    }

    fn play<L: Listener + Clone>(mut session: Alone<L>, mut seed: u64) -> Vec<Vec<String>> {
        let mut looks = vec![];
        let nodes = 2 + below(&mut seed, 5);
        for _ in 0..24 {
            let n = below(&mut seed, 1 << 20);
            let (a, b) = ((n / 16 % nodes) as u8, (n / 256 % nodes) as u8);
            match n % 20 {
                0..=3 => {
                    session.insert(Edge(a, b));
                }
                4 => {
                    session.insert_all([Edge(a, b), Edge(b, a), Edge(a, 1)]);
                }
                5 => {
                    session.insert(Path(a, b));
                }
                6 => {
                    session.insert(Seen(a, b));
                }
                7 => {
                    let path = session.handles::<Path>().nth(usize::from(a));
                    if let Some(path) = path {
                        session.retract(path).unwrap();
                    }
                }
                8 => {
                    let edge = session.handles::<Edge>().nth(usize::from(a));
                    if let Some(edge) = edge {
                        session.update(edge, |edge| edge.1 = b).unwrap();
                    }
                }
                9 => {
                    session.skip();
                }
                10 => {
                    let fired = fuse::burning(u32::from(b) + 1, || session.run_limit(100));
                    looks.push(vec![format!("{:?}", fired.ok())]);
                }
                11 => {
                    let path = session.handles::<Path>().nth(usize::from(b));
                    if let Some(path) = path {
                        session.update(path, |path| path.0 = a).unwrap();
                    }
                }
                12 => {
                    let path = session.handles::<Path>().next();
                    let outcome = session.transaction(|tx| {
                        if let Some(path) = path {
                            tx.retract(path).unwrap();
                        }
                        tx.insert(Path(b, a));
                        if n < 1 << 19 { Ok(()) } else { Err(()) }
                    });
                    looks.push(vec![format!("{outcome:?}")]);
                }
                13 => {
                    session.shrink_to_fit();
                    session = session.clone();
                }
                14..=16 => {
                    let fired = session.run_limit(n / 4096);
                    looks.push(vec![fired.to_string()]);
                }
                _ => {
                    let fired = session.run();
                    looks.push(vec![fired.to_string()]);
                }
            }
            looks.push(look(&session));
        }
        looks
    }

    #[test]
    fn nothing_tells_that_all_rules_fire_in_bulk() {
        for seed in 1..120 {
            let heard = play(Alone::builder().listener(Deaf).build(), seed);
            let unheard = play(Alone::new(), seed);
            agree(&unheard, &heard, &format!("seed {seed}"));
        }
    }
}

/// Runs in which all that is derived is known already.
mod known {
    use std::cell::Cell;
    use std::hash::{Hash, Hasher};

    use super::*;

    rules! {
        ruleset Known;

        fact Seed(u32);
        #[unique]
        fact Grown(u32);

        rule grows {
            when { Seed(x); }
            then { insert Grown(x); }
        }
    }

    fn grown(session: &Known) -> Vec<u32> {
        session.facts::<Grown>().map(|grown| grown.0).collect()
    }

    #[test]
    fn what_was_known_and_has_gone_is_derived_again() {
        let mut session = Known::new();
        let grown_first = session.insert(Grown(1));
        session.insert(Seed(1));
        assert_eq!(session.run().count, 1);
        session.__verify();
        session.retract(grown_first).unwrap();
        session.insert(Seed(1));
        assert_eq!(session.run().count, 1);
        assert_eq!(grown(&session), [1]);
    }

    #[test]
    fn what_came_from_outside_is_known() {
        let mut session = Known::new();
        session.insert(Grown(1));
        for round in 1..4 {
            session.insert(Seed(1));
            session.run();
            session.__verify();
            session.insert(Grown(round));
        }
        session.insert(Seed(3));
        session.run();
        assert_eq!(grown(&session), [1, 2, 3]);
        session.__verify();
    }

    #[test]
    fn what_was_derived_is_found_whoever_asks_for_it() {
        let mut derived = Known::new();
        derived.insert_all((0..100).map(Seed));
        derived.run();
        derived.insert_all((50..150).map(Seed));
        derived.run();
        derived.__verify();
        let place = grown(&derived).iter().position(|&number| number == 149);
        let known = derived.handles::<Grown>().nth(place.unwrap()).unwrap();
        let asks: [fn(&mut Known); 6] = [
            |session| _ = session.insert(Grown(60)),
            |session| _ = session.insert_all([Grown(60), Grown(61)]),
            |session| {
                let done = session.transaction(|tx| {
                    tx.insert(Grown(60));
                    Ok::<(), ()>(())
                });
                done.unwrap();
            },
            |session| {
                let first = session.handles::<Grown>().next().unwrap();
                let seed = grown(session)[0];
                session.retract(first).unwrap();
                session.insert(Seed(seed));
                session.run();
            },
            |session| {
                let first = session.handles::<Grown>().next().unwrap();
                let seed = grown(session)[0];
                session.update(first, |grown| grown.0 = 60).unwrap();
                session.insert(Seed(seed));
                session.run();
            },
            |session| {
                session.insert(Seed(60));
                session.run();
            },
        ];
        for ask in asks {
            let mut session = derived.clone();
            ask(&mut session);
            session.__verify();
            assert_eq!(session.len::<Grown>(), 150);
            assert_eq!(session.insert(Grown(149)), known);
            session.__verify();
        }
    }

    thread_local! {
        /// How many hashes are computed before one is a panic.
        static HASHES: Cell<u32> = const { Cell::new(u32::MAX) };
    }

    impl Hash for Own {
        fn hash<H: Hasher>(&self, state: &mut H) {
            HASHES.with(|left| {
                assert!(left.get() > 0, "no hash any more");
                left.set(left.get() - 1);
            });
            self.0.hash(state);
        }
    }

    rules! {
        ruleset Spread;

        fact Start(u64);
        /// Its numbers lie far from one another, and `Hash` is the user's.
        #[unique]
        #[derive(Debug, Clone, PartialEq, Eq)]
        fact Own(u64);

        rule begins {
            when { Start(x); }
            then { insert Own(x); }
        }
        rule goes_on {
            when { Own(x) if x < 6_000_000; }
            then { insert Own(x + 1000); }
        }
    }

    #[test]
    fn numbers_that_turn_out_to_lie_far_from_one_another_are_given_up_in_any_run() {
        let mut session = Spread::new();
        session.insert(Start(0));
        session.run_limit(1_000);
        for _ in 0..100 {
            session.run_limit(1);
            session.__verify();
        }
        session.run();
        assert_eq!(session.len::<Own>(), 6_001);
        assert_eq!(session.insert(Own(5_000)), session.insert(Own(5_000)));
        assert_eq!(session.len::<Own>(), 6_001);
    }

    #[test]
    fn many_facts_are_derived_again_in_slots_that_are_free() {
        const MANY: u32 = 70_000;
        let mut session = Known::new();
        session.insert_all((0..MANY).map(Seed));
        session.run();
        let all: Vec<_> = session.handles::<Grown>().collect();
        for &of in &all[1000..] {
            session.retract(of).unwrap();
        }
        session.insert_all((0..MANY).map(Seed));
        session.run();
        let all: Vec<_> = session.facts::<Grown>().map(|of| of.0).collect();
        for number in all.iter().step_by(4999) {
            session.insert(Grown(*number));
        }
        session.insert(Grown(MANY));
        assert_eq!(session.len::<Grown>(), MANY as usize + 1);
        session.__verify();
    }

    #[test]
    fn a_hash_that_panics_leaves_no_session_that_knows_half() {
        let mut hit = 0;
        for hashes in [
            0, 1, 3, 10, 1_000, 1_020, 1_100, 5_000, 5_999, 6_001, 100_000,
        ] {
            let mut session = Spread::new();
            session.insert(Start(0));
            HASHES.set(hashes);
            let fired =
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| session.run().count));
            HASHES.set(u32::MAX);
            let Ok(count) = fired else {
                hit += 1;
                // It says so when it is asked for anything.
                let asked = std::panic::AssertUnwindSafe(|| session.run().count);
                assert!(std::panic::catch_unwind(asked).is_err());
                continue;
            };
            assert_eq!(count, 6_001);
            session.__verify();
        }
        assert!((5..11).contains(&hit), "{hit}");
    }
}

/// Facts without fields that are not equal.
mod lamps {
    use rules_runtime::rules;

    rules! {
        ruleset Lamps;
        fact Reading(u8);
        #[unique]
        fact enum Colour { Red, Green, Blue }

        rule red   { when { Reading(1); } then { insert Colour::Red; } }
        rule green { when { Reading(2); } then { insert Colour::Green; } }
        rule blue  { when { Reading(3); } then { insert Colour::Blue; } }
    }

    #[test]
    fn the_variants_of_a_unique_enum_are_told_apart_in_bulk() {
        let mut session = Lamps::new();
        session.insert_all([1, 2, 3].map(Reading));
        assert_eq!(session.run().count, 3);
        assert_eq!(session.len::<Colour>(), 3);
        session.__verify();
    }
}

/// Facts that are equal by some of their fields.
mod equal_by_some {
    use rules_runtime::rules;
    rules! {
        ruleset Lists;
        fact Step(u32);
        #[unique]
        #[derive(Debug, Clone, Eq)]
        #[cfg_attr(any(), derive(PartialEq, Hash))]
        #[allow(dead_code)]
        fact Lax { key: u32, note: u32 }
        rule lax { when { Step(n); } then { insert Lax { key: n % 9, note: n }; } }
    }
    impl PartialEq for Lax {
        fn eq(&self, o: &Self) -> bool {
            self.key == o.key
        }
    }
    impl std::hash::Hash for Lax {
        fn hash<H: std::hash::Hasher>(&self, s: &mut H) {
            self.key.hash(s);
        }
    }
    #[test]
    fn equality_of_the_users_own_tells_facts_apart() {
        let mut lists = Lists::new();
        lists.insert_all((0..40).map(Step));
        lists.run();
        assert_eq!(lists.len::<Lax>(), 9);
    }
}

/// What is inserted may leave the block by way of a macro.
mod left_by_macros {
    use super::*;

    macro_rules! some_or_leave {
        ($value:expr) => {
            match $value {
                Some(value) => value,
                None => return,
            }
        };
    }

    rules! {
        ruleset Leaves;
        fact Sum(u32);
        fact Rest(u32);
        fact Seen(u32);
        rule rest { when { Sum(n); } then { insert Rest(some_or_leave!(n.checked_sub(10))); } }
        rule seen { when { Rest(n); } then { insert Seen(n); } }
    }

    #[test]
    fn a_macro_that_returns_ends_the_block() {
        let mut session = Leaves::new();
        session.insert_all([Sum(3), Sum(14)]);
        assert_eq!(session.run().count, 3);
        let seen: Vec<u32> = session.facts::<Seen>().map(|seen| seen.0).collect();
        assert_eq!(seen, [4]);
    }

    rules! {
        #[error(anyhow::Error)]
        ruleset Bails;
        fact Line { text: String }
        fact Length(usize);
        fact Counted(usize);
        rule length {
            when { Line { text }; }
            then { insert Length(match text.len() { 0 => anyhow::bail!("empty"), n => n }); }
        }
        rule counted { when { Length(n); } then { insert Counted(n); } }
    }

    #[test]
    fn a_macro_that_fails_fails_the_rule() {
        let mut session = Bails::new();
        session.insert_all(["abc", ""].map(|text| Line {
            text: text.to_owned(),
        }));
        let failure = session.run().unwrap_err();
        assert_eq!(failure.error.to_string(), "empty");
        session.skip();
        session.run().unwrap();
        assert_eq!(session.len::<Counted>(), 1);
    }
}
