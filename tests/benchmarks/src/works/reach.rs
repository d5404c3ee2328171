//! Which nodes of a random graph are reached from one of them: asked of a recursive query, which answers nothing
//! else, and read off all pairs.
//!
//! Edges are there, and the lists by hand are made, before the clock starts. Only all pairs are derived within it.

mod all_pairs;
mod edge;

use rules_runtime::rules;

use super::graph::{edges, reached, successors};
use crate::measure::Run;
use crate::work::{Contender, Work};

pub(super) use edge::WORK as EDGE;

pub(super) const WORK: Work = Work {
    name: "reach",
    title: "What one node reaches in a random graph of three edges a node",
    size: "nodes",
    sizes: &[1_000, 10_000, 100_000],
    per: Some("question"),
    same_firings: true,
    contenders: &[
        Contender::ours(ours),
        Contender::rust("breadth first", breadth_first),
        Contender::rust("rules, all pairs", all_pairs::ours).up_to(1_000),
        Contender::rust("ascent, all pairs", all_pairs::ascent).up_to(1_000),
    ],
};

rules! {
    ruleset Net;

    fact Edge(u32, u32);

    /// The nodes that are reached from one by one edge or more.
    query reach(from: u32) -> u32 {
        when {
            either { Edge(from, to); }
            or {
                via in reach(from);
                Edge(via, to);
            }
        }
        select to
    }
}

fn ours(nodes: u32) -> Run {
    let mut session = Net::new();
    session.insert_all(edges(nodes).into_iter().map(|(from, to)| Edge(from, to)));
    Run::time(|| (None, session.reach(0).count() as u64))
}

fn breadth_first(nodes: u32) -> Run {
    let successors = successors(nodes, &edges(nodes));
    Run::time(|| {
        let reached = reached(&successors);
        (
            None,
            reached.iter().filter(|&&reached| reached).count() as u64,
        )
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use rules_runtime::rules;

    use super::edges;

    thread_local! {
        /// How often an edge has been followed.
        static FOLLOWED: Cell<u64> = const { Cell::new(0) };
    }

    fn follow() -> bool {
        FOLLOWED.set(FOLLOWED.get() + 1);
        true
    }

    rules! {
        ruleset Paths;

        fact Edge(u32, u32);
        #[unique]
        fact Path(u32, u32);

        query reach(from: u32) -> u32 {
            when {
                either { Edge(from, to); }
                or {
                    via in reach(from);
                    Edge(via, to);
                    if follow();
                }
            }
            select to
        }

        rule an_edge {
            when { Edge(a, b); }
            then { insert Path(a, b); }
        }

        rule one_edge_more {
            when {
                Path(a, b);
                Edge(b, c);
                if follow();
            }
            then { insert Path(a, c); }
        }
    }

    #[test]
    fn a_question_follows_a_hundredth_of_the_edges_that_all_pairs_do() {
        let mut session = Paths::new();
        let edges = edges(300).into_iter();
        session.insert_all(edges.map(|(from, to)| Edge(from, to)));
        let reached = session.reach(0).count();
        let asked = FOLLOWED.replace(0);
        session.run();
        let derived = FOLLOWED.get();

        let paths = session.facts::<Path>();
        assert_eq!(reached, paths.filter(|path| path.0 == 0).count());
        assert!(
            asked > 0 && 100 * asked < derived,
            "{asked} edges for a question, {derived} for all pairs"
        );
    }
}
