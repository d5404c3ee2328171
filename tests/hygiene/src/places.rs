//! The places in which a `rules!` block may stand, and the names that may stand in it.

/// Without the prelude.
pub mod bare {
    #![no_implicit_prelude]

    ::engine::rules! {
        #[crate(::engine)]
        #[clock(::core::time::Duration)]
        /// A ruleset that has to name everything whole.
        pub ruleset Bare;

        /// A ring.
        #[event(at = at, until = until, expires = 10s)]
        pub fact Ring {
            /// When it begins.
            at: ::core::time::Duration,
            /// When it ends.
            until: ::core::time::Duration,
        }

        /// The lightest letter.
        #[best(min: weight, by(to))]
        pub fact Lightest {
            /// Whose.
            to: ::std::string::String,
            /// How heavy.
            weight: u32,
        }

        /// What a letter costs.
        pub table stamps(weight: u32, to: &str) -> u32 {
            | weight || cents |
            | < 20   || 95    |
            | else   || 180   |
        }

        rule lightest {
            when { Letter { to, weight }; }
            then { insert logical Lightest { to: ::std::clone::Clone::clone(to), weight }; }
        }

        rule ring {
            when { Ring {}; Letter { to, weight }; cents = stamps(weight, to); }
            then { weights.push(cents + now.subsec_millis()); }
        }

        const NEAR: ::core::time::Duration = ::core::time::Duration::from_secs(1);

        rule echo {
            when { ring @ Ring {}; Ring {} within 10s after ring; not { Ring {} within NEAR of ring; } }
            then { weights.push(now.subsec_millis()); }
        }

        /// A letter.
        #[key(to)]
        pub fact Letter {
            /// Whose.
            to: ::std::string::String,
            /// How heavy.
            weight: u32,
        }

        /// A note.
        #[unique]
        pub fact Note(::std::string::String);

        global weights: ::std::vec::Vec<u32>;

        rule weigh {
            when {
                letter @ Letter { to, weight } if *to != "nobody";
                all = collect(x @ Letter);
                total = sum(weight for Letter { weight });
                if let ::core::option::Option::Some(_) = all.first();
                for half in [weight / 2];
            }
            then {
                weights.push(total + half);
                modify letter { letter.weight = 0; }
                insert Note(::std::clone::Clone::clone(to));
            }
            undo { weights.clear(); }
        }

        /// The letters to someone.
        pub query letters(to: &str) -> u32 {
            when { Letter { to: == to, weight }; }
            select weight
        }
    }
}

/// The runtime as another crate's re-export.
pub mod facade {
    /// What a crate that builds on rules shows of them.
    pub mod prelude {
        pub use engine as rules_of_another_name;
    }

    engine::rules! {
        #[crate(crate::places::facade::prelude::rules_of_another_name)]
        /// A ruleset by way of the re-export.
        pub ruleset Facade;

        /// A number.
        pub fact Number(u32);

        rule count_down {
            when { number @ Number(1..); }
            then { modify number { number.0 -= 1; } }
        }
    }
}

/// Two rulesets in one module, with one fact type and names in common.
pub mod twice {
    /// A number for both.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub struct Number(pub u32);

    engine::rules! {
        #[crate(engine)]
        /// The first.
        pub ruleset First;

        rule odd {
            when { Number(n) if n % 2 == 1; }
            then {}
        }
    }

    engine::rules! {
        #[crate(engine)]
        /// The second.
        pub ruleset Second;

        rule odd {
            when { Number(n) if n % 2 == 0; }
            then {}
        }
    }
}

/// Raw identifiers wherever a name may stand.
pub mod raw {
    engine::rules! {
        #[crate(engine)]
        /// A ruleset of keywords.
        pub ruleset Raw;

        /// A kind.
        #[key(r#type)]
        pub fact Kind {
            /// Its number.
            r#type: u32,
            /// Its name.
            r#match: String,
        }

        global r#loop: Vec<String>;

        group r#while {
            #[auto_focus]
            rule r#fn {
                when {
                    r#struct @ Kind { r#type, r#match: r#let, r#type: > 1 };
                    r#dyn = count(Kind { r#type: 1.. });
                    let r#ref = r#type + 1;
                }
                then {
                    r#loop.push(format!("{} {} {} {}", r#let, r#ref, r#dyn, r#struct.r#type));
                    modify r#struct { r#struct.r#match.clear(); }
                    focus r#while;
                }
            }
        }

        /// The names of a kind.
        pub query r#where(r#in: u32) -> &String {
            when { Kind { r#type: == r#in, r#match }; }
            select r#match
        }
    }
}

/// Names that end in an underscore, as those that would be words of Rust.
pub mod underscored {
    engine::rules! {
        #[crate(engine)]
        /// A ruleset.
        pub ruleset Self_;

        /// A fact.
        #[key(id)]
        pub fact Box_ {
            /// Its number.
            id: u32,
        }
        /// The best of them.
        #[best(max: id, by(of))]
        pub fact Best_ {
            /// Of what.
            of: u32,
            /// Which.
            id: u32,
        }

        /// Something of it.
        #[hit(any)]
        pub table any_(id: u32) -> bool {
            | id  || any   |
            | ..3 || true  |
            | 3.. || false |
        }

        rule fn_ {
            when { Box_ { id }; x = any_(id) if x; }
            then { insert logical Best_ { of: 0, id }; }
        }

        /// Those of a number.
        pub query type_(id_: u32) -> u32 {
            when { Best_ { of: id_, id }; }
            select id
        }
    }
}

/// Names that generated code has too.
pub mod ours {
    /// A type named like a parameter.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub struct L(pub u32);

    engine::rules! {
        #[crate(engine)]
        /// A ruleset of names that generated code has too.
        pub ruleset Ours;

        /// Fields.
        #[allow(clippy::pub_underscore_fields)]
        #[key(__hash)]
        pub fact Program {
            /// Like a local.
            __hash: L,
            /// Like a parameter.
            __memory: u32,
            /// Like a local of a test.
            __fact0: u32,
            /// Like a field of the session.
            session: u32,
        }

        /// A fact named like the runtime's types.
        pub fact Session(u32);

        global __globals: Vec<String>;
        global listener: L;

        /// A function of a name that is a parameter's.
        fn __network(number: u32) -> u32 {
            number + 1
        }

        rule __rules {
            when {
                __at @ Program { __hash, __memory, __fact0: __slot, session } if __memory < __slot;
                __rt = count(Session);
                __member = sum(__token for Session(__token));
                __all = collect(__left @ Session(__right) if __right < 100);
                for __element in 0..__memory;
                let __bound0 = __network(__element);
                not Session(== __bound0);
            }
            then {
                let (__firing, __draft) = (__memory + session, __slot);
                __globals.push(format!("{__hash:?} {__firing} {__draft} {__rt} {__member} {__element}"));
                __globals.push(format!("{__bound0} {} {}", __all.len(), __at.__memory));
                modify __at { __at.__memory = 0; }
                insert Session(__firing);
            }
        }

        /// A query whose parameters are named like ours.
        pub query __lookup(__node: L, __self: u32) -> u32 {
            when { Program { __hash: == __node, __memory } if __memory <= __self; }
            select __memory
        }
    }
}

/// A ruleset in a function's body.
#[must_use]
pub fn in_a_function(start: u32) -> u32 {
    engine::rules! {
        #[crate(engine)]
        ruleset Local;
        fact Number(u32);
        global sum: u32;
        rule add {
            when { Number(n); }
            then { *sum += n; }
        }
    }
    let mut session = Local::new(start);
    session.insert_all([Number(1), Number(2)]);
    session.run();
    session.globals().sum
}

/// Rulesets out of a macro.
pub mod expanded {
    macro_rules! countdown {
        ($name:ident, $fact:ident($ty:ty), $least:expr_2021, $pattern:pat, $effect:block) => {
            engine::rules! {
                #[crate(engine)]
                /// A ruleset out of a macro.
                pub ruleset $name;

                /// Its fact.
                pub fact $fact($ty);

                rule count_down {
                    when { number @ $fact(n, ..) if n > $least; if let $pattern = n; }
                    then { modify number { number.0 -= 1; } $effect }
                }
            }
        };
    }

    countdown!(FromFive, Five(u8), 1 + 1, 0..=9, {});
    countdown!(FromTen, Ten(i64), 3, _, {
        return;
    });
}

/// Fragments of a macro that generated code has to keep whole, without a parenthesis too many.
pub mod grouped {
    macro_rules! grouped {
        ($sum:expr_2021, $range:expr_2021, $test:expr_2021, $choice:expr_2021, $negative:literal, $few:pat, $closure:expr_2021) => {
            engine::rules! {
                #[crate(engine)]
                /// A ruleset of fragments.
                pub ruleset Grouped;

                /// A number.
                pub fact Number(i32);

                global log: Vec<i32>;

                #[salience($negative)]
                rule one_operand {
                    when {
                        number @ Number(n) if n * $sum > $sum && !$test;
                        total = sum(n * $sum for Number(n));
                        plain = sum($sum for Number(_));
                        not Number(> $sum * $sum);
                        not Number($few);
                        for k in $range;
                        for back in $range.rev();
                        let product = k * $sum + back;
                        let whole = $sum;
                        if let 0..=9 = $sum;
                        if $choice == 3;
                        if $closure(2) == 3;
                    }
                    then {
                        for step in $range { log.push(step * $sum); }
                        if $test { log.clear(); }
                        while $test {}
                        let found = match $sum { $few => 0, all => all * $sum };
                        log.push(if $choice > 0 { $choice } else { $sum });
                        log.extend([total, plain, product, whole, found, $sum, $negative, $sum + $sum]);
                        let added = |x: i32| x * $sum;
                        log.push(added(1) - $sum.max(2) + $negative.min(0));
                        modify number { number.0 = -$sum; }
                        return;
                    }
                }

                /// A query of fragments.
                pub query larger(by: i32) -> i32 {
                    when { Number(n) if n + by > $negative; }
                    select n * $sum
                }
            }
        };
    }

    grouped!(
        2 + 1,
        1..2,
        "ab".len() > 4 || "ab".starts_with('b'),
        match 3 {
            3 => 3,
            _ => 1,
        },
        -2i32,
        7 | 8,
        |x: i32| x + 1
    );
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{bare, expanded, facade, grouped, in_a_function, ours, raw, twice};

    #[test]
    fn a_ruleset_runs_without_the_prelude() {
        let mut session = bare::Bare::new(vec![]);
        let to = "Ann".to_owned();
        session.insert(bare::Letter { to, weight: 4 });
        session.run();
        assert_eq!(session.letters("Ann").collect::<Vec<_>>(), [0]);
        assert!(session.letter("Ann").is_some());
        assert_eq!(session.len::<bare::Note>(), 1);
        let watched = session.watch_letters("Ann");
        let changes = session.changes(&watched).unwrap();
        assert_eq!((changes.removed, changes.added), (vec![], vec![0]));
        let (at, until) = (Duration::from_secs(1), Duration::from_secs(2));
        session.insert(bare::Ring { at, until });
        session.advance_to(Duration::from_secs(20)).unwrap();
        assert_eq!(session.globals().weights.last(), Some(&95));
        assert_eq!(session.len::<bare::Ring>(), 0);
        assert_eq!(session.facts::<bare::Lightest>().next().unwrap().weight, 0);
    }

    #[test]
    fn a_ruleset_runs_by_way_of_a_re_export() {
        let mut session = facade::Facade::new();
        session.insert(facade::Number(3));
        assert_eq!(session.run().count, 3);
    }

    #[test]
    fn two_rulesets_run_in_one_module() {
        let (mut first, mut second) = (twice::First::new(), twice::Second::new());
        for number in [1, 2, 4].map(twice::Number) {
            first.insert(number);
            second.insert(number);
        }
        assert_eq!((first.run().count, second.run().count), (1, 2));
    }

    #[test]
    fn a_ruleset_of_keywords_runs() {
        let mut session = raw::Raw::new(vec![]);
        let r#match = "ten".to_owned();
        session.insert(raw::Kind {
            r#type: 10,
            r#match,
        });
        session.run();
        assert_eq!(session.globals().r#loop, ["ten 11 1 10", " 11 1 10"]);
        assert_eq!(session.r#where(10).collect::<Vec<_>>(), [""]);
    }

    #[test]
    fn a_ruleset_of_our_names_runs() {
        let mut session = ours::Ours::new(vec![], ours::L(7));
        session.insert(ours::Program {
            __hash: ours::L(1),
            __memory: 2,
            __fact0: 3,
            session: 4,
        });
        session.run();
        assert_eq!(
            session.globals().__globals,
            ["L(1) 6 3 0 0 0", "1 0 2"],
            "what the first element's firing modifies ends the match of the second"
        );
        assert_eq!(session.__lookup(ours::L(1), 9).collect::<Vec<_>>(), [0]);
        assert!(session.program(ours::L(1)).is_some());
    }

    #[test]
    fn a_ruleset_runs_in_a_function() {
        assert_eq!(in_a_function(4), 7);
    }

    #[test]
    fn rulesets_run_out_of_a_macro() {
        let mut session = expanded::FromFive::new();
        session.insert(expanded::Five(5));
        assert_eq!(session.run().count, 3);
        let mut session = expanded::FromTen::new();
        session.insert(expanded::Ten(10));
        assert_eq!(session.run().count, 7);
    }

    #[test]
    fn fragments_stay_whole() {
        let mut session = grouped::Grouped::new(vec![]);
        session.insert(grouped::Number(2));
        session.run();
        let log = &session.globals().log;
        assert_eq!(*log, [3, 3, 6, 3, 4, 3, 9, 3, -2, 6, -2]);
        assert_eq!(session.larger(0).count(), 0);
        assert_eq!(session.larger(2).collect::<Vec<_>>(), [-9]);
    }
}
