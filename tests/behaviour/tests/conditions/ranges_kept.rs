//! Ranges in rules that keep partial matches: either side finds on the other what lies within its bounds, whatever changes.

use std::collections::BTreeSet;
use std::fmt::Debug;

use rules_runtime::rules;

use crate::ranges::Random;

rules! {
    ruleset Kept;

    fact Period { id: u32, room: u8, from: u32, to: u32 }
    fact Visit { id: u32, room: u8, at: u32, cost: u32 }
    fact Level { room: u8 }

    fact Overlap { one: u32, other: u32 }
    fact Load { period: u32, visits: usize, cost: u32, dearest: u32, visitors: Vec<u32> }
    fact Quiet(u32);
    fact Busy(u32);
    fact Dear { room: u8, visit: u32 }
    fact Late { visit: u32, after: u32 }
    fact Near { one: u32, other: u32 }

    rule overlaps {
        when {
            a @ Period { id, room, from, to };
            b @ Period { room, from: < to, to: > from } if a.id < b.id;
        }
        then { insert logical Overlap { one: id, other: b.id }; }
    }
    rule loads {
        when {
            Period { id, room, from, to };
            visits = count(Visit { room, at: >= from, at: < to });
            cost = sum(each for Visit { room, at, cost: each } if from <= at && at < to);
            dearest = max(each for Visit { at: >= from, at: < to, cost: each });
            found = collect(visit @ Visit { at } if at >= from && at <= from + 9);
        }
        then {
            let mut visitors: Vec<u32> = found.iter().map(|visit| visit.id).collect();
            visitors.sort_unstable();
            insert logical Load { period: id, visits, cost, dearest, visitors };
        }
    }
    rule quiet {
        when { levels = count(Level) if levels <= 9; Period { id, from, to }; not Visit { at: >= from, at: < to }; }
        then { insert logical Quiet(id); }
    }
    rule busy {
        when {
            Period { id, from, to };
            exists { Visit { id: v, at: >= from, at: < to }; Visit { id: w, at: >= from, at: < to } if v < w; }
        }
        then { insert logical Busy(id); }
    }
    // What bounds is what an accumulate comes to.
    rule dear {
        when { Level { room }; most = max(at for Visit { room, at }); Visit { id, room, at: >= most - 9, at: <= most }; }
        then { insert logical Dear { room, visit: id }; }
    }
    rule late {
        when { Visit { id, at }; levels = count(Level) if levels <= 9; Period { id: after, to: <= at, from: > at - 40 }; }
        then { insert logical Late { visit: id, after }; }
    }
    rule near {
        when { Visit { id, at, room }; v @ Visit { at: other, room } if at.abs_diff(other) < 3 && id < v.id; }
        then { insert logical Near { one: id, other: v.id }; }
    }
}

/// What the rules should derive.
fn expected(kept: &Kept) -> Vec<String> {
    let periods: Vec<&Period> = kept.facts::<Period>().collect();
    let visits: Vec<&Visit> = kept.facts::<Visit>().collect();
    let mut all = Vec::new();
    for a in &periods {
        for b in &periods {
            if a.id < b.id && a.room == b.room && b.from < a.to && b.to > a.from {
                all.push(said(&Overlap {
                    one: a.id,
                    other: b.id,
                }));
            }
        }
        let within = |visit: &&&Visit| visit.at >= a.from && visit.at < a.to;
        let of_room = || {
            visits
                .iter()
                .filter(within)
                .filter(|visit| visit.room == a.room)
        };
        let mut visitors: Vec<u32> = visits
            .iter()
            .filter(|visit| visit.at >= a.from && visit.at <= a.from + 9)
            .map(|visit| visit.id)
            .collect();
        visitors.sort_unstable();
        if let Some(dearest) = visits.iter().filter(within).map(|visit| visit.cost).max() {
            all.push(said(&Load {
                period: a.id,
                visits: of_room().count(),
                cost: of_room().map(|visit| visit.cost).sum(),
                dearest,
                visitors,
            }));
        }
        match visits.iter().filter(within).count() {
            0 => all.push(said(&Quiet(a.id))),
            1 => {}
            _ => all.push(said(&Busy(a.id))),
        }
    }
    for level in kept.facts::<Level>() {
        let of_room = || visits.iter().filter(|visit| visit.room == level.room);
        let most = of_room().map(|visit| visit.at).max().unwrap_or_default();
        for visit in of_room().filter(|visit| visit.at >= most - 9) {
            all.push(said(&Dear {
                room: level.room,
                visit: visit.id,
            }));
        }
    }
    for visit in &visits {
        for period in &periods {
            if period.to <= visit.at && period.from > visit.at - 40 {
                all.push(said(&Late {
                    visit: visit.id,
                    after: period.id,
                }));
            }
        }
        for other in &visits {
            if visit.id < other.id && visit.room == other.room && visit.at.abs_diff(other.at) < 3 {
                all.push(said(&Near {
                    one: visit.id,
                    other: other.id,
                }));
            }
        }
    }
    all.sort_unstable();
    all
}

fn said(fact: &impl Debug) -> String {
    format!("{fact:?}")
}

/// What they have derived.
fn derived(kept: &Kept) -> Vec<String> {
    let mut all: Vec<String> = kept.facts::<Overlap>().map(said).collect();
    all.extend(kept.facts::<Load>().map(said));
    all.extend(kept.facts::<Quiet>().map(said));
    all.extend(kept.facts::<Busy>().map(said));
    all.extend(kept.facts::<Dear>().map(said));
    all.extend(kept.facts::<Late>().map(said));
    all.extend(kept.facts::<Near>().map(said));
    all.sort_unstable();
    all
}

/// Changes a session at random.
fn change(kept: &mut Kept, random: &mut Random, id: u32) {
    let (room, at, length) = (
        random.below(3) as u8,
        100 + random.below(200),
        random.below(30),
    );
    match random.below(8) {
        0 | 1 => {
            kept.insert(Period {
                id,
                room,
                from: at,
                to: at + length,
            });
        }
        2..=4 => {
            kept.insert(Visit {
                id,
                room,
                at,
                cost: length,
            });
        }
        5 => {
            let periods: Vec<_> = kept.handles::<Period>().collect();
            if let Some(&period) = periods.get(random.below(40) as usize) {
                let moved = kept.update(period, |period| {
                    period.from = at;
                    period.to = at + length;
                });
                moved.expect("the period is there");
            }
        }
        6 => {
            let visits: Vec<_> = kept.handles::<Visit>().collect();
            if let Some(&visit) = visits.get(random.below(60) as usize) {
                let moved = kept.update(visit, |visit| visit.at = at);
                moved.expect("the visit is there");
            }
        }
        _ => {
            let visits: Vec<_> = kept.handles::<Visit>().collect();
            if let Some(&visit) = visits.get(random.below(60) as usize) {
                kept.retract(visit).expect("the visit is there");
            }
            let periods: Vec<_> = kept.handles::<Period>().collect();
            if let Some(&period) = periods.get(random.below(80) as usize) {
                kept.retract(period).expect("the period is there");
            }
        }
    }
}

#[test]
fn what_is_kept_is_what_loops_would_find_whatever_changes() {
    let (mut kept, mut random) = (Kept::new(), Random(5));
    kept.insert_all((0..2).map(|room| Level { room }));
    let mut seen = BTreeSet::new();
    for id in 0..400 {
        change(&mut kept, &mut random, id);
        if id % 3 > 0 {
            continue;
        }
        kept.run();
        let (derived, expected) = (derived(&kept), expected(&kept));
        assert_eq!(derived, expected, "after change {id}");
        seen.extend(
            derived
                .into_iter()
                .map(|said| said.split([' ', '(']).next().map(str::to_owned)),
        );
    }
    assert_eq!(seen.len(), 7, "{seen:?}");
    kept.__verify();
}

rules! {
    ruleset Guarded;

    fact Share { among: u32 }
    fact Claim { among: u32, at: u32 }
    global found: Vec<usize>;

    rule claims {
        when {
            Share { among };
            let each = 100 / among;
            claims = count(Claim { among: < among, at: > each + 1 });
        }
        then { found.push(claims); }
    }
}

#[test]
fn what_is_computed_for_a_bound_is_computed_behind_the_tests_before_it() {
    let mut guarded = Guarded::new(Vec::new());
    // No claim is among fewer than none.
    guarded.insert(Share { among: 0 });
    guarded.insert(Claim { among: 0, at: 200 });
    guarded.run();
    guarded.insert(Share { among: 10 });
    guarded.run();
    assert_eq!(guarded.globals().found, [0, 1]);
}
