//! The log of a source: the records that it has given since the resume epoch, in chunks, each with a checksum.

use std::path::{Path, PathBuf};

use redb::{Database, ReadableDatabase as _, ReadableTable as _, TableDefinition};

use super::{begin_write, failed, file, open, quietly};
use crate::error::Error;

/// Chunks by the place of their first record: a checksum, the last epoch, the records.
const CHUNKS: TableDefinition<'_, u64, &[u8]> = TableDefinition::new("chunks");
/// How many records the source has given, and the last epoch.
const GIVEN: TableDefinition<'_, (), (u64, u64)> = TableDefinition::new("given");
/// The source's mark behind the last of them.
const MARK: TableDefinition<'_, (), u64> = TableDefinition::new("mark");

/// What a source has given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Given {
    /// How many records.
    pub(crate) records: u64,
    /// The epoch of the last one.
    pub(crate) epoch: u64,
    /// The source's own mark behind the last one.
    pub(crate) mark: Option<u64>,
}

/// A record that was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Logged {
    pub(crate) epoch: u64,
    pub(crate) place: u64,
    pub(crate) record: Vec<u8>,
}

/// A log.
pub(crate) struct Log {
    database: Database,
    path: PathBuf,
    /// What is kept no more.
    pruned: u64,
}

impl Log {
    pub(crate) fn open(directory: &Path, run: u64, source: u32) -> Result<Self, Error> {
        let path = file(directory, format_args!("source-{source}.redb"));
        let database = open(&path, run)?;
        let tables = quietly(|| {
            let transaction = begin_write(&database)?;
            transaction.open_table(CHUNKS)?;
            transaction.open_table(GIVEN)?;
            transaction.open_table(MARK)?;
            Ok(transaction.commit()?)
        });
        tables.map_err(failed(&path))?;
        Ok(Log {
            database,
            path,
            pruned: 0,
        })
    }

    /// What the source has given.
    pub(crate) fn given(&self) -> Result<Given, Error> {
        let read = quietly(|| {
            let transaction = self.database.begin_read()?;
            let given = transaction.open_table(GIVEN)?.get(())?;
            let (records, epoch) = given.map_or((0, 0), |given| given.value());
            let mark = transaction.open_table(MARK)?.get(())?;
            Ok(Given {
                records,
                epoch,
                mark: mark.map(|mark| mark.value()),
            })
        });
        read.map_err(failed(&self.path))
    }

    /// Adds records, after which the source has given so much in all. They are durable when this returns. Records of
    /// epochs up to `resume` are not needed any more.
    pub(crate) fn append(
        &mut self,
        records: &[Logged],
        given: Given,
        resume: u64,
    ) -> Result<(), Error> {
        let prunes = resume > self.pruned;
        let done = quietly(|| {
            let transaction = begin_write(&self.database)?;
            let mut table = transaction.open_table(CHUNKS)?;
            if let Some(first) = records.first() {
                table.insert(first.place, &*encode(records))?;
            }
            if prunes {
                // Epochs go up with places: the first chunk that is still needed ends it.
                let mut needless = Vec::new();
                for chunk in table.iter()? {
                    let (place, chunk) = chunk?;
                    if last_epoch(chunk.value()).is_none_or(|epoch| epoch > resume) {
                        break;
                    }
                    needless.push(place.value());
                }
                for place in needless {
                    table.remove(place)?;
                }
            }
            drop(table);
            let counts = (given.records, given.epoch);
            transaction.open_table(GIVEN)?.insert((), counts)?;
            let mut table = transaction.open_table(MARK)?;
            match given.mark {
                Some(mark) => _ = table.insert((), mark)?,
                None => _ = table.remove(())?,
            }
            drop(table);
            Ok(transaction.commit()?)
        });
        done.map_err(failed(&self.path))?;
        self.pruned = resume;
        Ok(())
    }

    /// The records of epochs after this one.
    pub(crate) fn replay(
        &self,
        after: u64,
        mut take: impl FnMut(Logged) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let table = quietly(|| Ok(self.database.begin_read()?.open_table(CHUNKS)?));
        let table = table.map_err(failed(&self.path))?;
        for chunk in table.iter().map_err(failed(&self.path))? {
            let (place, chunk) = chunk.map_err(failed(&self.path))?;
            let records = decode(chunk.value()).ok_or_else(|| {
                let place = place.value();
                Error::at(
                    self.path.display(),
                    format!("the log is damaged from record {place} on: restore the directory from a backup"),
                )
            })?;
            for record in records {
                if record.epoch > after {
                    take(record)?;
                }
            }
        }
        Ok(())
    }

    /// How many chunks there are.
    #[cfg(test)]
    fn len(&self) -> u64 {
        use redb::ReadableTableMetadata as _;
        let table = self.database.begin_read().unwrap().open_table(CHUNKS);
        table.unwrap().len().unwrap()
    }
}

fn encode(records: &[Logged]) -> Vec<u8> {
    let last = records.last().map_or(0, |record| record.epoch);
    let mut bytes = vec![0; 4];
    bytes.extend(last.to_le_bytes());
    for Logged {
        epoch,
        place,
        record,
    } in records
    {
        bytes.extend(epoch.to_le_bytes());
        bytes.extend(place.to_le_bytes());
        bytes.extend((record.len() as u32).to_le_bytes());
        bytes.extend(record);
    }
    let sum = crc32fast::hash(&bytes[4..]);
    bytes[..4].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// None where the bytes are not those that were written.
fn decode(bytes: &[u8]) -> Option<Vec<Logged>> {
    let (sum, rest) = bytes.split_first_chunk::<4>()?;
    if crc32fast::hash(rest) != u32::from_le_bytes(*sum) {
        return None;
    }
    let (_, mut rest) = rest.split_first_chunk::<8>()?;
    let mut records = Vec::new();
    while !rest.is_empty() {
        let (epoch, after) = rest.split_first_chunk::<8>()?;
        let (place, after) = after.split_first_chunk::<8>()?;
        let (length, after) = after.split_first_chunk::<4>()?;
        let (record, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        records.push(Logged {
            epoch: u64::from_le_bytes(*epoch),
            place: u64::from_le_bytes(*place),
            record: record.to_vec(),
        });
        rest = after;
    }
    Some(records)
}

fn last_epoch(bytes: &[u8]) -> Option<u64> {
    let epoch = bytes.get(4..12)?.first_chunk::<8>()?;
    Some(u64::from_le_bytes(*epoch))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(places: std::ops::Range<u64>) -> Vec<Logged> {
        let record = |place| Logged {
            epoch: place / 2,
            place,
            record: format!("record {place}").into_bytes(),
        };
        places.map(record).collect()
    }

    #[test]
    fn a_chunk_with_any_bit_flipped_is_no_chunk() {
        let bytes = encode(&records(0..3));
        assert_eq!(decode(&bytes), Some(records(0..3)));
        for bit in 0..bytes.len() * 8 {
            let mut bytes = bytes.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(decode(&bytes), None, "bit {bit}");
        }
        assert!((0..bytes.len()).all(|length| decode(&bytes[..length]).is_none()));
    }

    #[test]
    fn a_log_gives_what_came_after_an_epoch_and_forgets_what_is_not_needed() {
        let directory = tempfile::tempdir().unwrap();
        let mut log = Log::open(directory.path(), 1, 3).unwrap();
        let given = |records, epoch| Given {
            records,
            epoch,
            mark: Some(records + 100),
        };
        log.append(&records(0..4), given(4, 1), 0).unwrap();
        log.append(&records(4..10), given(11, 4), 0).unwrap();
        drop(log);
        let mut log = Log::open(directory.path(), 1, 3).unwrap();
        assert_eq!(log.given().unwrap(), given(11, 4));
        let replayed = |log: &Log, after| {
            let mut all = Vec::new();
            let take = |record| {
                all.push(record);
                Ok(())
            };
            log.replay(after, take).unwrap();
            all
        };
        assert_eq!(replayed(&log, 0), records(2..10));
        assert_eq!(replayed(&log, 2), records(6..10));
        log.append(&[], given(11, 4), 1).unwrap();
        assert_eq!((log.len(), replayed(&log, 1)), (1, records(4..10)));
    }
}
