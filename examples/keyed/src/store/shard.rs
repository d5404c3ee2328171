//! A shard: the sessions of a worker as they were at its last snapshot, and the keys that are set aside.

use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use redb::{
    Database, ReadableDatabase as _, ReadableTable as _, TableDefinition, WriteTransaction,
};
use serde::{Deserialize, Serialize};

use super::{begin_write, failed, open, quietly};
use crate::error::Error;
use crate::hosted::Key;
use crate::sink::Identity;

/// Sessions by key: a checksum, the epoch, the next epoch, the snapshot.
const ROWS: TableDefinition<'_, &[u8], &[u8]> = TableDefinition::new("rows");
/// The keys that are set aside, as JSON.
const ASIDE: TableDefinition<'_, &[u8], &str> = TableDefinition::new("aside");
/// The epoch up to which all is in the shard.
const DURABLE: TableDefinition<'_, (), u64> = TableDefinition::new("durable");
/// The version of the rules that has been at work in all sessions.
const VERSION: TableDefinition<'_, (), u64> = TableDefinition::new("version");

/// The last output that the sink had for good when the shard was written; in the shard of the first worker.
const OUTPUT: TableDefinition<'_, (), &[u8]> = TableDefinition::new("output");

/// What comes before a snapshot in a row.
const HEAD: usize = 4 + 8 + 8;

/// A session at rest.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    /// The last epoch that it has taken part in.
    pub(crate) as_of: u64,
    /// The epoch at whose end time alone changes something.
    pub(crate) due: Option<u64>,
    /// Its snapshot.
    pub(crate) session: Arc<[u8]>,
}

/// That a key is set aside.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Aside {
    /// Since when.
    pub(crate) epoch: u64,
    /// Why.
    pub(crate) error: String,
}

impl Row {
    fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![0; 4];
        bytes.reserve(HEAD + self.session.len());
        bytes.extend(self.as_of.to_le_bytes());
        bytes.extend(self.due.unwrap_or(u64::MAX).to_le_bytes());
        bytes.extend(&*self.session);
        let sum = crc32fast::hash(&bytes[4..]);
        bytes[..4].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// None where the bytes are not those that were written.
    fn decode(bytes: &[u8]) -> Option<Self> {
        let (sum, rest) = bytes.split_first_chunk::<4>()?;
        if crc32fast::hash(rest) != u32::from_le_bytes(*sum) {
            return None;
        }
        let (as_of, rest) = rest.split_first_chunk::<8>()?;
        let (due, session) = rest.split_first_chunk::<8>()?;
        let due = u64::from_le_bytes(*due);
        Some(Row {
            as_of: u64::from_le_bytes(*as_of),
            due: (due != u64::MAX).then_some(due),
            session: session.into(),
        })
    }
}

/// The epoch at which time alone changes a session, and its last one; or that it is damaged.
type Due = Result<(Option<u64>, u64), String>;

/// A shard.
pub(crate) struct Shard<K> {
    database: Database,
    path: PathBuf,
    keys: PhantomData<K>,
}

impl<K: Key> Shard<K> {
    pub(crate) fn open(path: &Path, run: u64) -> Result<Self, Error> {
        let shard = Shard {
            database: open(path, run)?,
            path: path.to_owned(),
            keys: PhantomData,
        };
        // The tables are there from the beginning, so that reading finds them.
        shard.write(|transaction| {
            transaction.open_table(ROWS)?;
            transaction.open_table(ASIDE)?;
            transaction.open_table(DURABLE)?;
            transaction.open_table(VERSION)?;
            transaction.open_table(OUTPUT)?;
            Ok(())
        })?;
        Ok(shard)
    }

    fn write(
        &self,
        work: impl FnOnce(&WriteTransaction) -> Result<(), redb::Error>,
    ) -> Result<(), Error> {
        let done = quietly(|| {
            let transaction = begin_write(&self.database)?;
            work(&transaction)?;
            Ok(transaction.commit()?)
        });
        done.map_err(failed(&self.path))
    }

    /// The epoch up to which all is in it.
    pub(crate) fn durable(&self) -> Result<u64, Error> {
        let read = quietly(|| {
            let table = self.database.begin_read()?.open_table(DURABLE)?;
            Ok(table.get(())?.map_or(0, |epoch| epoch.value()))
        });
        read.map_err(failed(&self.path))
    }

    /// The version of the rules that has been at work in all its sessions; none where there may be several.
    pub(crate) fn version(&self) -> Result<Option<u64>, Error> {
        let read = quietly(|| {
            let table = self.database.begin_read()?.open_table(VERSION)?;
            Ok(table.get(())?.map(|version| version.value()))
        });
        read.map_err(failed(&self.path))
    }

    /// The last output that the sink had for good; none where nothing is known of it.
    pub(crate) fn output(&self) -> Result<Option<Identity<K>>, Error> {
        let read = quietly(|| {
            let table = self.database.begin_read()?.open_table(OUTPUT)?;
            Ok(table.get(())?.map(|output| output.value().to_vec()))
        });
        let output = read.map_err(failed(&self.path))?;
        let output = output.map(|output| postcard::from_bytes(&output));
        output.transpose().map_err(|error| {
            let message = format!("the last output is not one that is expected: {error}");
            Error::at(self.path.display(), message)
        })
    }

    /// Writes what has changed up to an epoch, by a version of the rules, and the last output if there is a new one.
    pub(crate) fn commit(
        &self,
        durable: u64,
        version: u64,
        rows: &[(K, Row)],
        asides: &[(K, Aside)],
        output: Option<&Identity<K>>,
    ) -> Result<(), Error> {
        self.write(|transaction| {
            let mut table = transaction.open_table(ROWS)?;
            for (key, row) in rows {
                table.insert(&*bytes_of(key), &*row.encode())?;
            }
            let mut table = transaction.open_table(ASIDE)?;
            for (key, aside) in asides {
                let aside = serde_json::to_string(aside).expect("a number and a text are JSON");
                table.insert(&*bytes_of(key), &*aside)?;
            }
            transaction.open_table(DURABLE)?.insert((), durable)?;
            transaction.open_table(VERSION)?.insert((), version)?;
            if let Some(output) = output {
                let mut table = transaction.open_table(OUTPUT)?;
                table.insert((), &*bytes_of(output))?;
            }
            Ok(())
        })
    }

    /// The session of a key. The inner error says that it is damaged.
    pub(crate) fn get(&self, key: &K) -> Result<Option<Result<Row, String>>, Error> {
        let read = quietly(|| {
            let table = self.database.begin_read()?.open_table(ROWS)?;
            let row = table.get(&*bytes_of(key))?;
            Ok(row.map(|row| Row::decode(row.value()).ok_or_else(damaged)))
        });
        read.map_err(failed(&self.path))
    }

    /// The keys with the epochs at which time alone changes something, and those that they have taken part in last; and the
    /// damaged ones.
    pub(crate) fn due(&self) -> Result<Vec<(K, Due)>, Error> {
        let mut all = Vec::new();
        self.each_row(|key, bytes| {
            let row = Row::decode(bytes).ok_or_else(damaged);
            all.push((key, row.map(|row| (row.due, row.as_of))));
            Ok(())
        })?;
        Ok(all)
    }

    /// The keys that are set aside.
    pub(crate) fn asides(&self) -> Result<Vec<(K, Aside)>, Error> {
        let mut all = Vec::new();
        self.each_aside(|key, aside| {
            let aside = serde_json::from_str(aside);
            all.push((
                key,
                aside.map_err(|error| Error::at(self.path.display(), error))?,
            ));
            Ok(())
        })?;
        Ok(all)
    }

    fn each_row(&self, mut work: impl FnMut(K, &[u8]) -> Result<(), Error>) -> Result<(), Error> {
        let mut all = || {
            let rows = quietly(|| Ok(self.database.begin_read()?.open_table(ROWS)?));
            let rows = rows.map_err(failed(&self.path))?;
            for row in rows.iter().map_err(failed(&self.path))? {
                let (key, row) = row.map_err(failed(&self.path))?;
                work(self.key(key.value())?, row.value())?;
            }
            Ok(())
        };
        // A damaged file may let the database panic in the midst of it.
        crate::guard::guard(|| Ok(all()))
            .unwrap_or_else(|panic| Err(failed(&self.path)(redb::Error::Corrupted(panic))))
    }

    fn each_aside(&self, mut work: impl FnMut(K, &str) -> Result<(), Error>) -> Result<(), Error> {
        let rows = quietly(|| Ok(self.database.begin_read()?.open_table(ASIDE)?));
        let rows = rows.map_err(failed(&self.path))?;
        for row in rows.iter().map_err(failed(&self.path))? {
            let (key, row) = row.map_err(failed(&self.path))?;
            work(self.key(key.value())?, row.value())?;
        }
        Ok(())
    }

    fn key(&self, bytes: &[u8]) -> Result<K, Error> {
        postcard::from_bytes(bytes).map_err(|error| {
            Error::at(
                self.path.display(),
                format!("a key is not of the type that is expected: {error}"),
            )
        })
    }
}

/// Deals the sessions of some shards out to others. Rows go as they are, damaged ones too.
pub(super) fn deal<K: Key>(
    from: &[Shard<K>],
    to: &[Shard<K>],
    durable: u64,
    owner: impl Fn(&K) -> usize,
) -> Result<(), Error> {
    let begin =
        |shard: &Shard<K>| quietly(|| begin_write(&shard.database)).map_err(failed(&shard.path));
    let versions = from
        .iter()
        .map(Shard::version)
        .collect::<Result<Vec<_>, _>>()?;
    let is_one = versions.windows(2).all(|pair| pair[0] == pair[1]);
    let version = versions.first().copied().flatten().filter(|_| is_one);
    let output = from.first().map(Shard::output).transpose()?.flatten();
    let transactions = to.iter().map(begin).collect::<Result<Vec<_>, _>>()?;
    {
        let mut tables = Vec::new();
        for (number, (shard, transaction)) in to.iter().zip(&transactions).enumerate() {
            let open = quietly(|| {
                if let Some(output) = &output
                    && number == 0
                {
                    let mut table = transaction.open_table(OUTPUT)?;
                    table.insert((), &*bytes_of(output))?;
                }
                transaction.open_table(DURABLE)?.insert((), durable)?;
                if let Some(version) = version {
                    transaction.open_table(VERSION)?.insert((), version)?;
                }
                Ok((
                    transaction.open_table(ROWS)?,
                    transaction.open_table(ASIDE)?,
                ))
            });
            tables.push(open.map_err(failed(&shard.path))?);
        }
        for shard in from {
            shard.each_row(|key, row| {
                let owner = owner(&key);
                let done = tables[owner].0.insert(&*bytes_of(&key), row);
                done.map(|_| ()).map_err(failed(&to[owner].path))
            })?;
            shard.each_aside(|key, aside| {
                let owner = owner(&key);
                let done = tables[owner].1.insert(&*bytes_of(&key), aside);
                done.map(|_| ()).map_err(failed(&to[owner].path))
            })?;
        }
    }
    for (shard, transaction) in to.iter().zip(transactions) {
        quietly(|| Ok(transaction.commit()?)).map_err(failed(&shard.path))?;
    }
    Ok(())
}

fn bytes_of<T: Serialize>(plain: &T) -> Vec<u8> {
    postcard::to_stdvec(plain).expect("a key is plain data")
}

fn damaged() -> String {
    "its snapshot is damaged: the checksum differs".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_with_any_bit_flipped_is_no_row() {
        let row = Row {
            as_of: 7,
            due: Some(9),
            session: Arc::from(&b"session"[..]),
        };
        let bytes = row.encode();
        assert_eq!(Row::decode(&bytes), Some(row));
        for bit in 0..bytes.len() * 8 {
            let mut bytes = bytes.clone();
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(Row::decode(&bytes), None, "bit {bit}");
        }
        assert!((0..bytes.len()).all(|length| Row::decode(&bytes[..length]).is_none()));
    }
}
