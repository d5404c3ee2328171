//! How many shards there are. A run with another number of workers deals the sessions out anew.

use std::path::{Path, PathBuf};
use std::{fs, io};

use serde::{Deserialize, Serialize};
use streams::files;

use super::file;
use super::shard::{Shard, deal};
use crate::error::Error;
use crate::hosted::Key;
use crate::route::route;

/// The format of the directory.
const FORMAT: u32 = 1;
/// The file that says which shards count.
const NAME: &str = "layout.json";

/// Which shards count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Layout {
    format: u32,
    /// A number that tells this directory from others; each of its files has it. 0 in those that were made before there was one.
    #[serde(default)]
    pub(crate) run: u64,
    generation: u64,
    pub(crate) workers: usize,
    /// All epochs up to this one are durable in each shard when the run begins.
    pub(crate) resume: u64,
}

impl Layout {
    /// What the directory says; none if it says nothing.
    pub(crate) fn read(directory: &Path) -> Result<Option<Self>, Error> {
        let path = directory.join(NAME);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(Error::at(path.display(), error)),
        };
        let layout: Self = serde_json::from_slice(&bytes).map_err(|error| {
            Error::at(
                path.display(),
                format!("the file is damaged ({error}): restore the directory from a backup"),
            )
        })?;
        if layout.format != FORMAT {
            let found = layout.format;
            return Err(Error::at(
                path.display(),
                format!("the directory is in format {found}, expected format {FORMAT}"),
            ));
        }
        Ok(Some(layout))
    }

    fn write(&self, directory: &Path) -> Result<(), Error> {
        let path = directory.join(NAME);
        files::replace(&path, |file| Ok(serde_json::to_writer(file, self)?)).map_err(Error::new)
    }

    /// Where the sessions of a worker are.
    pub(crate) fn shard(&self, directory: &Path, worker: usize) -> PathBuf {
        file(
            directory,
            format_args!("shard-{}-{worker}.redb", self.generation),
        )
    }

    /// Whose a key is.
    pub(crate) fn owner<K: Key>(&self, key: &K) -> usize {
        (route(key) % self.workers as u64) as usize
    }
}

/// Makes the directory ready for so many workers, and says from which epoch to go on. Nobody else may be at work in it.
pub(crate) fn prepare<K: Key>(directory: &Path, workers: usize) -> Result<Layout, Error> {
    let found = Layout::read(directory)?;
    let Some(mut before) = found else {
        let layout = Layout {
            format: FORMAT,
            run: fastrand::u64(1..),
            generation: 1,
            workers,
            resume: 0,
        };
        sweep(directory, layout)?;
        layout.write(directory)?;
        return Ok(layout);
    };
    if before.run == 0 {
        before.run = fastrand::u64(1..);
        before.write(directory)?;
    }
    let open =
        |layout: &Layout, worker| Shard::<K>::open(&layout.shard(directory, worker), layout.run);
    let from = (0..before.workers).map(|worker| open(&before, worker));
    let from = from.collect::<Result<Vec<_>, _>>()?;
    let durable = from.iter().map(Shard::durable);
    let durable = durable.collect::<Result<Vec<_>, _>>()?;
    let resume = durable.into_iter().min().unwrap_or_default();
    let mut layout = Layout { resume, ..before };
    if workers != before.workers {
        layout.workers = workers;
        layout.generation += 1;
        // What a run that was killed in the midst of this has left behind.
        sweep(directory, before)?;
        let to = (0..workers).map(|worker| open(&layout, worker));
        let to = to.collect::<Result<Vec<_>, _>>()?;
        deal(&from, &to, resume, |key| layout.owner(key))?;
    }
    drop(from);
    layout.write(directory)?;
    sweep(directory, layout)?;
    Ok(layout)
}

/// Removes the shards that do not count.
fn sweep(directory: &Path, layout: Layout) -> Result<(), Error> {
    let named = |error| Error::at(directory.display(), error);
    let counts = format!("shard-{}-", layout.generation);
    for entry in fs::read_dir(directory).map_err(named)? {
        let name = entry.map_err(named)?.file_name();
        let name = name.to_string_lossy();
        if name.starts_with("shard-") && !name.starts_with(&counts) {
            fs::remove_file(directory.join(&*name)).map_err(named)?;
        }
    }
    Ok(())
}
