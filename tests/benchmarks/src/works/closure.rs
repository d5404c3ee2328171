//! The transitive closure of a random graph of a thousand nodes.
//!
//! Every engine derives a path once for each edge before it, and keeps equal paths once.

use std::fmt::Write as _;
use std::process::Command;

use ascent::ascent_run;
use rules_runtime::rules;

use super::graph::some_edges;
use crate::clips;
use crate::measure::Run;
use crate::work::{Contender, Work};

mod edge;

pub(super) use edge::WORK as EDGE;

pub(super) const WORK: Work = Work {
    name: "closure",
    title: "Transitive closure of a random graph of 1000 nodes",
    size: "edges",
    sizes: &[2_000, 5_000, 10_000],
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

const NODES: u32 = 1000;

/// Different edges, no loops among them.
fn edges(count: u32) -> Vec<(u32, u32)> {
    some_edges(NODES, count as usize)
}

rules! {
    ruleset Closure;

    #[unique]
    fact Edge(u32, u32);
    #[unique]
    fact Path(u32, u32);

    rule an_edge_is_a_path {
        when { Edge(a, b); }
        then { insert Path(a, b); }
    }

    rule an_edge_before_a_path_is_a_path {
        when {
            Edge(a, b);
            Path(b, c);
        }
        then { insert Path(a, c); }
    }
}

fn ours(size: u32) -> Run {
    let edges = edges(size);
    Run::time(|| {
        let mut session = Closure::new();
        session.insert_all(edges.into_iter().map(|(from, to)| Edge(from, to)));
        let fired = session.run();
        (Some(fired.count), session.len::<Path>() as u64)
    })
}

fn clips(size: u32) -> Result<Command, String> {
    let mut facts = String::from("(deffacts edges");
    for (from, to) in edges(size) {
        let _ = write!(facts, "\n  (edge (from {from}) (to {to}))");
    }
    facts.push(')');
    clips::command("closure", include_str!("../../clips/closure.clp"), &facts)
}

fn ascent(size: u32) -> Run {
    let edges = edges(size);
    Run::time(|| {
        let program = ascent_run! {
            relation edge(u32, u32) = edges; relation path(u32, u32); path(a, b) <--
            edge(a, b); path(a, c) <-- edge(a, b), path(b, c);
        };
        (None, program.path.len() as u64)
    })
}

mod datalog {
    crepe::crepe! {
        @ input pub (super) struct Edge(pub (super) u32, pub (super) u32); @ output pub
        (super) struct Path(pub (super) u32, pub (super) u32); Path(a, b) <- Edge(a, b);
        Path(a, c) <- Edge(a, b), Path(b, c);
    }
}

fn crepe(size: u32) -> Run {
    let edges = edges(size);
    Run::time(|| {
        let mut runtime = datalog::Crepe::new();
        runtime.extend(edges.into_iter().map(|(from, to)| datalog::Edge(from, to)));
        let (paths,) = runtime.run();
        (None, paths.len() as u64)
    })
}

/// Semi-naive: each path is taken once, with the edges that end where it begins.
fn plain(size: u32) -> Run {
    let edges = edges(size);
    Run::time(|| {
        let mut before = vec![Vec::new(); NODES as usize];
        for &(from, to) in &edges {
            before[to as usize].push(from);
        }
        let mut known = vec![false; (NODES * NODES) as usize];
        let mut paths = Vec::new();
        let mut derive = |from: u32, to: u32, paths: &mut Vec<(u32, u32)>| {
            let known = &mut known[(from * NODES + to) as usize];
            if !*known {
                *known = true;
                paths.push((from, to));
            }
        };
        for &(from, to) in &edges {
            derive(from, to, &mut paths);
        }
        let mut next = 0;
        while let Some(&(from, to)) = paths.get(next) {
            next += 1;
            for &earlier in &before[from as usize] {
                derive(earlier, to, &mut paths);
            }
        }
        (None, paths.len() as u64)
    })
}
