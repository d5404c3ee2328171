//! What a directory says of one key, while nobody is at work in it.

use std::path::Path;

use super::layout::Layout;
use super::lock::Lock;
use super::shard::Shard;
use crate::error::Error;
use crate::guard::guard;
use crate::hosted::Hosted;

/// What is known of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inspected {
    /// The last epoch that its snapshot has taken part in.
    pub epoch: Option<u64>,
    /// The epoch at whose end time alone changes something.
    pub due: Option<u64>,
    /// How long the snapshot is, in bytes.
    pub bytes: usize,
    /// What the session says of itself, or why it cannot be restored.
    pub session: Result<Vec<String>, String>,
    /// Since when, and why, it is set aside.
    pub set_aside: Option<(u64, String)>,
}

/// Looks for a key.
///
/// # Errors
///
/// Fails where the directory cannot be read, or is in use.
pub fn inspect<H: Hosted>(directory: &Path, key: &H::Key) -> Result<Option<Inspected>, Error> {
    let Some(layout) = Layout::read(directory)? else {
        let why =
            "there is nothing of a run in this directory: expected what `run --data` has written";
        return Err(Error::at(directory.display(), why));
    };
    let _lock = Lock::take_first(directory)?;
    let shard = Shard::<H::Key>::open(&layout.shard(directory, layout.owner(key)), layout.run)?;
    let mut asides = shard.asides()?.into_iter();
    let aside = asides.find(|(aside, _)| aside == key);
    let set_aside = aside.map(|(_, aside)| (aside.epoch, aside.error));
    let row = match shard.get(key)? {
        None if set_aside.is_none() => return Ok(None),
        None => Err("it has no snapshot".to_owned()),
        Some(row) => row,
    };
    let none = |why| Inspected {
        epoch: None,
        due: None,
        bytes: 0,
        session: Err(why),
        set_aside: set_aside.clone(),
    };
    Ok(Some(match row {
        Err(why) => none(why),
        Ok(row) => Inspected {
            epoch: Some(row.as_of),
            due: row.due,
            bytes: row.session.len(),
            session: guard(|| H::load(&row.session).map(|session| session.describe())),
            set_aside,
        },
    }))
}
