//! The generation of one person: asked of a recursive query, which answers for the person's ancestors alone, and
//! read off the pairs of all generations.
//!
//! Parents are there before the clock starts, and so are lists by hand. Only all pairs are derived within it.

use ascent::ascent_run;
use rules_runtime::rules;

use super::{LAYERS, parents};
use crate::measure::Run;
use crate::work::{Contender, Work};

pub(crate) const WORK: Work = Work {
    name: "same_generation_demand",
    title: "One person's generation: ten layers, two parents each",
    size: "people a layer",
    sizes: &[50, 200, 1_000],
    per: Some("question"),
    same_firings: true,
    contenders: &[
        Contender::ours(ours),
        Contender::rust("ascent, all pairs", ascent),
        Contender::rust("by hand", by_hand),
    ],
};

/// The last person of the lowest layer.
fn person(width: u32) -> u32 {
    LAYERS * width - 1
}

rules! {
    ruleset Asked;

    /// A person and a parent.
    fact Parent(u32, u32);

    /// The people of somebody's generation.
    query same(x: u32) -> u32 {
        when {
            Parent(x, p);
            either { Parent(y, p); }
            or {
                q in same(p);
                Parent(y, q);
            }
        }
        select y
    }
}

fn ours(size: u32) -> Run {
    let mut session = Asked::new();
    session.insert_all(parents(size).into_iter().map(|(of, is)| Parent(of, is)));
    Run::time(|| (None, session.same(person(size)).count() as u64))
}

fn ascent(size: u32) -> Run {
    let parents = parents(size);
    Run::time(|| {
        let program = ascent_run! {
            relation parent(u32, u32) = parents;
            relation same(u32, u32);
            same(x, y) <-- parent(x, p), parent(y, p);
            same(x, y) <-- parent(x, p), same(p, q), parent(y, q);
        };
        let one = person(size);
        let same = program.same.iter().filter(|pair| pair.0 == one);
        (None, same.count() as u64)
    })
}

/// Up to the ancestors, generation by generation, and down again to their children.
fn by_hand(size: u32) -> Run {
    let people = (LAYERS * size) as usize;
    let (mut above, mut below) = (vec![Vec::new(); people], vec![Vec::new(); people]);
    for (of, is) in parents(size) {
        above[of as usize].push(is);
        below[is as usize].push(of);
    }
    Run::time(|| {
        let mut generations = vec![vec![person(size)]];
        while let Some(last) = generations.last()
            && !last.is_empty()
        {
            let next = step(last, &above);
            generations.push(next);
        }
        let mut same = Vec::new();
        while let Some(mut ancestors) = generations.pop() {
            if !generations.is_empty() {
                ancestors.append(&mut same);
                same = step(&ancestors, &below);
            }
        }
        (None, same.len() as u64)
    })
}

/// All to whom some people lead, each once.
fn step(people: &[u32], to: &[Vec<u32>]) -> Vec<u32> {
    let mut next: Vec<u32> = people
        .iter()
        .flat_map(|&person| to[person as usize].iter().copied())
        .collect();
    next.sort_unstable();
    next.dedup();
    next
}
