//! In differential-dataflow: a loop that joins what is reached with the edges, on one thread.

use std::cell::Cell;
use std::rc::Rc;

use differential_dataflow::input::{Input as _, InputSession};
use differential_dataflow::operators::Iterate as _;
use timely::dataflow::ProbeHandle;

use super::{Change, changes, edges, time};
use crate::measure::Run;

pub(super) fn incremental(nodes: u32) -> Run {
    let there = edges(nodes);
    let changes = changes(nodes, &there);
    timely::execute_directly(move |worker| {
        let sum = Rc::new(Cell::new(0));
        let told = Rc::clone(&sum);
        let probe = ProbeHandle::new();
        let mut input: InputSession<u32, (u32, u32), isize> = worker.dataflow(|scope| {
            let (input, edges) = scope.new_collection();
            let first = edges.clone().filter(|&(from, _)| from == 0);
            let first = first.map(|(_, to)| to);
            let reached = first.clone().iterate(|scope, reached| {
                let reached = reached.map(|node| (node, ()));
                let next = reached.join_map(edges.enter(scope), |_, (), &to| to);
                next.concat(first.enter(scope)).distinct()
            });
            let reached = reached.consolidate();
            reached
                .inspect(move |&(node, ..)| told.set(told.get() + u64::from(node)))
                .probe_with(&probe);
            input
        });
        for edge in there {
            input.insert(edge);
        }
        let mut settle = |input: &mut InputSession<u32, _, _>| {
            input.advance_to(input.time() + 1);
            input.flush();
            worker.step_while(|| probe.less_than(input.time()));
            sum.take()
        };
        settle(&mut input);
        time(&changes, |&Change { comes, edge }| {
            input.update(edge, if comes { 1 } else { -1 });
            settle(&mut input)
        })
    })
}
