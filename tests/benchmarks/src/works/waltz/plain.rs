//! The labels of a drawing in plain Rust: work lists over junctions in a table.

use std::collections::HashMap;

use super::scene::{self, Kind, LEGAL, Label, Sign, cross};
use crate::measure::Run;

/// A junction, its arms counter-clockwise.
struct Junction {
    base: u32,
    kind: Kind,
    arms: Vec<u32>,
}

/// The junctions of a drawing.
fn junctions(regions: u32) -> Vec<Junction> {
    let mut arms: HashMap<u32, Vec<u32>> = HashMap::new();
    for (from, to, _) in scene::lines(regions) {
        arms.entry(from).or_default().push(to);
        arms.entry(to).or_default().push(from);
    }
    arms.into_iter()
        .map(|(base, arms)| junction(base, arms))
        .collect()
}

/// The orders that three arms can stand in.
const ORDERS: [[usize; 3]; 6] = [
    [0, 1, 2],
    [1, 2, 0],
    [2, 0, 1],
    [0, 2, 1],
    [2, 1, 0],
    [1, 0, 2],
];

fn junction(base: u32, mut arms: Vec<u32>) -> Junction {
    let left = |a: u32, b: u32| cross(base, a, b);
    if let [a, b] = arms[..] {
        if left(a, b) < 0 {
            arms.swap(0, 1);
        }
        let kind = Kind::Ell;
        return Junction { base, kind, arms };
    }
    let mut orders = ORDERS.iter().map(|order| order.map(|place| arms[place]));
    let [a, b, c] = orders
        .find(|&[a, b, c]| left(a, b) > 0 && left(b, c) > 0)
        .expect("no three arms lie on one side");
    let kind = match left(a, c) {
        0 => Kind::Tee,
        1.. => Kind::Arrow,
        _ => Kind::Fork,
    };
    let arms = vec![a, b, c];
    Junction { base, kind, arms }
}

pub(super) fn label(regions: u32) -> Run {
    let mut labels = HashMap::new();
    let mut run = Run::time(|| {
        let junctions: HashMap<u32, Junction> = junctions(regions)
            .into_iter()
            .map(|junction| (junction.base, junction))
            .collect();
        let tees = junctions.values().filter(|one| one.kind == Kind::Tee);
        let mut known: Vec<(u32, u32, Label)> = tees
            .map(|tee| tee.base)
            .chain(scene::outlines(regions))
            .map(|base| (base, junctions[&base].arms[0], Label::Boundary))
            .collect();
        while let Some((from, to, label)) = known.pop() {
            if labels.insert((from, to), label).is_some() {
                continue;
            }
            known.push((to, from, label));
            let Junction { kind, arms, .. } = &junctions[&from];
            let [first, last] = [arms[0], arms[arms.len() - 1]];
            match (kind, label) {
                (Kind::Fork, Label::Convex) => {
                    known.extend(arms.iter().map(|&arm| (from, arm, label)));
                }
                (Kind::Ell | Kind::Arrow | Kind::Tee, Label::Boundary)
                    if [first, last].contains(&to) =>
                {
                    known.extend([(from, first, label), (from, last, label)]);
                    if *kind == Kind::Arrow {
                        known.push((from, arms[1], Label::Convex));
                    }
                }
                _ => {}
            }
        }
        (None, 0)
    });
    let labels: Vec<_> = labels
        .into_iter()
        .map(|((from, to), label)| (from, to, label))
        .collect();
    run.answer = scene::check(regions, &labels);
    run
}

/// The candidates of a junction, and the arms that they label.
type Candidates = HashMap<u32, (Vec<u32>, Vec<Vec<Sign>>)>;

pub(super) fn filter(regions: u32) -> Run {
    let mut candidates = Candidates::new();
    let mut run = Run::time(|| {
        let outlines: Vec<u32> = scene::outlines(regions).collect();
        for Junction { base, kind, arms } in junctions(regions) {
            let legal = LEGAL.iter().filter(|legal| legal.0 == kind);
            let mut legal: Vec<Vec<Sign>> = legal
                .map(|(_, [first, middle, last])| match kind {
                    Kind::Ell => vec![*first, *last],
                    _ => vec![*first, *middle, *last],
                })
                .collect();
            if outlines.contains(&base) {
                legal.retain(|signs| signs[0] == Sign::In && signs.last() == Some(&Sign::Out));
            }
            candidates.insert(base, (arms, legal));
        }
        let mut changed: Vec<u32> = candidates.keys().copied().collect();
        while let Some(base) = changed.pop() {
            let (arms, legal) = &candidates[&base];
            let agrees = |signs: &Vec<Sign>| {
                let mut pairs = arms.iter().zip(signs);
                pairs.all(|(&to, &sign)| offers(&candidates, to, base, sign.at_the_other_end()))
            };
            let left: Vec<Vec<Sign>> = legal
                .iter()
                .filter(|signs| agrees(signs))
                .cloned()
                .collect();
            if left.len() < legal.len() {
                changed.extend(arms);
                if let Some((_, legal)) = candidates.get_mut(&base) {
                    *legal = left;
                }
            }
        }
        (None, 0)
    });
    let labels: Vec<_> = candidates
        .iter()
        .flat_map(|(&base, (arms, legal))| {
            let pairs = legal.iter().flat_map(move |signs| arms.iter().zip(signs));
            pairs.map(move |(&to, sign)| (base, to, sign.label()))
        })
        .collect();
    run.answer = scene::check(regions, &labels);
    run
}

/// Whether a candidate of a junction has this sign on the arm to another.
fn offers(candidates: &Candidates, base: u32, to: u32, sign: Sign) -> bool {
    let (arms, legal) = &candidates[&base];
    let place = arms.iter().position(|&arm| arm == to);
    place.is_some_and(|place| legal.iter().any(|signs| signs[place] == sign))
}
