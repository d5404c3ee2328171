//! Sessions of which chance has made something: saved by a ruleset with fewer rules and restored by one with more, and the
//! other way round. What is expected is worked out from sessions that were never saved.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{both, version};

/// A session of either version.
trait Session: Serialize + DeserializeOwned + Clone {
    /// One change, which chance chooses.
    fn act(&mut self, random: fastrand::Rng);
    fn fire(&mut self, limit: u64);
    /// The rules of the matches that are to fire.
    fn pending(&self) -> Vec<String>;
    fn all_facts(&self) -> Vec<String>;
    /// What the rules that both versions have have told.
    fn log(&self) -> Vec<String>;
    /// A new session with the same facts.
    fn fresh(&self) -> Self;
}

/// Whether a rule, or what it tells, is of both versions.
fn is_common(name: &str) -> bool {
    !name.to_lowercase().starts_with("new")
}

/// The facts of both versions, the rules that both have, and the others, which stand between them.
macro_rules! versions {
    ($log:ident; $($module:ident: [$($first:tt)*] [$($second:tt)*] [$($third:tt)*];)*) => {$(
        version! {
            $module,
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
            pub(crate) fact A { x: u8, y: u8 }
            $($first)*
            #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
            pub(crate) fact B { x: u8, y: u8 }
            #[derive(Debug, Clone, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
            #[unique]
            pub(crate) fact C { x: u8 }
            global $log: Vec<String>;

            $($second)*
            rule join { when { A { x, y }; B { x: y, y: z }; } then { $log.push(format!("join {x} {y} {z}")); } }
            rule none { when { A { x, .. }; not B { x, .. }; } then { $log.push(format!("none {x}")); } }
            rule some { when { A { x, y }; exists B { x, .. }; } then { $log.push(format!("some {x} {y}")); } }
            rule group {
                when { n = count(A { x, .. }) by (x); if n > 1; }
                then { $log.push(format!("group {x} {n}")); }
            }
            rule sum { when { t = sum(y for A { x, y }) by (x); } then { $log.push(format!("sum {x} {t}")); } }
            rule each { when { A { x, y }; for i in 0..y % 3; } then { $log.push(format!("each {x} {i}")); } }
            $($third)*
            rule branch {
                when { A { x, y }; either { B { x: y, .. }; } or { C { x: y }; } }
                then { $log.push(format!("branch {x} {y}")); }
            }
            rule derive { when { A { x, y: x }; } then { insert logical C { x }; } }
            rule leave {
                when { B { x, y: x }; n = count(A { x, .. }); if n > 0; }
                then { $log.push(format!("come {x} {n}")); }
                undo { $log.push(format!("leave {x} {n}")); }
            }
            #[once]
            rule once { when { A { x, .. }; B { x, y }; } then { $log.push(format!("once {x} {y}")); } }
        }

        impl Session for $module::Shop {
            fn act(&mut self, mut random: fastrand::Rng) {
                use $module::{A, B};
                let [x, y] = [random.u8(..4), random.u8(..4)];
                match random.u8(..8) {
                    0..3 => _ = self.insert(A { x, y }),
                    3 | 4 => _ = self.insert(B { x, y }),
                    5 if self.len::<A>() > 0 => {
                        let a = self.handles::<A>().nth(random.usize(..self.len::<A>()));
                        self.update(a.unwrap(), |a| a.y = y).unwrap();
                    }
                    6 if self.len::<A>() > 0 => {
                        let a = self.handles::<A>().nth(random.usize(..self.len::<A>()));
                        _ = self.retract(a.unwrap()).unwrap();
                    }
                    7 if self.len::<B>() > 0 => {
                        let b = self.handles::<B>().nth(random.usize(..self.len::<B>()));
                        _ = self.retract(b.unwrap()).unwrap();
                    }
                    _ => {}
                }
            }

            fn fire(&mut self, limit: u64) {
                _ = self.run_limit(limit);
            }

            fn pending(&self) -> Vec<String> {
                let mut pending: Vec<_> = self.agenda().map(|next| format!("{:?}", next.rule())).collect();
                pending.sort();
                pending
            }

            fn all_facts(&self) -> Vec<String> {
                let a = self.facts::<$module::A>().map(|fact| format!("{fact:?}"));
                let b = self.facts::<$module::B>().map(|fact| format!("{fact:?}"));
                let c = self.facts::<$module::C>().map(|fact| format!("{fact:?}"));
                a.chain(b).chain(c).collect()
            }

            fn log(&self) -> Vec<String> {
                let log = self.globals().$log.iter();
                log.filter(|line| is_common(line)).cloned().collect()
            }

            fn fresh(&self) -> Self {
                use $module::{A, B};
                let mut fresh = $module::Shop::new(Vec::new());
                fresh.insert_all(self.facts::<A>().cloned());
                fresh.insert_all(self.facts::<B>().cloned());
                fresh.insert_all(self.facts::<$module::C>().cloned());
                fresh
            }
        }
    )*};
}

versions! {
    log;
    fewer: [] [] [];
    more: [
        #[derive(Debug, Clone, PartialEq, serde::Serialize, serde::Deserialize)]
        pub(crate) fact D { x: u8 }
    ] [
        rule new_join { when { A { x, y }; B { x: y, y: z }; C { x: z }; } then { log.push(format!("new {x}")); } }
        rule new_group {
            when { n = count(A { x, .. }) by (x); if n < 2; }
            then { log.push(format!("new {x} {n}")); }
        }
    ] [
        rule new_none { when { A { x, y }; not C { x: y }; not D { x }; } then { log.push(format!("new {x}")); } }
        rule new_best { when { best = max_by(y for B { y, .. }); } then { log.push(format!("new {}", best.x)); } }
    ];
}

/// Saves a session by one version and restores it by the other; both go on alike, but for the rules that only one has.
fn go_on_in_another_version<One: Session, Other: Session>(one: impl Fn() -> One) {
    for seed in 0..120 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut original = one();
        for _ in 0..random.usize(..30) {
            original.act(random.fork());
            original.fire(random.u64(..6));
        }
        let pending = original.pending();
        for mut later in both::<Other>(&original) {
            let expected = pending.iter().filter(|rule| is_common(rule));
            let found = later.pending();
            let common = found.iter().filter(|rule| is_common(rule));
            assert!(
                common.eq(expected),
                "seed {seed}: {found:?}, of {pending:?}"
            );

            // Of a new rule all matches that there are.
            let fresh = later.fresh().pending();
            let expected = fresh.iter().filter(|rule| !is_common(rule));
            let new = found.iter().filter(|rule| !is_common(rule));
            assert!(new.eq(expected), "seed {seed}: {found:?}, of all {fresh:?}");

            let mut original = original.clone();
            let mut random = random.clone();
            for step in 0..12 {
                original.fire(u64::MAX);
                later.fire(u64::MAX);
                assert_eq!(later.log(), original.log(), "seed {seed}, step {step}");
                assert_eq!(
                    later.all_facts(),
                    original.all_facts(),
                    "seed {seed}, step {step}"
                );
                let change = random.fork();
                original.act(change.clone());
                later.act(change);
            }
        }
    }
}

#[test]
fn a_version_with_more_rules_goes_on_like_the_one_that_has_saved_and_begins_the_new_ones() {
    go_on_in_another_version::<fewer::Shop, more::Shop>(|| fewer::Shop::new(Vec::new()));
}

#[test]
fn a_version_with_fewer_rules_goes_on_like_the_one_that_has_saved() {
    go_on_in_another_version::<more::Shop, fewer::Shop>(|| more::Shop::new(Vec::new()));
}
