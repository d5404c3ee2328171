//! The pairs of one generation in a family of ten layers, where everybody has two parents in the layer above.

mod demand;

use std::fmt::Write as _;
use std::process::Command;

use ascent::ascent_run;
use rules_runtime::rules;

use crate::clips;
use crate::measure::Run;
use crate::work::{Contender, Work};

pub(super) use demand::WORK as DEMAND;

pub(super) const WORK: Work = Work {
    name: "same_generation",
    title: "Same generation: ten layers, two parents each",
    size: "people a layer",
    sizes: &[50, 100, 200],
    per: None,
    same_firings: true,
    contenders: &[
        Contender::ours(ours),
        Contender::other("CLIPS", clips),
        Contender::rust("ascent", ascent),
        Contender::rust("crepe", crepe),
        Contender::rust("Rust", plain),
    ],
};

const LAYERS: u32 = 10;

/// Each person below the first layer with each parent. People are numbered layer by layer.
fn parents(width: u32) -> Vec<(u32, u32)> {
    let mut random = fastrand::Rng::with_seed(3);
    let mut parents = Vec::new();
    for layer in 1..LAYERS {
        for person in layer * width..(layer + 1) * width {
            let first = random.u32(..width);
            let second = (first + random.u32(1..width)) % width;
            let above = (layer - 1) * width;
            parents.extend([(person, above + first), (person, above + second)]);
        }
    }
    parents
}

rules! {
    ruleset Family;

    /// A person and a parent.
    #[unique]
    fact Parent(u32, u32);
    #[unique]
    fact Same(u32, u32);

    rule children_of_one_parent {
        when {
            Parent(x, p);
            Parent(y, p);
        }
        then { insert Same(x, y); }
    }

    rule children_of_one_generation {
        when {
            Parent(x, p);
            Same(p, q);
            Parent(y, q);
        }
        then { insert Same(x, y); }
    }
}

fn ours(size: u32) -> Run {
    let parents = parents(size);
    Run::time(|| {
        let mut session = Family::new();
        session.insert_all(parents.into_iter().map(|(of, is)| Parent(of, is)));
        let fired = session.run();
        (Some(fired.count), session.len::<Same>() as u64)
    })
}

fn clips(size: u32) -> Result<Command, String> {
    let mut facts = String::from("(deffacts family");
    for (of, is) in parents(size) {
        let _ = write!(facts, "\n  (parent (of {of}) (is {is}))");
    }
    facts.push(')');
    let program = include_str!("../../clips/same_generation.clp");
    clips::command("same_generation", program, &facts)
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
        (None, program.same.len() as u64)
    })
}

mod datalog {
    crepe::crepe! {
        @input
        pub(super) struct Parent(pub(super) u32, pub(super) u32);

        @output
        pub(super) struct Same(pub(super) u32, pub(super) u32);

        Same(x, y) <- Parent(x, p), Parent(y, p);
        Same(x, y) <- Parent(x, p), Same(p, q), Parent(y, q);
    }
}

fn crepe(size: u32) -> Run {
    let parents = parents(size);
    Run::time(|| {
        let mut runtime = datalog::Crepe::new();
        runtime.extend(parents.into_iter().map(|(of, is)| datalog::Parent(of, is)));
        let (same,) = runtime.run();
        (None, same.len() as u64)
    })
}

/// Semi-naive: each pair is taken once, with the children of one and the children of the other.
fn plain(size: u32) -> Run {
    let parents = parents(size);
    let people = (LAYERS * size) as usize;
    Run::time(|| {
        let mut children = vec![Vec::new(); people];
        for &(of, is) in &parents {
            children[is as usize].push(of);
        }
        let mut known = vec![false; people * people];
        let mut pairs = Vec::new();
        let mut derive = |one: &[u32], other: &[u32], pairs: &mut Vec<(u32, u32)>| {
            for &x in one {
                for &y in other {
                    let known = &mut known[x as usize * people + y as usize];
                    if !*known {
                        *known = true;
                        pairs.push((x, y));
                    }
                }
            }
        };
        for siblings in &children {
            derive(siblings, siblings, &mut pairs);
        }
        let mut next = 0;
        while let Some(&(p, q)) = pairs.get(next) {
            next += 1;
            derive(&children[p as usize], &children[q as usize], &mut pairs);
        }
        (None, pairs.len() as u64)
    })
}
