//! A join with a large middle: many links lie between what is asked for and what changes, and few have both ends.
//!
//! `Wanted(x), Link(x, y), Place(y)`: the links are a million, those of which the beginning is wanted are few at each place,
//! and places come and go. They have done so before it is timed, so that what is kept is there. By hand the links whose beginning is wanted stand in lists, one for each place.

use rules_runtime::rules;

use crate::measure::Run;
use crate::work::{Contender, Work};

pub(super) const WORK: Work = Work {
    name: "middle",
    title: "One place comes and goes beside a thousand times as many links",
    size: "links at a place that are wanted",
    sizes: &[1, 10, 100],
    per: Some("change"),
    same_firings: true,
    contenders: &[
        Contender::ours(ours),
        Contender::rust("links kept", kept),
        Contender::rust("nothing kept", searched),
    ],
};

/// How many links lead to each place, and how many places there are; a debug build has fewer.
const AT_A_PLACE: u32 = if cfg!(debug_assertions) { 200 } else { 5_000 };
const PLACES: u32 = if cfg!(debug_assertions) { 10 } else { 200 };
/// How often a place comes and goes.
const CHANGES: u32 = 2 * PLACES;

/// The links, and below which number they are wanted.
fn links(wanted: u32) -> (Vec<(u32, u32)>, u32) {
    let mut random = fastrand::Rng::with_seed(31);
    let mut links: Vec<(u32, u32)> = (0..PLACES)
        .flat_map(|place| (0..AT_A_PLACE).map(move |from| (from, place)))
        .collect();
    random.shuffle(&mut links);
    (links, wanted)
}

/// Each place in turn comes, is counted, and goes.
fn time(mut change: impl FnMut(u32) -> u64) -> Run {
    Run::time_each(CHANGES, || {
        let places = (0..CHANGES).map(|number| number % PLACES);
        (None, places.map(&mut change).sum())
    })
}

rules! {
    ruleset Middle;

    fact Wanted(u32);
    fact Link(u32, u32);
    fact Place(u32);

    global found: u64;

    rule join {
        when {
            Wanted(from);
            Link(from, to);
            Place(to);
        }
        then { *found += u64::from(from) + 1; }
    }
}

fn ours(wanted: u32) -> Run {
    let (links, wanted) = links(wanted);
    let mut session = Middle::new(0);
    session.insert_all((0..wanted).map(Wanted));
    session.insert_all(links.into_iter().map(|(from, to)| Link(from, to)));
    session.run();
    let mut comes_and_goes = |place| {
        let before = session.globals().found;
        let place = session.insert(Place(place));
        session.run();
        session.retract(place).expect("the place is there");
        session.globals().found - before
    };
    for place in 0..2 * PLACES {
        comes_and_goes(place % PLACES);
    }
    time(comes_and_goes)
}

fn by_place(links: impl Iterator<Item = (u32, u32)>) -> Vec<Vec<u32>> {
    let mut at = vec![Vec::new(); PLACES as usize];
    for (from, to) in links {
        at[to as usize].push(from);
    }
    at
}

fn kept(wanted: u32) -> Run {
    let (links, wanted) = links(wanted);
    let at = by_place(links.into_iter().filter(|&(from, _)| from < wanted));
    time(|place| {
        let links = at[place as usize].iter();
        links.map(|&from| u64::from(from) + 1).sum()
    })
}

fn searched(wanted: u32) -> Run {
    let (links, wanted) = links(wanted);
    let at = by_place(links.into_iter());
    let is_wanted: Vec<bool> = (0..AT_A_PLACE).map(|from| from < wanted).collect();
    time(|place| {
        let links = at[place as usize].iter();
        let links = links.filter(|&&from| is_wanted[from as usize]);
        links.map(|&from| u64::from(from) + 1).sum()
    })
}
