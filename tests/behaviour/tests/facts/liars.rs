//! Facts whose `==`, `Hash`, `Ord` and `Clone` do not keep to what their traits ask: what matches is anybody's
//! guess, but every call comes back, and what it says of itself holds.

use std::cell::Cell;
use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use rules_runtime::rules;

thread_local! {
    static STATE: Cell<u64> = const { Cell::new(1) };
}

/// A number that nobody foresees: `SplitMix64`.
fn next() -> u64 {
    let state = STATE.get().wrapping_add(0x9e37_79b9_7f4a_7c15);
    STATE.set(state);
    let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// A value that says of itself what comes to its mind.
#[derive(Debug)]
pub(crate) struct Liar(u64);

impl Clone for Liar {
    fn clone(&self) -> Self {
        Liar(next() % 4)
    }
}

impl PartialEq for Liar {
    fn eq(&self, other: &Self) -> bool {
        next().is_multiple_of(3) || self.0 == other.0 && !next().is_multiple_of(5)
    }
}

impl Eq for Liar {}

impl Hash for Liar {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.0 + next() % 2).hash(state);
    }
}

impl PartialOrd for Liar {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Liar {
    fn cmp(&self, _: &Self) -> Ordering {
        [Ordering::Less, Ordering::Equal, Ordering::Greater][usize::try_from(next() % 3).unwrap()]
    }
}

macro_rules! court {
    ($module:ident $(, $attribute:meta)*) => {
        mod $module {
            use super::*;

            rules! {
                $(#[$attribute])*
                ruleset Court;

                #[unique]
                fact Claim { by: Liar, sum: u32 }
                #[key(name)]
                fact Witness { name: Liar, age: u32 }
                fact Statement { by: Liar, of: Liar }
                fact Verdict(u32);

                rule believe {
                    when { Claim { by, sum }; Statement { by, of: name }; witness @ Witness { name }; }
                    then {
                        insert logical Verdict(sum);
                        modify witness { witness.age += 1; }
                    }
                    undo { insert Verdict(0); }
                }

                rule doubt {
                    when { Claim { by, sum }; not Statement { by, of: by }; }
                    then { insert logical Verdict(sum); }
                }

                #[once]
                rule settle {
                    when { n = count(Statement { by, of: != by }) by (by); Witness { name: == by, age }; }
                    then { insert Verdict(age + u32::try_from(n).unwrap()); }
                }

                #[on_change(first.sum)]
                rule least {
                    when { first = min_by(by for Claim { by }); last = max(by for Statement { by }); }
                    then { let _ = (first, last); insert Verdict(9); }
                }

                rule all {
                    when { forall Claim { by } => Statement { by }; liars = collect(w @ Witness { name } if *name == w.name); }
                    then { insert Verdict(u32::try_from(liars.len()).unwrap()); }
                }

                query of(name: &Liar) -> u32 {
                    when { Claim { by: == *name, sum }; }
                    select sum
                }
            }

            /// Changes whatever comes.
            pub(super) fn hear(seed: u64) {
                STATE.set(seed);
                let mut court = Court::new();
                let liar = || Liar(next() % 4);
                for _ in 0..60 {
                    match next() % 8 {
                        0 | 1 => drop(court.insert(Claim { by: liar(), sum: 3 })),
                        2 => drop(court.insert(Witness { name: liar(), age: 1 })),
                        3 | 4 => drop(court.insert(Statement { by: liar(), of: liar() })),
                        5 => {
                            let claim = court.handles::<Claim>().next();
                            if let Some(claim) = claim {
                                court.retract(claim).unwrap();
                            }
                        }
                        6 => {
                            let witness = court.handles::<Witness>().last();
                            if let Some(witness) = witness {
                                court.update(witness, |witness| witness.name = liar()).unwrap();
                            }
                        }
                        _ => drop(court.run_limit(5)),
                    }
                    assert_eq!(court.facts::<Claim>().count(), court.len::<Claim>());
                    assert_eq!(court.handles::<Witness>().count(), court.len::<Witness>());
                    assert!(court.handles::<Claim>().all(|claim| court.contains(claim)));
                    _ = (court.of(&liar()).count(), court.witness(liar()));
                    _ = court.agenda().count();
                }
            }
        }
    };
}

court!(straight);
court!(backtracking, backtrack);

#[test]
fn liars_are_heard_to_the_end() {
    for seed in 0..300 {
        straight::hear(seed);
        backtracking::hear(seed);
    }
}
