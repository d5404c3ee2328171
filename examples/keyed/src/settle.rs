//! The operator before the sink: it brings outputs to one worker, puts those of an epoch in order, and passes an epoch on
//! when the sink has it for good.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use timely::container::CapacityContainerBuilder;
use timely::dataflow::StreamVec;
use timely::dataflow::channels::pact::Exchange;
use timely::dataflow::operators::generic::{Operator as _, OutputBuilderSession};

use crate::error::Error;
use crate::host::Fault;
use crate::hosted::Key;
use crate::message::Emitted;
use crate::meter::Meter;
use crate::sink::{Identity, Sink};

/// The sink of the worker that has one.
pub(crate) struct Settling<K, O> {
    pub(crate) sink: Box<dyn Sink<K, O>>,
    /// The last output that it has.
    pub(crate) seen: Option<Identity<K>>,
}

/// When a sink must not lose anything any more: at the first epoch of each so many; without a store only at the end.
pub(crate) type Every = Option<u64>;

/// No items are given.
type Nothing<'a> = OutputBuilderSession<'a, u64, CapacityContainerBuilder<Vec<()>>>;

/// The stream that it returns has no items; its frontier passes an epoch when the sink has all of it.
pub(crate) fn settle<'s, K: Key, O>(
    outputs: StreamVec<'s, u64, Emitted<K, O>>,
    mut settling: Option<Settling<K, O>>,
    every: Every,
    meter: Arc<Meter>,
    fault: &Fault,
) -> StreamVec<'s, u64, ()>
where
    Emitted<K, O>: timely::ExchangeData,
{
    let fault = Rc::clone(fault);
    let exchange = Exchange::new(|_: &Emitted<K, O>| 0);
    outputs.unary_frontier(exchange, "Settle", move |capability, _| {
        let mut capability = Some(capability);
        let mut stash: BTreeMap<u64, Vec<Emitted<K, O>>> = BTreeMap::new();
        move |(input, frontier), _: &mut Nothing<'_>| {
            input.for_each(|_, outputs| {
                for output in outputs.drain(..) {
                    stash.entry(output.epoch).or_default().push(output);
                }
            });
            let Some(held) = &mut capability else { return };
            let end = frontier.frontier().first().copied();
            let mut done = Ok(());
            if let Some(settling) = &mut settling {
                let is_whole = |epoch: u64| end.is_none_or(|end| epoch < end);
                while done.is_ok()
                    && let Some(entry) = stash.first_entry()
                    && is_whole(*entry.key())
                {
                    done = settling.write(entry.remove(), &meter);
                }
                let is_time = match (end, every) {
                    (None, _) => true,
                    (Some(end), Some(every)) => end / every > *held.time() / every,
                    (Some(_), None) => false,
                };
                if done.is_ok() && is_time {
                    done = settling
                        .sink
                        .sync()
                        .map_err(|error| Error::at("the output", error));
                }
                if !is_time && every.is_some() {
                    return;
                }
            }
            if let Err(error) = done {
                *fault.borrow_mut() = Some(error);
                capability = None;
                return;
            }
            match end {
                Some(end) => held.downgrade(&end),
                None => capability = None,
            }
        }
    })
}

impl<K: Key, O> Settling<K, O> {
    /// Writes the outputs of an epoch that the sink does not have.
    fn write(&mut self, mut outputs: Vec<Emitted<K, O>>, meter: &Meter) -> Result<(), Error> {
        outputs.sort_by(|one, other| (&one.key, one.n).cmp(&(&other.key, other.n)));
        if let Some((epoch, key, n)) = &self.seen {
            outputs.retain(|output| (output.epoch, &output.key, output.n) > (*epoch, key, *n));
        }
        let written = self.sink.write(&outputs);
        meter.outputs.fetch_add(outputs.len() as u64, Relaxed);
        written.map_err(|error| Error::at("the output", error))
    }
}
