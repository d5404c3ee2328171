//! Where a session lies: how it comes into memory, goes to rest, and gets into the shard.

use std::mem;
use std::sync::atomic::Ordering::Relaxed;

use super::{Failure, Live, Pending, Sessions};
use crate::error::Error;
use crate::guard::guard;
use crate::hosted::Hosted;
use crate::store::Row;

impl<H: Hosted> Sessions<H> {
    /// Takes a session out of memory; one at rest is restored, and a key that was never seen gets its first.
    pub(super) fn take(&mut self, key: &H::Key) -> Result<Live<H>, Failure> {
        if let Some(live) = self.live.remove(key) {
            self.meter.live.fetch_sub(1, Relaxed);
            return Ok(live);
        }
        let (row, is_of_this_run) = match self.take_frozen(key) {
            Some(row) => (Some(row), true),
            None => match &self.shard {
                Some(shard) => (shard.get(key)?.transpose().map_err(Failure::Key)?, false),
                None => (None, true),
            },
        };
        let Some(row) = row else {
            let session = guard(|| Ok(H::begin(key))).map_err(Failure::Key)?;
            return Ok(Live {
                session,
                as_of: 0,
                due: None,
                used: 0,
            });
        };
        self.meter.thawed.fetch_add(1, Relaxed);
        let session = guard(|| H::load(&row.session)).map_err(|error| {
            let error = format!("its snapshot cannot be restored: {error}");
            if is_of_this_run {
                return Failure::Key(error);
            }
            // Its bytes are as they were written: another version of the program wrote them, and all others too.
            let hint = "go on with the version of the program that wrote it";
            Failure::Store(Error::new(format!("key {key}: {error}; {hint}")))
        })?;
        Ok(Live {
            session,
            as_of: row.as_of,
            due: row.due,
            used: 0,
        })
    }

    /// The bytes of a session at rest. With a shard they stay until they are in it.
    fn take_frozen(&mut self, key: &H::Key) -> Option<Row> {
        if self.shard.is_some() {
            return self.frozen.get(key).cloned();
        }
        let row = self.frozen.remove(key)?;
        self.count_frozen(-1, &row);
        Some(row)
    }

    /// Puts a session into memory.
    pub(super) fn keep(&mut self, key: H::Key, session: H, as_of: u64, due: Option<u64>) {
        self.turn += 1;
        if self.resident.is_some() {
            self.uses.push_back((self.turn, key.clone()));
        }
        let live = Live {
            session,
            as_of,
            due,
            used: self.turn,
        };
        self.live.insert(key, live);
        self.meter.live.fetch_add(1, Relaxed);
    }

    /// Lets those rest that were used least recently, until no more are in memory than may be.
    pub(super) fn evict(&mut self) {
        let Some(resident) = self.resident else {
            return;
        };
        while self.live.len() > resident
            && let Some((turn, key)) = self.uses.pop_front()
        {
            if self.live.get(&key).is_none_or(|live| live.used != turn) {
                continue;
            }
            let is_in_shard = self.shard.is_some() && !self.changed.contains(&key);
            if !is_in_shard && let Err(error) = self.freeze(&key) {
                let epoch = self.live[&key].as_of;
                self.set_aside(epoch, &key, error);
            }
            self.live.remove(&key);
            self.meter.live.fetch_sub(1, Relaxed);
        }
        if self.uses.len() > 4 * self.live.len() + 1024 {
            let live = &self.live;
            self.uses
                .retain(|(turn, key)| live.get(key).is_some_and(|live| live.used == *turn));
        }
    }

    /// Makes the bytes of a session in memory.
    fn freeze(&mut self, key: &H::Key) -> Result<(), String> {
        let live = &self.live[key];
        if self
            .frozen
            .get(key)
            .is_some_and(|row| row.as_of == live.as_of)
        {
            return Ok(());
        }
        let session = guard(|| live.session.save());
        let session = session.map_err(|error| format!("it cannot be saved: {error}"))?;
        let row = Row {
            as_of: live.as_of,
            due: live.due,
            session: session.into(),
        };
        self.count_frozen(1, &row);
        if let Some(before) = self.frozen.insert(key.clone(), row) {
            self.count_frozen(-1, &before);
        }
        Ok(())
    }

    fn count_frozen(&self, sign: i64, row: &Row) {
        self.meter.frozen.fetch_add(sign, Relaxed);
        let bytes = sign * i64::try_from(row.session.len()).unwrap_or(i64::MAX);
        self.meter.frozen_bytes.fetch_add(bytes, Relaxed);
    }

    /// A snapshot of what has changed since the last one. All epochs up to `epoch` have been processed.
    pub(crate) fn snapshot(&mut self, epoch: u64) -> Pending<H::Key> {
        let mut rows = Vec::new();
        let mut changed: Vec<_> = mem::take(&mut self.changed).into_iter().collect();
        changed.sort();
        for key in changed {
            if self.live.contains_key(&key)
                && let Err(error) = self.freeze(&key)
            {
                let as_of = self.live[&key].as_of;
                self.set_aside(as_of, &key, error);
                continue;
            }
            if let Some(row) = self.frozen.get(&key) {
                rows.push((key, row.clone()));
            }
        }
        let newly_aside = mem::take(&mut self.newly_aside);
        let asides = newly_aside.into_iter().map(|key| {
            let aside = self.asides[&key].clone();
            (key, aside)
        });
        Pending {
            epoch,
            rows,
            asides: asides.collect(),
        }
    }

    /// Writes a snapshot into the shard.
    pub(crate) fn commit(&mut self, pending: &Pending<H::Key>) -> Result<(), Error> {
        let Some(shard) = &self.shard else {
            return Ok(());
        };
        let Pending {
            epoch,
            rows,
            asides,
        } = pending;
        let output = self.written.borrow();
        shard.commit(*epoch, H::version(), rows, asides, output.as_ref())?;
        drop(output);
        for (key, row) in &pending.rows {
            let is_in_shard = |frozen: &Row| frozen.as_of == row.as_of;
            if self.frozen.get(key).is_some_and(is_in_shard)
                && let Some(row) = self.frozen.remove(key)
            {
                self.count_frozen(-1, &row);
            }
        }
        Ok(())
    }
}
