//! Where the bytes of the store are: in a file, or wherever a test has them.

use std::fs;
use std::io;
use std::path::PathBuf;

use redb::{Builder, Database, DatabaseError, Error, StorageBackend};

/// Writes the games to a new database.
pub type Fill<'f> = dyn Fn(Database) -> Result<(), Error> + 'f;

/// Where the bytes of a file are, for tests that let writing fail.
pub trait Backend: Send {
    /// Opens them, again after each failure. With `check`, all of them are looked at.
    ///
    /// # Errors
    ///
    /// Fails if they cannot be opened.
    fn open(&self, check: bool) -> Result<Database, DatabaseError>;

    /// All of them.
    ///
    /// # Errors
    ///
    /// Fails if they cannot be read.
    fn read(&self) -> io::Result<Vec<u8>>;

    /// Puts others in their place, and says where the old ones are kept.
    ///
    /// # Errors
    ///
    /// Fails if that cannot be done; then they are as they were.
    fn replace(&self, fill: &Fill<'_>) -> Result<String, Error>;
}

fn builder(check: bool) -> Builder {
    let mut builder = Database::builder();
    builder.set_check_integrity_on_open(check);
    builder
}

impl<B: StorageBackend, F: Fn() -> B + Send> Backend for F {
    fn open(&self, check: bool) -> Result<Database, DatabaseError> {
        builder(check).create_with_backend(self())
    }

    fn read(&self) -> io::Result<Vec<u8>> {
        let backend = self();
        let mut bytes = vec![0; backend.len()? as usize];
        backend.read(0, &mut bytes)?;
        Ok(bytes)
    }

    fn replace(&self, fill: &Fill<'_>) -> Result<String, Error> {
        let backend = self();
        backend.set_len(0)?;
        fill(builder(false).create_with_backend(backend)?)?;
        Ok("nothing".to_owned())
    }
}

/// A file in the file system.
pub(super) struct File(pub(super) PathBuf);

impl Backend for File {
    fn open(&self, check: bool) -> Result<Database, DatabaseError> {
        builder(check).create(&self.0)
    }

    fn read(&self) -> io::Result<Vec<u8>> {
        fs::read(&self.0)
    }

    fn replace(&self, fill: &Fill<'_>) -> Result<String, Error> {
        let fresh = self.0.with_extension("redb.new");
        _ = fs::remove_file(&fresh);
        fill(builder(false).create(&fresh)?)?;
        let names = (1..).map(|number| self.0.with_extension(format!("redb.damaged-{number}")));
        let mut free = names.filter(|name| !name.exists());
        let kept = free.next().expect("there is always another number");
        fs::copy(&self.0, &kept)?;
        fs::File::open(&kept)?.sync_all()?;
        // Now the old file is there twice; the new one takes its place in one step.
        fs::rename(&fresh, &self.0)?;
        Ok(kept.display().to_string())
    }
}
