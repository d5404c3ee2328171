//! The same without timely: a loop over a map of sessions, on one thread. What a run is measured by, and compared with.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::time::Instant;

use keyed::sink::Sink;
use keyed::source::{Next, Source};
use keyed::{Decoded, Emitted, Hosted, Outcome};

use super::card::{Card, Input, decode, latest};
use super::rules::Alert;

/// What it has done.
pub(crate) struct Done {
    pub(crate) events: u64,
    pub(crate) outputs: u64,
    pub(crate) refused: u64,
    pub(crate) seconds: f64,
}

#[derive(Default)]
struct Loop {
    cards: HashMap<u64, (Card, Option<u64>)>,
    aside: BTreeSet<u64>,
    due: BTreeSet<(u64, u64)>,
    outputs: Vec<Emitted<u64, Alert>>,
}

/// Runs it.
pub(crate) fn run(
    mut source: Box<dyn Source>,
    mut sink: Box<dyn Sink<u64, Alert>>,
    note: fn(&str),
) -> Result<Done, Box<dyn std::error::Error>> {
    let begun = Instant::now();
    let mut all = Loop::default();
    let mut done = Done {
        events: 0,
        outputs: 0,
        refused: 0,
        seconds: 0.0,
    };
    let mut of_epoch: BTreeMap<u64, Vec<Input>> = BTreeMap::new();
    let mut now = 1;
    let mut place = 0;
    loop {
        let decoded = match source.next()? {
            Next::Record(record) | Next::Unfinished(record) if record.trim_ascii().is_empty() => {
                place += 1;
                continue;
            }
            Next::Record(record) | Next::Unfinished(record) => decode(&record),
            Next::Refused(why) => Err(why),
            Next::Missing(count) => {
                place += count;
                continue;
            }
            Next::Idle => continue,
            Next::End => break,
        };
        place += 1;
        let decoded = decoded.and_then(|decoded| match decoded {
            Decoded::Input { epoch, .. } | Decoded::Tick(epoch) if epoch < now => Err(format!(
                "its epoch is {epoch}, expected {now} or later: epochs do not go back"
            )),
            Decoded::Input { epoch, .. } | Decoded::Tick(epoch) if epoch > latest() => {
                Err(format!(
                    "its epoch is {epoch}, expected {} or earlier: it is too far ahead",
                    latest()
                ))
            }
            Decoded::Input { epoch, key, input } => Ok((epoch, Some((key, input)))),
            Decoded::Tick(epoch) => Ok((epoch, None)),
        });
        let (epoch, input) = match decoded {
            Ok(decoded) => decoded,
            Err(why) => {
                note(&format!("record {place}: {why}"));
                done.refused += 1;
                continue;
            }
        };
        if epoch > now {
            all.close(now, &mut of_epoch);
            while let Some((due, _)) = all.due.first().copied()
                && due < epoch
            {
                all.close(due, &mut of_epoch);
            }
            now = epoch;
            done.outputs += all.write(&mut *sink)?;
        }
        if let Some((key, input)) = input {
            done.events += 1;
            of_epoch.entry(key).or_default().push(input);
        }
    }
    all.close(now, &mut of_epoch);
    done.outputs += all.write(&mut *sink)?;
    sink.sync()?;
    done.seconds = begun.elapsed().as_secs_f64();
    Ok(done)
}

impl Loop {
    /// Lets all cards that something happens to go on to the end of an epoch.
    fn close(&mut self, epoch: u64, inputs: &mut BTreeMap<u64, Vec<Input>>) {
        while let Some((due, key)) = self.due.first().copied()
            && due <= epoch
        {
            self.due.pop_first();
            inputs.entry(key).or_default();
        }
        for (key, inputs) in std::mem::take(inputs) {
            if self.aside.contains(&key) {
                continue;
            }
            let (mut card, due) = self
                .cards
                .remove(&key)
                .unwrap_or_else(|| (Card::begin(&key), None));
            let gone_on = card.insert(inputs).and_then(|()| card.advance_to(epoch));
            if let Some(due) = due {
                self.due.remove(&(due, key));
            }
            let mut emit = |n, outcome| {
                self.outputs.push(Emitted {
                    epoch,
                    key,
                    n,
                    outcome,
                });
            };
            if let Err(error) = gone_on {
                emit(0, Outcome::SetAside(error));
                self.aside.insert(key);
                continue;
            }
            for (n, output) in (0..).zip(card.take_outputs()) {
                emit(n, Outcome::Output(output));
            }
            let next = card.next_epoch();
            if let Some(next) = next {
                self.due.insert((next, key));
            }
            self.cards.insert(key, (card, next));
        }
    }

    fn write(&mut self, sink: &mut dyn Sink<u64, Alert>) -> io::Result<u64> {
        sink.write(&self.outputs)?;
        let count = self.outputs.len() as u64;
        self.outputs.clear();
        Ok(count)
    }
}
