//! Where the stream comes from and where alerts go: what the options `--input` and `--output` name.

use std::io;
use std::path::Path;

use keyed::sink::{self, Sink};
use keyed::source::{self, Source};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Opens a stream: a file, standard input, or an address where a sender is waited for.
pub(crate) fn open_source(path: &Path) -> io::Result<Box<dyn Source>> {
    if path == Path::new("-") {
        return Ok(Box::new(source::Lines::of_stdin()));
    }
    if let Some(address) = tcp(path) {
        return Ok(Box::new(source::Socket::listen(address)?));
    }
    Ok(Box::new(source::Lines::of_file(path)?))
}

/// An output that is an input too would be emptied before it is read.
pub(crate) fn check_apart(input: &Path, output: &Path) -> Result<(), String> {
    let is_file = output.metadata().is_ok_and(|data| data.is_file());
    if !is_file || output == Path::new("-") {
        return Ok(());
    }
    let is_same = if input == Path::new("-") {
        let stdin = same_file::Handle::stdin();
        stdin.is_ok_and(|stdin| same_file::Handle::from_path(output).is_ok_and(|to| to == stdin))
    } else {
        same_file::is_same_file(input, output).unwrap_or(false)
    };
    if is_same {
        let (input, output) = (input.display(), output.display());
        return Err(format!(
            "the input `{input}` and the output `{output}` are one file: give another output"
        ));
    }
    Ok(())
}

/// The address in `tcp://ADDRESS`.
fn tcp(path: &Path) -> Option<&str> {
    path.to_str()?.strip_prefix("tcp://")
}

/// Opens the place for alerts: a file, standard output, or a receiver.
pub(crate) fn open_sink<K: keyed::Key, O>(
    path: &Path,
    goes_on: bool,
) -> io::Result<Box<dyn Sink<K, O>>>
where
    O: Serialize + DeserializeOwned,
{
    if path == Path::new("-") {
        return Ok(Box::new(sink::Lines::on_stdout()));
    }
    if let Some(address) = tcp(path) {
        return Ok(Box::new(sink::Socket::<K>::connect(address)?));
    }
    Ok(Box::new(sink::Lines::in_file(path, goes_on)?))
}
