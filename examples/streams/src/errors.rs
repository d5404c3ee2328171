//! Errors of streams and files.

use std::error::Error;
use std::fmt::Display;
use std::io::{self, ErrorKind};

/// Puts what an error is about before it; its kind stays.
///
/// ```
/// use std::fs::File;
///
/// use streams::errors::named;
///
/// let error = File::open("no/such/file").map_err(named("no/such/file")).unwrap_err();
/// assert!(error.to_string().starts_with("no/such/file: "));
/// ```
pub fn named(what: impl Display) -> impl FnOnce(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{what}: {error}"))
}

/// Whether nobody reads any more what is printed: as `head` does, which stops when it has enough.
///
/// ```
/// use std::io::{Error, ErrorKind};
///
/// use streams::errors::{is_broken_pipe, named};
///
/// let error = named("standard output")(ErrorKind::BrokenPipe.into());
/// assert!(is_broken_pipe(&error) && !is_broken_pipe(&Error::other("full")));
/// ```
#[must_use]
pub fn is_broken_pipe(error: &(dyn Error + 'static)) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}
