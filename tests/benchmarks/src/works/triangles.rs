//! Triangles of a graph, found edge by edge: each of its edges closes those whose other two are there.
//!
//! A join in a circle: whatever two patterns are taken first have many more pairs than there are triangles, in a random graph
//! some, in one with a hub so many that they are all that counts.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::process::Command;

use ascent::ascent_run;
use rules_runtime::rules;

use super::graph::pairs;
use crate::clips;
use crate::measure::Run;
use crate::work::{Contender, Work};

pub(super) const WORK: Work = Work {
    name: "triangles",
    title: "Triangles of a random graph of 1000 nodes, edge by edge",
    size: "edges",
    sizes: &[10_000, 30_000, 100_000],
    per: Some("edge"),
    same_firings: true,
    contenders: &[
        Contender::ours(ours),
        Contender::other("CLIPS", clips).up_to(30_000),
        Contender::rust("ascent, all at once", ascent),
        Contender::rust("Rust", plain),
    ],
};

pub(super) const HUB: Work = Work {
    name: "triangles_hub",
    title: "Triangles of a graph with a hub, edge by edge",
    size: "edges",
    sizes: &[10_000, 30_000, 100_000],
    per: Some("edge"),
    same_firings: true,
    contenders: &[
        Contender::ours(|size| close(hub_edges(size))),
        Contender::rust("ascent, all at once", |size| derive(hub_edges(size))).up_to(30_000),
        Contender::rust("Rust", fewer),
    ],
};

const NODES: u32 = 1000;

/// Different edges, each from the smaller node to the greater.
fn edges(count: u32) -> Vec<(u32, u32)> {
    let mut random = fastrand::Rng::with_seed(13);
    pairs(&mut random, NODES, count as usize, |one, other| {
        (one != other).then_some((one.min(other), one.max(other)))
    })
}

/// Edges of as many nodes, that lead to one or from it, and for each tenth pair of these one that closes a triangle; in random order.
fn hub_edges(count: u32) -> Vec<(u32, u32)> {
    let pairs = count * 10 / 21;
    let edges = (1..=pairs).flat_map(|node| {
        let (before, after) = (node, pairs + node);
        let closing = node.is_multiple_of(10).then_some((before, after));
        [(before, 0), (0, after)].into_iter().chain(closing)
    });
    let mut edges: Vec<(u32, u32)> = edges.collect();
    fastrand::Rng::with_seed(17).shuffle(&mut edges);
    edges
}

rules! {
    ruleset Triangles;

    fact Edge(u32, u32);

    global found: u64;

    rule triangle {
        when {
            Edge(a, b);
            Edge(b, c);
            Edge(a, c);
        }
        then { *found += 1; }
    }
}

fn ours(size: u32) -> Run {
    close(edges(size))
}

fn close(edges: Vec<(u32, u32)>) -> Run {
    Run::time_each(edges.len() as u32, || {
        let mut session = Triangles::new(0);
        for (from, to) in edges {
            session.insert(Edge(from, to));
            session.run();
        }
        (Some(session.globals().found), session.globals().found)
    })
}

fn clips(size: u32) -> Result<Command, String> {
    let mut drive = String::from("(deffunction drive ()\n  (bind ?seconds (assert-edges");
    for (from, to) in edges(size) {
        let _ = write!(drive, "\n    {from} {to}");
    }
    drive.push_str("))\n  (create$ ?*found* ?seconds))");
    clips::command(
        "triangles",
        include_str!("../../clips/triangles.clp"),
        &drive,
    )
}

fn ascent(size: u32) -> Run {
    derive(edges(size))
}

fn derive(edges: Vec<(u32, u32)>) -> Run {
    Run::time_each(edges.len() as u32, || {
        let program = ascent_run! {
            relation edge(u32, u32) = edges; relation triangle(u32, u32, u32);
            triangle(a, b, c) <-- edge(a, b), edge(b, c), edge(a, c);
        };
        (None, program.triangle.len() as u64)
    })
}

/// Of each node a bit for each neighbour, greater and smaller.
fn plain(size: u32) -> Run {
    let edges = edges(size);
    Run::time_each(size, || {
        const WORDS: usize = NODES.div_ceil(64) as usize;
        let mut neighbours = vec![[0_u64; WORDS]; NODES as usize];
        let mut found = 0;
        for (from, to) in edges {
            let both = neighbours[from as usize]
                .iter()
                .zip(&neighbours[to as usize]);
            let both = both.map(|(one, other)| u64::from((one & other).count_ones()));
            found += both.sum::<u64>();
            for (one, other) in [(from, to), (to, from)] {
                neighbours[one as usize][other as usize / 64] |= 1 << (other % 64);
            }
        }
        (None, found)
    })
}

/// Of each node those before it and those behind it, in sets, of which the smaller is gone through.
fn fewer(size: u32) -> Run {
    let edges = hub_edges(size);
    Run::time_each(edges.len() as u32, || {
        let nodes = edges.iter().map(|&(from, to)| from.max(to));
        let nodes = nodes.max().unwrap_or_default() as usize + 1;
        let mut before: Vec<HashSet<u32>> = vec![HashSet::new(); nodes];
        let mut behind = before.clone();
        let mut found = 0;
        for (from, to) in edges {
            let (from_node, to_node) = (from as usize, to as usize);
            found += common(&behind[from_node], &behind[to_node]);
            found += common(&before[from_node], &before[to_node]);
            found += common(&behind[from_node], &before[to_node]);
            behind[from_node].insert(to);
            before[to_node].insert(from);
        }
        (None, found)
    })
}

/// How many nodes are in both of two sets.
fn common(one: &HashSet<u32>, other: &HashSet<u32>) -> u64 {
    let (fewer, more) = if one.len() < other.len() {
        (one, other)
    } else {
        (other, one)
    };
    fewer.iter().filter(|&node| more.contains(node)).count() as u64
}
