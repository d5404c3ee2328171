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
use crate::sessions::Written;
use crate::sink::{Identity, Sink};

/// The sink of the worker that has one.
pub(crate) struct Settling<K, O> {
    sink: Box<dyn Sink<K, O>>,
    /// The last output that it has.
    seen: Option<Identity<K>>,
    /// The same, as long as this run has not made it, if it is to make it again.
    unmet: Option<Identity<K>>,
    /// The last output that was written.
    last: Option<Identity<K>>,
    /// Where it is put when the sink has it for good.
    written: Written<K>,
    /// Tells what is odd.
    note: fn(&str),
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
        let mut has_failed = false;
        let mut stash: BTreeMap<u64, Vec<Emitted<K, O>>> = BTreeMap::new();
        move |(input, frontier), _: &mut Nothing<'_>| {
            input.for_each(|_, outputs| {
                for output in outputs.drain(..) {
                    stash.entry(output.epoch).or_default().push(output);
                }
            });
            let Some(held) = capability.as_mut().filter(|_| !has_failed) else {
                return;
            };
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
                    done = settling.sync();
                }
                if done.is_ok() && end.is_none() {
                    settling.tell_unmet();
                }
                if !is_time && every.is_some() {
                    return;
                }
            }
            if let Err(error) = done {
                // The epoch is held: others would take it for written, and their snapshots would be ahead of the sink.
                *fault.borrow_mut() = Some(error);
                has_failed = true;
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
    /// Asks a sink what it has. `resume`: all epochs up to this one are durable, and their outputs up to `known` were in the
    /// sink for good.
    pub(crate) fn resume(
        mut sink: Box<dyn Sink<K, O>>,
        resume: u64,
        known: Option<Identity<K>>,
        written: Written<K>,
        note: fn(&str),
    ) -> Result<Self, Error> {
        let seen = sink.resume();
        let seen = seen.map_err(|error| Error::at("the output", error))?;
        if let Some(known) = known
            && sink.remembers()
            && seen.as_ref().is_none_or(|seen| *seen < known)
        {
            let found = seen.as_ref().map_or_else(
                || "it has none".to_owned(),
                |seen| format!("its last one is of {}", named(seen)),
            );
            let known = named(&known);
            return Err(Error::at(
                "the output",
                format!(
                    "outputs are missing: {found}, but there were some up to {known}: give what was written before, at least its last line"
                ),
            ));
        }
        let unmet = seen.clone().filter(|(epoch, _, _)| *epoch > resume);
        Ok(Settling {
            sink,
            seen,
            unmet,
            last: None,
            written,
            note,
        })
    }

    /// Writes the outputs of an epoch that the sink does not have.
    fn write(&mut self, mut outputs: Vec<Emitted<K, O>>, meter: &Meter) -> Result<(), Error> {
        outputs.sort_by(|one, other| (&one.key, one.n).cmp(&(&other.key, other.n)));
        let is = |output: &Emitted<K, O>, (epoch, key, n): &Identity<K>| {
            (output.epoch, &output.key, output.n) == (*epoch, key, *n)
        };
        if let Some(unmet) = &self.unmet {
            if outputs.iter().any(|output| is(output, unmet)) {
                self.unmet = None;
            } else if outputs.iter().any(|output| output.epoch > unmet.0) {
                self.tell_unmet();
            }
        }
        if let Some((epoch, key, n)) = &self.seen {
            outputs.retain(|output| (output.epoch, &output.key, output.n) > (*epoch, key, *n));
        }
        let written = self.sink.write(&outputs);
        meter.outputs.fetch_add(outputs.len() as u64, Relaxed);
        written.map_err(|error| Error::at("the output", error))?;
        if let Some(Emitted { epoch, key, n, .. }) = outputs.pop() {
            self.last = Some((epoch, key, n));
        }
        Ok(())
    }

    /// Lets nothing be lost.
    fn sync(&mut self) -> Result<(), Error> {
        let synced = self.sink.sync();
        synced.map_err(|error| Error::at("the output", error))?;
        if self.last.is_some() && self.sink.remembers() {
            *self.written.borrow_mut() = self.last.take();
        }
        Ok(())
    }

    /// Tells that the last output that the sink had is none of this run's.
    fn tell_unmet(&mut self) {
        if let Some(unmet) = self.unmet.take() {
            let unmet = named(&unmet);
            (self.note)(&format!(
                "the output has one of {unmet}, which this run has not made: it is of other inputs or other rules, and up to there none was added"
            ));
        }
    }
}

/// An output, in words.
fn named<K: Key>((epoch, key, n): &Identity<K>) -> String {
    format!("epoch {epoch}, key {key}, number {n}")
}
