//! A source's way into the dataflow of the worker that reads it.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, TryRecvError};

use timely::dataflow::{InputHandleVec, ProbeHandle};

use crate::error::Error;
use crate::feed::Batch;
use crate::hosted::Hosted;
use crate::message::Message;

/// How many batches of a source may be on their way through the sessions.
const UNDER_WAY: usize = 4;

/// A source's way into the dataflow; none any more where it is at its end.
pub(super) struct Lane<H: Hosted> {
    open: Option<Open<H>>,
    /// The epochs at which batches under way end.
    under_way: VecDeque<u64>,
}

/// The input of a dataflow, and where its batches come from.
pub(super) type Open<H> = (InputHandleVec<u64, MessageOf<H>>, Receiver<Batch<H>>);

type MessageOf<H> = Message<<H as Hosted>::Key, <H as Hosted>::Input>;

impl<H: Hosted> Lane<H> {
    pub(super) fn new(open: Open<H>) -> Self {
        Lane {
            open: Some(open),
            under_way: VecDeque::new(),
        }
    }

    /// Takes a batch, if there is one and not too many are under way. Returns whether there was.
    pub(super) fn pull(&mut self, peers: usize, hosted: &ProbeHandle<u64>) -> Result<bool, Error> {
        let Some((input, batches)) = &mut self.open else {
            return Ok(false);
        };
        while let Some(end) = self.under_way.front()
            && !hosted.less_than(end)
        {
            self.under_way.pop_front();
        }
        if self.under_way.len() >= UNDER_WAY {
            return Ok(false);
        }
        match batches.try_recv() {
            Ok(Batch::Events(events, end)) => {
                for event in events {
                    if event.epoch > *input.time() {
                        input.advance_to(event.epoch);
                    }
                    input.send(Message::Event(event));
                }
                if end > *input.time() {
                    input.advance_to(end);
                }
                input.flush();
                self.under_way.push_back(end);
                Ok(true)
            }
            Ok(Batch::End(epoch)) => {
                for worker in 0..peers {
                    input.send(Message::Until { epoch, worker });
                }
                self.open = None;
                Ok(true)
            }
            Ok(Batch::Failed(error)) => Err(error),
            Err(TryRecvError::Empty) => Ok(false),
            Err(TryRecvError::Disconnected) => Err(Error::new("a source ended in a panic")),
        }
    }
}
