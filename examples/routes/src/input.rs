//! Lines of files and of standard input, each of a bounded length and of UTF-8.

use std::error::Error;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use routes::Mistake;
use streams::typed::Line;

/// How many bytes a line may have.
const LONGEST: usize = 4096;

/// The lines of an input.
pub(crate) struct Lines<R> {
    input: R,
    /// How many have been read.
    number: usize,
    /// The rest of the last one is still to be passed over, which takes no memory.
    has_rest: bool,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn of(input: R) -> Self {
        Lines {
            input,
            number: 0,
            has_rest: false,
        }
    }

    /// The text of the next line, without its end, or what is wrong with it; none at the end of the input.
    ///
    /// # Errors
    ///
    /// Fails where the input cannot be read.
    pub(crate) fn next(&mut self) -> io::Result<Option<Result<String, Mistake>>> {
        if self.has_rest {
            self.input.skip_until(b'\n')?;
        }
        let Some(line) = Line::read(&mut self.input, LONGEST)? else {
            return Ok(None);
        };
        self.number += 1;
        self.has_rest = line.has_rest();
        let text = if line.is_long {
            Err(format!("expected at most {LONGEST} bytes, found more"))
        } else {
            String::from_utf8(line.bytes).map_err(|error| {
                let byte = error.utf8_error().valid_up_to() + 1;
                format!("expected text in UTF-8, which byte {byte} is not")
            })
        };
        let line = Some(self.number);
        Ok(Some(text.map_err(|text| Mistake { line, text })))
    }
}

/// Reads a file.
///
/// # Errors
///
/// Fails where it cannot be read, and with what is wrong with it, by its name and the number of the line.
pub(crate) fn read<T>(
    path: &Path,
    parse: impl FnOnce(&str) -> Result<T, Mistake>,
) -> Result<T, Box<dyn Error>> {
    let shown = path.display();
    let named = |error: io::Error| format!("{shown}: {error}");
    let mut lines = Lines::of(BufReader::new(File::open(path).map_err(named)?));
    let mut text = String::new();
    while let Some(line) = lines.next().map_err(named)? {
        text += &line.map_err(|mistake| format!("{shown}, {mistake}"))?;
        text.push('\n');
    }
    Ok(parse(&text).map_err(|mistake| format!("{shown}, {mistake}"))?)
}
