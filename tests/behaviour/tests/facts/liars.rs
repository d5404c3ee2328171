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

// The same where matches are found whole: of no rule is anything kept when it has fired.
macro_rules! market {
    ($module:ident $(, $attribute:meta)*) => {
        mod $module {
            use super::*;

            rules! {
                $(#[$attribute])*
                ruleset Market;

                #[key()]
                fact Day { open: bool }
                #[key(name)]
                fact Stall { name: Liar, kind: u8, left: u32 }
                fact Offer { by: Liar, of: Liar, price: u32 }
                fact Buyer { name: Liar, purse: u32 }
                #[unique]
                fact Known(Liar, Liar);

                // Joined by the word of a liar, behind a gate, with what is counted.
                rule buy {
                    when {
                        Day { open: true };
                        buyer @ Buyer { name, purse };
                        Offer { by, of: name, price, price: <= purse };
                        not Known(by, name);
                    }
                    then {
                        insert Known(by.clone(), name.clone());
                        modify buyer { buyer.purse -= price; }
                    }
                }

                // Look-ups in common, that differ in a constant.
                rule fruit {
                    when { Offer { by }; stall @ Stall { name: by, kind: 0, left: > 0 }; }
                    then { modify stall { stall.left -= 1; } }
                }
                rule fish {
                    when { Offer { by }; stall @ Stall { name: by, kind: 1, left: > 0 }; }
                    then { modify stall { stall.left -= 1; stall.kind = 2; } }
                }
                rule cloth {
                    when { Offer { by }; Stall { name: by, kind: 2 }; Buyer { name: by }; }
                    then {}
                }

                // A middle of which few go with what changes; circles; a greatest of a key that is asked when it is counted.
                rule carried {
                    when { Stall { name }; offer @ Offer { by: name, of }; Buyer { name: of, purse: < 2 }; }
                    then { retract offer; }
                }
                rule circle {
                    when { Known(a, b); Known(b, c); Known(c, a); }
                    then {}
                }
                rule cheaper {
                    when {
                        Offer { by, price };
                        other @ Offer { by, price: > price };
                        exists Buyer { name: by };
                    }
                    then { retract other; }
                }

                // Derived in bulk, where nothing else of the ruleset comes between.
                #[salience(-1)]
                rule known {
                    when { Known(a, b); Known(b, c); }
                    then { insert Known(a.clone(), c.clone()); }
                }

                query of(name: &Liar) -> u32 {
                    when { Offer { of: == *name, price }; Stall { left: price }; }
                    select price
                }
            }

            /// Changes whatever comes.
            pub(super) fn hear(seed: u64) {
                STATE.set(seed);
                let mut market = Market::new();
                let liar = || Liar(next() % 4);
                let number = |below: u64| u32::try_from(next() % below).unwrap();
                market.insert(Day { open: true });
                for _ in 0..80 {
                    match next() % 9 {
                        0 => {
                            let kind = u8::try_from(next() % 3).unwrap();
                            market.insert(Stall { name: liar(), kind, left: 2 });
                        }
                        1 | 2 => drop(market.insert(Offer { by: liar(), of: liar(), price: number(4) })),
                        3 => drop(market.insert(Buyer { name: liar(), purse: number(9) })),
                        4 => {
                            let offers: Vec<_> = market.handles::<Offer>().collect();
                            if !offers.is_empty() {
                                let nth = usize::try_from(next()).unwrap() % offers.len();
                                market.retract(offers[nth]).unwrap();
                            }
                        }
                        5 => {
                            let buyer = market.handles::<Buyer>().last();
                            if let Some(buyer) = buyer {
                                market.update(buyer, |buyer| buyer.name = liar()).unwrap();
                            }
                        }
                        6 => {
                            let day = market.handles::<Day>().next().unwrap();
                            market.update(day, |day| day.open = !day.open).unwrap();
                        }
                        7 => {
                            let offers = (0..3).map(|price| Offer { by: liar(), of: liar(), price });
                            market.insert_all(offers);
                        }
                        _ => drop(market.run_limit(8)),
                    }
                    assert_eq!(market.facts::<Offer>().count(), market.len::<Offer>());
                    assert_eq!(market.handles::<Known>().count(), market.len::<Known>());
                    assert!(market.handles::<Buyer>().all(|buyer| market.contains(buyer)));
                    _ = (market.of(&liar()).count(), market.stall(liar()));
                    _ = market.agenda().count();
                }
            }
        }
    };
}

market!(open);
market!(haggling, backtrack);

#[test]
fn liars_are_heard_to_the_end() {
    for seed in 0..300 {
        straight::hear(seed);
        backtracking::hear(seed);
    }
}

#[test]
fn liars_whose_matches_are_found_whole_are_heard_to_the_end() {
    for seed in 0..300 {
        open::hear(seed);
        haggling::hear(seed);
    }
}
