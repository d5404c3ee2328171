//! Cycles of four edges of a random directed graph, found edge by edge: each edge closes those whose other three are there.
//!
//! A join in a circle of four patterns: there are more paths of two edges than edges, still more of three, and few of these close.
//! By hand the paths of two edges are counted, for each pair of their ends; "lists" goes along those of three.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::process::Command;

use ascent::ascent_run;
use rules_runtime::rules;

use super::graph::some_edges;
use crate::clips;
use crate::measure::Run;
use crate::work::{Contender, Work};

pub(super) const WORK: Work = Work {
    name: "four_cycles",
    title: "Cycles of four edges of a random graph of 1000 nodes, edge by edge",
    size: "edges",
    sizes: &[5_000, 10_000, 20_000],
    per: Some("edge"),
    same_firings: true,
    contenders: &[
        Contender::ours(ours),
        Contender::other("CLIPS", clips).up_to(10_000),
        Contender::rust("ascent, all at once", ascent),
        Contender::rust("Rust", counted),
        Contender::rust("Rust lists", walked),
    ],
};

const NODES: u32 = 1000;

/// Different edges, no loops among them.
fn edges(count: u32) -> Vec<(u32, u32)> {
    some_edges(NODES, count as usize)
}

rules! {
    ruleset FourCycles;

    fact Edge(u32, u32);

    global found: u64;

    /// A cycle is found once: from the least of its nodes.
    rule four_cycle {
        when {
            Edge(a, b) if a < b;
            Edge(b, c) if a < c;
            Edge(c, d) if a < d && b != d;
            Edge(d, a);
        }
        then { *found += 1; }
    }
}

fn ours(size: u32) -> Run {
    let edges = edges(size);
    Run::time_each(size, || {
        let mut session = FourCycles::new(0);
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
    let program = include_str!("../../clips/four_cycles.clp");
    clips::command("four_cycles", program, &drive)
}

fn ascent(size: u32) -> Run {
    let edges = edges(size);
    Run::time_each(size, || {
        let program = ascent_run! {
            relation edge(u32, u32) = edges; relation cycle(u32, u32, u32, u32);
            cycle(a, b, c, d) <-- edge(a, b), if a < b, edge(b, c), if a < c, edge(c, d), if a < d && b != d, edge(d, a);
        };
        (None, program.cycle.len() as u64)
    })
}

/// Of each node those before it and those behind it.
struct Neighbours {
    before: Vec<Vec<u32>>,
    behind: Vec<Vec<u32>>,
    edges: HashSet<(u32, u32)>,
}

impl Neighbours {
    fn new() -> Self {
        Self {
            before: vec![Vec::new(); NODES as usize],
            behind: vec![Vec::new(); NODES as usize],
            edges: HashSet::new(),
        }
    }
    fn add(&mut self, from: u32, to: u32) {
        self.behind[from as usize].push(to);
        self.before[to as usize].push(from);
        self.edges.insert((from, to));
    }
}

/// With the number of paths of two edges from each node to each other.
fn counted(size: u32) -> Run {
    let edges = edges(size);
    Run::time_each(size, || {
        let of = |from: u32, to: u32| (from * NODES + to) as usize;
        let mut paths = vec![0_u16; (NODES * NODES) as usize];
        let mut there = Neighbours::new();
        let mut found = 0;
        for (from, to) in edges {
            let back = there.edges.contains(&(to, from));
            for &last in &there.before[from as usize] {
                // Where an edge leads straight back, one of the paths may go by where this edge begins.
                if last != to {
                    let touching = back && there.edges.contains(&(from, last));
                    found += u64::from(paths[of(to, last)]) - u64::from(touching);
                }
                paths[of(last, to)] += 1;
            }
            for &next in &there.behind[to as usize] {
                paths[of(from, next)] += 1;
            }
            there.add(from, to);
        }
        (None, found)
    })
}

/// Along the paths of three edges that lead back.
fn walked(size: u32) -> Run {
    let edges = edges(size);
    Run::time_each(size, || {
        let mut there = Neighbours::new();
        let mut found = 0;
        for (from, to) in edges {
            for &third in &there.behind[to as usize] {
                if third == from {
                    continue;
                }
                let fourth = there.behind[third as usize].iter();
                let fourth = fourth.filter(|&&fourth| fourth != from && fourth != to);
                found += fourth
                    .filter(|&&fourth| there.edges.contains(&(fourth, from)))
                    .count() as u64;
            }
            there.add(from, to);
        }
        (None, found)
    })
}
