//! In differential-dataflow: a loop that joins paths with the edges before them, on one thread.

use std::cell::Cell;
use std::rc::Rc;

use differential_dataflow::input::{Input as _, InputSession};
use differential_dataflow::operators::Iterate as _;
use timely::dataflow::ProbeHandle;

use super::{Change, NODES, changes, edges, time};
use crate::measure::Run;

pub(super) fn incremental(size: u32) -> Run {
    let there = edges(size);
    let changes = changes(NODES, &there);
    timely::execute_directly(move |worker| {
        let paths = Rc::new(Cell::new(0_i64));
        let told = Rc::clone(&paths);
        let probe = ProbeHandle::new();
        let mut input: InputSession<u32, (u32, u32), isize> = worker.dataflow(|scope| {
            let (input, edges) = scope.new_collection();
            let found = edges.clone().iterate(|scope, paths| {
                let edges = edges.enter(scope);
                let to_from = edges.clone().map(|(from, to)| (to, from));
                let longer = to_from.join_map(paths, |_, &from, &to| (from, to));
                longer.concat(edges).distinct()
            });
            let found = found.consolidate();
            found
                .inspect(move |&(_, _, change)| told.set(told.get() + change as i64))
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
            u64::try_from(paths.get()).expect("there are not fewer than none")
        };
        settle(&mut input);
        time(&changes, |&Change { comes, edge }| {
            input.update(edge, if comes { 1 } else { -1 });
            settle(&mut input)
        })
    })
}
