//! The table that leads from a generated file to the `.rules` text: which bytes of the one were written
//! as which bytes of the other.
//!
//! It stands beside the generated file as text, one run a line, so that `rules check` can tell rustc's
//! messages on the user's own lines.

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::source::Files;

/// The first line of a table: what it is, and the version of its form.
const HEAD: &str = "rules table 2";

/// What of a generated file was written by the user, and where.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Table {
    /// What names the ruleset where no `ruleset` item does.
    ruleset: Option<String>,
    files: Vec<PathBuf>,
    /// In the order of the generated file; no two overlap.
    pub(super) runs: Vec<Run>,
}

/// Bytes of the generated file, and those of a `.rules` file that they stand for: byte for byte where
/// they are as many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) generated: Range<usize>,
    /// The number of the file.
    pub(super) file: usize,
    pub(super) written: Range<usize>,
}

/// A text that is no [`Table`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidTable;

impl Table {
    /// A table of runs, in the order of the generated file. Those that follow one another in both texts, with
    /// the same between them, become one.
    pub(super) fn new(runs: Vec<Run>, code: &str, files: &Files) -> Self {
        let texts: Vec<&str> = files.iter().map(crate::source::File::text).collect();
        let mut merged: Vec<Run> = Vec::new();
        for run in runs {
            if let Some(last) = merged.last_mut()
                && last.file == run.file
                && last.generated.len() == last.written.len()
                && code.get(last.generated.end..run.generated.end)
                    == texts[run.file].get(last.written.end..run.written.end)
            {
                last.generated.end = run.generated.end;
                last.written.end = run.written.end;
                continue;
            }
            merged.push(run);
        }
        Table {
            ruleset: None,
            files: files.iter().map(|file| file.path().to_owned()).collect(),
            runs: merged,
        }
    }

    /// Where the table of a generated file stands: `referee.rs.table` beside `referee.rs`.
    #[must_use]
    pub fn path(generated: &Path) -> PathBuf {
        let mut path = generated.as_os_str().to_owned();
        path.push(".table");
        path.into()
    }

    /// The `.rules` files.
    #[must_use]
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// What names the ruleset where no `ruleset` item does.
    #[must_use]
    pub fn ruleset(&self) -> Option<&str> {
        self.ruleset.as_deref()
    }

    /// The same, of a ruleset that has a name where no `ruleset` item gives it one.
    #[must_use]
    pub fn of_ruleset(mut self, name: Option<String>) -> Self {
        self.ruleset = name;
        self
    }

    /// The same, its files sought from a directory.
    #[must_use]
    pub fn within(mut self, directory: &Path) -> Self {
        for file in &mut self.files {
            *file = directory.join(&*file);
        }
        self
    }

    /// What the user wrote of a range of the generated file: from the first to the last byte of what stands
    /// in it. `None` where all of it is the compiler's own, or of several files.
    #[must_use]
    pub fn locate(&self, generated: &Range<usize>) -> Option<(&Path, Range<usize>)> {
        // An empty range, at which something is missing, touches what ends there.
        let touches = |run: &Run| {
            if generated.is_empty() {
                run.generated.start <= generated.start
            } else {
                run.generated.start < generated.end
            }
        };
        let first = self.runs.partition_point(|run| {
            run.generated.end < generated.start
                || run.generated.end == generated.start && !generated.is_empty()
        });
        let mut runs = self.runs[first..].iter().take_while(|run| touches(run));
        let one = runs.next()?;
        let mut found = one.part(generated);
        for run in runs {
            if run.file != one.file {
                return None;
            }
            let part = run.part(generated);
            found = found.start.min(part.start)..found.end.max(part.end);
        }
        Some((&self.files[one.file], found))
    }
}

impl Run {
    /// What was written of a part of the run; all of it, where one does not answer to the other.
    fn part(&self, generated: &Range<usize>) -> Range<usize> {
        if self.generated.len() != self.written.len() {
            return self.written.clone();
        }
        let within = |at: usize| {
            let at = at.clamp(self.generated.start, self.generated.end);
            self.written.start + (at - self.generated.start)
        };
        within(generated.start)..within(generated.end)
    }
}

impl fmt::Display for Table {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "{HEAD}")?;
        writeln!(formatter, "{}", self.ruleset.as_deref().unwrap_or_default())?;
        for file in &self.files {
            writeln!(formatter, "{}", file.display())?;
        }
        writeln!(formatter)?;
        for run in &self.runs {
            writeln!(
                formatter,
                "{} {} {} {} {}",
                run.generated.start,
                run.generated.end,
                run.file,
                run.written.start,
                run.written.end
            )?;
        }
        Ok(())
    }
}

impl FromStr for Table {
    type Err = InvalidTable;

    fn from_str(text: &str) -> Result<Self, InvalidTable> {
        let mut lines = text.lines();
        if lines.next() != Some(HEAD) {
            return Err(InvalidTable);
        }
        let ruleset = lines.next().ok_or(InvalidTable)?;
        let ruleset = (!ruleset.is_empty()).then(|| ruleset.to_owned());
        let files: Vec<PathBuf> = lines
            .by_ref()
            .take_while(|line| !line.is_empty())
            .map(PathBuf::from)
            .collect();
        let runs: Option<Vec<Run>> = lines.map(|line| parse_run(line, files.len())).collect();
        let runs = runs.ok_or(InvalidTable)?;
        Ok(Table {
            ruleset,
            files,
            runs,
        })
    }
}

fn parse_run(line: &str, files: usize) -> Option<Run> {
    let numbers: Result<Vec<usize>, _> = line.split(' ').map(str::parse).collect();
    let [start, end, file, from, to] = numbers.ok()?[..] else {
        return None;
    };
    let run = Run {
        generated: start..end,
        file,
        written: from..to,
    };
    (start <= end && from <= to && file < files).then_some(run)
}

impl fmt::Display for InvalidTable {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("not a table of ranges as this version of the compiler writes it")
    }
}

impl std::error::Error for InvalidTable {}
