//! What one node reaches, read off what every node reaches.

use ascent::ascent_run;
use rules_runtime::rules;

use super::edges;
use crate::measure::Run;

rules! {
    ruleset Closure;

    fact Edge(u32, u32);
    #[unique]
    fact Path(u32, u32);

    rule an_edge_is_a_path {
        when { Edge(a, b); }
        then { insert Path(a, b); }
    }

    rule a_path_before_an_edge_is_a_path {
        when {
            Path(a, b);
            Edge(b, c);
        }
        then { insert Path(a, c); }
    }
}

pub(super) fn ours(nodes: u32) -> Run {
    let mut session = Closure::new();
    session.insert_all(edges(nodes).into_iter().map(|(from, to)| Edge(from, to)));
    Run::time(|| {
        let fired = session.run();
        let reached = session.facts::<Path>().filter(|path| path.0 == 0);
        (Some(fired.count), reached.count() as u64)
    })
}

pub(super) fn ascent(nodes: u32) -> Run {
    let edges = edges(nodes);
    Run::time(|| {
        let program = ascent_run! {
            relation edge(u32, u32) = edges;
            relation path(u32, u32);
            path(a, b) <-- edge(a, b);
            path(a, c) <-- path(a, b), edge(b, c);
        };
        let reached = program.path.iter().filter(|path| path.0 == 0);
        (None, reached.count() as u64)
    })
}
