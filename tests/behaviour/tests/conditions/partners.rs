//! Joins with a large middle: of the facts that a search looks up few go with a fact of a pattern that is still to come. An
//! index of those is made on the way, kept by the changes, and goes stale; what is found is the same.

use std::collections::BTreeSet;

use rules_runtime::{Handle, rules};

#[derive(Debug, Clone)]
struct Wanted {
    from: u8,
    open: bool,
}
#[derive(Debug, Clone)]
struct Link {
    id: u32,
    from: u8,
    to: u8,
}
#[derive(Debug, Clone)]
struct Place {
    to: u8,
}

// One rule each: those that begin alike look up together, and what they find is not reduced.
rules! {
    ruleset AllWanted;
    global log: Vec<(u32, u32)>;
    rule wanted {
        when { Wanted { from, open: true }; Link { id, from, to }; Place { to }; }
        then { log.push((id, 0)); }
    }
}
rules! {
    ruleset SomeWanted;
    global log: Vec<(u32, u32)>;
    rule some_wanted {
        when { Link { id, from, to }; Place { to }; exists Wanted { from }; }
        then { log.push((id, 0)); }
    }
}
rules! {
    ruleset Twice;
    global log: Vec<(u32, u32)>;
    // A link may be its own partner.
    rule twice {
        when { Link { id, from: _, to: via }; Link { id: next, from: via, to }; Place { to }; }
        then { log.push((id, next)); }
    }
    // So that it has facts of that type.
    rule never {
        when { Wanted { from: 99, .. }; }
        then { log.push((0, 0)); }
    }
}
rules! {
    ruleset Far;
    global log: Vec<(u32, u32)>;
    // The link that comes first from a place has partners of two kinds.
    rule far {
        when {
            Wanted { from, open: true };
            Link { id, from: via, to: from };
            Link { id: next, from: via, to };
            Place { to };
        }
        then { log.push((id, next)); }
    }
}

/// What a session should have, each fact with the change that it had last.
#[derive(Clone, Default)]
struct Model {
    wanted: Vec<(Handle<Wanted>, u32, Wanted)>,
    links: Vec<(Handle<Link>, u32, Link)>,
    places: Vec<(Handle<Place>, u32, Place)>,
}

/// A match: its facts' last changes, and what it logs.
type Found = (Vec<u32>, (u32, u32));

impl Model {
    fn all_wanted(&self, found: &mut BTreeSet<Found>) {
        for (_, wanted_change, wanted) in self.wanted.iter().filter(|(_, _, of)| of.open) {
            self.each_way(|(change, link), place_change| {
                if link.from == wanted.from {
                    found.insert((vec![*wanted_change, change, place_change], (link.id, 0)));
                }
            });
        }
    }

    fn some_wanted(&self, found: &mut BTreeSet<Found>) {
        self.each_way(|(change, link), place_change| {
            if self.wanted.iter().any(|(_, _, of)| of.from == link.from) {
                found.insert((vec![change, place_change], (link.id, 0)));
            }
        });
    }

    fn twice(&self, found: &mut BTreeSet<Found>) {
        self.each_way(|(change, link), place_change| {
            let before = self.links.iter().filter(|(_, _, of)| of.to == link.from);
            found.extend(before.map(|(_, before_change, before)| {
                let changes = vec![*before_change, change, place_change];
                (changes, (before.id, link.id))
            }));
        });
    }

    fn far(&self, found: &mut BTreeSet<Found>) {
        for (_, wanted_change, wanted) in self.wanted.iter().filter(|(_, _, of)| of.open) {
            self.each_way(|(change, link), place_change| {
                let others = self.links.iter();
                let others =
                    others.filter(|(_, _, of)| of.from == link.from && of.to == wanted.from);
                found.extend(others.map(|(_, other_change, other)| {
                    let changes = vec![*wanted_change, *other_change, change, place_change];
                    (changes, (other.id, link.id))
                }));
            });
        }
    }

    /// Each link with each place to which it leads.
    fn each_way(&self, mut f: impl FnMut((u32, &Link), u32)) {
        for (_, change, link) in &self.links {
            for (_, place_change, _) in self.places.iter().filter(|(_, _, of)| of.to == link.to) {
                f((*change, link), *place_change);
            }
        }
    }
}

/// Changes facts of one type at random.
macro_rules! change {
    (($session:expr, $facts:expr), ($number:expr, $random:expr), $new:expr, $change:expr) => {{
        let (facts, number) = (&mut $facts, $number);
        let is_new = facts.is_empty() || $random.usize(..12) > facts.len();
        let place = $random.usize(..facts.len().max(1));
        if is_new {
            let fact = $new;
            facts.push(($session.insert(fact.clone()), number, fact));
        } else if $random.usize(..3) == 0 {
            let (handle, ..) = facts.swap_remove(place);
            $session.retract(handle).unwrap();
        } else {
            let (handle, change, fact) = &mut facts[place];
            let before = fact.clone();
            $change(fact);
            if format!("{before:?}") != format!("{fact:?}") {
                *change = number;
            }
            let fact = fact.clone();
            $session.update(*handle, |of| *of = fact).unwrap();
        }
    }};
}

/// Changes facts of a ruleset's session, and compares what fires with what a model finds anew.
macro_rules! compare {
    ($ruleset:ident, $find:expr) => {
        for seed in 0..6 {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut session = $ruleset::new(vec![]);
            let mut model = Model::default();
            let matches = |model: &Model| {
                let mut found = BTreeSet::new();
                $find(model, &mut found);
                found
            };
            for number in 1..400 {
                let before = matches(&model);
                match random.usize(..8) {
                    0 | 1 => change!(
                        (session, model.wanted),
                        (number, random),
                        Wanted {
                            from: random.u8(..6),
                            open: random.bool(),
                        },
                        |of: &mut Wanted| if random.bool() {
                            of.open = !of.open;
                        } else {
                            of.from = random.u8(..6);
                        }
                    ),
                    2..=5 => change!(
                        (session, model.links),
                        (number, random),
                        Link {
                            id: number,
                            from: random.u8(..6),
                            to: random.u8(..4),
                        },
                        |of: &mut Link| match random.u8(..3) {
                            0 => of.from = random.u8(..6),
                            1 => of.to = random.u8(..4),
                            _ => of.id = number,
                        }
                    ),
                    _ => change!(
                        (session, model.places),
                        (number, random),
                        Place { to: random.u8(..4) },
                        |of: &mut Place| of.to = random.u8(..4)
                    ),
                }
                session.__verify();
                session.run();
                let after = matches(&model);
                let new = after.difference(&before);
                let mut expected: Vec<_> = new.map(|&(_, logged)| logged).collect();
                expected.sort_unstable();
                let mut log = std::mem::take(&mut session.globals_mut().log);
                log.sort_unstable();
                assert_eq!(log, expected, "seed {seed}, change {number}");
            }
        }
    };
}

#[test]
fn what_is_wanted_is_found() {
    compare!(AllWanted, Model::all_wanted);
}

#[test]
fn what_some_are_wanted_of_is_found() {
    compare!(SomeWanted, Model::some_wanted);
}

#[test]
fn links_that_go_on_are_found() {
    compare!(Twice, Model::twice);
}

#[test]
fn ways_to_what_is_wanted_are_found() {
    compare!(Far, Model::far);
}
