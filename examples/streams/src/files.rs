//! Files that are there whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use crate::errors::named;

/// The path of a file in the same folder, with so much more at the end of its name.
#[must_use]
pub fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut path = path.as_os_str().to_owned();
    path.push(ending);
    path.into()
}

/// Puts a file in the place of another, or where there is none: it is written [beside] it, as `….new`, and gets
/// its name when the disk has it whole. One process at a time may do that to a file.
///
/// # Errors
///
/// Fails, with the path of the file, where that cannot be done; what was there before still is, unless it is the folder
/// that cannot be written to the disk.
///
/// ```
/// use std::fs;
/// use std::io::{Error, Write};
///
/// use streams::files::replace;
///
/// let path = std::env::temp_dir().join(format!("replaced-{}", std::process::id()));
/// replace(&path, |file| file.write_all(b"one"))?;
/// replace(&path, |file| {
///     file.write_all(b"half of tw")?;
///     Err(Error::other("the power is gone"))
/// })
/// .unwrap_err();
/// assert_eq!(fs::read(&path)?, b"one");
/// # fs::remove_file(path)?;
/// # Ok::<(), Error>(())
/// ```
pub fn replace(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let fresh = beside(path, ".new");
    let written = || {
        let mut file = BufWriter::new(File::create(&fresh)?);
        write(&mut file)?;
        file.into_inner()?.sync_all()?;
        fs::rename(&fresh, path)?;
        let folder = path.parent().filter(|folder| *folder != Path::new(""));
        sync(folder.unwrap_or(Path::new(".")))
    };
    written().map_err(|error| {
        // A disk that is full is not to stay so because of this.
        _ = fs::remove_file(&fresh);
        named(path.display())(error)
    })
}

/// Has the disk keep what a folder has, where folders can be opened for that.
fn sync(folder: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(folder)?.sync_all()
    } else {
        Ok(())
    }
}
